// Makes partitions by month, for the engines that use Postgres' own: plain Postgres and Citus.

// A wallet belongs to one account. Without this hint, the planner expects only a few rows for the two columns
// together, and reads a wallet's whole history to find its end.
const STATISTICS = `
        IF series = 'snapshot' THEN
          EXECUTE format('CREATE STATISTICS floatwatch.%I (dependencies) ON account_id, wallet_id FROM floatwatch.%I',
            part || '_wallets', part);
        END IF;`;

/** The functions for partitions by month of the slot in UTC. `statistics` adds the planner's hint, for plain tables. */
export function monthFunctions(schema: string, statistics: boolean): string {
  // lock_timeout: maintenance gives up, so that polls don't wait behind it; it tries again later.
  return `
CREATE OR REPLACE FUNCTION ${schema}.make_partitions(since timestamptz, until timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $body$
DECLARE
  series text;
  month  timestamp;
  part   text;
  made   integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(4217001);
  FOREACH series IN ARRAY ARRAY['poll', 'snapshot'] LOOP
    month := date_trunc('month', since AT TIME ZONE 'UTC');
    WHILE month <= until AT TIME ZONE 'UTC' LOOP
      part := series || to_char(month, '_YYYY_MM');
      IF to_regclass('${schema}.' || part) IS NULL THEN
        EXECUTE format('CREATE TABLE ${schema}.%I PARTITION OF ${schema}.%I FOR VALUES FROM (%L) TO (%L)',
          part, series, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        made := made + 1;${statistics ? STATISTICS.replaceAll('floatwatch.', `${schema}.`) : ''}
      END IF;
      month := month + interval '1 month';
    END LOOP;
  END LOOP;
  RETURN made;
END $body$;

CREATE OR REPLACE FUNCTION ${schema}.drop_partitions(series text, before timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $body$
DECLARE
  part text;
BEGIN
  IF series NOT IN ('poll', 'snapshot') THEN
    RAISE EXCEPTION 'not a series: %', series USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass('${schema}.' || series) AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= before
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE ${schema}.%I', part);
    RETURN NEXT part;
  END LOOP;
END $body$;

CREATE OR REPLACE FUNCTION ${schema}.compress_next(before timestamptz) RETURNS text
LANGUAGE plpgsql AS $body$ BEGIN RETURN NULL; END $body$;

REVOKE ALL ON FUNCTION ${schema}.compress_next(timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION ${schema}.make_partitions(timestamptz, timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION ${schema}.drop_partitions(text, timestamptz) FROM PUBLIC;`;
}

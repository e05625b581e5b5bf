// Adapts the migrations to TimescaleDB.
import type { Engine } from './engine.ts';
import { requireExtension } from './engine.ts';

/** By then a spool has long been written to Postgres. Late rows can still be inserted. */
export const COMPRESS_AFTER_DAYS = 14;

/**
 * Sent in a transaction that may write many old rows.
 *
 * TimescaleDB decompresses the rows that an UPDATE may match or an INSERT may repeat, at most 100,000 in a
 * transaction by default. Does nothing on other engines.
 */
export const UNPACK_ALL = `SELECT set_config(name, '0', true) FROM pg_catalog.pg_settings
  WHERE name = 'timescaledb.max_tuples_decompressed_per_dml_transaction'`;

/**
 * Sent in a transaction before thousands of searches of one statement, each between instants of its own.
 *
 * Before each, TimescaleDB asks of each chunk whether it may have such rows, which takes longer than to search there. Other
 * engines do nothing, and pay the transaction: three round trips.
 */
export const SEARCH_AT_ONCE = `SELECT set_config('timescaledb.enable_runtime_exclusion', 'off', true)
  WHERE current_setting('timescaledb.enable_runtime_exclusion', true) IS NOT NULL`;

/** Postgres plans a statement chunk by chunk: for a year, that took 20 ms with chunks of a week, and 4 ms with four weeks. */
const MERGED_DAYS = 28;

/** The Apache edition can't compress. */
const ifCompressing = (statements: string) => `DO $do$ BEGIN
  IF current_setting('timescaledb.license', true) = 'timescale' THEN${statements}
  END IF;
END $do$;`;

/**
 * TimescaleDB: the series are hypertables. Maintenance compresses their old chunks; without maintenance, a policy
 * does.
 *
 * By default the policy first runs at once, beside an import: it waits for locks without a limit, and readers may
 * lose the deadlock.
 */
export const timescaledb: Engine = {
  check: (client) => requireExtension(client, 'timescaledb'),
  async advice(client) {
    const { rows } = await client.query<{ license: string | null }>(
      "SELECT current_setting('timescaledb.license', true) AS license",
    );
    const { license } = rows[0]!;
    if (license === 'timescale') return null;
    return `TimescaleDB's licence here is "${license ?? 'apache'}": it can't compress, and old data stays as it is. Install Timescale's own package and set timescaledb.license = 'timescale' before the first migration of a database`;
  },
  prelude: '',
  adaptTable: (sql) => sql.replace(/^\) PARTITION BY RANGE \(slot\);$/gm, ');'),
  place(kind, table) {
    if (kind === 'merged')
      return ifCompressing(`
    ALTER TABLE ${table} SET (timescaledb.compress_chunk_time_interval = '${MERGED_DAYS} days');`);
    if (kind !== 'series') return '';
    const segments = table.endsWith('.snapshot') ? 'account_id, wallet_id' : 'account_id, operation';
    return `
SELECT create_hypertable('${table}', 'slot', chunk_time_interval => interval '7 days', create_default_indexes => false);
${ifCompressing(`
    ALTER TABLE ${table} SET (timescaledb.compress, timescaledb.compress_segmentby = '${segments}',
      timescaledb.compress_orderby = 'slot');
    PERFORM alter_job(add_compression_policy('${table}', interval '${COMPRESS_AFTER_DAYS} days'),
      next_start => now() + interval '1 day');`)}`;
  },
  functions: (schema) => `
CREATE OR REPLACE FUNCTION ${schema}.make_partitions(since timestamptz, until timestamptz) RETURNS integer
LANGUAGE plpgsql AS $body$ BEGIN RETURN 0; END $body$;

CREATE OR REPLACE FUNCTION ${schema}.drop_partitions(series text, before timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $body$
DECLARE
  home text := (SELECT n.nspname FROM pg_catalog.pg_extension e
    JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'timescaledb');
BEGIN
  IF series NOT IN ('poll', 'snapshot') THEN
    RAISE EXCEPTION 'not a series: %', series USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY EXECUTE pg_catalog.format('SELECT %I.drop_chunks(%L::regclass, older_than => %L::timestamptz)',
    home, '${schema}.' || series, before);
END $body$;

CREATE OR REPLACE FUNCTION ${schema}.compress_next(before timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $body$
DECLARE
  home text := (SELECT n.nspname FROM pg_catalog.pg_extension e
    JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'timescaledb');
  chunk text;
BEGIN
  IF pg_catalog.current_setting('timescaledb.license', true) IS DISTINCT FROM 'timescale' THEN RETURN NULL; END IF;
  SELECT pg_catalog.format('%I.%I', c.chunk_schema, c.chunk_name) INTO chunk
  FROM timescaledb_information.chunks c
  JOIN timescaledb_information.hypertables h USING (hypertable_schema, hypertable_name)
  WHERE h.compression_enabled AND NOT c.is_compressed AND c.range_end <= before
    AND pg_catalog.format('%I.%I', c.hypertable_schema, c.hypertable_name)::regclass
      IN ('${schema}.poll'::regclass, '${schema}.snapshot'::regclass)
  ORDER BY c.range_end LIMIT 1;
  IF chunk IS NOT NULL THEN
    EXECUTE pg_catalog.format('SELECT %I.compress_chunk(%L::regclass, if_not_compressed => true)', home, chunk);
  END IF;
  RETURN chunk;
END $body$;

REVOKE ALL ON FUNCTION ${schema}.compress_next(timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION ${schema}.make_partitions(timestamptz, timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION ${schema}.drop_partitions(text, timestamptz) FROM PUBLIC;`,
};

-- The least rights that floatwatch needs, for databases whose owner is somebody else.
--
-- 1. As a role that may make roles, once per server (with passwords of your own):
--      CREATE ROLE floatwatch_daemon LOGIN PASSWORD '…';
--      CREATE ROLE floatwatch_reader NOLOGIN;
-- 2. As the schema's owner: `floatwatch migrate`, then this file, after every upgrade:
--      psql --set ON_ERROR_STOP=1 --file config/grants.sql "$DATABASE_URL"
-- 3. Give the daemon database.url with floatwatch_daemon, and people a role that is in floatwatch_reader:
--      GRANT floatwatch_reader TO somebody;
--
-- The daemon may add to history and close its polls; it can't change a snapshot, nor delete one but by age and whole
-- months. For a schema of another name: psql --set schema=NAME.
\if :{?schema}
\else
  \set schema floatwatch
\endif

BEGIN;

GRANT USAGE ON SCHEMA :"schema" TO floatwatch_daemon, floatwatch_reader;

-- The daemon reads all of its own tables and views.
GRANT SELECT ON ALL TABLES IN SCHEMA :"schema" TO floatwatch_daemon;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA :"schema" TO floatwatch_daemon;
GRANT INSERT ON :"schema".account, :"schema".wallet, :"schema".poll, :"schema".snapshot,
  :"schema".snapshot_conflict, :"schema".chore, :"schema".alert_state, :"schema".alert_episode,
  :"schema".outbox, :"schema".forgotten_wallet, :"schema".top_up_request, :"schema".plan, :"schema".relay
  TO floatwatch_daemon;
GRANT UPDATE ON :"schema".account, :"schema".poll, :"schema".chore, :"schema".alert_state,
  :"schema".alert_episode, :"schema".outbox TO floatwatch_daemon;
GRANT DELETE ON :"schema".snapshot_conflict, :"schema".outbox, :"schema".alert_episode,
  :"schema".payment_option_change, :"schema".plan, :"schema".relay TO floatwatch_daemon;
-- Figures are made of snapshots, and made again when late ones come.
GRANT INSERT ON :"schema".balance_hourly, :"schema".balance_daily, :"schema".outflow_daily, :"schema".rollup_late
  TO floatwatch_daemon;
GRANT UPDATE ON :"schema".balance_hourly, :"schema".balance_daily TO floatwatch_daemon;
GRANT UPDATE (rolled_to) ON :"schema".wallet TO floatwatch_daemon;
GRANT DELETE ON :"schema".balance_hourly, :"schema".outflow_daily, :"schema".rollup_late TO floatwatch_daemon;
-- Payment options: as they are now, and what has changed.
GRANT INSERT ON :"schema".payment_option, :"schema".payment_option_seen, :"schema".payment_option_change
  TO floatwatch_daemon;
GRANT UPDATE ON :"schema".payment_option, :"schema".payment_option_seen TO floatwatch_daemon;
-- These run with their owner's rights: partitions ahead, the end of what retention says is too old, compression.
GRANT EXECUTE ON FUNCTION :"schema".make_partitions(timestamptz, timestamptz),
  :"schema".drop_partitions(text, timestamptz), :"schema".compress_next(timestamptz) TO floatwatch_daemon;
GRANT EXECUTE ON FUNCTION :"schema".balances_at(timestamptz) TO floatwatch_daemon, floatwatch_reader;

-- Readers see the views and nothing else.
SET LOCAL floatwatch.schema = :'schema'; -- psql fills in no variable between dollar signs
DO $$
DECLARE
  schema text := current_setting('floatwatch.schema');
  name text;
  on_citus boolean;
BEGIN
  FOR name IN SELECT viewname FROM pg_views WHERE schemaname = schema LOOP
    EXECUTE format('GRANT SELECT ON %I.%I TO floatwatch_reader', schema, name);
  END LOOP;
  -- Citus asks its shards as whoever asks, not as the view's owner: there readers need the tables behind the views too.
  EXECUTE format('SELECT EXISTS (SELECT FROM %I.migration_digest WHERE engine = %L)', schema, 'citus') INTO on_citus;
  IF on_citus THEN
    FOR name IN
      SELECT DISTINCT t.relname FROM pg_rewrite r
      JOIN pg_class v ON v.oid = r.ev_class AND v.relkind = 'v' AND v.relnamespace = schema::regnamespace
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
      JOIN pg_class t ON t.oid = d.refobjid AND t.relkind IN ('r', 'p')
    LOOP
      EXECUTE format('GRANT SELECT ON %I.%I TO floatwatch_reader', schema, name);
    END LOOP;
  END IF;
END $$;

COMMIT;

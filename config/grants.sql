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
-- months. For a schema of another name: sed 's/floatwatch\./NAME./g; s/SCHEMA floatwatch/SCHEMA NAME/g'.

BEGIN;

GRANT USAGE ON SCHEMA floatwatch TO floatwatch_daemon, floatwatch_reader;

-- The daemon reads all of its own tables and views.
GRANT SELECT ON ALL TABLES IN SCHEMA floatwatch TO floatwatch_daemon;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA floatwatch TO floatwatch_daemon;
GRANT INSERT ON floatwatch.account, floatwatch.wallet, floatwatch.poll, floatwatch.snapshot,
  floatwatch.snapshot_conflict, floatwatch.chore, floatwatch.alert_state, floatwatch.alert_episode,
  floatwatch.outbox TO floatwatch_daemon;
GRANT UPDATE ON floatwatch.account, floatwatch.poll, floatwatch.chore, floatwatch.alert_state,
  floatwatch.alert_episode, floatwatch.outbox TO floatwatch_daemon;
GRANT DELETE ON floatwatch.snapshot_conflict, floatwatch.outbox TO floatwatch_daemon;
-- Figures are made of snapshots, and made again when late ones come.
GRANT INSERT ON floatwatch.balance_hourly, floatwatch.balance_daily, floatwatch.rollup_late TO floatwatch_daemon;
GRANT UPDATE ON floatwatch.balance_hourly, floatwatch.balance_daily TO floatwatch_daemon;
GRANT UPDATE (rolled_to) ON floatwatch.wallet TO floatwatch_daemon;
GRANT DELETE ON floatwatch.balance_hourly, floatwatch.rollup_late TO floatwatch_daemon;
-- Payment options: as they are now, and what has changed.
GRANT INSERT ON floatwatch.payment_option, floatwatch.payment_option_seen, floatwatch.payment_option_change
  TO floatwatch_daemon;
GRANT UPDATE ON floatwatch.payment_option, floatwatch.payment_option_seen TO floatwatch_daemon;
-- These run with their owner's rights: partitions ahead, and the end of what retention says is too old.
GRANT EXECUTE ON FUNCTION floatwatch.make_partitions(timestamptz, timestamptz),
  floatwatch.drop_partitions(text, timestamptz) TO floatwatch_daemon;
GRANT EXECUTE ON FUNCTION floatwatch.balances_at(timestamptz) TO floatwatch_daemon, floatwatch_reader;

-- Readers see the views and nothing else.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT viewname FROM pg_views WHERE schemaname = 'floatwatch' LOOP
    EXECUTE format('GRANT SELECT ON floatwatch.%I TO floatwatch_reader', name);
  END LOOP;
END $$;

COMMIT;

-- What went out of a wallet on each day, as forecasts learn from it: added up once of hourly figures, when nothing but a late
-- result can change them any more (src/store/maintenance/daily-outflow.ts). Estimates: what isn't known of a day is taken
-- to be as the rest of it.
CREATE TABLE floatwatch.outflow_daily (
  day        date NOT NULL, -- of account.outflow_zone; a day without a row isn't known
  account_id integer NOT NULL,
  wallet_id  integer NOT NULL,
  outflow    double precision NOT NULL,
  cleared    double precision, -- what became available of uncleared money; null: not known
  PRIMARY KEY (account_id, wallet_id, day)
);
-- engine: distributed outflow_daily

-- The days before this one are there, of the time zone named beside it; null: none are.
ALTER TABLE floatwatch.account ADD COLUMN outflow_until date, ADD COLUMN outflow_zone text;

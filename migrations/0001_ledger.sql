-- Accounts, wallets, polls and snapshots.
--
-- Written for the schema "floatwatch" and plain Postgres; src/store/migrate.ts puts the configured schema in, and
-- src/store/engines/ what another engine needs where a line says "engine:".

CREATE SEQUENCE floatwatch.account_id_seq AS integer;
CREATE TABLE floatwatch.account (
  account_id integer PRIMARY KEY DEFAULT nextval('floatwatch.account_id_seq'),
  name       text NOT NULL UNIQUE,
  timezone   text NOT NULL DEFAULT 'UTC' -- of the business day
);
-- engine: reference account

CREATE SEQUENCE floatwatch.wallet_id_seq AS integer;
CREATE TABLE floatwatch.wallet (
  account_id  integer NOT NULL,
  wallet_id   integer NOT NULL DEFAULT nextval('floatwatch.wallet_id_seq'),
  currency    text NOT NULL,
  wallet_type text NOT NULL,
  exposable   boolean NOT NULL,
  PRIMARY KEY (account_id, wallet_id),
  UNIQUE (account_id, currency, wallet_type)
);
-- engine: distributed wallet

-- One row per (account, slot, operation): first the claim, then what came of it. The ledger is the lock.
CREATE TABLE floatwatch.poll (
  slot          timestamptz NOT NULL,
  claimed_at    timestamptz NOT NULL, -- by the database's clock
  started_at    timestamptz,
  observed_at   timestamptz,
  stale_at      timestamptz, -- what a successful poll saw is to be believed until then
  claim         uuid NOT NULL, -- changes hands with the slot: a result is only taken from its holder
  account_id    integer NOT NULL,
  duration_ms   integer,
  http_status   integer,
  envelope_code integer,
  wallets       integer, -- how many were readable
  operation     text NOT NULL CHECK (operation IN ('balances', 'options')),
  replica       text NOT NULL,
  outcome       text, -- null while the poll is open
  detail        text,
  unreadable    jsonb, -- wallets that were named but can't be believed; null for none
  PRIMARY KEY (account_id, slot, operation)
) PARTITION BY RANGE (slot);
-- engine: series poll

-- A wallet as one successful poll saw it. Wide columns first and one index: a row costs what it holds.
CREATE TABLE floatwatch.snapshot (
  slot           timestamptz NOT NULL,
  account_id     integer NOT NULL,
  wallet_id      integer NOT NULL,
  observed_after integer NOT NULL, -- milliseconds from the slot to the reading, half the bytes of an instant
  available      numeric CHECK (available <> 'NaN'), -- null: the service sent it unreadable
  actual         numeric CHECK (actual <> 'NaN'),
  uncleared      numeric CHECK (uncleared <> 'NaN'),
  reserve        numeric CHECK (reserve <> 'NaN'),
  PRIMARY KEY (account_id, wallet_id, slot) WITH (fillfactor = 100) -- each wallet's end grows, its past stays as it is
) PARTITION BY RANGE (slot);
-- engine: series snapshot

-- Results that came second, as replicas bring them that polled by themselves while Postgres was away.
CREATE TABLE floatwatch.snapshot_conflict (
  slot        timestamptz NOT NULL,
  started_at  timestamptz NOT NULL,
  observed_at timestamptz NOT NULL,
  kept_at     timestamptz NOT NULL DEFAULT now(),
  account_id  integer NOT NULL,
  operation   text NOT NULL,
  replica     text NOT NULL,
  reason      text NOT NULL CHECK (reason IN ('conflict', 'fenced')),
  outcome     text NOT NULL,
  wallets     jsonb NOT NULL, -- amounts as text, digit for digit
  PRIMARY KEY (account_id, slot, operation, started_at, replica)
);
-- engine: distributed snapshot_conflict

-- Chores that one replica at a time does for all.
CREATE TABLE floatwatch.chore (
  name    text PRIMARY KEY,
  done_at timestamptz NOT NULL,
  replica text NOT NULL
);

-- engine: functions

-- What was stored a moment ago, packed by write, for the replicas that lost their claims. It is dropped after minutes, and a crash
-- empties it: who finds nothing here reads snapshot. Packed once more it would cost more than it saves.
CREATE UNLOGGED TABLE floatwatch.relay (
  slot timestamptz NOT NULL,
  account_id integer NOT NULL, -- one of those whose snapshots these are
  snapshots text NOT NULL -- arrays, a line each: accounts, wallets, and every amount
);
ALTER TABLE floatwatch.relay ALTER COLUMN snapshots SET STORAGE EXTERNAL;

-- What went out within an hour, so that nobody has to look at its snapshots again (src/store/outflow.ts).

-- The sum of the decreases of available from one snapshot of the hour to the next; NULL in figures made before this.
ALTER TABLE floatwatch.balance_hourly ADD COLUMN outflow numeric;

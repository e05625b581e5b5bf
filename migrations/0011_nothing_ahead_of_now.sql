-- What lies ahead of the database's clock is not what is known now: a replica whose clock was wrong has stored it.
-- floatwatch refuses such results since; a minute is for clocks that differ a little.

-- The poll is looked up by a lateral: TimescaleDB read all of "poll" for a join.
CREATE OR REPLACE VIEW floatwatch.balances_latest AS
SELECT account, currency, wallet_type, available, actual, uncleared, reserve, observed_at, slot,
  CASE
    WHEN slot < last_slot AND NOT coalesce(last_unreadable @> jsonb_build_array(
      jsonb_build_object('currency', currency, 'walletType', wallet_type)), false) THEN 'missing'
    WHEN stale_at > now() THEN 'fresh'
    ELSE 'stale'
  END AS state
FROM (
  SELECT a.name AS account, w.currency, w.wallet_type, s.available, s.actual, s.uncleared, s.reserve, s.slot,
    s.slot + s.observed_after * interval '1 millisecond' AS observed_at, p.stale_at,
    max(s.slot) OVER (PARTITION BY a.name, w.account_id) AS last_slot,
    first_value(p.unreadable) OVER (PARTITION BY a.name, w.account_id ORDER BY s.slot DESC) AS last_unreadable
  FROM floatwatch.wallet w
  JOIN floatwatch.account a ON a.account_id = w.account_id
  CROSS JOIN LATERAL (
    SELECT * FROM floatwatch.snapshot s
    WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id AND s.slot <= now() + interval '1 minute'
    ORDER BY s.slot DESC LIMIT 1
  ) s
  LEFT JOIN LATERAL (
    SELECT p.stale_at, p.unreadable FROM floatwatch.poll p
    WHERE p.account_id = w.account_id AND p.slot = s.slot AND p.operation = 'balances'
    LIMIT 1
  ) p ON true
) latest;

CREATE OR REPLACE FUNCTION floatwatch.balances_at(at timestamptz) RETURNS TABLE (
  account text, currency text, wallet_type text, available numeric, actual numeric, uncleared numeric,
  reserve numeric, observed_at timestamptz, slot timestamptz, age interval
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT a.name, w.currency, w.wallet_type, s.available, s.actual, s.uncleared, s.reserve,
    s.slot + s.observed_after * interval '1 millisecond', s.slot,
    at - (s.slot + s.observed_after * interval '1 millisecond')
  FROM floatwatch.wallet w
  JOIN floatwatch.account a ON a.account_id = w.account_id
  CROSS JOIN LATERAL (
    SELECT * FROM floatwatch.snapshot s
    WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id
      AND s.slot <= least(at, now()) + interval '1 minute' -- a clock that was ahead reads before its slot
      AND s.slot + s.observed_after * interval '1 millisecond' <= at
    ORDER BY s.slot DESC LIMIT 1
  ) s;
END $body$;

CREATE OR REPLACE VIEW floatwatch.payment_options AS
SELECT a.name AS account, o.currency, o.transaction_type, o.transaction_method, o.provider_code, o.provider_name,
  o.method_name, o.active, o.min_amount, o.max_amount, o.max_daily_amount, o.prefixes, o.first_seen,
  coalesce(o.last_seen, s.observed_at) AS last_seen, o.vanished_at,
  CASE
    WHEN o.vanished_at IS NOT NULL THEN 'missing'
    WHEN o.last_seen IS NULL AND s.stale_at > now() AND s.slot <= now() + interval '1 minute' THEN 'fresh'
    ELSE 'stale'
  END AS state
FROM floatwatch.payment_option o
JOIN floatwatch.payment_option_seen s ON s.account_id = o.account_id
JOIN floatwatch.account a ON a.account_id = o.account_id;

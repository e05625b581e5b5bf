-- Views tell the number of the account, last: for an account that is named by its number Citus asks one shard, else every
-- shard. The snapshots since the figures tell it too, so that the condition reaches them.

CREATE OR REPLACE VIEW floatwatch.balances_hourly AS
SELECT account, currency, wallet_type, hour, opening_available, closing_available, lowest_available, highest_available,
  opening_actual, closing_actual, lowest_actual, highest_actual, closing_uncleared, closing_reserve, samples,
  account_id
FROM (
  SELECT w.account_id, a.name AS account, w.currency, w.wallet_type, h.hour,
    h.opening_available, h.closing_available, h.lowest_available, h.highest_available,
    h.opening_actual, h.closing_actual, h.lowest_actual, h.highest_actual,
    h.closing_uncleared, h.closing_reserve, h.samples
  FROM floatwatch.balance_hourly h
  JOIN floatwatch.wallet w ON w.account_id = h.account_id AND w.wallet_id = h.wallet_id
  JOIN floatwatch.account a ON a.account_id = h.account_id
  UNION ALL
  SELECT w.account_id, a.name AS account, w.currency, w.wallet_type, live.hour,
    live.available[1] AS opening_available, live.available[cardinality(live.available)] AS closing_available,
    live.lowest_available, live.highest_available,
    live.actual[1] AS opening_actual, live.actual[cardinality(live.actual)] AS closing_actual,
    live.lowest_actual, live.highest_actual,
    live.uncleared[cardinality(live.uncleared)] AS closing_uncleared,
    live.reserve[cardinality(live.reserve)] AS closing_reserve, live.samples
  FROM floatwatch.wallet w
  JOIN floatwatch.account a ON a.account_id = w.account_id AND a.zone_known
  JOIN LATERAL (
    SELECT s.account_id, date_trunc('hour', s.slot, b.timezone) AS hour,
      array_agg(s.available ORDER BY s.slot) FILTER (WHERE s.available IS NOT NULL) AS available,
      array_agg(s.actual ORDER BY s.slot) FILTER (WHERE s.actual IS NOT NULL) AS actual,
      array_agg(s.uncleared ORDER BY s.slot) FILTER (WHERE s.uncleared IS NOT NULL) AS uncleared,
      array_agg(s.reserve ORDER BY s.slot) FILTER (WHERE s.reserve IS NOT NULL) AS reserve,
      min(s.available) AS lowest_available, max(s.available) AS highest_available,
      min(s.actual) AS lowest_actual, max(s.actual) AS highest_actual, count(*)::integer AS samples
    FROM floatwatch.snapshot s
    JOIN floatwatch.account b ON b.account_id = s.account_id AND b.zone_known
    WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id AND s.slot >= w.rolled_to
    GROUP BY 1, 2
  ) live ON live.account_id = w.account_id
) parts;

CREATE OR REPLACE VIEW floatwatch.balances_daily AS
SELECT account, currency, wallet_type, day,
  opening_available[1] AS opening_available,
  closing_available[cardinality(closing_available)] AS closing_available, lowest_available, highest_available,
  closing_available[cardinality(closing_available)] - opening_available[1] AS net_change_available,
  opening_actual[1] AS opening_actual,
  closing_actual[cardinality(closing_actual)] AS closing_actual, lowest_actual, highest_actual,
  closing_actual[cardinality(closing_actual)] - opening_actual[1] AS net_change_actual,
  closing_uncleared[cardinality(closing_uncleared)] AS closing_uncleared,
  closing_reserve[cardinality(closing_reserve)] AS closing_reserve, samples, account_id
FROM (
  SELECT account_id, wallet_id, account, currency, wallet_type, day,
    array_agg(opening_available ORDER BY part) FILTER (WHERE opening_available IS NOT NULL) AS opening_available,
    array_agg(closing_available ORDER BY part) FILTER (WHERE closing_available IS NOT NULL) AS closing_available,
    min(lowest_available) AS lowest_available, max(highest_available) AS highest_available,
    array_agg(opening_actual ORDER BY part) FILTER (WHERE opening_actual IS NOT NULL) AS opening_actual,
    array_agg(closing_actual ORDER BY part) FILTER (WHERE closing_actual IS NOT NULL) AS closing_actual,
    min(lowest_actual) AS lowest_actual, max(highest_actual) AS highest_actual,
    array_agg(closing_uncleared ORDER BY part) FILTER (WHERE closing_uncleared IS NOT NULL) AS closing_uncleared,
    array_agg(closing_reserve ORDER BY part) FILTER (WHERE closing_reserve IS NOT NULL) AS closing_reserve,
    sum(samples)::integer AS samples
  FROM (
    SELECT w.account_id, w.wallet_id, a.name AS account, w.currency, w.wallet_type, d.day, 1 AS part,
      d.opening_available, d.closing_available, d.lowest_available, d.highest_available,
      d.opening_actual, d.closing_actual, d.lowest_actual, d.highest_actual,
      d.closing_uncleared, d.closing_reserve, d.samples
    FROM floatwatch.balance_daily d
    JOIN floatwatch.wallet w ON w.account_id = d.account_id AND w.wallet_id = d.wallet_id
    JOIN floatwatch.account a ON a.account_id = d.account_id
    UNION ALL
    SELECT w.account_id, w.wallet_id, a.name AS account, w.currency, w.wallet_type, live.day, 2 AS part,
      live.available[1] AS opening_available, live.available[cardinality(live.available)] AS closing_available,
      live.lowest_available, live.highest_available,
      live.actual[1] AS opening_actual, live.actual[cardinality(live.actual)] AS closing_actual,
      live.lowest_actual, live.highest_actual,
      live.uncleared[cardinality(live.uncleared)] AS closing_uncleared,
      live.reserve[cardinality(live.reserve)] AS closing_reserve, live.samples
    FROM floatwatch.wallet w
    JOIN floatwatch.account a ON a.account_id = w.account_id AND a.zone_known
    JOIN LATERAL (
      SELECT s.account_id, (s.slot AT TIME ZONE b.timezone)::date AS day,
        array_agg(s.available ORDER BY s.slot) FILTER (WHERE s.available IS NOT NULL) AS available,
        array_agg(s.actual ORDER BY s.slot) FILTER (WHERE s.actual IS NOT NULL) AS actual,
        array_agg(s.uncleared ORDER BY s.slot) FILTER (WHERE s.uncleared IS NOT NULL) AS uncleared,
        array_agg(s.reserve ORDER BY s.slot) FILTER (WHERE s.reserve IS NOT NULL) AS reserve,
        min(s.available) AS lowest_available, max(s.available) AS highest_available,
        min(s.actual) AS lowest_actual, max(s.actual) AS highest_actual, count(*)::integer AS samples
      FROM floatwatch.snapshot s
      JOIN floatwatch.account b ON b.account_id = s.account_id AND b.zone_known
      WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id AND s.slot >= w.rolled_to
      GROUP BY 1, 2
    ) live ON live.account_id = w.account_id
  ) parts
  GROUP BY account_id, wallet_id, account, currency, wallet_type, day
) days;

CREATE OR REPLACE VIEW floatwatch.payment_options AS
SELECT a.name AS account, o.currency, o.transaction_type, o.transaction_method, o.provider_code, o.provider_name,
  o.method_name, o.active, o.min_amount, o.max_amount, o.max_daily_amount, o.prefixes, o.first_seen,
  coalesce(o.last_seen, s.observed_at) AS last_seen, o.vanished_at,
  CASE
    WHEN o.vanished_at IS NOT NULL THEN 'missing'
    WHEN o.last_seen IS NULL AND s.stale_at > now() AND s.slot <= now() + interval '1 minute' THEN 'fresh'
    ELSE 'stale'
  END AS state, o.account_id
FROM floatwatch.payment_option o
JOIN floatwatch.payment_option_seen s ON s.account_id = o.account_id
JOIN floatwatch.account a ON a.account_id = o.account_id;

CREATE OR REPLACE VIEW floatwatch.payment_option_changes AS
SELECT c.seen_at, a.name AS account, o.currency, o.transaction_type, o.transaction_method, o.provider_code, c.field,
  c.old_value, c.new_value, c.account_id
FROM floatwatch.payment_option_change c
JOIN floatwatch.payment_option o ON o.account_id = c.account_id AND o.option_id = c.option_id
JOIN floatwatch.account a ON a.account_id = c.account_id;

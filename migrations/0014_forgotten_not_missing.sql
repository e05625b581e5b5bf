-- A wallet that somebody had forgotten isn't missing: it has no row until a response names it again. And what may only be
-- missing since a request of the poll had no answer isn't either: that is told as an unreadable record without its name.
CREATE OR REPLACE VIEW floatwatch.balances_latest AS
SELECT account, currency, wallet_type, available, actual, uncleared, reserve, observed_at, slot,
  CASE
    WHEN slot < last_slot AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(last_unreadable) record
      WHERE record ->> 'currency' IN ('', currency) AND record ->> 'walletType' IN ('', wallet_type)
    ) THEN 'missing'
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
) latest
WHERE NOT EXISTS (
  SELECT FROM floatwatch.forgotten_wallet f
  WHERE f.account = latest.account AND f.currency = latest.currency AND f.wallet_type = latest.wallet_type
    AND f.forgotten_at > latest.observed_at
);

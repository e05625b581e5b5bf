-- What people and their tools read (docs/sql.md). The tables may change, these names and columns don't.

-- A wallet now. The state is the board's own: stale_at was worked out by the program from the account's schedule.
CREATE VIEW floatwatch.balances_latest AS
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
    WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id
    ORDER BY s.slot DESC LIMIT 1
  ) s
  LEFT JOIN floatwatch.poll p ON p.account_id = w.account_id AND p.slot = s.slot AND p.operation = 'balances'
) latest;

-- A snapshot.
CREATE VIEW floatwatch.balances AS
SELECT a.name AS account, w.currency, w.wallet_type, s.slot,
  s.slot + s.observed_after * interval '1 millisecond' AS observed_at,
  s.available, s.actual, s.uncleared, s.reserve
FROM floatwatch.snapshot s
JOIN floatwatch.wallet w ON w.account_id = s.account_id AND w.wallet_id = s.wallet_id
JOIN floatwatch.account a ON a.account_id = s.account_id;

-- One attempt to read an account, once it has ended.
CREATE VIEW floatwatch.polls AS
SELECT a.name AS account, p.slot, p.outcome, p.http_status, p.envelope_code,
  p.duration_ms * interval '1 millisecond' AS duration, p.replica, p.wallets AS wallets_seen,
  p.started_at, p.observed_at, p.detail
FROM floatwatch.poll p
JOIN floatwatch.account a ON a.account_id = p.account_id
WHERE p.operation = 'balances' AND p.outcome IS NOT NULL;

-- A stretch in which an account was not seen: from the last success before to the first one after (null while it
-- lasts), because attempts failed, or because there were none for longer than the last success may be believed.
CREATE VIEW floatwatch.gaps AS
SELECT account, since, until, coalesce(until, now()) - since AS lasted, failed, outcomes
FROM (
  SELECT account, since, stale_at, failed, outcomes,
    lead(since) OVER (PARTITION BY account, account_id ORDER BY stretch) AS until
  FROM (
    SELECT account, account_id, stretch, min(since) AS since, min(stale_at) AS stale_at,
      coalesce(sum(times) FILTER (WHERE NOT seen), 0)::integer AS failed,
      coalesce(jsonb_object_agg(outcome, times) FILTER (WHERE NOT seen), '{}') AS outcomes
    FROM (
      SELECT account, account_id, stretch, outcome, seen, count(*) AS times, min(stale_at) AS stale_at,
        min(coalesce(observed_at, slot)) AS since
      FROM (
        SELECT a.name AS account, p.account_id, p.slot, p.outcome, p.stale_at, p.observed_at,
          p.outcome IN ('ok', 'partial') AS seen,
          count(*) FILTER (WHERE p.outcome IN ('ok', 'partial'))
            OVER (PARTITION BY a.name, p.account_id ORDER BY p.slot) AS stretch -- a success and what failed after it
        FROM floatwatch.poll p
        JOIN floatwatch.account a ON a.account_id = p.account_id
        WHERE p.operation = 'balances' AND p.outcome IS NOT NULL
      ) attempt
      GROUP BY account, account_id, stretch, outcome, seen
    ) counted
    GROUP BY account, account_id, stretch
  ) stretch
) gap
WHERE failed > 0 OR coalesce(until, now()) > stale_at;

-- Every wallet as it was last seen at an instant, and how long ago that was.
CREATE FUNCTION floatwatch.balances_at(at timestamptz) RETURNS TABLE (
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
      AND s.slot <= at + interval '1 minute' -- a clock that was ahead reads before its slot
      AND s.slot + s.observed_after * interval '1 millisecond' <= at
    ORDER BY s.slot DESC LIMIT 1
  ) s;
END $body$;
REVOKE ALL ON FUNCTION floatwatch.balances_at(timestamptz) FROM PUBLIC;

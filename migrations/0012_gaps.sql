-- A poll that ended after a later one, as after a pause of the process, made a gap of less than nothing.
CREATE OR REPLACE VIEW floatwatch.gaps AS
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
WHERE coalesce(until, now()) > since AND (failed > 0 OR coalesce(until, now()) > stale_at);

SELECT count(*)::int AS hours FROM "f".wallet w
     JOIN "f".account a ON a.account_id = w.account_id
     JOIN "f".balance_hourly h ON h.account_id = w.account_id AND h.wallet_id = w.wallet_id
     WHERE w.account_id = ANY($1::int[]) AND a.account_id = ANY($1::int[])
       AND h.hour > $2::timestamptz - interval '2 hours' AND h.hour < $3::timestamptz AND h.hour <> date_trunc('hour', h.hour, a.timezone) AND h.hour <> date_trunc('hour', h.hour + interval '3599999 ms', a.timezone);

INSERT INTO "f".balance_hourly AS old (account_id, wallet_id, hour, opening_available, closing_available, lowest_available, highest_available,
  opening_actual, closing_actual, lowest_actual, highest_actual, closing_uncleared, closing_reserve, samples, outflow)
     SELECT account_id, wallet_id, hour, available[1], available[cardinality(available)], lowest_available,
       highest_available, actual[1], actual[cardinality(actual)], lowest_actual, highest_actual,
       uncleared[cardinality(uncleared)], reserve[cardinality(reserve)], samples,
       outflow
     FROM (
       SELECT s.account_id, s.wallet_id, s.hour,
         array_agg(s.available ORDER BY s.slot) FILTER (WHERE s.available IS NOT NULL) AS available, array_agg(s.actual ORDER BY s.slot) FILTER (WHERE s.actual IS NOT NULL) AS actual,
         array_agg(s.uncleared ORDER BY s.slot) FILTER (WHERE s.uncleared IS NOT NULL) AS uncleared, array_agg(s.reserve ORDER BY s.slot) FILTER (WHERE s.reserve IS NOT NULL) AS reserve,
         min(s.available) AS lowest_available, max(s.available) AS highest_available,
         min(s.actual) AS lowest_actual, max(s.actual) AS highest_actual, count(*)::int AS samples,
         sum(greatest(s.before - s.available, 0)) AS outflow
       FROM (
         SELECT s.*, date_trunc('hour', s.slot, a.timezone) AS hour,
           lag(s.available) OVER ( -- of those that could be read: others are apart
             PARTITION BY s.account_id, s.wallet_id, date_trunc('hour', s.slot, a.timezone), s.available IS NULL ORDER BY s.slot
           ) AS before
         FROM "f".wallet w
         JOIN "f".account a ON a.account_id = w.account_id
         JOIN "f".snapshot s ON s.account_id = w.account_id AND s.wallet_id = w.wallet_id
         
         -- Both, lest the time zone of another account be asked for, which Postgres may not know.
         WHERE w.account_id = ANY($1::int[]) AND a.account_id = ANY($1::int[])
           AND s.slot >= $2::timestamptz - interval '1 hour' AND s.slot < $3::timestamptz
           AND s.slot >= date_trunc('hour', $2::timestamptz, a.timezone)
           AND s.slot < date_trunc('hour', $3::timestamptz, a.timezone)
           AND s.slot >= $4::timestamptz AND s.slot < w.rolled_to
       ) s
       GROUP BY s.account_id, s.wallet_id, s.hour
     ) hours
     ON CONFLICT (account_id, wallet_id, hour) DO UPDATE SET opening_available = EXCLUDED.opening_available, closing_available = EXCLUDED.closing_available, lowest_available = EXCLUDED.lowest_available, highest_available = EXCLUDED.highest_available,
  opening_actual = EXCLUDED.opening_actual, closing_actual = EXCLUDED.closing_actual, lowest_actual = EXCLUDED.lowest_actual, highest_actual = EXCLUDED.highest_actual, closing_uncleared = EXCLUDED.closing_uncleared, closing_reserve = EXCLUDED.closing_reserve, samples = EXCLUDED.samples, outflow = EXCLUDED.outflow
  WHERE EXCLUDED.samples > old.samples;

INSERT INTO "f".balance_daily AS old (account_id, wallet_id, day, opening_available, closing_available, lowest_available, highest_available,
  opening_actual, closing_actual, lowest_actual, highest_actual, closing_uncleared, closing_reserve, samples)
     SELECT account_id, wallet_id, day, opening_available[1], closing_available[cardinality(closing_available)],
       lowest_available, highest_available, opening_actual[1], closing_actual[cardinality(closing_actual)], lowest_actual,
       highest_actual, closing_uncleared[cardinality(closing_uncleared)], closing_reserve[cardinality(closing_reserve)], samples
     FROM (
       SELECT h.account_id, h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date AS day,
         array_agg(h.opening_available ORDER BY h.hour) FILTER (WHERE h.opening_available IS NOT NULL) AS opening_available,
         array_agg(h.closing_available ORDER BY h.hour) FILTER (WHERE h.closing_available IS NOT NULL) AS closing_available,
         array_agg(h.opening_actual ORDER BY h.hour) FILTER (WHERE h.opening_actual IS NOT NULL) AS opening_actual,
         array_agg(h.closing_actual ORDER BY h.hour) FILTER (WHERE h.closing_actual IS NOT NULL) AS closing_actual,
         array_agg(h.closing_uncleared ORDER BY h.hour) FILTER (WHERE h.closing_uncleared IS NOT NULL) AS closing_uncleared, array_agg(h.closing_reserve ORDER BY h.hour) FILTER (WHERE h.closing_reserve IS NOT NULL) AS closing_reserve,
         min(h.lowest_available) AS lowest_available, max(h.highest_available) AS highest_available,
         min(h.lowest_actual) AS lowest_actual, max(h.highest_actual) AS highest_actual,
         sum(h.samples)::int AS samples
       FROM "f".balance_hourly h
       JOIN "f".account a ON a.account_id = h.account_id
       WHERE h.account_id = ANY($1::int[]) AND a.account_id = ANY($1::int[])
         -- An hour more on both sides: where midnight comes twice, a day begins at the first of the two.
         AND h.hour >= date_trunc('day', $2::timestamptz, a.timezone) - interval '1 hour'
         AND h.hour < (date_trunc('day', $3::timestamptz AT TIME ZONE a.timezone) + interval '1 day')
           AT TIME ZONE a.timezone + interval '1 hour'
         AND (h.hour AT TIME ZONE a.timezone)::date BETWEEN ($2::timestamptz AT TIME ZONE a.timezone)::date
           AND ($3::timestamptz AT TIME ZONE a.timezone)::date
       GROUP BY h.account_id, h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date
     ) days
     ON CONFLICT (account_id, wallet_id, day) DO UPDATE SET opening_available = EXCLUDED.opening_available, closing_available = EXCLUDED.closing_available, lowest_available = EXCLUDED.lowest_available, highest_available = EXCLUDED.highest_available,
  opening_actual = EXCLUDED.opening_actual, closing_actual = EXCLUDED.closing_actual, lowest_actual = EXCLUDED.lowest_actual, highest_actual = EXCLUDED.highest_actual, closing_uncleared = EXCLUDED.closing_uncleared, closing_reserve = EXCLUDED.closing_reserve, samples = EXCLUDED.samples
  WHERE EXCLUDED.samples > old.samples;

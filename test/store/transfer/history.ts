// A history with something in every table that an export has, and with what is hard to tell: names with tabs, quotes and
// backslashes, amounts of many digits, microseconds, arrays, JSON, nulls and infinity.
import { execute } from '../../support/postgres.ts';

/** Fills a migrated database that has nothing; of two accounts, from February to May 2026. */
export async function fillHistory(url: string): Promise<void> {
  for (const statement of STATEMENTS) await execute(url, statement);
}

const MONTHS = `(VALUES ('2026-02-27 22:00+00'::timestamptz), ('2026-03-31 23:50+00'), ('2026-05-04 10:00+00'))`;

const STATEMENTS = [
  `SELECT floatwatch.make_partitions('2026-02-01', '2026-06-01')`,
  // The second one's number isn't the first one's plus one: numbers are the database's own.
  `INSERT INTO floatwatch.account (account_id, name, timezone, outflow_until, outflow_zone)
   VALUES (3, 'acme-ug', 'Africa/Kampala', '2026-05-03', 'Africa/Kampala'), (8, '.kenya', 'UTC', NULL, NULL)`,
  `INSERT INTO floatwatch.wallet (account_id, wallet_id, currency, wallet_type, exposable, rolled_to) VALUES
   (3, 21, 'UGX', 'MERCHANT_PAYOUT', true, '2026-05-04 09:00+00'), (3, 5, 'UGX', E'odd\\ttype "\\\\N" é', false, '-infinity'),
   (8, 6, 'KES', 'MERCHANT_COLLECTION', true, '2026-05-04 09:00+00')`,
  `INSERT INTO floatwatch.poll (account_id, slot, operation, claimed_at, started_at, observed_at, stale_at, claim, duration_ms,
     http_status, envelope_code, wallets, replica, outcome, detail, unreadable)
   SELECT a, m + i * interval '1 minute', o, m + i * interval '1 minute' + interval '0.123456 s', m, m + interval '1.5 s',
     CASE WHEN i < 18 THEN m + interval '10 minutes' END, CASE WHEN i % 7 = 0 THEN '5f0c5c2e-3a52-4a0f-9c43-0f6f3b1c2d3e'::uuid END,
     i, CASE WHEN i < 19 THEN 200 END, -1, 2, 'a', CASE WHEN i = 19 THEN 'lost' WHEN i = 18 THEN 'deadline' ELSE 'ok' END,
     CASE WHEN i = 18 THEN E'15 s\\nare\\tover: \\\\' END,
     CASE WHEN i = 3 THEN '[{"currency": "UGX", "walletType": "x"}]'::jsonb END
   FROM (VALUES (3), (8)) AS accounts(a), ${MONTHS} AS months(m), generate_series(0, 19) i,
     (VALUES ('balances'), ('options')) AS operations(o)`,
  `INSERT INTO floatwatch.snapshot (account_id, wallet_id, slot, observed_after, available, actual, uncleared, reserve)
   SELECT a, w, m + i * interval '1 minute', i * 37, ('-1234567890123456789012345.' || lpad(i::text, 4, '0') || '0')::numeric,
     i * 1.10, CASE WHEN i % 3 > 0 THEN 0.00 END, '0.000000000000000001'
   FROM (VALUES (3, 21), (3, 5), (8, 6)) AS wallets(a, w), ${MONTHS} AS months(m), generate_series(0, 17) i`,
  `INSERT INTO floatwatch.snapshot_conflict VALUES ('2026-03-31 23:55+00', '2026-03-31 23:55:00.000001+00',
     '2026-03-31 23:55:01+00', '2026-04-01 00:10+00', 3, 'balances', 'b', 'conflict', 'ok',
     '[{"currency": "UGX", "available": "1.50"}]')`,
  `INSERT INTO floatwatch.balance_hourly (hour, account_id, wallet_id, samples, opening_available, closing_available,
     lowest_available, highest_available, opening_actual, closing_actual, closing_uncleared, closing_reserve, outflow)
   SELECT date_trunc('hour', m, 'UTC'), a, w, 18, 1.5, 2.50, -3, 4, NULL, 0, 0, 0.10, CASE WHEN w = 21 THEN 12.0 END
   FROM (VALUES (3, 21), (8, 6)) AS wallets(a, w), (VALUES ('2026-02-27 22:00+00'::timestamptz), ('2026-03-31 23:50+00')) AS months(m)`,
  `INSERT INTO floatwatch.balance_daily (day, account_id, wallet_id, samples, opening_available)
   VALUES ('2026-02-28', 3, 21, 18, 1.50), ('2026-04-01', 3, 21, 18, 1.500), ('2026-01-31', 8, 6, 1, 7)`,
  `INSERT INTO floatwatch.outflow_daily VALUES ('2026-02-28', 3, 21, 0.1, NULL), ('2026-03-01', 3, 21, 12345678.901234567, 1e-9)`,
  `INSERT INTO floatwatch.rollup_late VALUES ('2026-03-31 23:00+00', 3, '0b7bd2f5-7f5d-4b89-a8f0-7c8b7e1f0a11')`,
  `INSERT INTO floatwatch.payment_option (account_id, option_id, currency, transaction_type, transaction_method, provider_code,
     provider_name, method_name, active, exposable, min_amount, max_amount, prefixes, first_seen, last_seen, vanished_at)
   VALUES (3, 4, 'UGX', 'PAYOUT', 'MOBILE_MONEY', 'mtn', 'MTN "Uganda"', '', true, true, 500, 5000000.00,
     ARRAY['25677', '', 'a,b', 'NULL', '{}'], '2026-02-27 22:00:00.000001+00', NULL, NULL),
   (8, 2, 'KES', 'PAYOUT', 'MOBILE_MONEY', 'mpesa', 'M-Pesa', 'x', NULL, true, NULL, NULL, '{}', '2026-02-27 22:00+00',
     '2026-03-01 00:00+00', '2026-03-01 00:15+00')`,
  `INSERT INTO floatwatch.payment_option_seen VALUES ('2026-05-04 10:15+00', '2026-05-04 10:15:01.25+00', '2026-05-04 10:45+00', NULL, 3)`,
  `INSERT INTO floatwatch.payment_option_change (slot, seen_at, account_id, option_id, field, old_value, new_value) VALUES
   ('2026-03-01 00:15+00', '2026-03-01 00:15:01+00', 8, 2, 'present', 'true', 'false'),
   ('2026-03-31 23:45+00', '2026-03-31 23:45:01+00', 3, 4, 'max_amount', NULL, '5000000.00')`,
  `INSERT INTO floatwatch.alert_state (account_id, alert, rule, severity, currency, wallet_type, value, threshold, labels, at,
     pending_at, firing_at, fingerprint, phase, asked_at)
   VALUES (3, 'a1', 'PayoutFloatLow', 'warning', 'UGX', 'MERCHANT_PAYOUT', '12.50', '5000000', '{"team": "finance", "b": "é"}',
     '2026-05-04 10:15+00', '2026-05-04 10:00+00', '2026-05-04 10:02+00', E'{"alertname"\\t}', 'firing', '2026-05-04 10:16+00')`,
  `INSERT INTO floatwatch.alert_episode (account_id, alert, firing_at, at, pending_at, resolved_at, rule, severity, currency,
     wallet_type, value, threshold, labels, episode)
   VALUES (3, 'a1', '2026-05-04 10:02+00', '2026-05-04 10:15+00', '2026-05-04 10:00+00', NULL, 'PayoutFloatLow', 'warning', 'UGX',
     'MERCHANT_PAYOUT', '12.50', '5000000', '{"team": "finance"}', repeat('ab', 32)),
   (3, 'a1', '2026-03-31 23:52+00', '2026-04-01 00:15+00', NULL, '2026-04-01 00:10+00', 'PayoutFloatLow', 'warning', 'UGX',
     'MERCHANT_PAYOUT', NULL, NULL, '{}', NULL)`,
  `INSERT INTO floatwatch.plan (planned_at, request_by, arrives_at, account_id, wallet_id, number, history_until, late, confidence,
     available, coming, needed, outcome, source, doubts, replica)
   SELECT m, NULL, m + interval '2 days', 3, 21, row_number() OVER (ORDER BY m), '2026-02-27', false, 0.95, 1.50, 0, 1000.00,
     'in_time', 'acme-ug/UGX/MERCHANT_COLLECTION', ARRAY['few days', 'a "b", c'], 'a' FROM ${MONTHS} AS months(m)`,
  `INSERT INTO floatwatch.outbox (created_at, due_at, done_at, attempts, receiver, key, alert, body, kind, episode, message_id)
   VALUES ('2026-05-04 10:02+00', '2026-05-04 10:02+00', NULL, 3, 'ops', 'k1', 'a1', E'{"text": "low\\n\\t\\\\"}', 'fire', 'ab', NULL),
   ('2026-03-31 23:52+00', '2026-03-31 23:52+00', '2026-03-31 23:52:01+00', 1, 'ops', 'k0', 'a1', '{}', 'fire', 'aa', 'm-1')`,
  `INSERT INTO floatwatch.top_up_request VALUES ('2026-05-04 10:05:00.000001+00', 'acme-ug', 'UGX', 'MERCHANT_PAYOUT', 1000.00, 'command x')`,
  `INSERT INTO floatwatch.forgotten_wallet VALUES ('2026-05-04 10:06+00', 'gone', 'UGX', 'OLD', 'root', NULL)`,
];

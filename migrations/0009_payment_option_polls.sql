-- One attempt to read an account's payment options, once it has ended: as "polls" tells it of balances.
CREATE VIEW floatwatch.payment_option_polls AS
SELECT a.name AS account, p.slot, p.outcome, p.http_status, p.envelope_code,
  p.duration_ms * interval '1 millisecond' AS duration, p.replica, p.wallets AS options_seen,
  p.started_at, p.observed_at, p.detail
FROM floatwatch.poll p
JOIN floatwatch.account a ON a.account_id = p.account_id
WHERE p.operation = 'options' AND p.outcome IS NOT NULL;

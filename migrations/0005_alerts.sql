-- Alerts: where each stands, what each episode was, and what is on its way to webhooks.

-- One row per (rule, wallet) that ever was more than inactive. It only ever gives way to later evidence.
CREATE TABLE floatwatch.alert_state (
  at          timestamptz NOT NULL, -- the evidence that last changed it
  pending_at  timestamptz,
  firing_at   timestamptz,
  resolved_at timestamptz,
  clear_since timestamptz,
  account_id  integer NOT NULL,
  alert       text NOT NULL, -- SHA-256 of the fingerprint: any length of labels fits the key
  rule        text NOT NULL,
  severity    text NOT NULL,
  currency    text NOT NULL, -- empty when it is about the account
  wallet_type text NOT NULL,
  phase       text NOT NULL CHECK (phase IN ('inactive', 'pending', 'firing')),
  value       text,
  threshold   text,
  fingerprint text NOT NULL,
  labels      jsonb NOT NULL,
  PRIMARY KEY (account_id, alert)
);
-- engine: distributed alert_state

-- From firing to resolved. The key makes replicas and restarts that tell of the same episode write the same row.
CREATE TABLE floatwatch.alert_episode (
  at          timestamptz NOT NULL,
  firing_at   timestamptz NOT NULL,
  pending_at  timestamptz,
  resolved_at timestamptz,
  account_id  integer NOT NULL,
  alert       text NOT NULL,
  rule        text NOT NULL,
  severity    text NOT NULL,
  currency    text NOT NULL,
  wallet_type text NOT NULL,
  value       text,
  threshold   text,
  labels      jsonb NOT NULL,
  PRIMARY KEY (account_id, alert, firing_at)
);
-- engine: distributed alert_episode

-- Messages to webhooks. What was sent stays for a month, so that nobody sends it again.
CREATE TABLE floatwatch.outbox (
  created_at timestamptz NOT NULL,
  due_at     timestamptz NOT NULL, -- also the end of a lease
  done_at    timestamptz,
  dead_at    timestamptz,
  attempts   integer NOT NULL DEFAULT 0,
  receiver   text NOT NULL,
  key        text NOT NULL,
  alert      text NOT NULL,
  detail     text,
  body       text NOT NULL,
  PRIMARY KEY (receiver, key)
);
CREATE INDEX outbox_waiting ON floatwatch.outbox (receiver, alert, created_at)
  WHERE done_at IS NULL AND dead_at IS NULL;

-- One episode. Value and threshold are those at the moment it fired, and null when they are no amounts.
CREATE VIEW floatwatch.alerts AS
SELECT e.rule, e.severity, a.name AS account, nullif(e.currency, '') AS currency,
  nullif(e.wallet_type, '') AS wallet_type, e.pending_at, e.firing_at, e.resolved_at,
  CASE WHEN e.value ~ '^-?[0-9]+(\.[0-9]+)?$' THEN e.value::numeric END AS value,
  CASE WHEN e.threshold ~ '^-?[0-9]+(\.[0-9]+)?$' THEN e.threshold::numeric END AS threshold,
  e.labels
FROM floatwatch.alert_episode e
JOIN floatwatch.account a ON a.account_id = e.account_id;

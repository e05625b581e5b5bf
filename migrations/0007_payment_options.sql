-- Payment options: each as it is now, and every change of it. A poll that sees nothing new writes one row here, the
-- account's own, and that only says when.

-- The newest good response of an account. It only ever gives way to a later slot.
CREATE TABLE floatwatch.payment_option_seen (
  slot               timestamptz NOT NULL,
  observed_at        timestamptz NOT NULL,
  stale_at           timestamptz NOT NULL, -- what it said is to be believed until then
  before_observed_at timestamptz, -- of the good response before it
  account_id         integer PRIMARY KEY
) WITH (fillfactor = 50);
-- engine: distributed payment_option_seen

CREATE SEQUENCE floatwatch.payment_option_id_seq AS integer;
CREATE TABLE floatwatch.payment_option (
  first_seen         timestamptz NOT NULL,
  last_seen          timestamptz, -- null while it is in the newest good response
  vanished_at        timestamptz, -- when a good response first lacked it; null when it doesn't
  account_id         integer NOT NULL,
  option_id          integer NOT NULL DEFAULT nextval('floatwatch.payment_option_id_seq'),
  active             boolean, -- null: not told
  exposable          boolean NOT NULL,
  min_amount         numeric CHECK (min_amount <> 'NaN'), -- null: not told, or not to be believed
  max_amount         numeric CHECK (max_amount <> 'NaN'),
  max_daily_amount   numeric CHECK (max_daily_amount <> 'NaN'),
  currency           text NOT NULL,
  transaction_type   text NOT NULL,
  transaction_method text NOT NULL,
  provider_code      text NOT NULL,
  provider_name      text NOT NULL,
  method_name        text NOT NULL,
  prefixes           text[] NOT NULL, -- in the order sent
  PRIMARY KEY (account_id, option_id),
  UNIQUE (account_id, currency, transaction_type, transaction_method, provider_code)
);
-- engine: distributed payment_option

CREATE TABLE floatwatch.payment_option_change (
  slot       timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL,
  account_id integer NOT NULL,
  option_id  integer NOT NULL,
  field      text NOT NULL,
  old_value  text, -- null: not told, or not there
  new_value  text,
  PRIMARY KEY (account_id, option_id, slot, field)
);
-- engine: distributed payment_option_change

-- An option as it was last told; fresh, stale, or missing from the newest good response.
CREATE VIEW floatwatch.payment_options AS
SELECT a.name AS account, o.currency, o.transaction_type, o.transaction_method, o.provider_code, o.provider_name,
  o.method_name, o.active, o.min_amount, o.max_amount, o.max_daily_amount, o.prefixes, o.first_seen,
  coalesce(o.last_seen, s.observed_at) AS last_seen, o.vanished_at,
  CASE
    WHEN o.vanished_at IS NOT NULL THEN 'missing'
    WHEN o.last_seen IS NULL AND s.stale_at > now() THEN 'fresh'
    ELSE 'stale'
  END AS state
FROM floatwatch.payment_option o
JOIN floatwatch.payment_option_seen s ON s.account_id = o.account_id
JOIN floatwatch.account a ON a.account_id = o.account_id;

-- One change of one field, when it was seen. The field "present" tells of vanishing and of coming back.
CREATE VIEW floatwatch.payment_option_changes AS
SELECT c.seen_at, a.name AS account, o.currency, o.transaction_type, o.transaction_method, o.provider_code, c.field,
  c.old_value, c.new_value
FROM floatwatch.payment_option_change c
JOIN floatwatch.payment_option o ON o.account_id = c.account_id AND o.option_id = c.option_id
JOIN floatwatch.account a ON a.account_id = c.account_id;

-- Top-ups that were asked for, so that what is on its way isn't asked for twice. Whether one has arrived is seen by the
-- balance.
CREATE TABLE floatwatch.top_up_request (
  requested_at timestamptz NOT NULL DEFAULT now(),
  account      text NOT NULL,
  currency     text NOT NULL,
  wallet_type  text NOT NULL,
  amount       numeric NOT NULL CHECK (amount > 0),
  requested_by text NOT NULL, -- `command NAME`, `api NAME`, or `alert RULE` where it is taken for granted
  PRIMARY KEY (requested_at, account, currency, wallet_type)
);
-- engine: reference top_up_request

CREATE VIEW floatwatch.top_up_requests AS
SELECT requested_at, account, currency, wallet_type, amount, requested_by FROM floatwatch.top_up_request;

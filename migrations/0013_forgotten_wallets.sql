-- Wallets that a person had forgotten, because the service doesn't name them any more: who, when and why. Every replica
-- ends the alerts that it holds on them.
CREATE TABLE floatwatch.forgotten_wallet (
  forgotten_at timestamptz NOT NULL DEFAULT now(),
  account      text NOT NULL,
  currency     text NOT NULL,
  wallet_type  text NOT NULL,
  forgotten_by text NOT NULL, -- as the operating system calls who typed it
  reason       text,
  PRIMARY KEY (forgotten_at, account, currency, wallet_type)
);
-- engine: reference forgotten_wallet

CREATE VIEW floatwatch.forgotten_wallets AS
SELECT forgotten_at, account, currency, wallet_type, forgotten_by, reason FROM floatwatch.forgotten_wallet;

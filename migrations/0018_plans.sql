-- Plans as they were told, so that they can be judged later: a row when a plan changes by what matters, and one a day.
-- A wallet's rows are numbered, so that of two replicas that tell the same one finds its number taken.
CREATE TABLE floatwatch.plan (
  planned_at       timestamptz NOT NULL,
  request_by       timestamptz, -- null: more than 60 days ahead, as the next two
  lasts_until      timestamptz,
  then_lasts_until timestamptz,
  arrives_at       timestamptz NOT NULL,
  top_up_at        timestamptz, -- this and the next four: of the top-up that the plan before this one asked for
  empty_since      timestamptz,
  account_id       integer NOT NULL,
  wallet_id        integer NOT NULL,
  number           integer NOT NULL,
  history_until    date NOT NULL, -- the day before which the days lie that it was learnt from
  late             boolean NOT NULL,
  confidence       numeric NOT NULL,
  available        numeric NOT NULL,
  coming           numeric NOT NULL,
  needed           numeric NOT NULL,
  given            numeric,
  shortfall        numeric,
  top_up           numeric,
  left_before      numeric,
  outcome          text CHECK (outcome IN ('in_time', 'not_followed', 'told_too_late')),
  source           text, -- as account/CURRENCY/WALLET_TYPE
  doubts           text[] NOT NULL,
  replica          text NOT NULL,
  PRIMARY KEY (account_id, wallet_id, number)
);
-- engine: distributed plan

-- What was planned from an instant on, until when, and what came of it.
CREATE VIEW floatwatch.plans AS
SELECT a.name AS account, w.currency, w.wallet_type, p.planned_at, lead(p.planned_at) OVER later AS planned_until,
  p.available, p.coming, p.needed, p.request_by, p.late, p.arrives_at, p.lasts_until, p.then_lasts_until, p.confidence,
  p.doubts, p.source, p.given, p.shortfall,
  lead(p.top_up_at) OVER later AS top_up_at, lead(p.top_up) OVER later AS top_up,
  lead(p.left_before) OVER later AS left_before, lead(p.empty_since) OVER later AS empty_since,
  lead(p.outcome) OVER later AS outcome
FROM floatwatch.plan p
JOIN floatwatch.wallet w ON w.account_id = p.account_id AND w.wallet_id = p.wallet_id
JOIN floatwatch.account a ON a.account_id = p.account_id
WINDOW later AS (PARTITION BY p.account_id, p.wallet_id ORDER BY p.number);

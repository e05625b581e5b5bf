-- When a process last said that its configuration asks for the alert. One that nobody has asked for within a day is ended
-- by whoever looks (src/app/abandoned.ts): of a rule that only other processes have, nobody else can know.
ALTER TABLE floatwatch.alert_state ADD COLUMN asked_at timestamptz NOT NULL DEFAULT now();

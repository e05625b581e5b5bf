-- Notifications know their episode, so that a receiver can change the message that it sent before.

ALTER TABLE floatwatch.outbox ADD COLUMN kind text; -- fire, update, resolve; NULL in messages made before this
ALTER TABLE floatwatch.outbox ADD COLUMN episode text; -- one for each time an alert fires
ALTER TABLE floatwatch.outbox ADD COLUMN message_id text; -- what the receiver calls the message of the episode
CREATE INDEX outbox_episode ON floatwatch.outbox (receiver, episode) WHERE episode IS NOT NULL;

-- An alert's page is found by the identity of the episode: it is in links that were sent long ago.

ALTER TABLE floatwatch.alert_episode ADD COLUMN episode text; -- 64 hexadecimal digits; NULL in rows made before this
CREATE INDEX alert_episode_id ON floatwatch.alert_episode (left(episode, 16));

-- Who lost its claims reads a sweep that others have stored, and all of it stands together on the disk: a summary of which
-- pages have which slots finds it. Without one the whole month was read, or each wallet was looked for by itself.
CREATE INDEX snapshot_slot ON floatwatch.snapshot USING brin (slot) WITH (pages_per_range = 32, autosummarize = on);

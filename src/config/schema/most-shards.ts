// How many shards there may be. It stands here alone, so that the flags don't load the whole schema.

/** The most shards that there may be. */
export const MOST_SHARDS = 1_000;

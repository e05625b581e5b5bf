/** The most shards that there may be. Here alone, so that the flags don't load the whole schema. */
export const MOST_SHARDS = 1_000;

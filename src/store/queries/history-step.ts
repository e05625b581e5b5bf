// The steps in which a wallet's past can be read. Used by its queries and the flags of `floatwatch history`.
export const STEPS = ['raw', 'hour', 'day'] as const;
/** `raw` is every snapshot; hours and days are those of the account's time zone. */
export type HistoryStep = (typeof STEPS)[number];

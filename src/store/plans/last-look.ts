// From where a wallet's past is read to see what has come since an instant. Used for requests and plans.
import type { Schema } from '../postgres/connection.ts';

/**
 * The slot at which the wallet `$1`, `$2` was seen last before an instant, however long ago, or that instant: SQL of both. What is
 * seen next has risen from there.
 */
export function lastLookBefore(schema: Schema, instant: string): string {
  return `coalesce((
    SELECT p.slot FROM ${schema}.snapshot p
    WHERE p.account_id = $1 AND p.wallet_id = $2 AND p.slot < ${instant} AND p.available IS NOT NULL
    ORDER BY p.slot DESC LIMIT 1), ${instant})`;
}

// Finds where to begin reading a wallet's past, to see what has changed since an instant. Used for requests and plans.
import type { Schema } from '../postgres/connection.ts';

/**
 * SQL for the slot at which the wallet `$1`, `$2` was last seen before an instant, however long ago; else that
 * instant.
 *
 * The next snapshot's rise is measured from there.
 */
export function lastLookBefore(schema: Schema, instant: string): string {
  return `coalesce((
    SELECT p.slot FROM ${schema}.snapshot p
    WHERE p.account_id = $1 AND p.wallet_id = $2 AND p.slot < ${instant} AND p.available IS NOT NULL
    ORDER BY p.slot DESC LIMIT 1), ${instant})`;
}

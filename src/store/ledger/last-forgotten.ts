// When wallets were forgotten, for statements that leave out what was seen before.
import type { Schema } from '../postgres/connection.ts';

/** A join that adds to each wallet `w` of account `a` when it was last forgotten, `f.last_at`; null if it never was. */
export function withForgotten(schema: Schema): string {
  return `LEFT JOIN (
       SELECT account, currency, wallet_type, max(forgotten_at) AS last_at
       FROM ${schema}.forgotten_wallet GROUP BY account, currency, wallet_type
     ) f ON f.account = a.name AND f.currency = w.currency AND f.wallet_type = w.wallet_type`;
}

// Guesses which wallet somebody meant: used by commands about single wallets.
import { nearestOf } from '../../domain/spelling.ts';
import type { Store } from './open-store.ts';

/** `did you mean acme-ug/UGX/MERCHANT_PAYOUT?`, or which wallets there are, of those that were ever seen. */
export async function nearestWallet({ pool, schema }: Store, name: string): Promise<string> {
  const known = await pool.query<{ name: string }>(
    `SELECT a.name || '/' || w.currency || '/' || w.wallet_type AS name FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id ORDER BY 1`,
  );
  return nearestOf(
    name,
    known.map((each) => each.name),
  );
}

// Guesses which wallet somebody meant: used by commands about single wallets.
import { meantBy, nearestOf } from '../../domain/spelling.ts';
import type { Store } from './open-store.ts';

/** `did you mean acme-ug/UGX/MERCHANT_PAYOUT?`, or which wallets of the account, or of all, were ever seen. */
export async function nearestWallet({ pool, schema }: Store, name: string): Promise<string> {
  const known = await pool.query<{ name: string }>(
    `SELECT a.name || '/' || w.currency || '/' || w.wallet_type AS name FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id ORDER BY 1`,
  );
  const names = known.map((each) => each.name);
  const ofAccount = names.filter((each) => each.startsWith(`${name.split('/')[0]}/`));
  const isTypo = meantBy(name, names) !== undefined;
  return nearestOf(name, isTypo || ofAccount.length === 0 ? names : ofAccount);
}

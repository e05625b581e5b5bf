import type { Outcome } from '../../domain/observation.ts';
import { walletKey } from '../../domain/wallet.ts';
import { forgetWallet } from '../../store/alerts/forgotten-wallets.ts';
import { readAccountIds } from '../../store/queries/account-ids.ts';
import { nearestWallet } from '../input/nearest-wallet.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { userName } from '../input/user-name.ts';
import { type NamedWallet, walletNamed } from '../input/wallet-name.ts';
import { CommandError, type Io } from '../terminal/io.ts';

/** Outcomes of polls that show which balances the service still has. */
const ANSWERED: readonly Outcome[] = ['ok', 'partial', 'empty'];

interface ForgetFlags extends ConfigFlags {
  readonly reason?: string;
}

/** `floatwatch forget WALLET`: stops waiting for a wallet that the service closed. */
export async function forget(io: Io, name: string, flags: ForgetFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const wallet = walletNamed(name);
  const account = config.accounts.find((each) => each.name === wallet.account);
  if (account?.expect.some((one) => walletKey(one) === walletKey(wallet))) {
    throw new CommandError(`${name} is expected: take it out of the account's "expect" first`, 2);
  }
  await using store = await openStore(config, io, 'write');
  await requireGone(store, name, wallet, { isPolled: account !== undefined });
  await forgetWallet(store.pool, store.schema, {
    ...wallet,
    by: userName(io.env),
    reason: flags.reason ?? null,
    once: false,
  });
  io.stdout.write(`${name} is forgotten: alerts that are held on it end within ten seconds\n`);
}

/**
 * Throws unless the wallet is known and no longer named: any other wallet would be back with the next poll. A wallet
 * without history, or one that never had a readable balance, is known too, because alerts on it may still wait. In an outage
 * nobody knows which wallets are gone, so no alert ends by a word that is typed then: there must be a good response that had
 * no balance of it. Of an account that is no longer polled, no response will come.
 */
async function requireGone(
  store: Store,
  name: string,
  wallet: NamedWallet,
  { isPolled }: { readonly isPolled: boolean },
): Promise<void> {
  const { pool, schema } = store;
  const of = [wallet.account, wallet.currency, wallet.walletType];
  const [latest] = await pool.query<{ state: string; slot: Date }>(
    `SELECT state, slot FROM ${schema}.balances_latest WHERE account = $1 AND currency = $2 AND wallet_type = $3`,
    of,
  );
  if (latest?.state === 'fresh') {
    throw new CommandError(
      isPolled
        ? `${name} is named by the service: it would be back with the next poll`
        : `${name} was seen by a poll just now: if nobody polls its account any more, try again when it is stale`,
    );
  }
  // One query after another: Citus refuses a query about distributed and reference tables together.
  const accountId = (await readAccountIds(pool, schema, [wallet.account])).get(wallet.account);
  if (latest?.state === 'stale' && isPolled) {
    const [since] = await pool.query(
      `SELECT 1 FROM ${schema}.poll WHERE account_id = $1 AND slot > $2 AND outcome = ANY($3) LIMIT 1`,
      [accountId, latest.slot, ANSWERED],
    );
    if (since) return;
    throw new CommandError(`${name} is stale: no good response says that it is gone; try again after one`);
  }
  if (latest) return;
  const has = async (from: string, key: string | number | undefined) =>
    key !== undefined &&
    (await pool.query(`SELECT 1 FROM ${from} LIMIT 1`, [key, ...of.slice(1)])).length > 0;
  const isNamed = 'currency = $2 AND wallet_type = $3';
  if (
    await has(`${schema}.alert_state WHERE account_id = $1 AND ${isNamed} AND phase <> 'inactive'`, accountId)
  )
    return;
  if (await has(`${schema}.forgotten_wallet WHERE account = $1 AND ${isNamed}`, wallet.account))
    throw new CommandError(`${name} is forgotten already`);
  if (!(await has(`${schema}.wallet WHERE account_id = $1 AND ${isNamed}`, accountId)))
    throw new CommandError(`no wallet ${name} was ever seen; ${await nearestWallet(store, name)}`, 2);
}

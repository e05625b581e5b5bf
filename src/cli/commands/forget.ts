import { walletKey } from '../../domain/wallet.ts';
import { forgetWallet } from '../../store/alerts/forgotten-wallets.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { userName } from '../input/user-name.ts';
import { type NamedWallet, walletNamed } from '../input/wallet-name.ts';
import { CommandError, type Io } from '../terminal/io.ts';

interface ForgetFlags extends ConfigFlags {
  readonly reason?: string;
}

/** `floatwatch forget WALLET`: a wallet that the service closed is waited for no more. */
export async function forget(io: Io, name: string, flags: ForgetFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const wallet = walletNamed(name);
  const expected = config.accounts.find((account) => account.name === wallet.account)?.expect ?? [];
  if (expected.some((one) => walletKey(one) === walletKey(wallet))) {
    throw new CommandError(`${name} is expected: take it out of the account's "expect" first`, 2);
  }
  await using store = await openStore(config, io, 'write');
  await requireGone(store, name, wallet);
  await forgetWallet(store.pool, store.schema, {
    ...wallet,
    by: userName(io.env),
    reason: flags.reason ?? null,
  });
  io.stdout.write(`${name} is forgotten: alerts that are held on it end within ten seconds\n`);
}

/**
 * Only what is known and isn't named any more can be forgotten: anything else would be back with the next poll. Known is
 * also what has no history any more, or never had a readable balance, since alerts on it may still wait.
 */
async function requireGone({ pool, schema }: Store, name: string, wallet: NamedWallet): Promise<void> {
  const of = [wallet.account, wallet.currency, wallet.walletType];
  const [latest] = await pool.query<{ state: string }>(
    `SELECT state FROM ${schema}.balances_latest WHERE account = $1 AND currency = $2 AND wallet_type = $3`,
    of,
  );
  if (latest?.state === 'fresh') {
    throw new CommandError(`${name} is named by the service: it would be back with the next poll`);
  }
  if (latest) return;
  const [known] = await pool.query<{ alert: boolean; wallet: boolean; forgotten: boolean }>(
    `SELECT EXISTS (
         SELECT FROM ${schema}.alert_state s WHERE s.account_id = a.account_id AND s.currency = $2
           AND s.wallet_type = $3 AND s.phase <> 'inactive'
       ) AS alert, EXISTS (
         SELECT FROM ${schema}.wallet w WHERE w.account_id = a.account_id AND w.currency = $2 AND w.wallet_type = $3
       ) AS wallet, EXISTS (
         SELECT FROM ${schema}.forgotten_wallet f WHERE f.account = a.name AND f.currency = $2 AND f.wallet_type = $3
       ) AS forgotten
     FROM ${schema}.account a WHERE a.name = $1`,
    of,
  );
  if (known?.alert) return;
  if (known?.forgotten) throw new CommandError(`${name} is forgotten already`);
  if (!known?.wallet) throw new CommandError(`no wallet of that name was ever seen: ${name}`);
}

// Forgets wallets that the service hasn't named for as long as `accounts[].forget_after` says, as if somebody had typed
// `floatwatch forget`: the database records it, and every replica reads it there.
import type { Alert } from '../domain/alert.ts';
import { formatDuration } from '../domain/duration.ts';
import { type WalletId, walletKey, walletName } from '../domain/wallet.ts';
import type { MissingWallet } from '../store/queries/unnamed-wallets.ts';
import type { Configured } from './configured.ts';
import { alone } from './every.ts';
import type { Logger } from './log/logger.ts';

const BY = 'forget_after';

export interface ForgetAfterOptions {
  readonly log: Logger;
  readonly configured: () => Configured;
  readonly alerts: () => readonly Alert[];
  readonly wallets: MissingWallets;
  /** Resolves when the state from before the start is recalled: nothing can be forgotten before. */
  readonly recalled: Promise<void>;
}

/** What the database knows of missing wallets. Every method rejects when Postgres is away or slow. */
export interface MissingWallets {
  /** See `readMissingWallets`. */
  read(accounts: readonly string[]): Promise<readonly MissingWallet[]>;
  /** See `unnamedFor`. */
  unnamedFor(of: {
    account: string;
    forMs: number;
    missing: readonly MissingWallet[];
  }): Promise<readonly MissingWallet[]>;
  /** See `readWalletNames`. */
  names(account: string): Promise<readonly WalletId[]>;
  /** Records that the wallet is forgotten, by whom and why. */
  forget(wallet: MissingWallet, by: string, reason: string): Promise<void>;
}

/**
 * Returns a function that looks once at every account that has `forget_after`. One look at a time; never rejects.
 *
 * A wallet stays when it is expected, or when an alert on it is pending or firing: that alert would end without evidence.
 * BalanceUnknown alone doesn't keep a wallet, because it fires for every missing one.
 */
export function createForgetAfter(options: ForgetAfterOptions): () => Promise<void> {
  const { log, configured, alerts, wallets } = options;
  return alone(look, {
    ready: options.recalled,
    onFailure({ message }) {
      log.debug({ reason: message }, 'which wallets are not named any more could not be read');
    },
  });

  async function look(): Promise<void> {
    const asking = [...configured().accounts.values()].filter(({ config }) => config.forget_after !== null);
    if (asking.length === 0) return;
    const missing = await wallets.read(asking.map(({ name }) => name));
    const kept = new Set(alerts().filter(keepsWallet).map(walletName));
    for (const { name: account, expect, config } of asking) {
      const forMs = config.forget_after!;
      const expected = new Set(expect.map(walletKey));
      const free = missing.filter(
        (one) => one.account === account && !expected.has(walletKey(one)) && !kept.has(walletName(one)),
      );
      if (free.length === 0) continue;
      const reason = `not named for ${formatDuration(forMs)}`;
      for (const wallet of await wallets.unnamedFor({ account, forMs, missing: free })) {
        await wallets.forget(wallet, BY, reason);
        log.info({ account, wallet: walletKey(wallet), reason }, 'a wallet is forgotten by forget_after');
      }
    }
  }
}

function keepsWallet({ phase, rule, walletType }: Alert): boolean {
  return walletType !== '' && phase !== 'inactive' && rule !== 'BalanceUnknown';
}

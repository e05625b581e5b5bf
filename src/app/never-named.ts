// Ends alerts about wallets that were expected and that no response has ever named, when a restart has taken them out of
// `expect`: no response tells anything about them, so nothing else would end these alerts.
import type { Alert } from '../domain/alert.ts';
import { type WalletId, walletKey, walletName } from '../domain/wallet.ts';
import type { Board } from '../monitor/board/board.ts';
import type { Alerting } from './alerts/alerting.ts';
import type { Configured } from './configured.ts';
import { alone } from './every.ts';
import type { Logger } from './log/logger.ts';
import type { Storage } from './storage/storage.ts';

export interface NeverNamedOptions {
  readonly log: Pick<Logger, 'info' | 'debug'>;
  readonly configured: () => Pick<Configured, 'accounts'>;
  readonly board: Pick<Board, 'has'>;
  readonly alerts: () => readonly Alert[];
  readonly alerting: Pick<Alerting, 'forget'>;
  readonly storage: Pick<Storage, 'spoolStats'>;
  /** Reads every wallet of the account that the database has. */
  readonly names: (account: string) => Promise<readonly WalletId[]>;
  /** Resolves when the state from before the start is recalled: nothing is known of most wallets before. */
  readonly recalled: Promise<void>;
}

/**
 * Returns a function that looks once. One look at a time; never rejects.
 *
 * An alert other than BalanceUnknown keeps its wallet, as for `forget_after`. So do polls that wait for the database: they
 * may name it.
 */
export function createEndNeverNamed(options: NeverNamedOptions): () => Promise<void> {
  const { log, configured, board, alerts, alerting, storage, names } = options;
  return alone(look, {
    ready: options.recalled,
    onFailure({ message }) {
      log.debug({ reason: message }, 'whether wallets of alerts were ever named could not be read');
    },
  });

  async function look(): Promise<void> {
    const byAccount = Map.groupBy(doubtful(), ({ account }) => account);
    for (const [account, wallets] of byAccount) {
      if (storage.spoolStats().polls > 0) return;
      const named = new Set((await names(account)).map(walletKey));
      const still = new Set(doubtful().map(walletName)); // a poll or a reload may have come
      for (const wallet of wallets) {
        if (named.has(walletKey(wallet)) || !still.has(walletName(wallet))) continue;
        const { currency, walletType } = wallet;
        alerting.forget(account, { currency, walletType }, 'removed');
        log.info({ account, wallet: walletKey(wallet) }, 'a wallet is expected no more, and was never named');
      }
    }
  }

  /** The alerts about wallets that are neither expected nor known here. */
  function doubtful(): readonly Alert[] {
    const { accounts } = configured();
    const lasting = alerts().filter(
      (alert) =>
        alert.phase !== 'inactive' &&
        alert.walletType !== '' &&
        accounts.has(alert.account) &&
        !board.has(alert.account, alert),
    );
    const kept = new Set(lasting.filter(({ rule }) => rule !== 'BalanceUnknown').map(walletName));
    return lasting.filter((alert) => !kept.has(walletName(alert)));
  }
}

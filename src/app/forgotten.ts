// Remembers the wallets that were forgotten recently. Another replica may still save alerts of such a wallet, and a read
// that began earlier may still end. Without this memory, such old data would bring the wallet back, and nobody would forget
// it again.
import type { Instant, Observation } from '../domain/observation.ts';
import { type WalletId, walletName } from '../domain/wallet.ts';
import type { PastValue, SavedAlert } from '../monitor/alerts/ports.ts';
import { isExpected } from '../monitor/board/board-entry.ts';
import { isAhead } from '../monitor/board/staleness.ts';
import type { Clock } from '../monitor/clock.ts';
import type { ForgottenWallet } from '../store/alerts/forgotten-wallets.ts';
import type { Configured } from './configured.ts';

const MAX_KEPT = 10_000; // a service could name new wallets without end
const OTHERS_LOOK_MS = 10_000; // after so long, other replicas have forgotten it too

export interface Forgotten {
  /** Adds a wallet that was just forgotten. */
  add(wallet: ForgottenWallet): void;
  /** Removes the states of forgotten wallets that were decided before they were forgotten. Keeps the ends of their alerts. */
  without(states: readonly SavedAlert[]): readonly SavedAlert[];
  /**
   * Removes from each observation the wallets that were forgotten after it. An observation of a clock that was ahead lies in
   * the future, and is taken for older.
   */
  unseen(observations: readonly Observation[]): readonly Observation[];
  /** Removes the past values of wallets that were forgotten after them: rules that look back don't count from these. */
  seenSince(values: readonly PastValue[]): readonly PastValue[];
}

/** Makes an empty memory. It never leaves out a wallet that is expected. */
export function createForgotten(
  configured: () => Pick<Configured, 'accounts'>,
  clock: Pick<Clock, 'now'>,
): Forgotten {
  const forgottenAt = new Map<string, Instant>(); // in the order in which they were forgotten

  return {
    add({ account, forgottenAt: at, ...wallet }) {
      const key = walletName({ account, ...wallet });
      forgottenAt.delete(key);
      forgottenAt.set(key, at);
      if (forgottenAt.size > MAX_KEPT) forgottenAt.delete(forgottenAt.keys().next().value!);
    },

    without(states) {
      if (forgottenAt.size === 0) return states;
      return states.filter(({ state, ...saved }) => {
        const at = state.phase === 'inactive' ? undefined : whenForgotten(saved.account, saved);
        return at === undefined || state.at > at + OTHERS_LOOK_MS;
      });
    },

    unseen(observations) {
      if (forgottenAt.size === 0) return observations;
      const now = clock.now();
      return observations.map((observation) => {
        const { account, observedAt, wallets, unreadable } = observation;
        const isKept = (wallet: WalletId) => {
          const at = whenForgotten(account, wallet);
          return at === undefined || (observedAt > at && !isAhead(observedAt, now));
        };
        return { ...observation, wallets: wallets.filter(isKept), unreadable: unreadable.filter(isKept) };
      });
    },

    seenSince(values) {
      if (forgottenAt.size === 0) return values;
      return values.filter((value) => {
        const at = whenForgotten(value.account, value);
        return at === undefined || value.slot > at;
      });
    },
  };

  function whenForgotten(account: string, wallet: WalletId): Instant | undefined {
    const at = forgottenAt.get(
      walletName({ account, currency: wallet.currency, walletType: wallet.walletType }),
    );
    if (at === undefined) return undefined;
    const config = configured().accounts.get(account);
    return config && isExpected(config, wallet) ? undefined : at;
  }
}

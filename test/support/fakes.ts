// Hand-made stand-ins for the ports, for tests that are about the monitor itself.
import { amountOf } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { isBalances } from '../../src/domain/poll-result.ts';
import type { WalletBalance } from '../../src/domain/wallet.ts';
import type { BalanceSource, Reading } from '../../src/monitor/polling/ports.ts';
import type { AccountSlot, Ledger, ResultStore } from '../../src/monitor/storage/ports.ts';

/** A wallet with the given amount available, and nothing uncleared or reserved. */
export function wallet(available: string, walletType = 'MERCHANT_PAYOUT', currency = 'UGX'): WalletBalance {
  const amount = amountOf(available);
  const zero = amountOf('0');
  return {
    currency,
    walletType,
    available: amount,
    actual: amount,
    uncleared: zero,
    reserve: zero,
    exposable: true,
  };
}

/** A reading that went well, with these wallets. */
export function reading(wallets: readonly WalletBalance[], change: Partial<Reading> = {}): Reading {
  const fine = { outcome: 'ok', httpStatus: 200, envelopeCode: 200, detail: null, unreadable: [] } as const;
  return { ...fine, wallets, ...change };
}

/** An observation with these wallets, complete. */
export function observation(change: Partial<Observation> & Pick<Observation, 'slot'>): Observation {
  const { slot } = change;
  return {
    account: 'acme',
    startedAt: slot,
    observedAt: slot + 100,
    durationMs: 100,
    ...reading([wallet('1000')]),
    ...change,
  };
}

/** A source that answers with what `answer` returns and counts how often it was asked. */
export function fakeSource(answer: () => Reading | Promise<Reading>): BalanceSource & { reads: number } {
  return {
    reads: 0,
    async read({ signal }) {
      this.reads++;
      const aborted = Promise.withResolvers<Reading>();
      signal.addEventListener('abort', () => aborted.resolve(reading([], { outcome: 'aborted' })));
      return Promise.race([answer(), aborted.promise]);
    },
  };
}

/** A ledger in memory that any number of fake replicas may share; `down` makes every method reject. */
export function fakeLedger(): {
  replica(name: string): Ledger & ResultStore;
  down: boolean;
  stored: Observation[];
} {
  const claims = new Map<string, { owner: string; ended?: Observation }>();
  const key = (each: AccountSlot) => `${each.account} ${each.slot}`;
  const shared = {
    down: false,
    stored: [] as Observation[],
    replica(owner: string): Ledger & ResultStore {
      const check = () => {
        if (shared.down) throw new Error('connection refused');
      };
      return {
        async claim(due) {
          check();
          const ours = due.filter((each) => !claims.has(key(each)));
          for (const each of ours) claims.set(key(each), { owner });
          return ours;
        },
        async takeOver(open) {
          check();
          const ours = open.filter((each) => claims.get(key(each))?.ended === undefined);
          for (const each of ours) claims.set(key(each), { owner });
          return ours;
        },
        async ended(open) {
          check();
          return open.map((each) => claims.get(key(each))?.ended).filter((each) => each !== undefined);
        },
        async latest() {
          check();
          return [];
        },
        async record(observation) {
          if (!isBalances(observation)) throw new Error('polls of balances only');
          if (shared.down) return 'spooled';
          const claim = claims.get(key(observation));
          if (claim?.ended) return 'conflict';
          claims.set(key(observation), { owner, ended: observation });
          shared.stored.push(observation);
          return 'stored';
        },
      };
    },
  };
  return shared;
}

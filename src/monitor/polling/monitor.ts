// The monitor of balances: rounds of polls, what becomes of what was seen, and where it is kept.
import type { Observation } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { Ledger, ResultStore } from '../storage/ports.ts';
import { poll } from './poll.ts';
import type { BalanceSource, MonitorEvents } from './ports.ts';
import { createScheduler, type ScheduledPolls, type Scheduler } from './scheduler.ts';

export interface MonitoredAccount extends ScheduledPolls {
  readonly source: BalanceSource;
}

export interface MonitorOptions {
  readonly accounts: readonly MonitoredAccount[];
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly history: ResultStore;
  readonly events: MonitorEvents;
  /** Whether the account is known to have wallets: then a response without any is `empty`. */
  hasWallets(account: string): boolean;
  /** Takes in every observation, our own and other replicas': board first, then alerts. Must not wait. */
  observe(observation: Observation): void;
}

export type Monitor = Scheduler<Observation>;

export function createMonitor(options: MonitorOptions): Monitor {
  const { accounts, clock, ledger, history, events, hasWallets, observe } = options;
  return createScheduler({
    accounts,
    clock,
    claims: ledger,
    history,
    events,
    observe,
    poll({ account: { name, source, deadlineMs }, ...turn }) {
      return poll({ ...turn, account: name, source, deadlineMs, hadWallets: hasWallets(name) }, clock);
    },
  });
}

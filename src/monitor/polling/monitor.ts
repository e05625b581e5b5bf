// The monitor of balances: a scheduler of their polls. `app/polling.ts` makes it.
import type { Observation } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { Ledger, ResultStore } from '../storage/ports.ts';
import { balanceReadings, createPoll, type PolledAccount } from './poll.ts';
import type { BalanceSource, MonitorEvents } from './ports.ts';
import { createScheduler, type ScheduledPolls, type Scheduler } from './scheduler.ts';

export interface MonitoredAccount extends ScheduledPolls, PolledAccount<BalanceSource> {}

export interface MonitorOptions {
  readonly accounts: readonly MonitoredAccount[];
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly history: ResultStore;
  readonly events: MonitorEvents;
  /** Whether the account has wallets, or may have: then a response without any is `empty`. */
  mayHaveWallets(account: string): boolean;
  /** Called with every observation of this and other replicas, in this order: board first, then alerts. None may wait. */
  readonly observers: readonly ((observation: Observation) => void)[];
}

export type Monitor = Scheduler<Observation>;

export function createMonitor({ ledger, mayHaveWallets, ...options }: MonitorOptions): Monitor {
  const poll = createPoll(balanceReadings, options.clock, mayHaveWallets);
  return createScheduler({ ...options, claims: ledger, poll });
}

// A scheduler whose polls, ledger and clock are made by hand, for its tests.
import { expect } from 'vitest';
import type { Observation, Outcome } from '../../src/domain/observation.ts';
import type { PollTurn } from '../../src/monitor/polling/poll.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { createScheduler, type ScheduledPolls } from '../../src/monitor/polling/scheduler.ts';
import type { Claims } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';
import { observation, reading, wallet } from '../support/fakes.ts';

export const NOON = Date.parse('2026-03-02T12:00:00Z');
export const MINUTE = 60_000;
export const PLACE = { kiosk: 3_624, stock: 21 }; // how long after a full minute their polls begin
const every = createSchedule('* * * * *', 'UTC');

/** Lets what was started go on until it waits for something that isn't there yet. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

export interface Parts extends Partial<Claims<Observation>> {
  readonly clock?: ReturnType<typeof handClock>;
  readonly names?: readonly string[];
  readonly schedule?: typeof every;
  /** How each poll ends; absent: at once, and well. */
  poll?(turn: PollTurn<ScheduledPolls>): Promise<Outcome>;
  /** What happens while a result is written. */
  record?(): void;
}

/** A scheduler whose claims are all granted, and of all that it does. */
export function scheduler({
  clock = handClock(NOON + 10_000),
  names = ['kiosk'],
  schedule = every,
  ...more
}: Parts = {}) {
  const turns: PollTurn<ScheduledPolls>[] = [];
  const missed: [string, number][] = [];
  const lags: number[] = [];
  const writes: number[] = [];
  const it = createScheduler<ScheduledPolls, Observation>({
    accounts: names.map((name) => ({ name, schedule, deadlineMs: 15_000 })),
    clock,
    claims: {
      claim: more.claim ?? (async (due) => due),
      takeOver: more.takeOver ?? (async (open) => open),
      ended: more.ended ?? (async () => []),
    },
    events: {
      observed: (_, lagMs) => void lags.push(lagMs),
      kept: (_, __, tookMs) => void writes.push(tookMs),
      missed: (account, slots) => void missed.push([account, slots]),
      ledgerFailed: (error) => expect.fail(String(error)),
    },
    async poll(turn) {
      turns.push(turn);
      const outcome = (await more.poll?.(turn)) ?? 'ok';
      const { slot, account } = turn;
      const read = outcome === 'ok' ? reading([wallet('1')]) : reading([]);
      return observation({ slot, account: account.name, ...read, outcome });
    },
    observers: [],
    history: {
      async record() {
        more.record?.();
        return 'stored';
      },
    },
  });
  const polled = () => turns.map(({ account, slot }) => [account.name, (slot - NOON) / MINUTE]);
  /** Goes on to `ms` after noon, and looks. */
  const look = async (ms: number) => {
    clock.advance(NOON + ms - clock.now());
    void it.tick();
    await settled();
  };
  return { it, clock, turns, polled, missed, lags, writes, look };
}

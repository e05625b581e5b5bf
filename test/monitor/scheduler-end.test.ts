// A scheduler on demand, at its end, and when another takes over.
import { expect, test } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { createMonitor } from '../../src/monitor/polling/monitor.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { AccountSlot } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';
import { fakeLedger, fakeSource, reading, wallet } from '../support/fakes.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');

function monitorOf(now: number, account = 'acme') {
  const clock = handClock(now);
  const claimed: AccountSlot[] = [];
  const polled: Observation[] = [];
  const failures: unknown[] = [];
  const shared = fakeLedger();
  const replica = shared.replica('one');
  const ledger: typeof replica = {
    ...replica,
    claim(due) {
      claimed.push(...due);
      return replica.claim(due);
    },
  };
  const source = fakeSource(() => reading([wallet('1')]));
  const schedule = createSchedule('* * * * *', 'UTC');
  const monitor = createMonitor({
    ...{ accounts: [{ name: account, schedule, source, deadlineMs: 15_000 }], clock, ledger },
    ...{ mayHaveWallets: () => false, history: ledger, observers: [] },
    events: {
      observed: (observation) => void polled.push(observation),
      kept: () => {},
      missed: () => {},
      ledgerFailed: (error) => void failures.push(error),
    },
  });
  return { monitor, clock, claimed, polled, failures, shared, source };
}

test.each([
  ['a whole second, which may be a slot of the schedule', NOON, NOON + 1],
  ['any other instant', NOON + 1_234, NOON + 1_234],
])('a poll on demand at %s has a slot of its own, and others are told', async (_what, now, slot) => {
  const { monitor, claimed, polled } = monitorOf(now);
  await monitor.pollNow(['acme']);
  expect(claimed).toEqual([{ account: 'acme', slot }]);
  expect(polled).toMatchObject([{ slot }]);
});

test('it shows that it turns, until it has ended', async () => {
  const { monitor, clock, source } = monitorOf(NOON + 10_000);
  const began = clock.monotonic();
  expect(monitor.lastTick()).toBe(began);
  clock.advance(1_000);
  await monitor.tick();
  expect([monitor.lastTick(), source.reads]).toEqual([began + 1_000, 1]);
  await monitor.stop(0);
  clock.advance(60_000);
  expect(monitor.tick()).toBeUndefined();
  expect([monitor.lastTick(), source.reads]).toEqual([began + 1_000, 1]);
});

test('who has handed over starts nothing more', async () => {
  const { monitor, source } = monitorOf(NOON + 10_000);
  monitor.handOver();
  expect(monitor.tick()).toBeUndefined();
  expect(source.reads).toBe(0);
});

test('a new account is polled at once by who takes over from one that knew none of it', async () => {
  const before = monitorOf(NOON + 10_000, 'other');
  await before.monitor.tick();
  const { monitor, polled } = monitorOf(NOON + 20_000);
  monitor.takeOver(before.monitor.handOver());
  await monitor.tick();
  expect(polled).toMatchObject([{ account: 'acme', slot: NOON }]);
});

test('a ledger that fails is told of, but not at the end', async () => {
  const { monitor, shared, failures } = monitorOf(NOON + 10_000);
  shared.down = true;
  await monitor.tick();
  expect(failures.length).toBeGreaterThan(0);
  const ending = monitorOf(NOON + 10_000);
  ending.shared.down = true;
  const ticked = ending.monitor.tick();
  await ending.monitor.stop(0);
  await ticked;
  expect(ending.failures).toEqual([]);
});

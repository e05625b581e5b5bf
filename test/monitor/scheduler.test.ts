// The scheduler over a reload, at a stop, after a clock that was set back, and beside replicas that are slow.
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { jitter } from '../../src/monitor/polling/jitter.ts';
import { createMonitor } from '../../src/monitor/polling/monitor.ts';
import type { BalanceSource, Reading } from '../../src/monitor/polling/ports.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { Ledger, ResultStore } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';
import { fakeLedger, fakeSource, reading, wallet } from '../support/fakes.ts';

const MINUTE = 60_000;
const DAILY = '0 0 * * *';
const MIDNIGHT = Date.parse('2026-03-02T00:00:00Z');
const NOON = Date.parse('2026-03-02T12:00:00Z');

interface Parts {
  readonly clock: ReturnType<typeof handClock>;
  readonly source: BalanceSource;
  readonly ledger: Ledger & ResultStore;
  readonly expression?: string;
  readonly polled?: Observation[];
  /** What was seen, by others too. */
  readonly seen?: Observation[];
  missed?(account: string, slots: number): void;
}

function monitorOf({
  clock,
  source,
  ledger,
  expression = '* * * * *',
  polled = [],
  seen = [],
  missed,
}: Parts) {
  const schedule = createSchedule(expression, 'UTC');
  return createMonitor({
    accounts: [{ name: 'acme', schedule, source, deadlineMs: 15_000 }],
    clock,
    mayHaveWallets: () => false,
    ledger,
    history: ledger,
    observers: [(observation) => void seen.push(observation)],
    events: {
      observed: (observation) => void polled.push(observation),
      kept: () => {},
      missed: (account, slots) => missed?.(account, slots),
      ledgerFailed: () => {},
    },
  });
}

/** Lets what was started go on until it waits for something that isn't there yet. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('it is idle until its next slot, but not while a poll is claimed, waits for its turn, or is under way', async () => {
  const clock = handClock(NOON - 1_000);
  const answer = Promise.withResolvers<Reading>();
  const monitor = monitorOf({
    clock,
    source: fakeSource(() => answer.promise),
    ledger: fakeLedger().replica('one'),
  });
  const isIdle = () => monitor.idleUntil() > clock.now();
  expect(isIdle()).toBe(false); // it hasn't looked yet
  const busy: boolean[] = [];
  let polled: Promise<unknown> | undefined;
  for (let second = 0; second < 10; second++) {
    polled = monitor.tick() ?? polled;
    busy.push(!isIdle());
    await settled();
    clock.advance(1_000);
  }
  expect(busy).toEqual(Array(10).fill(true));
  answer.resolve(reading([wallet('1')]));
  await settled();
  await settled();
  void monitor.tick();
  expect(monitor.idleUntil()).toBe(NOON + MINUTE);
});

describe('a reload', () => {
  test('D6 lets a poll under way end by its own deadline, and its slot is polled once', async () => {
    const clock = handClock(MIDNIGHT + 20_000);
    const answer = Promise.withResolvers<Reading>();
    const source = fakeSource(() => answer.promise);
    const polled: Observation[] = [];
    const parts = { clock, source, ledger: fakeLedger().replica('one'), expression: DAILY, polled };
    const before = monitorOf(parts);
    void before.tick();
    await settled();
    const after = monitorOf(parts);
    after.takeOver(before.handOver());
    const retired = before.stop(60 * MINUTE);
    for (let second = 0; second < 10; second++) {
      clock.advance(1_000);
      void after.tick();
      await settled();
    }
    answer.resolve(reading([wallet('1')]));
    await retired;
    clock.advance(1_000);
    await after.tick();
    expect(polled.map(({ slot, outcome }) => [slot, outcome])).toEqual([[MIDNIGHT, 'ok']]);
  });

  test('D6 polls a slot that was claimed and still waits for its turn', async () => {
    const offset = jitter('acme', MIDNIGHT, createSchedule(DAILY, 'UTC'));
    expect(offset).toBeGreaterThan(2_000);
    const clock = handClock(MIDNIGHT - 1_000);
    const source = fakeSource(() => reading([wallet('1')]));
    const polled: Observation[] = [];
    const parts = { clock, source, ledger: fakeLedger().replica('one'), expression: DAILY, polled };
    const before = monitorOf(parts);
    await before.tick();
    polled.length = 0;
    clock.advance(2_000);
    await before.tick();
    const after = monitorOf(parts);
    after.takeOver(before.handOver());
    await before.stop(0);
    clock.advance(offset);
    await after.tick();
    expect(polled.map(({ slot }) => slot)).toEqual([MIDNIGHT]);
  });

  test('D6 polls the current slot of an account whose schedule is another now', async () => {
    const clock = handClock(NOON + 10_000);
    const source = fakeSource(() => reading([wallet('1')]));
    const polled: Observation[] = [];
    const parts = { clock, source, ledger: fakeLedger().replica('one'), polled };
    const before = monitorOf(parts);
    await before.tick();
    const after = monitorOf({ ...parts, expression: DAILY });
    after.takeOver(before.handOver());
    await before.stop(0);
    clock.advance(1_000);
    await after.tick();
    expect(polled.map(({ slot }) => slot)).toEqual([NOON, MIDNIGHT]);
  });

  test('sees what another replica saw of a slot that was being claimed', async () => {
    const clock = handClock(MIDNIGHT + 20_000);
    const shared = fakeLedger();
    const other = shared.replica('other');
    await monitorOf({
      clock,
      source: fakeSource(() => reading([wallet('1')])),
      ledger: other,
      expression: DAILY,
    }).tick();
    const ledger = shared.replica('one');
    const answer = Promise.withResolvers<void>();
    const claim: Ledger['claim'] = (due) => answer.promise.then(() => ledger.claim(due));
    const source = fakeSource(() => reading([wallet('2')]));
    const seen: Observation[] = [];
    const parts = { clock, source, ledger: { ...ledger, claim }, expression: DAILY, seen };
    const before = monitorOf(parts);
    const ticked = before.tick();
    const after = monitorOf(parts);
    after.takeOver(before.handOver());
    answer.resolve();
    await ticked;
    for (let second = 0; second < 60; second++) {
      await after.tick();
      clock.advance(1_000);
    }
    expect(seen.map(({ slot, wallets }) => [slot, wallets[0]?.available])).toEqual([[MIDNIGHT, '1']]);
    expect(source.reads).toBe(0);
  });
});

test('C7 of two slots whose turn comes at the same time, after a stall, the latest is polled and the other is missed', async () => {
  const clock = handClock(NOON);
  expect(jitter('acme', NOON, createSchedule('* * * * *', 'UTC'))).toBeGreaterThan(0);
  let [atOnce, most] = [0, 0];
  const missed: number[] = [];
  const source = fakeSource(async () => {
    most = Math.max(most, ++atOnce);
    await settled();
    atOnce--;
    return reading([wallet('1')]);
  });
  const polled: Observation[] = [];
  const ledger = fakeLedger().replica('one');
  const monitor = monitorOf({ clock, source, ledger, polled, missed: (_, slots) => missed.push(slots) });
  await monitor.tick(); // claimed, and waits for its turn
  clock.advance(MINUTE + 10_000);
  await monitor.tick();
  expect(polled.map(({ slot }) => slot)).toEqual([NOON + MINUTE]);
  expect({ most, missed }).toEqual({ most: 1, missed: [1] });
});

test('D17 a stop does not wait for a database that does not answer', async () => {
  const clock = handClock(NOON + 10_000);
  const source = fakeSource(() => reading([wallet('1')]));
  const shared = fakeLedger();
  await shared.replica('other').claim([{ account: 'acme', slot: NOON }]);
  const ledger = { ...shared.replica('one'), ended: () => new Promise<never>(() => {}) };
  const monitor = monitorOf({ clock, source, ledger });
  void monitor.tick();
  await settled();
  void monitor.tick();
  await settled();
  expect(await Promise.race([monitor.stop(0).then(() => 'stopped'), settled().then(settled)])).toBe(
    'stopped',
  );
});

test('D9 an account at rest is polled again after five minutes, though the clock was set back', async () => {
  const clock = handClock(NOON + 10_000);
  const source = fakeSource(() => reading([], { outcome: 'auth' }));
  const monitor = monitorOf({ clock, source, ledger: fakeLedger().replica('one') });
  const minutes = async (count: number) => {
    for (let second = 0; second < count * 60; second++) {
      clock.advance(1_000);
      await monitor.tick();
    }
  };
  await minutes(5);
  const before = source.reads;
  clock.step(-60 * MINUTE);
  await minutes(7);
  expect(source.reads).toBeGreaterThan(before);
});

test('a slot is not taken over while who claimed it may still poll or write', async () => {
  const schedule = createSchedule(DAILY, 'UTC');
  const offset = jitter('acme', MIDNIGHT, schedule);
  const shared = fakeLedger();
  await shared.replica('other').claim([{ account: 'acme', slot: MIDNIGHT }]);
  const clock = handClock(MIDNIGHT + offset);
  const source = fakeSource(() => reading([wallet('1')]));
  const monitor = monitorOf({ clock, source, ledger: shared.replica('one'), expression: DAILY });
  await monitor.tick();
  clock.advance(15_000 + 9_000); // its deadline, and a slow write
  await monitor.tick();
  await monitor.tick();
  expect(source.reads).toBe(0);
  clock.advance(2_000);
  await monitor.tick();
  await monitor.tick();
  expect(source.reads).toBe(1);
});

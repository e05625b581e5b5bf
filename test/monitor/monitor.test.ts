import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import type { Clock } from '../../src/monitor/clock.ts';
import { createMonitor } from '../../src/monitor/polling/monitor.ts';
import type { BalanceSource, Reading } from '../../src/monitor/polling/ports.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { fakeLedger, fakeSource, reading, wallet } from '../support/fakes.ts';

const MINUTE = 60_000;
const NOON = '2026-03-02T12:00:00Z';
const START = '2026-03-02T12:00:10Z'; // past every account's own offset, so that the current slot is polled at once
const at = (time: string): number => Date.parse(`2026-03-02T${time}:00Z`);
const everyMinute = createSchedule('* * * * *', 'UTC');

interface Options {
  readonly clock?: Clock;
  readonly sources?: Record<string, BalanceSource>;
  readonly shared?: ReturnType<typeof fakeLedger>;
  readonly name?: string;
}

/** A monitor over fakes, and a record of all that it did. */
function replica({ clock = handClock(START), sources, shared = fakeLedger(), name = 'one' }: Options = {}) {
  const bySource = sources ?? { acme: fakeSource(() => reading([wallet('1000')])) };
  const ledger = shared.replica(name);
  const names = Object.keys(bySource);
  const accounts = names.map((account) => ({
    name: account,
    schedule: everyMinute,
    staleAfter: 2,
    expect: [],
  }));
  const board = createBoard(accounts, clock, (name) => monitor.restsUntil(name));
  const seen: Observation[] = [];
  const polled: Observation[] = [];
  const kept: string[] = [];
  const missed: Record<string, number> = {};
  let ledgerFailures = 0;
  const monitor = createMonitor({
    accounts: names.map((each) => ({
      name: each,
      schedule: everyMinute,
      source: bySource[each]!,
      deadlineMs: 15_000,
    })),
    clock,
    mayHaveWallets: board.mayHaveWallets,
    ledger,
    history: ledger,
    observers: [board.observe, (observation) => seen.push(observation)],
    events: {
      observed: (observation) => polled.push(observation),
      kept: (_, where) => kept.push(where),
      missed: (account, slots) => {
        missed[account] = (missed[account] ?? 0) + slots;
      },
      ledgerFailed: () => ledgerFailures++,
    },
  });
  return { monitor, board, seen, polled, kept, missed, failures: () => ledgerFailures };
}

/** Ticks once a second for so long, as the process does. */
async function run(
  clock: ReturnType<typeof handClock>,
  ms: number,
  ...monitors: { tick(): Promise<unknown> | undefined }[]
) {
  for (let passed = 0; passed < ms; passed += 1_000) {
    clock.advance(1_000);
    for (const monitor of monitors) await monitor.tick();
  }
}

const slots = (observations: readonly Observation[]) =>
  observations.map((o) => `${o.account} ${new Date(o.slot).toISOString().slice(11, 16)}`).sort();

describe('a slot', () => {
  test('is polled once, at its start, and shown', async () => {
    const clock = handClock('2026-03-02T11:59:58Z');
    const { monitor, polled, kept, board } = replica({ clock });
    await monitor.tick(); // the slot that is current at the start
    await run(clock, 2 * MINUTE, monitor);
    expect(slots(polled)).toEqual(['acme 11:59', 'acme 12:00', 'acme 12:01']);
    expect(kept).toEqual(['stored', 'stored', 'stored']);
    expect(board.account('acme')?.wallets).toMatchObject([
      { state: 'fresh', balance: { available: '1000' } },
    ]);
  });

  test('U19 is never started while the account is still being polled; it counts as missed', async () => {
    const clock = handClock(START);
    const never = Promise.withResolvers<Reading>();
    const source = fakeSource(() => never.promise);
    const { monitor, missed } = replica({ clock, sources: { acme: source } });
    void monitor.tick();
    for (let second = 0; second < 130; second++) {
      clock.advance(1_000);
      void monitor.tick();
      await Promise.resolve();
    }
    expect(source.reads).toBe(1);
    expect(missed).toEqual({ acme: 2 });
    await monitor.stop(0);
  });

  test('starts at the same offset each time, within a tenth of the interval', async () => {
    const clock = handClock(START);
    const names = Array.from({ length: 200 }, (_, i) => `account-${i}`);
    const sources = Object.fromEntries(names.map((n) => [n, fakeSource(() => reading([wallet('1')]))]));
    const { monitor, polled } = replica({ clock, sources });
    await monitor.tick();
    await run(clock, 2 * MINUTE - 1_000, monitor);
    const offsets = new Map<string, Set<number>>();
    for (const o of polled.filter((each) => each.slot > Date.parse(NOON))) {
      offsets.set(o.account, (offsets.get(o.account) ?? new Set()).add(o.startedAt - o.slot));
    }
    expect(offsets.size).toBe(200);
    expect([...offsets.values()].every((each) => each.size === 1)).toBe(true);
    const distinct = new Set([...offsets.values()].flatMap((each) => [...each]));
    expect(Math.max(...distinct)).toBeLessThanOrEqual(7_000);
    expect(distinct.size).toBeGreaterThan(4);
  });
});

describe('time', () => {
  test('C5 a clock that jumps an hour ahead costs one poll, and the others are counted', async () => {
    const clock = handClock(START);
    const { monitor, polled, missed } = replica({ clock });
    await monitor.tick();
    await run(clock, 10_000, monitor);
    clock.step(60 * MINUTE);
    await run(clock, 10_000, monitor);
    expect(slots(polled)).toEqual(['acme 12:00', 'acme 13:00']);
    expect(missed).toEqual({ acme: 59 });
  });

  test('C5 a clock that goes back an hour leaves no silent hour, and no slot is stored twice', async () => {
    const clock = handClock(START);
    const shared = fakeLedger();
    const { monitor, polled, board } = replica({ clock, shared });
    await monitor.tick();
    await run(clock, 2 * MINUTE, monitor);
    clock.step(-60 * MINUTE);
    await run(clock, 62 * MINUTE, monitor);
    expect(polled.length).toBeGreaterThanOrEqual(64);
    expect(new Set(slots(shared.stored)).size).toBe(shared.stored.length);
    expect(board.account('acme')?.wallets[0]?.state).toBe('fresh');
  });

  test('C5 a clock that trembles by a second polls no slot twice', async () => {
    const clock = handClock(START);
    const { monitor, polled } = replica({ clock });
    await monitor.tick();
    for (let i = 0; i < 300; i++) {
      await run(clock, 1_000, monitor);
      clock.step(i % 2 === 0 ? -1_500 : 1_500);
      await monitor.tick();
    }
    expect(new Set(slots(polled)).size).toBe(polled.length);
    expect(polled.length).toBeGreaterThanOrEqual(5);
  });

  test('C5 ten years ahead are not enumerated', async () => {
    const clock = handClock(START);
    const { monitor, polled, missed } = replica({ clock });
    await monitor.tick();
    clock.step(10 * 365 * 24 * 60 * MINUTE);
    await run(clock, 10_000, monitor);
    expect(polled).toHaveLength(2);
    expect(missed).toEqual({ acme: 999 });
  });

  test('C7 after a stall the latest slot runs late and the others are counted', async () => {
    const clock = handClock(START);
    const { monitor, polled, missed } = replica({ clock });
    await monitor.tick();
    await run(clock, 10_000, monitor);
    clock.advance(10 * MINUTE);
    await monitor.tick();
    expect(slots(polled)).toEqual(['acme 12:00', 'acme 12:10']);
    expect(missed).toEqual({ acme: 9 });
  });
});

describe('replicas', () => {
  test('H1 share the slots: none is polled or stored twice, and each knows everything', async () => {
    const clock = handClock(START);
    const shared = fakeLedger();
    const names = Array.from({ length: 20 }, (_, i) => `account-${i}`);
    const sources = () => Object.fromEntries(names.map((n) => [n, fakeSource(() => reading([wallet('7')]))]));
    const one = replica({ clock, shared, name: 'one', sources: sources() });
    const two = replica({ clock, shared, name: 'two', sources: sources() });
    for (let minute = 0; minute < 3; minute++) {
      const order = minute % 2 === 0 ? [one.monitor, two.monitor] : [two.monitor, one.monitor];
      await run(clock, MINUTE, ...order);
    }
    await Promise.all([one.monitor.tick(), two.monitor.tick()]);
    const polled = slots([...one.polled, ...two.polled]);
    expect(new Set(polled).size).toBe(polled.length);
    expect(one.polled.length * two.polled.length).toBeGreaterThan(0);
    for (const each of [one, two]) {
      expect(new Set(slots(each.seen))).toEqual(new Set(polled));
      for (const name of names) expect(each.board.account(name)?.wallets[0]?.state).toBe('fresh');
    }
  });

  test('H2 a slot whose owner died is taken over while it is current', async () => {
    const clock = handClock(START);
    const shared = fakeLedger();
    await shared.replica('dead').claim([{ account: 'acme', slot: Date.parse(NOON) }]);
    const { monitor, polled } = replica({ clock, shared });
    await monitor.tick();
    await run(clock, 14_000, monitor);
    expect(polled).toHaveLength(0);
    await run(clock, 4_000, monitor);
    expect(slots(polled)).toEqual(['acme 12:00']);
  });

  test('P1 H4 without a ledger each polls and shows by itself; afterwards they share again', async () => {
    const clock = handClock(START);
    const shared = fakeLedger();
    shared.down = true;
    const one = replica({ clock, shared, name: 'one' });
    const two = replica({ clock, shared, name: 'two' });
    await run(clock, MINUTE, one.monitor, two.monitor);
    expect([one.polled.length, two.polled.length]).toEqual([2, 2]);
    expect(one.kept).toEqual(['spooled', 'spooled']);
    expect(one.failures()).toBeGreaterThan(0);
    shared.down = false;
    await run(clock, 2 * MINUTE, one.monitor, two.monitor);
    expect(one.polled.length + two.polled.length).toBe(6);
  });
});

describe('accidents', () => {
  afterEach(() => void vi.useRealTimers());

  test('M8 no wallets where there were some is empty, and what was known ages', async () => {
    const clock = handClock(START);
    let wallets = [wallet('1000')];
    const { monitor, polled, board } = replica({
      clock,
      sources: { acme: fakeSource(() => reading(wallets)) },
    });
    await monitor.tick();
    wallets = [];
    await run(clock, 4 * MINUTE, monitor);
    expect(polled.map((each) => each.outcome)).toEqual(['ok', 'empty', 'empty', 'empty', 'empty']);
    expect(board.account('acme')).toMatchObject({ consecutiveFailures: 4, wallets: [{ state: 'stale' }] });
  });

  test('U12 an account whose keys are refused rests after the fifth time, for five minutes', async () => {
    const clock = handClock(START);
    const source = fakeSource(() => reading([], { outcome: 'auth', httpStatus: 401 }));
    const { monitor, board } = replica({ clock, sources: { acme: source } });
    await monitor.tick();
    await run(clock, 3 * MINUTE, monitor);
    expect(board.account('acme')?.nextSlot).toBe(at('12:04'));
    await run(clock, MINUTE, monitor);
    expect(board.account('acme')?.nextSlot).toBe(at('12:09'));
    await run(clock, 26 * MINUTE, monitor);
    expect(source.reads).toBe(10); // 12:00 to 12:04, then every five minutes
  });

  test('U12 who rests takes in what other replicas see meanwhile, and asks nobody but them', async () => {
    const clock = handClock(START);
    const shared = fakeLedger();
    let refused = true;
    const sourceOf = () =>
      fakeSource(() =>
        refused ? reading([], { outcome: 'auth', httpStatus: 401 }) : reading([wallet('1000')]),
      );
    const [own, others] = [sourceOf(), sourceOf()];
    const one = replica({ clock, shared, name: 'one', sources: { acme: own } });
    const two = replica({ clock, shared, name: 'two', sources: { acme: others } });
    await one.monitor.tick();
    await run(clock, 4 * MINUTE, one.monitor);
    expect(own.reads).toBe(5); // at rest until 12:09
    expect(one.board.account('acme')?.nextSlot).toBe(at('12:09'));
    await run(clock, MINUTE, one.monitor);
    refused = false;
    await run(clock, 2 * MINUTE, one.monitor, two.monitor);
    expect(own.reads).toBe(5);
    expect(slots(two.polled)).toEqual(['acme 12:05', 'acme 12:06', 'acme 12:07']);
    expect(one.board.account('acme')).toMatchObject({
      consecutiveFailures: 0,
      nextSlot: at('12:08'),
      wallets: [{ state: 'fresh' }],
    });
    expect(slots(one.seen).slice(5)).toEqual(slots(two.polled));
    await run(clock, 2 * MINUTE, one.monitor);
    expect(own.reads).toBe(6);
  });

  test.each<[string, BalanceSource['read']]>([
    ['rejects', () => Promise.reject(new Error('boom'))],
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
  ])('a source that breaks its promise and %s is `protocol`', async (_, read) => {
    const { monitor, polled } = replica({ sources: { acme: { read } } });
    await monitor.tick();
    expect(polled).toMatchObject([{ outcome: 'protocol', wallets: [] }]);
  });

  test('a source that never answers is `deadline`, for all its promises', async () => {
    vi.useFakeTimers();
    const { monitor, polled } = replica({ sources: { acme: fakeSource(() => new Promise(() => {})) } });
    const ticked = monitor.tick();
    await vi.advanceTimersByTimeAsync(17_000);
    await ticked;
    expect(polled).toMatchObject([{ outcome: 'deadline' }]);
  });

  test.each(['advance', 'step'] as const)(
    'C9 an answer that lay unread while the process or the machine stood still is no balance of now (%s)',
    async (passes) => {
      const clock = handClock(START);
      const acme = fakeSource(() => {
        clock[passes](35_000); // twice the deadline and more
        return reading([wallet('1000')]);
      });
      const { monitor, polled, board } = replica({ clock, sources: { acme } });
      await monitor.tick();
      expect(polled).toMatchObject([{ outcome: 'deadline' }]);
      expect(board.account('acme')?.wallets).toEqual([]);
    },
  );

  test('U20 one of 200 that never answers delays none of the others', async () => {
    const clock = handClock(START);
    const sources: Record<string, BalanceSource> = { stuck: fakeSource(() => new Promise(() => {})) };
    for (let i = 0; i < 199; i++) sources[`account-${i}`] = fakeSource(() => reading([wallet('1')]));
    const { monitor, polled } = replica({ clock, sources });
    for (let second = 0; second < 66; second++) {
      void monitor.tick();
      clock.advance(1_000);
      await new Promise(setImmediate);
    }
    expect(polled.filter((each) => each.slot === Date.parse(NOON) + MINUTE)).toHaveLength(199);
    await monitor.stop(0);
  });

  test('C1 stopping ends polls under way as `aborted`, and starts none', async () => {
    const source = fakeSource(() => new Promise(() => {}));
    const { monitor, polled } = replica({ sources: { acme: source } });
    const ticked = monitor.tick();
    while (source.reads === 0) await Promise.resolve();
    await monitor.stop(0);
    await ticked;
    await monitor.tick();
    expect(polled).toMatchObject([{ outcome: 'aborted' }]);
    expect(source.reads).toBe(1);
  });
});

test('a poll on demand is kept like any other, beside the schedule', async () => {
  const clock = handClock(START);
  const { monitor, kept, board } = replica({ clock });
  const [observation] = await monitor.pollNow(['acme']);
  expect(observation).toMatchObject({ account: 'acme', outcome: 'ok' });
  expect(kept).toEqual(['stored']);
  expect(board.account('acme')?.wallets[0]?.state).toBe('fresh');
  await expect(monitor.pollNow(['nobody'])).rejects.toThrow('no account is called "nobody"');
});

// Which accounts are due at a tick, for which slot, and how many slots went by.
import { expect, test } from 'vitest';
import { type DueState, dueSlots } from '../../src/monitor/polling/due-slots.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const schedule = createSchedule('* * * * *', 'UTC');
const NEVER = createSchedule('0 0 29 2 1', 'UTC'); // for years
const RUNNING = Promise.resolve();

/** Its last slot was at noon. */
const account = (change: Partial<DueState> = {}): DueState => ({
  ...{ name: 'a', schedule, newest: NOON, running: undefined },
  ...{ rest: { wall: 0, monotonic: 0 } },
  ...change,
});

/** Looks once, in minutes after noon. `due`: what of which slot. */
function look(states: DueState | readonly DueState[], since: number | undefined, now: number, monotonic = 0) {
  const went: (readonly [string, number])[] = [];
  const all = [states].flat();
  const due = dueSlots(new Map([[all[0]!.schedule, all]]), {
    ...{ since: since === undefined ? undefined : NOON + since * MINUTE, now: NOON + now * MINUTE },
    ...{ monotonic, missed: (name, slots) => void went.push([name, slots]) },
  });
  return {
    due: due.map(({ account, slot, kind }) => [account, (slot - NOON) / MINUTE, kind]),
    missed: went,
  };
}

const isNew = { newest: Number.NEGATIVE_INFINITY };
const inMinutes = (minutes: number) => NOON + minutes * MINUTE;

test.each([
  ['until its next slot an account is not due', {}, 0, 0.99, [], []],
  ['at its slot it is', {}, 0.99, 1, [['a', 1, 'new']], []],
  ['not twice for one slot', { newest: inMinutes(1) }, 1, 1.5, [], []],
  [
    'of slots that went by it is due for the last, and the others are counted',
    {},
    0,
    4.5,
    [['a', 4, 'new']],
    [['a', 3]],
  ],
  ['a new account is due for the current slot at once', isNew, 0.2, 0.5, [['a', 0, 'new']], []],
  ['nor is a slot that went by before it was there counted', isNew, 0, 4.5, [['a', 4, 'new']], []],
  ['so is each at the start', isNew, undefined, 0.5, [['a', 0, 'new']], []],
  [
    'at the start, what was polled in that slot is polled again',
    {},
    undefined,
    0.5,
    [['a', 0, 'repeated']],
    [],
  ],
  [
    'after the clock was set back, the current slot comes again',
    { newest: inMinutes(30) },
    30,
    10.5,
    [['a', 10, 'repeated']],
    [],
  ],
  ['and each between', { newest: inMinutes(30) }, 10.5, 12, [['a', 12, 'repeated']], [['a', 1]]],
  ['nobody is due where the clock stands', {}, 0, 0, [], []],
  ['one that is still polled is not, and its slot went by', { running: RUNNING }, 0, 1, [], [['a', 1]]],
  [
    'of several, too',
    { running: RUNNING },
    0,
    3,
    [],
    [
      ['a', 2],
      ['a', 1],
    ],
  ],
] as const)('%s', (_what, change: Partial<DueState>, since, now, due, missed) => {
  expect(look(account(change), since, now)).toEqual({ due, missed });
});

test('what is found due counts as handled, and nothing older does then', () => {
  const state = account();
  look(state, 0, 3);
  expect(state.newest).toBe(inMinutes(3));
  look(state, 3, 1);
  expect(state.newest).toBe(inMinutes(3));
  const running = account({ running: RUNNING });
  look(running, 0, 1);
  expect(running.newest).toBe(inMinutes(1));
});

test.each([
  ['both clocks', 2, 10, 'rests'],
  ['the clock on the wall alone', 2, 5, 'new'],
  ['the other clock alone', 1, 10, 'new'],
] as const)('an account rests whose rest lasts by %s', (_what, wall, monotonic, kind) => {
  const state = account({ rest: { wall: inMinutes(wall), monotonic } });
  expect(look(state, 0, 1, 5)).toEqual({ due: [['a', 1, kind]], missed: [] });
  expect(state.newest).toBe(kind === 'rests' ? NOON : inMinutes(1));
});

test('one that is still polled while it should rest is waited for', () => {
  const state = account({ running: RUNNING, rest: { wall: inMinutes(2), monotonic: 10 } });
  expect(look(state, 0, 1)).toEqual({ due: [], missed: [['a', 1]] });
});

test('all of one schedule are due together, each for its own slot', () => {
  const states = [account({ name: 'x' }), account({ name: 'y', ...isNew }), account({ name: 'z' })];
  expect(look(states, 0, 2).due).toEqual([
    ['x', 2, 'new'],
    ['y', 2, 'new'],
    ['z', 2, 'new'],
  ]);
});

test('an account without a slot for years is not due', () => {
  for (const state of [account({ schedule: NEVER }), account({ schedule: NEVER, ...isNew })])
    for (const since of [undefined, 0]) expect(look(state, since, 1)).toEqual({ due: [], missed: [] });
});

test('at most a thousand slots that went by are counted', () => {
  expect(look(account(), 0, 5_000)).toEqual({ due: [['a', 5_000, 'new']], missed: [['a', 999]] });
});

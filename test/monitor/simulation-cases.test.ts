// What a simulation counts, from when, and how two of them are compared: by cases.
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { comparison, createSimulator } from '../../src/monitor/alerts/simulation.ts';
import { lowRule, MINUTE, payout, polled, START } from '../support/watching.ts';

const DAY = 24 * 60 * MINUTE;
const [LOW, WELL] = [[payout('1')], [payout('9000000')]];
const run = (history: readonly Observation[], from?: number, rules = [lowRule()]) => {
  const simulator = createSimulator(rules, from === undefined ? {} : { from });
  for (const one of history) simulator.take(one);
  return simulator.finish();
};

test('of no history there is nothing, but the rules', () => {
  const none = { episodes: 0, perWeek: 0, firingMs: 0, longestMs: 0 };
  expect(run([])).toEqual({
    ...{ watched: 0, observations: 0, accounts: [], episodes: [], since: null, until: null },
    rules: [{ rule: 'PayoutFloatLow', severity: 'warning', wallets: lowRule().wallets, ...none }],
  });
});

test.each([
  ['all of it', undefined, 3, 0],
  ['what is of that instant and later', START + MINUTE, 2, 1],
  ['what is later', START + MINUTE + 1, 1, 2],
])('of a history, %s is judged: %#', (_, from, observations, since) => {
  const history = [0, 1, 2].map((minute) => polled(minute, LOW));
  const result = run(history, from);
  expect(result).toMatchObject({ observations, since: START + since * MINUTE, until: START + 2 * MINUTE });
  expect(result.episodes).toMatchObject([
    { pendingAt: START + since * MINUTE, firingAt: START + since * MINUTE, lastedMs: (2 - since) * MINUTE },
  ]);
});

test('an episode that pends first fires when that is over, with the value of then', () => {
  const history = [polled(0, [payout('3')]), polled(1, [payout('2')]), polled(2, [payout('4')])];
  expect(run(history, undefined, [lowRule({ forMs: MINUTE })]).episodes).toMatchObject([
    ...[{ pendingAt: START, firingAt: START + MINUTE, value: '2', worst: '2', resolvedAt: null }],
  ]);
});

test('the time is that of the newest slot of any account, and the first that of the oldest', () => {
  const other = (minute: number) => polled(minute, WELL, { account: 'acme-ke' });
  const result = run([polled(5, LOW), other(3), other(4)]);
  expect(result).toMatchObject({ since: START + 3 * MINUTE, until: START + 5 * MINUTE, watched: 2 });
});

test('an account of which no wallet is known is not watched, though it was polled', () => {
  const failed = polled(1, 'connect', { account: 'acme-ke' });
  expect(run([polled(0, LOW), failed])).toMatchObject({ watched: 1, accounts: ['acme-ug'], observations: 2 });
});

test('silence that lasts at the end is told, if it was long enough by what other accounts show', () => {
  const rules = [lowRule({ condition: { kind: 'unknown_for', ms: 5 * MINUTE } })];
  const until = (minute: number) => [polled(0, WELL), polled(minute, WELL, { account: 'acme-ke' })];
  const fired = (minute: number) =>
    run(until(minute), undefined, rules).episodes.map(({ account }) => account);
  expect([fired(4), fired(5)]).toEqual([[], ['acme-ug']]);
});

test('a rule that looks back begins and ends with the first values: nothing is missing before them', () => {
  const condition = { kind: 'drops_by', field: 'available', by: amountOf('3'), percent: false } as const;
  const rules = [lowRule({ condition: { ...condition, withinMs: 60 * MINUTE } })];
  const history = ['9', '6', '9'].map((amount, minute) => polled(minute, [payout(amount)]));
  expect(run(history, undefined, rules).episodes).toMatchObject([
    { firingAt: START + MINUTE, resolvedAt: START + 2 * MINUTE },
  ]);
});

test('episodes of several accounts are told by when they fired', () => {
  const of = (account: string, minute: number, wallets = LOW) => polled(minute, wallets, { account });
  const history = [
    of('b', 0),
    of('b', 1, WELL),
    of('c', 2),
    of('a', 3),
    of('a', 4, WELL),
    of('c', 5, WELL),
    of('b', 6),
  ];
  expect(
    run(history).episodes.map(({ account, firingAt }) => [account, (firingAt - START) / MINUTE]),
  ).toEqual([
    ['b', 0],
    ['c', 2], // which ended last of these three
    ['a', 3],
    ['b', 6],
  ]);
});

// One episode of an hour and one of two, and how many a week that is.
test.each([
  ['less than a week counts as a week', 3 * DAY, 2],
  ['a week', 7 * DAY, 2],
  ['two weeks', 14 * DAY, 1],
])('of a rule its episodes are summed up: over %s', (_, ms, perWeek) => {
  const [end, hour] = [ms / MINUTE, 60];
  const story: [number, typeof LOW][] = [
    [0, WELL],
    [hour, LOW],
    [2 * hour, WELL],
    [3 * hour, LOW],
    [5 * hour, WELL],
    [end, WELL],
  ];
  const { rules } = run(story.map(([minute, wallets]) => polled(minute, wallets)));
  expect(rules).toMatchObject([
    { episodes: 2, perWeek, firingMs: 3 * hour * MINUTE, longestMs: 2 * hour * MINUTE },
  ]);
});

test('two simulations are compared in one sentence', () => {
  const { rules } = run([polled(0, LOW), polled(60, WELL), polled(120, LOW), polled(180, WELL)]);
  const [after] = rules;
  const before = { ...after!, episodes: 5, perWeek: 1.25, firingMs: DAY };
  expect(comparison(before, after!)).toBe(
    'PayoutFloatLow: 5 → 2 episodes (1.3 a week → 2.0 a week), firing 1d → 2h',
  );
  expect(comparison(before, after!, 'Low (UGX)')).toMatch(/^Low \(UGX\): 5 → 2 episodes/);
  expect(comparison(before, { ...after!, episodes: 1 })).toMatch(/: 5 → 1 episode \(/);
});

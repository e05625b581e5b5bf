// What retention drops and deletes, and in which parts; that Postgres does so is in maintenance.test.ts.
import { expect, test } from 'vitest';
import { applyRetention, type Retention } from '../../../src/store/maintenance/retention.ts';
import { type Answers, askedDatabase } from '../../support/asked-database.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 22, 12, 34, 56, 789);
const KEPT: Retention = { snapshotsMs: 30 * DAY, pollsMs: 60 * DAY, hourlyMs: 400 * DAY };
const iso = (ms: number) => new Date(ms).toISOString();
const ago = (days: number) => iso(NOW - days * DAY);

interface Stored {
  readonly accounts?: number;
  /** The oldest snapshot without figures, and the oldest marked hour. */
  readonly unmade?: number;
  readonly marked?: number;
  readonly wallets?: number;
  /** The oldest hour of a part's wallets. */
  readonly firstHour?: number;
}

/** Applies the retention to such a database; returns what it asked and what was told as dropped. */
async function retained(stored: Stored = {}, kept: Partial<Retention> = {}) {
  const at = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));
  const accounts = Array.from({ length: stored.accounts ?? 1 }, (_, i) => ({ account_id: i + 1 }));
  const answers: Answers = {
    clock: [/clock_timestamp/, [{ ms: NOW }]],
    unmade: [/min\(f\.slot\)/, [{ first: at(stored.unmade) }]],
    marked: [/min\(hour\)/, [{ first: at(stored.marked) }]],
    drop: [/drop_partitions/, ([series]) => [{ name: `${series}_2026_01` }, { name: `${series}_2026_02` }]],
    accounts: [/SELECT account_id/, accounts],
    conflicts: [/DELETE FROM "f"\.snapshot_conflict/],
    episodes: [/DELETE FROM "f"\.alert_episode .* resolved_at </],
    changes: [/DELETE FROM "f"\.payment_option_change .* seen_at </],
    plans: [/DELETE FROM "f"\.plan .* planned_at </],
    first: [/min\(f\.hour\)/, [{ wallets: stored.wallets ?? 1, first: at(stored.firstHour) }]],
    hours: [/DELETE FROM "f"\.balance_hourly/],
  };
  const { pool, asked, of } = askedDatabase(answers);
  const dropped: (readonly string[])[] = [];
  await applyRetention(pool, '"f"', {
    ...{ ...KEPT, ...kept },
    onDropped(partitions) {
      dropped.push(partitions);
      expect(of('conflicts')).toEqual([]); // told before rows are deleted
    },
  });
  return { asked, of, dropped };
}

test('snapshots and polls are dropped by their own retention, and what was dropped is told', async () => {
  const { of, dropped } = await retained();
  expect(of('drop')).toEqual([
    ['snapshot', ago(30)],
    ['poll', ago(60)],
  ]);
  expect(dropped).toEqual([
    ['snapshot_2026_01', 'snapshot_2026_02'],
    ['poll_2026_01', 'poll_2026_02'],
  ]);
});

test.each<[string, Stored, number]>([
  ['snapshots without figures', { unmade: NOW - 35 * DAY }, 35],
  ['hours that got late results', { marked: NOW - 36 * DAY }, 36],
  ['the older of both', { unmade: NOW - 36 * DAY, marked: NOW - 35 * DAY }, 36],
  ['no newer ones', { unmade: NOW - 29 * DAY, marked: NOW - 29 * DAY }, 30],
])('snapshots stay since the oldest of what needs figures: %s', async (_, stored, days) => {
  const { of } = await retained(stored);
  expect(of('drop')[0]).toEqual(['snapshot', ago(days)]);
  expect(of('drop')[1]).toEqual(['poll', ago(60)]);
});

test('what needs figures is looked for before the retention of snapshots, and before that of hours', async () => {
  const { of } = await retained();
  expect(of('unmade')).toEqual([[ago(30)], [ago(400)]]);
  expect(of('marked')).toEqual([[ago(30)], [ago(400)]]);
});

test.each([
  [12, 12],
  [11, 11],
  [10, 11],
  [1, 11],
])(
  'hours of %i days are kept for %i, for the days that are made of them; the rest is not',
  async (days, hours) => {
    const { of } = await retained({ firstHour: NOW - 20 * DAY }, { hourlyMs: days * DAY });
    expect(of('hours').at(-1)?.[2]).toBe(ago(hours));
    for (const name of ['episodes', 'changes', 'plans']) expect(of(name)).toEqual([[[1], ago(days)]]);
    expect(of('conflicts')).toEqual([[[1], ago(30)]]);
  },
);

test('hours stay of the two days before the first that needs figures, in any zone', async () => {
  const until = async (stored: Stored) =>
    (await retained({ firstHour: NOW - 500 * DAY, ...stored })).of('hours').at(-1)?.[2];
  expect(await until({ unmade: NOW - 410 * DAY })).toBe(ago(412));
  expect(await until({ marked: NOW - 400 * DAY - 1 })).toBe(iso(NOW - 402 * DAY - 1));
  expect(await until({ unmade: NOW - 400 * DAY })).toBe(ago(400));
  expect(await until({})).toBe(ago(400));
});

test.each([
  [0, []],
  [1, [1]],
  [20, [20]],
  [21, [20, 1]],
  [45, [20, 20, 5]],
])('rows of %i accounts are deleted for %j at a time', async (accounts, sizes) => {
  const { of } = await retained({ accounts, firstHour: NOW - 500 * DAY, wallets: 1_000_000 });
  const parts = of('conflicts').map(([ids]) => ids as number[]);
  expect(parts.map(({ length }) => length)).toEqual(sizes);
  expect(parts.flat()).toEqual(Array.from({ length: accounts }, (_, i) => i + 1));
  for (const name of ['episodes', 'changes', 'plans', 'first'])
    expect(of(name).map(([ids]) => ids)).toEqual(parts);
});

test.each([
  ['a month of two hundred wallets', 200, 720],
  ['a week and a day of a thousand', 1_000, 144],
  ['a bit less than that of a few more', 1_001, 143],
  ['an hour of more than there ever were', 144_001, 1],
  ['all of one', 1, 144_000],
])('hours are deleted step by step: %s', async (_, wallets, hours) => {
  const first = NOW - 400 * DAY - 2 * hours * HOUR - HOUR;
  const { of } = await retained({ wallets, firstHour: first });
  const step = hours * HOUR;
  expect(of('hours')).toEqual([
    [[1], iso(first), iso(first + step)],
    [[1], iso(first + step), iso(first + 2 * step)],
    [[1], iso(first + 2 * step), ago(400)],
  ]);
});

test('no hours are deleted where there are none, or none that are old', async () => {
  expect((await retained()).of('hours')).toEqual([]);
  expect((await retained({ firstHour: NOW - 400 * DAY })).of('hours')).toEqual([]);
  expect((await retained({ firstHour: NOW - 400 * DAY - 1 })).of('hours')).toHaveLength(1);
});

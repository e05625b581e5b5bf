// What is made of the rows of one wallet's or account's past, and in which parts they are asked for; which rows those are
// is in queries.test.ts.
import { describe, expect, test } from 'vitest';
import { SEARCH_AT_ONCE } from '../../../src/store/engines/timescaledb.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { readGaps } from '../../../src/store/queries/gaps.ts';
import { readPolls } from '../../../src/store/queries/polls.ts';
import { readRises } from '../../../src/store/queries/rises.ts';
import { readSparklines } from '../../../src/store/queries/sparklines.ts';
import {
  findWallet,
  readChart,
  readHistory,
  type StoredHistoryPoint,
  type StoredWallet,
  stepFor,
} from '../../../src/store/queries/wallet-history.ts';
import { scriptedDatabase } from '../../support/scripted-database.ts';

const SCHEMA = '"floatwatch"' as Schema;
const NOON = Date.parse('2026-07-20T12:00:00Z');
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const iso = (at: number) => new Date(at).toISOString();
const date = (after: number) => new Date(NOON + after);

const NAME = { account: 'acme', currency: 'UGX', walletType: 'P' };
const WALLET: StoredWallet = {
  ...{ ...NAME, accountId: 7, walletId: 3 },
  ...{ timezone: 'Africa/Kampala', isZoneKnown: true },
};
const ACCOUNT = [{ account_id: 7, name: 'acme' }];
const amounts = (of: string) => ({ available: of, actual: of, uncleared: '0', reserve: null });

describe('a wallet’s past', () => {
  test('is that of a wallet that was seen', async () => {
    const known = { account_id: 7, timezone: 'Africa/Kampala', zone_known: true };
    const found = scriptedDatabase([known], [{ wallet_id: 3 }]);
    expect(await findWallet(found.db, SCHEMA, NAME)).toEqual(WALLET);
    expect(found.asked).toEqual([['acme'], [7, 'UGX', 'P']]);
    expect(await findWallet(scriptedDatabase([known], []).db, SCHEMA, NAME)).toBeUndefined();
    expect(await findWallet(scriptedDatabase([]).db, SCHEMA, NAME)).toBeUndefined();
  });

  test.each([
    [26 * HOUR, 'raw'],
    [26 * HOUR + 1, 'hour'],
    [62 * DAY, 'hour'],
    [62 * DAY + 1, 'day'],
  ])('of %s ms is shown by %s', (length, step) => {
    expect(stepFor({ from: NOON, to: NOON + length })).toBe(step);
  });

  const row = (after: number, more: object = {}) => ({
    ...{ at: date(after + 350), slot: date(after), ...amounts('5') },
    ...{ opening: '5', lowest: '5', highest: '5', samples: 1, ...more },
  });
  const point = (after: number) => ({
    ...{ at: NOON + after + 350, since: null, slot: NOON + after, ...amounts('5') },
    ...{ opening: '5', lowest: '5', highest: '5', samples: 1 },
  });
  const range = { from: NOON, to: NOON + DAY };
  const parts = async (db: Pool, step: 'raw' | 'hour' | 'day', wallet = WALLET) => {
    const told: StoredHistoryPoint[][] = [];
    for await (const part of readHistory(db, SCHEMA, { wallet, range, step })) told.push(part);
    return told;
  };

  test('is read a thousand snapshots at a time, from a millisecond after the last', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => row(i * 1_000));
    const { db, asked } = scriptedDatabase(many, many.slice(1), []);
    const told = await parts(db, 'raw');
    expect(told.map(({ length }) => length)).toEqual([1_000, 999]);
    expect(told[0]![1]).toEqual(point(1_000));
    expect(asked.map(([, , from]) => from)).toEqual([iso(NOON), iso(NOON + 999_001)]);
    const whole = scriptedDatabase(many, []);
    expect(await parts(whole.db, 'raw')).toHaveLength(1);
    expect(whole.asked).toHaveLength(2);
    expect(await parts(scriptedDatabase([]).db, 'raw')).toEqual([]);
  });

  test('by hours and by days is one part; without a known zone there are no days', async () => {
    const figures = { at: date(HOUR), since: date(0), slot: undefined };
    const expected = [[{ ...point(0), at: NOON + HOUR, since: NOON, slot: null }]];
    const hours = scriptedDatabase([row(0, figures)]);
    expect(await parts(hours.db, 'hour')).toEqual(expected);
    expect(hours.asked).toEqual([[7, 'UGX', 'P', iso(NOON), iso(NOON + DAY)]]);
    const days = scriptedDatabase([row(0, figures)]);
    expect(await parts(days.db, 'day')).toEqual(expected);
    expect(days.asked[0]!.slice(3)).toEqual(['Africa/Kampala', iso(NOON), iso(NOON + DAY - 1)]);
    const none = scriptedDatabase([row(0, figures)]);
    expect(await parts(none.db, 'day', { ...WALLET, isZoneKnown: false })).toEqual([[]]);
    expect(none.asked).toEqual([]);
  });

  test.each([
    [HOUR, 3_000],
    [1_000, 1_000],
    [25 * MINUTE, 1_000],
    [25 * MINUTE + 1, 2_000],
    [26 * HOUR, 63_000],
  ])('of %s ms is a chart of at most 1,500 bins of whole seconds: %s', async (length, binMs) => {
    const { db, asked } = scriptedDatabase([]);
    await readChart(db, SCHEMA, WALLET, { from: NOON, to: NOON + length });
    expect(asked).toEqual([[7, 3, iso(NOON), iso(NOON + length), binMs]]);
  });

  test.each([
    [HOUR, [7, 3, iso(NOON), iso(NOON + HOUR), 3_000]],
    [3 * DAY, [7, 'UGX', 'P', iso(NOON), iso(NOON + 3 * DAY)]],
    [63 * DAY, [7, 'UGX', 'P', 'Africa/Kampala', iso(NOON), iso(NOON + 63 * DAY - 1)]],
  ])('of %s ms is a chart whose line breaks at a gap', async (length, values) => {
    const { db, asked } = scriptedDatabase([0, 1, 2, 3, 4, 20].map((hour) => row(hour * HOUR)));
    const chart = await readChart(db, SCHEMA, WALLET, { from: NOON, to: NOON + length });
    expect(asked).toEqual([values]);
    expect(chart.map(({ available }) => available)).toEqual(['5', '5', '5', '5', '5', null, '5']);
    expect(chart[5]).toEqual({
      ...{ at: NOON + 4 * HOUR + 351, since: null, slot: null, samples: 0 },
      ...{ available: null, actual: null, uncleared: null, reserve: null },
      ...{ opening: null, lowest: null, highest: null },
    });
  });

  test('has its largest rises in the order of time', async () => {
    const { db, asked } = scriptedDatabase([
      { at: date(9), by: '70' },
      { at: date(3), by: '5' },
    ]);
    expect(await readRises(db, SCHEMA, WALLET, { range, most: 2 })).toEqual([
      { at: NOON + 3, by: '5' },
      { at: NOON + 9, by: '70' },
    ]);
    expect(asked).toEqual([[7, 3, iso(NOON), iso(NOON + DAY), 2]]);
  });

  test('of a day is a line for each of the shown wallets, of quarters of an hour', async () => {
    const spark = (minutes: number, available: string | null, wallet = 1) => ({
      ...{ wallet, at: date(minutes * MINUTE), available },
    });
    const { db, asked, questions } = scriptedDatabase(
      ACCOUNT,
      [],
      [...[0, 15, 30, 45, 60].map((minutes) => spark(minutes, '5')), ...[spark(200, null), spark(0, '1', 2)]],
    );
    const shown = [{ ...NAME, account: 'unknown' }, NAME, { ...NAME, walletType: 'Q' }];
    const lines = await readSparklines(db, SCHEMA, shown, NOON);
    expect([...lines.keys()]).toEqual(['acme/UGX/P', 'acme/UGX/Q']);
    expect(lines.get('acme/UGX/P')!.slice(4)).toEqual([
      { at: NOON + HOUR, available: '5' },
      { at: NOON + HOUR + 1, available: null },
      { at: NOON + 200 * MINUTE, available: null },
    ]);
    expect(asked).toEqual([
      [['unknown', 'acme']],
      [],
      [
        ...[iso(NOON - DAY + 15 * MINUTE), iso(NOON), 15 * MINUTE, [7, 7], ['UGX', 'UGX'], ['P', 'Q']],
        iso(NOON - DAY),
      ],
    ]);
    expect(questions[1]!.text).toBe(SEARCH_AT_ONCE.replaceAll(/\s+/g, ' '));
    const none = scriptedDatabase([]);
    expect(await readSparklines(none.db, SCHEMA, shown, NOON)).toEqual(new Map());
    expect(none.asked).toHaveLength(1);
  });
});

describe('an account’s polls and gaps', () => {
  const range = { from: NOON, to: NOON + DAY };

  test('are none of an account that is not known', async () => {
    const unknown = [scriptedDatabase([]), scriptedDatabase([])] as const;
    expect(await readPolls(unknown[0].db, SCHEMA, 'acme', range)).toEqual({ polls: [], first: null });
    expect(await readGaps(unknown[1].db, SCHEMA, 'acme', range)).toEqual({ gaps: [], first: null });
    expect(unknown.map(({ asked }) => asked)).toEqual([[[['acme']]], [[['acme']]]]);
  });

  test('are none of one that was never polled', async () => {
    const none = [{ first: null, before: null, after: null }];
    expect(await readPolls(scriptedDatabase(ACCOUNT, none, []).db, SCHEMA, 'acme', range)).toEqual({
      ...{ polls: [], first: null },
    });
    const gaps = scriptedDatabase(ACCOUNT, none);
    expect(await readGaps(gaps.db, SCHEMA, 'acme', range)).toEqual({ gaps: [], first: null });
    expect(gaps.asked).toHaveLength(2);
  });

  test('polls have what is known of them', async () => {
    const known = { http_status: 200, envelope_code: 201, duration_ms: 40, wallets: 3 };
    const row = { slot: date(0), outcome: 'ok', stale_at: date(9), replica: 'a', detail: null, ...known };
    const { db, asked } = scriptedDatabase(ACCOUNT, [{ first: date(-5) }], [row, { ...row, stale_at: null }]);
    const poll = {
      ...{ slot: NOON, outcome: 'ok', staleAt: NOON + 9, replica: 'a', detail: null },
      ...{ httpStatus: 200, envelopeCode: 201, durationMs: 40, wallets: 3 },
    };
    expect(await readPolls(db, SCHEMA, 'acme', range)).toEqual({
      ...{ polls: [poll, { ...poll, staleAt: null }], first: NOON - 5 },
    });
    expect(asked.slice(1)).toEqual([[7], [7, iso(NOON), iso(NOON + DAY)]]);
  });

  test.each([
    ['from the last success before the range to the first after it', date(-5), date(DAY + 5)],
    ['from the range’s beginning on, where there are none', null, null],
  ])('gaps are looked for %s', async (_what, before, after) => {
    const row = { since: date(1), until: date(4), failed: 2, outcomes: { connect: 2 } };
    const { db, asked } = scriptedDatabase(
      ...[ACCOUNT, [{ first: date(-9), before, after }], [row, { ...row, until: null }]],
    );
    const gap = { since: NOON + 1, until: NOON + 4, failed: 2, outcomes: { connect: 2 } };
    expect(await readGaps(db, SCHEMA, 'acme', range)).toEqual({
      ...{ gaps: [gap, { ...gap, until: null }], first: NOON - 9 },
    });
    const from = before?.toISOString() ?? iso(NOON);
    expect(asked[1]).toEqual([7, iso(NOON), iso(NOON + DAY)]);
    expect(asked[2]).toEqual([7, from, iso(NOON), iso(NOON + DAY), after?.toISOString() ?? null]);
  });
});

// For which accounts and hours figures are made, in which order and in which steps; what the statements make of snapshots is
// in rollups.test.ts.
import { describe, expect, test } from 'vitest';
import { rollUp } from '../../../src/store/maintenance/rollups.ts';
import { type Answers, askedDatabase } from '../../support/asked-database.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 2, 2, 12);
const DAY_NUMBER = Math.floor(NOON / DAY);
const iso = (ms: number) => new Date(ms).toISOString();
const date = (day: number) => iso(day * DAY).slice(0, 10);
const refused = (code: string) => Object.assign(new Error('refused'), { code });
const failing = (error: Error) => () => {
  throw error;
};

interface Behind {
  readonly account_id: number;
  readonly since: number | null;
  readonly until: number;
}

const ANSWERS: Answers = {
  ahead: [/AT TIME ZONE b\.timezone/],
  marks: [/l\.mark FROM/],
  zones: [/max\(date_trunc/],
  unknown: [/pg_timezone_names/],
  marked: [/SET zone_known/],
  advanced: [
    /SELECT account_id, date_trunc\('hour', \$2/,
    ([ids, to]) => (ids as number[]).map((id) => ({ account_id: id, hour: new Date(to as string) })),
  ],
  moved: [/SET rolled_to = u\.hour .* w\.rolled_to < u\.hour/],
  takenBack: [/SET rolled_to = u\.hour .* w\.rolled_to > u\.hour/],
  hourly: [/INSERT INTO "f"\.balance_hourly/],
  forgotten: [/SET outflow_until = CASE/],
  clock: [/clock_timestamp/, [{ ms: NOON }]],
  mixed: [/AS hours FROM/, [{ hours: 0 }]],
  names: [
    /SELECT account_id, name .* ORDER BY name/,
    ([ids]) => (ids as number[]).map((id) => ({ account_id: id, name: `acme-${id}` })),
  ],
};

/** Rolls up a database that answers so, and in all else as one where nothing is to do; returns what was asked of it. */
async function rolledUp(more: Answers, options?: Parameters<typeof rollUp>[2]) {
  const { pool, asked, of } = askedDatabase({ ...more, ...ANSWERS, ...more });
  const done = await rollUp(pool, '"f"', options).catch((error: Error) => error.message);
  return { done, asked, of };
}
const behind = (...rows: Behind[]): Answers => ({ behind: [/AS since/, rows] });

describe('accounts that are behind', () => {
  test('from the same hour on come together, twenty at a time, in the order of their numbers', async () => {
    const rows = Array.from({ length: 45 }, (_, i) => ({
      account_id: 45 - i,
      since: NOON - HOUR,
      until: NOON,
    }));
    const { done, of } = await rolledUp(behind(...rows));
    expect(done).toBe(true);
    const ids = Array.from({ length: 45 }, (_, i) => i + 1);
    expect(of('advanced')).toEqual([
      [ids.slice(0, 20), iso(NOON)],
      [ids.slice(20, 40), iso(NOON)],
      [ids.slice(40), iso(NOON)],
    ]);
    expect(of('hourly').map(([accounts, from, to, notBefore]) => [accounts, from, to, notBefore])).toEqual(
      of('advanced').map(([accounts, to]) => [accounts, iso(NOON - HOUR), to, iso(NOON - HOUR)]),
    );
  });

  test('from another hour on, or to another, are apart', async () => {
    const { of } = await rolledUp(
      behind(
        { account_id: 1, since: NOON - HOUR, until: NOON },
        { account_id: 2, since: NOON - 2 * HOUR, until: NOON },
        { account_id: 3, since: NOON - HOUR, until: NOON - HOUR / 2 },
        { account_id: 4, since: NOON - HOUR, until: NOON },
      ),
    );
    expect(of('advanced')).toEqual([
      [[1, 4], iso(NOON)],
      [[2], iso(NOON)],
      [[3], iso(NOON - HOUR / 2)],
    ]);
  });

  test('without snapshots move on all the same, with those that are as far', async () => {
    const { of } = await rolledUp(
      behind({ account_id: 1, since: null, until: NOON }, { account_id: 2, since: NOON, until: NOON }),
    );
    expect(of('advanced')).toEqual([[[1, 2], iso(NOON)]]);
    expect(of('hourly')).toEqual([[[1, 2], iso(NOON - 1), iso(NOON), iso(NOON - 1)]]);
  });

  const steps = async (since: number, next: (from: number) => number | null) => {
    const { of } = await rolledUp({
      ...behind({ account_id: 7, since, until: NOON }),
      next: [/AS next/, ([, from]) => [{ next: next(Date.parse(from as string)) }]],
    });
    return { asked: of('next'), to: of('advanced').map(([, to]) => NOON - Date.parse(to as string)) };
  };

  test.each([
    ['a day is one step, and nothing is asked', DAY, (from: number) => from, 0, [0]],
    ['a moment more are two', DAY + 1, (from: number) => from, 1, [1, 0]],
    ['days of snapshots are a step each', 3 * DAY, (from: number) => from, 2, [2 * DAY, DAY, 0]],
    [
      'days without snapshots are none, but for the last',
      9 * DAY,
      () => NOON - 2 * DAY,
      3,
      [3 * DAY, 2 * DAY, DAY, 0],
    ],
    ['nor when there is none at all', 9 * DAY, () => null, 1, [DAY, 0]],
  ])('%s', async (_, length, next, questions, expected) => {
    const { asked, to } = await steps(NOON - length, next);
    expect(to).toEqual(expected);
    expect(asked).toHaveLength(questions);
    if (questions > 0) expect(asked[0]).toEqual([[7], iso(NOON - length + DAY)]);
  });
});

describe('it ends early', () => {
  const two = behind({ account_id: 1, since: NOON - 2 * DAY, until: NOON });

  test('once its time is up, counted from the first step, and says that more is left', async () => {
    const { done, of } = await rolledUp(two, { budgetMs: 0 });
    expect(done).toBe(false);
    expect(of('behind')).toHaveLength(1);
    expect(of('advanced')).toEqual([]);
  });

  test('when it is told to', async () => {
    expect((await rolledUp(two, { signal: AbortSignal.abort() })).done).toBe(false);
    expect((await rolledUp(two, { signal: new AbortController().signal })).done).toBe(true);
  });
});

describe('an account whose zone Postgres does not know', () => {
  const unknown: Answers = {
    zones: [/max\(date_trunc/, failing(refused('22023'))],
    unknown: [/pg_timezone_names/, [{ account_id: 2, timezone: 'Mars/Base' }]],
  };

  test('is marked and left out everywhere, and told in the end with its zone', async () => {
    const { done, of } = await rolledUp({
      ...unknown,
      ...behind({ account_id: 1, since: NOON - HOUR, until: NOON }),
    });
    expect(done).toBe(
      'the figures of acme-2 can not be made: Postgres does not know the time zone Mars/Base',
    );
    expect(of('marked')).toEqual([[[2]]]);
    expect([of('ahead'), of('marks')]).toEqual([[[[2]]], [[[2]], [[2]]]]);
    expect(of('moved')).toEqual([[[1], [iso(NOON)]]]);
    expect(of('behind')).toEqual([[[2]]]);
    expect(of('advanced')).toEqual([[[1], iso(NOON)]]);
  });

  test('is looked for only where Postgres stumbles over a zone', async () => {
    const { done, of } = await rolledUp({});
    expect(done).toBe(true);
    expect(of('unknown')).toEqual([]);
    expect(of('marked')).toEqual([[[]]]);
    expect((await rolledUp({ zones: [/max\(date_trunc/, failing(refused('57P01'))] })).done).toBe('refused');
  });
});

describe('accounts for which it fails', () => {
  test('are found by halves, and told together; the others are done', async () => {
    const rows = [1, 2, 3, 4].map((id) => ({ account_id: id, since: NOON - HOUR, until: NOON }));
    const { done, of } = await rolledUp({
      ...behind(...rows),
      hourly: [
        /INSERT INTO "f"\.balance_hourly/,
        ([ids]) => ((ids as number[]).some((id) => id > 2) ? failing(refused('22003'))() : []),
      ],
    });
    expect(done).toBe('the figures of acme-3, acme-4 can not be made: refused');
    expect(of('hourly').map(([ids]) => ids)).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
  });
});

describe('hours that got late results', () => {
  const mark = (account_id: number, hour: number, name: string) => ({
    account_id,
    hour: new Date(hour),
    mark: name,
  });
  const late = (...rows: object[]): Answers => {
    const left = [rows];
    return {
      marks: [/l\.mark FROM/, () => left.shift() ?? []],
      unmarked: [/DELETE FROM "f"\.rollup_late/],
    };
  };

  test('are made again, with the marks that were read, before and after what is behind', async () => {
    const { done, of, asked } = await rolledUp({
      ...late(mark(1, NOON - 3 * HOUR, 'a'), mark(1, NOON - 2 * HOUR, 'b'), mark(2, NOON - 3 * HOUR, 'c')),
      ...behind({ account_id: 9, since: NOON - HOUR, until: NOON }),
    });
    expect(done).toBe(true);
    expect(of('marks')).toEqual([[[]], [[]]]);
    expect(of('unmarked')).toEqual(
      [
        [[2], iso(NOON - 3 * HOUR), iso(NOON - 2 * HOUR), ['c']],
        [[1], iso(NOON - 3 * HOUR), iso(NOON - HOUR), ['a', 'b']],
      ].toSorted((a, b) => (a[0] as number[])[0]! - (b[0] as number[])[0]!),
    );
    const order = asked.map(([name]) => name).filter((name) => ['marks', 'behind'].includes(name));
    expect(order).toEqual(['marks', 'behind', 'marks']);
  });

  test('make the days unknown that these hours may change: five days before', async () => {
    const { of } = await rolledUp(late(mark(1, NOON - 3 * HOUR, 'a')));
    expect(of('forgotten')).toEqual([[[1], date(DAY_NUMBER - 5)]]);
  });

  test('are not done while there are more marks than are read at once', async () => {
    const rows = (length: number) => Array.from({ length }, () => mark(1, NOON - 3 * HOUR, 'a'));
    const left = (length: number): Answers => {
      const reads = [[], rows(length)];
      return { marks: [/LIMIT 50000/, () => reads.shift()!] };
    };
    expect((await rolledUp(left(49_999))).done).toBe(true);
    expect((await rolledUp(left(50_000))).done).toBe(false);
  });

  test('wait when the time is up', async () => {
    const { done, of } = await rolledUp(late(mark(1, NOON - 3 * HOUR, 'a')), { budgetMs: 0 });
    expect(done).toBe(false);
    expect(of('unmarked')).toEqual([]);
  });

  const lackingAt = async (hour: number, rows: readonly object[] = []) =>
    await rolledUp({
      ...late(mark(1, hour, 'a'), mark(2, hour, 'b')),
      lacking: [/HAVING sum\(counted\) > sum\(kept\)/, rows],
      days: [
        /AS "from"/,
        ([ids]) =>
          (ids as number[]).map((id) => ({ account_id: id, from: hour - 5 * HOUR, to: hour + 8 * HOUR })),
      ],
    });

  test.each([
    [NOON - 9 * DAY + HOUR, 0],
    [NOON - 9 * DAY, 1],
  ])('of days whose hours may be deleted are looked at first: %i', async (hour, questions) => {
    expect((await lackingAt(hour)).of('lacking')).toHaveLength(questions);
  });

  test('of days that lack hours are made from the snapshots of the whole day, six hours at a time', async () => {
    const hour = NOON - 20 * DAY;
    const day = Math.floor(hour / DAY);
    const { of } = await lackingAt(hour, [
      { account_id: 2, wallet_id: 7, day },
      { account_id: 2, wallet_id: 8, day },
    ]);
    expect(of('lacking')).toEqual([
      [[1, 2], date(day - 1), date(day + 2), iso((day - 2) * DAY), iso((day + 3) * DAY)],
    ]);
    expect(of('days')).toEqual([[[2], iso(hour), iso(hour + 2 * HOUR)]]);
    expect(of('hourly').map(([ids, from, to]) => [ids, from, to])).toEqual([
      [[1], iso(hour), iso(hour + 2 * HOUR)],
      [[2], iso(hour - 5 * HOUR), iso(hour + HOUR)],
      [[2], iso(hour + HOUR), iso(hour + 7 * HOUR)],
      [[2], iso(hour + 7 * HOUR), iso(hour + 8 * HOUR)],
    ]);
  });
});

describe('figures of hours that are not over', () => {
  test('are taken back, of twenty accounts at a time, from the first such hour on', async () => {
    const rows = Array.from({ length: 21 }, (_, i) => ({
      ...{ account_id: i + 1, hour: new Date(NOON - (i % 2) * HOUR), day: '2026-03-02' },
    }));
    const { done, of } = await rolledUp({
      ahead: [/AT TIME ZONE b\.timezone/, rows],
      hoursGone: [/DELETE FROM "f"\.balance_hourly/],
      daysGone: [/SET samples = 0/],
    });
    expect(done).toBe(true);
    expect(of('ahead')).toEqual([[[]]]);
    const ids = rows.map(({ account_id }) => account_id);
    const hours = rows.map(({ hour }) => hour.toISOString());
    expect(of('takenBack')).toEqual([
      [ids.slice(0, 20), hours.slice(0, 20)],
      [[21], [iso(NOON)]],
    ]);
    expect(of('hoursGone')).toEqual(of('takenBack'));
    expect(of('daysGone')).toEqual([
      [ids.slice(0, 20), Array<string>(20).fill('2026-03-02')],
      [[21], ['2026-03-02']],
    ]);
    expect(of('forgotten')).toEqual([
      [ids.slice(0, 20), date(DAY_NUMBER - 5)],
      [[21], date(DAY_NUMBER - 5)],
    ]);
    expect(of('hourly').map(([accounts, from, to]) => [accounts, from, to])).toEqual([
      [ids.slice(0, 20), iso(NOON - HOUR), iso(NOON + HOUR)],
      [[21], iso(NOON), iso(NOON + 2 * HOUR)],
    ]);
  });
});

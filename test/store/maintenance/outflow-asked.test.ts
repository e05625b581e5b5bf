// Which days of outflow are added up, of which accounts and how many at once; what goes out on them is in
// daily-outflow.test.ts.
import { describe, expect, test } from 'vitest';
import { keepDailyOutflow } from '../../../src/store/maintenance/daily-outflow.ts';
import { askedDatabase } from '../../support/asked-database.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Figures go up to the beginning of this day, at which two hours and two minutes have passed of the day of the clock. */
const TODAY = Math.floor(Date.UTC(2026, 10, 22) / DAY);
const NOW = TODAY * DAY + 2 * HOUR + 2 * 60_000;
const SETTLED = TODAY - 5; // the first day that may still change
const YEAR = 364;
const date = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const iso = (ms: number) => new Date(ms).toISOString();

interface Account {
  /** The first day that is not added up; `null` for none. */
  readonly until?: number | null;
  readonly wallets?: number;
  /** Up to where figures exist. */
  readonly at?: number | null;
  readonly timezone?: string;
  readonly lacking?: readonly object[];
  /** Whether the account is there in the zone that was read before. */
  readonly isThere?: boolean;
  readonly hours?: readonly object[];
  readonly now?: number;
}

/** Adds up the days of an account with the number 7. */
async function kept(account: Account = {}, isOver: () => boolean = () => false) {
  let until = account.until ?? null;
  const { wallets = 1, at = TODAY * DAY, timezone = 'UTC', isThere = true } = account;
  const { pool, of } = askedDatabase({
    clock: [/clock_timestamp/, [{ ms: account.now ?? NOW }]],
    due: [/outflow_zone <> timezone/, [{ id: 7, timezone }]],
    locked: [/FOR UPDATE/, () => (isThere ? [{ until }] : [])],
    rolled: [/AS wallets/, [{ wallets, at }]],
    lacking: [/HAVING sum/, account.lacking ?? []],
    deleted: [/DELETE FROM "f"\.outflow_daily/],
    hours: [/string_agg/, account.hours ?? []],
    added: [/INSERT INTO "f"\.outflow_daily/],
    moved: [
      /SET outflow_until = \$2::date, outflow_zone/,
      ([, day]) => {
        until = Date.parse(day as string) / DAY;
        return [];
      },
    ],
  });
  const failures = new Map<number, Error>();
  const done = await keepDailyOutflow(pool, '"f"', { isOver, failures });
  const days = of('deleted').map(([, , , from, to]) => [from, to]);
  return { done, of, days, failures, moved: of('moved').map(([, day]) => day) };
}

test('days are due up to where figures are behind at most', async () => {
  expect((await kept()).of('due')).toEqual([[iso(TODAY * DAY)]]);
});

describe('an account', () => {
  test('of which nothing was added up has a year of settled days added up, and nothing older', async () => {
    const { done, of, moved } = await kept();
    expect(done).toBe(true);
    expect(of('deleted')).toEqual([
      [7, date(SETTLED - YEAR), true, date(SETTLED - YEAR), date(SETTLED), [], []],
    ]);
    expect(moved).toEqual([date(SETTLED)]);
    expect(of('moved')).toEqual([[7, date(SETTLED), 'UTC']]);
    expect([of('locked'), of('rolled')]).toEqual([[[7, 'UTC']], [[7]]]);
    expect(of('lacking')).toEqual([]);
  });

  test('goes on from the day that it had come to', async () => {
    const { of, moved } = await kept({ until: SETTLED - 2 });
    expect(of('deleted')).toEqual([
      [7, date(SETTLED - YEAR), false, date(SETTLED - 2), date(SETTLED), [], []],
    ]);
    expect(moved).toEqual([date(SETTLED)]);
  });

  test('that was left alone for more than a year begins with the last of it', async () => {
    expect((await kept({ until: SETTLED - 500 })).days).toEqual([[date(SETTLED - YEAR), date(SETTLED)]]);
  });

  test.each([
    ['whose days are all added up', { until: SETTLED }],
    ['that is further than its figures', { until: SETTLED + 1 }],
    ['that has no figures yet', { at: null }],
    ['that has another zone meanwhile, or is gone', { isThere: false }],
  ])('%s has nothing to do', async (_, account) => {
    const { done, of } = await kept(account);
    expect(done).toBe(true);
    expect([of('deleted'), of('moved'), of('locked').length]).toEqual([[], [], 1]);
  });

  test('without wallets is done until tomorrow', async () => {
    expect((await kept({ wallets: 0, at: null })).moved).toEqual([date(SETTLED)]);
  });

  test('in a zone has days of that zone', async () => {
    const evening = { timezone: 'Africa/Kampala', until: SETTLED - 1 };
    expect((await kept({ ...evening, at: TODAY * DAY + 21 * HOUR - 1 })).moved).toEqual([date(SETTLED)]);
    const { of, moved } = await kept({ ...evening, at: TODAY * DAY + 21 * HOUR });
    expect(moved).toEqual([date(SETTLED + 1)]);
    const midnight = (day: number) => day * DAY - 3 * HOUR;
    const around = 4 * DAY + HOUR; // the longest gap, and the hour before
    expect(of('hours')).toEqual([
      [7, iso(midnight(SETTLED - 1) - around), iso(midnight(SETTLED + 1) + around)],
    ]);
  });

  test('in a zone that we do not know fails, and no others do', async () => {
    const { done, failures, of } = await kept({ timezone: 'Mars/Base' });
    expect(done).toBe(true);
    expect([...failures]).toEqual([[7, new Error('the time zone Mars/Base is not known')]]);
    expect(of('locked')).toEqual([]);
  });
});

describe('of many wallets', () => {
  test.each([
    ['ten, a year', 10, YEAR, 1],
    ['eleven, a day less than a year, and that day', 11, 363, 2],
    ['a hundred, forty days', 100, 40, 10],
    ['five hundred, eight days', 500, 8, 46],
    ['more, eight days too', 5_000, 8, 46],
  ])('fewer days are added up at once: of %s', async (_, wallets, days, times) => {
    const { done, days: asked } = await kept({ wallets });
    expect(done).toBe(true);
    expect(asked).toHaveLength(times);
    expect(asked[0]).toEqual([date(SETTLED - YEAR), date(SETTLED - YEAR + days)]);
    expect(asked.map(([from]) => from).slice(1)).toEqual(asked.map(([, to]) => to).slice(0, -1));
    expect(asked.at(-1)![1]).toBe(date(SETTLED));
  });

  test('it ends between two parts when the time is up, and says that more is left', async () => {
    let parts = 0;
    const { done, days } = await kept({ wallets: 100 }, () => ++parts > 3);
    expect(done).toBe(false);
    expect(days).toHaveLength(3);
  });
});

describe('days whose hours may be deleted', () => {
  test.each([
    [TODAY - 9, 0],
    [TODAY - 10, 1],
  ])('are looked at before they are added up again: from %i on', async (until, questions) => {
    expect((await kept({ until })).of('lacking')).toHaveLength(questions);
  });

  test('stay as they are when they lack hours, and four days around them', async () => {
    const from = TODAY - 30;
    const { of } = await kept({
      until: from,
      lacking: [
        { account_id: 7, wallet_id: 3, day: from + 4 },
        { account_id: 7, wallet_id: 3, day: from + 5 },
        { account_id: 7, wallet_id: 4, day: from },
      ],
    });
    expect(of('lacking')).toEqual([
      [[7], date(from - 4), date(SETTLED + 4), iso((from - 5) * DAY), iso((SETTLED + 5) * DAY)],
    ]);
    const [[, , , , , wallets, days]] = of('deleted') as [unknown[]];
    expect(wallets).toEqual([...Array<number>(10).fill(3), ...Array<number>(9).fill(4)]);
    expect(days).toEqual([
      ...Array.from({ length: 10 }, (_, i) => from + i),
      ...Array.from({ length: 9 }, (_, i) => from - 4 + i),
    ]);
  });
});

test('what went out is stored by wallet and day, with what became available of uncleared money', async () => {
  const first = (SETTLED - 1) * 24;
  const figures = (...hours: string[]) => [`${first - 1} 4`, ...hours].join(',');
  const quiet = (hours: number) => Array<string>(hours).fill('0');
  const { of } = await kept({
    until: SETTLED - 1,
    hours: [
      { wallet_id: 3, hours: figures('5', ...quiet(22), '2|3', ...quiet(24), '9') },
      { wallet_id: 4, hours: figures('1', ...quiet(24)) },
    ],
  });
  expect(of('added')).toEqual([[7, [3, 4], [SETTLED - 1, SETTLED - 1], [7, 1], [3, 0]]]);
});

test('nothing is stored of days without figures', async () => {
  expect((await kept({ until: SETTLED - 1 })).of('added')).toEqual([]);
});

test('days between others of which nothing is known are left out', async () => {
  const [one, , three] = [SETTLED - 3, SETTLED - 2, SETTLED - 1];
  const risen = `${three * 24} 2 25 -9`; // after a day and an hour without figures: by as much as 9
  const text = [`${one * 24 - 1} 4`, ...Array<string>(24).fill('1'), risen, ...Array<string>(24).fill('0')];
  const { of } = await kept({ until: one, hours: [{ wallet_id: 3, hours: text.join(',') }] });
  expect(of('added').map(([, wallets, days, amounts]) => [wallets, days, amounts])).toEqual([
    [
      [3, 3],
      [one, three],
      [24, 2],
    ],
  ]);
});

test('an account that has failed already is left out', async () => {
  const { pool, asked } = askedDatabase({
    clock: [/clock_timestamp/, [{ ms: NOW }]],
    due: [/outflow_zone <> timezone/, [{ id: 7, timezone: 'UTC' }]],
    locked: [/FOR UPDATE/],
  });
  const failures = new Map([[7, new Error('no')]]);
  expect(await keepDailyOutflow(pool, '"f"', { isOver: () => false, failures })).toBe(true);
  expect(asked.map(([name]) => name)).toEqual(['clock', 'due']);
});

test('an account for which it fails is not tried again, and the next one is', async () => {
  const refused = Object.assign(new Error('no'), { code: '22003' });
  const { pool, of } = askedDatabase({
    clock: [/clock_timestamp/, [{ ms: NOW }]],
    due: [/outflow_zone <> timezone/, [7, 8].map((id) => ({ id, timezone: 'UTC' }))],
    locked: [
      /FOR UPDATE/,
      ([id]) => {
        if (id === 7) throw refused;
        return [];
      },
    ],
  });
  const failures = new Map<number, Error>();
  expect(await keepDailyOutflow(pool, '"f"', { isOver: () => false, failures })).toBe(true);
  expect([...failures]).toEqual([[7, refused]]);
  expect(of('locked').map(([id]) => id)).toEqual([7, 8]);
});

// Which hours are marked after an import, to have their figures made again; that they are made is in transfer.test.ts.
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type ImportedMonth, markEnds, markHours } from '../../../src/store/transfer/late-hours.ts';

const F = '"f"' as never;
const [MARCH, APRIL] = ['2026-03-05 00:00:00+00', '2026-04-05 00:00:00+00'];
const HOURS = ['2026-03-31 22:00:00+00', '2026-03-31 23:00:00+00'];

/** A connection to a database whose figures of the account go up to `until`; `asked` has the stretch, `marked` the hours. */
function connection(until: string | null, hours: readonly string[] = HOURS) {
  const asked: (readonly unknown[])[] = [];
  const marked: (readonly unknown[])[] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    if (text.includes('max(rolled_to)')) return { rows: [{ rolled_to: until }] };
    if (text.includes('SELECT DISTINCT')) {
      asked.push(values);
      return { rows: hours.map((hour) => ({ hour })) };
    }
    expect(text).toContain('INSERT INTO "f".rollup_late');
    expect(text).toContain('SELECT 7, u.hour');
    expect(values[1]).toMatch(/^[0-9a-f-]{36}$/);
    marked.push(values[0] as string[]);
    return { rows: [] };
  };
  return { client: { query } as unknown as pg.Client, asked, marked };
}

interface Month {
  /** Snapshots of the month: those that the database had, those that it has now, and those of the export. */
  readonly had: number;
  readonly has: number;
  readonly told: number;
  readonly isAsFar?: boolean;
  readonly rolledTo?: string | null;
  readonly until?: string | null;
}

async function marking({ had, has, told, isAsFar = false, rolledTo = MARCH, until = APRIL }: Month) {
  const { client, asked, marked } = connection(until);
  const rows = (snapshot: number) => ({ rows: snapshot === 0 ? {} : { snapshot } });
  const month: ImportedMonth = {
    ...{ accountId: 7, month: '2026-03', isAsFar, rolledTo },
    ...{ before: { ...rows(had), sha256: '' }, after: { ...rows(has), sha256: '' }, entry: rows(told) },
  };
  await markHours(client, F, month);
  expect(marked).toEqual(asked.map(() => HOURS));
  return asked[0] ?? null;
}

const ALL = ['-infinity', APRIL];
const BEYOND = [MARCH, APRIL];

describe('hours are made again', () => {
  test.each<[string, Month, readonly string[] | null]>([
    [
      'of a month that only the export has seen, beyond what it has figures of',
      { had: 0, has: 5, told: 5 },
      BEYOND,
    ],
    ['of that month where the database is as far', { had: 0, has: 5, told: 5, isAsFar: true }, BEYOND],
    ['all, of a month that both have seen, and the database more of it', { had: 2, has: 6, told: 5 }, ALL],
    [
      'all, of one that both have seen when the database is as far',
      { had: 2, has: 5, told: 5, isAsFar: true },
      ALL,
    ],
    ['not all, where the export has all that the database had', { had: 2, has: 5, told: 5 }, BEYOND],
    ['none, where nothing is new', { had: 5, has: 5, told: 5, isAsFar: true }, null],
    ['none, where there is nothing', { had: 0, has: 0, told: 0 }, null],
    ['none, where the account has no figures here', { had: 2, has: 6, told: 5, until: null }, null],
    ['none, where the export has no figures', { had: 0, has: 5, told: 5, rolledTo: null }, null],
    ['all all the same, where both have seen it', { had: 2, has: 6, told: 5, rolledTo: null }, ALL],
    [
      'none, where the export has figures as far as the database',
      { had: 0, has: 5, told: 5, rolledTo: APRIL },
      null,
    ],
    ['none, where it has more', { had: 0, has: 5, told: 5, rolledTo: APRIL, until: MARCH }, null],
  ])('%s', async (_, month, expected) => {
    expect(await marking(month)).toEqual(expected);
  });

  test('and nothing is marked where no snapshot lies there', async () => {
    const { client, asked, marked } = connection(APRIL, []);
    const rows = { rows: { snapshot: 5 } };
    await markHours(client, F, {
      ...{ accountId: 7, month: '2026-03', isAsFar: false, rolledTo: MARCH, entry: rows },
      ...{ before: { rows: {}, sha256: '' }, after: { ...rows, sha256: '' } },
    });
    expect([asked, marked]).toEqual([[BEYOND], []]);
  });
});

describe('the first and the last hour of a month', () => {
  const ends = async (had: number | undefined, told: number | undefined, month = '2026-03') => {
    const { client, marked } = connection(APRIL);
    const rows = (balance_hourly: number | undefined) =>
      balance_hourly === undefined ? {} : { balance_hourly };
    await markEnds(client, F, {
      ...{ accountId: 7, month, entry: { rows: rows(told) } },
      before: { rows: rows(had), sha256: '' },
    });
    return (marked[0] as string[] | undefined)?.map((hour) => new Date(hour).toISOString()) ?? null;
  };

  test.each([
    ['no figures', undefined, 1, true],
    ['fewer figures', 4, 5, true],
    ['as many', 5, 5, false],
    ['more', 6, 5, false],
    ['none, as the export', undefined, undefined, false],
  ])('are made again where the database had %s of it', async (_, had, told, isMarked) => {
    const expected = ['2026-03-01T00:00:00.000Z', '2026-03-31T23:00:00.000Z'];
    expect(await ends(had, told)).toEqual(isMarked ? expected : null);
  });

  test('of December end with the year', async () => {
    expect(await ends(0, 1, '2026-12')).toEqual(['2026-12-01T00:00:00.000Z', '2026-12-31T23:00:00.000Z']);
  });
});

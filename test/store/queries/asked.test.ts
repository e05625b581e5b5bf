// What the queries of the past ask of Postgres and for how long they keep an answer, and what is made of stored days and hours
// of outflow; what the statements themselves find is in queries.test.ts and outflow.test.ts.
import { describe, expect, test } from 'vitest';
import { PAST_HOURS } from '../../../src/domain/forecast/history.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { createOutflowHistory } from '../../../src/store/queries/outflow.ts';
import { createQueries } from '../../../src/store/queries/queries.ts';
import { type Answers, askedDatabase } from '../../support/asked-database.ts';

const F = '"f"' as never;
const HOUR = 3_600_000;
const HOURS = 490_000; // since 1970
const BEFORE = HOURS * HOUR + 59 * 60_000;
const DAY = Math.floor(HOURS / 24);
const iso = (ms: number) => new Date(ms).toISOString();
const IDS: Answers = {
  ids: [
    /SELECT account_id, name/,
    [
      { account_id: 1, name: 'acme-ug' },
      { account_id: 2, name: 'acme-ke' },
    ],
  ],
};

describe('small charts', () => {
  const shown = (...names: string[]) =>
    names.map((name) => ({ account: 'acme-ug', currency: 'UGX', walletType: name }));
  const queriesAt = (answers: Answers = {}) => {
    const time = { ms: 0 };
    const asked = askedDatabase({ ...IDS, read: [/generate_series/], ...answers });
    const clock = { monotonic: () => time.ms, now: () => BEFORE + time.ms };
    return { ...asked, time, queries: createQueries({ pool: asked.pool, schema: F, clock }) };
  };

  test('are read once in half a minute for all readers, in whatever order they ask', async () => {
    const { queries, of, time } = queriesAt();
    const first = queries.sparklines(shown('A', 'B'));
    expect(queries.sparklines(shown('B', 'A'))).toBe(first);
    time.ms = 29_999;
    expect(queries.sparklines(shown('A', 'B'))).toBe(first);
    time.ms = 30_000;
    expect(queries.sparklines(shown('A', 'B'))).not.toBe(first);
    await queries.sparklines(shown('A', 'B'));
    expect(of('read')).toHaveLength(2);
  });

  test('are read again when other wallets are shown', async () => {
    const { queries, of } = queriesAt();
    for (const wallets of [shown('A'), shown('A', 'B'), shown('A')]) await queries.sparklines(wallets);
    expect(of('read').map(([, , , , , types]) => types)).toEqual([['A'], ['A', 'B'], ['A']]);
  });

  test('that could not be read are read again at once', async () => {
    let fails = true;
    const { queries, of } = queriesAt({
      read: [
        /generate_series/,
        () => {
          if (fails) throw new Error('away');
          return [];
        },
      ],
    });
    await expect(queries.sparklines(shown('A'))).rejects.toThrow('away');
    fails = false;
    expect(await queries.sparklines(shown('A'))).toEqual(new Map());
    expect(of('read')).toHaveLength(2);
  });
});

describe('a question that is given up', () => {
  test('is put so that its statement can be cancelled', async () => {
    const { pool, asked } = askedDatabase({});
    const given: AbortSignal[] = [];
    const until = (signal: AbortSignal) => {
      given.push(signal);
      return pool;
    };
    const clock = { monotonic: () => 0, now: () => BEFORE };
    const queries = createQueries({ pool: { ...pool, until } as Pool, schema: F, clock });
    const { signal } = new AbortController();
    const range = { from: 0, to: 1 } as never;
    const wallet = { account: 'a', currency: 'UGX', walletType: 'X' };
    const option = { accounts: ['a'], since: 0 };
    expect(await queries.chart(wallet, range, signal)).toBeUndefined();
    expect(await queries.history(wallet, range, undefined, signal)).toBeUndefined();
    expect(await queries.rises(wallet, range, 5, signal)).toEqual([]);
    expect(await queries.optionChanges(option, signal)).toEqual([]);
    expect(given).toEqual([signal, signal, signal, signal]);
    await queries.optionChanges(option);
    expect([given.length, asked]).toEqual([4, []]);
  });
});

describe('the past of wallets for forecasts', () => {
  const read = async (row: {
    readonly keptUntil?: number | null;
    readonly days?: string | null;
    readonly hours?: string | null;
  }) => {
    const { keptUntil = null, days = null, hours = null } = row;
    const named = { account: 'acme-ug', currency: 'UGX', wallet_type: 'PAYOUT' };
    const { pool, of } = askedDatabase({
      ...IDS,
      read: [/AS kept_until/, [{ ...named, kept_until: keptUntil, days, hours }]],
    });
    const accounts = [
      { name: 'acme-ke', timezone: 'Africa/Nairobi' },
      { name: 'acme-ug', timezone: 'UTC' },
      { name: 'nobody', timezone: 'UTC' },
    ];
    const [past] = await createOutflowHistory({ pool, schema: F }).read(accounts, BEFORE);
    return { past: past!, asked: of('read') };
  };

  test('is asked for of accounts that are known, in their zones, up to the hour', async () => {
    const { asked, past } = await read({});
    expect(asked).toEqual([
      [[1, 2], ['UTC', 'Africa/Nairobi'], iso((HOURS - PAST_HOURS) * HOUR), iso(HOURS * HOUR)],
    ]);
    expect(past).toEqual({
      ...{ account: 'acme-ug', currency: 'UGX', walletType: 'PAYOUT' },
      hours: new Float64Array(),
    });
  });

  test('has hours up to the one that is asked for; uncleared money only where there was some', async () => {
    const plain = await read({ hours: `${HOURS - 3} 5,0,7` });
    expect([...plain.past.hours]).toEqual([5, 0, 7]);
    expect(plain.past.cleared).toBeUndefined();
    const clearing = await read({ hours: `${HOURS - 2} 5,1|2` });
    expect([...clearing.past.hours]).toEqual([5, 1]);
    expect([...(clearing.past.cleared as Float64Array)][1]).toBe(2);
  });

  test('has stored days from the first on, without those between that are not known', async () => {
    const { past } = await read({ keptUntil: DAY, days: `${DAY - 5} 10.5,${DAY - 4} 0 0,${DAY - 2} 7` });
    expect(past.kept).toEqual({ until: DAY, outflow: { first: DAY - 5, days: [10.5, 0, undefined, 7] } });
    expect(past.cleared).toBeUndefined();
  });

  test('tells what became available on stored days where anything did', async () => {
    const { past } = await read({ keptUntil: DAY, days: `${DAY - 3} 1,${DAY - 2} 2 3,${DAY - 1} 4 0` });
    expect(past.kept).toEqual({
      until: DAY,
      outflow: { first: DAY - 3, days: [1, 2, 4] },
      cleared: { first: DAY - 2, days: [3, 0] },
    });
    expect(past.cleared).toEqual(new Float64Array());
  });

  test('may have come to a day without that any is stored', async () => {
    const { past } = await read({ keptUntil: DAY });
    expect(past.kept).toEqual({ until: DAY, outflow: { first: DAY, days: [] } });
  });

  test('is long enough of accounts that have figures before an instant, in the order of the question', async () => {
    const { pool, of } = askedDatabase({
      ...IDS,
      past: [/LIMIT 1/, [{ account_id: 1 }, { account_id: 2 }]],
    });
    const history = createOutflowHistory({ pool, schema: F });
    expect(await history.withPast(['nobody', 'acme-ke', 'acme-ug'], BEFORE)).toEqual(['acme-ke', 'acme-ug']);
    expect(of('past')).toEqual([[[1, 2], iso(BEFORE)]]);
  });
});

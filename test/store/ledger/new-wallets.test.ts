// For which wallets there is room, and what is asked when rows do not come about; two replicas at once are in ids.test.ts.
import { expect, test } from 'vitest';
import { makeWallets, type NewWallet } from '../../../src/store/ledger/new-wallets.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import type { Pool, Queryable } from '../../../src/store/postgres/pool.ts';

const SCHEMA = '"floatwatch"' as Schema;
const wallet = (walletType: string, more: Partial<NewWallet> = {}): NewWallet => ({
  ...{ accountId: 7, currency: 'UGX', walletType, exposable: true, expected: false, ...more },
});

interface Database {
  /** The wallets that are there, by each time that this is asked. */
  readonly there?: readonly (readonly string[])[];
  /** How many wallets an account has. */
  readonly held?: number;
  /** How many rows come about, by each time. */
  readonly made?: readonly number[];
}

/** What is inserted of these wallets, each time, and the steps. */
async function made(wanted: readonly NewWallet[], { there = [[]], held, made: rows }: Database = {}) {
  const [names, counts] = [[...there], [...(rows ?? [])]];
  const steps: string[] = [];
  const inserted: unknown[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    const [step] = /lock|count\(\*\)|INSERT|greatest|generate_series|unnest/.exec(text)!;
    steps.push(step);
    if (step === 'unnest')
      return (names.shift() ?? []).map((wallet_type) => ({ account_id: 7, currency: 'UGX', wallet_type }));
    if (step === 'count(*)') return held === undefined ? [] : [{ account_id: 7, held }];
    if (step !== 'INSERT') return [];
    inserted.push(values[2]);
    return Array.from({ length: counts.shift() ?? (values[2] as readonly string[]).length }, () => ({}));
  };
  const pool = { transaction: (work: (tx: Queryable) => unknown) => work({ query } as never) };
  await makeWallets(pool as unknown as Pool, SCHEMA, wanted);
  return { inserted, steps };
}

const [A, B, C] = [wallet('A'), wallet('B'), wallet('C')];

test.each<[what: string, wanted: readonly NewWallet[], database: Database, inserted: readonly unknown[]]>([
  ['all are made where the account has none', [A, B], {}, [['A', 'B']]],
  ['each once', [A, B, A], {}, [['A', 'B']]],
  ['those that are there are not', [A, B], { there: [['A']] }, [['B']]],
  ['none where all are', [A, B], { there: [['A', 'B']] }, []],
  ['as many as there is room for', [A, B, C], { held: 1_998 }, [['A', 'B']]],
  ['none where there is no room', [A], { held: 2_000 }, []],
  ['what is expected all the same', [A, wallet('B', { expected: true })], { held: 2_000 }, [['B']]],
  ['and it takes its room', [wallet('A', { expected: true }), B, C], { held: 1_998 }, [['A', 'B']]],
  ['each account has its own room', [A, wallet('B', { accountId: 8 })], { held: 2_000 }, [['B']]],
])('of new wallets, %s', async (_what, wanted, database, inserted) => {
  expect((await made(wanted, database)).inserted).toEqual(inserted);
});

test('one replica at a time looks and makes', async () => {
  expect((await made([A])).steps).toEqual(['lock', 'unnest', 'count(*)', 'INSERT']);
});

test('where a number was taken, the sequence is moved on and the rest are made', async () => {
  const { inserted, steps } = await made([A, B], { made: [1, 1], there: [[], ['A', 'B']] });
  expect(inserted).toEqual([
    ['A', 'B'],
    ['A', 'B'],
  ]);
  expect(steps.slice(4)).toEqual(['greatest', 'generate_series', 'INSERT', 'unnest']);
});

test('what does not come about even then is told', async () => {
  const failing = made([A, B, C], { made: [0, 1], there: [[], ['A']] });
  await expect(failing).rejects.toThrow('2 wallets could not be made in the database');
});

// What is made of the rows of many wallets' past, and in which parts they are asked for; which rows those are is in
// queries.test.ts.
import { describe, expect, test } from 'vitest';
import { UNKNOWN_BALANCE } from '../../../src/domain/wallet.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { readAt } from '../../../src/store/queries/at.ts';
import { readOptionChanges } from '../../../src/store/queries/payment-option-changes.ts';
import { readStatement, readStatementParts } from '../../../src/store/queries/statement.ts';
import { unnamedFor } from '../../../src/store/queries/unnamed-wallets.ts';
import { createReadPastValues } from '../../../src/store/queries/window-backfill.ts';
import { scriptedDatabase } from '../../support/scripted-database.ts';

const SCHEMA = '"floatwatch"' as Schema;
const NOON = Date.parse('2026-07-20T12:00:00Z');
const [MINUTE, DAY] = [60_000, 86_400_000];
const iso = (at: number) => new Date(at).toISOString();
const date = (after: number) => new Date(NOON + after);

const NAME = { account: 'acme', currency: 'UGX', walletType: 'P' };
const ACCOUNT = [{ account_id: 7, name: 'acme' }];
const amounts = (of: string) => ({ available: of, actual: of, uncleared: '0', reserve: null });

describe('what was known at an instant', () => {
  const SIZE = [{ account_id: 7, wallets: 3 }];
  const seen = (more: object = {}) => ({
    ...{ ...NAME, slot: date(0), observed_at: date(350), stale_at: date(MINUTE), ...amounts('5'), ...more },
  });
  const NOTHING = { slot: null, observed_at: null, stale_at: null };
  const unseen = (more: object = {}) => ({ ...NAME, ...NOTHING, ...UNKNOWN_BALANCE, ...more });
  const POLLS = { account: 'acme', good: date(1), unreadable: null, last: date(2), outcome: 'connect' };

  test('is each wallet as it was last, and what its account’s polls said', async () => {
    const { db, asked } = scriptedDatabase(...[ACCOUNT, SIZE, [], [{ ...POLLS, detail: 'refused' }]], [
      seen(),
      unseen({ walletType: 'Q' }),
      unseen({ account: 'new' }),
    ]);
    expect(await readAt(db, SCHEMA, { at: NOON, accounts: ['acme'] })).toEqual({
      wallets: [
        {
          ...NAME,
          seen: {
            ...{ balance: amounts('5'), observedAt: NOON + 350, slot: NOON, staleAt: NOON + MINUTE },
          },
        },
        { ...NAME, walletType: 'Q', seen: null },
        { ...NAME, account: 'new', seen: null },
      ],
      accounts: [
        {
          account: 'acme',
          good: { slot: NOON + 1, unreadable: [] },
          last: { slot: NOON + 2, outcome: 'connect', detail: 'refused' },
        },
        { account: 'new', good: null, last: null },
      ],
    });
    expect(asked).toEqual([[['acme']], [[7]], [iso(NOON)], [iso(NOON), [7]], [iso(NOON), [7]]]);
  });

  test('is nothing of accounts that are not known', async () => {
    const { db, asked } = scriptedDatabase([]);
    expect(await readAt(db, SCHEMA, { at: NOON, accounts: ['x'] })).toEqual({ wallets: [], accounts: [] });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['lacks a wallet that was forgotten after it was last seen', seen(), 351, false],
    ['has one that was seen again at that moment', seen(), 350, true],
    ['lacks one that was forgotten and never seen', unseen(), 0, false],
  ])('%s', async (_what, row, after, there) => {
    const forgotten = [{ ...NAME, forgotten_at: date(after) }];
    const { db } = scriptedDatabase(...[SIZE, forgotten, [], [row]]);
    const { wallets, accounts } = await readAt(db, SCHEMA, { at: NOON + DAY, accounts: [] });
    expect([wallets.length, accounts.length]).toEqual(there ? [1, 1] : [0, 0]);
  });

  test('has a wallet whose answer could be believed for no known time', async () => {
    const { db } = scriptedDatabase(...[SIZE, [], [], [seen({ stale_at: null })]]);
    const { wallets } = await readAt(db, SCHEMA, { at: NOON, accounts: [] });
    expect(wallets[0]!.seen!.staleAt).toBeNull();
  });

  test.each<[what: string, sizes: readonly number[], parts: readonly (readonly number[])[]]>([
    ['five hundred wallets at a time', [200, 300, 1, 499, 2], [[0, 1], [2, 3], [4]]],
    ['account by account, where each has more', [501, 700, 600], [[0], [1], [2]]],
    ['at once where there are few', [1, 2, 3], [[0, 1, 2]]],
    ['not at all where there is none', [], []],
  ])('is read %s', async (_what, sizes, parts) => {
    const { db, asked } = scriptedDatabase(sizes.map((wallets, account_id) => ({ account_id, wallets })));
    await readAt(db, SCHEMA, { at: NOON, accounts: [] });
    expect(asked.slice(2)).toEqual(
      parts.flatMap((part) => [
        [iso(NOON), part],
        [iso(NOON), part],
      ]),
    );
  });
});

describe('a statement', () => {
  const days = { from: '2026-07-01', to: '2026-07-02' };
  const WALLET = { ...NAME, accountId: 7, walletId: 70 };
  const figures = (of: 'available' | 'actual') => ({
    ...{ [`opening_${of}`]: '10', [`closing_${of}`]: '7.50', [`lowest_${of}`]: '1', [`highest_${of}`]: '12' },
  });
  const row = (of: object = {}) => ({
    ...{ wallet_id: 70, day: '2026-07-01', samples: 4, ...figures('available'), ...figures('actual') },
    ...{ closing_uncleared: '3', closing_reserve: null },
    ...{ outflow: '4.00', flow_opening: '10', flow_closing: '7.50', flow_samples: 4, ...of },
  });

  test('has the figures of each day, and what came in beside what went out', async () => {
    const { db, asked } = scriptedDatabase([WALLET], [row()]);
    const both = { opening: '10', closing: '7.50', lowest: '1', highest: '12', netChange: '-2.50' };
    expect(await readStatement(db, SCHEMA, days)).toEqual([
      {
        ...{ ...NAME, day: '2026-07-01', samples: 4, outflow: '4.00', inflow: '1.50' },
        ...{ available: both, actual: both, closingUncleared: '3', closingReserve: null },
      },
    ]);
    expect(asked).toEqual([
      [[], [], [], '', '', '', '-infinity'],
      ['2026-07-01', '2026-07-02', [7], [70]],
    ]);
  });

  test('is in the order of the wallets, as their numbers may have another', async () => {
    const { db } = scriptedDatabase(
      [WALLET, { ...WALLET, walletType: 'Q', walletId: 69 }],
      [row({ wallet_id: 69 }), row(), row({ day: '2026-07-02' })],
    );
    const lines = await readStatement(db, SCHEMA, days);
    expect(lines.map(({ walletType, day }) => [walletType, day])).toEqual([
      ['P', '2026-07-01'],
      ['P', '2026-07-02'],
      ['Q', '2026-07-01'],
    ]);
  });

  test('goes on after a line, of its wallet with the later days alone', async () => {
    const rows = [row(), row({ day: '2026-07-02' }), row({ wallet_id: 71 })];
    const { db, asked } = scriptedDatabase([WALLET, { ...WALLET, walletType: 'Q', walletId: 71 }], rows);
    const lines = await readStatement(db, SCHEMA, { ...days, after: { ...NAME, day: '2026-07-01' } });
    expect(lines.map(({ walletType, day }) => [walletType, day])).toEqual([
      ['P', '2026-07-02'],
      ['Q', '2026-07-01'],
    ]);
    expect(asked[0]!.slice(3)).toEqual(['acme', 'UGX', 'P', '2026-07-01']);
  });

  test.each<[what: string, row: object, outflow: string | null, inflow: string | null]>([
    ['other samples', { flow_samples: 3 }, null, null],
    ['another beginning', { flow_opening: '9' }, null, null],
    ['another end', { flow_closing: '7.5' }, null, null],
    ['no known outflow', { outflow: null }, null, null],
    ['no known beginning', { flow_opening: null, opening_available: null }, '4.00', null],
    ['no known end', { flow_closing: null, closing_available: null }, '4.00', null],
  ])('of a day whose hours have %s tells only what is sure', async (_what, of, outflow, inflow) => {
    const [only] = await readStatement(scriptedDatabase([WALLET], [row(of)]).db, SCHEMA, days);
    expect([only!.outflow, only!.inflow]).toEqual([outflow, inflow]);
  });

  /** What is asked about this many wallets, for days up to this one of July. */
  const partsOf = async (wallets: number, last: string) => {
    const names = Array.from({ length: wallets }, (_, i) => ({
      ...WALLET,
      walletType: `P${i}`,
      walletId: i,
    }));
    const asked: (readonly unknown[])[] = [];
    const query = async (text: string, values: readonly unknown[]) => {
      if (text.includes('SELECT account_id, name')) return ACCOUNT;
      if (text.includes('LIMIT')) return asked.push(values) === 1 ? names : [];
      asked.push(values);
      return [];
    };
    const of = { from: '2026-07-01', to: `2026-07-${last}`, accounts: ['acme'] };
    for await (const _ of readStatementParts({ query } as unknown as Pool, SCHEMA, of));
    return asked;
  };

  test('is read in parts of two thousand lines at most', async () => {
    const numbers = Array.from({ length: 250 }, (_, i) => i);
    const asked = await partsOf(250, '20');
    expect(asked.slice(1).map((values) => values.slice(2))).toEqual([
      [[7], numbers.slice(0, 100)],
      [[7], numbers.slice(100, 200)],
      [[7], numbers.slice(200)],
    ]);
    expect((await partsOf(200, '20')).slice(1)).toHaveLength(2);
    expect((await partsOf(134, '15')).slice(1)).toHaveLength(2);
  });

  test('asks for more wallets after two thousand', async () => {
    const asked = await partsOf(2_000, '01');
    expect(asked.map((values) => values.length)).toEqual([7, 4, 7]);
    expect(asked[2]!.slice(3)).toEqual(['acme', 'UGX', 'P1999', 'infinity']);
    expect(await partsOf(1_999, '01')).toHaveLength(2);
  });

  test('of years is read wallet by wallet, and of none is nothing', async () => {
    const query = { from: '2016-07-01', to: '2026-07-01' };
    const { db, asked } = scriptedDatabase([WALLET, { ...WALLET, walletId: 71 }], [], []);
    expect(await readStatement(db, SCHEMA, query)).toEqual([]);
    expect(asked).toHaveLength(3);
    expect(await readStatement(scriptedDatabase([]).db, SCHEMA, query)).toEqual([]);
  });

  test('asks by the numbers of its accounts, and nothing more where none of them is known', async () => {
    const { db, asked } = scriptedDatabase(ACCOUNT, [WALLET], [row()]);
    await readStatement(db, SCHEMA, { ...days, accounts: ['acme', 'never seen'] });
    expect(asked.map((values) => values[0])).toEqual([['acme', 'never seen'], [7], days.from]);
    const unknown = scriptedDatabase([]);
    expect(await readStatement(unknown.db, SCHEMA, { ...days, accounts: ['never seen'] })).toEqual([]);
    expect(unknown.asked).toEqual([[['never seen']]]);
  });
});

describe('wallets that are missing for long', () => {
  const missing = (walletType: string, seenAt: number) => ({ ...NAME, walletType, seenAt: NOON + seenAt });
  const asked = { account: 'acme', forMs: 9 };

  test.each<[what: string, good: number | null, named: readonly object[], gone: readonly string[]]>([
    ['not where no answer is that old', null, [], []],
    ['where an answer of that age lacks them', NOON + 10, [], ['P']],
    ['not where it came no later', NOON + 5, [], []],
    [
      'not where a record may have named them since',
      NOON + 10,
      [{ currency: 'UGX', walletType: 'P', at: NOON + 10 }],
      [],
    ],
    ['nor one without names', NOON + 10, [{ currency: '', walletType: '', at: NOON + 11 }], []],
    ['where it named them before', NOON + 10, [{ currency: 'UGX', walletType: 'P', at: NOON + 9 }], ['P']],
    ['where it named another', NOON + 10, [{ currency: 'UGX', walletType: 'Q', at: NOON + 11 }], ['P']],
  ])('are unnamed, %s', async (_what, good, named, gone) => {
    const { db } = scriptedDatabase(ACCOUNT, [{ good }], named);
    const found = await unnamedFor(db, SCHEMA, { ...asked, missing: [missing('P', 5), missing('Q', 10)] });
    expect(found.map(({ walletType }) => walletType)).toEqual(gone);
  });

  test('are looked for since the first of them was last seen', async () => {
    const { db, asked: questions } = scriptedDatabase(ACCOUNT, [{ good: NOON + 10 }], []);
    await unnamedFor(db, SCHEMA, { ...asked, missing: [missing('P', 5), missing('P2', 3)] });
    expect(questions.slice(1)).toEqual([
      [7, 9],
      [7, iso(NOON + 3), ['', 'UGX'], ['', 'P', 'P2']],
    ]);
  });

  test('are none of an account that is not known', async () => {
    const { db, asked: questions } = scriptedDatabase([]);
    expect(await unnamedFor(db, SCHEMA, { ...asked, missing: [missing('P', 5)] })).toEqual([]);
    expect(questions).toEqual([[['acme']]]);
  });
});

test('values of the past are read of twenty accounts at a time, with patience', async () => {
  const names = Array.from({ length: 21 }, (_, i) => `a${i}`);
  const row = { account_id: 7, currency: 'UGX', wallet_type: 'P', slot: date(0), amount: '5' };
  const { db, questions } = scriptedDatabase([{ account_id: 7, name: 'a0' }], [row], [], []);
  const read = createReadPastValues(db, SCHEMA);
  expect(await read(names, { extreme: 'max', field: 'available', since: NOON } as never)).toMatchObject([
    { account: 'a0', currency: 'UGX', walletType: 'P', slot: NOON, amount: '5' },
  ]);
  expect(questions.map(({ values, ms }) => [ms, ...values])).toEqual([
    [undefined, names.slice(0, 20)],
    [60_000, [7], iso(NOON)],
    [undefined, names.slice(20)],
    [60_000, [], iso(NOON)],
  ]);
});

test('changes of payment options are asked for by what is told, the newest thousand', async () => {
  const id = { transaction_type: 'PAYOUT', transaction_method: 'MM', provider_code: 'MTN' };
  const row = { account: 'acme', seen_at: date(0), currency: 'UGX', ...id, field: 'max' };
  const { db, asked } = scriptedDatabase(ACCOUNT, [{ ...row, old_value: '1', new_value: null }], ACCOUNT);
  expect(await readOptionChanges(db, SCHEMA, { accounts: ['acme'], since: NOON })).toEqual([
    {
      ...{ account: 'acme', seenAt: NOON, currency: 'UGX', transactionType: 'PAYOUT' },
      ...{ transactionMethod: 'MM', providerCode: 'MTN', field: 'max', before: '1', after: null },
    },
  ]);
  const narrow = { until: NOON + 1, currency: 'UGX', providerCode: 'MTN', most: 5 };
  await readOptionChanges(db, SCHEMA, { accounts: ['acme'], since: NOON, ...narrow });
  expect(asked).toEqual([
    ...[[['acme']], [[7], iso(NOON), null, null, null, 1_000]],
    ...[[['acme']], [[7], iso(NOON), iso(NOON + 1), 'UGX', 'MTN', 5]],
  ]);
});

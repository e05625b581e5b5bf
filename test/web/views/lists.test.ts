// Lists of wallets: which are found, in which order, and what they come to together; and how lists are divided into pages.
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { WalletView } from '../../../src/monitor/board/board.ts';
import type { StatusLevel, StatusRow } from '../../../src/web/verdict.ts';
import { pageOf } from '../../../src/web/views/paging.ts';
import { type ListQuestion, listWallets } from '../../../src/web/views/wallet-list.ts';
import { NOON } from '../../metrics/house.ts';

interface Told {
  readonly available?: string | null;
  readonly threshold?: string;
  readonly state?: WalletView['state'];
  readonly level?: StatusLevel;
  readonly beyond?: 'below' | 'above';
}

/** A row for each wallet named `account/CURRENCY/TYPE`, in this order of urgency. */
const rowsOf = (wallets: Readonly<Record<string, Told>>): readonly StatusRow[] =>
  Object.entries(wallets).map(
    ([name, { available = '1', threshold, state = 'fresh', level = 'fine', beyond }]) => {
      const [account, currency, walletType] = name.split('/') as [string, string, string];
      const zero = amountOf('0');
      const known = available === null ? null : amountOf(available);
      const balance = { available: known, actual: zero, uncleared: zero, reserve: zero };
      return {
        wallet: {
          account,
          currency,
          walletType,
          state,
          balance,
          observedAt: NOON,
          slot: NOON,
          exposable: true,
        },
        ...{
          level,
          words: '',
          alerts: [],
          beyond,
          threshold: threshold === undefined ? null : amountOf(threshold),
        },
      };
    },
  );
const list = (
  rows: readonly StatusRow[],
  question: Partial<ListQuestion>,
  seconds: Record<string, number> = {},
) =>
  listWallets(rows, { order: 'urgency', page: 1, ...question }, ({ wallet }) => seconds[wallet.walletType]);
const typesOf = ({ rows }: { readonly rows: readonly StatusRow[] }) =>
  rows.map(({ wallet }) => wallet.walletType).join('');

describe('found are', () => {
  const rows = rowsOf({
    'acme/UGX/A': { level: 'firing' },
    'acme/KES/B': {},
    'zeta/UGX/C': { level: 'unknown' },
    'zeta/UGX/PAY_D': {},
  });
  test.each<[Partial<ListQuestion>, string]>([
    [{}, 'ABCPAY_D'],
    [{ account: 'zeta' }, 'CPAY_D'],
    [{ account: 'zet' }, ''],
    [{ currency: 'KES' }, 'B'],
    [{ type: 'A' }, 'A'],
    [{ state: 'fine' }, 'BPAY_D'],
    [{ state: 'pending' }, ''],
    [{ account: 'acme', currency: 'UGX', state: 'firing' }, 'A'],
    [{ q: 'UGX' }, 'ACPAY_D'],
    [{ q: 'ugx pay' }, 'PAY_D'],
    [{ q: 'acme/kes' }, 'B'],
    [{ q: 'acme zeta' }, ''],
  ])('by %o: %s', async (question, types) => {
    const found = await list(rows, question);
    expect(typesOf(found)).toBe(types);
    expect(found.found).toBe(found.rows.length);
  });
});

describe('in the order of', () => {
  const rows = rowsOf({
    'b/UGX/A': { available: '50', threshold: '100' },
    'a/UGX/B': { available: '-3' },
    'a/KES/C': { available: '400', threshold: '100', beyond: 'above' },
    'a/UGX/D': { available: '9', state: 'stale', threshold: '10' },
    'a/UGX/E': { available: null },
    'a/UGX/F': { available: '50.00', threshold: '1000' },
  });
  const seconds = { A: 10, B: 5, E: 10, F: 0 };
  test.each<[ListQuestion['order'], string]>([
    ['urgency', 'ABCDEF'],
    ['name', 'CBDEFA'],
    ['amount', 'BAFCDE'],
    ['lasts', 'FBAECD'],
    ['share', 'FCADBE'],
  ])('%s: %s; what isn’t known comes last, and equals stay as they were', async (order, types) => {
    expect(typesOf(await list(rows, { order }, seconds))).toBe(types);
  });
});

test('of very many that nobody knows how long they last, all stay as they were', async () => {
  const names = Array.from({ length: 2_500 }, (_, i) => `a/UGX/W${i}`);
  const rows = rowsOf(Object.fromEntries(names.map((name) => [name, {}])));
  const shown = await list(rows, { order: 'lasts', page: 2 });
  const most = shown.rows.length;
  expect(shown.rows.map(({ wallet }) => wallet.walletType)).toEqual(
    rows.slice(most, 2 * most).map(({ wallet }) => wallet.walletType),
  );
});

describe('together', () => {
  const totals = async (wallets: Parameters<typeof rowsOf>[0]) =>
    (await list(rowsOf(wallets), {})).totals.map(
      ({ currency, available, wallets: all, known }) => `${currency} ${available} ${known}/${all}`,
    );

  test('they come to the sum of what is known, by currency, with all of its decimals', async () => {
    expect(
      await totals({
        'a/UGX/A': { available: '1.50' },
        'a/ZMW/A': { available: '8' },
        'a/UGX/B': { available: '2.5' },
        'a/UGX/C': { available: '7', state: 'stale' },
        'a/KES/A': { available: null },
        'a/AED/A': { available: '3' },
        'a/AED/B': { available: '-3' },
      }),
    ).toEqual(['AED 0 2/2', 'KES 0 0/1', 'UGX 4.00 2/3', 'ZMW 8 1/1']);
  });

  test.each([
    [['1', '2'], '3'],
    [['1.0', '2'], '3.0'],
    [['0.5', '0.50'], '1.00'],
    [['0.1', '0.23'], '0.33'],
    [['-0.5', '0.5'], '0.0'],
  ])('%j come to %s', async ([a = '', b = ''], sum) => {
    expect(await totals({ 'a/X/A': { available: a }, 'a/X/B': { available: b } })).toEqual([`X ${sum} 2/2`]);
  });

  test('those of all pages are told on each', async () => {
    const many = rowsOf(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`a/UGX/W${i}`, {}])));
    const { rows, found, pages, totals: told, question } = await list(many, { page: 9 });
    expect([rows.length, found, pages, question.page]).toEqual([1, 51, 2, 2]);
    expect(told).toEqual([{ currency: 'UGX', available: '51', wallets: 51, known: 51 }]);
  });
});

test.each([
  [0, undefined, '', 1, 1],
  [1, undefined, 'a', 1, 1],
  [2, undefined, 'ab', 1, 1],
  [3, undefined, 'ab', 1, 2],
  [3, '2', 'c', 2, 2],
  [4, 2, 'cd', 2, 2],
  [5, '2', 'cd', 2, 3],
  [5, '3', 'e', 3, 3],
  [5, '4', 'e', 3, 3],
  [5, '0', 'ab', 1, 3],
  [5, '-1', 'ab', 1, 3],
  [5, 'x', 'ab', 1, 3],
  [5, '1.5', 'ab', 1, 3],
  [5, '9999999', 'ab', 1, 3],
] as const)('of a list of %d, in pages of two, the page %j is %j', (count, asked, items, page, pages) => {
  const all = [...'abcdefg'].slice(0, count);
  expect(pageOf(all, asked, 2)).toEqual({ items: [...items], page, pages, all: count });
});

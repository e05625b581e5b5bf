// The list of wallets: search, filters, orders, totals, pages.
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { compareAmounts } from '../../src/domain/money.ts';
import { reachVerdict, type StatusRow } from '../../src/web/verdict.ts';
import { listWallets, readListQuestion } from '../../src/web/views/wallet-list.ts';
import { createHouse, wallet } from '../metrics/house.ts';
import { startWeb } from './start.ts';

function rowsOf(
  wallets: readonly (readonly [currency: string, type: string, amount: string])[],
): readonly StatusRow[] {
  const house = createHouse(['acme', 'zeta']);
  house.observe(
    'acme',
    wallets.map(([currency, type, amount]) => wallet(currency, type, amount)),
  );
  return reachVerdict([house.board.account('acme')!], []).rows;
}
const THREE = rowsOf([
  ['UGX', 'MERCHANT_PAYOUT', '900'],
  ['UGX', 'MERCHANT_COLLECTION', '100.50'],
  ['KES', 'MERCHANT_PAYOUT', '-5'],
]);
const list = (query: Record<string, string>, rows = THREE, seconds: Record<string, number> = {}) =>
  listWallets(rows, readListQuestion(query), ({ wallet: { walletType } }) => seconds[walletType]);
const namesOf = ({ rows }: { rows: readonly StatusRow[] }) =>
  rows.map(({ wallet }) => `${wallet.currency} ${wallet.walletType}`);

test('the money of 200,000 wallets of a currency is added up', async () => {
  const many = Array.from({ length: 200_000 }, () => THREE[0]!);
  const [total] = (await list({}, many)).totals;
  expect(total).toMatchObject({ wallets: 200_000, known: 200_000 });
});

test('many wallets are ordered in turns, and the event loop turns meanwhile', async () => {
  const many = rowsOf(Array.from({ length: 2_000 }, (_, i) => ['UGX', `PAYOUT_${i}`, `${i}`] as const));
  /** As a forecast that is looked up, which takes some hundredths of a millisecond. */
  const seconds = ({ wallet: { walletType } }: StatusRow) => {
    const until = performance.now() + 0.05;
    while (performance.now() < until);
    return Number(walletType.slice(7)) % 100;
  };
  let listed: Awaited<ReturnType<typeof listWallets>> | undefined;
  void listWallets(many, readListQuestion({ order: 'lasts' }), seconds).then((all) => {
    listed = all;
  });
  let turns = 0;
  for (; listed === undefined; turns++) await setImmediate();
  expect(turns).toBeGreaterThan(5);
  expect(listed.rows.slice(0, 21).map(seconds)).toEqual([...Array(20).fill(0), 1]);
});

describe('a search', () => {
  test.each([
    [{ q: 'ugx' }, 2],
    [{ q: 'payout UGX' }, 1],
    [{ q: 'acme' }, 3],
    [{ q: 'nothing' }, 0],
    [{ q: '   ' }, 3],
    [{ currency: 'KES' }, 1],
    [{ type: 'MERCHANT_PAYOUT', currency: 'UGX' }, 1],
    [{ account: 'zeta' }, 0],
    [{ state: 'fine' }, 3],
    [{ state: 'firing' }, 0],
    [{ state: 'nonsense' }, 0],
    [{ order: 'nonsense', page: '-3' }, 3],
  ])('%o finds %i', async (query, count) => {
    expect((await list(query)).found).toBe(count);
  });
});

describe('an order', () => {
  const known = fc.record({
    units: fc.bigInt({ min: -99n, max: 99n }),
    far: fc.boolean(),
    decimals: fc.nat(3),
  });
  const some = fc.array(fc.option(known), { minLength: 2, maxLength: 12 });
  /** A wallet each, of amounts that differ in their first digits or beyond what a number holds; `null` is unknown. */
  const walletsOf = (amounts: readonly ({ units: bigint; far: boolean; decimals: number } | null)[]) =>
    rowsOf(
      amounts.map((amount, i) => {
        const digits = `${amount?.far ? 12_345_678_901_234_567_890n + amount.units : (amount?.units ?? 0n)}`;
        return [
          'UGX',
          `W${String(i).padStart(2, '0')}`,
          `${digits}.${'5'.repeat(1 + (amount?.decimals ?? 0))}`,
        ];
      }),
    ).map((row) => {
      const isKnown = amounts[Number(row.wallet.walletType.slice(1))] !== null;
      return isKnown ? row : { ...row, wallet: { ...row.wallet, state: 'stale' as const } };
    });
  const amountIn = ({ wallet }: StatusRow) => (wallet.state === 'fresh' ? wallet.balance!.available! : null);

  test('by amount is by all of its digits, the smallest first; what is not known comes last', async () => {
    await fc.assert(
      fc.asyncProperty(some, async (amounts) => {
        const { rows } = await list({ order: 'amount' }, walletsOf(amounts));
        const ordered = rows.map(amountIn);
        expect(ordered).toHaveLength(amounts.length);
        for (const [i, amount] of ordered.slice(1).entries()) {
          const before = ordered[i]!;
          if (amount !== null) expect(before !== null && compareAmounts(before, amount) <= 0).toBe(true);
        }
      }),
    );
  });

  test('by name is by account, currency and type', async () => {
    await fc.assert(
      fc.asyncProperty(some, async (amounts) => {
        const names = namesOf(await list({ order: 'name' }, walletsOf(amounts).toReversed()));
        expect(names).toEqual(names.toSorted());
      }),
    );
    expect(namesOf(await list({ order: 'name' }))[0]).toBe('KES MERCHANT_PAYOUT');
  });

  test('by how long it lasts; what is not known comes last', async () => {
    const order = namesOf(await list({ order: 'lasts' }, THREE, { MERCHANT_COLLECTION: 60 }));
    expect(order[0]).toBe('UGX MERCHANT_COLLECTION');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(fc.nat(9)), { minLength: 2, maxLength: 12 }), async (lasts) => {
        const seconds = Object.fromEntries(
          lasts.flatMap((each, i) =>
            each === null ? [] : [[`W${String(i).padStart(2, '0')}`, each] as const],
          ),
        );
        const { rows } = await list({ order: 'lasts' }, walletsOf(lasts.map(() => null)), seconds);
        const ordered = rows.map(({ wallet }) => seconds[wallet.walletType] ?? Number.POSITIVE_INFINITY);
        expect(ordered).toEqual(ordered.toSorted((a, b) => (a === b ? 0 : a - b)));
        expect(ordered).toHaveLength(lasts.length);
      }),
    );
  });
});

test('totals are of one currency each, exact, and of what was found', async () => {
  expect((await list({})).totals).toEqual([
    { currency: 'KES', available: '-5', wallets: 1, known: 1 },
    { currency: 'UGX', available: '1000.50', wallets: 2, known: 2 },
  ]);
  expect((await list({ q: 'collection' })).totals).toEqual([
    { currency: 'UGX', available: '100.50', wallets: 1, known: 1 },
  ]);
});

test('the pages have every wallet once; one beyond the last is the last', async () => {
  const many = rowsOf(Array.from({ length: 120 }, (_, i) => ['UGX', `W${i}`, '1'] as const));
  const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page }, many)));
  expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
  expect(new Set(pages.flatMap(namesOf)).size).toBe(120);
  expect(await list({ page: '99' }, many)).toMatchObject({ question: { page: 3 }, pages: 3, found: 120 });
});

test('the page keeps what was asked for in its form and in the links to other pages', async () => {
  await using web = await startWeb();
  web.house.observe(
    'acme',
    Array.from({ length: 70 }, (_, i) => wallet(i % 2 ? 'UGX' : 'KES', `A_${i}`, '10')),
  );
  const text = await (await request(`${web.url}/?q=a_%22%3E&currency=UGX`)).body.text();
  expect(text).toContain('value="a_&quot;&gt;"');
  expect(text).toContain('No wallet is like that.');
  const page = await (await request(`${web.url}/?q=a_&order=name`)).body.text();
  expect(page).toContain('href="/?q=a_&amp;order=name&amp;page=2"');
  expect(page).toContain('Wallets, name: 50 on page 1 of 2');
});

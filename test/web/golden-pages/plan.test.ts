// The page of the plan, as a whole in each of its states; and what its verdict, its deposits and its lists say.
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { PlanRow } from '../../../src/monitor/forecast/plans.ts';
import type { PageSources } from '../../../src/web/sources.ts';
import { createHouse, NOON, wallet } from '../../metrics/house.ts';
import { openDesk } from './open.ts';
import { plannedRow, unplannedRow } from './planned.ts';
import { DAY, expectTold, HOUR } from './samples.ts';

const NOTHING = { needed: amountOf('0'), by: undefined } as const;
const open = (rows: readonly PlanRow[], more: Partial<PageSources> = {}) =>
  openDesk({ plan: async () => rows, board: () => BOARD, ...more });
/** Of accounts whose wallets were all seen. */
const BOARD = (() => {
  const house = createHouse(['acme', 'zeta']);
  for (const name of ['acme', 'zeta']) house.observe(name, [wallet('UGX', 'A', '1')]);
  return house.board;
})();

const ROWS: readonly PlanRow[] = [
  plannedRow('SOON', { coming: amountOf('20000'), doubts: ['young', 'lumpy'] }),
  plannedRow('LATE', {
    ...{ late: true, by: NOON - HOUR, shortfall: amountOf('700000.50'), record: { held: 0, of: 0 } },
    expired: [{ at: NOON - 5 * DAY, amount: amountOf('250000') }],
  }),
  plannedRow(
    'NO_SOURCE',
    { by: undefined, thenLastsUntil: undefined },
    { source: undefined, currency: 'KES' },
  ),
  plannedRow(
    'SOURCE_UNKNOWN',
    { shortfall: undefined, by: NOON + 2 * DAY },
    { source: 'a/b/UGX/MERCHANT_COLLECTION' },
  ),
  plannedRow('ENOUGH', { ...NOTHING, coming: amountOf('5'), lastsUntil: NOON + 9 * DAY }),
  plannedRow('LASTS', { ...NOTHING, lastsUntil: undefined }),
  unplannedRow('UNKNOWN', 'balance_unknown', { account: 'zeta', available: null }),
  unplannedRow('YOUNG', 'no_history'),
];

describe('the page', () => {
  test('of wallets that need money, that have enough, and that have no plan', async () => {
    await expectTold('plan', open(ROWS), '/plan');
  });

  test('as a list to hand on', async () => {
    await expectTold('plan-list', open(ROWS), '/plan?view=list&confidence=0.95&cover=7d');
  });

  test('of one wallet, until a date that was asked for, whose top-ups came before', async () => {
    const reckoning = {
      ...{ available: amountOf('2'), most: amountOf('1'), expected: amountOf('0') },
      ...{ target: { until: NOON + 5 * DAY }, roundTo: amountOf('0.50'), minimum: amountOf('100') },
    };
    const lastTopUp = {
      ...{ at: NOON - DAY, amount: amountOf('9'), leftBefore: amountOf('1'), emptySince: null },
      verdict: 'in_time',
    } as const;
    const rows = [plannedRow('ONE', { reckoning, coming: amountOf('0.25') }, { lastTopUp }), ...ROWS];
    const asked = 'date=2026-11-26&confidence=0.975&account=acme&currency=UGX&wallet_type=ONE';
    await expectTold('plan-asked', open(rows), `/plan?${asked}`);
  });

  test('while nothing is planned yet', async () => {
    await expectTold('plan-empty', openDesk({ plan: async () => [] }), '/plan');
  });

  test('where no wallet is like that', async () => {
    await expectTold('plan-none', open(ROWS), '/plan?account=acme&wallet_type=A');
  });

  test('of a question that isn’t understood', async () => {
    await expectTold('plan-mistake', open(ROWS), '/plan?date=2026-11-26&cover=40d');
  });
});

const few = (...rows: readonly (PlanRow | string)[]) =>
  rows.map((each) => (typeof each === 'string' ? BY_NAME[each]! : each));
const BY_NAME: Readonly<Record<string, PlanRow>> = Object.fromEntries(
  ROWS.map((row) => [row.walletType, row]),
);

test.each<[string[], level: string, said: string[]]>([
  [['ENOUGH'], 'fine', ['The one wallet has enough']],
  [['ENOUGH', 'LASTS'], 'fine', ['All 2 wallets have enough']],
  [['ENOUGH', 'YOUNG'], 'unknown', ['1 wallet has no plan yet']],
  [['ENOUGH', 'UNKNOWN'], 'unknown', ['No plan for 1 of 2 wallets: what it holds is not known']],
  [['ENOUGH', 'SOON'], 'pending', ['1 of 2 wallets needs money', FIRST('Sun, 22 Nov 2026, 21:00')]],
  [['SOON', 'NO_SOURCE'], 'pending', ['2 of 2 wallets need money', FIRST('Sun, 22 Nov 2026, 21:00')]],
  [['NO_SOURCE'], 'pending', ['1 of 1 wallet needs money']],
  [['ENOUGH', 'LATE'], 'firing', ['1 of 2 wallets may run out before money can be there']],
  [
    ['LATE', 'SOON'],
    'firing',
    ['1 of 2 wallets may run out before money can be there', '2 of 2 wallets need money.'],
  ],
  [
    ['UNKNOWN', 'YOUNG', 'SOON', 'LATE'],
    'firing',
    [
      'No plan for 1 of 4 wallets: what it holds is not known',
      '1 of 4 wallets may run out before money can be there.',
      '2 of 4 wallets need money.',
      '1 wallet has no plan yet.',
    ],
  ],
  [
    ['UNKNOWN', 'SOON'],
    'unknown',
    [
      'No plan for 1 of 2 wallets: what it holds is not known',
      '1 of 2 wallets needs money.',
      FIRST('Sun, 22 Nov 2026, 21:00'),
    ],
  ],
])('of %j the verdict is %s', async (names, level, said) => {
  const text = await open(few(...names)).ask('/plan');
  expect(text).toContain(`<section class="verdict ${level}"`);
  const verdict = text.slice(text.indexOf('<h1'), text.indexOf('</section>')).replace(/<[^>]+>/g, '');
  expect(
    verdict
      .replace(/ UTC\+03:00/g, '')
      .split('\n')
      .filter(Boolean),
  ).toEqual(said);
});

function FIRST(time: string): string {
  return `The first request is due ${time}.`;
}

test.each([
  ['', 'No wallet seen yet of zeta'],
  ['?account=zeta', 'No wallet is like that'],
  ['?account=acme', 'All 2 wallets have enough'],
])('of an account that was never seen it is told on /plan%s: %s', async (query, headline) => {
  const house = createHouse(['acme', 'zeta']);
  house.observe('acme', [wallet('UGX', 'A', '1')]);
  const text = await open(few('ENOUGH', 'LASTS'), { board: () => house.board }).ask(`/plan${query}`);
  expect(text).toContain(`<h1 id="verdict">${headline}</h1>`);
  expect(text.includes('<p>All 2 wallets have enough.</p>')).toBe(query === '');
});

describe('what must be deposited', () => {
  const depositsOf = async (...rows: readonly PlanRow[]) => {
    const text = await open(rows).ask('/plan');
    const at = text.indexOf('<section class="card" aria-labelledby="deposits">');
    if (at < 0) return [];
    const list = text.slice(at, text.indexOf('</section>', at)).replace(/<(?!li|\/li)[^>]+>/g, '');
    return [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, line]) => line!.replace(' UTC+03:00', ''));
  };
  const lacks = (amount: string | undefined, more: Parameters<typeof plannedRow>[1] = {}) => ({
    ...{ shortfall: amount === undefined ? undefined : amountOf(amount), ...more },
  });

  test.each<[string, PlanRow[], string[]]>([
    ['nothing, if the source has it', [plannedRow('A', lacks('0'))], []],
    ['nothing, while what the source has isn’t known', [plannedRow('A', lacks(undefined))], []],
    [
      'what one lacks',
      [plannedRow('A', lacks('0.50'))],
      ['0.50 UGX into UGX MERCHANT_COLLECTION, by Sun, 22 Nov 2026, 21:00.'],
    ],
    [
      'what several lack together, by when the first needs it',
      [plannedRow('B', lacks('2', { by: NOON + 40 * HOUR })), plannedRow('A', lacks('0.50'))],
      ['2.50 UGX into UGX MERCHANT_COLLECTION, by Sun, 22 Nov 2026, 21:00.'],
    ],
    [
      'at once, if it is late',
      [plannedRow('A', lacks('1', { late: true }))],
      ['1 UGX into UGX MERCHANT_COLLECTION, at once.'],
    ],
    [
      'at any time, if it isn’t needed for long',
      [plannedRow('A', lacks('1', { by: undefined }))],
      ['1 UGX into UGX MERCHANT_COLLECTION, within 60 days.'],
    ],
    [
      'all of it for those without a source, by account and currency',
      [
        plannedRow('A', { by: undefined }, { source: undefined }),
        plannedRow('B', { by: undefined }, { source: undefined }),
        plannedRow('A', { by: undefined }, { source: undefined, currency: 'KES' }),
      ],
      [
        '1,500,000 KES into wallets without a source of their own (acme), within 60 days.',
        '3,000,000 UGX into wallets without a source of their own (acme), within 60 days.',
      ],
    ],
  ])('is %s', async (_title, rows, told) => {
    expect((await depositsOf(...rows)).toSorted()).toEqual(told);
  });
});

describe('of many', () => {
  const many = (count: number, plan: Parameters<typeof plannedRow>[1] = {}) =>
    Array.from({ length: count }, (_, i) => plannedRow(`W${String(i).padStart(3, '0')}`, plan));

  test.each([
    [1, '', 1, 'Wallets that need money, the most urgent first', true],
    [25, '', 25, 'Wallets that need money, the most urgent first', false],
    [26, '', 25, '26 wallets that need money, the most urgent first: 25 on page 1 of 2', false],
    [26, '?page=2', 1, '26 wallets that need money, the most urgent first: 1 on page 2 of 2', false],
  ])('%d%s has %d cards: %s', async (count, query, shown, caption, unfolded) => {
    const text = await open(many(count)).ask(`/plan${query}`);
    expect(text.match(/<li class="card plan pending">/g)).toHaveLength(shown);
    expect(text).toContain(`<h2 id="send">${caption}</h2>`);
    expect(/<details [^>]* open>/.test(text)).toBe(unfolded);
    expect(text.includes('<a href="/plan?page=1"')).toBe(count > 25);
  });

  test.each([
    [100, '', 100],
    [101, '', 100],
    [101, '&page=2', 1],
  ])('%d%s has %d lines', async (count, query, shown) => {
    const text = await open(many(count)).ask(`/plan?view=list${query}`);
    expect(text.match(/<tr class="">/g)).toHaveLength(shown);
    expect(text.includes('<a href="/plan?view=list&amp;page=2"')).toBe(count > 100);
  });

  test.each([
    ['50 that have enough', many(50, NOTHING), ''],
    ['51 that have enough', many(51, NOTHING), '1 more wallet has enough; the CSV has all of them.'],
    [
      '51 without a plan',
      Array.from({ length: 51 }, (_, i) => unplannedRow(`W${i}`, 'no_history')),
      '1 more wallet is without a plan; the CSV has all of them.',
    ],
    [
      '51 sources',
      many(51).map((row, i) => ({ ...row, source: undefined, account: `a${i}` })),
      '1 more source; the CSV has what each wallet lacks.',
    ],
  ])('%s lists fifty', async (_title, rows, more) => {
    const text = await open(rows, { board: () => BOARD }).ask('/plan');
    const list = text.slice(text.indexOf('<ul class="plain">'));
    expect(list.match(/<li>/g)).toHaveLength(50);
    if (more !== '') expect(list).toContain(`<p class="quiet">${more}</p>`);
    else expect(list).not.toContain('more');
  });
});

test.each([
  ['/plan?account=zeta', '/plan?account=zeta&view=list', 'account=zeta&format=csv'],
  ['/plan?view=list&page=2&cover=7d', '/plan?cover=7d', 'cover=7d&format=csv'],
])('%s leads to the same plan the other way, %s, and as CSV', async (path, other, csv) => {
  const text = (await open(ROWS).ask(path)).replaceAll('&amp;', '&');
  expect(text).toContain(`<a href="${other}">`);
  expect(text).toContain(`<a class="button" href="/api/v1/plan?${csv}" download>CSV</a>`);
});

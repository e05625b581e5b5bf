// Lists too long for one page: nothing is left out without a word, no sum is of a part, and what is unknown comes first.
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/domain/local-time.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { PageSources } from '../../src/web/sources.ts';
import { pageOf } from '../../src/web/views/paging.ts';
import { NOON } from '../metrics/house.ts';
import { option, optionPoll } from '../support/options.ts';
import { PAYOUT, startFull, statementDay } from './desk.ts';
import type { Web } from './start.ts';

const DAY = 86_400_000;

async function get(web: Web, path: string): Promise<string> {
  return await (await request(`${web.url}${path}`)).body.text();
}

/** What each link to a page or to the next ones leads to. */
function linksIn(text: string, path: string): string[] {
  return [...text.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => href.startsWith(`${path}?`));
}

describe('a statement', () => {
  const DAYS = 300;
  const days = Array.from({ length: DAYS }, (_, i) => addDays('2026-01-01', i));
  const lines = ['A', 'B', 'C', 'D', 'E'].flatMap((walletType) =>
    days.map((day) => statementDay(day, { walletType, samples: 1 })),
  );
  const positionOf = (line: { account: string; currency: string; walletType: string; day: string }) =>
    [line.account, line.currency, line.walletType, line.day].join();
  const statement: PageSources['statement'] = async function* ({ after }) {
    yield lines.filter((line) => after === undefined || positionOf(line) > positionOf(after));
  };
  const QUERY = `/statement?from=${days[0]}&to=${days.at(-1)}`;
  const sums = (text: string) => [...text.matchAll(/<tfoot.*?>(\d+)(?:<\/span>)?<\/td><\/tr>/gs)];

  test('sums up whole wallets only', async () => {
    await using web = await startFull({ statement });
    const text = await get(web, QUERY);
    expect(sums(text).map(([, samples]) => Number(samples))).toEqual(sums(text).map(() => DAYS));
    expect(sums(text).length).toBeGreaterThan(0);
  });

  test('leads to the next wallets, until each was there once', async () => {
    await using web = await startFull({ statement });
    let path: string | undefined = QUERY;
    const seen: string[] = [];
    while (path !== undefined) {
      const text = await get(web, path);
      seen.push(...[...text.matchAll(/<h2><b>UGX<\/b> (\w)/g)].map(([, name = '']) => name));
      path = linksIn(text, '/statement').at(-1);
    }
    expect(seen).toEqual(['A', 'B', 'C', 'D', 'E']);
  });
});

describe('a plan', () => {
  const nothing = amountOf('0');
  const rows: readonly PlanRow[] = Array.from({ length: 1_200 }, (_, i) => ({
    ...{ account: 'acme', currency: 'UGX', walletType: `W${i + 1_000}`, timezone: 'UTC', available: null },
    source: `acme/UGX/SOURCE${i + 1_000}`,
    topUp: {
      ...{
        needed: amountOf('100'),
        by: NOON + DAY,
        late: false,
        open: true,
        requestable: NOON,
        arrives: NOON + DAY,
      },
      ...{ lastsUntil: NOON + 2 * DAY, thenLastsUntil: NOON + 9 * DAY, confidence: 0.95, coming: nothing },
      ...{ expired: [], doubts: [], jump: undefined, record: { held: 0, of: 0 } },
      ...{ given: nothing, shortfall: amountOf('100') },
      reckoning: {
        ...{ available: nothing, most: amountOf('60'), expected: amountOf('40') },
        ...{ target: { coverMs: 7 * DAY }, roundTo: amountOf('1'), minimum: nothing },
      },
    },
  }));

  test.each([
    ['as a list', '/plan?view=list'],
    ['as cards', '/plan'],
  ])('%s has each wallet on one of its pages, and says which page it is', async (_, path) => {
    await using web = await startFull({ plan: async () => rows });
    const first = await get(web, path);
    expect(Buffer.byteLength(first)).toBeLessThan(200_000);
    const [, shown, pages] = /: (\d+) on page 1 of (\d+)/.exec(first) ?? [];
    expect(Number(pages)).toBe(Math.ceil(1_200 / Number(shown)));
    const seen = new Set<string>();
    for (let page = 1; page <= Number(pages); page++) {
      const text = await get(web, `${path}${path.includes('?') ? '&' : '?'}page=${page}`);
      for (const [, name = ''] of text.matchAll(/\/wallets\/acme\/UGX\/(W\d+)"/g)) seen.add(name);
    }
    expect(seen.size).toBe(1_200);
    expect(linksIn(first, '/plan').some((href) => /page=2/.test(href))).toBe(true);
  });
});

test('at an instant, what was not known comes first, and each page is of the same instant', async () => {
  const balance = {
    ...{ available: amountOf('5'), actual: amountOf('5'), uncleared: amountOf('0'), reserve: amountOf('0') },
  };
  const seen = { balance, observedAt: NOON, slot: NOON, staleAt: NOON + DAY };
  const wallets = Array.from({ length: 250 }, (_, i) => ({
    ...{ ...PAYOUT, walletType: `W${i + 1_000}` },
    seen: i === 249 ? null : seen,
  }));
  await using web = await startFull({ at: async () => ({ wallets, accounts: [] }) });
  const text = await get(web, '/at');
  expect(text).toContain('1 of 250 wallets was not known: 100 on page 1 of 3');
  expect(text.indexOf('W1249')).toBeLessThan(text.indexOf('W1000'));
  const [, later = ''] = linksIn(text, '/at').filter((href) => href.includes('page='));
  expect(new URL(later, web.url).searchParams.get('time')).toBe(new Date(NOON).toISOString());
});

test('a page beyond the last is the last, and what is no page is the first', () => {
  const list = [1, 2, 3, 4, 5];
  expect(pageOf(list, '2', 2)).toEqual({ items: [3, 4], page: 2, pages: 3, all: 5 });
  expect(pageOf(list, '99', 2)).toMatchObject({ items: [5], page: 3 });
  for (const asked of [undefined, '', '0', '-1', '1.5', 'x', '9999999'])
    expect(pageOf(list, asked, 2)).toMatchObject({ items: [1, 2], page: 1 });
  expect(pageOf([], '3', 2)).toEqual({ items: [], page: 1, pages: 1, all: 0 });
});

test.each([
  ['/alerts', 'firing and pending', 50],
  ['/options', 'payment options', 100],
  ['/at', 'wallets', 100],
])('%s says which page of how many it shows, if there are more than one', async (path, words, rows) => {
  const clock = { now: () => NOON, monotonic: () => 0 };
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  for (const pages of [3, 2, 1]) {
    const board = createPaymentOptionBoard([{ name: 'acme-ug', schedule, staleAfter: 2 }], clock);
    const many = Array.from({ length: pages * rows }, (_, i) => option({ providerCode: `P${i}` }));
    board.observe(optionPoll(NOON - 900_000, many));
    const wallets = Array.from({ length: pages * rows }, (_, i) => ({
      ...{ ...PAYOUT, walletType: `W${i}`, seen: null },
    }));
    await using web = await startFull({
      options: () => board,
      at: async () => ({ wallets, accounts: [] }),
    });
    const [known] = web.alerts;
    for (let i = web.alerts.length; i < pages * rows; i++)
      web.alerts.push({ ...known!, walletType: `W${i}` });
    const text = await get(web, path);
    if (pages > 1) expect(text).toContain(words);
    expect(/page 1 of (\d+)/.exec(text)?.[1]).toBe(pages > 1 ? String(pages) : undefined);
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
    const beyond = linksIn(text, path).filter((href) => href.includes('page='));
    expect(beyond.some((href) => href.endsWith(`page=${pages}`))).toBe(pages > 1);
  }
});

test('of more alerts than a page has the severest stand on the first', async () => {
  await using web = await startFull();
  const [known] = web.alerts;
  for (let i = 0; i < 200; i++) web.alerts.push({ ...known!, fingerprint: `w${i}`, walletType: `W${i}` });
  web.alerts.push({ ...known!, fingerprint: 'worst', rule: 'FloatGone', severity: 'critical' });
  const text = await get(web, '/alerts');
  expect(text.indexOf('FloatGone</a>')).toBeLessThan(text.indexOf('PayoutFloatLow</a>'));
  expect(text).toContain('FloatGone</a>');
});

test.each(['/alerts', '/at', '/plan', '/statement'])(
  'among thousands of accounts that of %s is typed, not picked from all of them',
  async (path) => {
    const named = Array.from({ length: 10_000 }, (_, i) => `m-${String(i).padStart(5, '0')}`);
    const accounts = () =>
      named.map((account) => ({ account, schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 }));
    await using web = await startFull({ accounts });
    const text = await get(web, path);
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
    expect(text).toMatch(/<input name="account" type="search" value=""/);
    const again = await get(web, `${path}?account=m-04711`);
    expect(again).toContain('value="m-04711"');
  },
);

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, chromium } from 'playwright-core';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { type Amount, amountOf } from '../../src/domain/money.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { NOON, wallet } from '../metrics/house.ts';
import { option, optionPoll } from '../support/options.ts';
import { describeWith, tool } from '../support/tools.ts';
import { startWeb, type Web } from './start.ts';

const HOUR = 3_600_000;
const PAYOUT = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const PATHS = ['/', '/wallets/acme/UGX/MERCHANT_PAYOUT?range=7d', '/alerts', '/accounts'];
const RUNBOOK = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

const day = (least: number): { at: number; available: Amount | null }[] =>
  Array.from({ length: 96 }, (_, i) => ({
    at: NOON - (96 - i) * (HOUR / 4),
    available:
      i > 50 && i < 56 ? null : amountOf(`${Math.round(least * (1 + ((960 - i * 7) % 40) / 40))}.50`),
  }));

async function* inParts<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}

async function startFull(): Promise<Web> {
  const points = day(4_000_000).map(({ at, available }) => ({
    ...{ at, available, actual: available, uncleared: amountOf('0'), reserve: amountOf('0') },
    ...{ lowest: available, highest: available, samples: 1, since: null, slot: at },
  }));
  const clock = { now: () => NOON, monotonic: () => 0 };
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const optionBoard = createPaymentOptionBoard([{ name: 'acme-ug', schedule, staleAfter: 2 }], clock);
  const papaya = { providerCode: 'PAPAYA_UG', providerName: 'Papaya', prefixes: ['70', '74', '75'] };
  const card = { transactionMethod: 'CARD', methodName: 'Card', providerCode: 'CARD_UG', providerName: '' };
  optionBoard.observe(
    optionPoll(NOON - HOUR / 4, [
      option(),
      option({ ...papaya, active: false }),
      option({ ...card, max: null }),
    ]),
  );
  const past = { ...PAYOUT, rule: 'PayoutFloatLow', severity: 'warning', threshold: '5000000' };
  const web = await startWeb(
    {},
    {},
    {
      accounts: () => [
        { account: 'acme', schedule: '*/5 * * * *', timezone: 'Africa/Kampala', staleAfter: 2 },
        { account: 'zeta', schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 },
      ],
      options: () => optionBoard,
      optionChanges: async () => [
        {
          ...option(),
          account: 'acme-ug',
          seenAt: NOON - HOUR,
          field: 'max_amount',
          before: '4000000',
          after: '5000000',
        },
      ],
      grafanaUrl: 'http://localhost:3000',
      runbook: RUNBOOK,
      runway: () => [{ confidence: '0.5', seconds: 93_000 }],
      sparklines: async () =>
        new Map([
          ['acme/UGX/MERCHANT_PAYOUT', day(4_000_000)],
          ['acme/KES/MERCHANT_PAYOUT', day(900_000)],
        ]),
      chart: async () => points,
      history: async () => inParts(points),
      polls: async () => ({
        first: NOON - HOUR,
        polls: [
          {
            slot: NOON - HOUR,
            outcome: 'deadline',
            staleAt: null,
            httpStatus: null,
            durationMs: 15_000,
            wallets: 0,
            detail: null,
          },
          {
            slot: NOON,
            outcome: 'ok',
            staleAt: NOON + 150_000,
            httpStatus: 200,
            durationMs: 120,
            wallets: 4,
            detail: null,
          },
        ],
      }),
      episodes: async () => [
        { ...past, value: '4500000.00', firingAt: NOON - 30 * HOUR, resolvedAt: NOON - 28 * HOUR },
      ],
      statement: () =>
        inParts([
          { day: '2026-11-21', ...PAYOUT, closingReserve: '0.00', available: { netChange: '-12.50' } },
        ]),
    },
  );
  web.house.observe('acme', [
    wallet('UGX', 'MERCHANT_PAYOUT', '4120500.50'),
    wallet('UGX', 'MERCHANT_COLLECTION', '123456789012345678.01'),
    wallet('KES', 'MERCHANT_PAYOUT', '901233.75'),
    wallet('USD', 'SERVICE_PAYMENTS', '-12.50'),
  ]);
  web.house.observe('zeta', [], { outcome: 'not_json', detail: 'text/html, 1.2 kB' });
  const alert = (more: Partial<Alert>): Alert => ({
    ...{
      fingerprint: '',
      ...past,
      reason: 'lasting',
      labels: {},
      annotations: { summary: 'The float is low.' },
      held: false,
    },
    ...{
      pendingAt: NOON - HOUR,
      firingAt: NOON - HOUR,
      resolvedAt: null,
      value: '4120500.50',
      phase: 'firing',
      ...more,
    },
  });
  web.alerts.push(
    alert({}),
    alert({ currency: 'KES', phase: 'pending', firingAt: null, value: '901233.75', threshold: '1000000' }),
    alert({
      rule: 'BalanceUnknown',
      account: 'zeta',
      currency: '',
      walletType: '',
      value: null,
      threshold: null,
    }),
  );
  return web;
}

describeWith(['chromium'], 'the pages in a real browser', () => {
  let folder: string;
  let browser: BrowserContext;
  let web: Web;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'floatwatch-chromium-'));
    web = await startFull();
    browser = await chromium.launchPersistentContext(folder, {
      executablePath: tool('chromium'),
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await web?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const path of [...PATHS, '/options', '/runbook']) {
    for (const [scheme, width] of [
      ['light', 1200],
      ['dark', 1200],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      test(`${path} in ${scheme}, ${width} px wide: nothing for axe, no sideways scroll, no error`, async () => {
        const page = await browser.newPage();
        const errors: string[] = [];
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        page.on('requestfailed', (failed) => errors.push(failed.url()));
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${web.url}${path}`);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(errors).toEqual([]);
        const shots = process.env['FLOATWATCH_SCREENSHOTS'];
        const name = path.replace(/\?.*|^\/$/g, '').replace(/\W+/g, '-') || '-status';
        if (shots)
          await page.screenshot({ path: join(shots, `page${name}-${scheme}-${width}.png`), fullPage: true });
        await page.close();
      });
    }
  }
});

test('the JSON twins tell the same, amounts as text', async () => {
  await using web = await startFull();
  const get = async (path: string) => {
    const { statusCode, body } = await request(`${web.url}${path}`);
    return { statusCode, json: (await body.json()) as Record<string, never> };
  };
  const { json } = await get('/api/v1/balances');
  expect(json['verdict']).toMatchObject({ headline: '1 of 4 wallets is below threshold' });
  expect(json['balances']).toContainEqual(
    expect.objectContaining({
      account: 'acme',
      wallet_type: 'MERCHANT_COLLECTION',
      available: '123456789012345678.01',
      state: 'fresh',
    }),
  );
  const range = 'account=acme&currency=UGX&wallet_type=MERCHANT_PAYOUT';
  expect((await get(`/api/v1/balances/history?${range}&range=7d`)).json['points']).toHaveLength(96);
  expect((await get('/api/v1/balances/history')).statusCode).toBe(400);
  expect((await get(`/api/v1/balances/history?${range}&from=yesterday`)).statusCode).toBe(400);
  expect((await get('/api/v1/statement?from=2026-11-21&to=2026-11-21')).json['lines']).toMatchObject([
    { wallet_type: 'MERCHANT_PAYOUT', closing_reserve: '0.00', available: { net_change: '-12.50' } },
  ]);
  expect((await get('/api/v1/statement?from=x')).statusCode).toBe(400);
  expect((await get('/api/v1/alerts')).json['alerts']).toHaveLength(3);
  expect((await get('/api/v1/accounts')).json['accounts']).toMatchObject([
    { account: 'acme', schedule: '*/5 * * * *' },
    { account: 'zeta' },
  ]);
  const { json: described } = await get('/api/openapi.json');
  for (const path of Object.keys(described['paths'] ?? {}))
    expect((await get(`${path}?${range}`)).statusCode).toBe(200);
});

test('what is stale is told as unknown, on the page and in the API', async () => {
  await using web = await startFull();
  web.house.clock.advance(3 * HOUR);
  const page = await (await request(web.url)).body.text();
  expect(page).toMatch(/Blind on all 4 wallets/);
  expect(page).toContain('was 4,120,500.50');
  const { balances } = (await (await request(`${web.url}/api/v1/balances`)).body.json()) as {
    balances: { available: unknown; state: string }[];
  };
  for (const { available, state } of balances)
    expect({ available, state }).toEqual({ available: null, state: 'stale' });
});

test('a page is shown without its past when the database is away', async () => {
  const away = () => Promise.reject(new Error('away'));
  await using web = await startWeb({}, {}, { sparklines: away, chart: away, polls: away, episodes: away });
  web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  for (const path of PATHS) expect((await request(`${web.url}${path}`)).statusCode).toBe(200);
  expect((await request(`${web.url}/wallets/acme/UGX/NOTHING`)).statusCode).toBe(404);
});

test('what fires is told without its past when the database is away', async () => {
  const away = () => Promise.reject(new Error('away'));
  await using web = await startWeb({}, {}, { episodes: away });
  const { statusCode, body } = await request(`${web.url}/api/v1/alerts`);
  expect(statusCode).toBe(200);
  expect(await body.json()).toEqual({ alerts: [], episodes: null });
});

test.each([
  [
    'the chapter about its condition',
    'Low?account=a&currency=UGX&wallet_type=P',
    'https://float.example.com/runbook#below',
  ],
  [
    "the rule's own, of two of one name",
    'Low?account=b&currency=UGX&wallet_type=P',
    'https://wiki.example.com/b',
  ],
  ['that of any wallet, where none is named', 'Low', 'https://float.example.com/runbook#below'],
  ['the chapter of its name, where it is not known here', 'FloatwatchAbsent', '/runbook#floatwatchabsent'],
  ['nowhere outside, where its own is no address', 'Odd', '/runbook#odd'],
  ['the chapter of its name, whatever that is', 'Pay%3A%20out', '/runbook#pay%3A%20out'],
])('the name of an alert leads to %s', async (_, path, location) => {
  await using web = await startFull();
  const [known] = web.alerts;
  const low = (account: string, runbook_url: string, rule = 'Low') => ({
    ...{ ...known!, rule, account, currency: 'UGX', walletType: 'P', annotations: { runbook_url } },
  });
  web.alerts.push(
    low('a', 'https://float.example.com/runbook#below'),
    low('b', 'https://wiki.example.com/b'),
    low('a', 'javascript:alert(1)', 'Odd'),
  );
  const answer = await request(`${web.url}/runbook/${path}`);
  expect(answer.statusCode).toBe(303);
  expect(answer.headers['location']).toBe(location);
});

test('every built-in alert finds its paragraph in the runbook', async () => {
  await using web = await startFull();
  const text = await (await request(`${web.url}/runbook`)).body.text();
  for (const [, name] of RUNBOOK.matchAll(/^## (\w+)$/gm))
    expect(text).toContain(`<h2 id="${name!.toLowerCase()}">`);
  expect(text).toContain('<code>floatwatch probe ACCOUNT</code>');
});

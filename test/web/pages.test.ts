import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { wallet } from '../metrics/house.ts';
import { describeWith, tool } from '../support/tools.ts';
import { PAST_EPISODE, RUNBOOK, startFull, statementDay, WALLET_PAGE } from './desk.ts';
import { startWeb, type Web } from './start.ts';

const HOUR = 3_600_000;
const PAPER = 720; // A4 between its margins, in CSS pixels
const ALERT_PAGE = `/alerts/${PAST_EPISODE.episode.slice(0, 16)}`;
const PATHS = ['/', `${WALLET_PAGE}?range=7d`, '/alerts', '/accounts'];
const MORE = [
  '/plan',
  '/plan?view=list&cover=14d',
  '/options',
  '/runbook',
  '/at?time=2026-11-21T10:05',
  '/statement',
  '/accounts/acme',
  ALERT_PAGE,
];

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

  for (const path of [...PATHS, ...MORE, '/nothing-here']) {
    // Switched where it stands, as by a system that grows dark in the evening.
    for (const [width, schemes] of [
      [1200, ['light', 'dark']],
      [390, ['dark', 'light']],
    ] as const) {
      test(`${path}, ${width} px wide, ${schemes.join(' and ')}: nothing for axe, no sideways scroll, no error`, async () => {
        const page = await browser.newPage();
        const errors: string[] = [];
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        page.on('requestfailed', (failed) => errors.push(failed.url()));
        await page.emulateMedia({ colorScheme: schemes[0] });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${web.url}${path}`);
        await page.evaluate(axe.source);
        for (const scheme of schemes) {
          await page.emulateMedia({ colorScheme: scheme });
          expect(await page.evaluate(VIOLATIONS), scheme).toEqual([]);
          await picture(page, path, `${scheme}-${width}`);
        }
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        if (width === 390) {
          expect(await page.evaluate(OVERLAPS)).toEqual([]);
          await page.setViewportSize({ width: 320, height: 900 });
          // A chart is drawn anew for the new width in the next frame.
          await page.waitForFunction('document.documentElement.scrollWidth <= 320');
        }
        if (path !== '/nothing-here') expect(errors).toEqual([]); // a browser tells of the 404
        await page.close();
      });
    }

    test(`${path} on paper: nothing is cut, and ages are instants`, async () => {
      const page = await browser.newPage();
      await page.emulateMedia({ colorScheme: 'light', media: 'print' });
      await page.setViewportSize({ width: PAPER, height: 1_000 });
      await page.goto(`${web.url}${path}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PAPER);
      expect(
        await page.evaluate(
          `[...document.querySelectorAll('form, nav')].every((e) => e.offsetParent === null)`,
        ),
      ).toBe(true);
      const ages = `[...document.querySelectorAll('time.age')].map((e) => getComputedStyle(e, '::after').content)`;
      for (const age of (await page.evaluate(ages)) as string[]) expect(age).toContain(' UTC');
      await picture(page, path, 'print');
      await page.close();
    });
  }

  test('what axe finds is heard', async () => {
    const page = await browser.newPage();
    await page.goto(`${web.url}/`);
    await page.evaluate(`document.querySelector('main').style.color = 'Canvas'`);
    await page.evaluate(axe.source);
    expect(await page.evaluate(VIOLATIONS)).toContainEqual(expect.stringMatching(/^color-contrast: /));
    await page.close();
  });

  test('a statement of amounts of twenty digits is whole on paper, and on a phone no figure is out of sight', async () => {
    const large = amountOf('-123456789012345678.01');
    const available = { opening: large, closing: large, lowest: large, highest: large, netChange: large };
    const line = statementDay('2026-11-20', { available, inflow: large, outflow: large });
    await using full = await startFull({ statement: async function* () { yield [line]; } }); // biome-ignore format: one line
    const page = await browser.newPage();
    const hidden = `[document.documentElement, ...document.querySelectorAll('.wide')].some((e) => e.scrollWidth > e.clientWidth)`;
    for (const [media, width] of [
      ['print', PAPER],
      ['screen', 390],
    ] as const) {
      await page.emulateMedia({ media });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${full.url}/statement`);
      expect([media, await page.evaluate(hidden)]).toEqual([media, false]);
      await picture(page, '/statement-large', `${media}-${width}`);
    }
    await page.close();
  });

  test('on a phone a name of sixty-four letters is broken where there is no room', async () => {
    await using full = await startFull();
    full.house.observe('acme', [wallet('UGX', 'LONGNAME'.repeat(8), '5')]);
    const page = await browser.newPage();
    await page.setViewportSize({ width: 390, height: 900 });
    for (const path of ['/', '/plan', `/wallets/acme/UGX/${'LONGNAME'.repeat(8)}`]) {
      await page.goto(`${full.url}${path}`);
      expect(await page.locator('main').innerText()).toContain('LONGNAME');
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect({ path, width }).toEqual({ path, width: 390 });
    }
    await page.close();
  });

  test.each([390, 320])(
    'on a screen of %i px amounts of twenty digits are in sight, and break after a comma alone',
    async (width) => {
      const large = amountOf('-98765432109876543210.5');
      const available = { opening: large, closing: large, lowest: large, highest: large, netChange: large };
      const line = statementDay('2026-11-20', { available, inflow: large, outflow: large });
      await using full = await startFull({ statement: async function* () { yield [line]; } }); // biome-ignore format: one line
      full.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', large)]);
      Object.assign(full.alerts[0]!, { value: large, threshold: large });
      const page = await browser.newPage();
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/', '/alerts', '/at', '/statement', '/wallets/acme/UGX/MERCHANT_PAYOUT']) {
        await page.goto(`${full.url}${path}`);
        expect([path, await page.evaluate(BROKEN)]).toEqual([path, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
      }
      await page.close();
    },
  );

  test('on a phone an amount of eleven digits stands on one line, and one of thirty is whole', async () => {
    await using own = await startWeb();
    own.house.observe('acme', [
      wallet('UGX', 'A', '160155114.99'),
      wallet('UGX', 'B', '123456789012345678901234567890.12'),
    ]);
    const page = await browser.newPage();
    await page.setViewportSize({ width: 390, height: 900 });
    const figures = `[...document.querySelectorAll('.amounts dd')].map((e) => ({
      lines: Math.round(e.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(e).lineHeight)),
      isWhole: e.scrollWidth <= e.clientWidth,
    }))`;
    await page.goto(`${own.url}/wallets/acme/UGX/A`);
    expect(await page.evaluate(figures)).toEqual(Array(4).fill({ lines: 1, isWhole: true }));
    await page.goto(`${own.url}/wallets/acme/UGX/B`);
    expect(await page.evaluate(figures)).toContainEqual({ lines: 2, isWhole: true });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.close();
  });
});

/** The lines of figures that end within an amount, though not after a comma. */
const BROKEN = `[...document.querySelectorAll('.num')].flatMap((figure) => {
  const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  const signs = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    for (let i = 0; i < node.length; i++) {
      const range = document.createRange();
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      signs.push({ sign: node.data[i], top: range.getBoundingClientRect().top });
    }
  }
  return signs.flatMap(({ sign, top }, i) =>
    i > 0 && /[\\d,.]/.test(sign) && /[\\d.−]/.test(signs[i - 1].sign) && top > signs[i - 1].top + 5
      ? [signs.slice(0, i).map((each) => each.sign).join('')] : []);
})`;

/** What axe finds on the page, its source having been run there. */
const VIOLATIONS = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`;

/** The cells of tables that lie on another cell of their row, by their texts. */
const OVERLAPS = `[...document.querySelectorAll('table[role] tbody tr')].flatMap((row) => {
  const cells = [...row.children].map((cell) => ({ text: cell.textContent.trim(), box: cell.getBoundingClientRect() }));
  return cells.flatMap((a, i) => cells.slice(i + 1).flatMap((b) => {
    const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    return wide > 1 && high > 1 ? [a.text + ' | ' + b.text] : [];
  }));
})`;

/** Keeps how a page looks, in a folder that is named by who wants to look at it. */
async function picture(page: Page, path: string, look: string): Promise<void> {
  const folder = process.env['FLOATWATCH_SCREENSHOTS'];
  const name = path.replace(/\W+/g, '-').replace(/-$/, '') || '-wallets';
  const image = await page.screenshot({
    fullPage: true,
    ...(folder && { path: join(folder, `page${name}-${look}.png`) }),
  });
  expect(image.byteLength).toBeGreaterThan(5_000);
}

test('the JSON twins tell the same, amounts as text', async () => {
  await using web = await startFull();
  const get = async (path: string) => {
    const { statusCode, body } = await request(`${web.url}${path}`);
    return { statusCode, json: (await body.json()) as Record<string, never> };
  };
  const { json } = await get('/api/v1/balances');
  expect(json['verdict']).toMatchObject({
    headline: 'No wallet seen yet of zeta',
    also: [
      '1 of 4 wallets is below threshold.',
      'Also firing: BalanceUnknown.',
      '1 of 4 wallets has an alert pending.',
    ],
  });
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
  const since = async (from: string) =>
    (await get(`/api/v1/balances/history?${range}&from=${from}`)).json['from'];
  for (const from of [
    '2026-11-20T10:00',
    '2026-11-20T10:00Z',
    '2026-11-20T13:00%2B03:00',
    '2026-11-20T10:00:00.000000Z',
  ])
    expect(await since(from), from).toBe('2026-11-20T10:00:00.000Z');
  expect((await get(`/api/v1/balances/history?${range}&from=yesterday`)).statusCode).toBe(400);
  expect((await get('/api/v1/statement?from=2026-11-21&to=2026-11-21')).json['lines']).toMatchObject([
    { wallet_type: 'MERCHANT_PAYOUT', closing_reserve: '0.00', available: { net_change: '-12500' } },
    { day: '2026-11-21', inflow: '500000', outflow: '512500' },
  ]);
  expect((await get('/api/v1/statement?from=x')).statusCode).toBe(400);
  expect((await get('/api/v1/alerts')).json['alerts']).toHaveLength(3);
  expect((await get('/api/v1/accounts')).json['accounts']).toMatchObject([
    { account: 'acme', schedule: '*/5 * * * *' },
    { account: 'zeta' },
  ]);
  const { json: described } = await get('/api/openapi.json');
  for (const [path, { get: route }] of Object.entries<{ get: { parameters: { name: string }[] } }>(
    described['paths']!,
  )) {
    const taken = range
      .split('&')
      .filter((each) => route.parameters.some(({ name }) => each.startsWith(`${name}=`)));
    expect((await get(`${path}?${taken.join('&')}`)).statusCode, path).toBe(200);
  }
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

test('a wallet’s page is kept up to date whatever stretch of its past is shown: it says what it holds now', async () => {
  await using web = await startFull();
  for (const range of ['range=7d', 'from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z', 'range=odd']) {
    const { body } = await request(`${web.url}${WALLET_PAGE}?${range}`);
    expect(await body.text(), range).toContain('data-refresh="15"');
  }
});

test('a page is shown without its past when the database is away', async () => {
  const away = () => Promise.reject(new Error('away'));
  await using web = await startWeb({}, {}, { sparklines: away, chart: away, polls: away, episodes: away });
  web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  for (const path of PATHS) expect((await request(`${web.url}${path}`)).statusCode).toBe(200);
  expect((await request(`${web.url}/wallets/acme/UGX/NOTHING`)).statusCode).toBe(404);
});

test('a wallet’s page says which part of its past could not be read: none is taken for none', async () => {
  const away = () => Promise.reject(new Error('away'));
  const textOf = async (more: object, range = '7d') => {
    await using web = await startFull(more);
    return await (await request(`${web.url}${WALLET_PAGE}?range=${range}`)).body.text();
  };
  expect(await textOf({ gaps: away })).toContain('Can’t be read now: gaps.');
  expect(await textOf({ gaps: away, rises: away, polls: away })).toContain(
    'Can’t be read now: gaps, top-ups, polls.',
  );
  expect(await textOf({})).not.toContain('Can’t be read now');
  expect(await textOf({}, '1y')).not.toContain('Can’t be read now'); // top-ups of a year aren't asked for
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

test('the name of an alert leads to an address of any letters', async () => {
  await using web = await startFull();
  const runbook_url = 'https://wiki.example.com/выплаты é#низко';
  web.alerts.push({ ...web.alerts[0]!, rule: 'Low', annotations: { runbook_url } });
  const answer = await request(`${web.url}/runbook/Low`);
  expect([answer.statusCode, answer.headers['location']]).toEqual([303, new URL(runbook_url).href]);
});

test('every built-in alert finds its paragraph in the runbook', async () => {
  await using web = await startFull();
  const text = await (await request(`${web.url}/runbook`)).body.text();
  for (const [, name] of RUNBOOK.matchAll(/^## (\w+)$/gm))
    expect(text).toContain(`<h2 id="${name!.toLowerCase()}">`);
  expect(text).toContain('<code>floatwatch probe ACCOUNT</code>');
});

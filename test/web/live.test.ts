// What the pages do with script in a real browser, and that they do without.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { NOON, wallet } from '../metrics/house.ts';
import { eventually } from '../support/eventually.ts';
import { describeWith, tool } from '../support/tools.ts';
import { PAST_EPISODE, startFull, WALLET_PAGE } from './desk.ts';

const HOUR = 3_600_000;
const COUNT_WATCHED = `window.watching = 0;
  const { observe, disconnect } = ResizeObserver.prototype;
  ResizeObserver.prototype.observe = function (...of) { window.watching++; observe.apply(this, of); };
  ResizeObserver.prototype.disconnect = function () { window.watching--; disconnect.call(this); };`;
const COUNT_READ = `window.charactersRead = 0;
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function (...of) {
    const part = await read.apply(this, of);
    window.charactersRead += part.value?.length ?? 0;
    return part;
  };`;
const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

describeWith(['chromium'], 'in a real browser', () => {
  let folder: string;
  let browser: BrowserContext;
  let plain: BrowserContext;
  const open = (name: string, javaScriptEnabled: boolean) =>
    chromium.launchPersistentContext(join(folder, name), {
      ...{ executablePath: tool('chromium'), headless: true, args: ARGS, javaScriptEnabled },
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'floatwatch-live-'));
    [browser, plain] = await Promise.all([open('with', true), open('without', false)]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), plain?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function visit(url: string): Promise<{ page: Page; errors: string[] } & AsyncDisposable> {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(url);
    return { page, errors, [Symbol.asyncDispose]: () => page.close() };
  }

  test('the chart is drawn with all that is known, tells exact amounts, and what is chosen becomes the address', {
    timeout: 120_000,
  }, async () => {
    const fan = () => ({
      confidence: 0.97,
      points: [0, 12, 24].map((hours) => ({
        at: NOON + hours * HOUR,
        middle: 4e6 - hours * 2e5,
        low: 3e6 - hours * 1e5,
        high: 4e6,
      })),
      ...{
        emptyAt: NOON + 20 * HOUR,
        surelyUntil: NOON + 12 * HOUR,
        record: { held: 39, of: 40 },
        days: 300,
      },
    });
    await using web = await startFull({ fan });
    await using visited = await visit(`${web.url}${WALLET_PAGE}`);
    const { page, errors } = visited;
    const plot = page.locator('.plot');
    await plot.locator('canvas').waitFor();
    expect(await plot.locator('svg').count()).toBe(0);
    expect(await page.locator('main').innerText()).toContain('Of its last 40 forecasts 39 held');
    const over = plot.locator('.u-over');
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox())!;
    const place = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
    await page.mouse.move(...place(0.3));
    expect(await page.locator('.tip').innerText()).toMatch(/^\d+ Nov 2026, \d\d:\d\d\n[\d,]+\.50/);
    await page.mouse.down();
    await page.mouse.move(...place(0.5), { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/\?from=2026-11-2\dT\d\d:\d\d:\d\dZ&to=2026-11-2\dT/);
    await page.getByRole('link', { name: '7d' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('figures are swapped in place: focus, scroll and a form half filled stay, the icon tells the state', async () => {
    await using web = await startFull({ refreshSeconds: 1 });
    await using visited = await visit(web.url);
    const { page, errors } = visited;
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/favicon-firing.svg');
    await page.getByLabel('Search', { exact: true }).fill('half a na');
    await page.locator('main a', { hasText: 'SERVICE_PAYMENTS' }).focus();
    web.house.observe('acme', [
      wallet('UGX', 'MERCHANT_PAYOUT', '7654321.09'),
      wallet('USD', 'SERVICE_PAYMENTS', '-12.50'),
    ]);
    await page.getByText('7,654,321.09').first().waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(
      '/wallets/acme/USD/SERVICE_PAYMENTS',
    );
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('half a na');
    expect(errors).toEqual([]);
  });

  test('a form half filled stays, whatever comes or goes above it', async () => {
    await using web = await startFull({ refreshSeconds: 1 });
    await using visited = await visit(web.url);
    const { page, errors } = visited;
    const problems = page.locator('section.problems');
    await problems.waitFor();
    const search = page.getByLabel('Search', { exact: true });
    await search.fill('half a na');
    web.house.observe('zeta', [wallet('TZS', 'MERCHANT_PAYOUT', '5')]);
    await problems.waitFor({ state: 'detached' });
    expect(await search.inputValue()).toBe('half a na');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
    web.house.clock.advance(60_000);
    web.house.observe('zeta', [], { outcome: 'not_json', detail: 'text/html, 1.2 kB' });
    await problems.waitFor();
    expect(await search.inputValue()).toBe('half a na');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
    expect(errors).toEqual([]);
  });

  test('without an answer the last figures stay, and say so; with one again they say nothing', async () => {
    await using web = await startFull({ refreshSeconds: 1 });
    await using visited = await visit(web.url);
    const { page } = visited;
    await page.route('**/*', (route) => route.abort());
    await page.getByText(/^No answer since \d\d:\d\d: these are the last figures\.$/).waitFor();
    expect(await page.locator('main').innerText()).toContain('4,120,500.50');
    await page.unroute('**/*');
    await page.locator('#answer[hidden]').waitFor({ state: 'attached' });
  });

  test('a page in the background is looked at too, if more seldom: its tab tells the worst that is known', async () => {
    await using web = await startFull({ refreshSeconds: 0.5 });
    const page = await browser.newPage();
    await page.addInitScript("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })");
    await page.goto(`${web.url}/alerts`);
    const icon = page.locator('link[rel=icon][href="/favicon-firing.svg"]');
    await icon.waitFor({ state: 'attached' });
    web.alerts.length = 0;
    await icon.waitFor({ state: 'detached' });
    await page.close();
  });

  test('a tab without an answer says so in its title, which is what is seen of it in the background', async () => {
    await using web = await startFull({ refreshSeconds: 0.5 });
    await using visited = await visit(web.url);
    const { page } = visited;
    const title = await page.title();
    await page.route('**/*', (route) => route.abort());
    await page.getByText(/^No answer since/).waitFor();
    expect(await page.title()).toMatch(/^No answer since \d\d:\d\d/);
    await page.unroute('**/*');
    await page.locator('#answer[hidden]').waitFor({ state: 'attached' });
    expect(await page.title()).toBe(title);
  });

  test('what was chosen without an answer is shown when there is one', async () => {
    await using web = await startFull({ refreshSeconds: 1 });
    await using visited = await visit(`${web.url}${WALLET_PAGE}`);
    const { page } = visited;
    await page.route('**/*', (route) => route.abort());
    await page.evaluate(`floatwatchGo('${WALLET_PAGE}?range=7d')`);
    await page.getByText(/^No answer since/).waitFor();
    await page.unroute('**/*');
    await page.locator('a[aria-current="true"]', { hasText: '7d' }).waitFor();
  });

  test('a link to another place of the page asks for nothing: the runbook is read while nobody answers', async () => {
    await using web = await startFull();
    await using visited = await visit(`${web.url}/runbook`);
    const { page } = visited;
    await page.route('**/*', (route) => route.abort());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.locator('main a[href^="#"]').first().click();
    await page.waitForURL(/#/);
    await page.evaluate("fetch('/last').catch(() => {})"); // what was asked for before is known now
    expect(asked).toContain('/last');
    expect(asked).not.toContain('/runbook');
  });

  test('a page that comes slowly is shown once it is there: that takes long is not no answer', async () => {
    await using web = await startFull();
    await using line = await slowLine(web.url);
    await using alone = await open('by-hand', true); // all pages of a browser have one clock
    const page = await alone.newPage();
    await page.clock.install({ time: NOON });
    await page.clock.pauseAt(NOON + 1_000); // from here on only this test moves it
    await page.addInitScript(COUNT_READ);
    await page.goto(line.url);
    web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '7654321.09')]);
    line.slow();
    await page.clock.runFor(15_000);
    for (let i = 0; i < 4; i++) {
      const sent = await line.sent();
      await eventually(async () => expect(await page.evaluate('window.charactersRead')).toBe(sent));
      await page.clock.runFor(6_000); // so the page has waited for less than ten seconds for any of it
    }
    await page.getByText('7,654,321.09').first().waitFor();
    expect(await page.locator('#answer').isHidden()).toBe(true);
  });

  test('an answer that is no page of ours is none: the last figures stay as they are', async () => {
    await using web = await startFull({ refreshSeconds: 1 });
    await using visited = await visit(web.url);
    const { page } = visited;
    for (const [status, contentType, body] of [
      [200, 'text/html', '<title>Log in</title><form><input name="password"></form>'],
      [401, 'text/plain', 'Unauthorized.'],
    ] as const) {
      await page.route('**/*', (route) => route.fulfill({ status, contentType, body }));
      await page.getByText(/^No answer since/).waitFor();
      expect(await page.title()).toMatch(/^No answer since/);
      expect(await page.locator('main').innerText()).not.toContain('NaN');
      await page.unroute('**/*');
      await page.locator('#answer[hidden]').waitFor({ state: 'attached' });
    }
  });

  test('a chart has no line of a threshold where there is none', async () => {
    await using web = await startFull();
    const labelsOf = async (path: string) => {
      await using visited = await visit(`${web.url}${path}`);
      const { page } = visited;
      await page.locator('.plot canvas').waitFor();
      return (await page.evaluate('window.drawn')) as string[];
    };
    await browser.addInitScript(`window.drawn = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        window.drawn.push(text);
        return fillText.call(this, text, ...rest);
      };`);
    expect(await labelsOf(WALLET_PAGE)).toContain('threshold 5M');
    const others = await labelsOf('/wallets/acme/USD/SERVICE_PAYMENTS');
    expect(others.filter((text) => text.startsWith('threshold'))).toEqual([]);
  });

  test('a chart is one, and watched once, however often its figures or the colours change', async () => {
    const points = Array.from({ length: 60 }, (_, i) => {
      const [at, available] = [NOON - (60 - i) * 60_000, amountOf(String(5_000_000 - i * 1_000))];
      const amounts = { available, actual: available, uncleared: available, reserve: available };
      return { at, slot: at, since: null, ...amounts, lowest: available, highest: available, samples: 1 };
    });
    let shown = 30;
    await using web = await startFull({ refreshSeconds: 1, chart: async () => points.slice(0, shown) });
    const page = await browser.newPage();
    await page.addInitScript(COUNT_WATCHED);
    await page.goto(`${web.url}${WALLET_PAGE}`);
    const canvas = page.locator('.plot canvas');
    const drawnAnew = async (change: () => unknown) => {
      await canvas.first().waitFor();
      await page.evaluate('for (const each of document.querySelectorAll("canvas")) each.id = "before"');
      await change();
      await page.locator('.plot canvas:not(#before)').waitFor();
      return [await canvas.count(), await page.evaluate('window.watching')];
    };
    expect(await drawnAnew(() => (shown = 60))).toEqual([1, 1]);
    expect(await drawnAnew(() => page.emulateMedia({ colorScheme: 'dark' }))).toEqual([1, 1]);
    await page.close();
  });

  test('a chart that is gone is let go of: while the database is away, or where nothing was seen', async () => {
    const available = amountOf('5000000');
    const amounts = { available, actual: available, uncleared: available, reserve: available };
    const points = [40, 30, 20].map((minutes) => {
      const at = NOON - minutes * 60_000;
      return { at, slot: at, since: null, ...amounts, lowest: available, highest: available, samples: 1 };
    });
    let isAway = false;
    const chart = async () => (isAway ? Promise.reject(new Error('away')) : points);
    await using web = await startFull({ refreshSeconds: 0.5, chart });
    const page = await browser.newPage();
    await page.addInitScript(COUNT_WATCHED);
    await page.goto(`${web.url}${WALLET_PAGE}`);
    const canvas = page.locator('.plot canvas');
    await canvas.waitFor();
    isAway = true;
    await canvas.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.watching')).toBe(0);
    isAway = false;
    await canvas.waitFor();
    expect(await page.evaluate('window.watching')).toBe(1);
    await page.close();
  });

  test('how a plan was reckoned stays open, wherever its card goes', async () => {
    await using web = await startFull({ refreshSeconds: 1 });
    await using visited = await visit(`${web.url}/plan`);
    const { page, errors } = visited;
    const cards = page.locator('.plan');
    expect(await cards.first().innerText()).toContain('UGX');
    await cards.last().getByText('How it was reckoned').click();
    web.house.observe('acme', [
      wallet('UGX', 'MERCHANT_PAYOUT', '20000000'),
      wallet('KES', 'MERCHANT_PAYOUT', '200000'),
      wallet('UGX', 'MERCHANT_COLLECTION', '123456789012345678.01'),
    ]);
    await cards.first().getByText('KES', { exact: true }).first().waitFor();
    expect(await cards.first().locator('details').getAttribute('open')).not.toBeNull();
    expect(await page.locator('.plan details[open]').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  test('without script there is the drawing, and the forms ask', async () => {
    await using web = await startFull();
    const page = await plain.newPage();
    await page.goto(`${web.url}${WALLET_PAGE}`);
    expect(await page.locator('.plot svg path.line').count()).toBe(1);
    await page.goto(web.url);
    await page.getByLabel('Search', { exact: true }).fill('kes');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/\?q=kes&/);
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.goto(`${web.url}/plan`);
    await page.getByLabel('Or cover').selectOption('14 days');
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await page.waitForURL(/cover=14d/);
    await page.getByText('How it was reckoned').first().click();
    expect(await page.locator('.plan details').first().innerText()).toContain('in the 14 d after that');
    await page.close();
  });
});

test('every page loads at most 100 KB of script, all of it from here', async () => {
  await using web = await startFull();
  const paths = [
    '/',
    WALLET_PAGE,
    '/at',
    '/statement',
    '/alerts',
    `/alerts/${PAST_EPISODE.episode.slice(0, 16)}`,
    '/accounts/acme',
    '/plan',
  ];
  for (const path of paths) {
    const text = await (await request(`${web.url}${path}`)).body.text();
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]*? (?:src|href)="([^"]*)"/g)].map(
      ([, at]) => at!,
    );
    expect(loaded.filter((at) => !at.startsWith('/'))).toEqual([]);
    const scripts = loaded.filter((at) => at.endsWith('.js'));
    const sizes = await Promise.all(
      scripts.map(async (at) => (await (await request(`${web.url}${at}`)).body.text()).length),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
  }
});

/** A way to the pages on which, from a moment on, a fourth of each comes at a time; `sent` gives the characters so far. */
async function slowLine(
  to: string,
): Promise<AsyncDisposable & { readonly url: string; slow(): void; sent(): Promise<number> }> {
  let isSlow = false;
  let more = Promise.withResolvers<number>();
  const waiting: (() => void)[] = [];
  const server = createServer(async ({ url = '/', headers }, response) => {
    const { body, headers: own } = await request(`${to}${url}`, {
      headers: { accept: headers.accept ?? '' },
    });
    const text = await body.text();
    response.writeHead(200, { 'content-type': own['content-type'] as string });
    if (!isSlow || !headers.accept?.includes('text/html')) return void response.end(text);
    const quarter = Math.ceil(text.length / 4);
    for (let end = quarter; end < text.length + quarter; end += quarter) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      const part = text.slice(end - quarter, end);
      response.write(part, () => more.resolve(Math.min(end, text.length)));
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    slow() {
      isSlow = true;
    },
    async sent() {
      more = Promise.withResolvers();
      await eventually(() => expect(waiting).not.toEqual([]));
      waiting.shift()?.();
      return more.promise;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

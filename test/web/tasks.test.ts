// What a finance person comes for, done in a real browser with the keyboard alone, in at most three loads of a page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOON, wallet } from '../metrics/house.ts';
import { describeWith, tool } from '../support/tools.ts';
import { startFull } from './desk.ts';
import type { Web } from './start.ts';

const HOUR = 3_600_000;
const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const MAX_TABS = 60;
const MAX_LOADS = 3;

describeWith(['chromium'], 'by keyboard alone', () => {
  let folder: string;
  let browser: BrowserContext;
  let plain: BrowserContext; // without script
  let web: Web;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'floatwatch-tasks-'));
    const accounts = () =>
      ['acme', 'zeta'].map((account) => ({
        ...{ account, schedule: '*/5 * * * *', timezone: 'Africa/Kampala', staleAfter: 2 },
      }));
    web = await startFull({ accounts, refreshSeconds: 3_600 }); // without script, a page that is kept up to date loads anew
    web.house.observe(
      'zeta',
      Array.from({ length: 2_000 }, (_, i) => wallet('TZS', `BRANCH_${i}`, '1000')),
    );
    const open = (name: string, javaScriptEnabled: boolean) =>
      chromium.launchPersistentContext(join(folder, name), {
        ...{ executablePath: tool('chromium'), headless: true, args: ARGS, javaScriptEnabled },
        ...{ acceptDownloads: true, locale: 'en-US' },
      });
    [browser, plain] = await Promise.all([open('with', true), open('without', false)]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), plain?.close()]);
    await web?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Moves the focus forward to what bears this name. */
  async function reach(page: Page, name: string): Promise<void> {
    for (let i = 0; i < MAX_TABS; i++) {
      await page.keyboard.press('Tab');
      const focused = (await page.evaluate(
        `(() => { const e = document.activeElement; return (e.closest('label')?.querySelector('span') ?? e).textContent.trim(); })()`,
      )) as string;
      if (focused === name) return;
    }
    throw new Error(`${name} can't be reached by ${MAX_TABS} tabs`);
  }

  async function follow(page: Page, name: string): Promise<void> {
    await reach(page, name);
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  }

  const seen = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();
  const TASKS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    'which wallet is low': (page) => seen(page, 'Below threshold'),
    'how much to send, and by when': async (page) => {
      await follow(page, 'What to do');
      await seen(page, /^Send/);
      await reach(page, 'How it was reckoned');
      await page.keyboard.press('Enter');
      await seen(page, 'What it has');
    },
    'how much to send, to last over a holiday': async (page) => {
      await follow(page, 'What to do');
      await reach(page, 'To last until');
      await page.keyboard.type('12272026');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      expect(page.url()).toContain('date=2026-12-27');
      await seen(page, 'Planned to last until Sun, 27 Dec 2026 is over.');
    },
    'what it held at 14:05 on a day': async (page) => {
      await follow(page, 'At');
      await reach(page, 'Time');
      await page.keyboard.type('11202026');
      await page.keyboard.press('Tab');
      await page.keyboard.type('020500PM');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      expect(page.url()).toContain('time=2026-11-20T14%3A05');
      await seen(page, 'Fri, 20 Nov 2026, 14:05 UTC+03:00');
    },
    'closings as a spreadsheet': async (page) => {
      await follow(page, 'Statement');
      await reach(page, 'CSV');
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      expect(readFileSync(await download.path(), 'utf8')).toMatch(
        /^day,account,currency,.*\r\n2026-11-20,acme,/,
      );
    },
    'a statement of two accounts and one currency': async (page) => {
      await follow(page, 'Statement');
      await reach(page, 'Accounts All');
      await page.keyboard.press('Enter');
      for (const name of ['acme', 'zeta']) {
        await reach(page, name);
        await page.keyboard.press('Space');
      }
      await reach(page, 'Currencies All');
      await page.keyboard.press('Enter');
      await reach(page, 'UGX');
      await page.keyboard.press('Space');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      const { searchParams } = new URL(page.url());
      expect(searchParams.getAll('account')).toEqual(['acme', 'zeta']);
      expect(searchParams.getAll('currency')).toEqual(['UGX']);
      await seen(page, 'acme, zeta');
    },
    'whether we were blind': async (page) => {
      await follow(page, 'Accounts');
      await follow(page, 'acme');
      await seen(page, 'No poll took place: floatwatch was not running, or its machine slept.');
    },
    'why it fired, and who has it': async (page) => {
      await follow(page, 'Alerts');
      await follow(page, 'PayoutFloatLow');
      await seen(page, 'The float is low.');
      await seen(page, 'topping up');
    },
    'one of 2,000 wallets': async (page) => {
      await reach(page, 'Search');
      await page.keyboard.type('branch_1234');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      await seen(page, /^1 of 2004 wallets/);
    },
    'a view that another sees as I do': async (page) => {
      await page.goto(`${web.url}/wallets/acme/UGX/MERCHANT_PAYOUT?range=7d`);
      await follow(page, 'Link to this');
      const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('from'), searchParams.get('to')]).toEqual([iso(NOON - 168 * HOUR), iso(NOON)]);
    },
    'a way on from where nothing is': async (page) => {
      await page.goto(`${web.url}/nothing`);
      await follow(page, 'All wallets');
      await seen(page, 'Below threshold');
    },
  };

  for (const [width, colorScheme, script] of [
    [1280, 'light', 'with script'],
    [1280, 'dark', 'with script'],
    [390, 'light', 'with script'],
    [390, 'dark', 'with script'],
    [1280, 'light', 'without script'],
  ] as const) {
    const look = `${width} px wide, ${colorScheme}, ${script}`;
    test.each(Object.keys(TASKS))(`%s, ${look}`, async (name) => {
      const page = await (script === 'with script' ? browser : plain).newPage();
      let loads = 0;
      page.on('load', () => loads++);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(web.url);
      await TASKS[name]!(page);
      expect(loads).toBeLessThanOrEqual(MAX_LOADS);
      await page.close();
    });
  }
});

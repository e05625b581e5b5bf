// Visits pages in a Chromium whose CPU is slowed to a quarter: how soon the largest part is painted, and what is loaded
// for it.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { median } from '../measure.ts';

const SLOWER = 4;
const VISITS = 5;

export interface Visit {
  /** The median of the visits, in ms. */
  readonly paintMs: number;
  /** Scripts and fonts, bytes. */
  readonly loaded: number;
  /** How many requests went to another server than the page's own. */
  readonly elsewhere: number;
}

/** Starts Chromium; `undefined` where there is none. */
export async function openChromium(): Promise<Browser | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const executablePath = folders.map((folder) => join(folder, 'chromium')).find(existsSync);
  return executablePath === undefined
    ? undefined
    : await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Measures a page over several visits, each with an empty cache. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const paints: number[] = [];
  let loaded = 0;
  let elsewhere = 0;
  for (let i = 0; i < VISITS; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const bodies: Promise<number>[] = [];
    elsewhere = 0;
    page.on('request', (asked) => {
      if (new URL(asked.url()).origin !== new URL(url).origin) elsewhere++;
    });
    page.on('response', (response) => {
      if (['script', 'font'].includes(response.request().resourceType()))
        bodies.push(response.body().then(({ byteLength }) => byteLength));
    });
    await page.goto(url, { waitUntil: 'load' });
    paints.push((await page.evaluate(LARGEST)) as number);
    loaded = (await Promise.all(bodies)).reduce((sum, each) => sum + each, 0);
    await context.close();
  }
  return { paintMs: median(paints), loaded, elsewhere };
}

const LARGEST = `new Promise((told) => new PerformanceObserver((list) => told(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;

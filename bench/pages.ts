// What the pages cost with 5,000 wallets: the time of the process for the first page, its size, the scripts that pages load,
// and how soon Chromium with a CPU slowed to a quarter has painted it (where there is a Chromium).
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { amountOf } from '../src/domain/money.ts';
import { createBoard } from '../src/monitor/board/board.ts';
import { createSchedule } from '../src/monitor/polling/schedule.ts';
import { createWebServer } from '../src/web/server.ts';
import type { SparkPoint } from '../src/web/sources.ts';
import { cpuMs, type Measurement, median } from './measure.ts';

const ACCOUNTS = 100;
const WALLETS = 50;
const ROUNDS = 15;
const SLOWER = 4;

export async function pages(scale: number): Promise<Record<string, Measurement>> {
  const count = Math.round(ACCOUNTS * scale);
  const schedule = createSchedule('* * * * *', 'UTC');
  const accounts = Array.from({ length: count }, (_, i) => ({
    name: `account-${i}`,
    schedule,
    staleAfter: 2,
    expect: [],
  }));
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const board = createBoard(accounts, clock);
  const zero = amountOf('0.00');
  const observe = (name: string, round: number) => {
    const slot = schedule.current(Date.now())!;
    const wallets = Array.from({ length: WALLETS }, (_, i) => {
      const available = amountOf(`${(i + 1) * 1_000_000 + round}.50`);
      const names = { currency: ['UGX', 'KES', 'TZS', 'RWF'][i % 4]!, walletType: `MERCHANT_PAYOUT_${i}` };
      return { ...names, available, actual: available, uncleared: zero, reserve: zero, exposable: true };
    });
    const times = { slot, startedAt: slot, observedAt: slot + 100, durationMs: 100 };
    const fine = { outcome: 'ok', httpStatus: 200, envelopeCode: 200, detail: null, unreadable: [] } as const;
    board.observe({ account: name, ...times, ...fine, wallets });
  };
  for (const { name } of accounts) observe(name, 0);
  const spark: readonly SparkPoint[] = Array.from({ length: 96 }, (_, i) => ({
    at: Date.now() - (96 - i) * 900_000,
    available: amountOf(`${5_000_000 - i * 1_234}.50`),
  }));
  const fine = () => ({ ok: true, text: '' });
  const server = await createWebServer({
    listen: [{ host: '127.0.0.1', port: 0 }],
    externalUrl: 'http://localhost',
    operations: { scrape: async () => ({ headers: {}, pieces: [] }), healthy: fine, ready: fine },
    pages: {
      ...{ clock, board: () => board, alerts: () => [], version: '0.0.0' },
      accounts: () =>
        accounts.map(({ name }) => ({
          account: name,
          schedule: '* * * * *',
          timezone: 'UTC',
          staleAfter: 2,
        })),
      sparklines: async (shown) =>
        new Map(shown.map((each) => [`${each.account}/${each.currency}/${each.walletType}`, spark])),
    },
  });
  const url = `http://${server.addresses[0]}/`;
  try {
    const [changed, unchanged]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      observe(accounts[round % count]!.name, round + 1);
      changed.push(await cpuMs(() => size(url)));
      unchanged.push(await cpuMs(() => size(`${url}?q=payout+ugx&order=amount`)));
    }
    const scripts = [...(await text(url)).matchAll(/src="(\/[^"]+\.js)"/g)].map(([, path]) => path!);
    const chart = /\/chart-\w+\.js/.exec(await text(`${url}wallets/account-0/UGX/MERCHANT_PAYOUT_0`))![0];
    const bytes = await Promise.all([...scripts, chart].map((path) => size(url + path.slice(1))));
    const paint = await paintMs(url);
    return {
      first_page_ms: { value: median(changed), unit: 'ms of CPU', target: 50 },
      search_ms: { value: median(unchanged), unit: 'ms of CPU', target: 50 },
      first_page_kb: { value: (await size(url)) / 1_000, unit: 'KB', target: 200 },
      script_kb: { value: bytes.reduce((sum, each) => sum + each, 0) / 1_000, unit: 'KB', target: 100 },
      ...(paint !== undefined && {
        largest_paint_ms: { value: paint, unit: 'ms, CPU ÷ 4', target: 1_000 },
      }),
    };
  } finally {
    await server.close(0);
  }
}

async function text(url: string): Promise<string> {
  const request = get(url);
  const [response] = await once(request, 'response');
  let all = '';
  for await (const part of response.setEncoding('utf8')) all += part;
  return all;
}

async function size(url: string): Promise<number> {
  return Buffer.byteLength(await text(url));
}

/** The largest contentful paint of the page, of five visits the one in the middle. */
async function paintMs(url: string): Promise<number | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const executablePath = folders.map((folder) => join(folder, 'chromium')).find(existsSync);
  if (executablePath === undefined) return undefined;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const paints: number[] = [];
    for (let visit = 0; visit < 5; visit++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      await page.goto(url, { waitUntil: 'load' });
      paints.push(
        (await page.evaluate(
          `new Promise((told) => new PerformanceObserver((list) => told(list.getEntries().at(-1).startTime))
             .observe({ type: 'largest-contentful-paint', buffered: true }))`,
        )) as number,
      );
      await context.close();
    }
    return median(paints);
  } finally {
    await browser.close();
  }
}

// Measures what the pages cost with 5,000 wallets: the CPU of the process, the size of the page, and the scripts and
// fonts that it loads. Where there is a Chromium, also how soon it has painted the page, with its CPU slowed to a
// quarter.
import { once } from 'node:events';
import { get } from 'node:http';
import { cpuMs, type Measurement, median } from './measure.ts';
import { type House, openHouse, PAGES } from './pages/house.ts';
import { openChromium, visit } from './pages/visit.ts';

const ROUNDS = 7;

/** A page with a single word: what Chromium takes for it is the floor. */
const NOTHING = 'data:text/html,<!doctype html><title>word</title><p>word';

export async function pages(scale: number): Promise<Record<string, Measurement>> {
  await using house = await openHouse(scale);
  const figures: [string, Measurement][] = [];
  for (const [name, path] of Object.entries(PAGES)) {
    const { ms, bytes } = await served(house, path);
    // A plan for another cover is made for every wallet at each request, in turns, and isn't kept: it has no target.
    figures.push(
      [`${name}_ms`, { value: ms, unit: 'ms of CPU', ...(name !== 'plan_asked' && { target: 50 }) }],
      [`${name}_kb`, { value: bytes / 1_000, unit: 'KB', target: 200 }],
    );
  }
  const browser = await openChromium();
  if (!browser) return Object.fromEntries(figures);
  try {
    const all = [];
    const nothing = await visit(browser, NOTHING);
    for (const [name, path] of Object.entries(PAGES)) {
      const seen = await visit(browser, house.url + path);
      all.push(seen);
      const paint = { value: seen.paintMs, unit: 'ms, CPU ÷ 4', floor: nothing.paintMs, target: 1_000 };
      figures.push([`${name}_paint_ms`, paint]);
    }
    const most = Math.max(...all.map(({ loaded }) => loaded)) / 1_000;
    const elsewhere = all.reduce((sum, seen) => sum + seen.elsewhere, 0);
    figures.push(
      ['script_and_font_kb', { value: most, unit: 'KB at most', target: 100 }],
      ['fetched_elsewhere', { value: elsewhere, unit: 'requests', target: 0 }],
    );
  } finally {
    await browser.close();
  }
  return Object.fromEntries(figures);
}

/** CPU and size of a page, each time after a poll of some account has changed the board; the median of the rounds. */
async function served(
  { url, poll }: House,
  path: string,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  const taken: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    poll();
    taken.push(
      await cpuMs(async () => {
        bytes = await size(url + path);
      }),
    );
  }
  return { ms: median(taken), bytes };
}

async function size(url: string): Promise<number> {
  const request = get(url);
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`);
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).byteLength;
  return bytes;
}

// The dashboards as a browser shows them, and what a test may read from the page.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { tool } from '../support/tools.ts';

export type Theme = 'dark' | 'light';
export type Hue = 'green' | 'orange' | 'red' | 'grey' | 'other';

export interface Shown {
  /** What went wrong: in the page's scripts, in answers to its questions, in a panel. */
  readonly errors: readonly string[];
  /** What a panel says, or `undefined` if there is none with that title. */
  text(title: string): Promise<string | undefined>;
  /** The colour of a panel's largest text. */
  hue(title: string): Promise<Hue>;
  /** The colours of a tenth or more of what is drawn in a panel's canvas that is not background. */
  drawn(title: string): Promise<readonly Hue[]>;
  /** The colours of a table's cells with this text. */
  cellHues(title: string, text: string): Promise<readonly Hue[]>;
  /** Where the links with this text in a panel lead. */
  links(title: string, text: string): Promise<readonly string[]>;
  /** Where a panel ends, in pixels from the top. */
  bottom(title: string): Promise<number>;
  /** Tables whose columns don't fit, with by how many pixels; headings and cells whose words are cut. */
  overflows(): Promise<readonly string[]>;
  /** Timelines whose names don't fit beside them. */
  cutNames(): Promise<readonly string[]>;
  /** The texts of panels that show no data. */
  empty(): Promise<readonly string[]>;
}

export interface Browser extends AsyncDisposable {
  /** Loads a dashboard with all its panels, in a window of that width, and gives it when nothing loads any more. */
  show(url: string, width: number, theme: Theme): Promise<Shown & AsyncDisposable>;
}

export async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-chromium-'));
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    executablePath: tool('chromium'),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  return {
    async show(url, width, theme) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 3_600 }); // panels outside of the window aren't asked for
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('response', async (response) => {
        if (response.url().includes('/api/ds/query') && response.status() >= 400)
          errors.push(`${response.status()} ${await response.text().catch(() => '')}`);
      });
      await page.goto(`${url}&theme=${theme}&timezone=utc`);
      await settled(page);
      const shots = process.env['FLOATWATCH_SCREENSHOTS'];
      const name = `${/\/d\/([\w-]+)/.exec(url)?.[1]}-${/&shot=([\w-]+)/.exec(url)?.[1] ?? ''}-${width}-${theme}`;
      if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
      for (const status of await page.locator('[data-testid*="Panel status error"]').all())
        errors.push(`panel: ${await status.getAttribute('aria-label')}`);
      return { ...reading(page, errors), [Symbol.asyncDispose]: () => page.close() };
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when panels are there and none has been loading for a second. */
async function settled(page: Page): Promise<void> {
  await page.locator('[data-viz-panel-key]').first().waitFor({ timeout: 60_000 });
  let quiet = 0;
  await eventually(async () => {
    const busy = (await page.evaluate(`
      document.querySelectorAll('[aria-label="Panel loading bar"]').length +
      [...document.querySelectorAll('[data-testid="data-testid RefreshPicker run button"]')]
        .filter((each) => each.textContent.includes('Cancel')).length`)) as number;
    quiet = busy === 0 ? quiet + 1 : 0;
    if (quiet < 10) throw new Error('the page still loads');
    await page.waitForTimeout(100);
  }, 60_000);
}

function reading(page: Page, errors: readonly string[]): Shown {
  const panel = (title: string) =>
    page
      .locator('[data-viz-panel-key]')
      .filter({ has: page.locator('h2', { hasText: new RegExp(`^${escaped(title)}$`) }) })
      .first();
  const evaluate = <T>(title: string, body: string) =>
    panel(title).evaluate(new Function('panel', `${HUES} ${body}`) as never) as Promise<T>;
  return {
    errors,
    text: async (title) => {
      const found = panel(title);
      return (await found.count()) === 0 ? undefined : await found.innerText();
    },
    hue: (title) =>
      evaluate(
        title,
        `const texts = [...panel.querySelectorAll('[data-testid="data-testid panel content"] span')]
           .filter((each) => each.children.length === 0 && each.textContent.trim());
         const size = (each) => parseFloat(getComputedStyle(each).fontSize);
         const [largest] = texts.sort((a, b) => size(b) - size(a));
         return hueOf(getComputedStyle(largest).color.match(/[\\d.]+/g).map(Number));`,
      ),
    drawn: (title) =>
      evaluate(
        title,
        `const counts = {};
         for (const canvas of panel.querySelectorAll('canvas')) {
           const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
           for (let i = 0; i < data.length; i += 4) {
             if (data[i + 3] < 60) continue;
             const hue = hueOf([data[i], data[i + 1], data[i + 2]]);
             counts[hue] = (counts[hue] ?? 0) + 1;
           }
         }
         const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
         return Object.keys(counts).filter((hue) => counts[hue] >= all / 50).sort();`,
      ),
    cellHues: (title, text) =>
      evaluate(
        title,
        `return [...panel.querySelectorAll('[role="gridcell"]')]
           .filter((each) => each.textContent.trim() === ${JSON.stringify(text)})
           .map((each) => hueOf(getComputedStyle(each).color.match(/[\\d.]+/g).map(Number)));`,
      ),
    links: (title, text) =>
      evaluate(
        title,
        `return [...panel.querySelectorAll('a')]
           .filter((each) => each.textContent.trim() === ${JSON.stringify(text)})
           .map((each) => each.href);`,
      ),
    bottom: async (title) => {
      const box = await panel(title).boundingBox();
      return box ? box.y + box.height : Number.POSITIVE_INFINITY;
    },
    overflows: () =>
      page.evaluate(
        `const titleOf = (grid) => grid.closest('[data-viz-panel-key]').querySelector('h2').textContent;
         const wide = [...document.querySelectorAll('[role="grid"]')]
           .filter((grid) => grid.scrollWidth > grid.clientWidth + 1)
           .map((grid) => titleOf(grid) + ': ' + (grid.scrollWidth - grid.clientWidth));
         const isCut = (each) =>
           each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible';
         const cut = [...document.querySelectorAll('[role="columnheader"], [role="gridcell"]')]
           .filter((cell) => [cell, ...cell.querySelectorAll('*')].some(isCut))
           .map((cell) => titleOf(cell.closest('[role="grid"]')) + ': ' + cell.textContent);
         [...wide, ...cut]`,
      ),
    cutNames: () =>
      page.evaluate(
        `[...document.querySelectorAll('[data-viz-panel-key]')]
           .filter((panel) => {
             const canvas = panel.querySelector('canvas');
             if (!canvas) return false;
             const { data } = canvas.getContext('2d').getImageData(0, 0, 2, canvas.height);
             return data.some((value, i) => i % 4 === 3 && value > 60);
           })
           .map((panel) => panel.querySelector('h2').textContent)`,
      ),
    empty: () =>
      page.evaluate(
        `[...document.querySelectorAll('[data-testid="data-testid Panel data error message"]')].map((each) => each.textContent)`,
      ),
  };
}

/** Names the colours that mean something, in both themes. */
const HUES = `
  const hueOf = ([r, g, b]) => {
    const most = Math.max(r, g, b);
    const least = Math.min(r, g, b);
    if (most - least < 25) return 'grey';
    if (g === most && g - r > 20 && g - b > 20) return 'green';
    if (r === most && r - g > 60 && g - b > 40) return 'orange';
    if (r === most && r - g > 60) return 'red';
    return 'other';
  };`;

function escaped(text: string): string {
  return text.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&');
}

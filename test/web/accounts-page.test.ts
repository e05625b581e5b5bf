// The list of accounts: who can't be read comes first, and thirty days of each as a bar.
import { request } from 'undici';
import { expect, test } from 'vitest';
import type { Gaps, PageSources } from '../../src/web/sources.ts';
import { createCoverageList } from '../../src/web/views/coverage-list.ts';
import { NOON, wallet } from '../metrics/house.ts';
import { startFull } from './desk.ts';
import { startWeb } from './start.ts';

const HOUR = 3_600_000;
const NO_GAP: Gaps = { first: NOON - 40 * 24 * HOUR, gaps: [] };
const NAMED = ['a', 'b', 'c'].map((account) => ({ account, timezone: 'UTC' }));

async function page(url: string): Promise<string> {
  return (await request(url)).body.text();
}

test('who can’t be read comes first, and each has its bar', async () => {
  await using web = await startFull();
  const text = await page(`${web.url}/accounts`);
  expect(text).toContain('<h1 id="verdict">1 of 2 accounts can’t be read: its last poll failed</h1>');
  expect(text.indexOf('href="/accounts/zeta"')).toBeLessThan(text.indexOf('href="/accounts/acme"'));
  const bars = [
    ...text.matchAll(/<span class="coverage small" role="img" aria-label="([^"]+)"[^>]*>(.*?)<\/span>/g),
  ];
  expect(bars.map(([, label]) => label)).toEqual(
    ['zeta', 'acme'].map((name) => `${name}, the last 30 days: not seen for 5 h 15 min in 2 gaps`),
  );
  for (const [, , days] of bars) expect(days!.match(/<i /g)).toHaveLength(30);
});

test('an account that was not polled yet doesn’t look calm, and the bar waits for the database', async () => {
  const away = () => Promise.reject(new Error('away'));
  const accounts = () => [{ account: 'acme', schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 }];
  await using web = await startWeb({}, {}, { gaps: away, accounts });
  web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  const text = await page(`${web.url}/accounts`);
  expect(text).toContain('<h1 id="verdict">1 account has not been polled yet</h1>');
  expect(text).toContain('not read yet');
});

test('the page of alerts says first what isn’t known', async () => {
  await using web = await startFull();
  expect(await page(`${web.url}/alerts`)).toContain('<h1 id="verdict">No wallet seen yet of zeta</h1>');
  web.house.clock.advance(3 * HOUR);
  web.alerts.length = 0;
  const text = await page(`${web.url}/alerts`);
  expect(text).toContain('<section class="verdict unknown"');
  expect(text).toMatch(/<h1 id="verdict">Blind on all 4 wallets<\/h1><p>0 alerts firing, 0 pending\.<\/p>/);
});

test('coverage is read once in five minutes', async () => {
  let now = NOON;
  let reads = 0;
  const list = createCoverageList(
    async () => {
      reads++;
      return NO_GAP;
    },
    () => now,
  );
  const { signal } = new AbortController();
  expect([...(await list.read(NAMED, signal)).keys()]).toEqual(['a', 'b', 'c']);
  now += 4 * 60_000;
  await list.read(NAMED, signal);
  expect(reads).toBe(3);
  now += 2 * 60_000;
  await list.read(NAMED, signal);
  expect(reads).toBe(6);
  now -= HOUR; // the clock was set back
  await list.read(NAMED, signal);
  expect(reads).toBe(9);
});

test('what one look had no time for is read at the next', async () => {
  const abort = new AbortController();
  const list = createCoverageList(
    async (account) => {
      if (account === 'b') abort.abort();
      return NO_GAP;
    },
    () => NOON,
  );
  const first = await list.read([...NAMED, { account: 'd', timezone: 'UTC' }], abort.signal);
  expect(first.has('d')).toBe(false);
  const second = await list.read([...NAMED, { account: 'd', timezone: 'UTC' }], new AbortController().signal);
  expect([...second.keys()]).toEqual(['a', 'b', 'c', 'd']);
});

test('one account that can’t be read keeps none of the others from being shown', async () => {
  const list = createCoverageList(
    (account) => (account === 'a' ? Promise.reject(new Error('away')) : Promise.resolve(NO_GAP)),
    () => NOON,
  );
  const { signal } = new AbortController();
  expect([...(await list.read(NAMED, signal)).keys()]).toEqual(['b', 'c']);
  await expect(list.read(NAMED.slice(0, 1), signal)).rejects.toThrow('away');
});

/** Never read in time, as of an account with years of polls on a slow disk. */
const slowly = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test('accounts whose coverage takes too long keep none of the others from being shown', async () => {
  const gaps: PageSources['gaps'] = async (account, _range, signal) =>
    account === 'zeta' ? slowly(signal) : NO_GAP;
  await using web = await startFull({ gaps });
  for (let look = 0; look < 2; look++) {
    const text = await page(`${web.url}/accounts`);
    expect(text).toContain('aria-label="acme, the last 30 days: no gap"');
    expect(text).toContain('not read yet');
  }
});

test('whoever had no answer in time waits for those that were not asked for yet', async () => {
  const asked: string[] = [];
  const list = createCoverageList(
    (account, _range, signal) => {
      asked.push(account);
      return slowly(signal);
    },
    () => NOON,
  );
  for (let look = 0; look < 2; look++) await list.read(NAMED, AbortSignal.timeout(20)).catch(() => {});
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

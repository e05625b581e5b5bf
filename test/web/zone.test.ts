// Times are those of the account's clocks, and in UTC for whoever asks: in the address, so that it can be shared.
import { request } from 'undici';
import { expect, test, vi } from 'vitest';
import { PAST_EPISODE, startFull, WALLET_PAGE } from './desk.ts';

const ALERT_PAGE = `/alerts/${PAST_EPISODE.episode.slice(0, 16)}`;

test.each([
  ['a wallet', WALLET_PAGE, '?from=2026-11-20T10:00&to=2026-11-20T18:00', 'Fri, 20 Nov 2026, 07:00'],
  ['an alert', ALERT_PAGE, '', 'Fri, 20 Nov 2026, 06:00'],
  ['an account', '/accounts/acme', '', 'Wed, 18 Nov 2026, 04:00'],
])('%s is told in UTC on request, and leads back', async (_, path, query, inUtc) => {
  await using web = await startFull();
  const get = async (address: string) => (await request(`${web.url}${address}`)).body.text();
  const own = await get(path + query);
  expect(own).toContain('UTC+03:00');
  expect(own).not.toContain(`${inUtc} UTC<`);
  const [, way = ''] = /href="([^"]*zone=UTC)">In UTC</.exec(own) ?? [];
  const asked = await get(way.replaceAll('&amp;', '&'));
  expect(asked).toContain(`${inUtc} UTC<`);
  const text = asked.slice(asked.indexOf('<main'));
  expect(text.replace(/ title="[^"]*"/g, '')).not.toContain('UTC+03:00');
  expect(asked).toMatch(/href="[^"]*">In Africa\/Kampala</);
  expect(await get(`${path}?zone=Nowhere`)).toContain('UTC+03:00');
});

test.each([
  ['/alerts?from=2026-11-21&to=2026-11-21', 'UTC'],
  ['/alerts?from=2026-11-21&account=acme', 'Africa/Kampala'],
  ['/options?to=2026-11-21', 'UTC'],
  ['/options?from=2026-11-21&account=acme', 'Africa/Kampala'],
])('%s, of accounts with clocks of their own, says that its days are those of %s', async (path, timezone) => {
  await using web = await startFull();
  expect(await (await request(`${web.url}${path}`)).body.text()).toContain(`Days of ${timezone}.`);
});

test('links that lead on from a wallet in UTC stay in UTC', async () => {
  await using web = await startFull();
  const text = await (await request(`${web.url}${WALLET_PAGE}?zone=UTC`)).body.text();
  const [, picks = ''] = /<nav aria-label="[^"]*">(<a href="[^"]*range=24h.*?)<\/nav>/.exec(text) ?? [];
  const links = [...picks.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThan(5);
  for (const href of links) expect(href).toContain('zone=UTC');
});

test('however many zones others have asked for, the formats of the one in use are made once', async () => {
  await using web = await startFull();
  const ask = async (zone: string) => (await request(`${web.url}/at?zone=${zone}`)).body.dump();
  // Intl takes a zone in any case, so there are as many names as anybody likes.
  const spellings = Array.from({ length: 1_400 }, (_, i) =>
    [...'europe/berlin'].map((letter, k) => ((i >> k) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
  for (const zone of spellings) await ask(zone);
  await ask('Asia/Tokyo');
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  await ask('Asia/Tokyo');
  const count = made.mock.calls.length;
  made.mockRestore();
  expect(count).toBe(0);
});

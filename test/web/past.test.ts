// What pages and API tell of the past when it is long, not there yet, or can't be read.
import { request } from 'undici';
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { episodeOf, fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import { NOON } from '../metrics/house.ts';
import { PAST_EPISODE, PAYOUT, startFull, WALLET_PAGE } from './desk.ts';

const HOUR = 3_600_000;
const PAST_PAGE = `/alerts/${PAST_EPISODE.episode.slice(0, 16)}`;
const AWAY = 'database is away';
const pageOf = async (url: string) => (await request(url, { headers: { accept: 'text/html' } })).body.text();

/** A web server whose newest episodes last, so many of them; those that are past fired before, an hour apart. */
async function startWith({ lasting, past }: { readonly lasting: number; readonly past: number }) {
  const firing = Array.from({ length: lasting }, (_, i) => ({
    ...{ account: `acme-${i}`, fingerprint: `f${i}`, firingAt: NOON - i },
  }));
  const all = [
    ...firing.map((each) => ({ ...PAST_EPISODE, ...each, resolvedAt: null, episode: episodeOf(each) })),
    ...Array.from({ length: past }, (_, i) => {
      const firingAt = NOON - (i + 1) * HOUR;
      const episode = episodeOf({ fingerprint: 'past', firingAt });
      return { ...PAST_EPISODE, firingAt, resolvedAt: firingAt + 60_000, episode };
    }),
  ];
  const web = await startFull({
    episodes: async ({ most, without = [] }) =>
      all.filter(({ episode }) => !without.includes(episode)).slice(0, most),
  });
  const known = web.alerts[0]!;
  web.alerts.push(...firing.map((each) => ({ ...known, ...each, phase: 'firing' as const })));
  return web;
}

test('what was seen once is told as seen: of an account that is polled once a day', async () => {
  const [at, available] = [NOON - 6 * HOUR, amountOf('5000000')];
  const amounts = { available, actual: available, uncleared: available, reserve: available };
  const once = { at, slot: at, since: null, ...amounts, lowest: available, highest: available, samples: 1 };
  await using web = await startFull({
    chart: async () => [once],
    sparklines: async () => new Map([['acme/UGX/MERCHANT_PAYOUT', [once]]]),
  });
  const row = /<tr role="row" class="firing">.*?<\/tr>/s.exec(await pageOf(web.url))?.[0];
  expect(row).toMatch(/<svg class="spark"/);
  expect(await pageOf(`${web.url}${WALLET_PAGE}`)).not.toContain('Nothing was seen');
  expect(await pageOf(`${web.url}${PAST_PAGE}`)).not.toContain('No history is kept');
});

test('the page of a wallet tells an episode that only the database knows of as still firing', async () => {
  await using web = await startFull({
    episodes: async () => [
      {
        ...PAST_EPISODE,
        rule: 'OfAnotherReplica',
        labels: { ...PAST_EPISODE.labels, alertname: 'OfAnotherReplica' },
        resolvedAt: null,
      },
    ],
  });
  expect(await pageOf(`${web.url}${WALLET_PAGE}`)).toMatch(/OfAnotherReplica.*?, still firing/s);
});

test('of one payment provider an episode that only the database knows of is told although another’s alert fires', async () => {
  const about = { rule: 'OptionInactive', walletType: '' };
  const labelsOf = (provider: string) => ({ alertname: 'OptionInactive', provider_code: provider });
  await using web = await startFull({
    episodes: async () => [{ ...PAST_EPISODE, ...about, labels: labelsOf('PAPAYA_UG'), resolvedAt: null }],
  });
  const labels = labelsOf('MANGO_UG');
  web.alerts.push({ ...web.alerts[0]!, ...about, labels, fingerprint: fingerprintOf(labels) });
  expect(await pageOf(`${web.url}/alerts`)).toContain('still firing');
});

test('an instant without a zone is UTC in microseconds too', async () => {
  await using web = await startFull();
  const asked =
    'account=acme&currency=UGX&wallet_type=MERCHANT_PAYOUT&from=2026-11-20T10:00:00.123456&to=2026-11-20T12:00';
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Africa/Kampala';
  try {
    const answer = await pageOf(`${web.url}/api/v1/balances/history?${asked}`);
    expect(answer).toContain('"from":"2026-11-20T10:00:00.123Z"');
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test('of a wallet that was never seen no page says that the database is away', async () => {
  await using web = await startFull({ chart: async () => undefined });
  expect(await pageOf(`${web.url}${WALLET_PAGE}`)).not.toContain(AWAY);
  expect(await pageOf(`${web.url}${PAST_PAGE}`)).not.toContain(AWAY);
});

test('where retention has left polls and no snapshots, no page says that nothing was seen', async () => {
  const last = { slot: NOON - HOUR, outcome: 'ok', detail: null } as const;
  const accounts = [{ account: 'acme', good: { slot: NOON - HOUR, unreadable: [] }, last }];
  await using web = await startFull({
    chart: async () => [],
    at: async () => ({ wallets: [{ ...PAYOUT, seen: null }], accounts }),
  });
  expect(await pageOf(`${web.url}${WALLET_PAGE}`)).toContain(
    'Nothing was seen in this time, or its snapshots are kept no more.',
  );
  const at = await pageOf(`${web.url}/at`);
  expect(at).toContain('It had not been seen by then, or its snapshots are kept no more.');
  expect(at).not.toContain('never seen');
});

test('that there are more past alerts is said although one of the newest lasts', async () => {
  await using web = await startWith({ lasting: 1, past: 149 });
  expect(await pageOf(`${web.url}/alerts`)).toContain('choose a last day');
});

test('however many alerts last, they do not hide those that are past', async () => {
  await using web = await startWith({ lasting: 2_000, past: 50 });
  expect(await pageOf(`${web.url}/alerts`)).not.toContain('No alert has ended yet');
  const told = JSON.parse(await pageOf(`${web.url}/api/v1/alerts`)) as { readonly episodes: unknown[] };
  expect(told.episodes).toHaveLength(50);
});

test('what an hour held before an alert fired is not told as held while it fired', async () => {
  const firingAt = NOON - 20.5 * HOUR;
  const hour = (before: number, lowest: string, highest: string) => ({
    since: NOON - before * HOUR,
    at: NOON - (before - 1) * HOUR,
    slot: null,
    available: amountOf(lowest),
    actual: null,
    uncleared: null,
    reserve: null,
    lowest: amountOf(lowest),
    highest: amountOf(highest),
    samples: 60,
  });
  const snapshot = (before: number, amount: string) => ({
    ...hour(before, amount, amount),
    ...{ since: null, at: NOON - before * HOUR, samples: 1 },
  });
  const episode = async () => ({
    ...{ ...PAST_EPISODE, firingAt, pendingAt: firingAt },
    resolvedAt: NOON - 0.1 * HOUR,
  });
  const hours = [
    hour(21, '4000000', '65000000'),
    hour(20, '3000000', '4100000'),
    hour(1, '4200000', '7000000'),
  ];
  await using pruned = await startFull({ episode, chart: async () => hours });
  expect(await pageOf(`${pruned.url}${PAST_PAGE}`)).not.toContain('While it fired');
  const kept = [snapshot(20.9, '65000000'), snapshot(20.4, '4000000'), snapshot(0.05, '7000000')];
  await using web = await startFull({
    episode,
    chart: async (_wallet, { from, to }) =>
      to - from > 13 * HOUR ? hours : kept.filter(({ at }) => at >= from && at < to),
  });
  const page = await pageOf(`${web.url}${PAST_PAGE}`);
  expect(page).toMatch(/While it fired:.*Lowest <b>3,000,000<.*highest <b>4,100,000</s);
});

test('a history that can not be read is not called none', async () => {
  await using web = await startFull({ sparklines: () => Promise.reject(new Error('away')) });
  expect(await pageOf(`${web.url}/`)).not.toContain('no history');
});

test('how an account was seen is not told hours later while the database is away', async () => {
  let now = NOON;
  let away = false;
  await using web = await startFull({
    clock: { now: () => now, monotonic: () => now - NOON },
    gaps: async () => {
      if (away) throw new Error('away');
      return { first: NOON - 40 * 24 * HOUR, gaps: [] };
    },
  });
  expect(await pageOf(`${web.url}/accounts`)).toContain('no gap');
  away = true;
  now += 6 * HOUR;
  expect(await pageOf(`${web.url}/accounts`)).not.toContain('no gap');
});

test('a database that takes longer than a second is not said to be away and nothing else', async () => {
  const slow = () => new Promise<never>(() => {});
  await using web = await startFull({
    ...{ at: slow, episodes: slow, episode: slow, optionChanges: slow, gaps: slow, chart: slow },
  });
  const said = /the database is away, or took longer than a second/;
  const gone = `/alerts/${'0'.repeat(16)}`;
  const paths = ['/at', '/api/v1/at', '/alerts', gone, '/options', '/accounts/acme', WALLET_PAGE];
  const pages = await Promise.all(paths.map(async (path) => [path, await pageOf(`${web.url}${path}`)]));
  expect(pages.filter(([, page]) => !said.test(page!)).map(([path]) => path)).toEqual([]);
  for (const [path, page] of pages) expect([path, /database is away[^,]/.exec(page!)]).toEqual([path, null]);
});

test('what the API can not read it refuses as JSON, to be asked for again', async () => {
  const away = () => Promise.reject(new Error('away'));
  await using web = await startFull({
    statement: async function* () {
      yield await away();
    },
    at: away,
    history: async ({ currency }) => (currency === 'KES' ? away() : rejecting()),
  });
  async function* rejecting() {
    yield await away();
  }
  const past = (currency: string) =>
    `balances/history?account=acme&currency=${currency}&wallet_type=MERCHANT_PAYOUT`;
  for (const path of ['at', 'statement', 'statement?format=csv', past('KES'), past('UGX')]) {
    const { statusCode, headers, body } = await request(`${web.url}/api/v1/${path}`);
    expect([path, statusCode, headers['content-type']]).toEqual([
      path,
      503,
      'application/json; charset=utf-8',
    ]);
    expect(headers).not.toHaveProperty('content-disposition');
    expect(await body.json()).toEqual({ error: expect.stringContaining('can’t be read now') });
  }
});

test('the description tells how a question about the past may be refused', async () => {
  await using web = await startFull();
  const { body } = await request(`${web.url}/api/openapi.json`);
  const { paths } = (await body.json()) as { paths: Record<string, { get: { responses: object } }> };
  const refusals = (path: string) => Object.keys(paths[`/api/v1/${path}`]!.get.responses);
  expect(refusals('at')).toEqual(['200', '400', '503']);
  expect(refusals('statement')).toEqual(['200', '400', '503']);
  expect(refusals('balances/history')).toEqual(['200', '400', '404', '503']);
  expect(refusals('plan')).toEqual(['200', '400']);
  expect(refusals('balances')).toEqual(['200', '400']);
});

test('of how many top-ups there were no page tells fewer', async () => {
  const rises = Array.from({ length: 1_400 }, (_, i) => ({ at: NOON - i * 60_000, by: amountOf('100') }));
  await using web = await startFull({ rises: async (_wallet, _range, most) => rises.slice(0, most) });
  expect(await pageOf(`${web.url}${WALLET_PAGE}`)).toContain('and many more.');
});

test('that a wallet had more alerts than its page shows is said', async () => {
  await using many = await startWith({ lasting: 0, past: 300 });
  expect(await pageOf(`${many.url}${WALLET_PAGE}?range=30d`)).toContain('These are the newest 50');
  await using few = await startWith({ lasting: 0, past: 20 });
  expect(await pageOf(`${few.url}${WALLET_PAGE}?range=30d`)).not.toContain('These are the newest');
});

test('an alert that pends anew is not said to have fired', async () => {
  await using web = await startFull();
  const known = web.alerts[0]!;
  web.alerts.splice(0, web.alerts.length, { ...known, phase: 'pending', firingAt: NOON - 48 * HOUR });
  const told = JSON.parse(await pageOf(`${web.url}/api/v1/alerts`)) as { readonly alerts: unknown[] };
  expect(told.alerts).toMatchObject([{ phase: 'pending', firing_at: null }]);
});

test('the feed tells that an alert is over, however many have fired since it did', async () => {
  const firingAt = NOON - 72 * HOUR;
  const long = {
    ...PAST_EPISODE,
    rule: 'LastedLong',
    firingAt,
    resolvedAt: NOON - HOUR,
    episode: 'f'.repeat(64),
  };
  const short = Array.from({ length: 60 }, (_, i) => {
    const at = NOON - (i + 2) * HOUR;
    const episode = episodeOf({ fingerprint: 'short', firingAt: at });
    return { ...PAST_EPISODE, rule: 'Short', firingAt: at, resolvedAt: at + 60_000, episode };
  });
  await using web = await startFull({
    episodes: async ({ most, since = 0 }) =>
      [...short, long].filter(({ resolvedAt }) => resolvedAt >= since).slice(0, most),
  });
  const feed = await pageOf(`${web.url}/alerts.atom`);
  expect(feed).toContain('LastedLong');
  expect(feed.match(/<entry>/g)).toHaveLength(50);
});

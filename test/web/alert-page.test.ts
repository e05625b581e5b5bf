// The page of an episode, its link, the list of past ones and the feed.
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf, episodePath } from '../../src/monitor/alerts/episode.ts';
import { alertLink } from '../../src/receivers/notification/alert-link.ts';
import { testAlert } from '../../src/receivers/notification/test-alert.ts';
import type { Episode } from '../../src/web/sources.ts';
import { NOON } from '../metrics/house.ts';
import { PAST_EPISODE, startFull } from './desk.ts';

const PAST_PATH = `/alerts/${PAST_EPISODE.episode.slice(0, 16)}`;
const get = async (url: string, accept = 'text/html') => {
  const { statusCode, body } = await request(url, { headers: { accept } });
  return { statusCode, text: await body.text() };
};
const away = () => Promise.reject(new Error('away'));

describe('the link of an alert', () => {
  test('leads to its episode, is equal wherever it is made, and another when it fires again', async () => {
    await using web = await startFull();
    const [alert] = web.alerts;
    const link = alertLink(alert!, 'http://float.example.com');
    expect(link).toMatch(/^http:\/\/float\.example\.com\/alerts\/[0-9a-f]{16}$/);
    expect(
      alertLink({ ...alert!, value: '1', resolvedAt: NOON, phase: 'inactive' }, 'http://float.example.com'),
    ).toBe(link);
    expect(episodePath({ ...alert!, firingAt: NOON })).not.toBe(episodePath(alert!));
  });

  test('leads to the wallet before it fires, and a test to the list', () => {
    const alert = testAlert(NOON);
    expect(alert).toMatchObject({ account: '', currency: '', walletType: '' }); // about nobody's money
    expect(alertLink(alert, 'http://x')).toBe('http://x/alerts');
    const pending = { ...alert, rule: 'A', firingAt: null, account: 'a', currency: 'UGX', walletType: 'W' };
    expect(alertLink(pending, 'http://x')).toBe('http://x/wallets/a/UGX/W');
    expect(alertLink(alert, '')).toBe('');
  });
});

describe('its page', () => {
  test('tells of one that fires without the database', async () => {
    await using web = await startFull({ episode: away, episodes: away, chart: away, deliveries: away });
    const { statusCode, text } = await get(`${web.url}${episodePath(web.alerts[0]!)}`);
    expect(statusCode).toBe(200);
    expect(text).toContain('PayoutFloatLow is firing');
    expect(text).toContain('The float is low.');
    expect(text).toContain('4,120,500.50');
  });

  test('tells of a past one: the rule in words, lowest value, every delivery, the runbook', async () => {
    await using web = await startFull();
    const { text } = await get(`${web.url}${PAST_PATH}`);
    for (const words of [
      'PayoutFloatLow is over',
      'lasted 2 h',
      '<code>below</code> 5,000,000',
      '<code>clear_above</code> 6,000,000',
      '<code>for</code> 2m',
      'href="/runbook#below"',
      'accepted',
      '404: no such channel',
      '3 attempts',
      'is tried again',
      'is told again',
    ].slice(0, -1))
      expect(text).toContain(words);
    expect(text).toContain('accepts what it is told');
    expect(text).not.toContain('http-equiv="refresh"');
  });

  test('of one that fires here under another beginning has what is seen now, not what it fired with', async () => {
    // Told of while the database was away, by a replica that didn't know yet since when it lasts.
    const told: Episode = { ...PAST_EPISODE, episode: '5'.repeat(64), value: '4900000', resolvedAt: null };
    await using web = await startFull({ episode: async () => told });
    const { text } = await get(`${web.url}/alerts/${'5'.repeat(16)}`);
    expect(text).toContain('PayoutFloatLow is firing');
    expect(text).toContain('The float is low.');
    expect(text).toMatch(/Last seen<\/dt><dd class="num">4,120,500.50/);
    expect(text).not.toContain('4,900,000');
  });

  describe('of one that is over, and is evaluated still', () => {
    const ended = (alert: Alert): Alert => ({
      ...alert,
      ...{ phase: 'inactive', resolvedAt: NOON, reason: 'cleared', held: true, value: '9123456.00' },
      annotations: { summary: 'Now 9,123,456.' },
    });

    test('has the value with which it fired', async () => {
      const found: { current?: Episode } = {};
      await using web = await startFull({ episode: async () => found.current });
      const alert = web.alerts[0]!;
      found.current = {
        ...PAST_EPISODE,
        episode: episodeOf(alert),
        firingAt: alert.firingAt!,
        resolvedAt: null, // its end is on the way to the database
      };
      web.alerts[0] = ended(alert);
      const { text } = await get(`${web.url}${episodePath(alert)}`);
      expect(text).toContain('PayoutFloatLow is over');
      expect(text).toContain('4,500,000.00');
      expect(text).not.toContain('9,123,456');
    });

    test('has no value while the database is away', async () => {
      await using web = await startFull({ episode: away });
      const alert = web.alerts[0]!;
      web.alerts[0] = ended(alert);
      const { statusCode, text } = await get(`${web.url}${episodePath(alert)}`);
      expect(statusCode).toBe(200);
      expect(text).toContain('PayoutFloatLow is over');
      expect(text).not.toContain('9,123,456');
    });
  });

  test.each([
    ['floatwatch itself', { account: '', currency: '', walletType: '' }, 'About floatwatch itself.'],
    ['an account', { currency: '', walletType: '' }, 'About the account acme.'],
    [
      'a payment option',
      {
        walletType: '',
        labels: { transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY', provider_code: 'mtn_ug' },
      },
      'About the payment option UGX PAYOUT MOBILE_MONEY mtn_ug of acme.',
    ],
    ['a wallet', {}, 'About UGX MERCHANT_PAYOUT of acme.'],
  ])('says what it is about: %s', async (_, names, words) => {
    await using web = await startFull();
    Object.assign(web.alerts[0]!, names);
    const { text } = await get(`${web.url}${episodePath(web.alerts[0]!)}`);
    expect(text.replaceAll(/<[^>]*>/g, '')).toContain(words);
  });

  test('says, as the list and the feed do, which payment option it is about', async () => {
    await using web = await startFull();
    const labels = {
      transaction_type: 'PAYOUT',
      transaction_method: 'MOBILE_MONEY',
      provider_code: 'mtn_ug',
    };
    Object.assign(web.alerts[0]!, { walletType: '', labels });
    const list = (await get(`${web.url}/alerts`)).text.replaceAll(/<[^>]*>/g, '');
    expect(list).toContain('UGX PAYOUT MOBILE_MONEY mtn_ug');
    const { body } = await request(`${web.url}/alerts.atom`);
    expect(await body.text()).toContain(': acme/UGX/PAYOUT/MOBILE_MONEY/mtn_ug (firing)</title>');
  });

  test('says what is wrong where there is none', async () => {
    await using web = await startFull();
    expect((await get(`${web.url}/alerts/0123456789abcdef`)).text).toContain('no alert of that name is kept');
    expect((await get(`${web.url}/alerts/nonsense`)).statusCode).toBe(404);
    await using dark = await startFull({ episode: away });
    const { statusCode, text } = await get(`${dark.url}${PAST_PATH}`);
    expect(statusCode).toBe(503);
    expect(text).toContain('the database is away');
  });
});

test('past alerts can be searched, and lead to their pages', async () => {
  const asked: object[] = [];
  const episodes = async (query: object) => {
    asked.push(query);
    return [PAST_EPISODE];
  };
  await using web = await startFull({ episodes });
  const { text } = await get(
    `${web.url}/alerts?rule=PayoutFloatLow&account=acme&from=2026-11-20&to=2026-11-20`,
  );
  expect(text).toContain(`href="${PAST_PATH}"`);
  expect(asked).toMatchObject([
    {
      ...{ rule: 'PayoutFloatLow', account: 'acme' },
      since: Date.parse('2026-11-19T21:00Z'), // the account's own days
      until: Date.parse('2026-11-20T21:00Z'),
    },
  ]);
  expect((await get(`${web.url}/alerts?from=soon`)).statusCode).toBe(400);
});

test('the feed has what fires and what is over, and is XML whatever names hold', async () => {
  await using web = await startFull();
  web.alerts.push({ ...web.alerts[0]!, fingerprint: 'odd', rule: 'A<&">' });
  const { headers, body } = await request(`${web.url}/alerts.atom`);
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const text = await body.text();
  expect(text).toContain('<title>A&lt;&amp;&quot;&gt;: acme/UGX/MERCHANT_PAYOUT (firing)</title>');
  expect(text.match(/<entry>/g)).toHaveLength(4);
  expect(text).toContain(`<id>${''}${PAST_PATH}</id>`);
  expect(text.indexOf('firing')).toBeLessThan(text.indexOf('(over)'));
});

test('the feed is XML whatever an alert says, such as what a mail server answered', async () => {
  await using web = await startFull();
  const annotations = { summary: 'It was refused: 550 \u001b[31mno\u0007\u{fffe}, 😀' };
  web.alerts.push({ ...web.alerts[0]!, fingerprint: 'odd', rule: 'NotificationFailing', annotations });
  const { body } = await request(`${web.url}/alerts.atom`);
  const text = await body.text();
  expect(text).toContain('It was refused: 550 \u{fffd}[31mno\u{fffd}\u{fffd}, 😀');
  expect(text).toMatch(/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u); // all that XML 1.0 has
});

test('the feed looks at each alert a few times, however many fire', async () => {
  await using web = await startFull();
  let looks = 0;
  const [alert] = web.alerts as [Alert];
  for (let i = 0; i < 1_000; i++) {
    const own = { ...alert, firingAt: alert.firingAt! + i };
    web.alerts.push({
      ...own,
      get fingerprint() {
        looks++;
        return String(i);
      },
    });
  }
  const { body } = await request(`${web.url}/alerts.atom`);
  expect((await body.text()).match(/<entry>/g)).toHaveLength(50);
  expect(looks).toBeLessThan(10_000);
});

test('a browser gets a page where nothing is, everyone else a line', async () => {
  await using web = await startFull();
  expect((await get(`${web.url}/nothing`)).text).toContain('<h1>There is nothing here</h1>');
  expect(await get(`${web.url}/nothing`, '*/*')).toEqual({
    statusCode: 404,
    text: 'There is nothing here.\n',
  });
  const range = await get(`${web.url}/wallets/acme/UGX/MERCHANT_PAYOUT?range=90d`);
  expect(range.statusCode).toBe(400);
  expect(range.text).toContain('range is 24h, 7d, 30d, 1y');
});

test('who has it: the silences that cover it, and the form of Alertmanager filled in', async () => {
  await using web = await startFull();
  const { text } = await get(`${web.url}${episodePath(web.alerts[0]!)}`);
  expect(text).toContain('<b>anna</b> until');
  expect(text).toContain('topping up');
  const [, filter = ''] = /silences\/new\?filter=([^"]*)"/.exec(text) ?? [];
  expect(decodeURIComponent(filter)).toContain('alertname="PayoutFloatLow"');
  expect((await get(`${web.url}/alerts`)).text).toContain('silenced by anna');
  await using quiet = await startFull({ silences: () => [] });
  expect((await get(`${quiet.url}${episodePath(quiet.alerts[0]!)}`)).text).toContain(
    'Nobody has silenced it',
  );
});

test('that nobody has silenced it is not said of an Alertmanager that has not said so, nor silence after its end', async () => {
  const url = 'http://127.0.0.1:9093';
  const away = (trouble: string | null | undefined) => ({
    silences: () => [],
    receivers: () => [{ name: url, kind: 'alertmanager', trouble, url }],
  });
  for (const trouble of ['it can not be reached', undefined, null]) {
    await using web = await startFull(away(trouble));
    const { text } = await get(`${web.url}${episodePath(web.alerts[0]!)}`);
    expect(text).not.toContain('Nobody has silenced it');
    expect(text).toContain('Who has silenced it isn’t known');
  }
  await using late = await startFull({ clock: { now: () => NOON + 2 * 3_600_000, monotonic: () => 0 } });
  expect((await get(`${late.url}/alerts`)).text).not.toContain('silenced by anna');
});

// The page of one episode of an alert, as a whole in each of its states; and what it reads, tells and leads to.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../src/domain/alert.ts';
import { amountOf } from '../../../src/domain/money.ts';
import { episodePath } from '../../../src/monitor/alerts/episode.ts';
import type { Episode, EpisodeDelivery, PageSources } from '../../../src/web/sources.ts';
import { MINUTE, NOON } from '../../metrics/house.ts';
import { alertOfDesk, PAST_EPISODE } from '../desk.ts';
import { LOW } from '../start.ts';
import { openAlert, openDesk, type Pages, toldOfAlert } from './open.ts';
import { away, expectTold, FEW_POINTS, HOUR, pointAt } from './samples.ts';

const PAST = `/alerts/${PAST_EPISODE.episode.slice(0, 16)}`;
const NOBODY = `/alerts/${'0'.repeat(16)}`;
const pathOf = (pages: Pages) => episodePath(pages.alerts[0]!);

describe('the page', () => {
  test('of an alert that fires', async () => {
    const annotations = { summary: 'The float is low.', runbook_url: 'https://wiki.example.com/float' };
    const pages = openAlert({ held: true, annotations }, FEW_POINTS);
    await expectTold('alert', pages, pathOf(pages));
  });

  test('of a past episode, in another zone', async () => {
    const points = [
      pointAt(30.5, '5100000'),
      pointAt(30, '4500000.00'),
      pointAt(29, '4900000', { since: NOON - 30.5 * HOUR, lowest: amountOf('1') }), // an hour: partly before
      pointAt(28, '6000000.5'),
      pointAt(27.9, '6000001'),
    ];
    const pages = openDesk({ chart: async () => points, deliveries: async () => DELIVERIES });
    await expectTold('alert-past', pages, `${PAST}?zone=UTC`);
  });

  test('while the database is away', async () => {
    const pages = openAlert({}, { chart: away, deliveries: away, episode: away });
    await expectTold('alert-away', pages, pathOf(pages));
  });

  test('of an alert about an account, of no configured rule, where nothing else is kept', async () => {
    const none = { chart: undefined, receivers: undefined, silences: undefined, runbook: undefined };
    const pages = openAlert(
      {
        ...{
          rule: 'BalanceUnknown',
          currency: '',
          walletType: '',
          value: null,
          threshold: null,
          pendingAt: null,
        },
        annotations: { description: 'Nothing was read.', runbook_url: 'javascript:alert(1)' },
      },
      none as never,
    );
    await expectTold('alert-account', pages, pathOf(pages));
  });

  test.each([
    ['that nobody knows', {}, NOBODY, 'alert-unknown'],
    ['that only the database could know, which is away', { episode: away }, PAST, 'alert-unknown-away'],
    ['whose name is none', {}, '/alerts/mistyped', 'not-found'],
  ])('of an alert %s', async (_title, more, path, name) => {
    await expectTold(name, openDesk(more), path);
  });
});

const DELIVERIES: readonly EpisodeDelivery[] = (
  [
    ['fire', { state: 'accepted', endedAt: NOON - 29 * HOUR }],
    ['update', { state: 'given_up', attempts: 3, detail: '404: no such channel' }],
    ['resolve', { state: 'waiting', attempts: 2, detail: '503: try later' }],
    ['resolve', { state: 'waiting', attempts: 0 }],
    ['fire', { state: 'together' }],
    ['fire', { state: 'unsent' }],
    ['fire', { state: 'unknown' }],
  ] as const
).map(([kind, more]) => ({
  ...{
    receiver: 'ops',
    kind,
    createdAt: NOON - 30 * HOUR,
    endedAt: null,
    attempts: 1,
    detail: null,
    ...more,
  },
}));

test.each<[string, Partial<Alert>, string]>([
  ['floatwatch', { account: '', currency: '', walletType: '' }, '<p>About floatwatch itself.</p>'],
  [
    'an account',
    { currency: '', walletType: '' },
    '<p>About the account <a href="/accounts/acme">acme</a>.</p>',
  ],
  [
    'a payment option',
    {
      walletType: '',
      labels: { transaction_type: 'PAYOUT', transaction_method: 'CARD', provider_code: 'visa_ug' },
    },
    'About the payment option <a href="/options">UGX PAYOUT CARD visa_ug</a> of <a href="/accounts/acme">acme</a>.',
  ],
  [
    'a wallet',
    {},
    'About <a href="/wallets/acme/UGX/MERCHANT_PAYOUT">UGX MERCHANT_PAYOUT</a> of <a href="/accounts/acme">acme</a>.',
  ],
])('says that it is about %s', async (_title, change, words) => {
  const text = await toldOfAlert({}, change);
  expect(text).toContain(words);
  expect(text.includes('data-chart=')).toBe(change.walletType === undefined);
});

test.each<[string, Partial<Alert>, href: string]>([
  ['the condition’s chapter', {}, '/runbook#below'],
  ['its own', { annotations: { runbook_url: 'http://wiki' } }, 'http://wiki'],
  ['no script', { annotations: { runbook_url: 'javascript:http://x' } }, '/runbook#below'],
  ['the rule’s chapter, if it is built in', { rule: 'BalanceUnknown' }, '/runbook#balanceunknown'],
])('leads to %s in the runbook', async (_title, change, href) => {
  expect(await toldOfAlert({}, change)).toContain(`<p><a href="${href}">What to do: the runbook</a></p>`);
});

test('draws the threshold of the available amount alone', async () => {
  expect(await toldOfAlert({})).toContain('data-threshold="5000000"');
  const falls = { ...LOW, condition: { kind: 'absent' } as never };
  expect(await toldOfAlert({ rules: () => [falls] })).not.toContain('data-threshold');
  expect(await toldOfAlert({ rules: () => [] })).not.toContain('data-threshold');
});

test.each([
  ['lasts', { pendingAt: NOON - HOUR, firingAt: NOON - HOUR }, [-1.5 * HOUR, 0]],
  ['lasts for a little', { pendingAt: NOON - 10 * MINUTE, firingAt: NOON - 5 * MINUTE }, [-40 * MINUTE, 0]],
  ['lasts, and was never pending', { pendingAt: null, firingAt: NOON - 2 * HOUR }, [-3 * HOUR, 0]],
] as const)('of one that %s shows half as much before it', async (_title, change, [from, to]) => {
  const asked: number[][] = [];
  await toldOfAlert(
    {
      chart: async (_wallet, range) => {
        asked.push([range.from - NOON, range.to - NOON]);
        return [];
      },
    },
    change,
  );
  expect(asked).toEqual([[from, to]]);
});

test.each([
  [
    'long ago',
    { pendingAt: null, firingAt: NOON - 30 * HOUR, resolvedAt: NOON - 28 * HOUR },
    [-31 * HOUR, -27 * HOUR],
  ],
  ['just now', { pendingAt: NOON - 2 * HOUR, firingAt: NOON - HOUR, resolvedAt: NOON }, [-3 * HOUR, 0]],
] as const)('of one that ended %s shows half as much after it, up to now', async (_title, change, range) => {
  const asked: number[][] = [];
  const pages = openDesk({
    episode: async () => ({ ...PAST_EPISODE, ...change }),
    chart: async (_wallet, { from, to }) => {
      asked.push([from - NOON, to - NOON]);
      return [];
    },
  });
  pages.alerts.splice(0);
  await pages.ask(PAST);
  expect(asked).toEqual([range]);
});

describe('which episode it is', () => {
  const stored = (more: Partial<Episode>) => async () => ({ ...PAST_EPISODE, ...more });
  const shown = async (more: Partial<PageSources>, change: Partial<Alert> | null, path?: string) => {
    const pages = openDesk({ ...FEW_POINTS, ...more });
    pages.alerts.splice(0, pages.alerts.length, ...(change ? [alertOfDesk(change)] : []));
    const text = await pages.ask(path ?? pathOf(pages));
    return {
      status: Number(/status: (\d+)/.exec(text)![1]),
      live: text.includes('asked for again after, in seconds: 15'),
      title: /<h1[^>]*>(.*?)<\/h1>/.exec(text)![1],
      value: /<dt>[\w ]+<\/dt>\n<dd class="num">(.*?)<\/dd>/.exec(text)?.[1],
      summary: text.includes('The float is low.'),
    };
  };
  const ended = { phase: 'inactive', resolvedAt: NOON - MINUTE } as const;

  test('the one that fires, as it is now', async () => {
    expect(await shown({ episode: stored({ value: '1' }) }, {})).toEqual({
      ...{ status: 200, live: true, title: 'PayoutFloatLow is firing', value: '4,120,500.50', summary: true },
    });
  });

  test('the one that ended here, with the value with which it fired, also before its end is stored', async () => {
    const told = await shown({ episode: stored({ value: '1', resolvedAt: null }) }, ended);
    expect(told).toMatchObject({ title: 'PayoutFloatLow is over', value: '1', summary: false });
  });

  test('the one that ended here, without a value while the database is away', async () => {
    const told = await shown({ episode: away }, ended);
    expect(told).toMatchObject({ status: 200, title: 'PayoutFloatLow is over', summary: false });
    expect(told.value).toContain('none');
  });

  test.each<[string, Partial<Alert>, value: string]>([
    ['by its alert here, whose beginning is another', {}, '4,120,500.50'],
    ['as it is stored while its alert doesn’t fire here', { phase: 'pending' }, '4,500,000.00'],
    ['as it is stored beside an alert of other labels', { fingerprint: 'other' }, '4,500,000.00'],
  ])('a stored one that lasts: %s', async (_title, change, value) => {
    const told = await shown({ episode: stored({ resolvedAt: null }) }, change, PAST);
    expect(told).toMatchObject({ title: 'PayoutFloatLow is firing', value, live: true });
  });

  test('one that is over is never told as the one that lasts', async () => {
    expect(await shown({}, {}, PAST)).toMatchObject({
      title: 'PayoutFloatLow is over',
      value: '4,500,000.00',
    });
  });
});

test('of a time of which no history is kept says so', async () => {
  const text = await openDesk({ chart: async () => undefined }).ask(PAST);
  expect(text).toContain('<p class="quiet">No history is kept of that time.</p>');
  expect(text).not.toContain('While it fired');
});

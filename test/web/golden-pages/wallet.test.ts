// A wallet's page, as a whole in each of its states; and how far it looks back and ahead.
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { Fan } from '../../../src/monitor/forecast/fan.ts';
import type { Episode, PageSources, PastPoll, Range } from '../../../src/web/sources.ts';
import { MINUTE, NOON, wallet } from '../../metrics/house.ts';
import { alertOfDesk, PAST_EPISODE, WALLET_PAGE } from '../desk.ts';
import { openDesk, openEmpty } from './open.ts';
import { away, DAY, expectTold, FEW_POINTS, HOUR, POINTS, pointAt } from './samples.ts';

const FAN: Fan = {
  ...{ confidence: 0.975, emptyAt: NOON + 50 * HOUR, surelyUntil: NOON + 40 * HOUR, days: 30 },
  ...{ record: { held: 38, of: 40 } },
  points: [
    { at: NOON, middle: 4_120_500.5, low: 4_120_500.5, high: 4_120_500.5 },
    { at: NOON + 50 * HOUR, middle: 0, low: -1_234_567.8, high: 900_000.126 },
  ],
};
const poll = (minutesAgo: number, more: Partial<PastPoll> = {}): PastPoll => ({
  ...{ slot: NOON - minutesAgo * MINUTE, outcome: 'ok', staleAt: NOON - (minutesAgo - 10.5) * MINUTE },
  ...{ httpStatus: 200, durationMs: 120, wallets: 4, detail: null, ...more },
});
const failed = { staleAt: null, httpStatus: null, wallets: null } as const;
const POLLS: readonly PastPoll[] = [
  poll(0),
  poll(5, { ...failed, outcome: 'deadline', durationMs: 15_000 }),
  poll(10, { ...failed, outcome: 'connect', durationMs: 1_000, detail: 'refused' }),
  poll(15, { ...failed, outcome: 'connect', durationMs: 999, detail: 'refused' }),
  poll(20, { ...failed, outcome: 'connect', durationMs: null, detail: 'no route' }),
  poll(35),
];

test('of the last 24 hours', async () => {
  const pages = openDesk({
    ...FEW_POINTS,
    fan: () => FAN,
    runway: () => [
      { confidence: '0.975', seconds: 50_000 },
      { confidence: '0.5', seconds: 93_000 },
    ],
    rises: async () => [
      { at: NOON - 20 * HOUR, by: amountOf('1') },
      { at: NOON - 9 * HOUR, by: amountOf('2500000.50') },
    ],
    polls: async () => ({ first: NOON - HOUR, polls: POLLS }),
  });
  await expectTold('wallet', pages, WALLET_PAGE);
});

test('of other days than the last, in another zone', async () => {
  const pages = openDesk({ ...FEW_POINTS, fan: () => FAN });
  const question = 'from=2026-11-19T06:00&to=2026-11-20T18:00&zone=Asia/Tokyo';
  await expectTold('wallet-past', pages, `${WALLET_PAGE}?${question}`);
});

test('of a range whose points are all unknown', async () => {
  const pages = openDesk({ ...FEW_POINTS, chart: async () => [pointAt(1, null, { samples: 0 })] });
  await expectTold('wallet-nothing', pages, `${WALLET_PAGE}?range=7d&zone=UTC`);
});

test('while the database is away', async () => {
  const reads = { chart: away, polls: away, gaps: away, rises: away, episodes: away };
  await expectTold('wallet-away', openDesk(reads), WALLET_PAGE);
});

test('while only what stands beside the chart can’t be read', async () => {
  const reads = { polls: away, gaps: away, rises: away };
  const told = (query: string) => openDesk({ ...FEW_POINTS, ...reads }).ask(`${WALLET_PAGE}${query}`);
  expect(await told(`?from=${new Date(NOON - 32 * DAY).toISOString()}`)).toContain(
    'Can’t be read now: gaps, top-ups, polls.',
  );
  expect(await told('?range=1y')).toContain('Can’t be read now: gaps, polls.');
});

test('of a wallet that was last seen too long ago, with an alert that is held', async () => {
  const pages = openDesk({ ...FEW_POINTS, episodes: async () => [] });
  pages.house.clock.advance(3 * MINUTE);
  pages.alerts[0] = alertOfDesk({ held: true, annotations: {} });
  pages.alerts.push(alertOfDesk({ fingerprint: 'b', rule: 'Pending', phase: 'pending', firingAt: null }));
  await expectTold('wallet-stale', pages, WALLET_PAGE);
});

test('of a wallet whose available amount isn’t readable, where nothing else is kept', async () => {
  const pages = openEmpty();
  pages.house.observe('acme', [wallet('UGX', 'A_B', '1', { available: null, uncleared: amountOf('7.10') })]);
  await expectTold('wallet-bare', pages, '/wallets/acme/UGX/A_B');
});

test('of a question that isn’t understood', async () => {
  await expectTold('wallet-mistake', openDesk(), `${WALLET_PAGE}?range=2w`);
});

test.each(['/wallets/acme/UGX/NONE', '/wallets/none/UGX/MERCHANT_PAYOUT'])(
  'of %s, which isn’t known',
  async (path) => {
    await expectTold('not-found', openDesk(), path);
  },
);

test.each([
  ['the median alone', [['0.5', 93_000]], '<p>At the outflow to be expected that lasts 1 d 1 h.</p>'],
  ['no median', [['0.95', 93_000]], undefined],
  [
    'as long surely',
    [
      ['0.5', 93_000],
      ['0.95', 93_000],
    ],
    '<p>At the outflow to be expected that lasts 1 d 1 h.</p>',
  ],
] as const)('of %s, how long the money lasts: %s', async (_title, runway, told) => {
  const pages = openDesk({
    runway: () => runway.map(([confidence, seconds]) => ({ confidence, seconds })),
    planOf: () => undefined,
  });
  const text = await pages.ask(WALLET_PAGE);
  expect(text.split('\n').find((line) => line.includes('At the outflow'))).toBe(told);
});

describe('how far it looks', () => {
  const asked = async (query: string) => {
    const questions: Record<string, unknown> = {};
    const note =
      <T>(name: string, answer: T) =>
      async (_of: unknown, range: Range) => {
        questions[name] = [NOON - range.from, NOON - range.to];
        return answer;
      };
    const sources: Partial<PageSources> = {
      chart: note('chart', POINTS),
      polls: note('polls', { first: null, polls: [] }),
      gaps: note('gaps', { first: null, gaps: [] }),
      rises: note('rises', []),
      episodes: async ({ since, until, most, ...named }) => {
        if (named.walletType !== undefined) questions['episodes'] = [NOON - since!, NOON - until!, most];
        return [];
      },
      fan: (_of, horizonMs) => {
        questions['fan'] = horizonMs / HOUR;
        return undefined;
      },
    };
    await openDesk(sources).ask(`${WALLET_PAGE}?${query}`);
    return questions;
  };
  const iso = (ago: number) => new Date(NOON - ago).toISOString();

  test('each part is asked for the range that is shown', async () => {
    const range = [7 * DAY, 0];
    expect(await asked('range=7d')).toEqual({
      ...{ chart: range, polls: range, gaps: range, rises: range, episodes: [...range, 51] },
      fan: 0.4 * 168,
    });
  });

  test.each([
    ['of a day', 'range=24h', 24],
    ['of 2½ days', `from=${iso(2.5 * DAY)}`, 24],
    ['of 5 days', `from=${iso(5 * DAY)}`, 48],
    ['that ended a minute ago', `from=${iso(HOUR)}&to=${iso(MINUTE)}`, 24],
    ['that ended longer ago', `from=${iso(HOUR)}&to=${iso(MINUTE + 1000)}`, undefined],
  ])('beside a range %s the next hours are shown: %s, %s', async (_title, query, hours) => {
    expect((await asked(query))['fan']).toBe(hours);
  });

  test.each([
    [32 * DAY, true],
    [32 * DAY + 1000, false],
  ])('rises are looked for in a range of %d ms: %s', async (length, are) => {
    expect('rises' in (await asked(`from=${iso(length)}`))).toBe(are);
  });
});

describe('of many', () => {
  const episodes = (count: number): Episode[] =>
    Array.from({ length: count }, (_, i) => ({
      ...PAST_EPISODE,
      episode: String(i).padStart(64, '0'),
      firingAt: NOON - (i + 1) * HOUR,
      resolvedAt: i === 0 ? null : NOON - (i + 0.5) * HOUR,
      labels: {},
    }));

  test.each([
    [50, 50, false],
    [51, 50, true],
  ])('%d past alerts, %d are shown, and it is said that there are more: %s', async (count, shown, more) => {
    const text = await openDesk({ ...FEW_POINTS, episodes: async () => episodes(count) }).ask(WALLET_PAGE);
    expect(text.match(/<li><a href="\/alerts\/0{13}\d{3}"/g)).toHaveLength(shown);
    expect(text.includes('These are the newest 50')).toBe(more);
  });

  test.each([
    [24, 24, 'each'],
    [25, 13, 'one of 2'],
    [49, 17, 'one of 3'],
  ])('%d points the table has %d figures, the newest first: %s', async (count, shown) => {
    const points = Array.from({ length: count }, (_, i) => pointAt(count - i, `${i + 1}`));
    const text = await openDesk({
      chart: async () => [pointAt(count + 1, null, { samples: 0 }), ...points],
    }).ask(WALLET_PAGE);
    const table = text.slice(text.indexOf('<table class="figures"'), text.indexOf('</table>'));
    const figures = [...table.matchAll(/<\/th>\n<td class="num">(\d+)</g)].map(([, each]) => Number(each));
    expect(figures).toHaveLength(shown);
    expect(figures[0]).toBe(count);
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
  });
});

// The page of alerts and their feed, as a whole in each of their states; and what they show of very many.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../src/domain/alert.ts';
import { episodeOf } from '../../../src/monitor/alerts/episode.ts';
import type { Episode, EpisodeQuestion } from '../../../src/web/sources.ts';
import { NOON } from '../../metrics/house.ts';
import { alertOfDesk, PAST_EPISODE, PAYOUT } from '../desk.ts';
import { openDesk, openEmpty } from './open.ts';
import { away, DAY, expectTold, HOUR } from './samples.ts';

const episode = (name: string, more: Partial<Episode> = {}): Episode => ({
  ...PAST_EPISODE,
  ...{ episode: name.padStart(64, '0'), labels: { name }, ...more },
});

const EPISODES: readonly Episode[] = [
  episode('1', {
    firingAt: NOON - 2 * HOUR,
    resolvedAt: null,
    account: 'zeta',
    currency: '',
    walletType: '',
  }),
  episode('2', { rule: 'Watchdog', account: '', currency: '', walletType: '', value: null, threshold: null }),
  episode('3', { labels: alertOfDesk().labels, resolvedAt: null }), // fires here as well: no past one
  PAST_EPISODE,
];

describe('the page of alerts', () => {
  test('has those that fire and pend, the severest first, and past ones', async () => {
    const pages = openDesk({ episodes: async () => EPISODES, alertCount: () => 12 });
    const [low, kes, unknown] = pages.alerts as [Alert, Alert, Alert];
    pages.alerts.splice(0);
    pages.alerts.push(
      low,
      { ...kes, held: true },
      { ...unknown, severity: 'critical' },
      alertOfDesk({
        fingerprint: 'w',
        rule: 'Watchdog',
        account: '',
        currency: '',
        walletType: '',
        held: true,
      }),
      alertOfDesk({ fingerprint: 'past', rule: 'Past', phase: 'inactive', resolvedAt: NOON - HOUR }),
    );
    await expectTold('alerts', pages, '/alerts?rule=PayoutFloatLow&account=acme&from=2026-11-19');
  });

  test('while all that was seen is known no more, and the past can’t be read', async () => {
    const pages = openDesk({ episodes: away });
    pages.house.clock.advance(10 * HOUR);
    pages.alerts.splice(0);
    await expectTold('alerts-away', pages, '/alerts');
  });

  test('where nothing fires and no past is kept', async () => {
    await expectTold('alerts-none', openEmpty(), '/alerts');
  });

  test('of a question that isn’t understood', async () => {
    await expectTold('alerts-mistake', openDesk(), '/alerts?from=2026-11-21&to=2026-11-20&rule=Other');
  });

  test('where none is like that', async () => {
    const text = await openDesk({ episodes: async () => [] }).ask('/alerts?to=2026-11-20');
    expect(text).toContain('<p class="quiet">No alert has ended yet, or none is like that.</p>');
    expect(text).toContain('<p class="quiet">Days of UTC.</p>');
  });

  test.each([
    ['from=2026-11-20&to=2026-11-20', 200],
    ['from=2026-11-20', 200],
    ['to=2026-11-20', 200],
    ['from=2026-11-20&to=2026-11-19', 400],
    ['from=yesterday', 400],
    ['to=2026-02-30', 400],
  ])('answers %s with %d', async (query, status) => {
    expect(await openDesk().answer(`/alerts?${query}`)).toMatchObject({ status });
  });

  test.each<[query: string, asked: EpisodeQuestion]>([
    ['', {}],
    ['rule=A&account=acme', { rule: 'A', account: 'acme' }],
    ['account=acme&from=2026-11-19', { account: 'acme', since: Date.parse('2026-11-18T21:00:00Z') }],
    ['account=acme&to=2026-11-19', { account: 'acme', until: Date.parse('2026-11-19T21:00:00Z') }],
    ['from=2026-11-19', { since: Date.parse('2026-11-19T00:00:00Z') }], // accounts of several zones
    ['to=2026-11-21', { until: NOON }],
  ])('asks for the past of ?%s', async (query, asked) => {
    const questions: unknown[] = [];
    const pages = openDesk({
      episodes: async ({ signal: _, ...question }) => {
        questions.push(question);
        return [];
      },
    });
    await pages.ask(`/alerts?${query}`);
    const firing = pages.alerts.filter(({ phase }) => phase === 'firing');
    expect(questions).toEqual([{ ...asked, without: firing.map(episodeOf), most: 101 }]);
  });

  test.each<[string, level: string, headline: string, alerts: Partial<Alert>[]]>([
    ['none', 'fine', '0 alerts firing, 0 pending', []],
    ['a pending one', 'pending', '0 alerts firing, 1 pending', [{ phase: 'pending' }]],
    ['one that fires', 'firing', '1 alert firing, 1 pending', [{}, { phase: 'pending' }]],
    ['one that nobody is to act upon', 'fine', '1 alert firing, 0 pending', [{ severity: 'none' }]],
    [
      'a pending one beside one that nobody is to act upon',
      'pending',
      '1 alert firing, 1 pending',
      [{ severity: 'none' }, { phase: 'pending' }],
    ],
  ])('of %s is %s: %s', async (_title, level, headline, alerts) => {
    const pages = openDesk({ board: () => ({ ...pages.house.board, accounts: ['acme'] }) });
    pages.alerts.splice(0);
    for (const [i, each] of alerts.entries())
      pages.alerts.push(alertOfDesk({ ...each, fingerprint: `${i}` }));
    const text = await pages.ask('/alerts');
    expect(text).toContain(`<section class="verdict ${level}"`);
    expect(text).toContain(`<h1 id="verdict">${headline}</h1>`);
    expect(text).toContain(`${alerts.length} ${alerts.length === 1 ? 'is' : 'are'} judged with each poll.`);
  });

  test.each([
    [50, '', 50, '<caption>Now</caption>'],
    [51, '', 50, '<caption>51 firing and pending, 50 of them on page 1 of 2</caption>'],
    [51, '?page=2', 1, '<caption>51 firing and pending, 1 of them on page 2 of 2</caption>'],
  ])('of %d alerts %s shows %d', async (count, query, shown, caption) => {
    const pages = openDesk();
    pages.alerts.splice(0);
    for (let i = 0; i < count; i++)
      pages.alerts.push(alertOfDesk({ fingerprint: `${i}`, labels: { i: `${i}` } }));
    const text = await pages.ask(`/alerts${query}`);
    expect(text).toContain(caption);
    expect(text.match(/<tr class="firing">/g)).toHaveLength(shown);
    expect(text.includes('<a href="/alerts?page=2"')).toBe(count > 50);
  });

  test.each([
    [100, false],
    [101, true],
  ])('of %d past ones shows 100, and says that there are more: %s', async (count, more) => {
    const episodes = Array.from({ length: count }, (_, i) => episode(`${i}`));
    const text = await openDesk({ episodes: async () => episodes }).ask('/alerts');
    expect(text.match(/<tr>\n<th><a href="\/alerts\/0/g)).toHaveLength(100);
    expect(text.includes('These are the newest 100')).toBe(more);
  });
});

describe('the feed', () => {
  const summary = { ...PAYOUT, rule: 'Old' };
  const feedOf = async (pages: ReturnType<typeof openDesk>) => {
    const { text, headers, status } = await pages.answer('/alerts.atom');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      ...[200, 'application/atom+xml; charset=utf-8', 'no-store'],
    ]);
    return text;
  };
  const namesIn = (text: string) =>
    [...text.matchAll(/<entry><title>(.*?)<\/title>/g)].map(([, title]) => title);

  test('has the alerts that fire and past episodes, the latest change first', async () => {
    const pages = openDesk({
      externalUrl: 'https://float.example.com',
      episodes: async () => [...EPISODES, episode('4', { ...summary, value: '1.50', threshold: null })],
    });
    pages.alerts.push(
      alertOfDesk({ fingerprint: 'x', rule: 'Odd', annotations: { summary: 'a\u0000<b>\ud800' } }),
    );
    await expect(await feedOf(pages)).toMatchFileSnapshot('told/alerts-atom.txt');
  });

  test('has an alert that fires once, also if another replica gave its episode another name', async () => {
    const names = namesIn(await feedOf(openDesk({ episodes: async () => EPISODES.slice(2, 3) })));
    expect(names.filter((name) => name!.startsWith('PayoutFloatLow'))).toHaveLength(1);
  });

  test('without any alert is of now', async () => {
    await expect(await feedOf(openEmpty())).toMatchFileSnapshot('told/alerts-atom-none.txt');
  });

  test('has what fires while the database is away', async () => {
    expect(namesIn(await feedOf(openDesk({ episodes: away })))).toEqual([
      'PayoutFloatLow: acme/UGX/MERCHANT_PAYOUT (firing)',
      'BalanceUnknown: zeta (firing)',
    ]);
  });

  test('asks for the newest episodes, and for all of the last day', async () => {
    const asked: unknown[] = [];
    await feedOf(
      openDesk({
        episodes: async ({ signal: _, ...question }) => {
          asked.push(question);
          return [];
        },
      }),
    );
    expect(asked).toEqual([{ most: 50 }, { since: NOON - DAY, most: 1_000 }]);
  });

  test('tells that an old alert is over, and has fifty entries', async () => {
    const episodes: EpisodeQuestion[] = [];
    const old = episode('old', { rule: 'Old', firingAt: NOON - 90 * DAY, resolvedAt: NOON - HOUR });
    const pages = openDesk({
      episodes: async (question) => {
        episodes.push(question);
        if (question.since !== undefined) return [old];
        return Array.from({ length: 50 }, (_, i) => episode(`${i}`, { resolvedAt: NOON - (2 + i) * HOUR }));
      },
    });
    pages.alerts.splice(0);
    pages.alerts.push(
      alertOfDesk({ firingAt: NOON - 10 * HOUR }),
      alertOfDesk({ fingerprint: 'p', phase: 'pending' }),
    );
    const names = namesIn(await feedOf(pages));
    expect(names).toHaveLength(50);
    expect(names[0]).toBe('Old: acme/UGX/MERCHANT_PAYOUT (over)');
    expect(names.findIndex((name) => name!.includes('firing'))).toBe(9 + 1);
  });

  test('has the newest of more alerts than it has entries', async () => {
    const pages = openDesk({ episodes: away });
    pages.alerts.splice(0);
    for (let i = 0; i < 51; i++)
      pages.alerts.push(
        alertOfDesk({ rule: `R${i}`, fingerprint: `${i}`, firingAt: NOON - (51 - i) * HOUR }),
      );
    const names = namesIn(await feedOf(pages)).map((name) => Number(/R(\d+)/.exec(name!)![1]));
    expect(names).toEqual(Array.from({ length: 50 }, (_, i) => 50 - i));
  });
});

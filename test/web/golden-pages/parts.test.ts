// What stands around and between the parts of pages: the frame, the runbook, and lines that may be left out.
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { PlanRow } from '../../../src/monitor/forecast/plans.ts';
import { LIVE_SCRIPT } from '../../../src/web/html/assets.ts';
import { type Content, html, toText } from '../../../src/web/html/html.ts';
import { FAVICONS } from '../../../src/web/html/layout.ts';
import { STYLE } from '../../../src/web/html/style.ts';
import { forecastLine, gapsLine, risesLine } from '../../../src/web/pages/chart-notes.ts';
import { planLine } from '../../../src/web/pages/plan-line.ts';
import { runbookPage } from '../../../src/web/pages/runbook.ts';
import { runbookLink } from '../../../src/web/pages/runbook-link.ts';
import { texts } from '../../../src/web/texts/texts.ts';
import { LEVELS } from '../../../src/web/verdict.ts';
import { NOON } from '../../metrics/house.ts';
import { alertOfDesk, PAYOUT } from '../desk.ts';
import { openDesk, openEmpty } from './open.ts';
import { plannedRow, unplannedRow } from './planned.ts';
import { DAY, HOUR } from './samples.ts';

const wordsOf = (content: Content) => toText(html`${content}`).replace(/<[^>]+>/g, '');

describe('the frame', () => {
  const frameOf = async (pages: ReturnType<typeof openDesk>, path: string) => {
    const { text } = await pages.answer(path);
    return text
      .replace(/<main id="main">.*<\/main>/s, '<main …>')
      .replace(/-[0-9a-f]{12}\.(css|js)"/g, '-DIGEST.$1"')
      .replace(/ data-words="([^"]*)"/, ' data-words="…"');
  };

  test('of a page about now, with a chart', async () => {
    const frame = await frameOf(openDesk({ refreshSeconds: 7 }), '/wallets/acme/UGX/MERCHANT_PAYOUT');
    await expect(frame).toMatchFileSnapshot('told/frame.txt');
  });

  test('of a page that doesn’t change, where little is kept', async () => {
    const frame = await frameOf(
      openEmpty(() => ({ runbook: '# What to do' })),
      '/runbook',
    );
    await expect(frame).toMatchFileSnapshot('told/frame-still.txt');
  });

  test('has the texts of the scripts', async () => {
    const { text } = await openEmpty().answer('/');
    const words = JSON.parse(/ data-words="([^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"'));
    expect(words).toEqual({
      ...{ ...texts.common.script, locale: 'en-GB', seconds: '{s} s', minutes: '{min} min', hours: '{h} h' },
      ...{ hoursAndMinutes: '{h} h {min} min', days: '{d} d', daysAndHours: '{d} d {h} h' },
      ...{ ahead: 'in {span}', ago: '{span} ago', justNow: 'just now' },
    });
  });

  test('names files that are there, and may be kept for ever', async () => {
    const pages = openDesk();
    const { text } = await pages.answer('/wallets/acme/UGX/MERCHANT_PAYOUT');
    const paths = [...text.matchAll(/(?:href|src)="(\/[\w-]+\.(?:css|js|svg))"/g)].map(([, path]) => path!);
    expect(paths).toHaveLength(4);
    for (const path of paths) {
      const { status, headers } = await pages.answer(path);
      expect([path, status, headers['cache-control']]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    for (const [path, text] of [
      [paths.find((each) => each.endsWith('.css'))!, STYLE],
      [LIVE_SCRIPT.path, LIVE_SCRIPT.text],
      ...LEVELS.map((level) => [`/favicon-${level}.svg`, FAVICONS[level]] as const),
    ] as const)
      expect((await pages.answer(path)).text).toBe(text);
    const types = ['.css', '.js', '.svg'].map(async (end) => {
      return (await pages.answer(paths.find((each) => each.endsWith(end))!)).headers['content-type'];
    });
    expect(await Promise.all(types)).toEqual([
      ...['text/css; charset=utf-8', 'text/javascript; charset=utf-8', 'image/svg+xml'],
    ]);
  });

  test('has an icon of its own for each level', () => {
    expect(new Set(LEVELS.map((level) => FAVICONS[level])).size).toBe(LEVELS.length);
  });
});

test('who isn’t a browser gets a line where nothing is', async () => {
  const { status, text } = await openDesk().answer('/nothing', 'application/json');
  expect([status, text]).toEqual([404, 'There is nothing here.\n']);
});

describe('the runbook', () => {
  test.each([
    ['# Runbook', '<h1>Runbook</h1>'],
    ['## Balance unknown, again!', '<h2 id="balance-unknown-again-">Balance unknown, again!</h2>'],
    ['### a\n\n#### b', '<h2 id="a">a</h2>\n<p>#### b</p>'],
    ['1. One\n2. Two\n   lines', '<ol><li>One</li><li>Two\n   lines</li></ol>'],
    ['- One\n- `two`', '<ul><li>One</li><li><code>two</code></li></ul>'],
    ['1. One\n- two', '<p>1. One\n- two</p>'],
    ['a **b** `c` `', '<p>a <b>b</b> <code>c</code> `</p>'],
    [
      '[here](#below) and [there](configuration.md)',
      '<p><a href="#below">here</a> and there, <code>docs/configuration.md</code></p>',
    ],
    ['<b>&', '<p>&lt;b&gt;&amp;</p>'],
    ['\n\none\n\n\n\ntwo\n', '<p>one</p>\n<p>two</p>'],
  ])('%j is %s', (markdown, told) => {
    expect(toText(runbookPage(markdown))).toBe(`<article class="card prose">${told}\n</article>`);
  });

  const at = (url: string, more = {}) => alertOfDesk({ annotations: { runbook_url: url }, ...more });
  test.each([
    ['the chapter of its name', [], '/runbook#payoutfloatlow'],
    ['the address of its alert', [at('https://wiki.example.com/ä')], 'https://wiki.example.com/%C3%A4'],
    ['the chapter, if that is no address', [at('javascript:x')], '/runbook#payoutfloatlow'],
    ['the chapter, if that is no address at all', [at('https://')], '/runbook#payoutfloatlow'],
    [
      'the chapter beside alerts of other names',
      [at('https://w', { rule: 'Other' })],
      '/runbook#payoutfloatlow',
    ],
    [
      'the address of the alert about its wallet',
      [
        at('https://a', { account: 'x' }),
        at('https://b', { walletType: 'x' }),
        at('https://c', { currency: 'x' }),
        at('https://d'),
      ],
      'https://d/',
    ],
    [
      'the address of the first, if none is about its wallet',
      [at('https://a', { account: 'x' })],
      'https://a/',
    ],
  ])('leads to %s', (_title, alerts, href) => {
    const { account, currency, walletType } = PAYOUT;
    const name = { rule: 'PayoutFloatLow', account, currency, wallet_type: walletType };
    expect(runbookLink(alerts, name)).toBe(href);
  });

  test('leads on from /runbook/NAME, also by the name alone', async () => {
    const pages = openDesk();
    pages.alerts.push(at('https://wiki', { rule: 'Own/ü', account: '', currency: '', walletType: '' }));
    for (const [path, to] of [
      ['/runbook/Own%2F%C3%BC', 'https://wiki/'],
      ['/runbook/A%20b?account=acme', '/runbook#a%20b'],
    ] as const) {
      const { status, headers } = await pages.answer(path);
      expect([status, headers['location'], headers['cache-control']]).toEqual([303, to, 'no-store']);
    }
  });
});

describe('the line of a wallet’s plan', () => {
  const lineOf = (row: PlanRow | undefined) =>
    planLine({ planOf: () => row } as never, PAYOUT, 'Africa/Kampala');

  test.each<[string, PlanRow | undefined, string]>([
    ['nothing without a plan of its own', undefined, ''],
    [
      'why there is none',
      unplannedRow('A', 'no_history'),
      'What to do: No plan: less than seven days of history.',
    ],
    [
      'that it has enough',
      plannedRow('A', { needed: amountOf('0') }),
      'What to do: Enough: nothing is to be sent.',
    ],
    [
      'that it has enough, because of what is on its way',
      plannedRow('A', { needed: amountOf('0'), coming: amountOf('7') }),
      'What to do: Enough: nothing is to be sent.7 UGX was requested and is on its way.',
    ],
    [
      'what to send, and by when',
      plannedRow('A'),
      'What to do: Send 1,500,000 UGX by Sun, 22 Nov 2026, 21:00 UTC+03:00.',
    ],
    [
      'what to send some day',
      plannedRow('A', { by: undefined }),
      'What to do: Send 1,500,000 UGX within 60 days.',
    ],
    [
      'what to send at once',
      plannedRow('A', { late: true, coming: amountOf('1') }),
      'What to do: Send 1,500,000 UGX at once: requested Sat, 21 Nov 2026, 16:00 UTC+03:00, it would be there Mon, 23 Nov 2026, 16:00 UTC+03:00, which may be too late.1 UGX was requested and is on its way: this comes on top of it.',
    ],
  ])('tells %s', (_title, row, told) => {
    expect(wordsOf(lineOf(row))).toBe(told);
  });
});

describe('beside a chart', () => {
  const rises = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ at: NOON - (count - i) * HOUR, by: amountOf(`${i + 1}`) }));
  test.each([
    [0, ''],
    [1, 'Came in: +1 Sat, 21 Nov 2026, 11:00 UTC.'],
    [5, /^Came in: \+5 .*, \+1 .* UTC\.$/],
    [6, /^Came in: \+6 .*, \+2 .* UTC and 1 more\.$/],
    [49, / and 44 more\.$/],
    [50, / and many more\.$/],
  ])('%d rises are told as %s', (count, told) => {
    const words = wordsOf(risesLine(rises(count), 'UTC'));
    if (typeof told === 'string') expect(words).toBe(told);
    else expect(words).toMatch(told);
  });

  test('nothing is told of no gap, nor without a forecast', () => {
    expect([gapsLine([], 'UTC', NOON), forecastLine(undefined, 'UTC')]).toEqual([null, null]);
  });

  const FAN = {
    ...{ confidence: 0.95, emptyAt: NOON + DAY, surelyUntil: NOON + HOUR, points: [] },
    ...{ record: { held: 0, of: 0 }, days: 12 },
  };
  test.each([
    [
      {},
      'Empty, as likely as not, on Sun, 22 Nov 2026, 12:00 UTC; in 95 % of cases it lasts at least until Sat, 21 Nov 2026, 13:00 UTC, if nothing comes in.\nIt has no record yet: 12 days are known.',
    ],
    [
      { emptyAt: null, surelyUntil: null },
      'It is not expected to be empty within 60 days, if nothing comes in.\nIt has no record yet: 12 days are known.',
    ],
    [
      { surelyUntil: null, record: { held: 0, of: 1 } },
      'Empty, as likely as not, on Sun, 22 Nov 2026, 12:00 UTC, if nothing comes in.\nIts last forecast did not hold.',
    ],
  ])('the forecast with %o is told', (change, told) => {
    expect(wordsOf(forecastLine({ ...FAN, ...change }, 'UTC'))).toBe(told);
  });
});

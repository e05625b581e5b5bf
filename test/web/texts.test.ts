// What the pages say stands in src/web/texts, so that another language is a folder there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, formatAmount } from '../../src/domain/money.ts';
import { clockTime, dayDate, dayName, money, readableTime } from '../../src/web/html/format.ts';
import { toText } from '../../src/web/html/html.ts';
import { texts } from '../../src/web/texts/texts.ts';

const WEB = join(import.meta.dirname, '../../src/web');
const files = ['html', 'pages'].flatMap((folder) =>
  readdirSync(join(WEB, folder)).map((name) => join(folder, name)),
);
const WORDS = /[A-Za-z’]{2,}/;
const NAMES = ['floatwatch', '/alerts.atom'];

describe('no page has words of its own', () => {
  test.each(files)('%s', (file) => {
    expect(wordsIn(readFileSync(join(WEB, file), 'utf8'))).toEqual([]);
  });

  test('and the search for them finds some', () => {
    const found = (code: string) => wordsIn(code.replaceAll('@', '$'));
    expect(found('html`<p class="a">Hello @{name}</p>`')).toEqual(['Hello']);
    expect(found('html`<p title="Hello">@{x}</p>`')).toEqual(['Hello']);
    expect(found('html`<p>@{x}@{y && html`<b>all of it</b>`}</p>`')).toEqual(['all of it']);
  });
});

test('nothing that the pages say is empty', () => {
  expect(stringsOf(texts).length).toBeGreaterThan(300);
  expect(stringsOf(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
});

const { accounts, alert, alerts, at, common, options, plan, statement, verdict, wallet } = texts;

type Counted = [page: string, say: (count: number) => string | readonly string[], one: string, two: string];

test.each<Counted>([
  ['account', (n) => texts.account.inARow(n, '6:00'), '1 poll in a row', '2 polls in a row'],
  ['accounts', (n) => accounts.headline.unread(n, 3), 'its last poll', 'their last poll'],
  ['accounts', (n) => accounts.headline.unread(n, n), 'The one account', '2 of 2 accounts'],
  ['accounts', accounts.headline.unpolled, '1 account has not', '2 accounts have not'],
  ['accounts', accounts.headline.read, 'The one account', 'All 2 accounts'],
  ['accounts', (n) => accounts.coverage.gaps(n, '5m'), 'in 1 gap', 'in 2 gaps'],
  ['accounts', (n) => accounts.coverage.more(n, 'x'), '1 more gap:', '2 more gaps:'],
  ['alert', alert.taken.nobody, 'at the Alertmanager', 'at any Alertmanager'],
  ['alert', alert.taken.notKnown, 'the Alertmanager', 'an Alertmanager'],
  ['alerts', (n) => alerts.headline(n, 0), '1 alert firing', '2 alerts firing'],
  ['alerts', alerts.judged, '1 is judged', '2 are judged'],
  ['at', at.known, 'The one wallet', 'All 2 wallets'],
  ['at', (n) => at.unknown(n, 3), '1 of 3 wallets was', '2 of 3 wallets were'],
  ['at', (n) => at.unknown(1, n), '1 of 1 wallet was', '1 of 2 wallets was'],
  ['at', (n) => at.reason.failed(n, 'x'), 'One poll failed', '2 polls failed'],
  ['common', common.wallets, '1 wallet', '2 wallets'],
  [
    'options',
    (n) => options.headline.amiss(1, n),
    '1 of 1 payment option can’t',
    '1 of 2 payment options can’t',
  ],
  [
    'options',
    (n) => options.headline.unknown(n, 3),
    '1 of 3 payment options is',
    '2 of 3 payment options are',
  ],
  ['options', options.headline.fine, 'The one payment option', 'All 2 payment options'],
  ['options', options.polledMore, '1 more account;', '2 more accounts;'],
  ['plan', (n) => plan.headline.unknown(n, 3), 'what it holds is', 'what they hold is'],
  ['plan', (n) => plan.headline.send(n, 3), '1 of 3 wallets needs', '2 of 3 wallets need'],
  ['plan', plan.headline.enough, 'The one wallet', 'All 2 wallets'],
  ['plan', plan.form.days, '1 day', '2 days'],
  ['plan', plan.headline.unplanned, '1 wallet has', '2 wallets have'],
  ['plan', (n) => plan.reckoning.record(1, n), 'last forecast held', 'last 2 forecasts 1 held'],
  ['statement', (n) => statement.account('x', n), ', account ', ', accounts '],
  ['statement', (n) => statement.currency('x', n), ', currency ', ', currencies '],
  ['statement', (n) => statement.type('x', n), ', type ', ', types '],
  ['statement', (n) => statement.coverage.gaps('x', '5m', n, ''), 'in 1 gap', 'in 2 gaps'],
  ['verdict', (n) => verdict.blind(n, n), 'the one wallet', 'all 2 wallets'],
  ['verdict', (n) => verdict.blind(n, 3), '1 of 3 wallets', '2 of 3 wallets'],
  ['verdict', (n) => verdict.below(n, n), '1 of 1 wallet is', '2 of 2 wallets are'],
  ['verdict', (n) => verdict.firing(n, 3), '1 of 3 wallets has', '2 of 3 wallets have'],
  ['verdict', verdict.othersFiring, '1 other has', '2 others have'],
  ['verdict', (n) => verdict.pendingOn(n, 3), '1 of 3 wallets has', '2 of 3 wallets have'],
  ['verdict', verdict.inside, 'The one wallet is', 'All 2 wallets are'],
  ['verdict', verdict.fresh, 'The one wallet is', 'All 2 wallets are'],
  ['wallet', wallet.notes.moreGaps, '1 more gap', '2 more gaps'],
  ['wallet', (n) => wallet.notes.record(0, n), 'last forecast did not hold', 'last 2 forecasts 0 held'],
  ['wallet', wallet.notes.noRecord, '1 day is known', '2 days are known'],
  ['wallet', (n) => wallet.polls.complete(0, n, false), '0 of 1 slot of', '0 of 2 slots of'],
  ['wallet', wallet.polls.missed, '1 slot went', '2 slots went'],
  ['wallets', (n) => texts.wallets.caption.some(0, n), '0 of 1 wallet', '0 of 2 wallets'],
  ['wallets', texts.wallets.allOf, 'The one wallet', 'All 2 wallets'],
  ['wallets', (n) => texts.wallets.inARow(n, '6:00'), '1 poll in a row', '2 polls in a row'],
])('%s: of one is told as of one, and of two as of two', expectCounted);

test.each<Counted>([
  ['wallets', texts.wallets.moreProblems, '1 more account is', '2 more accounts are'],
  ['plan', plan.deposits.more, '1 more source;', '2 more sources;'],
  ['plan', plan.enough.more, '1 more wallet has', '2 more wallets have'],
  ['plan', plan.unplanned.more, '1 more wallet is', '2 more wallets are'],
  ['verdict', (n) => verdict.moreAccounts('acme', n), 'and 1 more account', 'and 2 more accounts'],
])('%s: one more is told as one', expectCounted);

function expectCounted(...[_page, say, one, two]: Counted): void {
  const said = (count: number) => [say(count)].flat().join('');
  expect(`${said(1)} `).toMatch(new RegExp(`${one}(?!s)`));
  expect(said(2)).toContain(two);
}

/** Every plain text, by where it stands. */
function stringsOf(of: object, path = ''): [path: string, text: string][] {
  return Object.entries(of).flatMap(([name, value]) => {
    const at = `${path}/${name}`;
    if (typeof value === 'string') return [[at, value] as [string, string]];
    return typeof value === 'object' && value !== null ? stringsOf(value, at) : [];
  });
}

/** Texts between tags, and in attributes that people read, in the templates of a file. */
function wordsIn(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const plain = templatesOf(code)
    .map((text) => text.replace(/^ [\w-]+$/, '').replace(/<code>.*?<\/code>/g, ''))
    .join('\n');
  const attributes = [...plain.matchAll(/ (?:title|label|alt|placeholder|aria-label|data-name)="([^"§]+)"/g)];
  const between = plain.replace(/<[^>]*>| [\w-]+="[^"]*"/g, '\n').split(/[\n§]/);
  return [...attributes.map(([, text = '']) => text), ...between]
    .map((text) => text.replace(/&\w+;/g, ' ').trim())
    .filter((text) => WORDS.test(text) && !NAMES.includes(text));
}

/** The templates of html`…`, each without what is put into it. */
function templatesOf(code: string): string[] {
  const found: string[] = [];
  const read = (from: number, html: boolean): number => {
    let text = '';
    let i = from;
    while (i < code.length && code[i] !== '`') {
      if (code.startsWith('${', i)) {
        i = inside(i + 2);
        text += '§';
      } else text += code[i++];
    }
    if (html) found.push(text);
    return i + 1;
  };
  const inside = (from: number): number => {
    let i = from;
    for (let depth = 0; i < code.length; ) {
      if (code[i] === '`') i = read(i + 1, code.slice(0, i).endsWith('html'));
      else if (code[i] === '}' && depth-- === 0) return i + 1;
      else if (code[i++] === '{') depth++;
    }
    return i;
  };
  inside(0);
  return found;
}

test('an amount is written by Intl, to its last digit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
      fc.stringMatching(/^(\.\d{1,30})?$/),
      (whole, decimals) => {
        const amount = `${whole}${decimals}` as Amount;
        expect(money(amount)).toBe(formatAmount(amount).replace('-', '\u2212'));
      },
    ),
  );
  expect(money(`0.${'1'.repeat(400)}` as Amount)).toBe(`0.${'1'.repeat(400)}`);
  expect(money(null)).toBe('unknown');
});

test('an instant is written by the clocks of a zone, with UTC behind it', () => {
  const at = Date.parse('2026-11-21T11:05:09Z');
  expect(readableTime(at, 'Africa/Kampala')).toBe('Sat, 21 Nov 2026, 14:05');
  expect(dayName('2026-11-21')).toBe('Sat, 21 Nov 2026');
  expect(dayDate('2026-11-21')).toBe('21 Nov 2026');
  expect(toText(clockTime(at, 'Africa/Kampala'))).toBe(
    '<time datetime="2026-11-21T11:05:09.000Z" title="2026-11-21 11:05:09 UTC">Sat, 21 Nov 2026, 14:05 UTC+03:00</time>',
  );
});

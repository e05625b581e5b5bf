// Times, lengths of time and amounts as people read them, at each of their boundaries.
import { describe, expect, test } from 'vitest';
import { HORIZON_MS } from '../../../src/domain/forecast/history.ts';
import type { Amount } from '../../../src/domain/money.ts';
import {
  clockTime,
  dayDate,
  dayName,
  figure,
  formatSpan,
  lastingWords,
  local,
  money,
  utc,
  when,
} from '../../../src/web/html/format.ts';
import { html, toText } from '../../../src/web/html/html.ts';
import { icon } from '../../../src/web/html/icons.ts';
import { LEVELS } from '../../../src/web/verdict.ts';

const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
const D = 24 * H;
const NOON = Date.parse('2026-11-21T12:00:00Z');
const text = (content: Parameters<typeof html>[1]) => toText(html`${content}`);

test.each([
  [-5 * S, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [S, '1 s'],
  [59 * S + 999, '59 s'],
  [MIN, '1 min'],
  [H - 1, '59 min'],
  [H, '1 h'],
  [H + MIN, '1 h 1 min'],
  [9 * H + 59 * MIN, '9 h 59 min'],
  [10 * H + 59 * MIN, '10 h'],
  [D - 1, '23 h'],
  [D, '1 d'],
  [D + H, '1 d 1 h'],
  [9 * D + 23 * H, '9 d 23 h'],
  [10 * D + 23 * H, '10 d'],
  [400 * D, '400 d'],
])('%d ms are %s', (ms, words) => {
  expect(formatSpan(ms)).toBe(words);
});

test('what can be forecast no further is told as over that', () => {
  expect(lastingWords(90_000)).toBe('1 d 1 h');
  expect(lastingWords(HORIZON_MS / S - 1)).toBe(formatSpan(HORIZON_MS - S));
  expect(lastingWords(HORIZON_MS / S)).toBe(`over ${formatSpan(HORIZON_MS)}`);
  expect(lastingWords(2 * HORIZON_MS)).toBe(`over ${formatSpan(HORIZON_MS)}`);
});

describe('an instant by its distance from now', () => {
  test.each([
    [NOON + 90 * S, 'in 1 min'],
    [NOON + 1, 'in 0 s'],
    [NOON, 'just now'],
    [NOON - 999, 'just now'],
    [NOON - S, '1 s ago'],
    [NOON - D, '1 d ago'],
  ])('%d is %s', (at, words) => {
    expect(text(when(at, NOON)).replace(/<[^>]+>/g, '')).toBe(words);
  });

  test('has its time by the clocks of the zone, and in UTC', () => {
    expect(text(when(NOON, NOON, 'Africa/Kampala'))).toBe(
      '<time class="age" datetime="2026-11-21T12:00:00.000Z" title="2026-11-21 15:00:00 UTC+03:00, 2026-11-21 12:00:00 UTC">just now</time>',
    );
    expect(text(when(NOON, NOON))).toContain('title="2026-11-21 12:00:00 UTC"');
    expect(text(when(NOON, NOON, 'Africa/Abidjan'))).toContain('title="2026-11-21 12:00:00 UTC"');
    expect(when(null, NOON)).toBe('never');
  });
});

test('a time is told by the clocks of its zone, in summer and in winter', () => {
  const summer = Date.parse('2026-07-01T22:59:59.999Z');
  expect(text(clockTime(summer, 'Europe/Berlin'))).toContain('>Thu, 2 Jul 2026, 00:59 UTC+02:00<');
  expect(text(clockTime(NOON, 'Europe/Berlin'))).toContain('>Sat, 21 Nov 2026, 13:00 UTC+01:00<');
  expect(local(summer, 'Europe/Berlin')).toBe('2026-07-02 00:59:59');
  expect(utc(summer)).toBe('2026-07-01 22:59:59 UTC');
});

test('the times of more zones than are kept are right, also of those whose formats were dropped', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 310);
  expect(zones).toHaveLength(310);
  for (const zone of [...zones, ...zones.slice(0, 5)]) {
    const [day, time] = local(NOON, zone).split(' ');
    const weekday = new Date(`${day}T00:00:00Z`).toUTCString().slice(0, 4);
    const told = text(clockTime(NOON, zone)).replace(/<[^>]+>/g, '');
    expect(told, zone).toMatch(new RegExp(`^${weekday} .*, ${time!.slice(0, 5)} UTC`));
  }
});

test.each([
  ['1234567', '1,234,567'],
  ['1234567.50', '1,234,567.50'],
  ['-12.5', '−12.5'],
  ['0', '0'],
  [`0.${'1'.repeat(100)}`, `0.${'1'.repeat(100)}`],
])('the amount %s is %s', (amount, words) => {
  expect(money(amount as Amount)).toBe(words);
  expect(text(figure(amount))).toBe(words);
});

test('an amount that isn’t known is told so, and a day as people read it', () => {
  expect(money(null)).toBe('unknown');
  expect([dayName('2026-11-21'), dayDate('2026-11-01')]).toEqual(['Sat, 21 Nov 2026', '1 Nov 2026']);
});

test('an amount with more decimals than Intl writes has all of them', () => {
  expect(money(`1000.${'1'.repeat(101)}` as Amount)).toBe(`1,000.${'1'.repeat(101)}`);
});

test.each([
  [null, '<span class="quiet">none</span>'],
  ['', ''],
  ['2h', '2h'],
  ['<b>', '&lt;b&gt;'],
])('the figure %j that is no amount is %s', (value, words) => {
  expect(text(figure(value))).toBe(words);
});

describe('markup', () => {
  test.each([
    [`a & b <c> "d" 'e'`, 'a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39;'],
    [0, '0'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [false, ''],
    [['a', null, 1, ['<']], 'a1&lt;'],
    [html`<b>${'<'}</b>`, '<b>&lt;</b>'],
  ])('%j becomes %s', (content, told) => {
    expect(text(content as Parameters<typeof html>[1])).toBe(told);
    expect(toText(html`<p title="${content as string}">`)).toBe(`<p title="${told}">`);
  });

  test('each level has a shape of its own', () => {
    const icons = LEVELS.map((level) => toText(icon(level)));
    for (const [i, level] of LEVELS.entries()) expect(icons[i]).toContain(`<svg class="icon ${level}"`);
    const shapes = icons.map((each) => each.replace(/^<svg[^>]*>|<\/svg>$/g, ''));
    expect(new Set(shapes).size).toBe(LEVELS.length);
    expect(shapes).not.toContain('');
  });
});

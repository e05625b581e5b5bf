// Who gets how much of what a source has: first who must request first, then who is empty first, then by name.
import { expect, test } from 'vitest';
import { forecast } from '../../../src/domain/forecast/forecaster.ts';
import { leastGone, mostGone } from '../../../src/domain/forecast/outlook.ts';
import { type Draw, hasBy, type Source, shareOut } from '../../../src/domain/forecast/source.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';
import { amountOf } from '../../../src/domain/money.ts';
import { demand } from './demand.ts';

const DAY = 86_400_000;
const TODAY = 20_454;
const NOW = (TODAY + 0.5) * DAY;
const CONFIDENCE = 0.95;
const OUTLOOK = forecast(demand(1, 90), TODAY - 90)!;

const source = (own: Partial<Source> = {}): Source => ({
  ...{ available: amountOf('1000'), uncleared: amountOf('0'), clearing: undefined, outflow: undefined },
  zone: zoneOf('UTC'),
  ...own,
});
const draw = (wallet: string, needed: string, own: Partial<Draw> = {}): Draw => ({
  ...{ wallet, source: 'till', needed: amountOf(needed), by: NOW + DAY, lastsUntil: NOW + 3 * DAY },
  ...{ confidence: CONFIDENCE, roundTo: amountOf('1') },
  ...own,
});
const shared = (draws: readonly Draw[], sources: Readonly<Record<string, Source>> = { till: source() }) => {
  const shares = shareOut(draws, new Map(Object.entries(sources)), NOW);
  return Object.fromEntries(
    [...shares].map(([wallet, { given, shortfall }]) => [wallet, [given, shortfall]]),
  );
};

test('what lacks has as many decimals as what is needed', () => {
  expect(shared([draw('a', '1000.50')])).toEqual({ a: ['1000', '0.50'] });
  expect(shared([draw('a', '700.50')])).toEqual({ a: ['700.50', '0'] });
});

test.each([
  ['who must request first', draw('a', '700'), draw('b', '700', { by: NOW })],
  ['of those, who is empty first', draw('a', '700'), draw('b', '700', { lastsUntil: NOW + 2 * DAY })],
  [
    'and who lasts beyond the outlook last',
    draw('a', '700', { lastsUntil: undefined }),
    draw('b', '700', { lastsUntil: NOW + 90 * DAY }),
  ],
  ['of those, the first by name', draw('b', '700'), draw('a', '700')],
])('first comes %s', (_, second, first) => {
  const shares = { [first.wallet]: ['700', '0'], [second.wallet]: ['300', '400'] };
  expect(shared([first, second])).toEqual(shares);
  expect(shared([second, first])).toEqual(shares);
});

test.each([
  ['as much as there is', '1000', '1', ['1000', '0']],
  ['as much as there is, which is no whole number of steps', '1000', '300', ['1000', '0']],
  ['a hundredth more', '1000.01', '1', ['1000', '0.01']],
  ['more, in steps', '1500', '300', ['900', '600']],
  ['less than there is, which is no whole number of steps', '950', '300', ['950', '0']],
  ['nothing', '0', '1', ['0', '0']],
])('who needs %s gets it, or what there is in whole steps', (_, needed, roundTo, share) => {
  expect(shared([draw('a', needed, { roundTo: amountOf(roundTo) })])).toEqual({ a: share });
});

test('what was requested is set aside first, also for who needs nothing, and for each source by itself', () => {
  const draws = [
    draw('a', '700', { by: NOW, coming: amountOf('100') }),
    draw('b', '0', { coming: amountOf('350') }),
    draw('c', '500', { source: 'other', coming: amountOf('1') }),
    draw('d', '500', { source: undefined, coming: amountOf('900') }),
    draw('e', '10'),
  ];
  expect(shared(draws, { till: source(), other: source() })).toEqual({
    ...{ a: ['550', '150'], b: ['0', '0'], c: ['500', '0'], d: [undefined, undefined], e: ['0', '10'] },
  });
});

test('where more was requested than there is, nothing is left', () => {
  expect(shared([draw('a', '5', { coming: amountOf('1001') })])).toEqual({ a: ['0', '5'] });
});

test('of a source that is not known, or whose balance is not, nothing is said', () => {
  const draws = [
    draw('a', '5'),
    draw('b', '5', { source: 'nowhere' }),
    draw('c', '5', { source: undefined }),
  ];
  const nothing = [undefined, undefined];
  expect(shared(draws, { till: source({ available: null }) })).toEqual({
    a: nothing,
    b: nothing,
    c: nothing,
  });
});

test.each([
  ['available', source(), NOW + 9 * DAY, 1_000],
  [
    'and what clears at the least',
    source({ uncleared: amountOf('1e9'), clearing: OUTLOOK }),
    NOW + 3 * DAY,
    'clears',
  ],
  [
    'no more than there is to clear',
    source({ uncleared: amountOf('5'), clearing: OUTLOOK }),
    NOW + 9 * DAY,
    1_005,
  ],
  [
    'nothing where what is to clear is not known',
    source({ uncleared: null, clearing: OUTLOOK }),
    NOW + 9 * DAY,
    1_000,
  ],
  [
    'nothing where there is less than none to clear',
    source({ uncleared: amountOf('-5'), clearing: OUTLOOK }),
    NOW + 9 * DAY,
    1_000,
  ],
  [
    'less the most that goes out',
    source({ outflow: OUTLOOK, available: amountOf('1e9') }),
    NOW + 3 * DAY,
    'leaves',
  ],
  [
    'and, after a jump of that, by the more careful estimate',
    source({ outflow: { ...OUTLOOK, care: 1.5 }, available: amountOf('1e9') }),
    NOW + 3 * DAY,
    'leaves more',
  ],
  ['but no less than nothing', source({ outflow: OUTLOOK, available: amountOf('0.01') }), NOW + 3 * DAY, 0],
  ['as it is now, at a time before now', source({ outflow: OUTLOOK }), NOW - DAY / 4, 1_000],
])('a source has what is %s', (_, from, at, has) => {
  const told = hasBy(from, NOW, at, CONFIDENCE)!;
  expect(told).toMatch(/^\d+(\.\d{1,2})?$/);
  if (typeof has === 'number') expect(Number(told)).toBe(has);
  const clears = leastGone(OUTLOOK, CONFIDENCE, 0.5, 3);
  const leaves = mostGone(OUTLOOK, CONFIDENCE, 0.5, 3) * (has === 'leaves more' ? 1.5 : 1);
  if (has === 'clears') expect(clears - (Number(told) - 1_000)).toBeGreaterThanOrEqual(-1e-9);
  if (has === 'clears') expect(clears - (Number(told) - 1_000)).toBeLessThan(0.01);
  if (String(has).startsWith('leaves')) {
    expect(1e9 - Number(told) - leaves).toBeGreaterThanOrEqual(-1e-6);
    expect(1e9 - Number(told) - leaves).toBeLessThan(0.0101);
  }
});

test('the debt of a source must be deposited too, once, with what the most urgent of those who lack money needs', () => {
  const debtor = (available: string) => source({ available: amountOf(available) });
  const draws = [draw('a', '0', { by: NOW }), draw('b', '100'), draw('c', '7')];
  expect(shared(draws, { till: debtor('-20.5') })).toEqual({
    ...{ a: ['0', '0'], b: ['0', '120.5'], c: ['0', '7'] },
  });
  expect(
    shared([draw('a', '100'), draw('b', '7', { source: 'other' })], {
      till: debtor('0'),
      other: debtor('-1'),
    }),
  ).toEqual({
    ...{ a: ['0', '100'], b: ['0', '8'] },
  });
});

test('a debt that will have cleared by then is none', () => {
  const owes = { available: amountOf('-20'), uncleared: amountOf('1000000'), clearing: OUTLOOK };
  const has = hasBy(source(owes), NOW, NOW + 7 * DAY, CONFIDENCE)!;
  expect(Number(has)).toBeGreaterThan(0);
  expect(hasBy(source({ ...owes, uncleared: amountOf('15') }), NOW, NOW + 7 * DAY, CONFIDENCE)).toBe('-5');
  expect(hasBy(source({ ...owes, uncleared: null, outflow: OUTLOOK }), NOW, NOW + 7 * DAY, CONFIDENCE)).toBe(
    '-20',
  );
});

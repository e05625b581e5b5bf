// What a plan says of a wallet, case by case: why there is none, how its sum is reckoned, and by when to request it.
import { expect, test } from 'vitest';
import { createApproval, parseHours } from '../../../src/domain/forecast/approval.ts';
import { dayOf } from '../../../src/domain/forecast/day.ts';
import { forecast } from '../../../src/domain/forecast/forecaster.ts';
import {
  alertLevel,
  alertOf,
  expectedBetween,
  lastsFor,
  mostGone,
  type Outlook,
} from '../../../src/domain/forecast/outlook.ts';
import { type Drained, type Plan, planOf, timeOf, usuallyGone } from '../../../src/domain/forecast/plan.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';
import { amountOf } from '../../../src/domain/money.ts';
import { demand } from './demand.ts';

const DAY = 86_400_000;
const HOUR = DAY / 24;
const ZONE = zoneOf('Africa/Kampala');
const TODAY = dayOf('2026-11-20')!; // a Friday
const MIDNIGHT = Date.parse('2026-11-19T21:00:00Z'); // its first instant there
const NOW = MIDNIGHT + DAY / 2;
const CONFIDENCE = 0.95;
const alerts = [
  { lead: 2, look: 0.25, confidence: CONFIDENCE },
  { lead: 2, look: 0.25, confidence: 0.8 },
];
const OUTLOOK = forecast(demand(3, 90), TODAY - 90, { alerts })!;
const USUAL = expectedBetween(OUTLOOK, 0, 28) / 28;
const days = (count: number) => amountOf((count * USUAL).toFixed(2));

function wallet(own: Partial<Drained> = {}): Drained {
  return {
    available: days(5),
    outlook: OUTLOOK,
    alert: 0,
    confidence: CONFIDENCE,
    zone: ZONE,
    approval: createApproval(ZONE, undefined),
    leadMs: 2 * DAY,
    lookMs: 6 * HOUR,
    target: { coverMs: 7 * DAY },
    roundTo: amountOf('0.01'),
    minimum: amountOf('0'),
    requested: { coming: amountOf('0'), expired: [] },
    ...own,
  };
}
const planned = (own: Partial<Drained> = {}, now = NOW) => planOf(wallet(own), now) as Plan;
const dated = (own: Partial<Outlook>) => ({ outlook: { ...OUTLOOK, ...own } });

test.each([
  ['a balance that is not known', { available: null, outlook: undefined }, NOW, 'balance_unknown'],
  ['a past that has not been read', { outlook: undefined, isRead: false }, NOW, 'history_unread'],
  ['a past that is too short', { outlook: undefined, isRead: true }, NOW, 'no_history'],
  ['no forecast, of a past of which nothing else is said', { outlook: undefined }, NOW, 'no_history'],
  ['a forecast made two and a quarter days ago', {}, MIDNIGHT + 2.25 * DAY, undefined],
  ['one that is older', {}, MIDNIGHT + 2.25 * DAY + 1_000, 'history_outdated'],
  ['nobody to approve', { approval: createApproval(ZONE, undefined, () => true) }, NOW, 'nobody_approves'],
] as const)('with %s, what is said instead of a plan is right', (_, own, now, why) => {
  const plan = planOf(wallet(own), now);
  expect(typeof plan === 'string' ? plan : undefined).toBe(why);
});

test('the sum is what goes out until the arrival, and what is expected in the cover after it, less what is there', () => {
  const { needed, reckoning } = planned();
  const most = alertLevel(OUTLOOK, alertOf(OUTLOOK, 0), 0.5, 2 + 0.125);
  const cover = expectedBetween(OUTLOOK, 2.5, 9.5);
  expect(Number(reckoning.most)).toBeCloseTo(most, 1);
  expect(Number(reckoning.expected)).toBeCloseTo(cover, 1);
  expect(Number(needed)).toBeCloseTo(most + cover - 5 * USUAL, 1);
  expect(reckoning).toMatchObject({
    ...{ available: days(5), target: { coverMs: 7 * DAY }, roundTo: '0.01', minimum: '0' },
  });
});

test('where no alert has learnt the confidence, what goes out at it counts, more carefully after a jump', () => {
  const most = mostGone(OUTLOOK, CONFIDENCE, 0.5, 2 + 0.125);
  expect(Number(planned({ alert: undefined }).reckoning.most)).toBeCloseTo(most, 1);
  const careful = planned({ alert: undefined, ...dated({ care: 1.5 }) });
  expect(Number(careful.reckoning.most)).toBeCloseTo(1.5 * most, 1);
});

test('the margin and the record are those of the plan’s own alert; without one the record is that of the first', () => {
  const second = alertOf(OUTLOOK, 1);
  const plan = planned({ alert: 1 });
  expect(Number(plan.reckoning.most)).toBeCloseTo(alertLevel(OUTLOOK, second, 0.5, 2.125), 1);
  expect(plan.record).toEqual({ held: second.held, of: second.of });
  const first = alertOf(OUTLOOK, 0);
  expect(first.held).not.toBe(second.held);
  expect(planned({ alert: undefined }).record).toEqual({ held: first.held, of: first.of });
});

test.each([
  ['nine days ahead', 9],
  ['half a day ahead', 0.5],
])('for a date, the sum is the most that goes out until then: %s', (_, ahead) => {
  const { needed, reckoning } = planned({ available: amountOf('0'), target: { until: NOW + ahead * DAY } });
  expect(Number(needed)).toBeCloseTo(mostGone(OUTLOOK, CONFIDENCE, 0.5, ahead), 1);
  expect(reckoning).toMatchObject({ most: needed, expected: '0' });
});

test('for a date that is over, or now, nothing is needed', () => {
  for (const until of [NOW, NOW - HOUR, NOW - 9 * DAY])
    expect(planned({ target: { until } })).toMatchObject({
      needed: '0',
      reckoning: { most: '0', expected: '0' },
    });
});

test('money lasts for what the forecast says, also with what is on its way and with what is needed', () => {
  const requested = { coming: days(2), expired: [{ at: NOW - 9 * DAY, amount: days(1) }] };
  const plan = planned({ requested });
  const held = Number(days(5)) + Number(days(2));
  const until = (sum: number) => NOW + lastsFor(OUTLOOK, CONFIDENCE, 0.5, sum) * DAY;
  expect(Math.abs(plan.lastsUntil! - until(held))).toBeLessThan(2_000);
  expect(Math.abs(plan.thenLastsUntil! - until(held + Number(plan.needed)))).toBeLessThan(2_000);
  expect(plan).toMatchObject({ ...requested, confidence: CONFIDENCE, jump: undefined });
});

test('after a jump the end, the latest request and the sum for a date go by the more careful estimate, as alerts do', () => {
  const care = 1.5;
  const { outlook } = dated({ care });
  const careful = planned({ outlook });
  const until = NOW + lastsFor(OUTLOOK, CONFIDENCE, 0.5, Number(days(5)) / care) * DAY;
  expect(Math.abs(careful.lastsUntil! - until)).toBeLessThan(2_000);
  expect(careful.by).toBe(careful.lastsUntil! - 2 * DAY);
  expect(careful.by!).toBeLessThan(planned().by! - DAY);
  const target = { until: NOW + 9 * DAY };
  const most = mostGone(OUTLOOK, CONFIDENCE, 0.5, 9);
  expect(Number(planned({ outlook, target }).reckoning.most)).toBeCloseTo(care * most, 1);
});

test.each([
  ['whoever approves is there', NOW, { requestable: NOW, arrives: NOW + 2 * DAY, open: true }],
  [
    'in the evening',
    NOW + 7 * HOUR,
    { requestable: NOW + 68 * HOUR, arrives: NOW + 116 * HOUR, open: false },
  ],
])('the soonest request is made when somebody is there: %s', (_, now, expected) => {
  const approval = createApproval(ZONE, parseHours('Mon-Fri 08:00-17:00'));
  expect(planned({ approval }, now)).toMatchObject(expected);
});

test('the latest request is a lead time before the end, or at once, late, where that is over', () => {
  const lasting = planned();
  expect(lasting).toMatchObject({ by: lasting.lastsUntil! - 2 * DAY, late: false });
  const justInTime = planned({ leadMs: lasting.lastsUntil! - NOW });
  expect(justInTime).toMatchObject({ by: NOW, late: false });
  const late = planned({ leadMs: lasting.lastsUntil! - NOW + 1 });
  expect(late).toMatchObject({ by: NOW, late: true });
});

test('where nobody took requests in the year before the end, it is late', () => {
  let opened = false;
  const approval = { next: (at: number) => at, last: () => (opened ? NOW : undefined) };
  expect(planned({ approval })).toMatchObject({ by: NOW, late: true });
  opened = true;
  expect(planned({ approval })).toMatchObject({ by: NOW, late: false });
});

test.each([
  ['a sum is rounded up', 4, '1000', '0'],
  ['no less than the minimum is sent', 9, '1', '999999999'],
  ['a minimum is rounded up, too', 9, '1000', '1500'],
])('%s', (_, held, roundTo, minimum) => {
  const exact = Number(planned({ available: days(held) }).needed);
  const { needed } = planned({
    ...{ available: days(held), roundTo: amountOf(roundTo), minimum: amountOf(minimum) },
  });
  const step = Number(roundTo);
  expect(Number(needed)).toBe(Math.ceil(Math.max(exact, Number(minimum)) / step) * step);
});

test('where nothing lacks nothing is sent, whatever the minimum; where a hundredth lacks, something is', () => {
  const { most, expected } = planned().reckoning;
  const enough = (Number(most) + Number(expected)).toFixed(2);
  const own = { roundTo: amountOf('5'), minimum: amountOf('12') };
  expect(planned({ ...own, available: amountOf(enough) }).needed).toBe('0');
  expect(planned({ ...own, available: amountOf((Number(enough) - 0.01).toFixed(2)) }).needed).toBe('15');
});

test.each([
  [34, ['young']],
  [35, []],
])('with %i known days its doubts are %j', (known, doubts) => {
  expect(planned(dated({ days: known })).doubts).toEqual(doubts);
});

test('a wallet that never paid out lasts, and nothing about it is unsure', () => {
  const idle = forecast(new Array(90).fill(0), TODAY - 90, { alerts })!;
  expect(idle.drawn).toBe(true);
  expect(planned({ outlook: idle })).toMatchObject({ needed: '0', lastsUntil: undefined, doubts: [] });
});

test('all doubts are told, and the jump', () => {
  const jump = { since: TODAY - 5, until: TODAY + 16, factor: 2 };
  const plan = planned(dated({ days: 20, jump, drawn: true }));
  expect(plan).toMatchObject({ jump, doubts: ['young', 'jump', 'lumpy'] });
});

test.each([
  ['on the first day of the outlook', MIDNIGHT, 1],
  ['the day before it, as a week later', MIDNIGHT - DAY, 1],
  ['a week before it', MIDNIGHT - 7 * DAY, 1],
  ['eight days before it, for three days', MIDNIGHT - 8 * DAY, 3],
  ['at noon', MIDNIGHT - 30 * DAY + DAY / 2, 0.5],
  ['later than its first day', MIDNIGHT + DAY, 2],
])('what usually goes out is what is expected on the same weekdays: %s', (_, since, length) => {
  const from =
    (((since - MIDNIGHT) / DAY) % 7) + (since < MIDNIGHT && (since - MIDNIGHT) % (7 * DAY) !== 0 ? 7 : 0);
  const expected = expectedBetween(OUTLOOK, from, from + length);
  expect(Number(usuallyGone(OUTLOOK, ZONE, since, since + length * DAY))).toBeCloseTo(expected, 1);
});

test('an instant before the outlook counts as its first midnight', () => {
  expect(timeOf(OUTLOOK, ZONE, MIDNIGHT - HOUR)).toBe(0);
  expect(timeOf(OUTLOOK, ZONE, MIDNIGHT + 36 * HOUR)).toBe(1.5);
});

// What is said of a plan, to people and to machines.
import { describe, expect, test } from 'vitest';
import { COMMAND_SCHEMAS } from '../../src/cli/json/schemas.ts';
import { dayOf } from '../../src/domain/forecast/day.ts';
import { amountOf } from '../../src/domain/money.ts';
import { planCsv } from '../../src/monitor/forecast/plan-csv.ts';
import {
  describePlan,
  planAnnotation,
  planSentence,
  recordWords,
  sureWords,
  topUpWords,
  zonedTime,
} from '../../src/monitor/forecast/plan-words.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';

const at = (text: string) => Date.parse(text);
const PLAN = {
  needed: amountOf('1200000'),
  by: at('2026-05-08T14:00:00Z'),
  late: false,
  requestable: at('2026-05-08T09:00:00Z'),
  arrives: at('2026-05-10T09:00:00Z'),
  lastsUntil: at('2026-05-10T14:00:00Z'),
  thenLastsUntil: at('2026-05-18T06:00:00Z'),
  confidence: 0.95,
  coming: amountOf('0'),
  expired: [],
  doubts: [],
  jump: undefined,
  record: { held: 38, of: 40 },
  given: amountOf('1200000'),
  shortfall: amountOf('0'),
} as const;

function row(topUp: Partial<PlanRow['topUp']> = {}, change: Partial<PlanRow> = {}): PlanRow {
  return {
    ...{ account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT', timezone: 'Africa/Kampala' },
    available: amountOf('800000'),
    source: 'acme-ug/UGX/MERCHANT_COLLECTION',
    ...change,
    topUp: { ...PLAN, ...topUp } as PlanRow['topUp'],
  };
}

describe('a plan is a sentence', () => {
  test.each([
    [
      row(),
      'send 1,200,000 UGX by Fri 2026-05-08 17:00 UTC+3 from acme-ug/UGX/MERCHANT_COLLECTION; it then lasts until Mon 2026-05-18 09:00 UTC+3 (95 % sure)',
    ],
    [
      row({ given: amountOf('900000'), shortfall: amountOf('300000') }),
      'send 1,200,000 UGX by Fri 2026-05-08 17:00 UTC+3 from acme-ug/UGX/MERCHANT_COLLECTION, which lacks 300,000; it then lasts until Mon 2026-05-18 09:00 UTC+3 (95 % sure)',
    ],
    [
      row({ late: true, open: true, doubts: ['young', 'lumpy'] }, { source: undefined }),
      'send 1,200,000 UGX at once: it is there Sun 2026-05-10 12:00 UTC+3 at the soonest, and the wallet may be empty from Sun 2026-05-10 17:00 UTC+3 on; it then lasts until Mon 2026-05-18 09:00 UTC+3 (less than 95 % sure: young history, pays out on few days)',
    ],
    [
      row({ late: true, shortfall: amountOf('300000') }),
      'send 1,200,000 UGX from acme-ug/UGX/MERCHANT_COLLECTION, which lacks 300,000: nobody approves before Fri 2026-05-08 12:00 UTC+3, it is there Sun 2026-05-10 12:00 UTC+3 at the soonest, and the wallet may be empty from Sun 2026-05-10 17:00 UTC+3 on; it then lasts until Mon 2026-05-18 09:00 UTC+3 (95 % sure)',
    ],
    [
      row({ given: undefined, shortfall: undefined }),
      'send 1,200,000 UGX by Fri 2026-05-08 17:00 UTC+3 from acme-ug/UGX/MERCHANT_COLLECTION, whose balance is not known; it then lasts until Mon 2026-05-18 09:00 UTC+3 (95 % sure)',
    ],
    [row({ needed: amountOf('0') }), 'send nothing, it lasts until Mon 2026-05-18 09:00 UTC+3 (95 % sure)'],
    [
      row({ by: undefined, thenLastsUntil: undefined }),
      'send 1,200,000 UGX from acme-ug/UGX/MERCHANT_COLLECTION; it then lasts for more than 60 days (95 % sure)',
    ],
  ])('%#', (plan, words) => expect(planSentence(plan)).toBe(words));

  test('and says why there is none', () => {
    const none = { ...row(), topUp: { unplanned: 'no_history' } } as const;
    expect(planSentence(none)).toBe('no plan: less than seven days of history');
    expect(planAnnotation(none)).toEqual({ plan: 'no plan: less than seven days of history' });
    expect(describePlan(none)).toEqual({
      account: 'acme-ug',
      currency: 'UGX',
      wallet_type: 'MERCHANT_PAYOUT',
      timezone: 'Africa/Kampala',
      unplanned: 'no_history',
    });
  });
});

test('an annotation has its parts, and leaves out what is not known', () => {
  expect(planAnnotation(row())).toMatchObject({
    needed: '1,200,000',
    by: 'Fri 2026-05-08 17:00 UTC+3',
    source: 'acme-ug/UGX/MERCHANT_COLLECTION',
    shortfall: '0',
    until: 'Mon 2026-05-18 09:00 UTC+3',
  });
  const unknown = planAnnotation(row({ shortfall: undefined }, { source: undefined }));
  expect(Object.keys(unknown).sort()).toEqual(['by', 'needed', 'plan', 'until']);
});

test('as JSON amounts are texts and times are in UTC', () => {
  expect(describePlan(row({ lastsUntil: undefined, shortfall: undefined }))).toEqual({
    account: 'acme-ug',
    currency: 'UGX',
    wallet_type: 'MERCHANT_PAYOUT',
    timezone: 'Africa/Kampala',
    needed: '1200000',
    late: false,
    confidence: 0.95,
    coming: '0',
    expired: [],
    doubts: [],
    jump: null,
    record: { held: 38, of: 40 },
    by: '2026-05-08T14:00:00.000Z',
    requestable: '2026-05-08T09:00:00.000Z',
    arrives: '2026-05-10T09:00:00.000Z',
    lasts_until: null,
    then_lasts_until: '2026-05-18T06:00:00.000Z',
    source: 'acme-ug/UGX/MERCHANT_COLLECTION',
    given: '1200000',
    shortfall: null,
    last_top_up: null,
  });
});

test('as JSON a jump is told to a hundredth', () => {
  const jump = { since: dayOf('2026-05-05')!, until: dayOf('2026-05-19')!, factor: 2.1267 };
  expect(describePlan(row({ jump }))).toMatchObject({
    jump: { since: '2026-05-05', until: '2026-05-19', factor: 2.13 },
  });
});

const TOP_UP = {
  ...{ at: at('2026-05-07T14:00:00Z'), amount: amountOf('1300000'), leftBefore: amountOf('25000.5') },
  ...{ emptySince: null, verdict: 'in_time' as const },
};

test.each([
  [{}, 'came in time: 1,300,000 on Thu 2026-05-07 17:00 UTC+3, when 25,000.5 was left'],
  [
    { emptySince: at('2026-05-07T10:00:00Z'), verdict: 'not_followed' as const },
    'came too late: 1,300,000 on Thu 2026-05-07 17:00 UTC+3, empty since Thu 2026-05-07 13:00 UTC+3; the plan had said early enough by when to request it',
  ],
  [
    { emptySince: at('2026-05-07T10:00:00Z'), verdict: 'told_too_late' as const },
    'came too late: 1,300,000 on Thu 2026-05-07 17:00 UTC+3, empty since Thu 2026-05-07 13:00 UTC+3; the plan had said too late by when to request it',
  ],
])('what came of the last plan is told: %j', (change, words) => {
  const topUp = { ...TOP_UP, ...change };
  expect(topUpWords(topUp, 'Africa/Kampala')).toBe(`the last top-up ${words}`);
  expect(describePlan(row({}, { lastTopUp: topUp }))).toMatchObject({
    last_top_up: {
      ...{
        at: '2026-05-07T14:00:00.000Z',
        amount: '1300000',
        left_before: '25000.5',
        outcome: topUp.verdict,
      },
      empty_since: topUp.emptySince === null ? null : '2026-05-07T10:00:00.000Z',
    },
  });
});

test('as CSV each value stands under its title', () => {
  const rows = [
    row({ doubts: ['young', 'lumpy'] }, { lastTopUp: TOP_UP }),
    row({ unplanned: 'no_history' } as never),
  ];
  const [titles, ...lines] = planCsv(rows)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const told = (line: readonly string[]) => Object.fromEntries(titles!.map((title, i) => [title, line[i]]));
  const wallet = { account: 'acme-ug', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };
  const planned = {
    ...{ ...wallet, timezone: 'Africa/Kampala', unplanned: '' },
    ...{ needed: '1200000', coming: '0', late: 'false', confidence: '0.95', doubts: 'young lumpy' },
    ...{ by: '2026-05-08T14:00:00.000Z', requestable: '2026-05-08T09:00:00.000Z' },
    ...{ arrives: '2026-05-10T09:00:00.000Z', lasts_until: '2026-05-10T14:00:00.000Z' },
    ...{ then_lasts_until: '2026-05-18T06:00:00.000Z', held: '38', of: '40' },
    ...{ source: 'acme-ug/UGX/MERCHANT_COLLECTION', given: '1200000', shortfall: '0' },
    ...{ last_top_up_at: '2026-05-07T14:00:00.000Z', last_top_up_outcome: 'in_time' },
  };
  const none = Object.fromEntries(Object.keys(planned).map((title) => [title, '']));
  expect(lines.map(told)).toEqual([
    planned,
    { ...none, ...wallet, timezone: 'Africa/Kampala', unplanned: 'no_history' },
  ]);
});

test('whatever is planned, --json is as its schema says', () => {
  const rows = [
    row({}, { lastTopUp: { ...TOP_UP, emptySince: at('2026-05-07T10:00:00Z'), verdict: 'not_followed' } }),
    row({ by: undefined, lastsUntil: undefined, thenLastsUntil: undefined, given: undefined }),
    row({ expired: [{ at: at('2026-05-07T10:00:00Z'), amount: amountOf('1000') }] }),
    row({ jump: { since: dayOf('2026-05-05')!, until: dayOf('2026-05-19')!, factor: 2.1234 } }),
    row({ unplanned: 'no_history' } as never),
  ];
  expect(COMMAND_SCHEMAS.plan.parse(rows.map(describePlan))).toHaveLength(rows.length);
});

test.each([
  ['2026-03-29T00:30:00Z', 'Europe/Berlin', 'Sun 2026-03-29 01:30 UTC+1'],
  ['2026-03-29T01:30:00Z', 'Europe/Berlin', 'Sun 2026-03-29 03:30 UTC+2'],
  ['2026-05-08T21:00:00Z', 'Asia/Kathmandu', 'Sat 2026-05-09 02:45 UTC+5:45'],
  ['2026-05-08T00:00:00Z', 'UTC', 'Fri 2026-05-08 00:00 UTC'],
])('%s in %s is %s', (instant, zone, text) => expect(zonedTime(at(instant), zone)).toBe(text));

test.each([
  [2.1, 'doubled'],
  [0.5, 'halved'],
  [3, 'tripled'],
  [1.4, 'rose to 140 %'],
  [0.3, 'fell to 30 %'],
])('a jump to %s times is told in words', (factor, word) => {
  const jump = { since: dayOf('2026-05-05')!, until: dayOf('2026-05-26')!, factor };
  expect(sureWords({ ...PLAN, doubts: ['jump'], jump })).toBe(
    `less than 95 % sure: outflow ${word} on Tue 2026-05-05; less sure until Tue 2026-05-26`,
  );
});

test('a confidence is told with its tenth of a percent', () => {
  expect(sureWords({ ...PLAN, doubts: [], jump: undefined, confidence: 0.975 })).toBe('97.5 % sure');
});

test('a record is told as soon as there is one', () => {
  expect(recordWords(PLAN)).toBe('of the last 40 forecasts 38 held');
  expect(recordWords({ record: { held: 0, of: 0 } })).toBeUndefined();
  expect(recordWords({ record: { held: 1, of: 1 } })).toBe('the last forecast held');
  expect(recordWords({ record: { held: 0, of: 1 } })).toBe('the last forecast did not hold');
});

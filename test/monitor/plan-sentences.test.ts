// The words about a plan, piece by piece: what is on its way, what didn't come, how sure it is, and when.
import { describe, expect, test } from 'vitest';
import type { Jump } from '../../src/domain/forecast/jump.ts';
import type { Plan } from '../../src/domain/forecast/plan.ts';
import { amountOf } from '../../src/domain/money.ts';
import {
  describePlan,
  doubtWords,
  expiredWords,
  offsetName,
  percentText,
  planAnnotation,
  planSentence,
  SOURCE_PLAN,
  shortTime,
  sureWords,
  UNPLANNED_WORDS,
} from '../../src/monitor/forecast/plan-words.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';

const at = (text: string) => Date.parse(text);
const FRIDAY = at('2026-05-08T14:00:00Z');
const PLAN = {
  ...{ needed: amountOf('1200000'), by: FRIDAY, late: false, open: true, confidence: 0.95 },
  ...{ requestable: FRIDAY, arrives: at('2026-05-10T14:00:00Z'), lastsUntil: at('2026-05-10T14:00:00Z') },
  ...{ thenLastsUntil: at('2026-05-18T06:00:00Z'), coming: amountOf('0'), expired: [], doubts: [] },
  ...{ jump: undefined, record: { held: 38, of: 40 }, given: amountOf('1200000'), shortfall: amountOf('0') },
};
const OLD = [
  { at: at('2026-05-01T07:30:00Z'), amount: amountOf('1500000') },
  { at: at('2026-05-02T07:30:00Z'), amount: amountOf('0.50') },
];

function row(topUp: Partial<Plan> = {}, change: Partial<PlanRow> = {}): PlanRow {
  return {
    ...{ account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT', timezone: 'Africa/Kampala' },
    ...{ available: amountOf('800000'), source: undefined },
    ...change,
    topUp: { ...PLAN, ...topUp } as PlanRow['topUp'],
  };
}

const SENDS = 'send 1,200,000 UGX by Fri 2026-05-08 17:00 UTC+3';
const LASTS = 'it then lasts until Mon 2026-05-18 09:00 UTC+3 (95 % sure)';

test.each<[string, Partial<Plan>, string]>([
  ['nothing', {}, `${SENDS}; ${LASTS}`],
  ['something', { coming: amountOf('40000.50') }, `40,000.50 UGX is on its way; ${SENDS}; ${LASTS}`],
  [
    'what did not come',
    { expired: OLD },
    `1,500,000 requested on Fri 2026-05-01 10:30 UTC+3 has not arrived: ask; 0.50 requested on Sat 2026-05-02 10:30 UTC+3 has not arrived: ask; ${SENDS}; ${LASTS}`,
  ],
  [
    'both',
    { coming: amountOf('7'), expired: OLD.slice(1) },
    `7 UGX is on its way; 0.50 requested on Sat 2026-05-02 10:30 UTC+3 has not arrived: ask; ${SENDS}; ${LASTS}`,
  ],
  [
    'enough',
    { coming: amountOf('7'), needed: amountOf('0') },
    '7 UGX is on its way; send nothing, it lasts until Mon 2026-05-18 09:00 UTC+3 (95 % sure)',
  ],
])('a sentence begins with what is on its way: %s', (_, topUp, words) => {
  expect(planSentence(row(topUp))).toBe(words);
});

test('what is only assumed to be requested must still be asked for, and is not said to be on its way', () => {
  const counts = '40,000.50 UGX counts as requested: ask for it if nobody has';
  const coming = amountOf('40000.50');
  const enough = row({ coming, needed: amountOf('0') }, { isAssumed: true });
  expect(planSentence(enough)).toBe(
    `${counts}; send nothing more, it lasts until Mon 2026-05-18 09:00 UTC+3 (95 % sure)`,
  );
  expect(planSentence(row({ coming }, { isAssumed: true }))).toBe(
    `${counts}; send 1,200,000 UGX more by Fri 2026-05-08 17:00 UTC+3; ${LASTS}`,
  );
  expect(planSentence(row({}, { isAssumed: true }))).toBe(`${SENDS}; ${LASTS}`);
});

test('a late sentence says when the money is there; beyond 60 days is said so', () => {
  const late = { late: true, lastsUntil: undefined, thenLastsUntil: undefined };
  expect(planSentence(row(late))).toBe(
    'send 1,200,000 UGX at once: it is there Sun 2026-05-10 17:00 UTC+3 at the soonest, and the wallet may be empty from beyond 60 days on; it then lasts for more than 60 days (95 % sure)',
  );
});

test.each([
  [undefined, amountOf('0'), ''],
  ['acme/UGX/TILL', amountOf('0'), ' from acme/UGX/TILL'],
  ['acme/UGX/TILL', amountOf('0.01'), ' from acme/UGX/TILL, which lacks 0.01'],
  ['acme/UGX/TILL', undefined, ' from acme/UGX/TILL, whose balance is not known'],
])('the source %s that lacks %s is said: %j', (source, shortfall, words) => {
  expect(planSentence(row({ shortfall } as never, { source }))).toBe(`${SENDS}${words}; ${LASTS}`);
});

test.each(Object.entries(UNPLANNED_WORDS))('why there is no plan is said: %s', (unplanned, words) => {
  const none = { ...row(), topUp: { unplanned } as PlanRow['topUp'] };
  expect(words).toMatch(/^[a-z][a-z ]{15,}$/);
  expect(planSentence(none)).toBe(`no plan: ${words}`);
});

test('each reason is said in other words', () => {
  expect(new Set(Object.values(UNPLANNED_WORDS)).size).toBe(5);
  expect(UNPLANNED_WORDS).toMatchObject({
    balance_unknown: 'its balance is not known',
    no_history: 'less than seven days of history',
  });
  expect(SOURCE_PLAN).toEqual({ plan: 'no plan: other wallets are topped up from it' });
});

test('an annotation is made once for each plan, and says beyond 60 days where it is', () => {
  const far = row({ by: undefined, thenLastsUntil: undefined });
  expect(planAnnotation(far)).toMatchObject({ by: 'beyond 60 days', until: 'beyond 60 days' });
  expect(planAnnotation(far)).toBe(planAnnotation(far));
});

test('what did not come is told with its time, one sentence each', () => {
  expect(expiredWords({ expired: OLD }, 'UTC')).toEqual([
    '1,500,000 requested on Fri 2026-05-01 07:30 UTC has not arrived: ask',
    '0.50 requested on Sat 2026-05-02 07:30 UTC has not arrived: ask',
  ]);
  expect(expiredWords({ expired: [] }, 'UTC')).toEqual([]);
  expect(describePlan(row({ expired: OLD.slice(0, 1) }))).toMatchObject({
    expired: [{ requested_at: '2026-05-01T07:30:00.000Z', amount: '1500000' }],
  });
});

test('doubts are told in the order given', () => {
  expect(doubtWords({ doubts: ['lumpy', 'jump', 'young'], jump: undefined })).toEqual([
    'pays out on few days',
    'outflow has jumped',
    'young history',
  ]);
  expect(sureWords({ doubts: ['young', 'lumpy'], jump: undefined, confidence: 0.9 })).toBe(
    'less than 90 % sure: young history, pays out on few days',
  );
});

describe('a jump', () => {
  const told = (factor: number) => {
    const jump: Jump = { since: 20_578, until: 20_599, factor };
    return /^outflow (.*) on \w{3} 2026/.exec(doubtWords({ doubts: ['jump'], jump })[0]!)?.[1];
  };
  test.each([
    [1.8, 'rose to 180 %'],
    [1.81, 'doubled'],
    [2.24, 'doubled'],
    [2.25, 'rose to 225 %'],
    [2.7, 'rose to 270 %'],
    [2.71, 'tripled'],
    [3.29, 'tripled'],
    [3.3, 'rose to 330 %'],
    [0.44, 'fell to 44 %'],
    [0.45, 'halved'],
    [0.55, 'halved'],
    [0.56, 'fell to 56 %'],
    [1.305, 'rose to 131 %'],
    [0.766, 'fell to 77 %'],
  ])('to %f times %s', (factor, words) => {
    expect(told(factor)).toBe(words);
  });
  test('has its first day, and the day from which the estimate can be trusted again', () => {
    const jump = { since: 20_578, until: 20_599, factor: 2 };
    expect(doubtWords({ doubts: ['jump'], jump })).toEqual([
      'outflow doubled on Tue 2026-05-05; less sure until Tue 2026-05-26',
    ]);
  });
});

test.each([
  [0.95, '95'],
  [0.975, '97.5'],
  [0.9751, '97.5'],
  [0.5, '50'],
  [0.99, '99'],
  [0.8249, '82.5'],
])('the share %f is %s percent', (share, text) => {
  expect(percentText(share)).toBe(text);
});

test.each([
  ['2026-05-08T21:30:00Z', 'Africa/Kampala', 'Sat 05-09 00:30', 'UTC+3'],
  ['2026-05-08T00:05:00Z', 'UTC', 'Fri 05-08 00:05', 'UTC'],
  ['2026-01-08T12:00:00Z', 'Europe/London', 'Thu 01-08 12:00', 'UTC'],
  ['2026-07-08T12:00:00Z', 'Europe/London', 'Wed 07-08 13:00', 'UTC+1'],
  ['2026-05-08T12:00:00Z', 'America/New_York', 'Fri 05-08 08:00', 'UTC-4'],
  ['2026-05-08T12:00:00Z', 'Asia/Kathmandu', 'Fri 05-08 17:45', 'UTC+5:45'],
])('%s in %s is %s, %s', (instant, zone, short, offset) => {
  expect(shortTime(at(instant), zone)).toBe(short);
  expect(offsetName(at(instant), zone)).toBe(offset);
});

import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApproval, parseHours } from '../../../src/domain/forecast/approval.ts';
import { dayOf } from '../../../src/domain/forecast/day.ts';
import { forecast } from '../../../src/domain/forecast/forecaster.ts';
import { leastGone } from '../../../src/domain/forecast/outlook.ts';
import { type Drained, type Plan, planOf, timeOf } from '../../../src/domain/forecast/plan.ts';
import { type PlannedWallet, plansOf } from '../../../src/domain/forecast/plans.ts';
import { hasBy, type Source } from '../../../src/domain/forecast/source.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';
import { type Amount, addAmounts, amountOf, compareAmounts } from '../../../src/domain/money.ts';
import { demand, lumpyDemand } from './demand.ts';

const DAY = 86_400_000;
const HISTORY = 120;
const ZONE = zoneOf('Africa/Kampala');
const TODAY = dayOf('2026-11-20')!; // a Friday
const NOW = Date.parse('2026-11-20T09:00:00Z'); // noon there
const CONFIDENCE = 0.95;
const alerts = [{ lead: 2, look: 1 / 288, confidence: CONFIDENCE }];
const steady = forecast(new Array(HISTORY).fill(100_000), TODAY - HISTORY, { alerts });
const outlooks = [demand, lumpyDemand].flatMap((make) =>
  [1, 2, 3, 4].map((seed) => forecast(make(seed, 20 * seed + 15), TODAY - 20 * seed - 15, { alerts })),
);

function wallet(own: Partial<Drained> = {}): Drained {
  return {
    available: amountOf('500000'),
    outlook: steady,
    alert: 0,
    confidence: CONFIDENCE,
    zone: ZONE,
    approval: createApproval(ZONE, undefined),
    leadMs: 2 * DAY,
    lookMs: 300_000,
    target: { coverMs: 7 * DAY },
    roundTo: amountOf('1'),
    minimum: amountOf('0'),
    requested: coming('0'),
    ...own,
  };
}

function planned(own: Partial<Drained> = {}): Plan {
  const plan = planOf(wallet(own), NOW);
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
}

const money = fc.integer({ min: 0, max: 2_000_000 }).map((each) => amountOf(String(each)));
const anOutlook = fc.constantFrom(...outlooks);

test('M1 a wallet that pays out sums of 38 digits is planned like any other', () => {
  const days = new Array(HISTORY).fill(5e37);
  const outlook = forecast(days, TODAY - HISTORY, { alerts });
  const { needed, lastsUntil, late } = planned({ outlook, available: amountOf('5') });
  expect({ isLacking: compareAmounts(needed, amountOf('1')) > 0, late }).toEqual({
    isLacking: true,
    late: true,
  });
  expect(lastsUntil).toBeLessThan(NOW + DAY);
  expect(planned({ outlook, available: amountOf('0') }).lastsUntil).toBe(NOW);
});

test('no history, no plan, and it says so', () => {
  expect(planOf(wallet({ outlook: undefined }), NOW)).toBe('no_history');
  expect(planOf(wallet({ available: null }), NOW)).toBe('balance_unknown');
  expect(planOf(wallet({ approval: createApproval(ZONE, undefined, () => true) }), NOW)).toBe(
    'nobody_approves',
  );
});

test('a steady wallet is told how much, by when and until when', () => {
  const plan = planned(); // five days' money: two of lead, seven of cover
  expect(Number(plan.needed)).toBeGreaterThan(400_000);
  expect(Number(plan.needed)).toBeLessThan(480_000);
  expect(plan.late).toBe(false);
  expect(plan.by! - NOW).toBeGreaterThan(2.3 * DAY);
  expect(plan.by! - NOW).toBeLessThan(3.1 * DAY);
  expect(plan.by! + 2 * DAY).toBe(plan.lastsUntil);
  expect(plan.thenLastsUntil! - NOW).toBeGreaterThan(8.2 * DAY);
});

test('the request must be made while somebody is there', () => {
  const approval = createApproval(ZONE, parseHours('Mon-Fri 08:00-17:00'));
  const weekend = planned({ approval, available: amountOf('400000') }); // ends on Tuesday: Sunday is too late
  expect(weekend.by).toBe(Date.parse('2026-11-20T14:00:00Z'));
  const evening = planOf(wallet({ approval, available: amountOf('400000') }), NOW + 6 * 3_600_000) as Plan;
  expect(evening.late).toBe(true);
  expect(evening.by).toBe(Date.parse('2026-11-23T05:00:00Z'));
  expect(evening.arrives).toBe(evening.by! + 2 * DAY);
  expect(compareAmounts(evening.needed, weekend.needed)).toBe(1); // what goes out until Wednesday is to be added
});

test('an empty wallet is late', () => {
  expect(planned({ available: amountOf('0') }).late).toBe(true);
  expect(planned({ available: amountOf('-50000') }).late).toBe(true);
});

test('what lasts longer than can be seen needs nothing, and has no deadline', () => {
  const plan = planned({ available: amountOf('90000000') });
  expect(plan).toMatchObject({ needed: '0', by: undefined, late: false, lastsUntil: undefined });
});

test('young, lumpy and jumping wallets are said to be less sure', () => {
  expect(planned().doubts).toEqual([]);
  const young = forecast(demand(1, 20), TODAY - 20, { alerts });
  expect(planned({ outlook: young }).doubts).toContain('young');
  const lumpy = forecast(lumpyDemand(1, 100), TODAY - 100, { alerts });
  expect(planned({ outlook: lumpy }).doubts).toEqual(['lumpy']);
  const days = Array.from({ length: 100 }, (_, i) => (i < 94 ? 100 : 200) * (i % 2 ? 1.1 : 0.9));
  expect(planned({ outlook: forecast(days, TODAY - 100, { alerts }) }).doubts).toEqual(['jump']);
});

test('a longer cover never asks for less, nor a later date', () => {
  const days = fc.integer({ min: 0, max: 80 });
  fc.assert(
    fc.property(anOutlook, money, days, days, (outlook, available, a, b) => {
      const [short, long] = [Math.min(a, b), Math.max(a, b)];
      const cover = (length: number) =>
        planned({ outlook, available, target: { coverMs: length * DAY } }).needed;
      expect(compareAmounts(cover(long), cover(short))).toBeGreaterThanOrEqual(0);
      const date = (length: number) =>
        planned({ outlook, available, target: { until: NOW + length * DAY } }).needed;
      expect(compareAmounts(date(long), date(short))).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('more confidence never asks for less until a date', () => {
  fc.assert(
    fc.property(anOutlook, money, fc.integer({ min: 50, max: 98 }), (outlook, available, percent) => {
      const needed = (confidence: number) =>
        planned({ outlook, available, confidence, target: { until: NOW + 9 * DAY } }).needed;
      expect(compareAmounts(needed((percent + 1) / 100), needed(percent / 100))).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('with what is needed until a date the money lasts until it', () => {
  fc.assert(
    fc.property(anOutlook, money, fc.integer({ min: 1, max: 50 }), (outlook, available, days) => {
      const until = NOW + days * DAY;
      const { thenLastsUntil } = planned({ outlook, available, target: { until } });
      expect(thenLastsUntil ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(until - 1_000);
    }),
  );
});

test('rounding is never below, and a sum never below the minimum', () => {
  fc.assert(
    fc.property(
      anOutlook,
      money,
      fc.constantFrom('1', '1000', '0.05'),
      money,
      (outlook, available, step, minimum) => {
        const roundTo = amountOf(step);
        const exact = planned({ outlook, available, roundTo: amountOf('0.01') }).needed;
        const { needed } = planned({ outlook, available, roundTo, minimum });
        expect(compareAmounts(needed, exact)).toBeGreaterThanOrEqual(0);
        expect(new Big(needed).mod(step).eq('0')).toBe(true);
        if (needed !== '0') expect(compareAmounts(needed, minimum)).toBeGreaterThanOrEqual(0);
        expect(needed === '0').toBe(exact === '0');
      },
    ),
  );
});

test('money that was requested is never asked for twice', () => {
  fc.assert(
    fc.property(anOutlook, money, money, (outlook, available, minimum) => {
      const roundTo = amountOf('1000');
      const { needed } = planned({ outlook, available, roundTo, minimum });
      expect(planned({ outlook, available, roundTo, minimum, requested: coming(needed) }).needed).toBe('0');
      const whole = planned({ outlook, available, roundTo }).needed;
      const part = amountOf(String(Math.floor(Number(whole) / 3)));
      const rest = planned({ outlook, available, roundTo, requested: coming(part) }).needed;
      expect(compareAmounts(addAmounts(rest, part), addAmounts(whole, roundTo))).toBeLessThanOrEqual(0);
    }),
  );
});

function coming(amount: string): Drained['requested'] {
  return { coming: amountOf(amount), expired: [] };
}

function source(own: Partial<Source> = {}): Source {
  return {
    available: amountOf('300000'),
    uncleared: amountOf('0'),
    clearing: undefined,
    outflow: undefined,
    zone: ZONE,
    ...own,
  };
}

const named = (
  name: string,
  own: Partial<Drained> = {},
  from: string | undefined = 'collection',
): PlannedWallet => ({
  ...wallet(own),
  name,
  source: from,
});

test('what clears until then counts, no more than there is, and what leaves until then does not', () => {
  const [soon, later] = [NOW + DAY, NOW + 3 * DAY];
  expect(hasBy(source(), NOW, later, CONFIDENCE)).toBe('300000');
  expect(hasBy(source({ available: null }), NOW, later, CONFIDENCE)).toBeUndefined();
  const clearing = source({ uncleared: amountOf('250000'), clearing: steady });
  expect(Number(hasBy(clearing, NOW, soon, CONFIDENCE))).toBeGreaterThan(350_000);
  expect(Number(hasBy(clearing, NOW, soon, CONFIDENCE))).toBeLessThan(400_000);
  expect(hasBy(clearing, NOW, later + 2 * DAY, CONFIDENCE)).toBe('550000');
  expect(Number(hasBy(source({ outflow: steady }), NOW, soon, CONFIDENCE))).toBeLessThan(200_000);
  expect(hasBy(source({ available: amountOf('-5') }), NOW, later, CONFIDENCE)).toBe('-5');
});

test('the most urgent wallet comes first, and what is missing is told', () => {
  const wallets = [
    named('a', { available: amountOf('450000'), roundTo: amountOf('1000') }),
    named('b', { available: amountOf('100000'), roundTo: amountOf('1000') }),
  ];
  const plans = plansOf(wallets, new Map([['collection', source({ available: amountOf('900500') })]]), NOW);
  const [a, b] = ['a', 'b'].map((name) => plans.get(name) as Plan & { given: Amount; shortfall: Amount });
  expect(b).toMatchObject({ given: b!.needed, shortfall: '0' });
  expect(addAmounts(a!.given, a!.shortfall)).toBe(a!.needed);
  expect(compareAmounts(a!.given, a!.needed)).toBe(-1);
  expect(Number(a!.given) % 1_000).toBe(0);
});

test('without a source, or with one of which nothing is known, nothing is said of a shortfall', () => {
  const wallets = [named('a', {}, 'nowhere'), named('b', {}, 'blind'), { ...named('c'), source: undefined }];
  const plans = plansOf(wallets, new Map([['blind', source({ available: null })]]), NOW);
  for (const name of ['a', 'b', 'c'])
    expect(plans.get(name)).toMatchObject({ given: undefined, shortfall: undefined });
});

test('a wallet that cannot be planned takes nothing from the others', () => {
  const plans = plansOf(
    [named('a', { outlook: undefined }), named('b')],
    new Map([['collection', source()]]),
    NOW,
  );
  expect(plans.get('a')).toEqual({ unplanned: 'no_history' });
  expect(plans.get('b')).toMatchObject({ given: '300000' });
});

test('what was requested for a wallet without a plan is not given to another', () => {
  const requested = { coming: amountOf('250000'), expired: [] };
  const plans = plansOf(
    [named('a', { outlook: undefined, requested }), named('b')],
    new Map([['collection', source()]]),
    NOW,
  );
  expect(plans.get('a')).toEqual({ unplanned: 'no_history' });
  expect(plans.get('b')).toMatchObject({ given: '50000' });
});

test('a source never has more by then than there is and what clears at the least, and never less later on', () => {
  const hours = fc.integer({ min: 0, max: 30 * 24 });
  fc.assert(
    fc.property(
      money,
      money,
      fc.constantFrom(steady!, ...outlooks),
      hours,
      hours,
      (available, uncleared, clearing, a, b) => {
        const [soon, later] = [Math.min(a, b), Math.max(a, b)].map((ahead) => NOW + ahead * 3_600_000);
        const from = source({ available, uncleared, clearing: clearing! });
        const has = hasBy(from, NOW, soon!, CONFIDENCE)!;
        const since = timeOf(clearing!, ZONE, NOW);
        const cleared = leastGone(clearing!, CONFIDENCE, since, (soon! - NOW) / DAY);
        expect(compareAmounts(has, addAmounts(available, uncleared))).toBeLessThanOrEqual(0);
        expect(Number(has)).toBeLessThanOrEqual(Number(available) + cleared);
        expect(compareAmounts(hasBy(from, NOW, later!, CONFIDENCE)!, has)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test('never more from a source than it has by then, and the plans of all wallets on it add up', () => {
  const drained = fc.record({
    outlook: fc.constantFrom(steady, ...outlooks), // that of a steady wallet needs about what the source has
    available: money,
    roundTo: fc.constantFrom('1', '1000').map(amountOf),
  });
  const origin = fc.record({
    available: money,
    uncleared: money,
    clearing: anOutlook,
    outflow: fc.constantFrom(undefined, ...outlooks),
  });
  fc.assert(
    fc.property(fc.array(drained, { minLength: 1, maxLength: 5 }), origin, (wallets, own) => {
      const from = source(own);
      const plans = plansOf(
        wallets.map((each, i) => named(`w${i}`, each)),
        new Map([['collection', from]]),
        NOW,
      );
      const given = [...plans.values()].map((plan) => plan as Plan & { given: Amount; shortfall: Amount });
      let before = amountOf('0');
      for (const plan of given.toSorted((a, b) => (a.by ?? a.arrives) - (b.by ?? b.arrives))) {
        expect(addAmounts(plan.given, plan.shortfall)).toBe(addAmounts(plan.needed));
        if (plan.given === '0') continue;
        before = addAmounts(before, plan.given);
        const has = hasBy(from, NOW, plan.by ?? plan.arrives, CONFIDENCE)!;
        expect(compareAmounts(before, has)).toBeLessThanOrEqual(0);
      }
    }),
  );
});

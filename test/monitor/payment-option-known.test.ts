// What the alerts about payment options go on with after a reload, and which options are let go: by cases.
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { option } from '../support/options.ts';
import { alertsOf, GONE, KIWI, LOW, MANGO, NOON, ruleOf, STALE } from './payment-option-by-hand.ts';

const INACTIVE = ruleOf('Inactive', { kind: 'inactive_for', ms: 0 });
const MOST = 1_000;
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => option({ providerCode: `P${from + i}` }));

describe('after a reload', () => {
  type Settings = Parameters<typeof alertsOf>[0];
  /** At noon all options were seen, and a payout wallet that holds too little. */
  function reloaded(next: Settings, first: Settings = {}) {
    const before = alertsOf(first);
    before.observe(0, [MANGO, KIWI]);
    before.wallets(0, '499');
    return { before, ...alertsOf(next, before.clock, before.it) };
  }

  test('the newest poll judges the rules that are new, and no others', () => {
    const { observe, judged, it } = reloaded({ rules: [GONE, LOW, INACTIVE] });
    expect(observe(0, [MANGO, option({ ...KIWI, active: false })])).toEqual([
      ['Inactive MANGO_UG', 'clear', 0],
      ['Inactive KIWI_UG', 'met', 0],
    ]);
    expect(judged(() => it.observe({ ...it.known.seen! }))).toEqual([]);
  });

  test('a rule that compares payout wallets is judged by the newest polls of both', () => {
    const { observe } = reloaded({ rules: [GONE, { ...LOW, forMs: 1 }] });
    expect(observe(0, [MANGO])).toEqual([['Low UGX', 'met', 0]]);
    expect(observe(0, [MANGO])).toEqual([]);
  });

  test.each([
    ['in the last fresh millisecond of both', STALE - 1_000 - 1, 1],
    ['when they are stale', STALE - 1_000, 0],
  ])('… %s: %#', (_, ms, moves) => {
    const { observe, clock } = reloaded({ rules: [GONE, { ...LOW, forMs: 1 }] });
    clock.advance(ms);
    expect(observe(0, [MANGO])).toHaveLength(moves);
  });

  test.each([
    ['in the last fresh millisecond of the options', STALE - 1_000 - 1, ['Gone MANGO_UG', 'Gone KIWI_UG']],
    ['when they are stale', STALE - 1_000, []],
  ])('a new rule about options is judged %s: %#', (_, ms, expected) => {
    const { observe, clock } = reloaded({ rules: [{ ...GONE, forMs: 1 }, LOW] });
    clock.advance(ms);
    expect(observe(0, [MANGO, KIWI]).map(([name]) => name)).toEqual(expected);
  });

  test.each([
    ['in the last fresh millisecond of the wallets', -1, ['Low UGX']],
    ['when they are stale', 0, []],
  ])(
    'a new rule that compares payout wallets is judged %s, though the options are fresh: %#',
    (_, ms, expected) => {
      const before = alertsOf();
      before.wallets(-1, '499');
      before.observe(0, [MANGO]);
      const { observe, clock } = alertsOf({ rules: [GONE, { ...LOW, forMs: 1 }] }, before.clock, before.it);
      clock.advance(STALE - 60_000 - 1_000 + ms);
      expect(observe(0, [MANGO]).map(([name]) => name)).toEqual(expected);
    },
  );

  test('a rule that had not been judged before is still new', () => {
    const before = alertsOf();
    before.resume(-60, [MANGO]); // it is stale
    const { it } = alertsOf({}, before.clock, before.it);
    expect([...it.known.options.values()].map(({ rules }) => rules.map(({ isNew }) => isNew))).toEqual([
      [true],
    ]);
  });

  test.each([
    ['the same', '* * * * *', false, STALE],
    ['others', '*/10 * * * *', true, 20 * 60_000 + 30_000],
  ])('what is known is stale by the slots of now: %s', (_, expression, rescheduled, stale) => {
    const { it, observe, wallets } = reloaded({ expression });
    expect(it.known).toMatchObject({ rescheduled, walletsRescheduled: rescheduled, lastSucceeded: true });
    expect(it.known).toMatchObject({
      seenUntil: NOON + stale,
      walletsUntil: NOON + stale,
      walletsSeen: NOON,
    });
    expect(it.known).toMatchObject({ newest: { slot: NOON }, wallets: { slot: NOON } });
    expect([...it.known.options.keys()]).toHaveLength(2);
    expect([...it.known.available]).toEqual([['UGX', '499']]);
    observe(10, [MANGO]);
    wallets(10, '1');
    expect(it.known).toMatchObject({ rescheduled: false, walletsRescheduled: false });
  });

  test('a second one does not forget that the slots are others', () => {
    const { it, clock } = reloaded({ expression: '*/10 * * * *' });
    const again = alertsOf({ expression: '*/10 * * * *' }, clock, it);
    expect(again.it.known).toMatchObject({ rescheduled: true, walletsRescheduled: true });
  });

  test('where nothing was seen, nothing is', () => {
    const before = alertsOf();
    const { known } = alertsOf({ expression: '*/10 * * * *' }, before.clock, before.it).it;
    expect(known).toMatchObject({ seen: null, seenUntil: before.it.known.seenUntil });
    expect(known.walletsUntil).toBe(before.it.known.walletsUntil);
  });

  test('the limits of an option, and that they were seen to change, are known', () => {
    const before = alertsOf();
    before.observe(-1, [MANGO]);
    before.observe(0, [option({ min: amountOf('600') })]);
    const { it } = alertsOf({}, before.clock, before.it);
    const [known] = it.known.options.values();
    expect(known).toMatchObject({
      sawNews: true,
      limits: { known: { min: '600' }, before: { min: { amount: '500' } } },
    });
  });
});

describe('of a thousand options that are known', () => {
  test('the first that is named no more makes room for a new one', () => {
    const { it, observe, ended } = alertsOf({ rules: [GONE] });
    observe(-2, numbered(0, MOST));
    const seen = numbered(0, MOST).filter(({ providerCode }) => providerCode !== 'P7');
    observe(-1, seen);
    expect(it.known.options.size).toBe(MOST);
    observe(0, [...seen, option({ providerCode: 'NEW' })]);
    expect(it.known.options.size).toBe(MOST);
    expect(ended).toEqual([]); // its alert fires: it has vanished
    expect([...it.known.options.keys()].some((key) => key.endsWith('NEW'))).toBe(false);
  });

  test('one about which nothing fires makes room, and its alerts end', () => {
    const { it, observe, ended } = alertsOf({ rules: [INACTIVE] });
    observe(-2, numbered(0, MOST));
    const seen = numbered(0, MOST).filter(({ providerCode }) => providerCode !== 'P7');
    observe(-1, seen);
    observe(0, [...seen, option({ providerCode: 'NEW' }), option({ providerCode: 'NEWER' })]);
    expect(it.known.options.size).toBe(MOST);
    expect(ended).toEqual(['Inactive P7']);
    const kept = [...it.known.options.keys()].map((key) => key.split('/').at(-1));
    expect([kept.includes('P7'), kept.includes('NEW'), kept.includes('NEWER')]).toEqual([false, true, false]);
  });

  test('none makes room while all are named, but one does when the next answer leaves it out', () => {
    const { it, observe, ended } = alertsOf({ rules: [INACTIVE] });
    const all = [...numbered(0, MOST), option({ providerCode: 'NEW' })];
    observe(-2, all);
    observe(-1, all);
    expect([ended, it.known.options.size]).toEqual([[], MOST]);
    observe(0, all.slice(1));
    observe(1, all.slice(1));
    expect(ended).toEqual(['Inactive P0']);
  });
});

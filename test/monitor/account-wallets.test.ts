// Which wallets of an account have alerts, which of them a response shows, and what of them is forgotten: by cases.
import { describe, expect, test } from 'vitest';
import type { WalletRule } from '../../src/conditions/rule.ts';
import { amountOf } from '../../src/domain/money.ts';
import { MAX_WALLETS, type WalletId } from '../../src/domain/wallet.ts';
import { type AccountWallets, createAccountWallets } from '../../src/monitor/alerts/account-wallets.ts';
import type { AlertInstance } from '../../src/monitor/alerts/alert-instance.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { lowRule } from '../support/watching.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const STALE = 2 * MINUTE + 30_000;
const id = (walletType: string, currency = 'UGX'): WalletId => ({ currency, walletType });
const [A, B, C] = [id('A'), id('B'), id('C')];
const ALL = { account: '*', currency: '*', walletType: '*' };
const silence = (wallets = ALL): WalletRule =>
  lowRule({ name: 'Silent', wallets, condition: { kind: 'unknown_for', ms: 5 * MINUTE } });
const drop = (field: 'available' | 'actual', name: string = field): WalletRule =>
  lowRule({
    ...{ name, wallets: ALL },
    condition: { kind: 'drops_by', field, by: amountOf('1'), percent: false, withinMs: 60 * MINUTE },
  });

function walletsOf({ rules = [], expected = [] }: { rules?: WalletRule[]; expected?: WalletId[] } = {}) {
  const told: { alert: AlertInstance; since: unknown; at: number }[] = [];
  const config = {
    ...{ name: 'acme', schedule: createSchedule('* * * * *', 'UTC'), staleAfter: 2, expect: expected },
  };
  const it = createAccountWallets(
    {
      ...{ config, rules, runway: undefined, builtin: true, runbookUrl: '', isNew: () => true },
      register: (alert) => alert,
      applySilence: (alert, evaluation, at) =>
        void told.push({ alert, since: 'since' in evaluation ? evaluation.since : undefined, at }),
    },
    () => NOON,
  );
  for (const each of expected) it.expect(each);
  /** A good response that names these, and these unreadably. */
  const respond = (minute: number, seen: readonly WalletId[], unreadable: readonly WalletId[] = []) => {
    const response = it.beginResponse(NOON + minute * MINUTE);
    for (const one of seen) Object.assign(response.seen(one) ?? {}, { seenAt: NOON + minute * MINUTE });
    for (const one of unreadable) response.unreadable(one);
    return response.unnamed().map((wallet) => wallet.id.walletType);
  };
  return { it, told, respond };
}

const known = ({ byKey }: AccountWallets) => [...byKey.values()].map((wallet) => wallet.id.walletType);
const unseen = (it: AccountWallets) => [...it.unseen].map((wallet) => wallet.id.walletType);
const many = (count: number, letter = 'W') => Array.from({ length: count }, (_, i) => id(`${letter}${i}`));

test('the alert about names that can be no labels is about the account', () => {
  const subject = { account: 'acme', currency: '', walletType: '' };
  expect(walletsOf().it.unusableNames).toMatchObject({ definition: { name: 'WalletUnreadable' }, subject });
});

describe('a response', () => {
  test('makes known the wallets that it names, and says which it does not name', () => {
    const { it, respond } = walletsOf();
    expect([respond(0, [A, B], [C]), known(it), unseen(it)]).toEqual([[], ['A', 'B', 'C'], ['C']]);
    expect([respond(1, [B]), known(it), unseen(it)]).toEqual([
      ['A', 'C'],
      ['A', 'B', 'C'],
      ['A', 'C'],
    ]);
    expect([respond(2, [A, B, C]), unseen(it)]).toEqual([[], []]);
  });

  test('that names one wallet twice, well and unreadably, does not hide that another is not named', () => {
    const { it, respond } = walletsOf();
    respond(0, [A, B]);
    expect([respond(1, [A], [A]), unseen(it)]).toEqual([['B'], ['A', 'B']]);
  });

  test('is about the same wallets in whatever order it names them', () => {
    const { it } = walletsOf();
    const objects = (minute: number, ids: readonly WalletId[]) => {
      const response = it.beginResponse(NOON + minute * MINUTE);
      return ids.map((one) => response.seen(one));
    };
    const KES = id('A', 'KES');
    const [a, b, kes] = objects(0, [A, B, KES]);
    expect([a?.id, b?.id, kes?.id]).toMatchObject([A, B, KES]);
    expect(objects(1, [KES, A, B])).toEqual([kes, a, b]);
    expect(objects(2, [A, B, KES]).map((one, i) => one === [a, b, kes][i])).toEqual([true, true, true]);
    expect(objects(3, [A, KES])[1]).toBe(kes);
    expect(known(it)).toHaveLength(3);
  });

  test.each([
    [MAX_WALLETS - 1, ['N'], 0],
    [MAX_WALLETS, [], 1],
  ])(
    'makes none known while %i that are known were not seen before it: %j, %i ignored',
    (count, made, ignored) => {
      const { it, respond } = walletsOf();
      respond(0, many(count));
      respond(1, []);
      expect(it.ignored()).toBe(0);
      respond(2, [id('N'), id('W0')], []);
      expect(known(it).slice(count)).toEqual(made);
      expect([it.ignored(), it.byKey.get('UGX/W0')?.namedAt]).toEqual([ignored, NOON + 2 * MINUTE]);
    },
  );

  test('counts at each poll what it has no room for', () => {
    const { it, respond } = walletsOf();
    respond(0, many(MAX_WALLETS));
    respond(1, []);
    const response = it.beginResponse(NOON + 2 * MINUTE);
    expect([response.seen(id('N')), response.unreadable(id('M')), it.ignored()]).toEqual([
      undefined,
      undefined,
      2,
    ]);
    expect(unseen(it)).toEqual([]);
  });
});

describe('a wallet without a fresh balance, where its account has some,', () => {
  test('is told of from when it is stale, at that millisecond', () => {
    const { it, respond, told } = walletsOf();
    respond(0, [A, B]);
    respond(1, [B]);
    it.byKey.get('UGX/A')!.knownAt = NOON;
    it.tick(NOON + STALE - 1, false);
    expect(told).toEqual([]);
    it.tick(NOON + STALE, false);
    expect(told).toMatchObject([
      {
        ...{ since: NOON + STALE, at: NOON + STALE },
        alert: { definition: { name: 'BalanceUnknown' }, subject: { walletType: 'A' }, knownAt: NOON },
      },
    ]);
  });

  test('is not told of beside its account, of which nothing is known', () => {
    const { it, respond, told } = walletsOf();
    respond(0, [A]);
    respond(1, []);
    it.tick(NOON + STALE, true);
    expect(told).toEqual([]);
  });

  test('is judged by rules about silence in any case, and only by these', () => {
    const { it, respond, told } = walletsOf({
      rules: [silence({ ...ALL, walletType: 'B' }), lowRule({ wallets: ALL })],
    });
    respond(0, [A, B]);
    it.tick(NOON + 5 * MINUTE, true);
    expect(told).toMatchObject([{ alert: { definition: { name: 'Silent' }, subject: { walletType: 'B' } } }]);
  });
});

describe('a wallet that only an earlier response named', () => {
  test.each([
    [true, ['A']],
    [false, []],
  ])('is one that the newest poll did not show, if that was good: %s', (isUnseen, expected) => {
    const { it } = walletsOf();
    expect(it.trackEarlier(A, isUnseen)).toMatchObject({ id: A, onlyExpected: false });
    expect([known(it), unseen(it)]).toEqual([['A'], expected]);
  });

  test('says nothing where a later one has shown it', () => {
    const { it, respond } = walletsOf();
    respond(0, [A]);
    expect([it.trackEarlier(A, true), unseen(it)]).toEqual([undefined, []]);
  });

  test.each([
    [MAX_WALLETS - 1, true],
    [MAX_WALLETS, false],
  ])('is made known beside %i that were not seen: %s', (count, room) => {
    const { it } = walletsOf({ expected: [B] });
    for (const one of many(count)) it.trackEarlier(one, true);
    expect(it.trackEarlier(A, true) !== undefined).toBe(room);
    expect(it.trackEarlier(B, true)).toMatchObject({ id: B }); // it is known
  });
});

test.each([
  ['firing', ['A']],
  ['pending', ['A']],
  ['inactive', []],
])('an alert that is remembered as %s makes its wallet known: %j', (phase, expected) => {
  const { it } = walletsOf();
  it.recall({ account: 'acme', ...A, rule: 'Any', state: { phase } } as SavedAlert);
  expect(known(it)).toEqual(expected);
  expect([...it.byKey.values()].every(({ onlyExpected }) => !onlyExpected)).toBe(true);
});

test('over a reload an account knows its wallets, and which were not seen, but not what was only expected', () => {
  const before = walletsOf({ expected: [B, id('D')] });
  before.respond(0, [A, C]);
  before.respond(1, [A]);
  const after = walletsOf({ expected: [B] });
  after.it.inherit(before.it);
  expect([known(after.it).sort(), unseen(after.it).sort()]).toEqual([
    ['A', 'B', 'C'],
    ['B', 'C'],
  ]);
  expect(unseen(before.it).sort()).toEqual(['B', 'C', 'D']);
});

test.each([
  ['was never named', false, []],
  ['was named before', true, ['A']],
])(
  'over a reload that no longer expects it, a wallet whose alert is remembered and that %s: %j',
  (_, named, expected) => {
    const before = walletsOf({ expected: [A] });
    before.it.recall({
      account: 'acme',
      ...A,
      rule: 'BalanceUnknown',
      state: { phase: 'firing' },
    } as SavedAlert);
    if (named) before.it.trackEarlier(A, true);
    const after = walletsOf();
    after.it.inherit(before.it);
    expect(known(after.it)).toEqual(expected);
  },
);

describe('a wallet that is forgotten', () => {
  const setUp = () => {
    const its = walletsOf({ rules: [silence()], expected: [B] });
    its.respond(0, [A, B, C]);
    its.respond(1, [B, C]);
    return its;
  };

  test('is gone with its alerts, of which each is returned', () => {
    const { it, told } = setUp();
    expect(it.forget(A).map(({ definition, subject }) => [definition.name, subject.walletType])).toEqual([
      ['Silent', 'A'],
    ]);
    expect([known(it), unseen(it)]).toEqual([['B', 'C'], []]);
    it.tick(NOON + 60 * MINUTE, true);
    expect(told.map(({ alert }) => alert.subject.walletType)).toEqual(['B', 'C']);
  });

  test('stays, where it is expected; one that is not known is none', () => {
    const { it } = setUp();
    expect([it.forget(B), it.forget(id('X'))]).toEqual([[], []]);
    expect(known(it)).toEqual(['B', 'A', 'C']);
  });

  test('leaves the others their rules about silence, also where it had none', () => {
    const { it, respond, told } = walletsOf({ rules: [silence({ ...ALL, walletType: 'B' })] });
    respond(0, [A, B]);
    it.forget(A);
    it.tick(NOON + 60 * MINUTE, true);
    expect(told.map(({ alert }) => alert.subject.walletType)).toEqual(['B']);
  });

  test('is another one when a response names it again', () => {
    const { it } = walletsOf();
    const first = it.beginResponse(NOON).seen(A);
    it.forget(A);
    const again = it.beginResponse(NOON + MINUTE).seen(A);
    expect(again).not.toBe(first);
    expect(it.byKey.get('UGX/A')).toBe(again);
  });
});

describe('of what was seen before the process began', () => {
  const lookback = (field: 'available' | 'actual') =>
    ({ extreme: 'max', field, since: NOON - 60 * MINUTE }) as const;
  const past = (amount: string, walletType = 'A') => ({
    ...{ account: 'acme', currency: 'UGX', walletType, slot: NOON - MINUTE, amount: amountOf(amount) },
  });
  const highest = (it: AccountWallets, key = 'UGX/A') =>
    it.byKey.get(key)?.rules.map(({ window }) => window?.extreme(NOON) ?? null);

  test('each wallet is lent its own values, whenever it appears, the newest that were brought of each field', () => {
    const { it, respond } = walletsOf({ rules: [drop('available'), drop('actual')] });
    respond(0, [B]);
    it.backfill(lookback('available'), [past('7'), past('8', 'B')]);
    it.backfill(lookback('actual'), [past('5')]);
    it.backfill(lookback('available'), [past('6')]);
    respond(1, [A]);
    expect([highest(it), highest(it, 'UGX/B')]).toEqual([
      ['6', '5'],
      ['8', null],
    ]);
  });

  test('nothing is lent when other replicas may have polled since', () => {
    const { it, respond } = walletsOf({ rules: [drop('available')] });
    it.backfill(lookback('available'), [past('7')]);
    it.interrupt(NOON);
    respond(1, [A]);
    expect(highest(it)).toEqual([null]);
  });

  test('what a wallet knew may lack values when other replicas may have polled since', () => {
    const { it, respond } = walletsOf({ rules: [drop('available')] });
    respond(0, [A]);
    it.interrupt(NOON + 7);
    expect(it.byKey.get('UGX/A')?.rules[0]?.window?.since()).toBe(NOON + 7);
  });
});

test('what is known of each wallet is dated back with the clock', () => {
  const { it, respond } = walletsOf();
  respond(0, [A, B]);
  it.dateBack(MINUTE);
  expect([...it.byKey.values()].map(({ namedAt, seenAt }) => [namedAt, seenAt])).toEqual([
    [NOON - MINUTE, NOON - MINUTE],
    [NOON - MINUTE, NOON - MINUTE],
  ]);
});

test.each([
  ['of its own', 'BalanceUnknown', ['BalanceUnknown']],
  ['of a rule', 'Any', []],
])('a remembered alert %s makes that alert of the wallet a full one: %j', (_, rule, expected) => {
  const { it, respond } = walletsOf();
  respond(0, [A]);
  it.recall({ account: 'acme', ...A, rule, state: { phase: 'inactive' } } as SavedAlert);
  expect(it.forget(A).map(({ definition }) => definition.name)).toEqual(expected);
});

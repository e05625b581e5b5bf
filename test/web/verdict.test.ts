// The status in words, case by case: what a wallet's row says, what the whole says, and in which order wallets stand.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { type Amount, amountOf } from '../../src/domain/money.ts';
import type { AccountView, WalletView } from '../../src/monitor/board/board.ts';
import {
  type ComparedAmount,
  compareKnown,
  compareLeft,
  compareRanks,
  type Rank,
  rankOf,
  severityRank,
} from '../../src/web/order.ts';
import { alarms, namesOf, reachVerdict, unseenWords } from '../../src/web/verdict.ts';
import { NOON } from '../metrics/house.ts';
import { alertOfDesk } from './desk.ts';

const amount = (text: string | null): Amount | null => (text === null ? null : amountOf(text));

function walletOf(
  walletType: string,
  more: Partial<WalletView> = {},
  available: string | null = '10',
): WalletView {
  const zero = amountOf('0');
  const balance = { available: amount(available), actual: zero, uncleared: zero, reserve: zero };
  return {
    ...{ account: 'acme', currency: 'UGX', walletType, state: 'fresh', balance, exposable: true },
    ...{ observedAt: NOON, slot: NOON, ...more },
  };
}
const accountOf = (wallets: readonly WalletView[], account = 'acme'): AccountView => ({
  ...{
    account,
    wallets,
    last: null,
    lastSuccessAt: null,
    consecutiveFailures: 0,
    nextSlot: null,
    version: 1,
  },
});
const on = (walletType: string, more: Partial<Alert> = {}): Alert =>
  alertOfDesk({ walletType, fingerprint: walletType, value: '10', threshold: '100', ...more });
const above = { level: { of: 'available', bad: 'above' }, value: '1000' } as const;

describe('a wallet', () => {
  const rowOf = (
    wallet: Partial<WalletView>,
    alerts: readonly Partial<Alert>[],
    available?: string | null,
  ) => {
    const { rows } = reachVerdict(
      [accountOf([walletOf('A', wallet, available)])],
      alerts.map((each) => on('A', each)),
    );
    const { level, words, threshold, beyond, alerts: shown } = rows[0]!;
    return { level, words, threshold, beyond, alerts: shown.map(({ rule }) => rule) };
  };
  const stale = { state: 'stale' } as const;
  const pending = { phase: 'pending' } as const;

  test.each<[string, Partial<WalletView>, Partial<Alert>[], level: string, words: string]>([
    ['without an alert', {}, [], 'fine', 'Fine'],
    ['whose alert is inactive', {}, [{ phase: 'inactive' }], 'fine', 'Fine'],
    ['below its threshold', {}, [{}], 'firing', 'Below threshold'],
    ['above its threshold', {}, [above], 'firing', 'Above threshold'],
    ['no longer below', {}, [{ value: '101' }], 'firing', 'No longer below threshold'],
    ['at it, where it was below', {}, [{ value: '100' }], 'firing', 'No longer below threshold'],
    ['at it, where it was above', {}, [{ ...above, value: '100' }], 'firing', 'No longer above threshold'],
    ['no longer above', {}, [{ ...above, value: '99' }], 'firing', 'No longer above threshold'],
    ['below it, pending', {}, [pending], 'pending', 'Below threshold, pending'],
    ['with an alert about something else', {}, [{ rule: 'Drops', level: undefined }], 'firing', 'Drops'],
    [
      'with an alert about another amount',
      {},
      [{ rule: 'Reserve', level: { of: 'reserve', bad: 'below' } }],
      'firing',
      'Reserve',
    ],
    ['with one whose value isn’t known', {}, [{ value: null }], 'firing', 'No longer below threshold'],
    ['that is too old', stale, [], 'unknown', 'Unknown: too old'],
    ['that is missing', { state: 'missing' }, [], 'unknown', 'Unknown: not in the response'],
    ['that was never seen', { state: 'never_seen', balance: null }, [], 'unknown', 'Unknown: never seen'],
    ['that is too old, and was below', stale, [{}], 'firing', 'Below threshold when last seen'],
    [
      'that is too old, with an alert about now',
      stale,
      [{ rule: 'Gone', level: undefined }],
      'firing',
      'Gone',
    ],
    [
      'that is too old, with one that is held',
      stale,
      [{ rule: 'Drops', level: undefined, held: true }],
      'firing',
      'Drops when last seen',
    ],
    ['that is too old, with one that pends', stale, [pending], 'unknown', 'Unknown: too old'],
    [
      'whose alert fires beside one that pends and is severer',
      {},
      [{ ...pending, severity: 'critical', rule: 'P', level: undefined }, {}],
      'firing',
      'Below threshold',
    ],
    [
      'whose severest alert is another',
      {},
      [{}, { severity: 'critical', rule: 'Severe', level: undefined }],
      'firing',
      'Severe',
    ],
  ])('%s', (_title, wallet, alerts, level, words) => {
    expect(rowOf(wallet, alerts)).toMatchObject({ level, words });
  });

  test('whose available amount can’t be read isn’t known', () => {
    expect(rowOf({}, [], null)).toMatchObject({ level: 'unknown', words: 'Unknown: not readable' });
  });

  test.each<[string, Partial<Alert>[], threshold: string | null]>([
    ['none', [], null],
    ['that of its alert, also while it is inactive', [{ phase: 'inactive' }], '100'],
    ['that of the alert that is active', [{ phase: 'inactive', threshold: '200' }, {}], '100'],
    ['that of the severest', [{}, { severity: 'critical', threshold: '50' }], '50'],
    [
      'that of the first rule of inactive ones',
      [{ phase: 'inactive' }, { phase: 'inactive', severity: 'critical', threshold: '50' }],
      '100',
    ],
    ['none of something else', [{ level: undefined }], null],
    [
      'the next, after one of something else',
      [{ level: undefined, severity: 'critical', threshold: '7' }, {}],
      '100',
    ],
    ['none that is no amount', [{ threshold: '2h' }], null],
  ])('has as threshold %s', (_title, alerts, threshold) => {
    expect(rowOf({}, alerts).threshold).toBe(threshold);
  });

  test('has its active alerts, those that fire first, then by severity', () => {
    const alerts = [
      { rule: 'Off', phase: 'inactive' as const },
      { rule: 'P1', ...pending, severity: 'info' },
      { rule: 'P2', ...pending },
      { rule: 'F1' },
      { rule: 'F2', severity: 'page' },
    ];
    expect(rowOf({}, alerts).alerts).toEqual(['F2', 'F1', 'P2', 'P1']);
  });

  test.each<[Partial<Alert>, beyond: string | undefined]>([
    [{}, 'below'],
    [above, 'above'],
    [{ value: '100' }, undefined],
    [{ value: '101' }, undefined],
    [{ level: undefined }, undefined],
  ])('of which %o is told is beyond its threshold: %s', (alert, beyond) => {
    expect(rowOf({}, [alert]).beyond).toBe(beyond);
  });
});

describe('the whole', () => {
  const verdictOf = (
    wallets: readonly WalletView[],
    alerts: readonly Alert[] = [],
    others: readonly AccountView[] = [],
  ) => {
    const { level, headline, also, blind } = reachVerdict([accountOf(wallets), ...others], alerts);
    return { level, said: [headline, ...also], blind };
  };
  const two = [walletOf('A'), walletOf('B')];
  const stale = walletOf('S', { state: 'stale' });
  const none = accountOf([], 'none');

  test.each<[string, () => ReturnType<typeof verdictOf>, level: string, said: string[], blind?: string]>([
    ['one', () => verdictOf(two.slice(1)), 'fine', ['The one wallet is seen and fresh']],
    ['two', () => verdictOf(two), 'fine', ['All 2 wallets are seen and fresh']],
    [
      'two that are held against thresholds',
      () => verdictOf(two, [on('A', { phase: 'inactive' })]),
      'fine',
      ['All 2 wallets are inside their thresholds'],
    ],
    [
      'two beside an alert of the account',
      () => verdictOf(two, [on('', { phase: 'inactive' })]),
      'fine',
      ['All 2 wallets are seen and fresh'],
    ],
    [
      'one that pends',
      () => verdictOf(two, [on('A', { phase: 'pending' })]),
      'pending',
      ['1 of 2 wallets has an alert pending'],
    ],
    ['one below', () => verdictOf(two, [on('A')]), 'firing', ['1 of 2 wallets is below threshold']],
    ['one above', () => verdictOf(two, [on('A', above)]), 'firing', ['1 of 2 wallets has an alert firing']],
    [
      'one of each',
      () => verdictOf([...two, walletOf('C')], [on('A'), on('B', above), on('C', { phase: 'pending' })]),
      'firing',
      [
        '1 of 3 wallets is below threshold',
        '1 other has an alert firing.',
        '1 of 3 wallets has an alert pending.',
      ],
    ],
    [
      'one unknown',
      () => verdictOf([...two, stale]),
      'unknown',
      ['Blind on 1 of 3 wallets'],
      'Blind on 1 of 3 wallets',
    ],
    [
      'one unknown that was below',
      () => verdictOf([stale, ...two], [on('S')]),
      'firing',
      ['Blind on 1 of 3 wallets', '1 of 3 wallets is below threshold.'],
      'Blind on 1 of 3 wallets',
    ],
    [
      'an account without wallets',
      () => verdictOf(two, [], [none]),
      'unknown',
      ['No wallet seen yet of none'],
      'No wallet seen yet of none',
    ],
    [
      'other alerts, each rule once',
      () =>
        verdictOf(two, [
          ...['X', 'Y', 'X'].map((rule) => on('', { rule, account: '', currency: '' })),
          on('Z', { rule: 'Gone' }),
          on('', { rule: 'Watchdog', severity: 'none' }),
          on('', { rule: 'Pends', phase: 'pending' }),
        ]),
      'firing',
      ['Also firing: X, Y, Gone'],
    ],
  ])('of %s', (_title, told, level, said, blind) => {
    expect(told()).toEqual({ level, said, blind });
  });

  test('without any wallet', () => {
    expect(reachVerdict([], [])).toMatchObject({ level: 'fine', headline: 'No wallet has been seen yet' });
  });

  test.each<[Partial<Alert>, boolean]>([
    [{}, true],
    [{ severity: 'none' }, false],
    [{ phase: 'pending' }, false],
    [{ phase: 'inactive' }, false],
  ])('%o is to be acted upon: %s', (alert, is) => {
    expect(alarms(on('A', alert))).toBe(is);
  });

  test('names at most five accounts', () => {
    const accounts = (count: number) => Array.from({ length: count }, (_, i) => accountOf([], `a${i}`));
    expect(namesOf(accounts(5))).toBe('a0, a1, a2, a3, a4');
    expect(namesOf(accounts(6))).toBe('a0, a1, a2, a3, a4 and 1 more account');
    expect(namesOf(accounts(7))).toBe('a0, a1, a2, a3, a4 and 2 more accounts');
    expect(unseenWords([accountOf(two)])).toBeUndefined();
  });
});

describe('the order', () => {
  test('of severities', () => {
    const ranks = ['page', 'critical', 'warning', 'own', 'info', 'none'].map((severity) =>
      severityRank({ severity }),
    );
    expect(ranks).toEqual([0, 0, 1, 2, 3, 4]);
  });

  const rank = (more: Partial<Rank> = {}): Rank => ({
    ...{ level: 1, severity: 2, seenAt: Number.POSITIVE_INFINITY, left: null, name: 'b', ...more },
  });
  const left = (part: string, whole = '100') => ({
    ...{ part: amountOf(part), whole: amountOf(whole), about: Number(part) / Number(whole) },
  });

  test.each<[string, Partial<Rank>, Partial<Rank>]>([
    ['the higher level', { level: 2, severity: 4, name: 'z' }, { level: 1, severity: 0 }],
    ['the severer', { severity: 1, seenAt: 9 }, { severity: 2, seenAt: 1 }],
    ['the one unknown for longer', { seenAt: 1, left: null }, { seenAt: 2, left: left('1') }],
    ['an unknown one before one that is known', { seenAt: 1 }, {}],
    [
      'the one with less of its threshold',
      { left: left('10'), name: 'z' },
      { left: left('10.0000000000001') },
    ],
    ['one with a threshold before one without', { left: left('1000'), name: 'z' }, {}],
    ['the name', { name: 'a' }, { name: 'b' }],
  ])('puts first %s', (_title, first, second) => {
    expect(compareRanks(rank(first), rank(second))).toBeLessThan(0);
    expect(compareRanks(rank(second), rank(first))).toBeGreaterThan(0);
  });

  test.each([
    ['below', '25', '100', undefined, { part: '25', whole: '100', about: 0.25 }],
    ['nearest above', '400', '100', 'above', { part: '100', whole: '400', about: 0.25 }],
    ['above a threshold of below', '400', '100', 'below', { part: '400', whole: '100', about: 4 }],
    ['below zero', '-25', '100', undefined, { part: '-25', whole: '100', about: -0.25 }],
    ['of a threshold of nothing', '25', '0', undefined, null],
    ['of a threshold below nothing', '25', '-1', undefined, null],
    ['of an unknown amount', null, '100', undefined, null],
    ['without a threshold', '25', null, undefined, null],
  ] as const)('what is left %s', (_title, available, threshold, beyond, told) => {
    const row = { wallet: walletOf('A', {}, available), threshold: amount(threshold), alerts: [], beyond };
    expect(rankOf(row, 3)).toEqual({
      ...{ level: 3, severity: 2, seenAt: Number.POSITIVE_INFINITY, left: told, name: 'acme/UGX/A' },
    });
  });

  test.each([
    [{ state: 'stale', observedAt: 7 }, 7],
    [{ state: 'never_seen', observedAt: null }, 0],
    [{ state: 'fresh', observedAt: 7 }, Number.POSITIVE_INFINITY],
  ] as const)('a wallet with %o is known since %d', (wallet, seenAt) => {
    const row = { wallet: walletOf('A', wallet), threshold: null, alerts: [on('A')] };
    expect(rankOf(row, 0)).toMatchObject({ seenAt, severity: 1 });
  });

  test('of shares is exact where they are nearly the same', () => {
    const third = left('1', '3');
    expect(compareLeft(third, left('2', '6'))).toBe(0);
    expect(compareLeft(third, third)).toBe(0);
    expect(compareLeft(third, left('33333333333333333333', '100000000000000000000'))).toBeGreaterThan(0);
    expect(compareLeft(left('33333333333333333334', '100000000000000000000'), third)).toBeGreaterThan(0);
    expect([compareLeft(null, null), compareLeft(third, null), compareLeft(null, third)]).toEqual([0, -1, 1]);
  });

  test('of amounts is exact where they are nearly the same, and an unknown one comes last', () => {
    const of = (text: string): ComparedAmount => ({ amount: amountOf(text), about: Number(text) });
    expect(compareKnown(of('1'), of('2'))).toBeLessThan(0);
    expect(compareKnown(of('-2'), of('-1'))).toBeLessThan(0);
    expect(compareKnown(of('100000000000000000000.1'), of('100000000000000000000.2'))).toBeLessThan(0);
    expect(compareKnown(of('1.0'), of('1'))).toBe(0);
    expect([compareKnown(null, null), compareKnown(of('1'), null), compareKnown(null, of('1'))]).toEqual([
      0, -1, 1,
    ]);
  });
});

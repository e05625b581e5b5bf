// What is made for one wallet, what it knows before anything is seen, and what it takes over from an earlier configuration.
import { describe, expect, test } from 'vitest';
import type { WalletRule } from '../../src/conditions/rule.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { Register } from '../../src/monitor/alerts/alert-instance.ts';
import {
  alertsOf,
  createWalletAlerts,
  dateBack,
  inheritSamples,
  type WalletAlerts,
} from '../../src/monitor/alerts/wallet-alerts.ts';
import type { RunwayAt } from '../../src/monitor/forecast/runways.ts';
import { lowRule, MINUTE, START } from '../support/watching.ts';

const ID = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const SILENT = lowRule({ name: 'Silent', condition: { kind: 'unknown_for', ms: 5 * MINUTE } });
const DROP = lowRule({
  name: 'Drop',
  condition: {
    kind: 'drops_by',
    field: 'available',
    by: amountOf('1'),
    percent: false,
    withinMs: 10 * MINUTE,
  },
});

interface Settings {
  readonly builtin?: boolean;
  readonly expected?: boolean;
  readonly register?: Register;
  readonly runway?: RunwayAt;
}

/** The alerts of a wallet of `acme-ug` for these rules, without built-in ones unless told otherwise. */
function walletOf(
  rules: readonly WalletRule[],
  { builtin = false, expected = false, register = (alert) => alert, runway }: Settings = {},
): WalletAlerts {
  return createWalletAlerts(ID, {
    builtins: { builtin, runbookUrl: '', register, isNew: () => true },
    ...{ account: 'acme-ug', rules, expected, since: START },
    ...{ topUpLeadMs: undefined, confidence: undefined, runway },
  });
}

const names = (alerts: readonly { readonly definition: { readonly name: string } }[]) =>
  alerts.map(({ definition }) => definition.name);

test('before anything is seen of a wallet, it is known since then, and expected only', () => {
  expect(walletOf([])).toMatchObject({
    ...{ namedAt: Number.MIN_SAFE_INTEGER, knownAt: START, seenAt: null, balance: null, onlyExpected: true },
    id: { account: 'acme-ug', ...ID },
  });
});

test('wallets of no rule share one list, as do those of no rule about silence: there are hundreds of thousands', () => {
  const [none, low, silent] = [walletOf([]), walletOf([lowRule()]), walletOf([SILENT])];
  expect(none.rules).toBe(walletOf([]).rules);
  expect(low.silences).toBe(none.silences);
  expect([none.rules, none.silences]).toEqual([[], []]);
  expect([
    names(silent.rules.map(({ alert }) => alert)),
    names(silent.silences.map(({ alert }) => alert)),
  ]).toEqual([['Silent'], ['Silent']]);
});

test.each([
  ['expected', { builtin: true, expected: true }, 'ExpectedWalletMissing'],
  ['not expected', { builtin: true, expected: false }, undefined],
  ['without built-in alerts', { builtin: false, expected: true }, undefined],
])('a wallet that is %s: whether it may be missing', (_, settings, expected) => {
  expect(walletOf([], settings).missing?.definition.name).toBe(expected);
});

test('only a rule that looks back has a window, and each its own', () => {
  const { rules } = walletOf([lowRule(), DROP, SILENT, { ...DROP, name: 'Another' }]);
  const windows = rules.map(({ window }) => window);
  expect(windows.map((window) => window !== undefined)).toEqual([false, true, false, true]);
  expect(windows[1]).not.toBe(windows[3]);
});

test('only rules about it have an alert, and of two of one identity the first', () => {
  const fruit = { ...lowRule({ name: 'Fruit' }), wallets: undefined, options: { account: '*' } };
  delete (fruit as Partial<typeof fruit>).wallets;
  const rules = [
    lowRule({ name: 'Other', wallets: { account: 'acme-ke', currency: '*', walletType: '*' } }),
    fruit as unknown as WalletRule, // about payment options
    lowRule(),
    lowRule({ forMs: MINUTE }),
  ];
  const entered = new Set<string>();
  const { rules: own } = walletOf(rules, {
    register: (alert) => (entered.size < entered.add(alert.fingerprint).size ? alert : undefined),
  });
  expect(own.map(({ alert, isNew }) => [alert.definition, isNew])).toEqual([[rules[2], true]]);
});

test('only a rule about the runway asks for it: of this wallet, by its own aim', () => {
  const asked: unknown[] = [];
  const runway: RunwayAt = (...all) => {
    asked.push(all);
    return undefined;
  };
  const lead = lowRule({ condition: { kind: 'runway_below', lead: 5 * MINUTE, confidence: 0.9 } });
  const [low, below] = walletOf([lowRule({ name: 'Low' }), lead], { runway }).rules;
  expect(low?.runway).toBeUndefined();
  below?.runway?.(amountOf('7'), START);
  const aim = { leadMs: 5 * MINUTE, confidence: 0.9 };
  expect(asked).toEqual([[{ account: 'acme-ug', ...ID }, '7', START, aim]]);
  expect(walletOf([lead]).rules[0]?.runway).toBeUndefined(); // where nothing is foretold
});

test('its alerts are those of its rules, and the built-in ones that were ever met', () => {
  const wallet = walletOf([lowRule(), SILENT], { builtin: true });
  expect(names(alertsOf(wallet))).toEqual(['PayoutFloatLow', 'Silent']);
});

describe('when the clock was set back', () => {
  test('what is known is as much older, and what was never seen is no younger than ever', () => {
    const wallet = walletOf([lowRule()]);
    dateBack(wallet, MINUTE);
    expect(wallet).toMatchObject({ seenAt: null, knownAt: START - MINUTE });
    Object.assign(wallet, { namedAt: START, knownAt: START, seenAt: START });
    dateBack(wallet, MINUTE);
    const at = START - MINUTE;
    expect(wallet).toMatchObject({ namedAt: at, knownAt: at, seenAt: at });
  });

  test('a window that two rules share is set back once', () => {
    const wallet = walletOf([DROP, { ...DROP, name: 'Another' }]);
    const [first, second] = wallet.rules;
    second!.window = first!.window;
    first!.window!.push(START, amountOf('1'));
    dateBack(wallet, MINUTE);
    expect(first!.window!.since()).toBe(START - MINUTE);
  });
});

describe('from an earlier configuration a wallet takes over', () => {
  /** The one rule of a wallet now, which was like that before. */
  function inherited(now: WalletRule, before: readonly WalletRule[], isNew = false) {
    const old = walletOf(before);
    const clear = { since: START, notSince: null, from: START, over: START };
    for (const rule of old.rules) {
      rule.isNew = isNew;
      rule.alert.clear = clear;
      rule.window?.push(START, amountOf('7'));
    }
    const wallet = walletOf([now]);
    inheritSamples(wallet, old);
    const [rule] = wallet.rules;
    return { isNew: rule!.isNew, isClear: rule!.alert.clear === clear, value: rule!.window?.extreme(START) };
  }
  const AS_BEFORE = { isNew: false, isClear: true };
  const ANEW = { isNew: true, isClear: false };
  const changed: [string, Partial<WalletRule>][] = [
    ['another `for`', { forMs: MINUTE }],
    ['another `keep_firing_for`', { keepFiringForMs: MINUTE }],
    ['another condition', { condition: { kind: 'unknown_for', ms: MINUTE } }],
    ['another name', { name: 'Renamed' }],
  ];

  test('what it knew', () => {
    const known = { namedAt: 1, knownAt: 2, seenAt: 3, balance: null, onlyExpected: false };
    const wallet = walletOf([]);
    inheritSamples(wallet, Object.assign(walletOf([]), known));
    expect(wallet).toMatchObject(known);
  });

  test('when the condition of a rule was clear, and that it was evaluated', () => {
    expect(inherited(lowRule(), [SILENT, lowRule()])).toMatchObject(AS_BEFORE);
    expect(inherited(lowRule(), [lowRule()], true)).toMatchObject({ isNew: true, isClear: true });
    expect(inherited(lowRule({ annotations: { summary: 'else' } }), [lowRule()])).toMatchObject(AS_BEFORE);
  });

  test.each(changed)('nothing of the kind for a rule with %s', (_, change) => {
    expect(inherited(lowRule(change), [lowRule()])).toMatchObject(ANEW);
    expect(inherited(lowRule(change), [SILENT])).toMatchObject(ANEW);
  });

  test('past values for a rule of the same condition, though it has another name', () => {
    const seven = amountOf('7');
    expect(inherited(DROP, [lowRule(), DROP])).toEqual({ ...AS_BEFORE, value: seven });
    expect(inherited({ ...DROP, name: 'Renamed' }, [DROP])).toEqual({ ...ANEW, value: seven });
    const longer = { ...DROP, condition: { ...DROP.condition, withinMs: 20 * MINUTE } } as WalletRule;
    expect(inherited(longer, [DROP])).toEqual({ ...ANEW, value: undefined });
  });
});

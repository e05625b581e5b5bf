// What one answer after the other says of the wallets of an account: which of them it is about, and what is remembered of each.
import { describe, expect, test } from 'vitest';
import type { WalletCondition } from '../../src/conditions/wallet/conditions.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { WalletBalance } from '../../src/domain/wallet.ts';
import { account, lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const EVERY = { account: '*', currency: '*', walletType: '*' };
const OTHER = 'OTHER';
const ID = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const expecting = { accounts: [account('acme-ug', { expect: [ID] })] };
const kenyan = (available: string) => ({ ...payout(available), currency: 'KES' });
const unread = (wallet: WalletBalance): WalletBalance => ({ ...wallet, available: null });

/** Of every wallet, unless told otherwise; its summary says how things were. */
function rule(condition: WalletCondition = lowRule().condition, change = {}) {
  const annotations = { summary: 'before {{previous}}, {{age}} ago' };
  return { rules: [lowRule({ condition, wallets: EVERY, annotations, ...change })], builtin: false };
}

const dropBy = (by: string, field: 'available' | 'actual' = 'available') =>
  ({ kind: 'drops_by', field, by: amountOf(by), percent: false, withinMs: 10 * MINUTE }) as const;

/** Which wallets the alerts are about that fire. */
function firing({ watch }: ReturnType<typeof watching>): readonly string[] {
  const all = watch.alerts().filter(({ phase }) => phase === 'firing');
  return all.map((alert) => `${alert.rule} ${alert.currency} ${alert.walletType}`).sort();
}

describe('an answer is about the wallets that it names', () => {
  test.each([
    ['types', [payout('1'), payout('9000000', OTHER)], ['PayoutFloatLow UGX MERCHANT_PAYOUT']],
    ['currencies', [kenyan('1'), payout('9000000')], ['PayoutFloatLow KES MERCHANT_PAYOUT']],
  ])('in whatever order their %s come', (_what, wallets, low) => {
    const watched = watching(rule());
    watched.see(0, wallets);
    expect(watched.see(1, wallets.toReversed())).toEqual([]);
    expect(firing(watched)).toEqual(low);
  });

  test('one that is named twice is not two: another is missing', () => {
    const { see } = watching({ ...expecting, rules: [], builtin: true });
    see(0, [payout('9000000'), payout('1', OTHER)]);
    const twice = { ...ID, walletType: OTHER, reason: 'duplicate' } as const;
    const told = see(1, [payout('1', OTHER)], { outcome: 'partial', unreadable: [twice] });
    expect(told).toContain('ExpectedWalletMissing fired');
  });

  test.each([
    ['currency', { currency: '', walletType: 'MERCHANT_PAYOUT' }],
    ['type', { currency: 'UGX', walletType: '' }],
    ['name at all', { currency: '', walletType: '' }],
  ])('a record without a %s may be the one that seems to be missing', (_what, name) => {
    const { see } = watching({ ...expecting, rules: [], builtin: true });
    see(0, [payout('9000000')]);
    const unreadable = [{ ...name, reason: 'malformed' as const }];
    expect(see(1, [payout('1', OTHER)], { outcome: 'partial', unreadable })).not.toContain(
      'ExpectedWalletMissing fired',
    );
    expect(see(2, [payout('1', OTHER)])).toContain('ExpectedWalletMissing fired');
  });

  test('none was without alerts where there was room for all', () => {
    const { watch, see } = watching(rule());
    see(0, [payout('1')]);
    expect(watch.ignoredWallets('acme-ug')).toBe(0);
  });
});

describe('a wallet without a fresh balance beside others that have one', () => {
  const unreadable = [{ ...ID, walletType: OTHER, reason: 'malformed' as const }];
  test.each([
    ['is not named', [payout('1')], {}],
    ['can not be read', [payout('1')], { outcome: 'partial', unreadable } as const],
  ])('is told of once that has lasted, and not before: it %s', (_what, wallets, change) => {
    const watched = watching({ rules: [], builtin: true });
    watched.see(0, [payout('1'), payout('1', OTHER)]);
    watched.see(1, wallets, change);
    watched.see(2, wallets, change);
    expect(watched.wait(2.4)).not.toContain('BalanceUnknown fired');
    expect(watched.wait(2.6)).toContain('BalanceUnknown fired');
    expect(firing(watched)).toContain('BalanceUnknown UGX OTHER');
    const alert = watched.watch
      .told()
      .find(({ rule, phase }) => rule === 'BalanceUnknown' && phase === 'firing');
    expect(alert?.annotations['summary']).toContain('for 2m36s');
  });

  test('is told of over a reload', () => {
    const { see, wait, watch, options } = watching({ rules: [], builtin: true });
    see(0, [payout('1'), payout('1', OTHER)]);
    for (const minute of [1, 2]) see(minute, [payout('1')]);
    watch.reload(options);
    expect(wait(2.6)).toEqual(['BalanceUnknown fired']);
  });

  test('is not told of once it was forgotten', () => {
    const { see, wait, watch } = watching({ rules: [], builtin: true });
    see(0, [payout('1'), payout('1', OTHER)]);
    for (const minute of [1, 2]) see(minute, [payout('1')]);
    watch.forget('acme-ug', { ...ID, walletType: OTHER });
    expect(wait(2.6)).toEqual([]);
  });
});

describe('a wallet that is forgotten', () => {
  test('has its alerts again when the next answer names it in its old place', () => {
    const { see, watch } = watching(rule());
    see(0, [payout('1')]);
    watch.forget('acme-ug', ID);
    expect(see(1, [payout('1')])).toEqual(['PayoutFloatLow fired']);
  });

  test('is silent', () => {
    const { see, wait, watch } = watching(rule({ kind: 'unknown_for', ms: 5 * MINUTE }));
    see(0, [payout('1'), payout('1', OTHER)]);
    watch.forget('acme-ug', ID);
    expect(wait(6)).toEqual(['PayoutFloatLow fired']); // of the other one
    expect(watch.alerts()).toMatchObject([{ walletType: OTHER }]);
  });

  test('is nothing new where nobody knew it, nor where it is expected', () => {
    const { see, watch } = watching({ ...rule(), ...expecting });
    see(0, [payout('1')]);
    expect(watch.forget('acme-ug', { ...ID, walletType: 'NEVER' })).toEqual([]);
    expect(watch.forget('acme-ug', ID)).toEqual([]);
    expect(see(1, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
  });
});

describe('what is remembered of a wallet', () => {
  test('an amount that is not told, and a poll that failed, are not what it was before', () => {
    const { see, alert } = watching(rule());
    see(0, [payout('300')]);
    see(1, 'connect');
    see(2, [payout('200')]);
    expect(alert()?.annotations['summary']).toBe('before 300, 0s ago');
    see(3, [unread(payout('1'))]);
    expect(alert()?.annotations['summary']).toContain('1m ago');
  });

  test('a drop is from the highest that was told, though some of it was not', () => {
    const { see } = watching(rule(dropBy('3000000')));
    for (const [minute, wallet] of [payout('9000000'), unread(payout('1')), payout('7000000')].entries())
      expect(see(minute, [wallet])).toEqual([]);
    expect(see(3, [payout('6000000')])).toEqual(['PayoutFloatLow fired']);
  });

  test.each([
    ['of the lowest', { extreme: 'min', field: 'available' }],
    ['of another amount', { extreme: 'max', field: 'actual' }],
  ] as const)('a drop is not from a past %s', (_what, lookback) => {
    const { see, watch } = watching(rule(dropBy('3000000')));
    see(0, [payout('5000000')]);
    const past = { ...ID, account: 'acme-ug', slot: START - 5 * MINUTE, amount: amountOf('9000000') };
    watch.lookBack({ ...lookback, since: START - 10 * MINUTE }, [past]);
    expect(see(1, [payout('5000000')])).toEqual([]);
  });

  test('the past of each amount is there for wallets that come later', () => {
    const rules = [
      ...rule(dropBy('3000000'), { name: 'Available' }).rules,
      ...rule(dropBy('3000000', 'actual'), { name: 'Actual' }).rules,
      ...rule({ ...dropBy('3000000'), kind: 'rises_by' }, { name: 'Rise' }).rules,
    ];
    const { see, watch } = watching({ rules });
    const slot = START - 5 * MINUTE;
    const at = (amount: string) => [{ ...ID, account: 'acme-ug', slot, amount: amountOf(amount) }];
    const since = START - 10 * MINUTE;
    watch.lookBack({ extreme: 'max', field: 'available', since }, at('1'));
    watch.lookBack({ extreme: 'min', field: 'available', since }, at('9000000'));
    watch.lookBack({ extreme: 'max', field: 'actual', since }, at('9000000'));
    watch.lookBack({ extreme: 'max', field: 'available', since }, at('9000000')); // newer than the first
    expect(see(0, [payout('5000000')])).toEqual(['Available fired', 'Actual fired']);
  });

  test('of a wallet that was forgotten, no past is there when it is named again', () => {
    const { see, watch } = watching(rule(dropBy('3000000')));
    const past = { ...ID, account: 'acme-ug', slot: START - 5 * MINUTE, amount: amountOf('9000000') };
    watch.lookBack({ extreme: 'max', field: 'available', since: START - 10 * MINUTE }, [past]);
    expect(see(0, [payout('5000000')])).toEqual(['PayoutFloatLow fired']);
    see(1, []);
    watch.forget('acme-ug', ID);
    expect(see(2, [payout('5000000')])).toEqual([]);
    expect(see(3, [payout('1000000')])).toEqual(['PayoutFloatLow fired']);
  });

  test('how long it lasts is as old as what that was made of, and not asked of a poll that failed', () => {
    const runway = () => ({ pessimistic: MINUTE, median: MINUTE });
    const { see, alert, clock } = watching({ ...rule({ kind: 'runway_below', lead: 5 * MINUTE }), runway });
    see(0, [payout('1')]);
    clock.advance(30_000);
    expect(alert()?.annotations['summary']).toContain('30s ago');
    see(1, 'connect');
    expect(alert()).toMatchObject({ phase: 'firing', held: true });
    expect(alert()?.annotations['summary']).toContain('1m ago');
  });

  test('that nothing was silent is no reason to doubt it', () => {
    const { see, wait, alert } = watching(rule({ kind: 'unknown_for', ms: 5 * MINUTE }));
    see(0, [payout('1')]);
    wait(1);
    expect(alert()).toMatchObject({ phase: 'inactive', reason: 'not_met' });
  });
});

describe('a wallet that only an earlier answer named', () => {
  const earlier = polled(0, [payout('1', OTHER)]);

  test.each([
    ['good', [payout('9000000')], true],
    ['none', 'connect', false],
  ] as const)('is told to be unknown where the newest answer was %s', (_what, newest, isTold) => {
    const watched = watching({ rules: [], builtin: true });
    watched.see(3, newest);
    watched.watch.resume([], [earlier]);
    watched.wait(3.1);
    expect(firing(watched).includes('BalanceUnknown UGX OTHER')).toBe(isTold);
  });

  test('is known by its name, if that can be a label', () => {
    const { see, watch } = watching(rule());
    see(3, [payout('9000000')]);
    watch.resume([], [polled(0, [{ ...payout('1', 'evil 1'), exposable: false }, payout('1', OTHER)])]);
    expect(watch.alerts().map(({ walletType }) => walletType)).toEqual(['MERCHANT_PAYOUT', OTHER]);
  });

  test('is there though nobody expects it any more', () => {
    const { see, watch, options } = watching({ ...rule(), ...expecting, builtin: true });
    see(3, [payout('9000000', OTHER)]);
    watch.resume([], [polled(0, [payout('1')])]);
    watch.reload({ ...options, accounts: [account()] });
    const rules = watch.alerts().filter(({ walletType }) => walletType === ID.walletType);
    expect(rules.map(({ rule: name, reason }) => `${name} ${reason}`)).toContain('PayoutFloatLow unknown');
  });

  test('is bounded, too', () => {
    const { see, watch } = watching(rule());
    see(30, [payout('9000000')]);
    for (let minute = 29; minute > 10; minute--)
      watch.resume(
        [],
        [
          polled(
            minute,
            Array.from({ length: 200 }, (_, i) => payout('1', `T${minute}_${i}`)),
          ),
        ],
      );
    expect(watch.count()).toBeLessThan(2_500);
  });
});

test('a rule that looks back is not judged by the newest answer alone, when a reload changes it', () => {
  const { see, watch, alert, options } = watching(rule(dropBy('3000000')));
  see(0, [payout('9000000')]);
  see(1, [payout('1')]);
  watch.reload({ ...options, ...rule({ ...dropBy('2000000'), withinMs: 20 * MINUTE }) });
  expect(watch.resume([], [polled(1, [payout('1')])])).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'firing' });
});

test('a rule that a reload adds is judged by the newest answer, and tells how old that is', () => {
  const { see, watch, alert, options, clock } = watching(rule());
  see(1, [payout('1')]);
  watch.reload({ ...options, ...rule(lowRule().condition, { name: 'Added' }) });
  clock.advance(30_000);
  expect(watch.resume([], [polled(1, [payout('1')])]).map(({ transition }) => transition)).toContain('fired');
  expect(alert('Added')?.annotations['summary']).toContain('30s ago');
});

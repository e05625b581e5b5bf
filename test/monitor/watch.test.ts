import { describe, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

test('a wallet below its threshold fires, above it resolves; labels say which', () => {
  const { see, alert } = watching({ rules: [lowRule({ labels: { team: 'finance' } })] });
  expect(see(0, [payout('5000000')])).toEqual([]);
  expect(see(1, [payout('4999999.99')])).toEqual(['PayoutFloatLow fired']);
  expect(alert()).toMatchObject({
    phase: 'firing',
    firingAt: START + MINUTE,
    value: '4999999.99',
    threshold: '5000000',
    reason: 'fired',
    labels: {
      alertname: 'PayoutFloatLow',
      severity: 'warning',
      account: 'acme-ug',
      currency: 'UGX',
      wallet_type: 'MERCHANT_PAYOUT',
      team: 'finance',
    },
  });
  expect(see(2, [payout('5000000')])).toEqual(['PayoutFloatLow resolved']);
  expect(alert()).toMatchObject({ phase: 'inactive', resolvedAt: START + 2 * MINUTE });
});

test('M15 the threshold itself is not below it, in exact decimals', () => {
  const condition = (threshold: string) =>
    ({
      kind: 'below',
      field: 'available',
      threshold: amountOf(threshold),
      clear: amountOf(threshold),
    }) as const;
  const { see } = watching({ rules: [lowRule({ condition: condition('0.3') })] });
  expect(see(0, [payout('0.30')])).toEqual([]);
  expect(see(1, [payout('0.299999999999999999')])).toEqual(['PayoutFloatLow fired']);
});

test('A8 M7 it is held, not resolved, while the poll fails, the wallet is missing or the field unreadable', () => {
  const { see, alert } = watching();
  see(0, [payout('1')]);
  const blind: Parameters<typeof polled>[] = [
    [1, 'connect'],
    [2, []],
    [3, 'empty'],
    [4, [payout('9000000', 'MERCHANT_COLLECTION')]],
    [5, [{ ...payout('9000000'), available: null }], { outcome: 'partial' }],
    [
      6,
      [],
      {
        outcome: 'partial',
        unreadable: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'duplicate' }],
      },
    ],
    [7, 'not_json'],
  ];
  for (const args of blind) {
    expect(see(...args)).toEqual([]);
    expect(alert()).toMatchObject({
      phase: 'firing',
      held: true,
      firingAt: START,
      value: '1',
      reason: 'unknown',
    });
  }
  expect(see(8, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
});

test('A9 flapping by one unit around the threshold: one firing, one resolved', () => {
  const condition = {
    kind: 'below',
    field: 'available',
    threshold: amountOf('5000000'),
    clear: amountOf('6000000'),
  } as const;
  const { see } = watching({ rules: [lowRule({ condition })] });
  const told = Array.from({ length: 20 }, (_, i) => see(i, [payout(i % 2 === 0 ? '4999999' : '5000000')]));
  expect([...told.flat(), ...see(20, [payout('6000000')])]).toEqual([
    'PayoutFloatLow fired',
    'PayoutFloatLow resolved',
  ]);
});

test('above is the mirror image', () => {
  const condition = {
    kind: 'above',
    field: 'uncleared',
    threshold: amountOf('100'),
    clear: amountOf('50'),
  } as const;
  const { see } = watching({ rules: [lowRule({ condition })] });
  const uncleared = (amount: string) => [{ ...payout('0'), uncleared: amountOf(amount) }];
  expect(see(0, uncleared('100'))).toEqual([]);
  expect(see(1, uncleared('100.01'))).toEqual(['PayoutFloatLow fired']);
  expect(see(2, uncleared('50.01'))).toEqual([]);
  expect(see(3, uncleared('50'))).toEqual(['PayoutFloatLow resolved']);
});

test('`for` is counted in slots: a late answer neither shortens nor prolongs it', () => {
  const { see } = watching({ rules: [lowRule({ forMs: 2 * MINUTE })] });
  expect(see(0, [payout('1')], { observedAt: START + 9_000 })).toEqual(['PayoutFloatLow pending']);
  expect(see(1, [payout('1')])).toEqual([]);
  expect(see(2, [payout('1')], { observedAt: START + 2 * MINUTE + 10 })).toEqual(['PayoutFloatLow fired']);
});

describe('slots', () => {
  test('an older one, or one that is handed in twice, changes nothing', () => {
    const { see, watch } = watching();
    see(5, [payout('9000000')]);
    expect(watch.observe(polled(4, [payout('1')]))).toEqual([]);
    expect(watch.observe(polled(5, [payout('1')]))).toEqual([]);
  });

  test('a failure may be followed by a success in the same slot', () => {
    const { see } = watching();
    see(5, 'lost');
    expect(see(5, [payout('1')])).toEqual(['PayoutFloatLow fired']);
  });

  test('C5 after the clock was set back by an hour it goes on judging at once', () => {
    const { see, alert } = watching();
    see(60, [payout('1')]);
    expect(see(1, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
    expect(see(2, [payout('1')])).toEqual(['PayoutFloatLow fired']);
    // Within the second: the slot may come a second time, and an episode is known by when it began.
    expect(Math.floor((alert()?.firingAt ?? 0) / 1_000) * 1_000).toBe(START + 2 * MINUTE);
  });
});

test('every (rule, wallet) is there from the first look on, also while inactive', () => {
  const rules = [
    lowRule(),
    lowRule({ name: 'Other', wallets: { account: 'x*', currency: '*', walletType: '*' } }),
  ];
  const { see, watch } = watching({ rules });
  see(0, [payout('9000000'), payout('1', 'SERVICE_PAYMENTS')]);
  expect(watch.alerts().map(({ rule, walletType, phase }) => `${rule} ${walletType} ${phase}`)).toEqual([
    'PayoutFloatLow MERCHANT_PAYOUT inactive',
  ]);
});

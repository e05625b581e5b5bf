// `difference_above`: |actual − (available + uncleared + reserve)| is greater than an amount.
import { type Amount, amountOf, compareAmounts, netAsWritten, ZERO } from '../../domain/money.ts';
import { AMOUNT_FIELDS, balanceDifference } from '../../domain/wallet.ts';
import { heldExpr, ON_WALLET, ofWallets, walletSeries } from '../promql.ts';
import { AMOUNT_VALUE, magnitude, UNKNOWN, walletCondition } from './condition.ts';

export interface DifferenceAbove {
  readonly kind: 'difference_above';
  readonly threshold: Amount;
}

export const differenceAbove = walletCondition({
  setting: {
    is: 'amount',
    text: 'actual differs from available + uncleared + reserve by more than this amount.',
    min: ZERO,
  },
  more: {},
  of: (threshold): DifferenceAbove => ({ kind: 'difference_above', threshold }),
  settingsOf: ({ threshold }) => ({ value: threshold, more: {} }),
  evidence: () => ({ kind: 'balance' }),
  fields: () => AMOUNT_FIELDS,
  threshold: ({ threshold }) => threshold,
  summary: () =>
    '{{wallet}}: actual differs from the sum of its parts by {{value}} {{currency}}, more than {{threshold}}. Compare it with the statement of the service, and ask what it holds back',
  over: () =>
    '{{wallet}}: actual differs from the sum of its parts by {{value}} {{currency}}, no longer by more than {{threshold}}',
  promqlValue: AMOUNT_VALUE,

  evaluate({ threshold }, sample) {
    const value = sample.kind === 'seen' ? balanceDifference(sample.balance, netAsWritten) : null;
    if (value === null) return UNKNOWN;
    const state = compareAmounts(magnitude(value), threshold) > 0 ? 'met' : 'clear';
    return { state, value, threshold };
  },

  isWorse(value, than) {
    const [a, b] = [amountOf(value), amountOf(than)];
    return compareAmounts(magnitude(a), magnitude(b)) > 0;
  },

  promql({ threshold }, rule) {
    const value = `${walletSeries('balance_difference')}${ofWallets(rule.wallets)}`;
    return heldExpr(rule, { value, met: `${value} and ${ON_WALLET} (abs(${value}) > ${threshold})` });
  },
});

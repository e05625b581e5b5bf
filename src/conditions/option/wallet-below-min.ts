// `wallet_below_min: true`: the payout wallet holds less than the smallest payout of any active option.
import { compareAmounts } from '../../domain/money.ts';
import {
  alertsOf,
  braced,
  HELD_FOR,
  matchers,
  ON_OPTION,
  ON_WALLET,
  type OptionPromqlRule,
  optionSeries,
  walletSeries,
} from '../promql.ts';
import { matchesGlob } from '../selector.ts';
import { AMOUNT_VALUE } from '../wallet/condition.ts';
import { payoutWalletCondition, switchedOn, UNKNOWN } from './condition.ts';

export interface WalletBelowMin {
  readonly kind: 'wallet_below_min';
}

export const walletBelowMin = payoutWalletCondition({
  ...switchedOn(
    'wallet_below_min',
    'The payout wallet holds less than the smallest payout of any active option.',
  ),
  summary: () =>
    '{{wallet}} holds {{value}} {{currency}}, less than the smallest payout of any active option: nothing can be paid. To top it up: {{plan}}',
  over: () => '{{wallet}} holds {{value}} {{currency}}, enough for the smallest payout: {{threshold}}',
  level: () => ({ of: 'available', bad: 'below' }),
  promqlValue: AMOUNT_VALUE,
  promql: (_, rule) => expressionOf(rule),

  /**
   * An unknown option might be the one that still works: with one among `payouts`, the answer is either clear or unknown.
   * Without any active option there is nothing to compare with: unknown.
   */
  evaluate(_, available, payouts, uncertain) {
    if (available === null) return UNKNOWN;
    const active = payouts.filter((option) => option.active === true);
    const minima = active.flatMap(({ min }) => (min === null ? [] : [min]));
    const [first, ...others] = minima;
    if (first === undefined) return UNKNOWN;
    const threshold = others.reduce((least, min) => (compareAmounts(min, least) < 0 ? min : least), first);
    if (compareAmounts(available, threshold) >= 0) return { state: 'clear', value: available, threshold };
    const mayWork =
      uncertain || minima.length < active.length || payouts.some((option) => option.active === null);
    return mayWork ? UNKNOWN : { state: 'met', value: available, threshold };
  },
});

/** Compares a payout wallet with the smallest payout of any active option, unless an unknown option might work. */
function expressionOf(rule: OptionPromqlRule): string | undefined {
  const { account, currency, transactionType, providerCode } = rule.options;
  if (!matchesGlob(transactionType, 'PAYOUT')) return undefined;
  const payouts = [
    ...matchers({ account, currency }),
    'transaction_type="PAYOUT"',
    ...matchers({ provider_code: providerCode }),
  ];
  const chosen = braced(payouts);
  const wallet = `${walletSeries('available_balance')}${braced([...matchers({ account, currency }), 'wallet_type="MERCHANT_PAYOUT"'])}`;
  const active = `${optionSeries('active')}${chosen}`;
  const min = `${optionSeries('min_amount')}${chosen}`;
  const least = `min by (account, currency) (${min} and ${ON_OPTION} ${active} == 1)`;
  const state = (which: string) =>
    `max without (instance, pod, state) (payment_option_state${braced([...payouts, `state="${which}"`])}) == 1`;
  const uncertain = [
    `(${state('fresh')} unless ${ON_OPTION} ${active})`,
    `(${active} == 1 unless ${ON_OPTION} ${min})`,
    state('stale'),
  ].join(' or ');
  const against = (sign: string) => `${wallet} ${sign} on (account, currency) group_left () ${least}`;
  return [
    `(${against('<')} unless on (account, currency) (${uncertain}))`,
    `(last_over_time(${wallet}[${HELD_FOR}]) and ${ON_WALLET} ${alertsOf(rule)} unless ${ON_WALLET} (${against('>=')}))`,
  ].join('\nor ');
}

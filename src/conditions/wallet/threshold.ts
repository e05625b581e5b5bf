// `below` and `above`: an amount beyond a threshold, with a clear level of its own (hysteresis).
import type { Level } from '../../domain/alert.ts';
import { type Amount, compareAmounts } from '../../domain/money.ts';
import type { AmountField } from '../../domain/wallet.ts';
import { heldExpr, ofWallets, type WalletPromqlRule, walletSeries } from '../promql.ts';
import { AMOUNT_VALUE, orderOf, type Sample, UNKNOWN, walletCondition } from './condition.ts';
import { FIELD } from './field.ts';

/** Met strictly beyond `threshold`; over once the amount is back at `clear`. */
export interface Threshold<Kind extends 'below' | 'above'> {
  readonly kind: Kind;
  readonly field: AmountField;
  readonly threshold: Amount;
  readonly clear: Amount;
}

/** The field is below this amount. */
export const below = walletCondition({
  setting: { is: 'amount', text: 'The field is below this amount.' },
  more: {
    field: FIELD,
    clear_above: {
      is: 'amount',
      text: 'below is over once the field is at this or above; the threshold, if absent.',
    },
  },
  of: (threshold, { field, clear_above }) => thresholdOf('below', threshold, field, clear_above),
  settingsOf: ({ threshold, field, clear }) => ({
    value: threshold,
    more: { field, clear_above: clear === threshold ? null : clear },
  }),
  flaw: (threshold, { clear_above }) =>
    clear_above !== null && compareAmounts(clear_above, threshold) < 0
      ? {
          setting: 'clear_above',
          message: `is below the threshold of ${threshold}, where the alert begins again`,
        }
      : undefined,
  ...comparison('below'),
});

/** The field is above this amount. */
export const above = walletCondition({
  setting: { is: 'amount', text: 'The field is above this amount.' },
  more: {
    field: FIELD,
    clear_below: {
      is: 'amount',
      text: 'above is over once the field is at this or below; the threshold, if absent.',
    },
  },
  of: (threshold, { field, clear_below }) => thresholdOf('above', threshold, field, clear_below),
  settingsOf: ({ threshold, field, clear }) => ({
    value: threshold,
    more: { field, clear_below: clear === threshold ? null : clear },
  }),
  flaw: (threshold, { clear_below }) =>
    clear_below !== null && compareAmounts(clear_below, threshold) > 0
      ? {
          setting: 'clear_below',
          message: `is above the threshold of ${threshold}, where the alert begins again`,
        }
      : undefined,
  ...comparison('above'),
});

/** A clear level on the bad side of the threshold is replaced by the threshold. */
function thresholdOf<Kind extends 'below' | 'above'>(
  kind: Kind,
  threshold: Amount,
  field: AmountField | null,
  clear: Amount | null,
): Threshold<Kind> {
  const usable = clear !== null && compareAmounts(clear, threshold) !== worseOf(kind);
  return { kind, field: field ?? 'available', threshold, clear: usable ? clear : threshold };
}

/** What the two conditions have in common. */
function comparison<Kind extends 'below' | 'above'>(kind: Kind) {
  type Condition = Threshold<Kind>;
  const worse = worseOf(kind);
  return {
    evidence: () => ({ kind: 'balance' }) as const,
    fields: ({ field }: Condition) => [field],
    threshold: ({ threshold }: Condition) => threshold,
    level: ({ field }: Condition): Level => ({ of: field, bad: kind }),
    isWorse: (value: string, than: string) => orderOf(value, than) === worse,
    summary: ({ field }: Condition) =>
      `{{wallet}}: ${field} is {{value}} {{currency}}, ${kind} {{threshold}}. ${kind === 'below' ? 'To top it up: {{plan}}' : 'Move what need not lie there'}`,
    over: ({ field }: Condition) =>
      `{{wallet}}: ${field} is {{value}} {{currency}}, no longer ${kind} {{threshold}}`,
    promqlValue: AMOUNT_VALUE,

    evaluate({ field, threshold, clear }: Condition, sample: Sample) {
      const value = sample.kind === 'seen' ? sample.balance[field] : null;
      if (value === null) return UNKNOWN;
      if (compareAmounts(value, threshold) === worse) return { state: 'met', value, threshold } as const;
      const isClear = compareAmounts(value, clear) !== worse;
      return { state: isClear ? 'clear' : 'band', value, threshold } as const;
    },

    promql({ field, threshold, clear }: Condition, rule: WalletPromqlRule) {
      const value = `${walletSeries(`${field}_balance`)}${ofWallets(rule.wallets)}`;
      const operator = kind === 'below' ? '<' : '>';
      const band = clear === threshold ? [] : [`${value} ${operator} ${clear}`];
      return heldExpr(rule, { value, met: `${value} ${operator} ${threshold}`, band });
    },
  };
}

/** How a worse amount compares with a better one. */
function worseOf(kind: 'below' | 'above'): -1 | 1 {
  return kind === 'below' ? -1 : 1;
}

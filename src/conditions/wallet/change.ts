// `drops_by` and `rises_by`: an amount has moved by that much, or by that percentage, within a time.
import { formatDuration } from '../../domain/duration.ts';
import { compareAmounts, percentOf, subtractAmounts, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { AmountField } from '../../domain/wallet.ts';
import { heldExpr, ON_WALLET, ofWallets, type WalletPromqlRule, walletSeries } from '../promql.ts';
import type { Change } from '../settings.ts';
import {
  AMOUNT_VALUE,
  orderOf,
  type Sample,
  type SampleMemory,
  UNKNOWN,
  walletCondition,
} from './condition.ts';
import { FIELD } from './field.ts';

/** Moved by at least `by` (an amount, or a percentage of the earlier value) within the last `withinMs`. */
export interface Movement<Kind extends 'drops_by' | 'rises_by'> extends Change {
  readonly kind: Kind;
  readonly field: AmountField;
  readonly withinMs: number;
}

const MORE = {
  field: FIELD,
  within: {
    is: 'duration',
    text: 'How far drops_by and rises_by look back.',
    minMs: 1_000,
    needed: 'how far to look back, such as within: 1h',
  },
} as const;

/** The field has gone down by this much within a time. */
export const dropsBy = walletCondition({
  setting: {
    is: 'change',
    text: 'The field has gone down by this much, or by this percentage, within.',
  },
  more: MORE,
  of: (change, { field, within }) => movementOf('drops_by', change, field, within),
  settingsOf: settingsOf<'drops_by'>,
  ...movement('drops_by'),
});

/** The field has gone up by this much within a time. */
export const risesBy = walletCondition({
  setting: { is: 'change', text: 'The field has gone up by this much, or by this percentage, within.' },
  more: MORE,
  of: (change, { field, within }) => movementOf('rises_by', change, field, within),
  settingsOf: settingsOf<'rises_by'>,
  ...movement('rises_by'),
});

function movementOf<Kind extends 'drops_by' | 'rises_by'>(
  kind: Kind,
  { by, percent }: Change,
  field: AmountField | null,
  withinMs: number,
): Movement<Kind> {
  return { kind, field: field ?? 'available', by, percent, withinMs };
}

function settingsOf<Kind extends 'drops_by' | 'rises_by'>({ by, percent, field, withinMs }: Movement<Kind>) {
  return { value: { by, percent }, more: { field, within: withinMs } };
}

/** What the two conditions have in common. */
function movement<Kind extends 'drops_by' | 'rises_by'>(kind: Kind) {
  type Condition = Movement<Kind>;
  const isDrop = kind === 'drops_by';
  return {
    evidence: ({ field, withinMs }: Condition) =>
      ({ kind: 'window', extreme: isDrop ? 'max' : 'min', field, withinMs }) as const,
    fields: ({ field }: Condition) => [field],
    threshold: (condition: Condition) => textOf(condition),
    isWorse: (value: string, than: string) => orderOf(value, than) === (isDrop ? -1 : 1),
    summary: ({ field, withinMs }: Condition) =>
      `{{wallet}}: ${field} went ${isDrop ? 'down' : 'up'} to {{value}} {{currency}}, by {{threshold}} or more within ${formatDuration(withinMs)}. ${isDrop ? 'Check that what went out is yours. To top it up: {{plan}}' : 'Check where it came from'}`,
    over: ({ field, withinMs }: Condition) =>
      `{{wallet}}: ${field} is {{value}} {{currency}}, no longer ${isDrop ? 'down' : 'up'} by {{threshold}} or more within ${formatDuration(withinMs)}`,
    promqlValue: AMOUNT_VALUE,

    evaluate(condition: Condition, sample: Sample, { window }: SampleMemory, at: Instant) {
      const { field, by, percent } = condition;
      const value = sample.kind === 'seen' ? sample.balance[field] : null;
      if (value === null) return UNKNOWN;
      const from = window?.extreme(at) ?? value;
      const moved = isDrop ? subtractAmounts(from, value) : subtractAmounts(value, from);
      // A percentage of zero, or of a debt, says nothing about a wallet.
      const comparable = !percent || compareAmounts(from, ZERO) > 0;
      const enough = percent && comparable ? percentOf(from, by) : by;
      const met = comparable && compareAmounts(moved, ZERO) > 0 && compareAmounts(moved, enough) >= 0;
      return { state: met ? 'met' : 'clear', value, threshold: textOf(condition) } as const;
    },

    promql({ field, by, percent, withinMs }: Condition, rule: WalletPromqlRule) {
      const value = `${walletSeries(`${field}_balance`)}${ofWallets(rule.wallets)}`;
      const from = `${isDrop ? 'max' : 'min'}_over_time(${value}[${formatDuration(withinMs)}])`;
      const moved = isDrop ? `${from} - ${value}` : `${value} - ${from}`;
      const enough = percent ? `(${moved}) / (${from} > 0) * 100 >= ${by}` : `${moved} >= ${by}`;
      return heldExpr(rule, { value, met: `${value} and ${ON_WALLET} (${enough})` });
    },
  };
}

function textOf({ by, percent }: Change): string {
  return percent ? `${by}%` : by;
}

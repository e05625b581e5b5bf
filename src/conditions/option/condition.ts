// The parts of a condition about payment options. Each kind is one object in a file beside this one, and a line in
// `conditions.ts`.
import type { Evaluation, Level } from '../../domain/alert.ts';
import type { Amount } from '../../domain/money.ts';
import type { PaymentOption } from '../../domain/payment-option.ts';
import type { OptionPromqlRule } from '../promql.ts';
import type { FromSettings, Setting } from '../settings.ts';
import type { LimitMemory } from './limits.ts';

/** What one finished poll says about one payment option. */
export type PaymentOptionSample =
  | { readonly kind: 'seen'; readonly option: PaymentOption }
  | { readonly kind: 'unreadable' } // the response names it, but the record can't be believed
  | { readonly kind: 'missing' } // a good response doesn't name it
  | { readonly kind: 'failed' }; // no good response

type More = Readonly<Record<string, Setting>>;

/** What every kind of condition about payment options has; `C` is the condition of a rule. */
interface OptionConditionBase<C, Own extends Setting, M extends More> extends FromSettings<C, Own, M> {
  /** The whole expression on which Prometheus fires; `undefined` for a rule that can't match any option. */
  promql(condition: C, rule: OptionPromqlRule): string | undefined;
  /** The summary for a rule without its own; an annotation's template. */
  summary(condition: C): string;
  /** What that summary says once the condition is seen to be over: a template without the plan and the age. */
  over(condition: C): string;
  /** The value of the alert as a template of Prometheus. */
  readonly promqlValue: string;
  /** What is known about the threshold before the first evaluation. */
  threshold(condition: C): string | null;
  /** The amount that the threshold is a level of. Absent: it is something else. */
  level?(condition: C): Level;
  /** How long it must last before the rule's own `for` begins, in milliseconds. */
  lastingMs(condition: C): number;
}

/** A condition about each option by itself. */
export interface OptionKind<C, Own extends Setting = Setting, M extends More = More>
  extends OptionConditionBase<C, Own, M> {
  readonly about: 'option';
  /** Evaluates the condition on a sample; `limits` has learnt this sample already. Pure. */
  evaluate(condition: C, sample: PaymentOptionSample, limits: LimitMemory): Evaluation;
  /** For how long an alert goes on when this process has seen no change: one from before a restart isn't known any more. */
  readonly newsMs: number;
}

/** A condition about the payout wallet of a currency, compared with its payout options. */
export interface PayoutWalletKind<C, Own extends Setting = Setting, M extends More = More>
  extends OptionConditionBase<C, Own, M> {
  readonly about: 'payout_wallet';
  /** `uncertain`: the response had an option among these that couldn't be read. Pure. */
  evaluate(
    condition: C,
    available: Amount | null,
    payouts: readonly PaymentOption[],
    uncertain: boolean,
  ): Evaluation;
}

/** Makes a kind from its parts, so that the compiler checks their types against each other. */
export function optionCondition<const Own extends Setting, const M extends More, C>(
  kind: Omit<OptionKind<C, Own, M>, 'about'>,
): OptionKind<C, Own, M> {
  return { about: 'option', ...kind };
}

/** Like {@link optionCondition}, for a condition about a payout wallet. */
export function payoutWalletCondition<const Own extends Setting, const M extends More, C>(
  kind: Omit<PayoutWalletKind<C, Own, M>, 'about'>,
): PayoutWalletKind<C, Own, M> {
  return { about: 'payout_wallet', ...kind };
}

/** The parts of a condition that `true` switches on. */
export function switchedOn<const Kind extends string, const Text extends string>(kind: Kind, text: Text) {
  return {
    setting: { is: 'true', text },
    more: {},
    of: () => ({ kind }),
    settingsOf: () => ({ value: true as const, more: {} }),
    threshold: () => null,
    lastingMs: () => 0,
  } as const;
}

export const UNKNOWN: Evaluation = { state: 'unknown', value: null, threshold: null };

/** The last value, while there is none and the alert fires. */
export function heldOption(value: string, firing: string, on: string, heldFor: string): string {
  return `((last_over_time(${value}[${heldFor}]) unless ${on} ${value}) and ${on} ${firing})`;
}

/** The name of a payment option in a summary. */
export const OPTION_NAME =
  '{{account}}/{{currency}} {{transaction_type}} by {{transaction_method}} {{provider_code}}';

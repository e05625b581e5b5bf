// The parts of a condition about a wallet. Each kind is one object in a file beside this one, and a line in
// `conditions.ts`; the monitor, the configuration, the generated Prometheus rules and the commands use nothing else.
import type { Evaluation, Level } from '../../domain/alert.ts';
import type { Runway } from '../../domain/forecast/history.ts';
import { type Amount, amountOf, compareAmounts } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { AmountField, Balance } from '../../domain/wallet.ts';
import type { WalletPromqlRule } from '../promql.ts';
import type { FromSettings, Setting } from '../settings.ts';
import type { Extreme, Window } from './window.ts';

/** What one finished poll says about one wallet. */
export type Sample =
  | { readonly kind: 'seen'; readonly balance: Balance }
  | { readonly kind: 'unreadable' } // the response names it, but the record can't be believed
  | { readonly kind: 'missing' } // a good response doesn't name it
  | { readonly kind: 'failed' }; // no good response

/** What a condition needs to remember about a wallet, besides the sample itself. */
export interface SampleMemory {
  /** When its balance was last known; before the first time, when polling began. */
  readonly knownAt: Instant;
  /** The values within the time that the condition looks back on. */
  readonly window?: Window | undefined;
  /** How long the available balance lasts; absent while that is unknown. */
  readonly runway?: Runway | undefined;
}

/** What an alert on runways promises: to come `leadMs` before the wallet is empty, in this share of cases. */
export interface RunwayAim {
  readonly leadMs: number;
  readonly confidence: number;
}

/** The account's own settings, to which a condition may refer. */
export interface AccountSettings {
  readonly topUpLeadMs: number | undefined;
  readonly confidence: number | undefined;
}

/** What a condition is evaluated on. */
export type Evidence =
  /** One sample by itself. */
  | { readonly kind: 'balance' }
  /** One sample and the forecast of the wallet's outflow; without an aim, the runway is unknown. */
  | { readonly kind: 'runway'; readonly aim?: RunwayAim }
  /** Past values: the highest or lowest of a field within `withinMs`. */
  | {
      readonly kind: 'window';
      readonly extreme: Extreme;
      readonly field: AmountField;
      readonly withinMs: number;
    }
  /** The clock: `ms` without a fresh balance. */
  | { readonly kind: 'silence'; readonly ms: number }
  /** Whether the response names the wallet. */
  | { readonly kind: 'presence' };

/** One kind of condition; `C` is the condition of a rule. */
export interface WalletConditionKind<
  C,
  Own extends Setting = Setting,
  More extends Readonly<Record<string, Setting>> = Readonly<Record<string, Setting>>,
> extends FromSettings<C, Own, More> {
  evidence(condition: C): Evidence;
  /** Fills in the account's own settings where the condition refers to them. Absent: it refers to none. */
  forAccount?(condition: C, account: AccountSettings): C;
  /** The amounts that the condition uses: `floatwatch simulate` reads no others. */
  fields(condition: C): readonly AmountField[];
  /** Evaluates the condition on the sample of instant `at`. Pure. */
  evaluate(condition: C, sample: Sample, memory: SampleMemory, at: Instant): Evaluation;
  /** What is known about the threshold before the first evaluation. */
  threshold(condition: C): string | null;
  /** The amount that the threshold is a level of. Absent: it is something else. */
  level?(condition: C): Level;
  /** Whether one value of an {@link Evaluation} is worse than another: an episode shows its worst value. */
  isWorse(value: string, than: string): boolean;
  /** The whole expression on which Prometheus fires. */
  promql(condition: C, rule: WalletPromqlRule): string;
  /** The summary for a rule without its own; an annotation's template. */
  summary(condition: C): string;
  /** What that summary says once the condition is seen to be over: a template without the plan and the age. */
  over(condition: C): string;
  /** The value of the alert as a template of Prometheus. */
  readonly promqlValue: string;
}

/** Makes a kind from its parts, so that the compiler checks their types against each other. */
export function walletCondition<
  const Own extends Setting,
  const More extends Readonly<Record<string, Setting>>,
  C,
>(kind: WalletConditionKind<C, Own, More>): WalletConditionKind<C, Own, More> {
  return kind;
}

export const UNKNOWN: Evaluation = { state: 'unknown', value: null, threshold: null };

/** The template of Prometheus for a value that is an amount. */
export const AMOUNT_VALUE = '{{ printf "%.2f" $value }}';

/** The order of two amounts as text. */
export function orderOf(value: string, than: string): number {
  return compareAmounts(amountOf(value), amountOf(than));
}

/** The amount without its sign. */
export function magnitude(amount: Amount): Amount {
  return (amount.startsWith('-') ? amount.slice(1) : amount) as Amount;
}

/** The sample without a good response. */
export const MISSED: Sample = { kind: 'failed' };

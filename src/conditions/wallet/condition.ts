// What a condition about a wallet is made of. Each kind is one object in a file beside this one, and a line in
// `conditions.ts`; the monitor, the configuration, the generated Prometheus rules and the commands ask nothing else.
import type { Evaluation, Level } from '../../domain/alert.ts';
import type { Runway } from '../../domain/forecast/history.ts';
import { type Amount, amountOf, compareAmounts } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { AmountField, Balance } from '../../domain/wallet.ts';
import type { WalletPromqlRule } from '../promql.ts';
import type { FromSettings, Setting } from '../settings.ts';
import type { Extreme, Window } from './window.ts';

/** What one finished poll told of one wallet. */
export type Sample =
  | { readonly kind: 'seen'; readonly balance: Balance }
  | { readonly kind: 'unreadable' } // named by the response, but not to be believed
  | { readonly kind: 'missing' } // a good response doesn't name it
  | { readonly kind: 'failed' }; // no good response

/** What a condition needs to remember of a wallet beyond the sample itself. */
export interface SampleMemory {
  /** When its balance was last known; before the first time, since when we have been polling. */
  readonly knownAt: Instant;
  /** The values within the stretch of time that the condition looks back on. */
  readonly window?: Window | undefined;
  /** How long what is available lasts; absent while that can't be told. */
  readonly runway?: Runway | undefined;
}

/** What an alert on runways promises: to come so long before the end, in that share of cases. */
export interface RunwayAim {
  readonly leadMs: number;
  readonly confidence: number;
}

/** The account's own settings, to which a condition may refer. */
export interface AccountSettings {
  readonly topUpLeadMs: number | undefined;
  readonly confidence: number | undefined;
}

/** What a condition is evaluated upon. */
export type Evidence =
  /** One sample by itself. */
  | { readonly kind: 'balance' }
  /** One sample and the forecast of the wallet's outflow; without an aim nothing can be told. */
  | { readonly kind: 'runway'; readonly aim?: RunwayAim }
  /** Values of the past: the highest or lowest of a field within so many milliseconds. */
  | {
      readonly kind: 'window';
      readonly extreme: Extreme;
      readonly field: AmountField;
      readonly withinMs: number;
    }
  /** The clock: so many milliseconds without a fresh balance. */
  | { readonly kind: 'silence'; readonly ms: number }
  /** Whether the response names the wallet. */
  | { readonly kind: 'presence' };

/** One kind of condition, `C` being the condition of a rule. */
export interface WalletConditionKind<
  C,
  Own extends Setting = Setting,
  More extends Readonly<Record<string, Setting>> = Readonly<Record<string, Setting>>,
> extends FromSettings<C, Own, More> {
  evidence(condition: C): Evidence;
  /** The condition with the account's own settings in place of what refers to them. Absent: it refers to none. */
  forAccount?(condition: C, account: AccountSettings): C;
  /** The amounts that it looks at: `floatwatch simulate` reads no others. */
  fields(condition: C): readonly AmountField[];
  /** What the sample of instant `at` says of the condition. Pure. */
  evaluate(condition: C, sample: Sample, memory: SampleMemory, at: Instant): Evaluation;
  /** What is known of the threshold before anything was evaluated. */
  threshold(condition: C): string | null;
  /** What the threshold is a level of. Absent: it is of something else. */
  level?(condition: C): Level;
  /** Whether one value of an {@link Evaluation} is worse than another: of an episode the worst is told. */
  isWorse(value: string, than: string): boolean;
  /** When Prometheus is to fire; the whole expression. */
  promql(condition: C, rule: WalletPromqlRule): string;
  /** What the alert says of itself, for a rule without a summary of its own; an annotation's template. */
  summary(condition: C): string;
  /** The value of the alert as a template of Prometheus. */
  readonly promqlValue: string;
}

/** Makes a kind of its parts, whose types the compiler checks against each other. */
export function walletCondition<
  const Own extends Setting,
  const More extends Readonly<Record<string, Setting>>,
  C,
>(kind: WalletConditionKind<C, Own, More>): WalletConditionKind<C, Own, More> {
  return kind;
}

export const UNKNOWN: Evaluation = { state: 'unknown', value: null, threshold: null };

/** A value of Prometheus that is an amount. */
export const AMOUNT_VALUE = '{{ printf "%.2f" $value }}';

/** The order of two amounts as text. */
export function orderOf(value: string, than: string): number {
  return compareAmounts(amountOf(value), amountOf(than));
}

/** The amount without its sign. */
export function magnitude(amount: Amount): Amount {
  return (amount.startsWith('-') ? amount.slice(1) : amount) as Amount;
}

/** No good response. */
export const MISSED: Sample = { kind: 'failed' };

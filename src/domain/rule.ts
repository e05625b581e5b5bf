// What an operator asked to be told about, as data. How it is decided stands in alert.ts.
import type { Amount } from './money.ts';
import type { AmountField } from './wallet.ts';

/** Which wallets a rule watches. Each part is a glob (`*`, `?`), never a regular expression. */
export interface WalletSelector {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
}

/** Which payment options a rule watches; globs as in {@link WalletSelector}. */
export interface OptionSelector {
  readonly account: string;
  readonly currency: string;
  readonly transactionType: string;
  readonly providerCode: string;
}

/** What must hold of a wallet for its alert to become pending. */
export type WalletCondition =
  /** Strictly beyond `threshold`; over once strictly beyond `clear` on the other side (or equal to it). */
  | {
      readonly kind: 'below' | 'above';
      readonly field: AmountField;
      readonly threshold: Amount;
      readonly clear: Amount;
    }
  /** Moved by at least `by` (an amount, or hundredths of the earlier value) within the last `withinMs`. */
  | {
      readonly kind: 'drops_by' | 'rises_by';
      readonly field: AmountField;
      readonly by: Amount;
      readonly percent: boolean;
      readonly withinMs: number;
    }
  /** The runway is shorter than this; `top_up_lead_time` is the account's own. */
  | { readonly kind: 'runway_below'; readonly lead: number | 'top_up_lead_time' }
  /** Without a fresh balance for this long. */
  | { readonly kind: 'unknown_for'; readonly ms: number }
  /** Absent from a good response. */
  | { readonly kind: 'missing' }
  /** |actual − (available + uncleared + reserve)| is greater than this. */
  | { readonly kind: 'difference_above'; readonly threshold: Amount };

/** What must hold of a payment option. */
export type OptionCondition =
  | { readonly kind: 'inactive_for'; readonly ms: number }
  | { readonly kind: 'vanished' }
  | { readonly kind: 'limit_changed' }
  | { readonly kind: 'wallet_below_min' };

interface RuleBase {
  /** CamelCase by custom; becomes the label `alertname`. */
  readonly name: string;
  readonly severity: string;
  readonly forMs: number;
  readonly keepFiringForMs: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface WalletRule extends RuleBase {
  readonly wallets: WalletSelector;
  readonly condition: WalletCondition;
}

export interface OptionRule extends RuleBase {
  readonly options: OptionSelector;
  readonly condition: OptionCondition;
}

export type Rule = WalletRule | OptionRule;

/** The condition with the account's own lead time in place of `top_up_lead_time`. */
export function withLead(condition: WalletCondition, leadMs: number | undefined): WalletCondition {
  return condition.kind === 'runway_below' && condition.lead === 'top_up_lead_time' && leadMs !== undefined
    ? { ...condition, lead: leadMs }
    : condition;
}

/** Matches a glob of `*` (any run) and `?` (any one character) in time linear in both lengths times stars. */
export function matchesGlob(glob: string, text: string): boolean {
  let g = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (glob[g] === '*') {
      star = g++;
      resume = t;
    } else if (g < glob.length && (glob[g] === '?' || glob[g] === text[t])) {
      g++;
      t++;
    } else if (star >= 0) {
      g = star + 1;
      t = ++resume;
    } else return false;
  }
  while (glob[g] === '*') g++;
  return g === glob.length;
}

// What is different about a payment option between two looks at it. Pure; amounts by value, not by their digits. The store
// keeps these changes, and `limit_changed` compares limits by it.
import { type Amount, compareAmounts } from './money.ts';
import type { PaymentOption } from './payment-option.ts';

/** What may change about an option, in the order in which it is told; `present` is about its being there at all. */
export type OptionField =
  | 'present'
  | 'active'
  | 'min_amount'
  | 'max_amount'
  | 'max_daily_amount'
  | 'provider_name'
  | 'method_name'
  | 'prefixes';

/** One field's values as text; `null` is one that wasn't told. */
export interface FieldChange {
  readonly field: OptionField;
  readonly before: string | null;
  readonly after: string | null;
}

/** The limits of an option by their field. */
export const LIMITS = [
  ['min_amount', 'min'],
  ['max_amount', 'max'],
  ['max_daily_amount', 'maxDaily'],
] as const satisfies readonly (readonly [OptionField, keyof PaymentOption])[];

/** Every field that differs; empty when nothing but perhaps the writing of an amount does. */
export function changesBetween(before: PaymentOption, after: PaymentOption): FieldChange[] {
  const changes: FieldChange[] = [];
  const compare = (field: OptionField, a: string | null, b: string | null, equal = a === b) => {
    if (!equal) changes.push({ field, before: a, after: b });
  };
  compare('active', flag(before.active), flag(after.active));
  for (const [field, name] of LIMITS) {
    compare(field, before[name], after[name], sameAmount(before[name], after[name]));
  }
  compare('provider_name', before.providerName, after.providerName);
  compare('method_name', before.methodName, after.methodName);
  compare('prefixes', before.prefixes.join(' '), after.prefixes.join(' '));
  return changes;
}

/** A vanishing, or a return. */
export function presence(after: boolean): FieldChange {
  return { field: 'present', before: String(!after), after: String(after) };
}

/** The same limits by value; `null` is equal to nothing but itself. */
export function sameAmount(a: Amount | null, b: Amount | null): boolean {
  return a === null || b === null ? a === b : compareAmounts(a, b) === 0;
}

function flag(value: boolean | null): string | null {
  return value === null ? null : String(value);
}

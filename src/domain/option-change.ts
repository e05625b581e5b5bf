// Finds what changed about a payment option between two polls. Pure; compares amounts by value, not by digits. The store
// keeps these changes, and `limit_changed` compares limits with it.
import { type Amount, compareAmounts } from './money.ts';
import type { PaymentOption } from './payment-option.ts';

/** The fields of an option that may change, in the order in which they are shown; `present`: whether it is there at all. */
export type OptionField =
  | 'present'
  | 'active'
  | 'min_amount'
  | 'max_amount'
  | 'max_daily_amount'
  | 'provider_name'
  | 'method_name'
  | 'prefixes';

/** One field's values as text; `null` is a value that the service didn't send. */
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

/** Every field that differs; empty when at most the notation of an amount differs. */
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

/** The change of an option that vanished or returned. */
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

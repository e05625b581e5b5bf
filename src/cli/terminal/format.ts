// Formats amounts and instants: as text in tables, as ISO dates in JSON.
import { formatAmount, parseAmount } from '../../domain/money.ts';

export function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** Writes an amount with its thousands apart, and any other text as it is; `none` for `null`. */
export function valueText(text: string | null, none = ''): string {
  const amount = parseAmount(text);
  return amount === undefined ? (text ?? none) : formatAmount(amount);
}

/** Formats a value as all our JSON is printed. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

// How commands show amounts and instants: as text in tables, as ISO dates in JSON.
import { formatAmount, parseAmount } from '../../domain/money.ts';

/** `2026-05-04 14:05:00Z`; empty for none. */
export function dateText(instant: number | null): string {
  return (
    isoOrNull(instant)
      ?.replace('T', ' ')
      .replace(/\.\d+Z$/, 'Z') ?? ''
  );
}

export function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** An amount with its thousands apart, any other text as it is; `none` for none. */
export function valueText(text: string | null, none = ''): string {
  const amount = text === null ? undefined : parseAmount(text);
  return amount === undefined ? (text ?? none) : formatAmount(amount);
}

/** As every JSON of ours is printed. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

// Single values of a record: each is read for itself, so that a bad one costs nothing but itself.
import { type Amount, compareAmounts, parseAmount } from '../domain/money.ts';
import type { OnDrift } from './drift.ts';
import { isJsonNumber, type Json, type JsonObject } from './json.ts';
import { currencyLabel, displayText, type Label, nameLabel, ownCopy, upperCaseLabel } from './label.ts';

/** Reads the fields of one record by name. */
export function fieldsOf(record: JsonObject, known: ReadonlySet<string>, onDrift: OnDrift) {
  for (const field of record.keys()) {
    if (known.has(field)) continue;
    onDrift('unknown_field');
    break;
  }
  const text = (name: string): string => {
    const value = record.get(name);
    return typeof value === 'string' ? value : '';
  };
  const label = (read: (raw: string) => Label, name: string): Label => {
    const raw = text(name);
    if (raw === '') return NAMELESS;
    const found = read(raw);
    if (!found.exposable) onDrift('label');
    return found;
  };

  return {
    currency(name: string): Label {
      const found = label(currencyLabel, name);
      if (found.exposable && found.text !== text(name)) onDrift('currency_case');
      return found;
    },
    name: (name: string): Label => label(nameLabel, name),
    upperCaseName: (name: string): Label => label(upperCaseLabel, name),
    display: (name: string): string => displayText(text(name)),

    /** `null` for anything but a number of money's grammar, or a string that holds one. */
    amount(name: string): Amount | null {
      const value = record.get(name);
      if (isJsonNumber(value)) return exact(value.source);
      if (typeof value !== 'string') return null;
      const amount = exact(value);
      if (amount !== null) onDrift('amount_as_string');
      return amount;
    },

    boolean(name: string): boolean | null {
      const value = record.get(name);
      return typeof value === 'boolean' ? value : null;
    },

    /** The strings of a list in their order, at most `most`; whatever else stands there is passed over. */
    texts(name: string, most: number): readonly string[] {
      const value: Json | undefined = record.get(name);
      if (!Array.isArray(value)) return [];
      return value
        .filter((item) => typeof item === 'string')
        .slice(0, most)
        .map(displayText);
    },
  };
}

/** Whether two amounts are the same by value; an unknown one is equal to no known one. */
export function sameAmount(a: Amount | null, b: Amount | null): boolean {
  return a === null || b === null ? a === b : compareAmounts(a, b) === 0;
}

const NAMELESS: Label = { text: '', exposable: false };

function exact(text: string): Amount | null {
  const amount = parseAmount(text);
  return amount === undefined ? null : (ownCopy(amount) as Amount);
}

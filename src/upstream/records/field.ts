// Single values of a record: each is read for itself, so that a bad one costs nothing but itself. Used by services to
// read their records.
import { type Amount, compareAmounts, parseAmount } from '../../domain/money.ts';
import { isJsonNumber, type Json, type JsonObject } from '../http/json.ts';
import type { OnContractDeviation, Reader } from './contract-deviation.ts';
import { currencyLabel, displayText, type Label, nameLabel, ownCopy, upperCaseLabel } from './label.ts';

/** A record whose fields are read one by one. */
export interface Fields {
  readonly record: JsonObject;
  readonly onDeviation: OnContractDeviation;
  readonly scrub: (text: string) => string;
}

/** The fields of a record of which these are `known`. */
export function fieldsOf(
  record: JsonObject,
  known: ReadonlySet<string>,
  { onDeviation, scrub = asItIs }: Reader,
): Fields {
  let unknown = false;
  record.forEach((_, field) => {
    unknown ||= !known.has(field);
  });
  if (unknown) onDeviation('unknown_field');
  return { record, onDeviation, scrub };
}

export function currencyIn(fields: Fields, name: string): Label {
  const found = labelIn(fields, name, currencyLabel);
  if (found.exposable && found.text !== textIn(fields, name)) fields.onDeviation('currency_case');
  return found;
}

export function nameIn(fields: Fields, name: string): Label {
  return labelIn(fields, name, nameLabel);
}

export function upperCaseNameIn(fields: Fields, name: string): Label {
  return labelIn(fields, name, upperCaseLabel);
}

/** Text for people. */
export function displayIn(fields: Fields, name: string): string {
  return displayText(textIn(fields, name));
}

/** `null` for anything but a number of money's grammar, or a string that holds one. */
export function amountIn({ record, onDeviation }: Fields, name: string): Amount | null {
  const value = record.get(name);
  if (isJsonNumber(value)) return exact(value.source);
  if (typeof value !== 'string') return null;
  const amount = exact(value);
  if (amount !== null) onDeviation('amount_as_string');
  return amount;
}

export function booleanIn({ record }: Fields, name: string): boolean | null {
  const value = record.get(name);
  return typeof value === 'boolean' ? value : null;
}

/** The strings of a list in their order, at most `most`, and numbers as their digits; the rest is passed over. */
export function textsIn(
  { record, scrub, onDeviation }: Fields,
  name: string,
  most: number,
): readonly string[] {
  const value: Json | undefined = record.get(name);
  if (!Array.isArray(value)) return [];
  return value
    .map((item) => {
      if (!isJsonNumber(item)) return item;
      onDeviation('prefix_as_number');
      return item.source;
    })
    .filter((item) => typeof item === 'string')
    .slice(0, most)
    .map((item) => displayText(without(scrub, item)));
}

/** Whether two amounts are the same by value; an unknown one is equal to no known one. */
export function sameAmount(a: Amount | null, b: Amount | null): boolean {
  return a === null || b === null ? a === b : compareAmounts(a, b) === 0;
}

const asItIs = (text: string) => text;
const MAX_KEPT = 256; // characters: more than is kept of any text

/** Of a long text with a key in it only what was looked through: the rest isn't kept as it is. */
function without(scrub: (text: string) => string, text: string): string {
  const start = text.length > MAX_KEPT ? text.slice(0, MAX_KEPT) : text;
  const clean = scrub(start);
  return clean === start ? text : clean;
}

function textIn({ record, scrub }: Fields, name: string): string {
  const value = record.get(name);
  return typeof value === 'string' ? without(scrub, value) : '';
}

function labelIn(fields: Fields, name: string, read: (raw: string) => Label): Label {
  const raw = textIn(fields, name);
  if (raw === '') return NAMELESS;
  const found = read(raw);
  if (!found.exposable) fields.onDeviation('label');
  return found;
}

const NAMELESS: Label = { text: '', exposable: false };

function exact(text: string): Amount | null {
  const amount = parseAmount(text);
  return amount === undefined ? null : (ownCopy(amount) as Amount);
}

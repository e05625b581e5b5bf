// Reads the records of an answer, for every service. A service describes its records by a table (`recordsOf`). They
// are read field by field, so that a bad field costs nothing else, and only records that can be believed are kept.
import { type Amount, compareAmounts, parseAmount } from '../../domain/money.ts';
import { isJsonNumber, isJsonObject, type Json, type JsonObject, ownCopy } from '../http/json.ts';
import type { OnContractDeviation, Reader } from './contract-deviation.ts';
import { currencyLabel, displayText, type Label, nameLabel, upperCaseLabel } from './label.ts';
import type { FieldKind, Fields, ReadLabel, ReadRecords, RecordTable, Unreadable } from './record-table.ts';

/** The most records of one response; no account has that many wallets. */
export const MAX_RECORDS = 500;
const MAX_TEXTS = 100; // of a list in a record
const MAX_KEPT = 256; // characters: no text is kept at a greater length

/** One element of a list, as read. */
interface ReadRecord<Id, Value> {
  /** Absent parts are empty. */
  readonly id: Id;
  /** `null` when only the name could be read, or not even that. */
  readonly record: Value | null;
  /** Whether every field could be read. */
  readonly whole: boolean;
}

/** Makes the reader of such records. Equal repetitions become one; different ones cost that record and no other. */
export function recordsOf<Question, Id extends object, Value extends Id & { readonly exposable: boolean }>(
  table: RecordTable<Question, Id, Value>,
): ReadRecords<Question, Id, Value> {
  const { key, onRecord } = table;
  const labels = Object.entries<readonly [string, ReadLabel]>(table.labels).map(
    ([part, [name, labelOf]]) => ({ part, name, labelOf }),
  );
  const fields = Object.entries<readonly [string, FieldKind<unknown>]>(table.fields).map(
    ([field, [name, kind]]) => ({ field, name, kind }),
  );
  const nameless = Object.fromEntries(labels.map(({ part }) => [part, ''])) as Id;
  const known = new Set([...labels, ...fields].map(({ name }) => name));

  return (data, question, reader) => {
    const { onDeviation } = reader;
    const list = listIn(data, table.list, onDeviation);
    if (!list) return undefined;
    const asked = table.asked(question);
    const good = new Map<string, { readonly id: Id; readonly record: Value; times: number }>();
    const bad = new Map<string, Unreadable<Id>>();
    let lost = 0;
    let whole = list.length <= MAX_RECORDS;
    if (!whole) onDeviation('over_limit');

    for (const element of list.slice(0, MAX_RECORDS)) {
      const { id, record, whole: readWhole } = read(element, reader);
      if (!asked(id)) {
        onDeviation('unasked_record');
        continue;
      }
      whole &&= readWhole;
      const name = key(id);
      const earlier = good.get(name);
      const seen = earlier !== undefined || bad.has(name);
      if (!seen && record) {
        good.set(name, { id, record, times: 1 });
        continue;
      }
      if (earlier && record && isSame(earlier.record, record)) {
        onDeviation('repeated_record');
        earlier.times++;
        continue;
      }
      lost += 1 + (earlier?.times ?? 0);
      if (!seen) bad.set(name, { ...id, reason: 'malformed' });
      else if (earlier || record) {
        good.delete(name);
        bad.set(name, { ...id, reason: 'duplicate' });
        whole = false;
      }
    }
    const records: Value[] = [];
    for (const { id, record } of good.values()) {
      records.push(record);
      if (record.exposable) onRecord?.(id, onDeviation);
    }
    const unreadable = [...bad.values()];
    // Any record may be among those that are not kept, so an absent one does not count as gone.
    if (list.length > MAX_RECORDS) unreadable.push({ ...nameless, reason: 'unanswered' });
    return { records, unreadable, whole, sent: list.length, lost };
  };

  function read(element: Json, reader: Reader): ReadRecord<Id, Value> {
    const from = isJsonObject(element) ? fieldsOf(element, known, reader) : undefined;
    const id: Record<string, string> = {};
    let named = true;
    let exposable = true;
    for (const { part, name, labelOf } of labels) {
      const label = from ? labelOf(from, name) : NAMELESS;
      id[part] = label.text;
      named &&= label.text !== '';
      exposable &&= label.exposable;
    }
    if (!from) return { id: id as Id, record: null, whole: false };
    const record: Record<string, unknown> & { exposable?: boolean } = { ...id };
    let found = 0;
    for (const { field, name, kind } of fields) {
      const value = kind.read(from, name);
      record[field] = value;
      if (value !== null) found++;
    }
    record.exposable = exposable;
    if (!named || found === 0) return { id: id as Id, record: null, whole: false };
    return { id: id as Id, record: record as Value, whole: found === fields.length };
  }

  function isSame(a: Value, b: Value): boolean {
    return fields.every(({ field, kind }) => kind.isSame(a[field as keyof Value], b[field as keyof Value]));
  }
}

/** Opens an object for reading; a field that is not `known` is reported. */
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

/** `null` for anything but an amount: a number, or a string that holds one, in the form that `parseAmount` accepts. */
export const amount: FieldKind<Amount | null> = { read: amountIn, isSame: isSameAmount };

/** An amount; `null` when it is below zero. */
export const limit: FieldKind<Amount | null> = {
  read(fields, name) {
    const found = amountIn(fields, name);
    return found?.startsWith('-') ? null : found;
  },
  isSame: isSameAmount,
};

/** `null` for anything but `true` and `false`. */
export const flag: FieldKind<boolean | null> = { read: booleanIn, isSame: Object.is };

/** Text for people. */
export const text: FieldKind<string> = { read: displayIn, isSame: Object.is };

/** The strings of a list in order, at most a hundred. Numbers become their digits; anything else is left out. */
export const texts: FieldKind<readonly string[]> = {
  read: textsIn,
  isSame: (a, b) => JSON.stringify(a) === JSON.stringify(b),
};

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

export function displayIn(fields: Fields, name: string): string {
  return displayText(textIn(fields, name));
}

export function booleanIn({ record }: Fields, name: string): boolean | null {
  const value = record.get(name);
  return typeof value === 'boolean' ? value : null;
}

function listIn(data: Json | undefined, name: string, onDeviation: OnContractDeviation) {
  if (!isJsonObject(data)) return undefined;
  if (data.size > 1) onDeviation('unknown_field');
  const list = data.get(name);
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

function amountIn({ record, onDeviation }: Fields, name: string): Amount | null {
  const value = record.get(name);
  const digits = isJsonNumber(value) ? value.source : value;
  const exact = typeof digits === 'string' ? parseAmount(digits) : undefined;
  if (exact === undefined) return null;
  if (typeof value === 'string') onDeviation('amount_as_string');
  return ownCopy(exact) as Amount;
}

function isSameAmount(a: Amount | null, b: Amount | null): boolean {
  return a === null || b === null ? a === b : compareAmounts(a, b) === 0; // by value
}

function textsIn({ record, scrub, onDeviation }: Fields, name: string): readonly string[] {
  const value: Json | undefined = record.get(name);
  if (!Array.isArray(value)) return [];
  return value
    .map((item) => {
      if (!isJsonNumber(item)) return item;
      onDeviation('prefix_as_number');
      return item.source;
    })
    .filter((item) => typeof item === 'string')
    .slice(0, MAX_TEXTS)
    .map((item) => displayText(scrubbed(scrub, item)));
}

const asItIs = (raw: string) => raw;

/** Removes our own keys. Searches only the first 256 characters, the most that is kept; if one has a key, the rest goes. */
function scrubbed(scrub: (text: string) => string, raw: string): string {
  const start = raw.slice(0, MAX_KEPT);
  const clean = scrub(start);
  return clean === start ? raw : clean;
}

function textIn({ record, scrub }: Fields, name: string): string {
  const value = record.get(name);
  return typeof value === 'string' ? scrubbed(scrub, value) : '';
}

function labelIn(fields: Fields, name: string, read: (raw: string) => Label): Label {
  const raw = textIn(fields, name);
  if (raw === '') return NAMELESS;
  const found = read(raw);
  if (!found.exposable) fields.onDeviation('label');
  return found;
}

const NAMELESS: Label = { text: '', exposable: false };

// From the records of one response to those that may be believed: capped, told once, contradictions set aside. Used by
// services once they have found their list.
import type { UnreadableReason } from '../../domain/observation.ts';
import type { Json } from '../http/json.ts';
import type { OnContractDeviation } from './contract-deviation.ts';

/** Of one response; no account has so many wallets. */
export const MAX_RECORDS = 500;

/** What one element of a list turned out to be. */
export interface ReadRecord<Id, Value extends Id> {
  /** Parts that weren't there are empty. */
  readonly id: Id;
  /** `null` when nothing but the name could be read. */
  readonly record: Value | null;
  /** Every field could be read. */
  readonly whole: boolean;
}

export interface CollectedRecords<Id, Value extends Id> {
  readonly records: readonly Value[];
  readonly unreadable: readonly Unreadable<Id>[];
  /** All that was sent stands in `records`, with every field. */
  readonly whole: boolean;
  /** How many elements the list had. */
  readonly sent: number;
}

export type Unreadable<Id> = Id & { readonly reason: UnreadableReason };

interface Rules<Id, Value extends Id> {
  readonly read: (element: Json) => ReadRecord<Id, Value>;
  /** Whether such a record was asked for; others are left out. */
  readonly asked: (id: Id) => boolean;
  readonly key: (id: Id) => string;
  readonly equal: (a: Value, b: Value) => boolean;
  readonly onDeviation: OnContractDeviation;
}

/** Equal repetitions collapse into one; different ones cost that record and no other. `undefined` of no list. */
export function collectRecords<Id, Value extends Id>(
  list: readonly Json[] | undefined,
  { read, asked, key, equal, onDeviation }: Rules<Id, Value>,
): CollectedRecords<Id, Value> | undefined {
  if (!list) return undefined;
  const good = new Map<string, Value>();
  const bad = new Map<string, Unreadable<Id>>();
  let whole = list.length <= MAX_RECORDS;
  if (!whole) onDeviation('over_limit');

  for (const element of list.slice(0, MAX_RECORDS)) {
    const { id, record, whole: readWhole } = read(element);
    if (!asked(id)) {
      onDeviation('unasked_record');
      continue;
    }
    whole &&= readWhole;
    const name = key(id);
    const earlier = good.get(name);
    const seen = earlier !== undefined || bad.has(name);
    if (!seen && record) good.set(name, record);
    else if (!seen) bad.set(name, { ...id, reason: 'malformed' });
    else if (earlier && record && equal(earlier, record)) onDeviation('repeated_record');
    else if (earlier || record) {
      good.delete(name);
      bad.set(name, { ...id, reason: 'duplicate' });
      whole = false;
    }
  }
  return { records: [...good.values()], unreadable: [...bad.values()], whole, sent: list.length };
}

// The types of `records.ts`: how a service describes its records, and what it gets back. Used there and by the
// folders of services.
import type { UnreadableReason } from '../../domain/observation.ts';
import type { Json, JsonObject } from '../http/json.ts';
import type { OnContractDeviation, Reader } from './contract-deviation.ts';
import type { Label } from './label.ts';

/** Describes the records of one operation. */
export interface RecordTable<Question, Id, Value extends Id> {
  /** The name of their list in the envelope's data. */
  readonly list: string;
  /** The parts of a record's name: what the service calls each, and how it is read. A record needs all of them. */
  readonly labels: { readonly [Part in keyof Id]: readonly [string, ReadLabel] };
  /** The other fields: what the service calls each, and its kind. A record needs one that can be read. */
  readonly fields: {
    readonly [Field in Exclude<keyof Value, keyof Id | 'exposable'>]: readonly [
      string,
      FieldKind<Value[Field]>,
    ];
  };
  /** Equal for two records about the same thing. */
  readonly key: (id: Id) => string;
  /** Whether a record of that name was asked for; others are left out. Absent parts of the name are empty. */
  readonly asked: (question: Question) => (id: Id) => boolean;
  /** Called with the name of each record that is kept and may be exposed. @default nothing is called */
  readonly onRecord?: (id: Id, onDeviation: OnContractDeviation) => void;
}

/** Reads the records in an envelope's data; `undefined` when it does not have the documented shape. */
export type ReadRecords<Question, Id, Value extends Id> = (
  data: Json | undefined,
  question: Question,
  reader: Reader,
) => CollectedRecords<Id, Value> | undefined;

export interface CollectedRecords<Id, Value extends Id> {
  readonly records: readonly Value[];
  readonly unreadable: readonly Unreadable<Id>[];
  /** Whether `records` has everything that was sent, with every field. */
  readonly whole: boolean;
  /** How many elements the list had. */
  readonly sent: number;
  /** How many of them can't be believed. */
  readonly lost: number;
}

export type Unreadable<Id> = Id & { readonly reason: UnreadableReason };

/** Reads one part of a record's name. */
export type ReadLabel = (fields: Fields, name: string) => Label;

/** How a field is read, and when two values of it are the same. */
export interface FieldKind<T> {
  read(fields: Fields, name: string): T;
  isSame(a: T, b: T): boolean;
}

/** A record, or another object of the answer; its fields are read one by one. */
export interface Fields {
  readonly record: JsonObject;
  readonly onDeviation: OnContractDeviation;
  readonly scrub: (text: string) => string;
}

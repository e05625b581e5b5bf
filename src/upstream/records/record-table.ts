// What a service says of its records, and what it gets: the types of `records.ts`, for it and for the folders of services.
import type { UnreadableReason } from '../../domain/observation.ts';
import type { Json, JsonObject } from '../http/json.ts';
import type { OnContractDeviation, Reader } from './contract-deviation.ts';
import type { Label } from './label.ts';

/** How the records of one operation look. */
export interface RecordTable<Question, Id, Value extends Id> {
  /** Where in the envelope's data they stand. */
  readonly list: string;
  /** What names a record: the service's name of each part, and how it is read. A record needs all of them. */
  readonly labels: { readonly [Part in keyof Id]: readonly [string, ReadLabel] };
  /** What else it holds: the service's name of each field, and its kind. A record needs one that can be read. */
  readonly fields: {
    readonly [Field in Exclude<keyof Value, keyof Id | 'exposable'>]: readonly [
      string,
      FieldKind<Value[Field]>,
    ];
  };
  /** The same for two records that are about the same thing. */
  readonly key: (id: Id) => string;
  /** Whether a record of that name was asked for; others are left out. Parts that weren't there are empty. */
  readonly asked: (question: Question) => (id: Id) => boolean;
  /** Told the name of each record that is taken and may be exposed. @default nobody is told */
  readonly onRecord?: (id: Id, onDeviation: OnContractDeviation) => void;
}

/** Reads the records in an envelope's data; `undefined` when it hasn't the documented shape. */
export type ReadRecords<Question, Id, Value extends Id> = (
  data: Json | undefined,
  question: Question,
  reader: Reader,
) => CollectedRecords<Id, Value> | undefined;

export interface CollectedRecords<Id, Value extends Id> {
  readonly records: readonly Value[];
  readonly unreadable: readonly Unreadable<Id>[];
  /** All that was sent stands in `records`, with every field. */
  readonly whole: boolean;
  /** How many elements the list had. */
  readonly sent: number;
  /** How many of them tell of what can't be believed. */
  readonly lost: number;
}

export type Unreadable<Id> = Id & { readonly reason: UnreadableReason };

/** Reads one part of a record's name. */
export type ReadLabel = (fields: Fields, name: string) => Label;

/** How a field is read, and when two readings of it say the same. */
export interface FieldKind<T> {
  read(fields: Fields, name: string): T;
  isSame(a: T, b: T): boolean;
}

/** A record, or another object of the answer, whose fields are read one by one. */
export interface Fields {
  readonly record: JsonObject;
  readonly onDeviation: OnContractDeviation;
  readonly scrub: (text: string) => string;
}

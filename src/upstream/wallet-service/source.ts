// Makes a source of one operation of the service: it sends the keys, reads the envelope of each answer, and joins the
// records of a poll's answers into one reading. `client.ts` makes one for wallets and one for payment options.
import type { Reading } from '../../monitor/polling/ports.ts';
import type { WireRequest } from '../http/connection.ts';
import { usableKey } from '../http/credentials.ts';
import { isJsonNumber, isJsonObject, type Json } from '../http/json.ts';
import { type Conversation, createRequester, type RequesterOptions } from '../http/request-with-retry.ts';
import type { RequestResult } from '../http/result.ts';
import type { OnContractDeviation } from '../records/contract-deviation.ts';
import type { CollectedRecords, ReadRecords, Unreadable } from '../records/record-table.ts';
import { booleanIn, displayIn, fieldsOf } from '../records/records.ts';
import { createUnchanged } from '../records/unchanged.ts';
import { contradictsItself, type EnvelopeHead, outcomeOfEnvelope } from './outcome.ts';
import type { Sender } from './wire.ts';

export interface SourceOptions extends RequesterOptions {
  /** Called for each poll, so that a key whose file changes needs no restart. */
  readonly publicKey: () => string;
  /** `null`: no secret key is sent. */
  readonly secretKey: (() => string) | null;
  /** Called at most once per kind, name and answer. */
  readonly onDeviation: OnContractDeviation;
}

/** How one operation asks, and how it reads its list in an envelope's data. */
export interface Operation<Name extends string, Filter, Id, Value extends Id> {
  /** The name of its records in a reading. */
  readonly name: Name;
  /** What one poll asks for: one request for each. */
  readonly filters: readonly Filter[];
  readonly subject: (filter: Filter) => string;
  readonly request: (filter: Filter, sender: Sender) => WireRequest;
  readonly read: ReadRecords<Filter, Id, Value>;
  /** Names an unreadable record that stands for all records of a request without an answer. */
  readonly unanswered: (filter: Filter) => Id;
}

type ReadingOf<Name extends string, Id, Value extends Id> = Omit<Reading, 'wallets' | 'unreadable'> &
  Readonly<Record<Name, readonly Value[]>> & { readonly unreadable: readonly Unreadable<Id>[] };

interface Source<R> {
  /** Makes one poll. Never rejects. */
  read(asking: Asking): Promise<R>;
  /** Makes one poll, and returns how it went too. */
  probe(asking: Asking): Promise<{ readonly reading: R } & Pick<RequestResult, 'evidence' | 'requests'>>;
}

type Asking = Parameters<ReturnType<typeof createRequester>>[1];

/** Throws for a base address that can never be used. */
export function createSource<Name extends string, Filter, Id, Value extends Id>(
  options: SourceOptions,
  operation: Operation<Name, Filter, Id, Value>,
): Source<ReadingOf<Name, Id, Value>> {
  const ask = createRequester(options);
  const readAnswer = createReader(options, operation);
  const unchanged = createUnchanged<Value>();

  /** Runs when the poll gets its permit, so that the thousands of waiting polls hold nothing. */
  function begin<T>(
    told: (reading: ReadingOf<Name, Id, Value>, result: RequestResult) => T,
  ): Conversation<T> {
    const { filters, subject, request } = operation;
    const found: (CollectedRecords<Id, Value> | undefined)[] = []; // by filter
    const questions = filters.map((filter, i) => ({
      subject: subject(filter),
      request: () => request(filter, senderOf(options)),
      read(json: Json, httpStatus: number) {
        const { records, ...verdict } = readAnswer(json, filter, httpStatus);
        found[i] = records;
        return verdict;
      },
    }));
    return { questions, end: (result) => told(concluded(result, found), result) };
  }

  function concluded(
    { evidence: _, requests: __, answered, ...ending }: RequestResult,
    found: readonly (CollectedRecords<Id, Value> | undefined)[],
  ) {
    const { name, filters, unanswered } = operation;
    const some = answered.includes(true);
    const records: Value[] = [];
    const unreadable: Unreadable<Id>[] = [];
    for (const [i, filter] of filters.entries()) {
      const its = answered[i] ? found[i] : undefined;
      records.push(...(its?.records ?? []));
      unreadable.push(...(its?.unreadable ?? []));
      // So what this answer would have named counts as unknown, not as gone.
      if (!its && some) unreadable.push({ ...unanswered(filter), reason: 'unanswered' });
    }
    return { ...ending, [name]: unchanged(records), unreadable } as ReadingOf<Name, Id, Value>;
  }

  const beginRead = () => begin((reading) => reading);
  const beginProbe = () => begin((reading, { evidence, requests }) => ({ reading, evidence, requests }));
  return { read: (asking) => ask(beginRead, asking), probe: (asking) => ask(beginProbe, asking) };
}

function senderOf({ publicKey, secretKey }: SourceOptions): Sender {
  return {
    publicKey: usableKey('public_key', publicKey),
    secretKey: secretKey && usableKey('secret_key', secretKey),
  };
}

/** Makes the reader of an operation's answers: it returns the records, and whether the service reports success. */
export function createReader<Filter, Id, Value extends Id>(
  { scrub, onDeviation }: Pick<SourceOptions, 'scrub' | 'onDeviation'>,
  { read }: Pick<Operation<string, Filter, Id, Value>, 'read'>,
) {
  return (json: Json, filter: Filter, httpStatus: number) => {
    const deviations = new Map<string, Parameters<OnContractDeviation>>();
    const tell: OnContractDeviation = (...of) => deviations.set(of.join(' '), of);
    const { head = null, data } = readEnvelope(json, tell) ?? {};
    const records = read(data, filter, { scrub, onDeviation: tell });
    if (head && contradictsItself(httpStatus, head)) tell('envelope_mismatch');
    for (const deviation of deviations.values()) onDeviation(...deviation);
    const code = head?.code ?? null;
    return { ...outcomeOfEnvelope(head, records), code: Number.isNaN(code) ? null : code, records };
  };
}

const ENVELOPE_FIELDS = new Set(['code', 'status', 'message', 'data']);
const FAILURES = new Set(['false', 'error', 'failed', 'fail', 'failure']);

/** Opens an answer; `null` for JSON that is not an object. Never looks at the message. */
export function readEnvelope(
  json: Json,
  onDeviation: OnContractDeviation,
): { readonly head: EnvelopeHead; readonly data: Json | undefined } | null {
  if (!isJsonObject(json)) return null;
  const fields = fieldsOf(json, ENVELOPE_FIELDS, { onDeviation });
  const status = booleanIn(fields, 'status') ?? displayIn(fields, 'status').toLowerCase();
  const success = FAILURES.has(String(status))
    ? false
    : status === 'success' || status === true
      ? true
      : null;
  return { head: { code: readCode(json.get('code'), onDeviation), success }, data: json.get('data') };
}

function readCode(value: Json | undefined, onDeviation: OnContractDeviation): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') onDeviation('code_as_string');
  const text = typeof value === 'string' ? value : isJsonNumber(value) ? value.source : '';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

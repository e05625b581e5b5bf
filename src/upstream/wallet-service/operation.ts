// An operation of the service for the request of `http/`: its keys on the way out, its envelope, its records and its
// outcome on the way back. Used by `client.ts`, once for wallets and once for payment options.

import type { WireRequest } from '../http/connection.ts';
import { usableKey } from '../http/credentials.ts';
import type { Json } from '../http/json.ts';
import type { ServiceOperation } from '../http/request-with-retry.ts';
import type { CollectedRecords } from '../records/collect-records.ts';
import type { OnContractDeviation, Reader } from '../records/contract-deviation.ts';
import { readEnvelope } from './envelope.ts';
import { contradictsItself, outcomeOfEnvelope } from './outcome.ts';
import type { Sender } from './wire.ts';

export interface OperationOptions {
  /** Asked for each poll, so that a key whose file changes needs no restart. */
  readonly publicKey: () => string;
  /** `null` where none is sent. */
  readonly secretKey: (() => string) | null;
  /** Takes secrets out of a text. */
  readonly scrub: (text: string) => string;
  /** Told at most once per kind, name and answer. */
  readonly onDeviation: OnContractDeviation;
}

/** How one operation asks, and how it reads its list in an envelope's data. */
interface Operation<Question, Id, Value extends Id> {
  readonly subject: (question: Question) => string;
  readonly request: (question: Question, sender: Sender) => WireRequest;
  readonly read: (
    data: Json | undefined,
    question: Question,
    reader: Reader,
  ) => CollectedRecords<Id, Value> | undefined;
}

export function createOperation<Question, Id, Value extends Id>(
  { publicKey, secretKey, scrub, onDeviation }: OperationOptions,
  { subject, request, read }: Operation<Question, Id, Value>,
): ServiceOperation<Question, CollectedRecords<Id, Value>> {
  return {
    subject,
    request: (question) =>
      request(question, {
        publicKey: usableKey('public_key', publicKey),
        secretKey: secretKey && usableKey('secret_key', secretKey),
      }),

    read(json, question, httpStatus) {
      const deviations = new Map<string, Parameters<OnContractDeviation>>();
      const tell: OnContractDeviation = (...of) => deviations.set(of.join(' '), of);
      const reader: Reader = { scrub, onDeviation: tell };
      const envelope = readEnvelope(json, reader.onDeviation);
      const records = read(envelope?.data, question, reader);
      if (envelope && contradictsItself(httpStatus, envelope)) tell('envelope_mismatch');
      for (const deviation of deviations.values()) onDeviation(...deviation);
      const code = envelope?.code ?? null;
      return {
        verdict: outcomeOfEnvelope(envelope, records),
        code: Number.isNaN(code) ? null : code,
        content: records,
      };
    },
  };
}

// Asks one account's service, within the deadline, and again where that may help. Every accident is an outcome.
import { type Instant, succeeded } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Reading } from '../../monitor/polling/ports.ts';
import type { CollectedRecords, Unreadable } from '../wallet-service/collect-records.ts';
import type { ContractDeviation, OnContractDeviation, Reader } from '../wallet-service/contract-deviation.ts';
import {
  contradictsItself,
  type OutcomeWithDetail,
  outcomeOfAccident,
  outcomeOfAnswer,
  type ServiceAnswer,
} from '../wallet-service/outcome.ts';
import { readEnvelope, type Sender, type WireRequest } from '../wallet-service/wire.ts';
import { readBaseUrl } from './base-url.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import type { Json } from './json.ts';
import type { Origins } from './origins.ts';
import { backoff, parseRetryAfter } from './retry.ts';
import { type Evidence, type PermitRequest, type RawAnswer, send } from './send.ts';

export interface RequesterOptions {
  /** Throws when it could never be asked: see {@link readBaseUrl}. */
  readonly baseUrl: string;
  readonly allowInsecureHttp: boolean;
  /** Asked for each poll, so that a key whose file changes needs no restart. */
  readonly publicKey: () => string;
  /** `null` where none is sent. */
  readonly secretKey: (() => string) | null;
  /** Of a whole poll in milliseconds: waiting for a turn, all questions and all retries. */
  readonly deadlineMs: number;
  /** How often at most a question is asked again. */
  readonly retries: number;
  readonly userAgent: string;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Takes secrets out of a text. */
  readonly scrub: (text: string) => string;
  /** Told at most once per kind and answer. */
  readonly onDrift: OnContractDeviation;
  readonly origins: Origins;
}

/** What is asked, and how an answer is read. */
export interface ServiceOperation<Question, Id, Value extends Id> {
  request(question: Question, sender: Sender): WireRequest;
  read(data: Json | undefined, question: Question, reader: Reader): CollectedRecords<Id, Value> | undefined;
}

/** How one poll ended. */
export interface RequestResult<Id, Value extends Id> {
  readonly outcome: Reading['outcome'];
  readonly httpStatus: number | null;
  readonly envelopeCode: number | null;
  readonly detail: string | null;
  readonly records: readonly Value[];
  readonly unreadable: readonly Unreadable<Id>[];
  /** Of the last request; `null` when none was made. */
  readonly evidence: Evidence | null;
  /** Requests made, retries included. */
  readonly requests: number;
}

interface ReadRequest {
  readonly notAfter: Instant;
  readonly signal: AbortSignal;
}

/**
 * A function that asks the questions of one poll, one after the other, and never rejects.
 *
 * All must succeed: the first failure is the outcome of the whole, or half of the wallets would pass for all of them.
 */
export function createRequester<Question, Id, Value extends Id>(
  { baseUrl, clock, deadlineMs, ...options }: RequesterOptions,
  operation: ServiceOperation<Question, Id, Value>,
): (questions: readonly Question[], asking: ReadRequest) => Promise<RequestResult<Id, Value>> {
  const base = readBaseUrl(baseUrl, options);
  const origin = options.origins.at(base, options);
  const prefix = base.pathname.replace(/\/+$/, '');
  interface Attempt {
    readonly verdict: OutcomeWithDetail;
    readonly answer: ServiceAnswer | null;
    readonly gathered: CollectedRecords<Id, Value> | undefined;
    readonly evidence: Evidence | null;
    readonly retryAfter: string | null;
  }

  // Thousands may be in line at once: before its turn nothing is made of a poll but its place there.
  return (questions, asking) => {
    const cut = createDeadline(deadlineMs, asking.signal, clock);
    const place = placeInLine(cut);
    const go = () => askAll(questions, place, { ...asking, cut });
    return place.turn.then(go, go);
  };

  function placeInLine(cut: Deadline): PermitRequest {
    return { since: clock.monotonic(), turn: origin.take(cut) };
  }

  /** Asks question by question, the first one in the place that was waited for. */
  async function askAll(
    questions: readonly Question[],
    first: PermitRequest,
    asking: ReadRequest & { readonly cut: Deadline },
  ): Promise<RequestResult<Id, Value>> {
    using cut = asking.cut;
    using _ = unlessUsed(first);
    let place: PermitRequest | undefined = first;
    const nextPlace = (): PermitRequest => {
      const next = place ?? placeInLine(cut);
      place = undefined;
      return next;
    };
    let whole: RequestResult<Id, Value> | undefined;
    for (const question of questions) {
      const next = await askUntil(question, { ...asking, nextPlace });
      const requests = next.requests + (whole?.requests ?? 0);
      if (!succeeded(next.outcome)) return { ...next, requests };
      whole = whole ? { ...join(whole, next), requests } : next;
    }
    return whole ?? conclude(stopped(), 0);
  }

  /** Asks one question until it is answered, or asking again makes no sense. */
  async function askUntil(
    question: Question,
    {
      cut,
      notAfter,
      signal,
      nextPlace,
    }: ReadRequest & { readonly cut: Deadline; readonly nextPlace: () => PermitRequest },
  ): Promise<RequestResult<Id, Value>> {
    for (let requests = 1; ; requests++) {
      if (signal.aborted) return conclude(stopped(), requests - 1);
      const attempt = await askOnce(question, cut, nextPlace);
      const made = attempt.evidence?.turnAfterMs == null ? requests - 1 : requests; // it got no turn, or had no key
      const result = conclude(attempt, made);
      if (!attempt.verdict.retry || requests > options.retries) return result;
      const now = clock.now();
      const demanded = parseRetryAfter(attempt.retryAfter, now);
      const wait = Math.max(demanded ?? 0, backoff(requests - 1, options.random));
      if (wait >= cut.remaining() || (demanded !== null && now + wait >= notAfter)) return result;
      await cut.sleep(wait);
      if (!signal.aborted && cut.remaining() === 0) return result;
    }
  }

  async function askOnce(
    question: Question,
    cut: Deadline,
    nextPlace: () => PermitRequest,
  ): Promise<Attempt> {
    const nothing = { answer: null, gathered: undefined, evidence: null, retryAfter: null };
    const publicKey = usable(options.publicKey);
    const secretKey = options.secretKey === null ? null : usable(options.secretKey);
    if (publicKey === undefined || secretKey === undefined) {
      const name = publicKey === undefined ? 'public_key' : 'secret_key';
      return { ...nothing, verdict: outcomeOfAccident({ kind: 'unusable_key', name }) };
    }
    const request = operation.request(question, { publicKey, secretKey, userAgent: options.userAgent });
    const path = prefix + request.path;
    const done = await send(nextPlace(), { ...request, path }, { cut, clock, deadlineMs });
    const { evidence } = done;
    if ('accident' in done) return { ...nothing, evidence, verdict: outcomeOfAccident(done.accident) };
    const { answer, gathered } = read(done.answer, question);
    return {
      verdict: outcomeOfAnswer(answer),
      answer,
      gathered,
      evidence,
      retryAfter: done.answer.retryAfter,
    };
  }

  function read(raw: RawAnswer, question: Question) {
    const drifts = new Set<ContractDeviation>();
    const onDrift = (drift: ContractDeviation) => drifts.add(drift);
    const envelope = readEnvelope(raw.text, onDrift);
    const gathered = operation.read(envelope.data, question, { onDrift, scrub: options.scrub });
    const answer: ServiceAnswer = {
      httpStatus: raw.httpStatus,
      contentType: raw.contentType,
      contentEncoding: raw.contentEncoding,
      body: envelope.body,
      envelopeCode: envelope.code,
      envelopeSuccess: envelope.success,
      data: gathered,
    };
    if (contradictsItself(answer)) onDrift('envelope_mismatch');
    for (const drift of drifts) options.onDrift(drift);
    return { answer, gathered };
  }

  function conclude(
    { verdict, answer, gathered, evidence }: Attempt,
    requests: number,
  ): RequestResult<Id, Value> {
    const good = succeeded(verdict.outcome) ? gathered : undefined;
    const code = answer?.envelopeCode ?? null;
    return {
      outcome: verdict.outcome,
      httpStatus: evidence?.httpStatus ?? null,
      envelopeCode: Number.isNaN(code) ? null : code,
      detail: verdict.detail === null ? null : options.scrub(verdict.detail),
      records: good?.records ?? [],
      unreadable: good?.unreadable ?? [],
      evidence,
      requests,
    };
  }

  function stopped(): Attempt {
    const verdict = outcomeOfAccident({ kind: 'aborted' });
    return { verdict, answer: null, gathered: undefined, evidence: null, retryAfter: null };
  }
}

/** Gives its turn back when no request was made in it. */
function unlessUsed({ turn }: PermitRequest): Disposable {
  const giveBack = () => void turn.then((its) => its.giveBack(its.reused)).catch(() => {});
  return { [Symbol.dispose]: giveBack };
}

function join<Id, Value extends Id>(
  a: RequestResult<Id, Value>,
  b: RequestResult<Id, Value>,
): RequestResult<Id, Value> {
  return {
    ...b,
    outcome: a.outcome === 'partial' ? 'partial' : b.outcome,
    detail: a.detail ?? b.detail,
    records: [...a.records, ...b.records],
    unreadable: [...a.unreadable, ...b.unreadable],
  };
}

/** A key that may stand in a header; `undefined` for one with a line break in it, or whose file is gone. */
function usable(key: () => string): string | undefined {
  try {
    const value = key();
    return /^[\x21-\x7e]+$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

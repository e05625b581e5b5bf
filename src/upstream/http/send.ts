// Sends one request. Returns what its reader says of the answer, or the accident that prevented an answer, and the
// evidence. Used by `request-with-retry.ts`, which itself never holds the content of an answer.
import { isUtf8 } from 'node:buffer';
import { errors } from 'undici';
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import { RefusedAddress } from '../../net/lookup.ts';
import { MAX_BYTES, type WireHead, type WireRequest } from './connection.ts';
import { type Deadline, DeadlineError } from './deadline.ts';
import { type BodyFlaw, type Json, readJsonBody } from './json.ts';
import type { Permit } from './origins.ts';
import type { Accident, AnswerHead, Phase, ServiceVerdict } from './outcome.ts';

/** How a request went, for anybody to see: never the body, a key, or a query. */
export interface RequestEvidence {
  /** Milliseconds since the permit was asked for; `null` when it did not come. The next two count from there too. */
  readonly permitAfterMs: number | null;
  readonly answerAfterMs: number | null;
  readonly endAfterMs: number;
  /** The address connected to. */
  readonly address: string | null;
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  /** Bytes of the body, as read. */
  readonly bytes: number | null;
}

/** Keeps what the JSON of an answer holds, whatever its HTTP status, and says how that went. Must not throw. */
export type ReadJson = (json: Json, httpStatus: number) => ServiceVerdict;

interface Head extends AnswerHead {
  readonly retryAfter: string | null;
  /** When the answer was sent, by the service's clock; `null` when it does not say. */
  readonly sentAt: Instant | null;
}

/** The reader's verdict on an answer; with a `flaw`, the reason why the reader was not called. */
type Answer = Head &
  ({ readonly flaw: null; readonly verdict: ServiceVerdict } | { readonly flaw: BodyFlaw });

export type SendResult = { readonly evidence: RequestEvidence } & (
  | { readonly answer: Answer }
  | { readonly accident: Accident }
);

interface SendOptions {
  readonly deadline: Deadline;
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly read: ReadJson;
}

/** A permit of an origin that may not have come yet. */
export interface PermitRequest {
  readonly permit: Promise<Permit>;
  /** When the permit was asked for, by the monotonic clock. */
  readonly since: number;
}

/** Sends one request. Never rejects; ends at the deadline, in any phase. */
export async function send(
  requested: PermitRequest,
  request: WireRequest,
  { deadline, clock, deadlineMs, read }: SendOptions,
): Promise<SendResult> {
  const since = () => clock.monotonic() - requested.since;
  let permit: Permit | undefined;
  let permitAfterMs: number | null = null;
  const begun: { head?: Head; afterMs: number | null } = { afterMs: null }; // of the answer
  let text: string | null = null; // null: not read, or not UTF-8
  let bytes: number | null = null;
  let keep = false;
  let accident: Accident | undefined;

  try {
    permit = await requested.permit;
    permitAfterMs = since();
    const body = await sendOnce(permit, request, deadline, (response) => {
      begun.afterMs = since();
      begun.head = describe(response);
      if (!isPlain(begun.head)) throw new Compressed();
      if (Number(response.headers['content-length'] ?? 0) > MAX_BYTES) throw new TooLarge();
    });
    bytes = body.length;
    keep = true;
    text = isUtf8(body) ? body.toString('utf8') : null;
  } catch (error) {
    const phase: Phase = begun.head ? 'answering' : (permit?.connection.phase ?? 'queued');
    if (!(error instanceof Compressed)) accident = accidentOf(error, phase, deadlineMs);
  }
  const { head, afterMs: answerAfterMs } = begun;
  const evidence: RequestEvidence = {
    permitAfterMs,
    answerAfterMs,
    endAfterMs: since(),
    address: permit?.connection.address ?? null,
    httpStatus: head?.httpStatus ?? null,
    contentType: head?.contentType?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100) ?? null,
    bytes,
  };
  permit?.giveBack(keep);
  // A failure by HTTP status counts even when its page never ended. An abort stays an abort.
  if (accident && !(head && head.httpStatus >= 300 && accident.kind !== 'aborted'))
    return { evidence, accident };
  return { evidence, answer: judged(head!, text, read) };
}

function judged(head: Head, text: string | null, read: ReadJson): Answer {
  const body = readJsonBody(text);
  if ('flaw' in body) return { ...head, flaw: body.flaw };
  return { ...head, flaw: null, verdict: read(body.json, head.httpStatus) };
}

/** Sends it, and once more when the other end closed the idle connection at that moment. */
async function sendOnce(
  permit: Permit,
  request: WireRequest,
  deadline: Deadline,
  onHead: (head: WireHead) => void,
): Promise<Buffer> {
  const open = permit.reused && permit.connection.phase === 'waiting';
  let answered = false;
  const told = (head: WireHead): void => {
    answered = true;
    onHead(head);
  };
  try {
    return await deadline.race(permit.connection.send(request, told));
  } catch (error) {
    if (answered || !open || !RACES.has(codeOf(error))) throw error;
    permit.renew();
    return await deadline.race(permit.connection.send(request, onHead));
  }
}

const RACES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function describe({ status, headers }: WireHead): Head {
  const header = (name: string): string | null => {
    const value = headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  };
  return {
    httpStatus: status,
    contentType: header('content-type'),
    contentEncoding: header('content-encoding'),
    retryAfter: header('retry-after'),
    sentAt: Date.parse(header('date') ?? '') || null,
  };
}

/** A compressed answer is not read at all. */
function isPlain({ contentEncoding }: AnswerHead): boolean {
  return contentEncoding === null || /^(?:identity)?$/i.test(contentEncoding.trim());
}

/** Ends the reading of an answer; never leaves this file. */
class Compressed extends Error {}

class TooLarge extends Error {
  readonly code = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'; // undici's own code, for when it counted the bytes
}

function accidentOf(error: unknown, phase: Phase, deadlineMs: number): Accident {
  if (error instanceof DeadlineError) {
    return error.kind === 'aborted' ? { kind: 'aborted' } : { kind: 'deadline', phase, deadlineMs };
  }
  if (error instanceof RefusedAddress) return { kind: 'refused_address', why: error.message };
  const code = codeOf(error);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return { kind: 'too_large', limit: MAX_BYTES };
  return { kind: 'broken', phase, code };
}

/** Takes only a code from an error: its message may quote what was sent or received. */
function codeOf(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return 'HTTP_PARSER'; // undici gives it no code
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'UNKNOWN';
}

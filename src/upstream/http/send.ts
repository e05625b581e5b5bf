// One request and what came of it: what its reader says of the answer, or the accident that kept it from us; and the
// evidence. Used by `request-with-retry.ts`, which never holds what an answer says itself.
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

/** What can be shown to anybody: never the body, a key, or a query. */
export interface Evidence {
  /** Milliseconds since the request was made; `null` for what wasn't reached, or was there before. */
  readonly permitAfterMs: number | null;
  readonly answerAfterMs: number | null;
  readonly endAfterMs: number;
  /** The address connected to. */
  readonly address: string | null;
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  /** Of the body, as read. */
  readonly bytes: number | null;
}

/** Keeps what the JSON of an answer holds, whatever its HTTP status, and says how that went; must not throw. */
export type ReadJson = (json: Json, httpStatus: number) => ServiceVerdict;

interface Head extends AnswerHead {
  readonly retryAfter: string | null;
  /** When it was sent, by the service's clock; `null` when it doesn't say. */
  readonly sentAt: Instant | null;
}

/** The verdict of its reader on an answer; or, with a `flaw`, why its reader wasn't asked. */
type Answer = Head &
  ({ readonly flaw: null; readonly verdict: ServiceVerdict } | { readonly flaw: BodyFlaw });

export type SendResult = { readonly evidence: Evidence } & (
  | { readonly answer: Answer }
  | { readonly accident: Accident }
);

interface SendOptions {
  readonly deadline: Deadline;
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly read: ReadJson;
}

/** A permit of an origin that may still be waited for. */
export interface PermitRequest {
  readonly permit: Promise<Permit>;
  /** When it was asked for, by the monotonic clock. */
  readonly since: number;
}

/** Never rejects. Ends with the deadline, wherever it is. */
export async function send(
  requested: PermitRequest,
  request: WireRequest,
  { deadline, clock, deadlineMs, read }: SendOptions,
): Promise<SendResult> {
  const since = () => clock.monotonic() - requested.since;
  let permit: Permit | undefined;
  let permitAfterMs: number | null = null;
  const begun: { head?: Head; afterMs: number | null } = { afterMs: null }; // the answer
  let text: string | null = null; // not read, or not UTF-8
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
  const evidence: Evidence = {
    permitAfterMs,
    answerAfterMs,
    endAfterMs: since(),
    address: permit?.connection.address ?? null,
    httpStatus: head?.httpStatus ?? null,
    contentType: head?.contentType?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100) ?? null,
    bytes,
  };
  permit?.giveBack(keep);
  // A failure by HTTP is known for what it is, even when its page never ended; being stopped is being stopped.
  if (accident && !(head && head.httpStatus >= 300 && accident.kind !== 'aborted'))
    return { evidence, accident };
  return { evidence, answer: judged(head!, text, read) };
}

function judged(head: Head, text: string | null, read: ReadJson): Answer {
  const body = readJsonBody(text);
  if ('flaw' in body) return { ...head, flaw: body.flaw };
  return { ...head, flaw: null, verdict: read(body.json, head.httpStatus) };
}

/** Sends it, and once more when the other end had closed the idle connection just then. */
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

/** What is compressed isn't read at all. */
function isPlain({ contentEncoding }: AnswerHead): boolean {
  return contentEncoding === null || /^(?:identity)?$/i.test(contentEncoding.trim());
}

/** Leaves the reading of an answer; never seen outside this file. */
class Compressed extends Error {}

class TooLarge extends Error {
  readonly code = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'; // undici's own word, for when it counted
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

/** Only a code is taken from an error: messages may quote what was sent or received. */
function codeOf(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return 'HTTP_PARSER'; // undici gives it no code
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'UNKNOWN';
}

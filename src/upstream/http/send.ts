// One request and what came of it: an answer's text, or the accident that kept it from us; and the evidence. Used by
// `request-with-retry.ts`.
import { isUtf8 } from 'node:buffer';
import { type Dispatcher, errors } from 'undici';
import type { Clock } from '../../monitor/clock.ts';
import { RefusedAddress } from '../../net/lookup.ts';
import { MAX_BYTES, type WireRequest } from './connection.ts';
import { type Deadline, DeadlineError } from './deadline.ts';
import type { Permit } from './origins.ts';
import type { Accident, AnswerHead, Phase } from './outcome.ts';

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

interface RawAnswer extends AnswerHead {
  readonly retryAfter: string | null;
  /** `null` when it wasn't read, or isn't UTF-8. */
  readonly text: string | null;
}

export type SendResult = { readonly evidence: Evidence } & (
  | { readonly answer: RawAnswer }
  | { readonly accident: Accident }
);

interface SendOptions {
  readonly deadline: Deadline;
  readonly clock: Clock;
  readonly deadlineMs: number;
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
  { deadline, clock, deadlineMs }: SendOptions,
): Promise<SendResult> {
  const since = () => clock.monotonic() - requested.since;
  let permit: Permit | undefined;
  let permitAfterMs: number | null = null;
  let answerAfterMs: number | null = null;
  let answer: RawAnswer | undefined;
  let bytes: number | null = null;
  let keep = false;
  let accident: Accident | undefined;

  try {
    permit = await requested.permit;
    permitAfterMs = since();
    const response = await sendOnce(permit, request, deadline);
    answerAfterMs = since();
    answer = describe(response);
    if (isPlain(answer)) {
      const body = await readBody(response, deadline);
      bytes = body.length;
      keep = true;
      answer = { ...answer, text: isUtf8(body) ? body.toString('utf8') : null };
    }
  } catch (error) {
    const phase: Phase = answer ? 'answering' : (permit?.connection.phase ?? 'queued');
    accident = accidentOf(error, phase, deadlineMs);
  }
  const evidence: Evidence = {
    permitAfterMs,
    answerAfterMs,
    endAfterMs: since(),
    address: permit?.connection.address ?? null,
    httpStatus: answer?.httpStatus ?? null,
    contentType: answer?.contentType?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100) ?? null,
    bytes,
  };
  permit?.giveBack(keep);
  // A failure by HTTP is known for what it is, even when its page never ended; being stopped is being stopped.
  if (accident && !(answer && answer.httpStatus >= 300 && accident.kind !== 'aborted'))
    return { evidence, accident };
  return { evidence, answer: answer! };
}

/** Sends it, and once more when the other end had closed the idle connection just then. */
async function sendOnce(
  permit: Permit,
  request: WireRequest,
  deadline: Deadline,
): Promise<Dispatcher.ResponseData> {
  const open = permit.reused && permit.connection.phase === 'waiting';
  try {
    return await deadline.race(permit.connection.send(request));
  } catch (error) {
    if (!open || !RACES.has(codeOf(error))) throw error;
    permit.renew();
    return await deadline.race(permit.connection.send(request));
  }
}

const RACES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function describe({ statusCode, headers }: Dispatcher.ResponseData): RawAnswer {
  const header = (name: string): string | null => {
    const value = headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  };
  return {
    httpStatus: statusCode,
    contentType: header('content-type'),
    contentEncoding: header('content-encoding'),
    retryAfter: header('retry-after'),
    text: null,
  };
}

/** What is compressed isn't read at all. */
function isPlain({ contentEncoding }: RawAnswer): boolean {
  return contentEncoding === null || /^(?:identity)?$/i.test(contentEncoding.trim());
}

async function readBody({ body, headers }: Dispatcher.ResponseData, deadline: Deadline): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) throw new TooLarge();
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // As they come, not by `arrayBuffer()`: that makes a copy outside of the heap for each answer, which is dear in a sweep.
  body.on('data', (chunk: Buffer) => chunks.push(chunk));
  body.on('end', resolve);
  body.on('error', reject); // of an answer that breaks off, too
  await deadline.race(promise);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

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

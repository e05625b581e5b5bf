// One request over a connection that does what the case says: what is told of it, and what becomes of the connection.
import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { RefusedAddress } from '../../../src/net/lookup.ts';
import { MAX_BYTES, type UpstreamConnection, type WireHead } from '../../../src/upstream/http/connection.ts';
import { type Deadline, DeadlineError } from '../../../src/upstream/http/deadline.ts';
import type { Permit } from '../../../src/upstream/http/origins.ts';
import { send } from '../../../src/upstream/http/send.ts';

const DEADLINE_MS = 20_000;
const JSON_HEAD = { 'content-type': 'application/json' };
/** The time of a poll that has no end of its own: what ends it comes from the connection. */
const deadline = { race: (promise: Promise<unknown>) => promise } as Deadline;
const failure = (code: unknown) => Object.assign(new Error('not to be told'), { code });
const timeUp = new DeadlineError('deadline');
const stopped = new DeadlineError('aborted');

interface Wire {
  readonly head?: { readonly status?: number; readonly headers?: WireHead['headers'] };
  readonly body?: string | Buffer;
  /** What ends the request, after the head if there is one. */
  readonly fails?: unknown;
}

/** Sends a request by a permit whose connection gives these answers, one after the other. */
async function ask(
  answers: readonly Wire[],
  {
    reused = false,
    phase = 'waiting' as UpstreamConnection['phase'],
    permit: refused = undefined as unknown,
  } = {},
) {
  const seen: string[] = [];
  const times = [1_050, 1_200, 1_300, 1_500]; // by the monotonic clock, at each look
  const left = [...answers];
  const connection: UpstreamConnection = {
    phase,
    address: '192.0.2.7',
    async send({ path }, onHead) {
      seen.push(`sent ${path}`);
      const { head, body = '{}', fails } = left.shift()!;
      if (head) onHead({ status: 200, headers: JSON_HEAD, ...head });
      if (fails !== undefined) throw fails;
      return Buffer.from(body as string);
    },
    destroy: () => void seen.push('destroyed'),
  };
  const permit: Permit = {
    reused,
    connection,
    renew: () => void seen.push('renewed'),
    giveBack: (keep) => void seen.push(keep ? 'kept' : 'cut'),
  };
  const requested = {
    permit: refused === undefined ? Promise.resolve(permit) : Promise.reject(refused),
    since: 1_000,
  };
  const clock = { now: () => 0, monotonic: () => times.shift()! };
  const read = (json: unknown, status: number) => {
    seen.push(`read at ${status}`);
    return { json } as never;
  };
  const request = { path: '/wallets', headers: {} };
  const result = await send(requested, request, { deadline, clock, deadlineMs: DEADLINE_MS, read });
  return { ...result, seen } as typeof result & { seen: string[]; accident?: unknown; answer?: object };
}
const one = (wire: Wire) => ask([wire]);

test('an answer is read by its service, and its connection kept', async () => {
  const headers = { ...JSON_HEAD, 'retry-after': '7', date: 'Sat, 21 Nov 2026 12:00:00 GMT' };
  const { seen, evidence, answer } = await one({ head: { status: 201, headers }, body: '["é"]' });
  expect(seen).toEqual(['sent /wallets', 'kept', 'read at 201']);
  expect(evidence).toEqual({
    ...{ permitAfterMs: 50, answerAfterMs: 200, endAfterMs: 300, address: '192.0.2.7' },
    ...{ httpStatus: 201, contentType: 'application/json', bytes: 6 },
  });
  expect(answer).toEqual({
    ...{ httpStatus: 201, contentType: 'application/json', contentEncoding: null, retryAfter: '7' },
    ...{ sentAt: Date.UTC(2026, 10, 21, 12), flaw: null, verdict: { json: ['é'] } },
  });
});

test.each<[string, WireHead['headers'], object]>([
  ['nothing', {}, { contentType: null, contentEncoding: null, retryAfter: null, sentAt: null }],
  ['a date that is none', { date: 'noon' }, { sentAt: null }],
  ['a header twice', { 'content-type': ['a/b', 'c/d'] }, { contentType: 'a/b, c/d' }],
])('of headers that say %s', async (_, headers, said) => {
  expect((await one({ head: { headers } })).answer).toMatchObject({ ...said, flaw: null });
});

test('the evidence has a content type of at most a hundred printable characters', async () => {
  const told = async (type: string) =>
    (await one({ head: { headers: { 'content-type': type } } })).evidence.contentType;
  expect(await told(' a~\u001f\u007fé\n')).toBe(' a~????');
  expect(await told('x'.repeat(101))).toBe('x'.repeat(100));
});

describe('what is not read', () => {
  test.each([
    ['gzip', 'syntax', 'cut'],
    ['identity, gzip', 'syntax', 'cut'],
    ['xidentity', 'syntax', 'cut'],
    [' Identity ', null, 'kept'],
    ['', null, 'kept'],
  ])('an answer encoded as %j has the flaw %s, and its connection is %s', async (encoding, flaw, kept) => {
    const { answer, evidence, seen } = await one({ head: { headers: { 'content-encoding': encoding } } });
    expect(answer).toMatchObject({ contentEncoding: encoding, flaw });
    expect(evidence.bytes).toBe(flaw === null ? 2 : null);
    expect(seen).toContain(kept);
  });

  test.each([
    [MAX_BYTES, undefined],
    [MAX_BYTES + 1, { kind: 'too_large', limit: MAX_BYTES }],
  ])('one that says that it has %i bytes', async (length, accident) => {
    const result = await one({ head: { headers: { 'content-length': `${length}` } } });
    expect(result.accident).toEqual(accident);
    expect(result.seen).toContain(accident ? 'cut' : 'kept');
  });

  test('one that is not UTF-8, though its connection may be used again', async () => {
    const { answer, evidence, seen } = await one({ head: {}, body: Buffer.from([0x22, 0xff, 0x22]) });
    expect(answer).toMatchObject({ flaw: 'syntax' });
    expect(evidence.bytes).toBe(3);
    expect(seen).toEqual(['sent /wallets', 'kept']);
  });
});

test.each<[number, unknown, object]>([
  [299, timeUp, { accident: { kind: 'deadline', phase: 'answering', deadlineMs: DEADLINE_MS } }],
  [300, timeUp, { answer: { httpStatus: 300, flaw: 'syntax' } }],
  [500, failure('ECONNRESET'), { answer: { httpStatus: 500, flaw: 'syntax' } }],
  [200, failure('ECONNRESET'), { accident: { kind: 'broken', phase: 'answering', code: 'ECONNRESET' } }],
  [500, stopped, { accident: { kind: 'aborted' } }],
])('an answer of status %i that breaks off by %s', async (status, fails, said) => {
  const result = await one({ head: { status }, fails });
  expect(result).toMatchObject({ ...said, evidence: { httpStatus: status, bytes: null, endAfterMs: 300 } });
  expect(Object.hasOwn(result, 'answer')).toBe('answer' in said);
  expect(result.seen).toEqual(['sent /wallets', 'cut']);
});

test.each<[UpstreamConnection['phase'], unknown, object]>([
  ['handshake', timeUp, { kind: 'deadline', phase: 'handshake', deadlineMs: DEADLINE_MS }],
  ['waiting', stopped, { kind: 'aborted' }],
  ['connecting', new RefusedAddress('why not'), { kind: 'refused_address', why: 'why not' }],
  ['waiting', failure('UND_ERR_RES_EXCEEDED_MAX_SIZE'), { kind: 'too_large', limit: MAX_BYTES }],
  ['connecting', failure('ENOTFOUND'), { kind: 'broken', phase: 'connecting', code: 'ENOTFOUND' }],
  ['waiting', new errors.HTTPParserError('x'), { kind: 'broken', phase: 'waiting', code: 'HTTP_PARSER' }],
  ['waiting', failure('A_9'), { kind: 'broken', phase: 'waiting', code: 'A_9' }],
  ['waiting', failure('A'.repeat(60)), { kind: 'broken', phase: 'waiting', code: 'A'.repeat(60) }],
  ['waiting', failure('A'.repeat(61)), { kind: 'broken', phase: 'waiting', code: 'UNKNOWN' }],
  ['waiting', failure('said by sk-1'), { kind: 'broken', phase: 'waiting', code: 'UNKNOWN' }],
  ['waiting', failure(''), { kind: 'broken', phase: 'waiting', code: 'UNKNOWN' }],
  ['waiting', failure(7), { kind: 'broken', phase: 'waiting', code: 'UNKNOWN' }],
  ['waiting', new Error('x'), { kind: 'broken', phase: 'waiting', code: 'UNKNOWN' }],
  ['waiting', { code: 'NO_ERROR' }, { kind: 'broken', phase: 'waiting', code: 'UNKNOWN' }],
])('a request that ends while %s by %o, without an answer', async (phase, fails, accident) => {
  const result = await ask([{ fails }], { phase });
  expect(result.accident).toEqual(accident);
  expect(result.evidence).toEqual({
    ...{ permitAfterMs: 50, answerAfterMs: null, endAfterMs: 200, address: '192.0.2.7' },
    ...{ httpStatus: null, contentType: null, bytes: null },
  });
  expect(result.seen).toEqual(['sent /wallets', 'cut']);
});

test('without a permit nothing is sent', async () => {
  const { accident, evidence, seen } = await ask([], { permit: timeUp });
  expect(accident).toEqual({ kind: 'deadline', phase: 'queued', deadlineMs: DEADLINE_MS });
  expect(evidence).toMatchObject({ permitAfterMs: null, endAfterMs: 50, address: null });
  expect(seen).toEqual([]);
});

describe('a connection that was kept, and is closed while a request is sent', () => {
  const closed = (code: string) => ({ fails: failure(code) });
  const again = ['sent /wallets', 'renewed', 'sent /wallets', 'kept', 'read at 200'];

  test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])('by %s is renewed, once', async (code) => {
    const { seen, answer } = await ask([closed(code), { head: {} }], { reused: true });
    expect(seen).toEqual(again);
    expect(answer).toMatchObject({ flaw: null });
    const twice = await ask([closed(code), closed(code)], { reused: true });
    expect(twice.seen).toEqual(['sent /wallets', 'renewed', 'sent /wallets', 'cut']);
    expect(twice.accident).toEqual({ kind: 'broken', phase: 'waiting', code });
  });

  test.each<[string, Wire, Parameters<typeof ask>[1]]>([
    ['it is new', closed('ECONNRESET'), { reused: false }],
    ['it had to open again', closed('ECONNRESET'), { reused: true, phase: 'connecting' }],
    ['the failure is another', closed('ENOTFOUND'), { reused: true }],
    ['the time is up', { fails: timeUp }, { reused: true }],
    ['the answer had begun', { head: {}, fails: failure('ECONNRESET') }, { reused: true }],
  ])('is not renewed when %s', async (_, wire, permit) => {
    expect((await ask([wire], permit)).seen).toEqual(['sent /wallets', 'cut']);
  });
});

// The whole sentence that people read of each way in which a request may fail.
import { expect, test } from 'vitest';
import {
  type AnswerHead,
  outcomeOfAccident,
  outcomeOfAnswer,
  type Phase,
} from '../../../src/upstream/http/outcome.ts';

test.each<[Phase, string]>([
  ['queued', 'it was still waiting for its turn behind other accounts of this address'],
  ['connecting', 'the connection was not made'],
  ['handshake', 'the TLS handshake was not finished'],
  ['waiting', 'the service took the request and did not answer'],
  ['answering', 'the answer began and did not end'],
])('a deadline that ends a request that is %s', (phase, what) => {
  expect(outcomeOfAccident({ kind: 'deadline', phase, deadlineMs: 90_000 })).toEqual({
    outcome: 'deadline',
    detail: `No complete answer within 1m30s: ${what}.`,
    retry: false,
  });
});

const CLOSED = 'the connection was closed before an answer came';
const UNREACHABLE = 'its address can not be reached from here';
const UNTRUSTED = 'its certificate is signed by an authority that is not trusted here';

test.each([
  ['ENOTFOUND', 'its host name is not known. Check base_url'],
  ['EAI_AGAIN', 'its host name could not be looked up. Check the name server'],
  ['ECONNREFUSED', 'the connection was refused. The service is down, or base_url names a wrong port'],
  ['ECONNRESET', CLOSED],
  ['EPIPE', CLOSED],
  ['UND_ERR_SOCKET', CLOSED],
  ['ETIMEDOUT', 'the connection timed out'],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['NEW', 'no connection (NEW)'],
])('a connection that fails with %s', (code, why) => {
  expect(outcomeOfAccident({ kind: 'broken', phase: 'connecting', code })).toEqual({
    outcome: 'connect',
    detail: `The service can not be reached: ${why}.`,
    retry: true,
  });
});

test.each([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet, or our clock is wrong'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is signed by itself'],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'what listens there does not speak TLS. Check the port in base_url'],
])('a service that is not trusted by %s, in the handshake or before', (code, why) => {
  const verdict = { outcome: 'tls', detail: `No trusted connection to the service: ${why}.`, retry: false };
  expect(outcomeOfAccident({ kind: 'broken', phase: 'handshake', code })).toEqual(verdict);
  expect(outcomeOfAccident({ kind: 'broken', phase: 'connecting', code })).toEqual(verdict);
});

const NOT_HTTP = 'The answer is not proper HTTP. Check base_url: another kind of service may listen there.';

test.each([
  [
    { kind: 'broken', phase: 'handshake', code: 'NEW' },
    'No trusted connection to the service: the TLS handshake failed (NEW).',
  ],
  ...['HTTP_PARSER', 'UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'].map(
    (code) => [{ kind: 'broken', phase: 'answering', code }, NOT_HTTP] as const,
  ),
  [{ kind: 'broken', phase: 'answering', code: 'ECONNRESET' }, 'The answer broke off in the middle.'],
  [{ kind: 'aborted' }, 'We stopped before the answer came.'],
  [
    { kind: 'unusable_key', name: 'public_key' },
    "Nothing was sent: the public_key can't be read, or holds characters that no key has. Check the configuration.",
  ],
  [{ kind: 'refused_address', why: 'it is near' }, 'No connection was made: it is near.'],
  [
    { kind: 'too_large', limit: 5 },
    'The answer is larger than 5 bytes, far more than any list of wallets. Check base_url.',
  ],
] as const)('the accident %j', (accident, detail) => {
  expect(outcomeOfAccident(accident).detail).toBe(detail);
});

const PORTAL =
  "It looks like the address of a portal for people, not of the service's interface: check base_url.";
const NOT_DECLARED =
  'The answer is not declared as JSON. Check base_url; if the service is known to declare another type, allow it by json_media_types.';
const json = (httpStatus: number, more: Partial<AnswerHead> = {}): AnswerHead => ({
  ...{ httpStatus, contentType: 'application/json', contentEncoding: null },
  ...more,
});
const refused = (where: string) =>
  `The service refused our keys (${where}). Check public_key and secret_key of this account, and ask the provider whether they are still valid.`;
const failed = (status: number) =>
  `The service failed by itself (HTTP ${status}); nothing is wrong on our side.`;
const unaccepted = (status: number) =>
  `The service doesn't accept the request (HTTP ${status}). Check base_url.`;
const elsewhere = (status: number) =>
  `The address sends us elsewhere (HTTP ${status}); we don't follow, because our keys would go along. ${PORTAL}`;
const meaningless = (status: number) =>
  `The service answered with HTTP status ${status}, which has no meaning.`;

test.each<[number, string, string, boolean]>([
  [199, 'protocol', meaningless(199), false],
  [300, 'redirect', elsewhere(300), false],
  [399, 'redirect', elsewhere(399), false],
  [400, 'upstream_4xx', unaccepted(400), false],
  [401, 'auth', refused('HTTP 401'), false],
  [402, 'upstream_4xx', unaccepted(402), false],
  [403, 'auth', refused('HTTP 403'), false],
  [
    ...[429, 'rate_limited'],
    'The service says that we ask too often (HTTP 429). Poll less often, or ask the provider for a higher limit.',
    true,
  ] as [number, string, string, boolean],
  [499, 'upstream_4xx', unaccepted(499), false],
  [500, 'upstream_5xx', failed(500), true],
])('an answer of HTTP %i is %s', (status, outcome, detail, retry) => {
  expect(outcomeOfAnswer(json(status), null)).toEqual({ outcome, detail, retry });
});

test.each([200, 299])('JSON by HTTP %i is for the service to judge', (status) => {
  expect(outcomeOfAnswer(json(status), null)).toBeNull();
});

test.each<[Partial<AnswerHead>, readonly string[], string | null]>([
  [{ contentEncoding: ' Identity ' }, [], null],
  [{ contentEncoding: '' }, [], null],
  [
    { contentEncoding: 'gzip' },
    [],
    'The answer is compressed although we asked for plain text; it was not opened.',
  ],
  [{ contentType: 'text/JSON; charset=utf-8' }, [], null],
  [{ contentType: 'application/vnd.api+json' }, [], null],
  [{ contentType: 'text/plain' }, [], NOT_DECLARED],
  [{ contentType: 'Text/Plain;q=1' }, ['text/plain'], null],
  [{ contentType: null }, ['text/plain'], NOT_DECLARED],
  [{ contentType: 'text/html' }, ['text/html'], `The address answered with a web page. ${PORTAL}`],
])('a good answer with the head %j, where %j count as JSON', (head, mediaTypes, detail) => {
  expect(outcomeOfAnswer(json(200, head), null, mediaTypes)?.detail ?? null).toBe(detail);
});

test.each([
  ['empty', 'not_json', 'The answer is empty (HTTP 200).'],
  ['web_page', 'not_json', `The address answered with a web page. ${PORTAL}`],
  ['byte_order_mark', 'not_json', 'The answer begins with a byte order mark, which JSON must not have.'],
  ['syntax', 'not_json', 'The answer is broken: it is declared as JSON and is not.'],
  ['duplicate_key', 'invalid', 'The answer names a field twice, so that nobody can say which value is true.'],
  ['too_deep', 'invalid', 'The answer is nested deeper than any list of wallets.'],
  ['too_many', 'too_large', 'The answer holds far more values than any list of wallets.'],
] as const)('a text that is %s', (flaw, outcome, detail) => {
  expect(outcomeOfAnswer(json(200), flaw)).toEqual({ outcome, detail, retry: false });
});

// How long is waited before a service is asked again, and what several answers are together.
import { expect, test } from 'vitest';
import { backoff, parseRetryAfter } from '../../../src/upstream/http/backoff.ts';
import { readBaseUrl } from '../../../src/upstream/http/base-url.ts';
import { UnusableKey, usableKey } from '../../../src/upstream/http/credentials.ts';
import { joinResults, type RequestResult } from '../../../src/upstream/http/result.ts';

test.each([
  [0, 1_000],
  [1, 2_000],
  [5, 32_000],
  [6, 60_000],
  [99, 60_000],
])('retry %i comes within %i ms', (retry, ms) => {
  expect([0, 0.5, 1].map((random) => backoff(retry, () => random))).toEqual([0, ms / 2, ms]);
});

const NOW = Date.parse('2026-03-02T12:00:00Z');

test.each<[string | null, number | null]>([
  [null, null],
  ['', null],
  ['0', 0],
  [' 120 ', 120_000],
  ['-1', null],
  ['1.5', null],
  ['2s', null],
  ['Mon, 02 Mar 2026 12:00:01 GMT', 1_000],
  ['Mon, 02 Mar 2026 12:00:00 GMT', null],
  ['Mon, 02 Mar 2026 11:59:59 GMT', null],
  ['Monday, 02-Mar-26 12:01:00 GMT', 60_000],
  ['2026-03-02T12:01:00Z', null],
  ['soon', null],
])('Retry-After: %s is a wait of %s ms', (header, ms) => {
  expect(parseRetryAfter(header, NOW)).toBe(ms);
});

test.each([
  ['ftp://pay.example.com', 'is not an https address'],
  ['pay.example.com', 'is not an https address'],
  ['https://me@pay.example.com', 'must not hold a user name or password'],
  ['https://:pw@pay.example.com', 'must not hold a user name or password'],
  ['https://pay.example.com/?a', 'must not hold a query or a fragment'],
  ['https://pay.example.com/#a', 'must not hold a query or a fragment'],
  ['http://pay.example.com', 'must begin with https://'],
  ['https://169.254.169.254', 'is a link-local or metadata address'],
])('the base address %s is refused: it %s', (text, why) => {
  expect(() => readBaseUrl(text, { allowInsecureHttp: false })).toThrow(
    new RangeError(`the base address ${why}`),
  );
});

test.each([
  ['https://pay.example.com/v1', false],
  ['http://127.0.0.1:8080', false],
  ['http://localhost', false],
  ['http://pay.example.com', true],
])('the base address %s may be used where http is allowed: %s', (text, allowInsecureHttp) => {
  expect(readBaseUrl(text, { allowInsecureHttp }).href).toBe(new URL(text).href);
});

test('a key is sent as it is; one that no header can hold, or that can’t be read, is named by its setting', () => {
  expect(usableKey('public_key', () => '!pk-1~')).toBe('!pk-1~');
  for (const bad of ['', 'a b', 'a\n', 'é', '\u007f']) {
    expect(() => usableKey('secret_key', () => bad)).toThrow(new UnusableKey('secret_key'));
  }
  const gone = () => {
    throw new Error('ENOENT');
  };
  expect(() => usableKey('secret_key', gone)).toThrow("secret_key can't be sent");
  expect(new UnusableKey('secret_key')).toMatchObject({ name: 'UnusableKey', setting: 'secret_key' });
});

const result = (outcome: RequestResult['outcome'], more: Partial<RequestResult> = {}): RequestResult => ({
  ...{ outcome, httpStatus: 200, envelopeCode: 200, detail: null, evidence: null, requests: 1 },
  answered: [outcome === 'ok' || outcome === 'partial'],
  ...more,
});
const ok = result('ok');
const holed = result('partial', { detail: 'holes' });
const down = result('upstream_5xx', {
  httpStatus: 503,
  envelopeCode: null,
  detail: 'It failed.',
  requests: 3,
});
const late = result('deadline', { httpStatus: null, envelopeCode: null, detail: 'Too late.' });
const aborted = result('aborted', { httpStatus: null, envelopeCode: null, detail: 'We stopped.' });
const failed = { httpStatus: 503, envelopeCode: null };

test.each<[string, RequestResult[], Partial<RequestResult>]>([
  ['all are well', [ok, ok, ok], { outcome: 'ok', detail: null, answered: [true, true, true], requests: 3 }],
  [
    'one has holes, and the others not',
    [ok, holed, ok],
    { outcome: 'partial', detail: 'holes', answered: [true, true, true], requests: 3 },
  ],
  [
    'one of them fails',
    [ok, down, ok],
    {
      ...{ outcome: 'partial', detail: 'KES was not read: It failed.', ...failed },
      ...{ answered: [true, false, true], requests: 5 },
    },
  ],
  [
    'one fails, and what comes after is not asked any more: the first reason counts',
    [ok, down, late],
    {
      ...{ outcome: 'partial', detail: 'KES, TZS were not read: It failed.', ...failed },
      ...{ answered: [true, false, false], requests: 5 },
    },
  ],
  [
    'the poll ends with the second',
    [ok, late],
    {
      ...{ outcome: 'partial', detail: 'KES, TZS were not read: Too late.', httpStatus: null },
      ...{ answered: [true, false, false], requests: 2 },
    },
  ],
  [
    'none is answered',
    [down, late],
    {
      outcome: 'upstream_5xx',
      detail: 'It failed.',
      ...failed,
      answered: [false, false, false],
      requests: 4,
    },
  ],
  [
    'we stop after an answer: nothing counts as read',
    [ok, aborted],
    { outcome: 'aborted', detail: 'We stopped.', answered: [false, false, false], requests: 2 },
  ],
])('of three questions %s', (_, results, joined) => {
  expect(joinResults(results, ['UGX', 'KES', 'TZS'])).toMatchObject(joined);
});

// What an answer means for the message that was sent: by its status, and by what it says of when to come back.
import { expect, test } from 'vitest';
import { type Delivery, outcomeOf } from '../../src/receivers/delivery/post.ts';
import {
  type DeliveryVerdict,
  retryAfterMs,
  temporary,
  verdictOf,
} from '../../src/receivers/delivery/verdict.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const LATER = 'Mon, 02 Mar 2026 12:00:30 GMT';

/** An answer with this status, as `post` gives it. */
function answer(
  status: number,
  headers: Record<string, string> = {},
  detail: string | null = null,
): Delivery {
  return { outcome: outcomeOf(status), status, detail, sent: true, body: '', headers };
}

test.each<readonly [number, DeliveryVerdict['kind'], string | undefined]>([
  [200, 'done', undefined],
  [204, 'done', undefined],
  [302, 'temporary', 'redirect'],
  [400, 'permanent', 'rejected'],
  [401, 'temporary', 'auth'],
  [403, 'temporary', 'auth'],
  [404, 'permanent', ''],
  [408, 'temporary', ''],
  [409, 'temporary', ''],
  [410, 'permanent', ''],
  [413, 'permanent', 'too_large'],
  [415, 'permanent', 'unsupported'],
  [422, 'permanent', ''],
  [423, 'temporary', ''],
  [424, 'permanent', ''],
  [425, 'temporary', ''],
  [429, 'temporary', 'rate_limited'],
  [500, 'temporary', 'server_error'],
  [503, 'temporary', 'server_error'],
])('%d is %s', (status, kind, detail) => {
  expect(verdictOf(answer(status), NOW)).toEqual(detail === undefined ? { kind } : { kind, detail });
});

test('without an answer it is tried again, unless the answer could not help', () => {
  const none = { status: null, sent: false, body: '', headers: {} };
  expect(verdictOf({ ...none, outcome: 'connect', detail: 'ECONNREFUSED' }, NOW)).toEqual({
    ...{ kind: 'temporary', detail: 'connect: ECONNREFUSED' },
  });
  expect(verdictOf({ ...none, outcome: 'other', detail: 'odd' }, NOW)).toEqual({
    ...{ kind: 'permanent', detail: 'odd' },
  });
});

test('the reason names the outcome where it has a name, and then what was answered', () => {
  expect(verdictOf(answer(400, {}, '400: no such chat'), NOW)).toEqual({
    ...{ kind: 'permanent', detail: 'rejected: 400: no such chat' },
  });
  expect(verdictOf(answer(404, {}, '404: gone'), NOW)).toEqual({ kind: 'permanent', detail: '404: gone' });
});

test.each<readonly [string, number, Record<string, string>, number | undefined]>([
  ['seconds', 503, { 'retry-after': '7' }, 7_000],
  ['seconds of a receiver that has too much to do', 429, { 'retry-after': '7' }, 7_000],
  ['none', 429, { 'retry-after': '0' }, 0],
  ['a fraction, rounded up to a millisecond', 429, { 'retry-after': '0.0001' }, 1],
  ['a quarter of an hour', 503, { 'retry-after': '900' }, 900_000],
  ['more than that', 503, { 'retry-after': '901' }, 900_000],
  ['a date, by our clock', 503, { 'retry-after': LATER }, 30_000],
  ['a date, by its own clock', 503, { 'retry-after': LATER, date: 'Mon, 02 Mar 2026 12:00:20 GMT' }, 10_000],
  ['a date, by a clock that is no date', 503, { 'retry-after': LATER, date: 'noon' }, 30_000],
  ['a date in the past', 503, { 'retry-after': 'Mon, 02 Mar 2026 11:59:59 GMT' }, 0],
  ['a date of another form', 503, { 'retry-after': '2026-03-02T12:00:30Z' }, undefined],
  ['no date', 503, { 'retry-after': 'soon GMT' }, undefined],
  ['a cousin of Opsgenie', 429, { 'x-ratelimit-period-in-sec': '60' }, 60_000],
  ['a cousin of Discord', 429, { 'x-ratelimit-reset-after': '1.5' }, 1_500],
  ['the cousin of a draft', 429, { 'ratelimit-reset': '3' }, 3_000],
  ['two: the first of the list', 429, { 'ratelimit-reset': '3', 'x-ratelimit-reset-after': '2' }, 2_000],
  ['a cousin beside the header itself', 429, { 'ratelimit-reset': '3', 'retry-after': '9' }, 9_000],
  ['a cousin, where there is not too much', 503, { 'ratelimit-reset': '3' }, undefined],
  ['a cousin that says nothing', 429, { 'ratelimit-reset': 'soon' }, undefined],
  ['nothing', 429, {}, undefined],
])('what it asks for is heeded: %s', (_, status, headers, afterMs) => {
  const verdict = verdictOf(answer(status, headers), NOW);
  expect(verdict).toEqual({
    ...{ kind: 'temporary', detail: outcomeOf(status) },
    ...(afterMs !== undefined && { afterMs }),
  });
});

test('nothing is asked for where nothing is said, and less than nothing is none', () => {
  expect(temporary('why')).toStrictEqual({ kind: 'temporary', detail: 'why' });
  expect(temporary('why', -1)).toStrictEqual({ kind: 'temporary', detail: 'why', afterMs: 0 });
  expect(temporary('why', 900_001)).toStrictEqual({ kind: 'temporary', detail: 'why', afterMs: 900_000 });
  expect(retryAfterMs(undefined, NOW)).toBeUndefined();
});

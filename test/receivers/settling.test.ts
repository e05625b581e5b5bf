// What an attempt to send a message is for that message.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createSettling } from '../../src/receivers/outbox/settling.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert } from '../support/delivering.ts';

const HOUR = 3_600_000;
const [alert] = alertsSince(handClock().now()).alertsOf(1) as [Alert];
const refused = { kind: 'temporary', detail: 'connect' } as const;

/** Of a message so old about an alert that is now so, which failed three times before; a retry takes a second a failure. */
function settledBy(
  verdict: DeliveryVerdict,
  { ageMs = 0, now = [alert], giveUpAfterMs = undefined as number | undefined } = {},
) {
  const clock = handClock();
  const since = clock.now() - ageMs;
  const settled = createSettling({
    clock,
    alerts: () => now,
    times: giveUpAfterMs === undefined ? {} : { giveUpAfterMs },
    retry: { after: (failures) => failures * 1_000 },
    since: () => since,
  });
  return settled(verdict, { ...messageOf(alert, 'fire', 'ops', 0), attempts: 3, messageId: null });
}

const dead = (detail: string) => ({ kind: 'dead', detail });
const retry = (afterMs: number) => ({ kind: 'retry', afterMs, detail: 'connect' });
const over = { now: [endedAlert(alert)] };

test.each([
  ['taken', { kind: 'done', messageId: '7' }, {}, { kind: 'done', messageId: '7' }],
  ['perhaps taken', { kind: 'unknown', detail: 'no answer' }, {}, { kind: 'done', untaken: true }],
  ['never to be taken', { kind: 'permanent', detail: 'rejected' }, {}, dead('rejected')],
  ['not taken now', refused, {}, retry(4_000)],
  ['to be sent later, by its word', { ...refused, afterMs: 9_000 }, {}, retry(9_000)],
  ['to be sent sooner, by its word', { ...refused, afterMs: 1 }, {}, retry(4_000)],
  ['not taken for a day, and true', refused, { ageMs: 24 * HOUR }, retry(4_000)],
  ['not taken for a day, and over', refused, { ageMs: 24 * HOUR, ...over }, dead('connect')],
  ['not taken for almost a day, and over', refused, { ageMs: 24 * HOUR - 1, ...over }, retry(4_000)],
  [
    'not taken for as long as is set',
    refused,
    { ageMs: HOUR, giveUpAfterMs: HOUR, ...over },
    dead('connect'),
  ],
] as const)('a message that is %s', (_what, verdict, known, expected) => {
  expect(settledBy(verdict, { ...known, ...('now' in known && { now: [...known.now] }) })).toEqual(expected);
});

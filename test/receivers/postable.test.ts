// From when to when an alert lasts, as an Alertmanager is told.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { beginRound, writeAlerts } from '../../src/receivers/alertmanager/payload.ts';
import { alertsSince } from '../support/delivering.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const S = 1_000;
const MINUTE = 60 * S;
const options = { now: NOW, resendMs: MINUTE, externalUrl: '' };
const { alertOf } = alertsSince(NOW - 10 * MINUTE);
const over = (resolvedAt: number | null): Partial<Alert> => ({ phase: 'inactive', resolvedAt });

/** In seconds from now. */
function spanOf(change: Partial<Alert>, skewMs?: number) {
  const written = writeAlerts([alertOf(1, change)], skewMs === undefined ? options : { ...options, skewMs });
  return (JSON.parse(written) as { startsAt: string; endsAt: string }[]).map(({ startsAt, endsAt }) =>
    [startsAt, endsAt].map((at) => (Date.parse(at) - NOW) / S),
  );
}

test.each([
  ['fires: two sends may fail before it is over there', {}, undefined, [-600, 240]],
  ['fires, where their clock is ahead', {}, 30 * S, [-600, 270]],
  ['fires, where it is behind', {}, -30 * S, [-600, 240]],
  ['began in the future', { firingAt: NOW + MINUTE }, undefined, [0, 240]],
  ['has ended', over(NOW - MINUTE), undefined, [-600, -60]],
  ['has ended, where their clock is ahead', over(NOW - MINUTE), 30 * S, [-600, -60]],
  ['has ended, where it is behind', over(NOW - MINUTE), -30 * S, [-600, -90]],
  ['has ended in the future', over(NOW + MINUTE), undefined, [-600, 0]],
  ['has ended before it began', over(NOW - 20 * MINUTE), undefined, [-1_200, -1_200]],
  ['fires again', { resolvedAt: NOW - MINUTE }, undefined, [-600, 240]],
] as const)('one that %s', (_what, change, skewMs, span) => {
  expect(spanOf(change, skewMs)).toEqual([span]);
});

test.each([
  ['has never fired', { firingAt: null, phase: 'pending' }],
  ['was to fire, and does not', { firingAt: null, ...over(NOW) }],
  ['is pending again, and never ended', { phase: 'pending' }],
] as const)('of one that %s nothing is told', (_what, change) => {
  expect(spanOf(change)).toEqual([]);
});

test('a round is of what has fired, and writes each alert as it was when the round began', () => {
  const [fired, ended, pending] = [alertOf(1), alertOf(2, over(NOW)), alertOf(3, { firingAt: null })];
  const round = beginRound(() => [fired, pending, ended]);
  expect(round.heads).toEqual([fired, ended]);
  expect(round.write([{ ...ended, phase: 'firing' }], options)).toBe(writeAlerts([ended], options));
});

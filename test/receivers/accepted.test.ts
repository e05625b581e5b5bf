// What an Alertmanager is sent next, by a clock of our own.
import { expect, test } from 'vitest';
import { createAcceptedAlerts } from '../../src/receivers/alertmanager/accepted.ts';
import { handClock } from '../support/clock.ts';

const RESEND_MS = 60_000;
const head = (fingerprint: string) => ({
  ...{ fingerprint, firingAt: 1_000, resolvedAt: null },
  phase: 'firing' as const,
});

test('alerts that are due a little apart come into step: one request takes them all, and none is late', () => {
  const clock = handClock(1_000);
  const accepted = createAcceptedAlerts(clock, RESEND_MS);
  const alerts = [head('a'), head('b'), head('c')];
  for (const alert of alerts) {
    accepted.accept([alert]);
    clock.advance(2_000);
  }
  clock.advance(accepted.untilNextDue());
  expect(accepted.due(alerts)).toEqual(alerts);
  accepted.accept(alerts);
  expect(accepted.untilNextDue()).toBe(RESEND_MS);
  clock.advance(0.9 * RESEND_MS - 1);
  expect(accepted.due(alerts)).toEqual([]);
});

// When an Alertmanager that can't be reached is tried again, by faked timers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlertmanager } from '../../src/receivers/alertmanager/alertmanager.ts';
import type { Delivery } from '../../src/receivers/delivery/post.ts';
import { firingAlert, receiverContext } from '../support/delivering.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-02T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const FAILED: Delivery = {
  ...{ outcome: 'connect', status: null, sent: false, detail: 'refused', body: '', headers: {} },
};
const TAKEN: Delivery = { ...FAILED, outcome: 'ok', status: 200, sent: true, detail: null };

/** The seconds between its requests; `isUp` says whether the nth is answered, from 1. */
async function waits(
  isUp: (request: number) => boolean,
  { random, seconds }: { random: number; seconds: number },
) {
  const at: number[] = [];
  const post = async () => {
    at.push(Date.now());
    return isUp(at.length) ? TAKEN : FAILED;
  };
  const alert = firingAlert();
  const receiver = createAlertmanager(
    { url: 'http://am.example', basic_auth: null, bearer_token: null, tls: null },
    receiverContext({
      clock: { now: Date.now, monotonic: Date.now },
      poster: () => ({ post, get: async () => FAILED, close: async () => {} }),
      random: () => random,
      resendMs: 60_000,
      alerts: () => [alert],
    }),
  );
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  const stopped = receiver.stop(0);
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
  return at.slice(1).map((time, i) => (time - at[i]!) / 1_000);
}

test.each([
  ['at the soonest', 0, [0.5, 1, 2, 4, 8, 16, 30, 30, 30]],
  ['by chance', 0.5, [0.75, 1.5, 3, 6, 12, 24, 45, 45, 45]],
  ['at the latest', 1, [1, 2, 4, 8, 16, 32, 60, 60, 60]],
])(
  '%s it is tried again after a second, then twice as long each time, up to a resend',
  async (_, random, expected) => {
    expect((await waits(() => false, { random, seconds: 300 })).slice(0, 9)).toEqual(expected);
  },
);

test('once it has been reached, the next failure counts from the beginning', async () => {
  const between = await waits((request) => request === 4 || request === 5, { random: 1, seconds: 100 });
  // The fourth asks for the time, the fifth has the alert, and the sixth is its resend.
  expect(between.slice(0, 8)).toEqual([1, 2, 4, 0, 60, 1, 2, 4]);
});

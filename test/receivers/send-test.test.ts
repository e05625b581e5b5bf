// What `floatwatch alerts test` sends: an alert that begins, and ends once that was taken.
import { afterEach, expect, test, vi } from 'vitest';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import type { Notification } from '../../src/receivers/notification/notification.ts';
import { testAlert } from '../../src/receivers/notification/test-alert.ts';
import { sendTest } from '../../src/receivers/outbox/send-test.ts';
import { handClock } from '../support/clock.ts';

afterEach(() => void vi.useRealTimers());

/** Tests a receiver that gives these verdicts, with half a second between messages. */
function testing(...verdicts: readonly DeliveryVerdict[]) {
  vi.useFakeTimers();
  const clock = handClock();
  const sent: Notification[] = [];
  const send = async (notification: Notification) => {
    const verdict = verdicts[sent.push(notification) - 1]!;
    clock.advance(100);
    return verdict;
  };
  return {
    sent,
    begun: testAlert(clock.now()),
    verdict: sendTest({ send, close: async () => {} }, clock, 500),
  };
}

test('the end follows the beginning by the spacing, by the same message, and its verdict is the answer', async () => {
  const { sent, begun, verdict } = testing(
    { kind: 'done', messageId: '7' },
    { kind: 'unknown', detail: 'lost' },
  );
  await vi.advanceTimersByTimeAsync(499);
  expect(sent).toMatchObject([{ kind: 'fire', alert: begun, messageId: null }]);
  await vi.advanceTimersByTimeAsync(1);
  const over = { ...begun, phase: 'inactive', reason: 'cleared', resolvedAt: begun.firingAt! + 100 };
  expect(sent[1]).toMatchObject({ kind: 'resolve', alert: over, messageId: '7', episode: sent[0]!.episode });
  expect(sent[1]!.key).not.toBe(sent[0]!.key);
  expect(await verdict).toEqual({ kind: 'unknown', detail: 'lost' });
});

test('a receiver that gives no id is told the end without one', async () => {
  const { sent, verdict } = testing({ kind: 'done' }, { kind: 'done' });
  await vi.advanceTimersByTimeAsync(500);
  expect([await verdict, sent[1]!.messageId]).toEqual([{ kind: 'done' }, null]);
});

test.each(['temporary', 'permanent', 'unknown'] as const)(
  'what was not taken is not ended: %s',
  async (kind) => {
    const { sent, verdict } = testing({ kind, detail: 'why' });
    await vi.advanceTimersByTimeAsync(500);
    expect([await verdict, sent.length]).toEqual([{ kind, detail: 'why' }, 1]);
  },
);

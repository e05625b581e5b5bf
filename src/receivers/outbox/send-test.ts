// Sends what `floatwatch alerts test` asks a receiver to send.
import { randomUUID } from 'node:crypto';
import type { Alert } from '../../domain/alert.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Messenger } from '../delivery/messenger.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';
import { afterMs } from '../delivery/wake-up.ts';
import { testAlert } from '../notification/test-alert.ts';

/** Sends the beginning of an alert. Once that is taken and so many milliseconds have passed, sends its end. */
export async function sendTest(
  messenger: Messenger,
  clock: Clock,
  spacingMs: number,
): Promise<DeliveryVerdict> {
  const begun = testAlert(clock.now());
  const episode = episodeOf(begun);
  const first = await messenger.send({
    ...{ kind: 'fire', alert: begun, key: randomUUID(), episode, messageId: null },
  });
  if (first.kind !== 'done') return first;
  const alert: Alert = { ...begun, phase: 'inactive', resolvedAt: clock.now(), reason: 'cleared' };
  await afterMs(spacingMs);
  const messageId = first.messageId ?? null;
  return messenger.send({ kind: 'resolve', alert, key: randomUUID(), episode, messageId });
}

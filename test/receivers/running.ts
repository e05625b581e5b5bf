// A receiver over an outbox in memory, by faked timers: what it sends and when.
import { vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { Messenger } from '../../src/receivers/delivery/messenger.ts';
import { createOutboxLooks } from '../../src/receivers/delivery/outbox-looks.ts';
import type { ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { firingAlert, memoryShelf, receiverContext } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

export const START = Date.parse('2026-03-02T12:00:00Z');
export const done: DeliveryVerdict = { kind: 'done' };
export const away = temporary('away');
export const gone: DeliveryVerdict = { kind: 'permanent', detail: '410' };
export const low = (change: Partial<Alert> = {}) =>
  firingAlert('Low', { firingAt: START - 60_000, ...change });
export const high = () => firingAlert('High', { firingAt: START - 60_000 });

/** A receiver that gives these verdicts, the last one again and again; its Postgres, and its times since the start. */
export function running(
  verdicts: readonly (DeliveryVerdict | Error)[],
  messenger: Partial<Messenger> = {},
  context: Partial<ReceiverContext> = {},
) {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const outbox = sharedOutbox();
  const local = createLocalOutbox(memoryShelf(), clock);
  const it = {
    ...{ outbox, local, verdicts },
    world: new Map<string, Alert>(),
    tried: 0,
    sent: [] as string[],
    noted: [] as string[],
    claims: 0,
    renewed: [] as (readonly [number, number])[],
    closed: 0,
    sendingMs: 0,
  };
  const { claim, renew } = outbox;
  outbox.claim = async (...of) => {
    it.claims++;
    return await claim(...of);
  };
  outbox.renew = async (messages, ms) => {
    it.renewed.push([messages.length, ms]);
    await renew(messages, ms);
  };
  const receiver = createOutboxReceiver(
    {
      async send({ kind, alert, messageId }) {
        it.sent.push([`${seconds()}:`, kind, alert.rule, alert.value, messageId ?? ''].join(' ').trim());
        const verdict = it.verdicts[Math.min(it.tried++, it.verdicts.length - 1)]!;
        if (it.sendingMs > 0) await new Promise((resolve) => setTimeout(resolve, it.sendingMs));
        if (verdict instanceof Error) throw verdict;
        return verdict;
      },
      close: async () => void it.closed++,
      ...messenger,
    },
    receiverContext({
      ...{ clock, outbox, local, looks: createOutboxLooks(outbox), resendMs: 60_000 },
      alerts: () => [...it.world.values()],
      onDelivery: (_, result, detail) => it.noted.push([result, detail ?? ''].join(' ').trim()),
      onTrouble: (name, error) => it.noted.push(`${name} ${(error as Error).message}`),
      ...context,
    }),
  );
  return Object.assign(it, {
    receiver,
    tell(...alerts: readonly Alert[]) {
      for (const alert of alerts) it.world.set(alert.fingerprint, alert);
      receiver.tell(alerts);
    },
    /** Time passes; returns what was sent meanwhile. */
    async passes(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      return it.sent.splice(0);
    },
    states: () => [...outbox.messages.values()].map(({ kind, state }) => `${kind} ${state}`),
    async [Symbol.asyncDispose]() {
      const stopped = receiver.stop(0);
      await vi.advanceTimersByTimeAsync(60_000);
      await stopped;
      vi.useRealTimers();
    },
  });
}
const seconds = () => (Date.now() - START) / 1_000;

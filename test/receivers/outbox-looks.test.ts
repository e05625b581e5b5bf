// One look into the outbox for all receivers of a process.
import { afterEach, expect, test, vi } from 'vitest';
import type { OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import { createOutboxLooks } from '../../src/receivers/delivery/outbox-looks.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { MAX_PER_CLAIM } from '../../src/receivers/outbox/gather.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { firingAlert, memoryShelf, realClock, receiverContext, until } from '../support/delivering.ts';
import { type SharedOutbox, sharedOutbox } from '../support/shared-outbox.ts';

const LOOK_MS = 20;

/** An outbox that says how often it was asked for what. */
function counted(outbox: SharedOutbox) {
  const asked = { due: [] as string[], claims: 0 };
  return {
    asked,
    outbox: {
      ...outbox,
      async due(receivers: readonly string[]) {
        asked.due.push(receivers.join());
        return await outbox.due(receivers);
      },
      async claim(...claim: Parameters<SharedOutbox['claim']>) {
        asked.claims++;
        return await outbox.claim(...claim);
      },
    },
  };
}

function receiversOver(
  outbox: SharedOutbox,
  names: readonly string[],
  send: () => DeliveryVerdict,
  lookMs = LOOK_MS,
) {
  const looks = createOutboxLooks(outbox, lookMs);
  const told: string[] = [];
  const receivers = names.map((name) =>
    createOutboxReceiver(
      {
        async send({ alert }) {
          told.push(`${name} ${alert.rule}`);
          return send();
        },
        async close() {},
      },
      receiverContext({ name, outbox, looks, local: createLocalOutbox(memoryShelf(), realClock) }),
    ),
  );
  return {
    told,
    receivers,
    async [Symbol.asyncDispose]() {
      await Promise.all(receivers.map((receiver) => receiver.stop()));
    },
  };
}

const message = (receiver: string): OutboxMessage => messageOf(firingAlert(), 'fire', receiver, Date.now());

afterEach(() => void vi.useRealTimers());

test('receivers with nothing to send ask together, and claim nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const { outbox, asked } = counted(sharedOutbox());
  await using _ = receiversOver(outbox as SharedOutbox, ['ops', 'desk'], () => ({ kind: 'done' }));
  await vi.advanceTimersByTimeAsync(5 * LOOK_MS); // a rest is six looks
  expect(asked).toEqual({ due: Array(5).fill('ops,desk'), claims: 2 }); // each once, at its start
});

test('what another replica leaves behind is sent upon the next look, by whom it is for', async () => {
  const shared = sharedOutbox();
  const { outbox, asked } = counted(shared);
  await using over = receiversOver(outbox as SharedOutbox, ['ops', 'desk'], () => ({ kind: 'done' }));
  await until(() => expect(asked.claims).toBe(2));
  await shared.add([message('desk')]);
  await until(() => expect(over.told).toEqual(['desk PayoutFloatLow']));
});

test('more than are claimed at once are sent without waiting for a look', async () => {
  const outbox = sharedOutbox();
  const many = MAX_PER_CLAIM + 1;
  await outbox.add(
    Array.from({ length: many }, (_, i) => messageOf(firingAlert(`Rule${i}`), 'fire', 'ops', Date.now())),
  );
  await using over = receiversOver(outbox, ['ops'], () => ({ kind: 'done' }), 3_600_000);
  await until(() => expect(over.told).toHaveLength(many));
});

test('a look does not shorten the pauses between attempts', async () => {
  const { outbox, asked } = counted(sharedOutbox());
  const attempts: number[] = [];
  await using over = receiversOver(outbox as SharedOutbox, ['ops'], () => {
    attempts.push(performance.now());
    return { kind: 'temporary', detail: 'refused' };
  });
  await until(() => expect(asked.due.length).toBeGreaterThan(0)); // it rests
  // The second one isn't tried once the first has failed, and is due at once.
  over.receivers[0]!.tell([firingAlert('A'), firingAlert('B')]);
  await until(() => expect(attempts).toHaveLength(2));
  const [first = 0, second = 0] = attempts;
  expect(second - first).toBeGreaterThan(10 * LOOK_MS); // a second, with jitter
});

test('who no longer watches is not asked about, and a look that fails is not the last', async () => {
  vi.useFakeTimers();
  try {
    const asked: string[] = [];
    const woken: string[] = [];
    const answers = [new Error('away'), new Set(['a', 'b']), new Set(['a', 'b'])];
    const looks = createOutboxLooks(
      {
        async due(receivers) {
          asked.push(receivers.join());
          const answer = answers[asked.length - 1] ?? new Set();
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
      1_000,
    );
    looks.watch('a', () => woken.push('a'));
    looks.watch('a', () => woken.push('a again')); // of after a reload
    const unwatch = looks.watch('b', () => woken.push('b'));
    await vi.advanceTimersByTimeAsync(2_500);
    expect(woken).toEqual(['a', 'a again', 'b']);
    unwatch();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['a,b', 'a,b', 'a']);
    expect(woken).toEqual(['a', 'a again', 'b', 'a', 'a again']);
  } finally {
    vi.useRealTimers();
  }
});

// How delivery stands to a receiver with several people behind it.
import { expect, test } from 'vitest';
import type { Messenger } from '../../src/receivers/delivery/messenger.ts';
import { createRecipients } from '../../src/receivers/outbox/recipients.ts';
import { firingAlert, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

test('after a restart all is well with none of them while something waits for one who could not be reached', async () => {
  const shared = sharedOutbox();
  const asked: string[] = [];
  const outbox: typeof shared = {
    ...shared,
    takenAgo(receiver) {
      asked.push(receiver);
      return shared.takenAgo(receiver);
    },
  };
  let isFull = true;
  const messengerTo = (recipient: string): Messenger => ({
    send: async () =>
      recipient === 'full' && isFull ? { kind: 'temporary', detail: 'mailbox full' } : { kind: 'done' },
    close: async () => {},
  });
  const context = receiverContext({
    ...{ name: 'mail', outbox, resendMs: 60_000 },
    times: { firstRetryMs: 60_000, lookEveryMs: 20 },
  });
  const start = () => createRecipients(['ops', 'full'], messengerTo, context);
  const before = start();
  before.tell([firingAlert()]);
  await until(() => expect(before.status().trouble).toBe('it can not be reached'));
  await until(() => expect(context.local.isEmpty('mail/ops')).toBe(true));
  await before.stop();
  asked.splice(0);
  const after = start();
  try {
    await until(() => expect(asked.filter((name) => name === 'mail/full')).toHaveLength(2)); // the other knows by then
    expect(after.status().trouble).toBeUndefined();
    isFull = false;
    for (const message of shared.messages.values()) message.dueAt = 0;
    await until(() => expect(after.status().trouble).toBeNull(), 20_000);
  } finally {
    await after.stop();
  }
});

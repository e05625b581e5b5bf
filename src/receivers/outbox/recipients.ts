// Several people behind one receiver. Each has a queue of their own: a message is never sent again to one of them for the sake
// of another, and nobody waits for a recipient who can't be reached.
import type { OutboxMessage } from '../../monitor/alerts/outbox.ts';
import type { Messenger } from '../delivery/messenger.ts';
import type { Receiver, ReceiverContext, ReceiverStatus } from '../delivery/receiver.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';
import { createOutboxReceiver } from './outbox-receiver.ts';

/** A receiver that tells each recipient, by a messenger of their own. */
export function createRecipients(
  recipients: readonly string[],
  messengerTo: (recipient: string) => Messenger,
  context: ReceiverContext,
): Receiver {
  const { name, local } = context;
  let gathered: (readonly OutboxMessage[])[] | undefined; // set while all of them are told
  const put: typeof local.put = (messages) => (gathered ? void gathered.push(messages) : local.put(messages));
  const queues = [...new Set(recipients)].map((recipient) =>
    createOutboxReceiver(messengerTo(recipient), {
      ...context,
      name: `${name}/${recipient}`,
      local: { ...local, put },
      onDelivery: (_, ...delivery) => context.onDelivery(name, ...delivery),
      onTrouble: (_, error) => context.onTrouble(name, error),
    }),
  );
  return {
    name,
    queues: queues.map((queue) => queue.name),
    tell(alerts) {
      gathered = [];
      for (const queue of queues) queue.tell(alerts);
      keep(gathered.flat());
    },
    status: () =>
      together(
        queues.map((queue) => {
          const status = queue.status();
          return { ...status, isOpen: status.trouble === undefined && !local.isEmpty(queue.name) };
        }),
      ),
    async test() {
      const verdicts: DeliveryVerdict[] = [];
      for (const queue of queues) verdicts.push(await queue.test());
      return verdicts.find(({ kind }) => kind !== 'done') ?? { kind: 'done' };
    },
    async stop(withinMs) {
      await Promise.all(queues.map((queue) => queue.stop(withinMs)));
    },
  };

  /** Writes to the disk once, before any of the queues looks: the whole process waits for each write. */
  function keep(messages: readonly OutboxMessage[]): void {
    gathered = undefined;
    try {
      local.put(messages);
    } catch (error) {
      context.onTrouble(name, error);
    }
  }
}

/**
 * Joins the statuses: trouble of one recipient is trouble of all. While a message waits for a recipient who hasn't answered
 * since the start, nobody knows that all is well: that may be the recipient who could not be reached before.
 */
function together(all: readonly (ReceiverStatus & { readonly isOpen: boolean })[]): ReceiverStatus {
  const failing = all.flatMap(({ failingSince }) => failingSince ?? []);
  const [trouble] = all.flatMap(({ trouble }) => trouble ?? []);
  const isWell = !all.some(({ isOpen }) => isOpen) && all.some(({ trouble }) => trouble === null);
  return {
    failingSince: failing.length === 0 ? null : Math.min(...failing),
    trouble: trouble ?? (isWell ? null : undefined),
  };
}

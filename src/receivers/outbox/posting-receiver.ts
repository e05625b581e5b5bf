// A receiver that gets each notification by HTTP requests: an outbox receiver with its own poster. Most folders use it.
import type { Messenger } from '../delivery/messenger.ts';
import type { Poster } from '../delivery/post.ts';
import type { Receiver, ReceiverContext } from '../delivery/receiver.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';
import type { Notification } from '../notification/notification.ts';
import { createOutboxReceiver } from './outbox-receiver.ts';

/** How to speak to the provider. `send` is given the poster, which ends with the receiver. */
export interface PostingMessenger extends Omit<Messenger, 'send' | 'close'> {
  send(notification: Notification, poster: Poster): Promise<DeliveryVerdict>;
}

/** Starts a receiver; its addresses are checked before each connection. */
export function createPostingReceiver(messenger: PostingMessenger, context: ReceiverContext): Receiver {
  const poster = context.poster({ guarded: true });
  return createOutboxReceiver(
    {
      ...messenger,
      send: (notification) => messenger.send(notification, poster),
      close: () => poster.close(),
    },
    context,
  );
}

// A receiver that is sent each notification by HTTP requests: an outbox receiver with its poster. Most folders use it.
import type { Messenger } from './messenger.ts';
import type { Notification } from './notification.ts';
import { createOutboxReceiver } from './outbox-receiver.ts';
import type { Poster } from './post.ts';
import type { Receiver, ReceiverContext } from './receiver.ts';
import type { Verdict } from './verdict.ts';

/** How the provider is spoken to; `send` is handed the poster, which ends with the receiver. */
export interface PostingMessenger extends Omit<Messenger, 'send' | 'close'> {
  send(notification: Notification, poster: Poster): Promise<Verdict>;
}

/** Starts one; its addresses are checked before each connection. */
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

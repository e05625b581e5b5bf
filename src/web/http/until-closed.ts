// Tells when an answer has been taken, for routes that read on while they send. Used by the API's long answers.
import type { FastifyReply } from 'fastify';

/** A signal that aborts once the answer has been taken or its reader has gone, so that nothing more is read for it. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (raw.destroyed) closed.abort();
  else raw.once('close', () => closed.abort());
  return closed.signal;
}

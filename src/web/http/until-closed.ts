// Tells when an answer has been taken or its reader has gone, for routes that read for long.
import type { FastifyReply } from 'fastify';

/** A signal that aborts once the answer has been taken or its reader has gone, so that nothing more is read for it. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (raw.destroyed) closed.abort();
  else raw.once('close', () => closed.abort());
  return closed.signal;
}

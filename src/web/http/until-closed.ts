import type { FastifyReply } from 'fastify';

/** Says when the answer has been taken, or its reader has gone: nobody waits for what is still being read then. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (raw.destroyed) closed.abort();
  else raw.once('close', () => closed.abort());
  return closed.signal;
}

// The routes for machines: `/metrics`, the probes `/-/healthy` and `/-/ready`, and, where they are allowed, `/-/reload`
// and `/-/quit`.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** An answer to a probe; the text is for people. */
export interface ProbeAnswer {
  readonly ok: boolean;
  readonly text: string;
}

export interface Operations {
  /** Answers a scrape with these `Accept` and `Accept-Encoding` headers; see `Metrics.scrape`. */
  readonly scrape: (
    accept: string | undefined,
    acceptEncoding: string | undefined,
  ) => Promise<{
    readonly headers: Readonly<Record<string, string>>;
    readonly pieces: readonly Buffer[];
    /** Called once, when the reader has taken the pieces or is gone. */
    release?(): void;
  }>;
  /** Whether the process is alive: never depends on Postgres, an upstream or an Alertmanager. */
  readonly healthy: () => ProbeAnswer;
  readonly ready: () => ProbeAnswer;
  /**
   * `POST /-/reload` and `/-/quit`; absent: these paths don't exist. A failed reload rejects with a reason for the
   * client; the code that reloads logs it.
   */
  readonly lifecycle?: { reload(): Promise<void>; quit(): void };
}

// Bytes written before the event loop gets a turn, and bytes of one write. Few writes are cheap. But a reader on the same
// machine takes bytes as fast as they come, and would keep the event loop busy for a whole body.
const BURST_BYTES = 1 << 24;
const SLICE_BYTES = 1 << 22;

export function registerOperations(app: FastifyInstance, operations: Operations): void {
  app.get('/metrics', async (request, reply) => {
    const { accept } = request.headers;
    const answer = await operations.scrape(accept, request.headers['accept-encoding']?.toString());
    // The buffers are used again for a later scrape, so they are released only once the system has sent all of them.
    if (reply.raw.destroyed) answer.release?.();
    else reply.raw.once('close', () => answer.release?.());
    await sendPieces(reply, { ...answer, head: request.method === 'HEAD' });
    return reply;
  });
  for (const [path, probe] of [
    ['/-/healthy', operations.healthy],
    ['/-/ready', operations.ready],
  ] as const) {
    app.get(path, (_request, reply) => {
      const { ok, text } = probe();
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      return reply.code(ok ? 200 : 503).send(`${text}\n`);
    });
  }

  const { lifecycle } = operations;
  if (!lifecycle) return;
  app.post('/-/reload', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    try {
      await lifecycle.reload();
      return await reply.send('The configuration was reloaded.\n');
    } catch (error) {
      // A client that may reload may know why it failed; the log has it already.
      const text = `The configuration was not reloaded, the old one stays in force:\n${(error as Error).message}\n`;
      return await reply.code(500).send(text);
    }
  });
  app.post('/-/quit', (_request, reply) => {
    reply.raw.once('close', () => lifecycle.quit());
    return reply.type('text/plain; charset=utf-8').send('Stopping.\n');
  });
}

interface Sending {
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Buffer[];
  /** Whether only the head is wanted. */
  readonly head: boolean;
}

/** Sends shared buffers without copying them: a slow reader costs references, not memory. */
async function sendPieces(reply: FastifyReply, { headers, pieces, head }: Sending): Promise<void> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...headers,
    'content-length': length,
  });
  let burst = 0;
  raw.cork();
  for (const piece of head ? [] : pieces) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      const slice = piece.subarray(at, at + SLICE_BYTES);
      const flowing = raw.write(slice);
      burst += slice.length;
      if (burst < BURST_BYTES) continue;
      burst = 0;
      raw.uncork();
      if (!flowing && !(await hasDrained(raw))) return; // the reader went away
      raw.cork();
    }
  }
  raw.end();
}

/** Resolves with true when the reader has taken the bytes, with false when the connection has ended. */
function hasDrained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve(false);
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      resolve(!response.destroyed);
    };
    response.on('drain', settle).on('close', settle);
  });
}

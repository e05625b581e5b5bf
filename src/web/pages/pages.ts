// The pages for people, and what they need to look like something.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { FAVICON, page } from './layout.ts';
import type { HistoryPoint, PageSources } from './sources.ts';
import { statusPage } from './status.ts';
import { STYLE, STYLE_PATH } from './style.ts';

const PATIENCE_MS = 1_000; // for the history: a page without charts now is better than one with charts later
const NO_CHARTS: ReadonlyMap<string, readonly HistoryPoint[]> = new Map();

export function registerPages(app: FastifyInstance, sources: PageSources): void {
  const places = [['/', 'Wallets']] as const;

  app.get('/', async (_request, reply) => {
    const { title, body } = statusPage(sources, await inTime(sources.sparklines?.(), NO_CHARTS));
    return sendPage(reply, page({ title, body, here: '/', places, version: sources.version }));
  });

  for (const [path, type, text] of [
    [STYLE_PATH, 'text/css; charset=utf-8', STYLE],
    ['/favicon.svg', 'image/svg+xml', FAVICON],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(text),
    );
  }

  function sendPage(reply: FastifyReply, text: string): FastifyReply {
    reply.header('cache-control', 'no-store').header('refresh', String(sources.refreshSeconds ?? 15));
    return reply.type('text/html; charset=utf-8').send(text);
  }
}

/** The promise's value, or the other one when it fails or takes longer than we wait. */
async function inTime<T>(promise: Promise<T> | undefined, otherwise: T): Promise<T> {
  if (!promise) return otherwise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, otherwise);
  });
  return await Promise.race([promise.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}

// Sends the API's answers and refusals as JSON. Every route of this folder uses it.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Instant } from '../../domain/observation.ts';
import { createTurns, eachInTurns } from '../../monitor/turns.ts';

const TURN_MS = 4;

/** Sends an object as JSON that nobody may cache. */
export function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return sendJsonText(reply, JSON.stringify(body));
}

/** Sends text that is JSON already, as {@link sendJson} does. */
export function sendJsonText(
  reply: FastifyReply,
  text: string | Buffer | AsyncIterable<string>,
): FastifyReply {
  const isWhole = typeof text === 'string' || Buffer.isBuffer(text);
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(isWhole ? text : Readable.from(text, { objectMode: false }));
}

/** A list as JSON, written in turns of the event loop: polls don't wait for tens of thousands of items. */
export async function jsonList<T>(items: Iterable<T>, describe: (item: T) => object): Promise<string> {
  const texts: string[] = [];
  await eachInTurns(items, createTurns(TURN_MS), (item) => {
    texts.push(JSON.stringify(describe(item)));
  });
  return `[${texts.join(',')}]`;
}

/**
 * Refuses a question with `{"error": …}`.
 *
 * @default status 400
 */
export function refuseQuery(reply: FastifyReply, error: string, status = 400): FastifyReply {
  return sendJson(reply.code(status), { error });
}

/** ISO 8601 in UTC; `null` stays `null`. */
export function isoTime(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Renames keys such as `closingReserve` to `closing_reserve`, in nested values too. */
export function snakeCased(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(snakeCased);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(each),
    ]),
  );
}

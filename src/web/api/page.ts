// Sends a long answer page by page: at most `limit` items, sent while they are read, and the place where the next page
// begins. Used by `history.ts` and `statement.ts`.
import type { FastifyReply } from 'fastify';
import { texts } from '../texts/texts.ts';
import { inTurns } from './in-turns.ts';
import { refuseQuery, sendJsonText } from './json.ts';

export interface Page<T> {
  /** What the answer says besides the items. */
  readonly head: object;
  /** The name of the list. */
  readonly name: string;
  /** The items, part by part. A part is read only after the client has taken the part before. */
  readonly parts: AsyncIterable<readonly T[]>;
  /** The most items of one page. */
  readonly limit: number;
  /** An item as it stands in the answer. */
  readonly describe: (item: T) => unknown;
  /** Where the page after this item begins. */
  readonly nextAfter: (item: T) => string;
}

/** Sends `{…head, [name]: […], "next": …}`; `next` is `null` at the end. */
export function sendPage<T>(reply: FastifyReply, page: Page<T>): FastifyReply {
  return sendJsonText(reply, textOf(page));
}

/**
 * Sends an answer in parts once the first part is read: a read that fails is refused, and isn't a 200 that breaks off.
 * `withoutParts`: why an answer without any part is refused; absent: it isn't.
 */
export async function sendOnceRead<Parts extends AsyncIterable<unknown> | undefined>(
  reply: FastifyReply,
  read: Parts | Promise<Parts>,
  send: (parts: Parts) => FastifyReply,
  withoutParts?: string,
): Promise<FastifyReply> {
  let parts: Parts;
  try {
    parts = await read;
    if (parts) {
      const { first, all } = await begun(parts);
      if (first.done && withoutParts !== undefined) return refuseQuery(reply, withoutParts);
      parts = all as Parts;
    }
  } catch {
    return refuseQuery(reply, texts.common.pastAway, 503);
  }
  return send(parts);
}

/** The same parts; the first is read already. */
async function begun<T>(
  parts: AsyncIterable<T>,
): Promise<{ readonly first: IteratorResult<T>; readonly all: AsyncIterable<T> }> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const all = (async function* () {
    try {
      for (let part = first; !part.done; part = await iterator.next()) yield part.value;
    } finally {
      await iterator.return?.();
    }
  })();
  return { first, all };
}

async function* textOf<T>({
  head,
  name,
  parts,
  limit,
  describe,
  nextAfter,
}: Page<T>): AsyncGenerator<string> {
  let text = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  let sent = 0;
  let last: T | undefined;
  let next: string | null = null;
  for await (const part of parts) {
    const items = part.slice(0, limit - sent);
    const write = (item: T) => `${sent++ === 0 ? '' : ','}${JSON.stringify(describe(item))}`;
    for await (const written of inTurns(items, write)) {
      yield text + written;
      text = '';
    }
    last = items.at(-1) ?? last;
    if (items.length < part.length) {
      next = nextAfter(last as T);
      break;
    }
    if (text !== '') yield text;
    text = '';
  }
  yield `${text}],"next":${JSON.stringify(next)}}`;
}

/** A page's limit, `most` by default; `undefined` for anything but a whole number from 1 to `most`. */
export function readLimit(text: string | undefined, most: number): number | undefined {
  if (text === undefined) return most;
  return /^[1-9]\d{0,8}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

// Answers that may be long: at most so many items at once, sent while they are read, with the place where the next page
// begins. Used by `history.ts` and `statement.ts`.
import type { FastifyReply } from 'fastify';
import { inTurns } from './in-turns.ts';
import { sendJsonText } from './json.ts';

export interface Page<T> {
  /** What the answer says beside the items. */
  readonly head: object;
  /** The name of the list. */
  readonly name: string;
  /** The items, part by part. No part is asked for before the reader has taken the one before. */
  readonly parts: AsyncIterable<readonly T[]>;
  /** Items of one page. */
  readonly limit: number;
  /** An item as the answer has it. */
  readonly describe: (item: T) => unknown;
  /** Where the page after this item begins. */
  readonly nextAfter: (item: T) => string;
}

/** Sends `{…head, [name]: […], "next": …}`; `next` is `null` at the end. A failure of the first part becomes a 500. */
export function sendPage<T>(reply: FastifyReply, page: Page<T>): FastifyReply {
  return sendJsonText(reply, textOf(page));
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
    if (text !== '') yield text; // the first part with the head, so that a failure before it can still be told
    text = '';
  }
  yield `${text}],"next":${JSON.stringify(next)}}`;
}

/** A whole number up to the largest page; `undefined` for anything else. */
export function readLimit(text: string | undefined, most: number): number | undefined {
  if (text === undefined) return most;
  return /^[1-9]\d{0,8}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

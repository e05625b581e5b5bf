// A long answer, page by page: the same text however its items come, and the place where the next page begins.
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { sendPage } from '../../../src/web/api/page.ts';

/** What a client reads of such a page, and how many parts were read for it. */
async function page(parts: readonly (readonly number[])[], limit: number) {
  let read = 0;
  async function* reading() {
    for (const part of parts) {
      read++;
      yield part;
    }
  }
  const sent: Readable[] = [];
  const reply = { header: () => reply, type: () => reply, send: (body: Readable) => sent.push(body) };
  sendPage(reply as unknown as FastifyReply, {
    ...{ head: { from: 'then' }, name: 'items', parts: reading(), limit },
    describe: (item) => ({ item }),
    nextAfter: (item) => `after ${item}`,
  });
  const text = await textOf(sent[0]!);
  return { text, read };
}

test.each([
  ['nothing', [], '[]', null],
  ['a part without items', [[]], '[]', null],
  ['parts without items before and between', [[], [], [1], [], [2]], '[{"item":1},{"item":2}]', null],
  ['just as many as fit', [[1, 2], [3]], '[{"item":1},{"item":2},{"item":3}]', null],
  [
    'one more',
    [
      [1, 2],
      [3, 4],
    ],
    '[{"item":1},{"item":2},{"item":3}]',
    'after 3',
  ],
  ['one more, in a part of its own', [[1, 2, 3], [4]], '[{"item":1},{"item":2},{"item":3}]', 'after 3'],
])('%s', async (_, parts, items, next) => {
  const { text } = await page(parts, 3);
  expect(text).toBe(`{"from":"then","items":${items},"next":${JSON.stringify(next)}}`);
});

test('no part is read that can’t be shown', async () => {
  expect((await page([[1, 2, 3, 4], [5], [6]], 3)).read).toBe(1);
});

test('the pages together have each item once, whatever the parts are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (parts, limit) => {
        const { items, next } = JSON.parse((await page(parts, limit)).text);
        const all = parts.flat();
        expect(items).toEqual(all.slice(0, limit).map((item) => ({ item })));
        expect(next).toBe(all.length > limit ? `after ${all[limit - 1]}` : null);
      },
    ),
    { numRuns: 100 },
  );
});

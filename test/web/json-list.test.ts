// Lists of the API that grow with the installation.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns, listInTurns } from '../../src/web/api/in-turns.ts';
import { jsonList } from '../../src/web/api/json.ts';

test('a long list is written in turns: everything else goes on meanwhile', async () => {
  let written = false;
  let turns = 0;
  const items = Array.from({ length: 50 }, (_, i) => i);
  const describe = (i: number) => {
    takeAMillisecond();
    return { i };
  };
  const list = jsonList(items, describe).finally(() => {
    written = true;
  });
  for (; !written; turns++) await setImmediate();
  expect(turns).toBeGreaterThan(5);
  expect(JSON.parse(await list)).toEqual(items.map((i) => ({ i })));
});

function takeAMillisecond(): void {
  const until = performance.now() + 1;
  while (performance.now() < until);
}

test('a list without anything is one', async () => {
  expect(await jsonList([], () => ({}))).toBe('[]');
});

test('what is sent while it is written comes in parts, between which everything else goes on', async () => {
  const parts: string[] = [];
  let turns = 0;
  let ended = false;
  const busy = (i: number) => {
    takeAMillisecond();
    return `${i} `;
  };
  const read = (async () => {
    for await (const part of inTurns(Array(50).keys(), busy)) parts.push(part);
    ended = true;
  })();
  for (; !ended; turns++) await setImmediate();
  await read;
  expect(parts.join('')).toBe([...Array(50).keys()].map((i) => `${i} `).join(''));
  expect(parts.length).toBeGreaterThan(5);
  expect(turns).toBeGreaterThan(5);
});

test('a reader that has gone away has no more written for it', async () => {
  let written = 0;
  const busy = () => {
    takeAMillisecond();
    written++;
    return 'x';
  };
  for await (const _ of inTurns(Array(1_000).keys(), busy)) break;
  expect(written).toBeLessThan(100);
});

test.each([
  [[], '{"at":1,"list":[]}'],
  [[{ a: 1 }, { a: 2 }], '{"at":1,"list":[{"a":1},{"a":2}]}'],
])('the list %j stands behind the rest of its answer', async (items, text) => {
  let written = '';
  for await (const part of listInTurns({ at: 1 }, 'list', { items, describe: (item) => item }))
    written += part;
  expect(written).toBe(text);
});

// Lists of the API that grow with the installation.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { jsonList } from '../../src/web/api/json.ts';

test('a long list is written in turns: everything else goes on meanwhile', async () => {
  let written = false;
  let turns = 0;
  const items = Array.from({ length: 10_000 }, (_, i) => i);
  const list = jsonList(items, (i) => ({ i })).finally(() => {
    written = true;
  });
  for (; !written; turns++) await setImmediate();
  expect(turns).toBeGreaterThan(10);
  expect(JSON.parse(await list)).toEqual(items.map((i) => ({ i })));
});

test('a list without anything is one', async () => {
  expect(await jsonList([], () => ({}))).toBe('[]');
});

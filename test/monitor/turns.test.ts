import { expect, test } from 'vitest';
import { eachInTurns } from '../../src/monitor/turns.ts';

test('each item has its turn, and only when a turn is over another begins', async () => {
  const done: string[] = [];
  const turns = {
    isOver: () => done.at(-1) === 'b',
    next: async () => void done.push('another turn'),
  };
  await eachInTurns(['a', 'b', 'c'], turns, (item) => void done.push(item));
  expect(done).toEqual(['a', 'b', 'another turn', 'c']);
});

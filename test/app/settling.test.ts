// What a process gives Postgres when it stops.
import { expect, test } from 'vitest';
import { settling } from '../../src/app/storage/settling.ts';
import { remembering, saved } from '../monitor/memory-by-hand.ts';

const results = { stop: async () => {} };
const never = () => () => {};

test('soon after an outage it gives the alerts that began in it: its disk may never be seen again', async () => {
  const { memory, known, saves } = remembering();
  known.away = true;
  memory.remember([saved('a')]);
  await memory.flush();
  known.away = false;
  await settling(results, memory, never)();
  expect(saves).toEqual([[saved('a')]]);
});

test('it waits no longer for a Postgres that hangs than a second', async () => {
  const waits: number[] = [];
  const memory = { flush: () => new Promise<void>(() => {}) };
  await settling(results, memory, (ms, late) => {
    waits.push(ms);
    late();
    return () => {};
  })();
  expect(waits).toEqual([1_000]);
});

import { expect, test } from 'vitest';
import { createBuffers } from '../../src/metrics/buffers.ts';

const MIB = 1_048_576;

test.each([
  [10 * MIB, true],
  [9 * MIB, true],
  [6 * MIB, false], // much of it would lie idle
  [11 * MIB, false],
])('the memory of a body of 10 MiB serves one of %i bytes once it is free: %s', (size, serves) => {
  const buffers = createBuffers();
  const first = buffers.take(10 * MIB);
  expect(buffers.take(size)).not.toBe(first);
  buffers.release(first);
  expect(buffers.take(size) === first).toBe(serves);
});

test('of what is free one of each size stays for the next body', () => {
  const buffers = createBuffers();
  const sizes = [MIB, 2 * MIB, MIB, 2 * MIB];
  const all = sizes.map(buffers.take);
  all.forEach(buffers.release);
  buffers.trim();
  expect(sizes.map(buffers.take).map((buffer) => all.includes(buffer))).toEqual([true, true, false, false]);
});

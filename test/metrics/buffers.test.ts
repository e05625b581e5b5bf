import { expect, test } from 'vitest';
import { createBuffers } from '../../src/metrics/buffers.ts';

const MIB = 1_048_576;

test.each([
  [10 * MIB, true],
  [9 * MIB, true],
  [6 * MIB, true],
  [4 * MIB, false], // most of it would lie idle
  [11 * MIB, false],
])('the memory of a body of 10 MiB serves one of %i bytes once it is free: %s', (size, serves) => {
  const buffers = createBuffers();
  const first = buffers.take(10 * MIB);
  expect(buffers.take(size)).not.toBe(first);
  buffers.release(first);
  expect(buffers.take(size) === first).toBe(serves);
});

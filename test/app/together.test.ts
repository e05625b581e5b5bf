// Ends that don't need each other.
import { expect, test } from 'vitest';
import { together } from '../../src/app/together.ts';

test('they begin at once, once, and one that fails is told when the other has ended, too', async () => {
  const other = Promise.withResolvers<void>();
  let begun = 0;
  const end = together(
    () => {
      begun++;
      throw new Error('broken');
    },
    () => {
      begun++;
      return other.promise;
    },
  );
  let told = '';
  const ended = end().catch((error: Error) => {
    told = error.message;
  });
  await new Promise(setImmediate);
  expect([begun, told]).toEqual([2, '']);
  other.resolve();
  await ended;
  expect(told).toBe('broken');
  await expect(end()).rejects.toThrow('broken');
  expect(begun).toBe(2);
});

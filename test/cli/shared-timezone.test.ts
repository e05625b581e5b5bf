// The time zone in which the command line reads a date that is about all accounts.
import { expect, test } from 'vitest';
import { sharedTimezone } from '../../src/cli/input/read-config.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';

test('of ten thousand accounts each is looked at a few times, not once for every other', () => {
  let looks = 0;
  const accounts = Array.from({ length: 100 }, (_, i) => ({
    timezone: 'Africa/Kampala',
    get name() {
      looks++;
      return `a${i}`;
    },
  }));
  expect(sharedTimezone({ accounts } as unknown as Config)).toBe('Africa/Kampala');
  expect(looks).toBeLessThanOrEqual(3 * accounts.length);
});

// Runs the whole monitor for days on end: what it holds doesn't grow. FLOATWATCH_DAYS=366 makes a year of it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Held } from './year-child.ts';

const DAYS = Number(process.env['FLOATWATCH_DAYS'] ?? 10);
const SLOTS_A_DAY = 3 * 288; // three accounts

test('C10 days on end of slots with names that come and go, reloads and outages: heap, timers, handles and files stay flat', {
  timeout: 3_600_000,
}, () => {
  const argv = [
    '--expose-gc',
    '--max-old-space-size=128',
    join(import.meta.dirname, 'year-child.ts'),
    String(DAYS),
  ];
  const out = execFileSync(process.execPath, argv, { encoding: 'utf8', maxBuffer: 1 << 24 });
  const all = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Held);
  const half = Math.floor(all.length / 2);
  const [before, after] = [all.slice(0, half), all.slice(half)];
  const [first, last] = [after[0]!, after.at(-1)!];
  process.stdout.write(
    `after half of the days: ${JSON.stringify(first)}\nin the end: ${JSON.stringify(last)}\n`,
  );
  // In four days, an account is away for some hours, or polled less often.
  expect(last.slots).toBeGreaterThan(0.8 * (DAYS - 1) * SLOTS_A_DAY);
  expect(slope(after.map(({ heapBytes }) => heapBytes))).toBeLessThan(0.05 * first.heapBytes);
  const most = (held: readonly Held[], what: 'timers' | 'handles' | 'files') =>
    Math.max(...held.map((each) => each[what]));
  expect(most(after, 'timers')).toBeLessThanOrEqual(most(before, 'timers') + 3);
  expect(most(after, 'handles')).toBeLessThanOrEqual(most(before, 'handles') + 2); // a line of this output may wait
  expect(most(after, 'files')).toBeLessThanOrEqual(most(before, 'files'));
});

/** By how much a straight line through these values rises from the first to the last. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const rises = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  const spread = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return (rises / spread) * (values.length - 1);
}

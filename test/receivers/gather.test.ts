// How many messages are looked at together: all that is due, within limits of number and time.
import { expect, test } from 'vitest';
import type { ClaimedMessage } from '../../src/monitor/alerts/outbox.ts';
import { gather, MAX_PER_CLAIM } from '../../src/receivers/outbox/gather.ts';
import { handClock } from '../support/clock.ts';

const LEASE_MS = 16_000;
const some = (count: number) => Array.from({ length: count }, () => ({}) as ClaimedMessage);

/** How many are gathered of so many that are due, where each claim takes so long. */
async function gathered(due: number, claimMs = 0, takes = () => true): Promise<number> {
  const clock = handClock();
  let left = due;
  const claim = async (): Promise<readonly ClaimedMessage[]> => {
    clock.advance(claimMs);
    const next = some(Math.min(left, MAX_PER_CLAIM));
    left -= next.length;
    return next;
  };
  const heard = async (claimed: readonly ClaimedMessage[]) => claimed;
  const all = await gather(await claim(), { clock, leaseMs: LEASE_MS, claim, heard, takes });
  expect(all.length, 'what was claimed is looked at').toBe(due - left);
  return all.length;
}

test('all that is due, where that is no more than is looked at together', async () => {
  for (const due of [0, 1, 999, 1_000, 1_001, 3_500, 20_000]) expect(await gathered(due)).toBe(due);
  expect(await gathered(50_000)).toBe(20_000);
});

test('one claim, where none of it may be told together with others', async () => {
  expect(await gathered(3_500, 0, () => false)).toBe(1_000);
});

test('until a quarter of the lease has passed: the rest is for the telling', async () => {
  expect(await gathered(50_000, 500)).toBe(9_000); // eight claims after the first
  expect(await gathered(50_000, LEASE_MS / 4)).toBe(2_000);
  expect(await gathered(50_000, LEASE_MS / 4 - 1)).toBe(3_000);
});

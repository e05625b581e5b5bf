// How many of an account's slots were polled. Pure; the page of a wallet says it.
import type { Instant } from '../domain/observation.ts';
import type { Schedule } from '../monitor/polling/schedule.ts';
import type { PastPolls } from './sources.ts';

const MAX_MISSED = 1_000; // that are counted one by one

export interface Coverage {
  /** Slots that were due, polled or not. */
  readonly slots: number;
  /** Slots whose poll brought all wallets. */
  readonly complete: number;
  /** Slots without any poll. At a thousand the counting ends: there may be more. */
  readonly missed: number;
}

/** What became of the slots of a range, or of as much of it as the polls reach back. */
export function coverageOf(
  { polls, first }: PastPolls,
  {
    from,
    now,
    schedule,
  }: { readonly from: Instant; readonly now: Instant; readonly schedule: Schedule | undefined },
): Coverage {
  const slots = polls.map(({ slot }) => slot).reverse();
  const complete = polls.filter(({ outcome }) => outcome === 'ok').length;
  const current = schedule?.current(now);
  if (!schedule || current === undefined || first === null)
    return { slots: slots.length, complete, missed: 0 };

  // The current slot's poll may be under way, so it counts only once it has ended.
  const known = [...(first < from && slots.length < MAX_MISSED ? [from - 1] : []), ...slots, current];
  const shortest = slots.reduce(
    (least, slot, i) => Math.min(least, slot - (slots[i - 1] ?? Number.NEGATIVE_INFINITY)),
    Number.POSITIVE_INFINITY,
  );
  let missed = 0;
  for (const [i, slot] of known.entries()) {
    const before = known[i - 1];
    if (before === undefined || missed >= MAX_MISSED) continue;
    // Only longer gaps than the shortest one can hold a slot: looking into each would take long.
    const isEdge = i === 1 || i === known.length - 1;
    if (isEdge || slot - before > shortest)
      missed += schedule.between(before, slot - 1, MAX_MISSED - missed).length;
  }
  return { slots: slots.length + missed, complete, missed };
}

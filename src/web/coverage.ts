// Counts how many of an account's slots were polled. Pure; `pages/polls.ts` shows it. How long an account wasn't seen is
// in `views/blindness.ts`.
import { type Instant, succeeded } from '../domain/observation.ts';
import { staleFrom } from '../monitor/board/staleness.ts';
import type { Schedule } from '../monitor/polling/schedule.ts';
import type { PastPoll, PastPolls } from './sources.ts';

const MAX_MISSED = 1_000; // slots counted one by one

export interface Coverage {
  /** Slots that were due, polled or not. */
  readonly slots: number;
  /** Slots whose poll read all wallets. */
  readonly complete: number;
  /** Slots of the present schedule without any poll. Counting stops at a thousand: there may be more. */
  readonly missed: number;
}

/** The account's schedule as it is now. */
export interface PresentSchedule {
  readonly schedule: Schedule;
  readonly staleAfter: number;
}

/**
 * Counts the slots of a range that ends at `now`, as far back as the polls reach.
 *
 * Only the present schedule is known: after a poll of another schedule, or an imported poll, nothing counts as missed.
 */
export function coverageOf(
  { polls, first }: PastPolls,
  {
    from,
    now,
    present,
  }: { readonly from: Instant; readonly now: Instant; readonly present: PresentSchedule | undefined },
): Coverage {
  const past = polls.toReversed();
  const complete = past.filter(({ outcome }) => outcome === 'ok').length;
  const current = present?.schedule.current(now);
  if (!present || current === undefined || first === null) return { slots: past.length, complete, missed: 0 };

  const own = ofPresentSchedule(past, present);
  // Gaps lie between neighbours in this list. The first entry stands for the polls before the range. The last is the
  // current slot: its poll may still run, so the slot itself doesn't count yet.
  const known = [
    ...(first < from && past.length < MAX_MISSED ? [{ slot: from - 1, own: own[0] ?? true }] : []),
    ...past.map(({ slot }, i) => ({ slot, own: own[i]! })),
    { slot: current, own: false },
  ];
  const usual = longestWithoutSlot(past, present);
  let missed = 0;
  for (const [i, { slot }] of known.entries()) {
    const before = known[i - 1];
    if (!before?.own) continue;
    const isEdge = i === 1 || i === known.length - 1;
    if (isEdge || slot - before.slot > usual)
      missed += present.schedule.between(before.slot, slot - 1, MAX_MISSED - missed).length;
  }
  return { slots: past.length + missed, complete, missed };
}

/**
 * A length of time in which no slot can lie: only longer gaps are looked into, as looking into each would take long. It
 * is the shortest gap between two polls, or 0 if even that holds a slot. All gaps do while an account rests because its
 * keys are refused.
 */
function longestWithoutSlot(past: readonly PastPoll[], { schedule }: PresentSchedule): number {
  let shortest = { after: 0, ms: Number.POSITIVE_INFINITY };
  for (const [i, { slot }] of past.entries()) {
    const after = past[i - 1]?.slot ?? Number.NEGATIVE_INFINITY;
    if (slot - after < shortest.ms) shortest = { after, ms: slot - after };
  }
  const { after, ms } = shortest;
  return Number.isFinite(ms) && schedule.between(after, after + ms - 1, 1).length > 0 ? 0 : ms;
}

/**
 * Tells for each poll, in the order of their slots, whether the present schedule was in force. A good poll shows it: its
 * `staleAt` follows from the schedule of that time. A failed poll counts as the good one before it, or else after it.
 */
function ofPresentSchedule(past: readonly PastPoll[], present: PresentSchedule): boolean[] {
  const known = new Map<number, boolean>(); // by time from slot to stale: enumerating slots is slow
  const good = past.map(({ slot, outcome, staleAt }) => {
    if (!succeeded(outcome)) return undefined;
    if (staleAt === null) return false;
    const own = known.get(staleAt - slot) ?? staleAt === staleFrom(present, slot);
    known.set(staleAt - slot, own);
    return own;
  });
  let last = good.find((each) => each !== undefined) ?? true;
  return good.map((each) => {
    last = each ?? last;
    return last;
  });
}

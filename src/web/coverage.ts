// How many of an account's slots were polled. Pure; `pages/polls.ts` shows it. For how long an account wasn't seen is in
// `views/blindness.ts`.
import { type Instant, succeeded } from '../domain/observation.ts';
import { staleFrom } from '../monitor/board/staleness.ts';
import type { Schedule } from '../monitor/polling/schedule.ts';
import type { PastPoll, PastPolls } from './sources.ts';

const MAX_MISSED = 1_000; // that are counted one by one

export interface Coverage {
  /** Slots that were due, polled or not. */
  readonly slots: number;
  /** Slots whose poll brought all wallets. */
  readonly complete: number;
  /** Slots without any poll, of the present schedule alone. At a thousand the counting ends: there may be more. */
  readonly missed: number;
}

/** When the account is polled now. */
export interface PresentSchedule {
  readonly schedule: Schedule;
  readonly staleAfter: number;
}

/**
 * What became of the slots of a range, which ends at `now`, or of as much of it as the polls reach back.
 *
 * Only the present schedule is known. After a poll of another one, or one that was imported, nothing counts as missed.
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
  // Gaps are looked for from each of these to the next. The first stands for polls before the range; the last is the
  // current slot, whose poll may be under way: it counts only once that has ended.
  const known = [
    ...(first < from && past.length < MAX_MISSED ? [{ slot: from - 1, own: own[0] ?? true }] : []),
    ...past.map(({ slot }, i) => ({ slot, own: own[i]! })),
    { slot: current, own: false },
  ];
  const usual = longestWithoutSlot(past, present);
  let missed = 0;
  for (const [i, { slot }] of known.entries()) {
    const before = known[i - 1];
    if (!before?.own || missed >= MAX_MISSED) continue;
    const isEdge = i === 1 || i === known.length - 1;
    if (isEdge || slot - before.slot > usual)
      missed += present.schedule.between(before.slot, slot - 1, MAX_MISSED - missed).length;
  }
  return { slots: past.length + missed, complete, missed };
}

/**
 * Only gaps that are longer can hold a slot: looking into each would take long. It is the shortest one between two polls, or
 * 0 where that holds a slot itself, as all do while an account rests because its keys are refused.
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
 * For each of the polls, in the order of their slots, whether the present schedule was in force: until when a good one
 * was to be believed follows from the schedule of then. A failed one is as the good one before it, or after it.
 */
function ofPresentSchedule(past: readonly PastPoll[], present: PresentSchedule): boolean[] {
  const known = new Map<number, boolean>(); // by how long: to enumerate slots is slow
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

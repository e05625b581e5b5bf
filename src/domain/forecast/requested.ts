// Tracks top-ups that were requested and haven't arrived: plans count them, or people would pay twice. Used by
// `monitor/forecast/requests.ts`.
import {
  type Amount,
  addAmounts,
  amountOf,
  compareAmounts,
  netAsWritten,
  percentOf,
  subtractAmounts,
  ZERO,
} from '../money.ts';
import type { Instant } from '../observation.ts';
import type { Approval } from './approval.ts';
import { least } from './sum.ts';

const ARRIVED_PERCENT = amountOf('90'); // fees, and payouts within the same minute, make the rise smaller
const PATIENCE = 2; // lead times
const TOLD_MS = 3 * 86_400_000; // a top-up that didn't come is shown at least this long: nobody may look over a weekend

/** A request for a top-up. */
export interface Requested {
  readonly at: Instant;
  readonly amount: Amount;
}

/** A rise of a balance from one look to the next. */
export interface Rise {
  readonly since: Instant;
  readonly at: Instant;
  readonly amount: Amount;
}

export interface OnItsWay {
  /** What is still expected to arrive. */
  readonly coming: Amount;
  /** The parts of requests that didn't come within twice the lead time: they no longer count, and somebody should ask. */
  readonly expired: readonly Requested[];
}

/** How a request becomes money. */
export interface Approving {
  /** When somebody is there to take a request: before that, its money isn't on its way. */
  readonly approval: Approval;
  /** From then on to the money's arrival. */
  readonly leadMs: number;
}

/** How a request becomes money, and how money goes out again. */
export interface Arriving extends Approving {
  /** The usual outflow between two instants: it hides that much of a top-up that arrives between them. */
  readonly usuallyGone: (since: Instant, until: Instant) => Amount;
}

/** Until when a request counts if nothing arrives. */
export function countsUntil(at: Instant, { approval, leadMs }: Approving): Instant {
  return (approval.next(at) ?? at) + PATIENCE * leadMs;
}

/** The time of the oldest requests that are still shown at an instant. */
export function rememberedSince(at: Instant, { approval, leadMs }: Approving): Instant {
  const taken = at - PATIENCE * leadMs - Math.max(PATIENCE * leadMs, TOLD_MS);
  return approval.last(taken) ?? taken;
}

/**
 * What is still on its way of the requests, by what was seen until `seenAt`: a request can't expire before a later look.
 *
 * Each rise of the balance counts towards the requests before it: first the open ones, the oldest first, then those that
 * have expired, whose money came late. A request is done when nine tenths of it have arrived; the usual outflow between two
 * looks counts as arrived.
 */
export function onItsWay(
  requests: readonly Requested[],
  rises: readonly Rise[],
  seenAt: Instant,
  arriving: Arriving,
): OnItsWay {
  const open = requests
    .toSorted((a, b) => a.at - b.at)
    .map((request) => ({
      ...{ request, arrived: ZERO, goneAgain: ZERO },
      until: countsUntil(request.at, arriving),
    }));
  for (const rise of rises.toSorted((a, b) => a.at - b.at)) {
    let left = rise.amount;
    const isLate = ({ until }: (typeof open)[number]) => until < rise.at;
    for (const each of [...open.filter((one) => !isLate(one)), ...open.filter(isLate)]) {
      if (each.request.at > rise.at || isDone(each)) continue;
      const taken = least(left, subtractAmounts(each.request.amount, each.arrived));
      if (taken === ZERO) continue;
      each.arrived = addAmounts(each.arrived, taken);
      each.goneAgain = addAmounts(each.goneAgain, arriving.usuallyGone(rise.since, rise.at));
      left = subtractAmounts(left, taken);
    }
  }
  const waiting = open
    .filter((each) => !isDone(each))
    .map(({ request: { at, amount }, arrived, until }) => ({
      ...{ at, amount: netAsWritten([amount], [arrived]) },
      isOver: seenAt > until,
    }));
  return {
    coming: netAsWritten([ZERO, ...waiting.filter(({ isOver }) => !isOver).map(({ amount }) => amount)]),
    expired: waiting.filter(({ isOver }) => isOver).map(({ at, amount }) => ({ at, amount })),
  };
}

interface Open {
  readonly request: Requested;
  readonly arrived: Amount;
  readonly goneAgain: Amount;
}

function isDone({ request, arrived, goneAgain }: Open): boolean {
  return compareAmounts(addAmounts(arrived, goneAgain), percentOf(request.amount, ARRIVED_PERCENT)) >= 0;
}

// Top-ups that were asked for and haven't arrived: they count, or people pay twice. Used by `monitor/forecast/requests.ts`.
import { type Amount, addAmounts, amountOf, compareAmounts, percentOf, subtractAmounts } from '../money.ts';
import type { Instant } from '../observation.ts';
import type { Approval } from './approval.ts';
import { least } from './sum.ts';

const NOTHING = amountOf('0');
const ARRIVED_PERCENT = amountOf('90'); // fees, and payouts within the same minute, take something of it
const PATIENCE = 2; // lead times
const TOLD_MS = 3 * 86_400_000; // at the least, that something didn't come: over a weekend nobody may look

/** That a top-up was asked for. */
export interface Requested {
  readonly at: Instant;
  readonly amount: Amount;
}

/** That a balance rose from one look at it to the next. */
export interface Rise {
  readonly since: Instant;
  readonly at: Instant;
  readonly amount: Amount;
}

export interface OnItsWay {
  /** What is still expected to arrive. */
  readonly coming: Amount;
  /** What of requests didn't come within twice the lead time: it no longer counts, and somebody should ask. */
  readonly expired: readonly Requested[];
}

/** How requests become money. */
export interface Approving {
  /** When somebody is there to take a request: before that its money isn't on its way. */
  readonly approval: Approval;
  /** From then on to the money's arrival. */
  readonly leadMs: number;
}

/** How requests become money, and money goes out again. */
export interface Arriving extends Approving {
  /** What usually goes out between two instants: so much less is seen of what has come meanwhile. */
  readonly usuallyGone: (since: Instant, until: Instant) => Amount;
}

/** Until when a request counts that nothing comes of. */
export function countsUntil(at: Instant, { approval, leadMs }: Approving): Instant {
  return (approval.next(at) ?? at) + PATIENCE * leadMs;
}

/** Since when requests were made of which something is told still at an instant. */
export function rememberedSince(at: Instant, { approval, leadMs }: Approving): Instant {
  const taken = at - PATIENCE * leadMs - Math.max(PATIENCE * leadMs, TOLD_MS);
  return approval.last(taken) ?? taken;
}

/**
 * What of the requests is still on its way, by what was seen until an instant: before anybody has looked nothing has failed to come.
 *
 * Each rise of the balance after a request counts towards the oldest that is open, and what is left of it towards those that
 * have expired: these came late. One of which nine tenths have arrived, with what usually goes out from one look to the next, is
 * done.
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
      ...{ request, arrived: NOTHING, goneAgain: NOTHING },
      until: countsUntil(request.at, arriving),
    }));
  for (const rise of rises.toSorted((a, b) => a.at - b.at)) {
    let left = rise.amount;
    const isLate = ({ until }: (typeof open)[number]) => until < rise.at;
    for (const each of [...open.filter((one) => !isLate(one)), ...open.filter(isLate)]) {
      if (each.request.at > rise.at || isDone(each)) continue;
      const taken = least(left, subtractAmounts(each.request.amount, each.arrived));
      if (taken === NOTHING) continue;
      each.arrived = addAmounts(each.arrived, taken);
      each.goneAgain = addAmounts(each.goneAgain, arriving.usuallyGone(rise.since, rise.at));
      left = subtractAmounts(left, taken);
    }
  }
  const waiting = open
    .filter((each) => !isDone(each))
    .map(({ request: { at, amount }, arrived, until }) => ({
      ...{ at, amount: subtractAmounts(amount, arrived) },
      isOver: seenAt > until,
    }));
  return {
    coming: addAmounts(NOTHING, ...waiting.filter(({ isOver }) => !isOver).map(({ amount }) => amount)),
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

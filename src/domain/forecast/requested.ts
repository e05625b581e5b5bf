// Top-ups that were asked for and haven't arrived: they count, or people pay twice. Used by `monitor/forecast/requests.ts`.
import { type Amount, addAmounts, amountOf, compareAmounts, percentOf, subtractAmounts } from '../money.ts';
import type { Instant } from '../observation.ts';
import type { Approval } from './approval.ts';
import { least } from './sum.ts';

const NOTHING = amountOf('0');
const ARRIVED_PERCENT = amountOf('90'); // fees, and payouts within the same minute, take something of it
const PATIENCE = 2; // lead times
const REMEMBERED = 4; // of them: as long as it is told that something didn't come

/** That a top-up was asked for. */
export interface Requested {
  readonly at: Instant;
  readonly amount: Amount;
}

/** That a balance rose. */
export interface Rise {
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

/** Until when a request counts that nothing comes of. */
export function countsUntil(at: Instant, { approval, leadMs }: Approving): Instant {
  return (approval.next(at) ?? at) + PATIENCE * leadMs;
}

/** Since when requests were made of which something is told still at an instant. */
export function rememberedSince(at: Instant, { approval, leadMs }: Approving): Instant {
  const taken = at - REMEMBERED * leadMs;
  return approval.last(taken) ?? taken;
}

/**
 * What of the requests is still on its way.
 *
 * Each rise of the balance after a request counts towards the oldest that is open, and what is left of it towards those that
 * have expired: these came late. One of which nine tenths have arrived is done.
 */
export function onItsWay(
  requests: readonly Requested[],
  rises: readonly Rise[],
  now: Instant,
  approving: Approving,
): OnItsWay {
  const open = requests
    .toSorted((a, b) => a.at - b.at)
    .map((request) => ({ request, arrived: NOTHING, until: countsUntil(request.at, approving) }));
  for (const rise of rises.toSorted((a, b) => a.at - b.at)) {
    let left = rise.amount;
    const isLate = ({ until }: (typeof open)[number]) => until < rise.at;
    for (const each of [...open.filter((one) => !isLate(one)), ...open.filter(isLate)]) {
      if (each.request.at > rise.at || isDone(each)) continue;
      const taken = least(left, subtractAmounts(each.request.amount, each.arrived));
      each.arrived = addAmounts(each.arrived, taken);
      left = subtractAmounts(left, taken);
    }
  }
  const waiting = open
    .filter((each) => !isDone(each))
    .map(({ request: { at, amount }, arrived, until }) => ({
      ...{ at, amount: subtractAmounts(amount, arrived) },
      isOver: now > until,
    }));
  return {
    coming: addAmounts(NOTHING, ...waiting.filter(({ isOver }) => !isOver).map(({ amount }) => amount)),
    expired: waiting.filter(({ isOver }) => isOver).map(({ at, amount }) => ({ at, amount })),
  };
}

function isDone({ request, arrived }: { readonly request: Requested; readonly arrived: Amount }): boolean {
  return compareAmounts(arrived, percentOf(request.amount, ARRIVED_PERCENT)) >= 0;
}

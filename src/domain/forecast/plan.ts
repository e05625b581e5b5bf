// Plans one wallet: how much must be sent to it, by when, and until when it then lasts. `source.ts` says where the money
// may come from. `plans.ts` calls this for each wallet.
import { DAY_MS } from '../duration.ts';
import {
  type Amount,
  addAmounts,
  approximate,
  compareAmounts,
  isZero,
  subtractAmounts,
  ZERO,
} from '../money.ts';
import type { Instant } from '../observation.ts';
import type { Approval } from './approval.ts';
import { WEEK } from './day.ts';
import type { Jump } from './jump.ts';
import {
  alertLevel,
  alertOf,
  expectedBetween,
  lastsWithCare,
  mostGoneWithCare,
  type Outlook,
  REACH,
  USABLE_DAYS,
} from './outlook.ts';
import type { OnItsWay, Requested } from './requested.ts';
import { amountOfEstimate, notNegative, roundedUp } from './sum.ts';
import type { Zone } from './zone.ts';

const YOUNG_DAYS = 35;

/** A wallet from which money goes out, as the plan needs to know it. */
export interface Drained {
  readonly available: Amount | null;
  readonly outlook: Outlook | undefined;
  /** Whether its past has been read: if so, a missing outlook means that the past is too short. @default true */
  readonly isRead?: boolean | undefined;
  /** The index of the plan's alert in the outlook; `undefined` at a confidence for which no alert was learnt. */
  readonly alert: number | undefined;
  readonly confidence: number;
  readonly zone: Zone;
  readonly approval: Approval;
  /** From a request to the money's arrival. */
  readonly leadMs: number;
  /** Between two looks at the balance. */
  readonly lookMs: number;
  /** How long a top-up should last after its arrival, or until when the money should last. */
  readonly target: { readonly coverMs: number } | { readonly until: Instant };
  readonly roundTo: Amount;
  readonly minimum: Amount;
  /** The requested top-ups: what is still expected of them, and what didn't come. */
  readonly requested: OnItsWay;
}

/** Why nothing can be planned. */
export type Unplanned =
  | 'balance_unknown'
  | 'history_unread'
  | 'no_history'
  | 'history_outdated'
  | 'nobody_approves';
/** Why a plan is less sure than its confidence says. */
export const DOUBTS = ['young', 'jump', 'lumpy'] as const;
export type Doubt = (typeof DOUBTS)[number];

export interface Plan {
  /** The amount to send, rounded up; `0` when the balance and what is on its way are enough. */
  readonly needed: Amount;
  /** The latest time to request it; `undefined` when that is more than 60 days ahead. */
  readonly by: Instant | undefined;
  /** True when it should have been requested already: it will arrive too late, or is likely to. */
  readonly late: boolean;
  /** The soonest time to request it, and when it would then arrive. */
  readonly requestable: Instant;
  readonly arrives: Instant;
  /** Whether the soonest time is now: somebody is there to approve it. */
  readonly open: boolean;
  /** Until when the money lasts at this confidence, without `needed` and with it; `undefined` beyond 60 days. */
  readonly lastsUntil: Instant | undefined;
  readonly thenLastsUntil: Instant | undefined;
  readonly confidence: number;
  /** What was requested and is still expected; `needed` comes on top of it. */
  readonly coming: Amount;
  /** The parts of requests that didn't come within twice the lead time: they no longer count, and somebody should ask. */
  readonly expired: readonly Requested[];
  readonly doubts: readonly Doubt[];
  /** The jump of level that is one of the doubts. */
  readonly jump: Jump | undefined;
  /** How many of the last days' forecasts, at most 40, held: each is judged as if its day's money had been the last. */
  readonly record: Kept;
  readonly reckoning: Reckoning;
}

/** How `needed` is computed: `most + expected - available - coming`, at least `minimum`, rounded up to `roundTo`. */
export interface Reckoning {
  readonly available: Amount;
  /** The most that goes out until a top-up arrives, or until the instant of the target. */
  readonly most: Amount;
  /** The outflow expected in the cover after that; `0` where the target is an instant. */
  readonly expected: Amount;
  readonly target: Drained['target'];
  readonly roundTo: Amount;
  readonly minimum: Amount;
}

/** How many held, of how many. */
export interface Kept {
  readonly held: number;
  readonly of: number;
}

/** The plan of a wallet, or the reason why there is none. */
export function planOf(wallet: Drained, now: Instant): Plan | Unplanned {
  const { available, outlook, approval, leadMs, zone, confidence } = wallet;
  if (available === null) return 'balance_unknown';
  if (!outlook) return wallet.isRead === false ? 'history_unread' : 'no_history';
  const since = timeOf(outlook, zone, now);
  if (since > USABLE_DAYS) return 'history_outdated';
  const requestable = approval.next(now);
  if (requestable === undefined) return 'nobody_approves';
  const held = addAmounts(available, wallet.requested.coming);
  const lasting = (amount: Amount) => {
    const days = lastsWithCare(outlook, confidence, since, approximate(amount));
    return days >= REACH - since ? undefined : zone.instantOf(outlook.from + since + days);
  };
  const { most, expected } = targetOf(wallet, outlook, now, requestable);
  const needed = sumOf(wallet, subtractAmounts(addAmounts(most, expected), held));
  const lastsUntil = lasting(held);
  const deadline = lastsUntil === undefined ? undefined : approval.last(lastsUntil - leadMs);
  return {
    needed,
    by: lastsUntil === undefined ? undefined : Math.max(deadline ?? requestable, requestable),
    late: lastsUntil !== undefined && (deadline === undefined || deadline < requestable),
    requestable,
    arrives: requestable + leadMs,
    open: requestable === now,
    lastsUntil,
    thenLastsUntil: lasting(addAmounts(held, needed)),
    confidence,
    ...{ coming: wallet.requested.coming, expired: wallet.requested.expired },
    doubts: doubtsOf(outlook),
    jump: outlook.jump,
    record: recordOf(outlook, wallet.alert ?? 0),
    reckoning: reckoningOf(wallet, available, { most, expected }),
  };
}

function reckoningOf(
  { target, roundTo, minimum }: Drained,
  available: Amount,
  wanted: Pick<Reckoning, 'most' | 'expected'>,
): Reckoning {
  return { available, ...wanted, target, roundTo, minimum };
}

/**
 * What the wallet should hold, with what is on its way, when the request is made.
 *
 * For a cover: the most that goes out until the arrival, and the outflow expected after it. The cover itself needs no
 * margin, because the next request can be made when the balance is down to the first part again. For a date: the most
 * that goes out until then.
 */
function targetOf(
  wallet: Drained,
  outlook: Outlook,
  now: Instant,
  requestable: Instant,
): Pick<Reckoning, 'most' | 'expected'> {
  const { target, confidence, leadMs, lookMs, zone, alert } = wallet;
  const since = timeOf(outlook, zone, now);
  if ('until' in target) {
    const until = timeOf(outlook, zone, target.until);
    const most = until > since ? mostGoneWithCare(outlook, confidence, since, until - since) : 0;
    return { most: amountOfEstimate(most), expected: ZERO };
  }
  const arrival = (requestable + leadMs - now) / DAY_MS;
  // On average, an alert finds the balance below its level by the outflow of half a look.
  const length = arrival + lookMs / DAY_MS / 2;
  const margin =
    alert === undefined
      ? mostGoneWithCare(outlook, confidence, since, length)
      : alertLevel(outlook, alertOf(outlook, alert), since, length);
  const cover = expectedBetween(outlook, since + arrival, since + arrival + target.coverMs / DAY_MS);
  const most = amountOfEstimate(margin);
  return { most, expected: subtractAmounts(amountOfEstimate(margin + cover), most) };
}

function sumOf({ roundTo, minimum }: Drained, lacking: Amount): Amount {
  if (isZero(notNegative(lacking))) return ZERO;
  return roundedUp(compareAmounts(lacking, minimum) < 0 ? minimum : lacking, roundTo);
}

function recordOf(outlook: Outlook, alert: number): Kept {
  const { held, of } = alertOf(outlook, alert);
  return { held, of };
}

function doubtsOf(outlook: Outlook): Doubt[] {
  const { days, jump, drawn } = outlook;
  const doubts: Doubt[] = [];
  if (days < YOUNG_DAYS) doubts.push('young');
  if (jump) doubts.push('jump');
  // Days are drawn for a wallet without any outflow, too: that one is not unsure.
  if (drawn && expectedBetween(outlook, 0, REACH) > 0) doubts.push('lumpy');
  return doubts;
}

/** The usual outflow between two instants of the past: what the outlook expects on the same weekdays. */
export function usuallyGone(outlook: Outlook, zone: Zone, since: Instant, until: Instant): Amount {
  const { day, part } = zone.localOf(since);
  const weeks = Math.max(0, Math.ceil((outlook.from - day) / WEEK));
  const from = day + WEEK * weeks - outlook.from + part;
  return amountOfEstimate(expectedBetween(outlook, from, from + (until - since) / DAY_MS));
}

/** An instant as the outlook counts: in days after its first midnight. */
export function timeOf({ from }: Outlook, zone: Zone, at: Instant): number {
  const { day, part } = zone.localOf(at);
  return Math.max(0, day - from + part);
}

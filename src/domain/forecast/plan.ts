// How much must be sent to a wallet, by when, and until when it then lasts. Where it may come from is in `source.ts`. Used by
// `plans.ts` for each wallet.
import { type Amount, addAmounts, amountOf, approximate, compareAmounts, subtractAmounts } from '../money.ts';
import type { Instant } from '../observation.ts';
import type { Approval } from './approval.ts';
import type { Jump } from './jump.ts';
import {
  alertLevel,
  alertOf,
  expectedBetween,
  lastsFor,
  mostGone,
  type Outlook,
  REACH,
  USABLE_DAYS,
} from './outlook.ts';
import type { OnItsWay, Requested } from './requested.ts';
import { amountOfEstimate, notNegative, roundedUp } from './sum.ts';
import type { Zone } from './zone.ts';

const DAY_MS = 86_400_000;
const NOTHING = amountOf('0');
const YOUNG_DAYS = 35;

/** A wallet from which money goes out, as the plan needs to know it. */
export interface Drained {
  readonly available: Amount | null;
  readonly outlook: Outlook | undefined;
  /** Whether its past has been read, so that it is too short where there is no outlook. @default true */
  readonly isRead?: boolean | undefined;
  /** Which of the outlook's alerts is the plan's; `undefined` at a confidence for which none was learnt. */
  readonly alert: number | undefined;
  readonly confidence: number;
  readonly zone: Zone;
  readonly approval: Approval;
  /** From a request to the money's arrival. */
  readonly leadMs: number;
  /** Between two looks at the balance. */
  readonly lookMs: number;
  /** How long after its arrival a top-up is to last, or until when the money is. */
  readonly target: { readonly coverMs: number } | { readonly until: Instant };
  readonly roundTo: Amount;
  readonly minimum: Amount;
  /** What was requested: what of it is still expected, and what didn't come. */
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
  /** What is to be sent: rounded up; `0` when what is there, and on its way, is enough. */
  readonly needed: Amount;
  /** When it is to be requested at the latest; `undefined` when that is more than 60 days ahead. */
  readonly by: Instant | undefined;
  /** True when it should have been requested already: it will arrive too late, or is likely to. */
  readonly late: boolean;
  /** When it can be requested at the soonest, and would then be there. */
  readonly requestable: Instant;
  readonly arrives: Instant;
  /** Whether that is now: somebody is there to approve it. */
  readonly open: boolean;
  /** Until when the money lasts at this confidence, without the sum and with it; `undefined` beyond 60 days. */
  readonly lastsUntil: Instant | undefined;
  readonly thenLastsUntil: Instant | undefined;
  readonly confidence: number;
  /** What was requested and is still expected; `needed` comes on top of it. */
  readonly coming: Amount;
  /** What of requests didn't come within twice the lead time: it doesn't count any more, and somebody should ask. */
  readonly expired: readonly Requested[];
  readonly doubts: readonly Doubt[];
  /** The jump of level that is one of the doubts. */
  readonly jump: Jump | undefined;
  /** Of the wallet's last days' forecasts, at most 40, how many held: each as if its day's money had been the last. */
  readonly record: Kept;
  readonly reckoning: Reckoning;
}

/** How `needed` came about: `most + expected - available - coming`, raised to `minimum` and up to a whole `roundTo`. */
export interface Reckoning {
  readonly available: Amount;
  /** What goes out at the most until a top-up is there, or until the instant that was asked for. */
  readonly most: Amount;
  /** What is expected to go out in the cover after that; `0` where an instant was asked for. */
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

/** What is to be sent to a wallet; why not, when that can't be told. */
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
    const days = lastsFor(outlook, confidence, since, approximate(amount));
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
 * What the wallet is to hold, with what is on its way, when the request is made.
 *
 * For a cover it is the margin until the arrival and what is expected to go out after it: as the next request can be
 * made when that margin is reached again, there is no need of a margin for all of the cover. For a date it is what
 * goes out until then at the most.
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
    const most = until > since ? mostGone(outlook, confidence, since, until - since) : 0;
    return { most: amountOfEstimate(most), expected: NOTHING };
  }
  const arrival = (requestable + leadMs - now) / DAY_MS;
  // An alert finds the balance half a look below its level, on average.
  const length = arrival + lookMs / DAY_MS / 2;
  const margin =
    alert === undefined
      ? outlook.care * mostGone(outlook, confidence, since, length)
      : alertLevel(outlook, alertOf(outlook, alert), since, length);
  const cover = expectedBetween(outlook, since + arrival, since + arrival + target.coverMs / DAY_MS);
  const most = amountOfEstimate(margin);
  return { most, expected: subtractAmounts(amountOfEstimate(margin + cover), most) };
}

function sumOf({ roundTo, minimum }: Drained, lacking: Amount): Amount {
  if (compareAmounts(notNegative(lacking), NOTHING) === 0) return NOTHING;
  return roundedUp(compareAmounts(lacking, minimum) < 0 ? minimum : lacking, roundTo);
}

function recordOf(outlook: Outlook, alert: number): Kept {
  const { held, of } = alertOf(outlook, alert);
  return { held, of };
}

function doubtsOf({ days, jump, drawn }: Outlook): Doubt[] {
  const doubts: Doubt[] = [];
  if (days < YOUNG_DAYS) doubts.push('young');
  if (jump) doubts.push('jump');
  if (drawn) doubts.push('lumpy');
  return doubts;
}

/** What usually goes out between two instants of the past: as much as on the same weekdays that the outlook is about. */
export function usuallyGone(outlook: Outlook, zone: Zone, since: Instant, until: Instant): Amount {
  const { day, part } = zone.localOf(since);
  const weeks = Math.max(0, Math.ceil((outlook.from - day) / 7));
  const from = day + 7 * weeks - outlook.from + part;
  return amountOfEstimate(expectedBetween(outlook, from, from + (until - since) / DAY_MS));
}

/** An instant as the outlook counts: in days after its first midnight. */
export function timeOf({ from }: Outlook, zone: Zone, at: Instant): number {
  const { day, part } = zone.localOf(at);
  return Math.max(0, day - from + part);
}

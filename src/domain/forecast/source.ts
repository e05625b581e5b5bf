// Says where a top-up may come from: a wallet that collects, and what it will have by then. Several wallets may draw on
// one source. Used by `plans.ts`.
import {
  type Amount,
  addAmounts,
  amountOf,
  compareAmounts,
  netAsWritten,
  subtractAmounts,
  ZERO,
} from '../money.ts';
import type { Instant } from '../observation.ts';
import { compareTexts } from '../order.ts';
import { leastGone, mostGoneWithCare, type Outlook } from './outlook.ts';
import { timeOf } from './plan.ts';
import { amountOfEstimate, least, notNegative, roundedDown } from './sum.ts';
import type { Zone } from './zone.ts';

/** A wallet from which others are topped up. */
export interface Source {
  readonly available: Amount | null;
  /** Collected, but not yet usable. */
  readonly uncleared: Amount | null;
  /** The forecast of what clears: the outflow of the uncleared balance. */
  readonly clearing: Outlook | undefined;
  /** The forecast of what goes out of it, other than top-ups. */
  readonly outflow: Outlook | undefined;
  readonly zone: Zone;
}

/** What a source will have at `at`, at a confidence; below nothing while it is in debt; `undefined` while unknown. */
export function hasBy(source: Source, now: Instant, at: Instant, confidence: number): Amount | undefined {
  const { available, uncleared, clearing, outflow, zone } = source;
  if (available === null) return undefined;
  const between = (outlook: Outlook, gone: typeof leastGone) => {
    const since = timeOf(outlook, zone, now);
    return gone(outlook, confidence, since, Math.max(0, timeOf(outlook, zone, at) - since));
  };
  // Only money that is there already counts: nobody knows what will be collected.
  const clears =
    clearing && uncleared !== null
      ? least(notNegative(uncleared), downTo(between(clearing, leastGone)))
      : ZERO;
  const comes = addAmounts(available, clears);
  // What isn't there can't leave: only a debt of now is one then.
  const leaves = outflow
    ? least(notNegative(comes), amountOfEstimate(between(outflow, mostGoneWithCare)))
    : ZERO;
  return subtractAmounts(comes, leaves);
}

/** What a wallet needs from a source. */
export interface Draw {
  /** The wallet's unique name: of two that are equally urgent, the first in the alphabet comes first. */
  readonly wallet: string;
  readonly source: string | undefined;
  readonly needed: Amount;
  /** What was requested already: the source sets it aside before it gives anything else; default nothing. */
  readonly coming?: Amount;
  readonly by: Instant;
  /** Until when its money lasts; absent: beyond the outlook. */
  readonly lastsUntil?: Instant | undefined;
  readonly confidence: number;
  readonly roundTo: Amount;
}

export interface Share {
  /** What the source can give; `undefined` when no source is named, or its balance isn't known. */
  readonly given: Amount | undefined;
  /** What must be deposited from elsewhere, a debt of the source included; `undefined` likewise. */
  readonly shortfall: Amount | undefined;
}

/** Shares sources out among the wallets that draw on them, the most urgent first; by wallet. */
export function shareOut(
  draws: readonly Draw[],
  sources: ReadonlyMap<string, Source>,
  now: Instant,
): ReadonlyMap<string, Share> {
  const promised = new Map<string, Amount>();
  for (const { source, coming } of draws) {
    if (source === undefined || coming === undefined) continue;
    promised.set(source, addAmounts(promised.get(source) ?? ZERO, coming));
  }
  const shares = new Map<string, Share>();
  const repaid = new Set<string>(); // sources whose debt is in a shortfall
  for (const draw of draws.toSorted(byUrgency)) {
    const source = draw.source === undefined ? undefined : sources.get(draw.source);
    const has = source && hasBy(source, now, draw.by, draw.confidence);
    if (draw.source === undefined || has === undefined) {
      shares.set(draw.wallet, { given: undefined, shortfall: undefined });
      continue;
    }
    const before = promised.get(draw.source) ?? ZERO;
    const left = notNegative(subtractAmounts(has, before));
    const isEnough = compareAmounts(draw.needed, left) <= 0;
    const given = isEnough ? draw.needed : roundedDown(left, draw.roundTo);
    promised.set(draw.source, addAmounts(before, given));
    const debt = repaid.has(draw.source) ? ZERO : least(has, ZERO); // below nothing
    if (!isEnough) repaid.add(draw.source);
    const lacks = netAsWritten([draw.needed], [given, debt]);
    shares.set(draw.wallet, { given, shortfall: isEnough ? ZERO : lacks });
  }
  return shares;
}

/** Orders by when to request; where that is the same, as for all that are late, by which wallet is empty first. */
function byUrgency(a: Draw, b: Draw): number {
  const lasts = ({ lastsUntil = Number.MAX_VALUE }: Draw) => lastsUntil;
  return a.by - b.by || lasts(a) - lasts(b) || compareTexts(a.wallet, b.wallet);
}

/** An estimate as an amount, not above it. */
function downTo(estimate: number): Amount {
  return roundedDown(amountOf(Math.max(0, estimate).toFixed(6)), HUNDREDTH);
}

const HUNDREDTH = amountOf('0.01');

// Where a top-up may come from: a wallet that collects, and what it will have by then. Several may draw on one. Used by
// `plans.ts`.
import { type Amount, addAmounts, amountOf, compareAmounts, subtractAmounts } from '../money.ts';
import type { Instant } from '../observation.ts';
import { leastGone, mostGone, type Outlook } from './outlook.ts';
import { timeOf } from './plan.ts';
import { amountOfEstimate, least, notNegative, roundedDown } from './sum.ts';
import type { Zone } from './zone.ts';

const NOTHING = amountOf('0');

/** A wallet from which others are topped up. */
export interface Source {
  readonly available: Amount | null;
  /** Collected, not yet to be used. */
  readonly uncleared: Amount | null;
  /** What will clear, as forecast from days of the past: outflow of the uncleared balance. */
  readonly clearing: Outlook | undefined;
  /** What else goes out of it, other than top-ups. */
  readonly outflow: Outlook | undefined;
  readonly zone: Zone;
}

/** What a source has at an instant at a confidence; `undefined` while its balance isn't known. */
export function hasBy(source: Source, now: Instant, at: Instant, confidence: number): Amount | undefined {
  const { available, uncleared, clearing, outflow, zone } = source;
  if (available === null) return undefined;
  const between = (outlook: Outlook, gone: typeof mostGone) => {
    const since = timeOf(outlook, zone, now);
    return gone(outlook, confidence, since, Math.max(0, timeOf(outlook, zone, at) - since));
  };
  // Only what is there already can be counted on: what will be collected is anybody's guess.
  const clears =
    clearing && uncleared !== null
      ? least(notNegative(uncleared), downTo(between(clearing, leastGone)))
      : NOTHING;
  const leaves = outflow ? amountOfEstimate(between(outflow, mostGone)) : NOTHING;
  return notNegative(subtractAmounts(addAmounts(available, clears), leaves));
}

/** What a wallet asks of a source. */
export interface Draw {
  /** The wallet's name, unique: of two that are as urgent the first in the alphabet comes first. */
  readonly wallet: string;
  readonly source: string | undefined;
  readonly needed: Amount;
  /** What was requested already, of which the source is taken to give its part first; default nothing. */
  readonly coming?: Amount;
  readonly by: Instant;
  /** Until when its money lasts; absent: beyond what can be told. */
  readonly lastsUntil?: Instant | undefined;
  readonly confidence: number;
  readonly roundTo: Amount;
}

export interface Share {
  /** What the source can give; `undefined` when none is named, or its balance isn't known. */
  readonly given: Amount | undefined;
  /** What must be deposited from elsewhere; `undefined` likewise. */
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
    promised.set(source, addAmounts(promised.get(source) ?? NOTHING, coming));
  }
  const shares = new Map<string, Share>();
  for (const draw of draws.toSorted(byUrgency)) {
    const source = draw.source === undefined ? undefined : sources.get(draw.source);
    const has = source && hasBy(source, now, draw.by, draw.confidence);
    if (draw.source === undefined || has === undefined) {
      shares.set(draw.wallet, { given: undefined, shortfall: undefined });
      continue;
    }
    const before = promised.get(draw.source) ?? NOTHING;
    const left = notNegative(subtractAmounts(has, before));
    const given = compareAmounts(draw.needed, left) <= 0 ? draw.needed : roundedDown(left, draw.roundTo);
    promised.set(draw.source, addAmounts(before, given));
    shares.set(draw.wallet, { given, shortfall: subtractAmounts(draw.needed, given) });
  }
  return shares;
}

/** By when it must be requested: where that is the same, as for all that is late, which wallet is empty first. */
function byUrgency(a: Draw, b: Draw): number {
  const lasts = ({ lastsUntil = Number.MAX_VALUE }: Draw) => lastsUntil;
  return a.by - b.by || lasts(a) - lasts(b) || (a.wallet < b.wallet ? -1 : 1);
}

/** An estimate as an amount, not above it. */
function downTo(estimate: number): Amount {
  return roundedDown(amountOf(Math.max(0, estimate).toFixed(6)), HUNDREDTH);
}

const HUNDREDTH = amountOf('0.01');

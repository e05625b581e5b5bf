// A wallet that payments drain and top-ups refill: the payout wallet, and the wallet for service payments. Used by
// `scenario.ts`.
import { HOUR_MS } from '../domain/duration.ts';
import type { Instant } from '../domain/observation.ts';
import { draw, drawBetween } from './chance.ts';
import { type Dates, withDate } from './dates.ts';
import type { Flow } from './flow.ts';

const CALM_SINCE_MS = 2 * HOUR_MS; // before the instant at which a wallet must not be low

/** The time from one top-up to the next. */
interface Cycle {
  /** When its top-up arrived, and when the next one does. */
  readonly from: Instant;
  readonly to: Instant;
  /** From here on nothing more can be paid; `to` when the money lasts. */
  readonly dryAt: Instant;
  /** What is left at the end. */
  readonly left: bigint;
  /** The balance at an instant before `dryAt` is this amount less all that has flowed by then. */
  readonly base: bigint;
}

/** Makes a wallet run low at a known moment, so that a demonstration needn't wait for chance. */
export interface Anchor {
  /** Here the wallet falls below its threshold; before this it is above. */
  readonly lowAt: Instant;
  /** Here the top-up arrives that ends this. */
  readonly toppedUpAt: Instant;
}

export interface RefilledOptions {
  readonly seed: number;
  readonly outflow: Flow;
  readonly arrivals: Dates;
  /** Below this amount the owner wants to ask for a top-up, which arrives minutes to days later. Minor units. */
  readonly threshold: bigint;
  /** With less than this nothing more can be paid. Minor units. */
  readonly smallestPayment: bigint;
  readonly anchor?: Anchor;
  /** Here the wallet isn't below its threshold: where it would be, a top-up arrives before. */
  readonly calmAt?: Instant | undefined;
}

export interface RefilledWallet {
  balance(at: Instant): bigint;
  /** The amount that top-ups brought later than `after` and not later than `upTo`. */
  arrived(after: Instant, upTo: Instant): bigint;
  /** The amount that was really paid later than `after` and not later than `upTo`: nothing while the wallet is dry. */
  paid(after: Instant, upTo: Instant): bigint;
}

/** A wallet whose top-ups are of such a size that it is about to run low, or is low, when the next one arrives. */
export function createRefilledWallet({ calmAt, ...options }: RefilledOptions): RefilledWallet {
  const wallet = createWallet(options);
  if (calmAt === undefined || wallet.balance(calmAt) >= options.threshold) return wallet;
  const extra = calmAt - CALM_SINCE_MS;
  return createWallet({
    ...options,
    arrivals: withDate(options.arrivals, extra, { clearBefore: 0, clearAfter: 0 }),
  });
}

function createWallet(options: RefilledOptions): RefilledWallet {
  const { seed, threshold, smallestPayment, anchor } = options;
  const outflow = anchor ? withPayment(options.outflow, anchor.lowAt, smallestPayment) : options.outflow;
  const arrivals = anchor
    ? withDate(options.arrivals, anchor.toppedUpAt, { clearBefore: 36 * HOUR_MS, clearAfter: 20 * HOUR_MS })
    : options.arrivals;
  const rounding = threshold / 10n; // people order round sums
  let latest: Cycle | undefined;

  const cycleAt = (at: Instant): Cycle => {
    if (!latest || at < latest.from || at >= latest.to)
      latest = cycleFrom(arrivals.last(at), arrivals.next(at));
    return latest;
  };

  function cycleFrom(from: Instant, to: Instant): Cycle {
    if (to === anchor?.toppedUpAt) {
      const base = threshold + outflow(anchor.lowAt) - smallestPayment;
      const dryAt = lastNotBeyond(outflow, base, anchor.lowAt, to);
      return { from, to, dryAt, left: base - outflow(dryAt), base };
    }
    const number = Math.floor(from / HOUR_MS);
    const enough = outflow(from) + threshold * 2n; // nobody asks for less
    const dryAt = to - drawBetween(seed, number + 1, 20 * 60_000, 7 * HOUR_MS);
    if (draw(seed, number) % 7 === 0 && outflow(dryAt) > enough) {
      const left = (smallestPayment * BigInt(drawBetween(seed, number + 2, 5, 95))) / 100n;
      return { from, to, dryAt, left, base: outflow(dryAt) + left };
    }
    const needed = outflow(to) + (threshold * BigInt(drawBetween(seed, number + 3, 8, 120))) / 100n;
    const base = ((needed > enough ? needed : enough) / rounding + 1n) * rounding;
    return { from, to, dryAt: to, left: base - outflow(to), base };
  }

  const balance = (at: Instant): bigint => {
    const { dryAt, base } = cycleAt(at);
    return base - outflow(Math.min(at, dryAt));
  };

  const paid = (after: Instant, upTo: Instant): bigint => {
    let sum = 0n;
    for (let at = after; at < upTo; ) {
      const { to, dryAt } = cycleAt(at);
      const until = Math.min(to, upTo);
      sum += outflow(Math.min(until, dryAt)) - outflow(Math.min(at, dryAt));
      at = until;
    }
    return sum;
  };

  return {
    balance,
    paid,
    arrived(after, upTo) {
      if (after >= upTo || (latest && after >= latest.from && upTo < latest.to)) return 0n;
      return balance(upTo) - balance(after) + paid(after, upTo);
    },
  };
}

/** The flow with one more payment, so that a balance falls at `when` even in an hour in which nobody else is paid. */
function withPayment(flow: Flow, when: Instant, amount: bigint): Flow {
  return (at) => flow(at) + (at < when ? 0n : amount);
}

/** The last second in [from, to] by which at most `total` has flowed; `from` when more has flowed already. */
function lastNotBeyond(flow: Flow, total: bigint, from: Instant, to: Instant): Instant {
  let within = from;
  let beyond = to + 1_000;
  while (beyond - within > 1_000) {
    const middle = Math.floor((within + beyond) / 2);
    if (flow(middle) <= total) within = middle;
    else beyond = middle;
  }
  return Math.min(within, to);
}

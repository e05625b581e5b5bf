// A year of one wallet, made up from a seed, in which it is known what was worth an alert and what wasn't.
import { amountOf } from '../../src/domain/money.ts';
import type { Instant, Observation, Outcome } from '../../src/domain/observation.ts';

export const POLL_MS = 5 * 60_000;
export const THRESHOLD = 5_000_000;
export const CLEAR = 6_000_000;
const POLLS = (365 * 86_400_000) / POLL_MS;
const YEAR_START = Date.parse('2025-01-01T00:00:00Z');

export interface LabelledYear {
  readonly observations: readonly Observation[];
  /** Stretches truly low, two polls or more of which could be seen: the first low response that was seen, and the end. */
  readonly lows: readonly {
    readonly firstSeen: Instant;
    readonly secondSeen: Instant;
    readonly end: Instant;
  }[];
  readonly counts: Readonly<Record<'lows' | 'blips' | 'flapping' | 'outages', number>>;
}

/** Busy days, lows that end with a top-up, single low polls, flapping by one unit, and outages of the service. */
export function labelledYear(account: string, seed: number): LabelledYear {
  const chance = mulberry32(seed);
  const between = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1));
  const values: number[] = [];
  const blind = new Set<number>();
  const stretches: { from: number; to: number }[] = [];
  const counts = { lows: 0, blips: 0, flapping: 0, outages: 0 };

  const busy = (polls: number): void => {
    let value = between(7_000_000, 15_000_000);
    for (let i = 0; i < polls; i++) {
      value = Math.min(20_000_000, Math.max(CLEAR + 1, value + between(-150_000, 150_000)));
      values.push(value);
    }
  };
  const outage = (from: number, polls: number): void => {
    counts.outages++;
    for (let i = from; i < from + polls; i++) blind.add(i);
  };

  while (values.length < POLLS) {
    const from = values.length;
    busy(between(50, 400));
    if (chance() < 0.3) outage(between(from, values.length - 5), between(1, 4));
    if (chance() < 0.05) outage(from + 5, 40);
    const what = chance();
    if (what < 0.4) {
      // Low, now and then better than the threshold but not past the clear level, until the top-up arrives.
      const start = values.length;
      const polls = chance() < 0.3 ? between(2, 4) : between(5, 300);
      values.push(between(100_000, THRESHOLD - 1), between(-50_000, THRESHOLD - 1));
      while (values.length < start + polls) {
        values.push(chance() < 0.1 ? between(THRESHOLD, CLEAR - 1) : between(-50_000, THRESHOLD - 1));
      }
      stretches.push({ from: start, to: values.length });
      counts.lows++;
      if (chance() < 0.3) outage(start + between(0, Math.min(polls, 20)), between(1, 30));
      values.push(between(7_000_000, 9_000_000));
      blind.delete(values.length - 1);
    } else if (what < 0.7) {
      values.push(between(0, THRESHOLD - 1));
      counts.blips++;
    } else if (what < 0.8) {
      for (let i = between(4, 40); i > 0; i--) values.push(i % 2 === 0 ? THRESHOLD - 1 : THRESHOLD);
      counts.flapping++;
    }
    values.push(8_000_000); // each is an event of its own
    blind.delete(values.length - 1);
  }

  const at = (index: number): Instant => YEAR_START + index * POLL_MS;
  const lows = stretches.flatMap(({ from, to }) => {
    const seen = range(from, to).filter((i) => !blind.has(i));
    // Two in a row, as far as could be seen.
    const first = seen.findIndex(
      (i, n) => isLow(values[i]!) && n + 1 < seen.length && isLow(values[seen[n + 1]!]!),
    );
    if (first < 0) return [];
    return [{ firstSeen: at(seen[first]!), secondSeen: at(seen[first + 1]!), end: at(to) }];
  });
  const observations = values.map((value, i) =>
    polled(account, at(i), blind.has(i) ? 'upstream_5xx' : value),
  );
  return { observations, lows, counts };
}

function isLow(value: number): boolean {
  return value < THRESHOLD;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function polled(account: string, slot: Instant, what: number | Outcome): Observation {
  const failed = typeof what === 'string';
  const amount = amountOf(failed ? '0' : String(what));
  const balance = { available: amount, actual: amount, uncleared: amountOf('0'), reserve: amountOf('0') };
  return {
    account,
    slot,
    outcome: failed ? what : 'ok',
    startedAt: slot,
    observedAt: slot + 400,
    durationMs: 400,
    httpStatus: null,
    envelopeCode: null,
    detail: null,
    wallets: failed ? [] : [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT', exposable: true, ...balance }],
    unreadable: [],
  };
}

/** A small generator of random numbers with a seed. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

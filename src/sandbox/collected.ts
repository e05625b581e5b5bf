// The wallet into which customers pay. Money is uncleared first; a part of the card payments is kept back as a rolling
// reserve. Available money moves on to the other wallets and, some days a week, to the merchant's bank. Used by
// `scenario.ts`.
import { DAY_MS, HOUR_MS } from '../domain/duration.ts';
import type { Instant } from '../domain/observation.ts';
import { drawBetween } from './chance.ts';
import type { Dates } from './dates.ts';
import type { Flow } from './flow.ts';

const MOBILE_CLEARS_AFTER_MS = 4 * HOUR_MS;
const CARDS_CLEAR_AFTER_MS = 2 * DAY_MS;
const RESERVE_HELD_FOR_MS = 7 * DAY_MS;
const RESERVE_PERCENT = 10n;

export interface CollectedOptions {
  readonly seed: number;
  readonly mobile: Flow;
  /** `null` when no card option fills this wallet; then there is no reserve. */
  readonly cards: Flow | null;
  /** The amount that went on to the account's other wallets of this currency in (after, upTo]. */
  readonly movedOn: (after: Instant, upTo: Instant) => bigint;
  /** When money that isn't needed goes to the bank, or, if the wallet is short, the merchant deposits. */
  readonly bankDates: Dates;
  /** About how much is left in the wallet then, in minor units. */
  readonly keep: bigint;
}

export interface CollectedWallet {
  balance(at: Instant): { available: bigint; uncleared: bigint; reserve: bigint };
  /** All that customers have paid in up to an instant. */
  collected: Flow;
}

export function createCollectedWallet(options: CollectedOptions): CollectedWallet {
  const { seed, mobile, movedOn, bankDates, keep } = options;
  const cards: Flow = options.cards ?? (() => 0n);
  const held: Flow = (at) => (cards(at) * RESERVE_PERCENT) / 100n;
  const collected: Flow = (at) => mobile(at) + cards(at);

  // Mobile money clears every half hour, cards and the reserve once a day.
  const mobileCleared = inBatches(mobile, MOBILE_CLEARS_AFTER_MS, HOUR_MS / 2);
  const cardsCleared = inBatches(cards, CARDS_CLEAR_AFTER_MS, DAY_MS);
  const everHeld = inBatches(held, CARDS_CLEAR_AFTER_MS, DAY_MS);
  const released = inBatches(held, RESERVE_HELD_FOR_MS, DAY_MS);
  const cleared: Flow = (at) => mobileCleared(at) + cardsCleared(at) - everHeld(at) + released(at);

  let since: { readonly at: Instant; readonly available: bigint; readonly cleared: bigint } | undefined;
  const lastBankDate = (at: Instant): NonNullable<typeof since> => {
    const date = bankDates.last(at);
    if (since?.at !== date) {
      const rounding = keep / 20n;
      const percent = BigInt(drawBetween(seed, Math.floor(date / HOUR_MS), 85, 125));
      const available = ((keep * percent) / 100n / rounding) * rounding;
      since = { at: date, available, cleared: cleared(date) };
    }
    return since;
  };

  return {
    collected,
    balance(at) {
      const bank = lastBankDate(at);
      const clearedNow = cleared(at);
      const kept = everHeld(at) - released(at);
      return {
        available: bank.available + clearedNow - bank.cleared - movedOn(bank.at, at),
        uncleared: collected(at) - clearedNow - kept,
        reserve: kept,
      };
    },
  };
}

/** The flow as it arrives `delay` later, in batches: at every multiple of `every`, all that waits arrives. */
function inBatches(flow: Flow, delay: number, every: number): Flow {
  let last: Instant | undefined;
  let total = 0n;
  return (at) => {
    const batch = Math.floor((at - delay) / every) * every;
    if (batch !== last) {
      total = flow(batch);
      last = batch;
    }
    return total;
  };
}

// Adds up what SMS have cost today, and holds it against a limit. The sum is kept on this machine, so that a restart doesn't
// forget it.
import { DAY_MS } from '../../domain/duration.ts';
import {
  type Amount,
  addAmounts,
  amountOf,
  compareAmounts,
  formatAmount,
  parseAmount,
  ZERO,
} from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';

/** An amount in the currency in which the provider bills, such as `KES 0.8000`. */
export interface Cost {
  readonly currency: string;
  readonly amount: Amount;
}

/** Reads `KES 0.8000`; `undefined` for a text that is not a cost, and for a negative one. */
export function parseCost(text: string): Cost | undefined {
  const [, currency, digits] = /^([A-Z]{3}) ?(\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  const amount = digits && parseAmount(digits);
  return amount ? { currency: currency!, amount } : undefined;
}

export interface DailyCost {
  /** Why another SMS may not be sent today, in words; `null` if it may. */
  refusal(now: Instant): string | null;
  /**
   * Takes in that an SMS is begun. Until the result is disposed of, the SMS counts as the dearest so far, for others that are
   * begun meanwhile.
   */
  begin(): Disposable;
  /** Takes in that an SMS was sent. Without a cost, as after a lost answer, it counts as the dearest so far. */
  add(now: Instant, cost?: Cost): void;
}

interface Spent {
  /** The day in UTC. */
  day: number;
  amount: string;
  /** The cost of the dearest SMS so far: the next one is taken to cost as much. */
  dearest: string;
  /** The currency in which the provider bills. */
  currency: string;
}

/** Begins the name of a cost's record on the shelf. */
export const KEPT_COST = 'cost/';

/** For one receiver. Without a limit, everything may be sent. */
export function createDailyCost(limit: Cost | null, shelf: KeyValueStore, receiver: string): DailyCost {
  const name = KEPT_COST + receiver;
  let spent: Spent = { day: 0, amount: '0', dearest: '0', currency: '' };
  let begun = 0;
  const kept = shelf.loadStates().get(name);
  if (kept !== undefined) spent = JSON.parse(kept) as Spent;

  return {
    refusal(now) {
      if (limit === null) return null;
      if (spent.currency !== '' && spent.currency !== limit.currency) {
        return `the limit of a day is in ${limit.currency}, and the provider bills ${spent.currency}`;
      }
      let next = spentOn(now);
      for (let i = 0; i <= begun; i++) next = addAmounts(next, amountOf(spent.dearest));
      if (compareAmounts(next, limit.amount) <= 0) return null;
      return `the limit of ${limit.currency} ${formatAmount(limit.amount)} a day is reached`;
    },

    begin() {
      begun++;
      return { [Symbol.dispose]: () => void begun-- };
    },

    add(now, cost) {
      const amount = cost?.amount ?? amountOf(spent.dearest);
      const dearer = compareAmounts(amount, amountOf(spent.dearest)) > 0;
      spent = {
        day: dayOf(now),
        amount: addAmounts(spentOn(now), amount),
        dearest: dearer ? amount : spent.dearest,
        currency: cost?.currency ?? spent.currency,
      };
      try {
        shelf.saveStates(new Map([[name, JSON.stringify(spent)]]));
      } catch {
        // Known until this process ends.
      }
    },
  };

  function spentOn(now: Instant): Amount {
    // The day lies in the future when the clock was set back. The money is spent: it counts for today, and so ends with today.
    if (dayOf(now) < spent.day) spent = { ...spent, day: dayOf(now) };
    return dayOf(now) === spent.day ? amountOf(spent.amount) : ZERO;
  }
}

function dayOf(now: Instant): number {
  return Math.floor(now / DAY_MS);
}

// What the board of payment options holds of one account. `payment-option-board.ts` uses it.
import type { LostOption, OptionObservation } from '../../domain/payment-option.ts';
import { type Schedule, sameSlots } from '../polling/schedule.ts';
import { NEVER_FRESH, type Staleness, staleFrom } from './staleness.ts';

/** What the board must know of an account whose payment options are polled. */
export interface OptionAccount {
  readonly name: string;
  /** Of the options, not of the balances. */
  readonly schedule: Schedule;
  /** Missed slots (plus 30 s) until what is known is stale. */
  readonly staleAfter: number;
}

export interface PaymentOptionBoardEntry extends Staleness {
  config: OptionAccount;
  last: OptionObservation | null;
  /** The newest good one. */
  seen: OptionObservation | null;
  readonly lost: Map<string, LostOption>;
  /** Whether what was known of it before is known here. */
  remembered: boolean;
  /** Whether the account has another schedule since its last poll. */
  rescheduled: boolean;
}

/** The same account under another configuration: what is known turns stale by the schedule of now. */
export function rescheduled(state: PaymentOptionBoardEntry, config: OptionAccount): PaymentOptionBoardEntry {
  const before = state.config;
  const same = sameSlots(before.schedule, config.schedule);
  const next = { ...state, config, rescheduled: state.rescheduled || !same };
  if ((same && before.staleAfter === config.staleAfter) || !state.seen || state.staleAtWall === NEVER_FRESH)
    return next;
  const staleAtWall = staleFrom(config, state.seen.slot);
  const staleAtMonotonic = state.staleAtMonotonic + (staleAtWall - state.staleAtWall);
  return { ...next, staleAtWall, staleAtMonotonic };
}

export function unknown(config: OptionAccount): PaymentOptionBoardEntry {
  return {
    config,
    ...{ last: null, seen: null, lost: new Map(), remembered: false, rescheduled: false },
    ...{ staleAtWall: NEVER_FRESH, staleAtMonotonic: NEVER_FRESH },
  };
}

// The entry of one account on the board of payment options. `payment-option-board.ts` uses it.
import type { LostOption, OptionObservation } from '../../domain/payment-option.ts';
import { type Schedule, sameSlots } from '../polling/schedule.ts';
import { NEVER_FRESH, type Staleness, staleFrom } from './staleness.ts';

/** What the board needs to know about an account whose payment options are polled. */
export interface OptionAccount {
  readonly name: string;
  /** The schedule of the options, not of the balances. */
  readonly schedule: Schedule;
  /** After how many missed slots (plus 30 s) a poll is stale. */
  readonly staleAfter: number;
}

export interface PaymentOptionBoardEntry extends Staleness {
  config: OptionAccount;
  last: OptionObservation | null;
  /** The newest good poll. */
  seen: OptionObservation | null;
  readonly lost: Map<string, LostOption>;
  /** Whether the board has taken in what was known about the account before. */
  remembered: boolean;
  /** Whether the account has another schedule since its last poll. */
  rescheduled: boolean;
}

/** The entry under another configuration: what is known turns stale by the new schedule. */
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

export function unknownOptions(config: OptionAccount): PaymentOptionBoardEntry {
  return {
    config,
    ...{ last: null, seen: null, lost: new Map(), remembered: false, rescheduled: false },
    ...{ staleAtWall: NEVER_FRESH, staleAtMonotonic: NEVER_FRESH },
  };
}

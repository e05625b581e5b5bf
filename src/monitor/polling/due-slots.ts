// Finds the accounts that are due, each with its latest slot. `scheduler.ts` calls it at its ticks.
import type { Instant } from '../../domain/observation.ts';
import type { AccountSlot } from '../storage/ports.ts';
import type { RestEnd } from './rest.ts';
import type { Schedule } from './schedule.ts';

const MAX_MISSED = 1_000; // slots looked at after a pause; more are counted as this many

/** What is known about an account's slots. */
export interface DueState {
  readonly name: string;
  readonly schedule: Schedule;
  /** The newest slot that was handled, by this or another replica; -Infinity before the first. */
  newest: Instant;
  /** The poll under way. */
  running: Promise<unknown> | undefined;
  /** Until when the account rests because its keys are refused. */
  rest: RestEnd;
}

/** A slot that is due. */
export interface DueSlot extends AccountSlot {
  /** `repeated`: it comes a second time, because the clock was set back. `rests`: only other replicas may poll it. */
  readonly kind: 'new' | 'repeated' | 'rests';
}

interface Range {
  /** Up to when slots were enumerated before; `undefined` at the start. */
  readonly since: Instant | undefined;
  readonly now: Instant;
  readonly monotonic: number;
  /** Called for slots that went by: they are counted, not polled late. */
  missed(account: string, slots: number): void;
}

/**
 * The latest slot of each account later than `since` and not later than `now`. At the start, for a new account, and after
 * the clock was set back, it is the current slot. Each counts as handled when this returns.
 */
export function dueSlots(
  schedules: ReadonlyMap<Schedule, readonly DueState[]>,
  { since, now, monotonic, missed }: Range,
): DueSlot[] {
  const afresh = since === undefined || now < since;
  const due: DueSlot[] = [];
  for (const [schedule, accounts] of schedules) {
    const isDue = !afresh && (schedule.next(since) ?? Number.POSITIVE_INFINITY) <= now; // cheap: it is cached
    const slots = isDue ? schedule.between(since, now, MAX_MISSED) : [];
    let current: Instant | undefined;
    for (const state of accounts) {
      const isNew = afresh || state.newest === Number.NEGATIVE_INFINITY;
      if (isNew) current ??= schedule.current(now);
      const slot = isNew ? current : slots.at(-1);
      if (slot === undefined) continue;
      if (!isNew && slots.length > 1) missed(state.name, slots.length - 1);
      const rests = now < state.rest.wall && monotonic < state.rest.monotonic;
      if (rests && !state.running) {
        due.push({ account: state.name, slot, kind: 'rests' });
        continue;
      }
      if (state.running) missed(state.name, 1);
      // A slot that comes a second time is polled again, or the account would go unseen; the ledger keeps the first result
      // and counts the second as a conflict. It isn't known which of them the clock skipped while it was ahead: these can be
      // claimed, so that other replicas learn what is seen here.
      else due.push({ account: state.name, slot, kind: slot <= state.newest ? 'repeated' : 'new' });
      state.newest = Math.max(slot, state.newest);
    }
  }
  return due;
}

// Which accounts are due, each with its latest slot. `scheduler.ts` asks at its ticks.
import type { Instant } from '../../domain/observation.ts';
import type { AccountSlot } from '../storage/ports.ts';
import type { Schedule } from './schedule.ts';

const MAX_MISSED = 1_000; // slots looked at after a pause; more are counted as this many

/** What is known of an account's slots. */
export interface DueState {
  readonly name: string;
  readonly schedule: Schedule;
  /** The newest slot that was dealt with, by us or by another replica; -Infinity before the first. */
  newest: Instant;
  /** The poll under way. */
  running: Promise<unknown> | undefined;
  /** Until when it rests because its keys are refused; it is over when either clock says so. */
  quietUntil: { readonly wall: Instant; readonly monotonic: number };
}

/** A slot that is due. */
export interface DueSlot extends AccountSlot {
  /** `repeated`: it comes a second time, because the clock was set back. `rests`: we don't poll it, but others may. */
  readonly kind: 'new' | 'repeated' | 'rests';
}

interface Range {
  /** Up to when slots were enumerated before; `undefined` at the start. */
  readonly since: Instant | undefined;
  readonly now: Instant;
  readonly monotonic: number;
  /** Told of slots that went by: they are counted, not polled late. */
  missed(account: string, slots: number): void;
}

/**
 * The slots later than `since` and not later than `now`, the latest of each account; the current one at the start, for
 * an account that is new, and after the clock was set back. Each is dealt with when this returns.
 */
export function dueSlots(
  schedules: ReadonlyMap<Schedule, readonly DueState[]>,
  { since, now, monotonic, missed }: Range,
): DueSlot[] {
  const afresh = since === undefined || now < since;
  const due: DueSlot[] = [];
  for (const [schedule, accounts] of schedules) {
    const isDue = !afresh && (schedule.next(since) ?? Number.POSITIVE_INFINITY) <= now; // cheap: it is remembered
    const slots = isDue ? schedule.between(since, now, MAX_MISSED) : [];
    let current: Instant | undefined;
    for (const state of accounts) {
      const isNew = afresh || state.newest === Number.NEGATIVE_INFINITY;
      if (isNew) current ??= schedule.current(now);
      const slot = isNew ? current : slots.at(-1);
      if (slot === undefined) continue;
      if (!isNew && slots.length > 1) missed(state.name, slots.length - 1);
      const rests = now < state.quietUntil.wall && monotonic < state.quietUntil.monotonic;
      if (rests && !state.running) {
        due.push({ account: state.name, slot, kind: 'rests' });
        continue;
      }
      if (state.running) missed(state.name, 1);
      // One that comes a second time is polled, since silence would be blindness; the ledger keeps the first result
      // and counts the other as a conflict. So is, without a claim, what lies between: which slots a clock that was ahead
      // passed over isn't kept, and who left one to its first result would show what that saw long ago.
      else due.push({ account: state.name, slot, kind: slot <= state.newest ? 'repeated' : 'new' });
      state.newest = Math.max(slot, state.newest);
    }
  }
  return due;
}

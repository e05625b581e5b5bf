// Decides the state of an alert when a remembered state, of another replica or from before a restart, arrives late or
// differs. Used by `monitor/alerts`.
import type { AlertState, ConditionState, Timing } from './alert.ts';
import type { Instant } from './observation.ts';

/** When a condition was seen to be clear, and when not: an episode that becomes known late is judged by it. */
export interface ClearTimes {
  /** The time since which every known value has been past the clear level; `null`: the last value wasn't. */
  readonly since: Instant | null;
  /** When the newest stretch of values that weren't clear began; it ended where `since` begins. `null`: all were clear. */
  readonly notSince: Instant | null;
  /** When a value was last in the band: neither met nor clear. Absent: none was. */
  readonly bandAt?: Instant;
  /** The newest clear stretch that lasted for `keep_firing_for`: when it began, and when it had lasted that long. */
  readonly from: Instant | null;
  readonly over: Instant | null;
}

export const NEVER_CLEAR: ClearTimes = { since: null, notSince: null, from: null, over: null };

/** The clear times after the evidence of instant `at`; the same object when it says nothing new. */
export function clearTimes(
  known: ClearTimes,
  state: Exclude<ConditionState, 'unknown'>,
  { keepFiringForMs }: Pick<Timing, 'keepFiringForMs'>,
  at: Instant,
): ClearTimes {
  if (state !== 'clear') {
    const begun = known.since === null ? known.notSince : null;
    if (state === 'band') return { ...known, since: null, notSince: begun ?? at, bandAt: at };
    return begun === null ? { ...known, since: null, notSince: at } : known;
  }
  const since = Math.min(known.since ?? at, at);
  if (at - since >= keepFiringForMs)
    return known.from === since ? known : { ...known, since, from: since, over: at };
  return known.since === since ? known : { ...known, since };
}

/** Whether both say the same. */
export function sameTimes(a: ClearTimes, b: ClearTimes): boolean {
  return (
    a === b ||
    (a.since === b.since &&
      a.notSince === b.notSince &&
      a.bandAt === b.bandAt &&
      a.from === b.from &&
      a.over === b.over)
  );
}

/**
 * Ends an episode that is remembered as firing, if a clear stretch that began after `remembered.at` has lasted for
 * `keep_firing_for`; `undefined`: it goes on, or {@link reconcile} decides.
 */
export function endSeen(
  ours: AlertState,
  remembered: AlertState,
  { from, over }: ClearTimes,
): AlertState | undefined {
  if (remembered.phase !== 'firing' || from === null || over === null || from <= remembered.at) return;
  const resolvedAt = Math.max(over, remembered.firingAt ?? over);
  // What fires here is already notified; what is known here to be over ended when `ours` says.
  const isKnownToBeOver = ours.resolvedAt !== null && ours.resolvedAt >= (remembered.firingAt ?? 0);
  if (ours.phase === 'firing' || (isKnownToBeOver && ours.at > remembered.at)) return;
  if (ours.phase === 'pending' && (ours.pendingAt ?? 0) < over) return;
  return { ...remembered, phase: 'inactive', held: false, clearSince: null, resolvedAt, at: over };
}

/** A remembered state, with `clearSince` updated by what was seen after it. */
function clearing(state: AlertState, { since, notSince }: ClearTimes): AlertState {
  if (state.phase !== 'firing') return state;
  const isBroken = notSince !== null && notSince > state.at;
  const before = isBroken ? null : state.clearSince;
  const isClear = since !== null && since > state.at;
  const clearSince = isClear ? (before ?? since) : before;
  if (!isClear && clearSince === state.clearSince) return state;
  return { ...state, held: false, clearSince, at: isClear ? since : notSince! };
}

/** A remembered state, over if it is pending and its condition was seen here after it, and not met. */
function withdrawn(ours: AlertState, remembered: AlertState, { since, bandAt }: ClearTimes): AlertState {
  const seenAt = Math.max(since ?? remembered.at, bandAt ?? remembered.at);
  if (remembered.phase !== 'pending' || ours.phase !== 'inactive' || seenAt <= remembered.at)
    return remembered;
  return { ...remembered, phase: 'inactive', held: false, pendingAt: null, at: seenAt };
}

/**
 * The state to go on with when a remembered state arrives after evaluation has begun (Postgres was away at the start).
 *
 * An episode that both know keeps the remembered beginning; a firing one that only the memory knows goes on until there
 * is evidence against it. One that goes on here, but is remembered as over, is followed by another if its condition was first
 * seen here after that end. `clear` is what this replica has seen; `undefined`: nothing has been evaluated yet.
 */
export function reconcile(
  ours: AlertState,
  remembered: AlertState,
  clear: ClearTimes | undefined,
): AlertState {
  if (!clear || remembered.at >= ours.at) {
    if (isUnaware(remembered, ours) || isEndOf(ours, remembered)) return ours;
    const state = clear ? clearing(withdrawn(ours, remembered, clear), clear) : remembered;
    // This replica knows whether the alert can be evaluated now.
    return ours.held && state.phase !== 'inactive' ? { ...state, held: true } : state;
  }
  const { pendingAt, firingAt, value, threshold } = remembered;
  // If this replica has seen the episode end since it fired, it is over, whatever was remembered.
  const isOver = ours.resolvedAt !== null && ours.resolvedAt >= (firingAt ?? ours.resolvedAt);
  // Receivers have heard of that end: what was first seen here after it has to be an episode of its own.
  if (isOverIn(remembered, ours) && clear.notSince !== null && clear.notSince > remembered.resolvedAt!) {
    const theirs = remembered.phase === 'pending' ? pendingAt! : clear.notSince;
    const since = Math.min(theirs, clear.notSince);
    return { ...remembered, phase: 'pending', held: ours.held, pendingAt: since, at: ours.at };
  }
  if (remembered.phase === 'inactive' || isOver) return ours;
  if (ours.phase === 'inactive') {
    // Evaluated here, and not met: the episode begins to clear, if it is clear. The next evidence that agrees resolves it.
    if (remembered.phase !== 'firing') return ours;
    const state = clearing(remembered, clear);
    return { ...state, held: false, at: Math.max(state.at, ours.at) };
  }
  // What pends here after a clear stretch began then.
  if (remembered.phase === 'pending')
    return clear.from !== null && clear.from > remembered.at ? ours : { ...ours, pendingAt };
  return { ...ours, phase: 'firing', pendingAt, firingAt, resolvedAt: null, value, threshold };
}

/** Whether the episode that fires in `other` is over in `state`, which may be older: the disk of a machine may not know it. */
export function isOverIn(state: AlertState, other: AlertState): boolean {
  if (state.phase === 'firing' || other.phase !== 'firing' || state.resolvedAt === null) return false;
  return state.firingAt === other.firingAt && state.resolvedAt >= state.firingAt!;
}

/** Whether the episode that fires in `other` is over in `state`, at the same time: an end is never the earlier of the two. */
export function isEndOf(state: AlertState, other: AlertState): boolean {
  if (state.at !== other.at || state.phase === 'firing' || other.phase !== 'firing') return false;
  return state.resolvedAt !== null && state.firingAt === other.firingAt;
}

/**
 * Whether `state` comes from a replica that didn't know the episode that fires in `other`, because it has no end of it:
 * Postgres was away when the episode began, or at a start since. Such a state ends nothing, however new it is.
 */
export function isUnaware(state: AlertState, other: AlertState): boolean {
  if (state.phase === 'firing' || other.phase !== 'firing') return false;
  return state.resolvedAt === null || state.resolvedAt < other.firingAt!;
}

/**
 * Whether `state` takes the place of `other` where the newest state of an alert is stored: it is as late, or an episode fires in
 * it that `other` doesn't know; and it neither ends an episode that it doesn't know, nor opens one anew that has just ended.
 */
export function replaces(state: AlertState, other: AlertState): boolean {
  if (isUnaware(state, other) || isEndOf(other, state)) return false;
  return state.at >= other.at || isUnaware(other, state);
}

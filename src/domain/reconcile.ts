// What an alert is when what others, or this machine before, know of it comes late, or differs. `monitor/alerts` asks.
import type { AlertState, ConditionState, Timing } from './alert.ts';
import type { Instant } from './observation.ts';

/** When a condition was seen to be clear, and when not: by it an episode is judged that comes to be known late. */
export interface ClearTimes {
  /** Since when every known value has been past the clear level; `null`: the last one wasn't. */
  readonly since: Instant | null;
  /** Since when none was, at the newest such time; it ended where `since` begins. `null`: each has been clear. */
  readonly notSince: Instant | null;
  /** The newest clear time that lasted for `keep_firing_for`: when it began, and when it had. */
  readonly from: Instant | null;
  readonly over: Instant | null;
}

export const NEVER_CLEAR: ClearTimes = { since: null, notSince: null, from: null, over: null };

/** What has been seen with the evidence of instant `at`; the same object when it says nothing new. */
export function clearTimes(
  known: ClearTimes,
  state: Exclude<ConditionState, 'unknown'>,
  { keepFiringForMs }: Pick<Timing, 'keepFiringForMs'>,
  at: Instant,
): ClearTimes {
  if (state !== 'clear') {
    const isSame = known.since === null && known.notSince !== null;
    return isSame ? known : { ...known, since: null, notSince: at };
  }
  const since = Math.min(known.since ?? at, at);
  if (at - since >= keepFiringForMs)
    return known.from === since ? known : { ...known, since, from: since, over: at };
  return known.since === since ? known : { ...known, since };
}

/** Whether both say the same. */
export function sameTimes(a: ClearTimes, b: ClearTimes): boolean {
  return (
    a === b || (a.since === b.since && a.notSince === b.notSince && a.from === b.from && a.over === b.over)
  );
}

/**
 * The end of an episode that is remembered as lasting, where it was seen to be over by what has begun since that was remembered;
 * `undefined`: it goes on, or what became of it is for {@link reconcile} to say.
 */
export function endSeen(
  ours: AlertState,
  remembered: AlertState,
  { from, over }: ClearTimes,
): AlertState | undefined {
  if (remembered.phase !== 'firing' || from === null || over === null || from <= remembered.at) return;
  const resolvedAt = Math.max(over, remembered.firingAt ?? over);
  // What fires here was told of; what is over here ended when that says.
  const isKnownToBeOver = ours.resolvedAt !== null && ours.resolvedAt >= (remembered.firingAt ?? 0);
  if (ours.phase === 'firing' || (isKnownToBeOver && ours.at > remembered.at)) return;
  if (ours.phase === 'pending' && (ours.pendingAt ?? 0) < over) return;
  return { ...remembered, phase: 'inactive', held: false, clearSince: null, resolvedAt, at: over };
}

/** A remembered state, and since when it is clear by what was seen since that was remembered, too. */
function clearing(state: AlertState, { since, notSince }: ClearTimes): AlertState {
  if (state.phase !== 'firing') return state;
  const isBroken = notSince !== null && notSince > state.at;
  const before = isBroken ? null : state.clearSince;
  const isClear = since !== null && since > state.at;
  const clearSince = isClear ? (before ?? since) : before;
  if (!isClear && clearSince === state.clearSince) return state;
  return { ...state, held: false, clearSince, at: isClear ? since : notSince! };
}

/**
 * What to go on with when a remembered state arrives after evaluation has begun (Postgres was away at the start).
 *
 * An episode that both know keeps the earlier beginning; one that only the memory knows goes on until there is
 * evidence against it. `clear` is what we have seen; `undefined`: nothing has been evaluated yet.
 */
export function reconcile(
  ours: AlertState,
  remembered: AlertState,
  clear: ClearTimes | undefined,
): AlertState {
  if (!clear || remembered.at >= ours.at) {
    if (isUnaware(remembered, ours)) return ours;
    const state = clear ? clearing(remembered, clear) : remembered;
    // Whether it can be evaluated now is for us to say.
    return ours.held && state.phase !== 'inactive' ? { ...state, held: true } : state;
  }
  const { pendingAt, firingAt, value, threshold } = remembered;
  // What we have seen end since it fired is over, whatever was remembered.
  const isOver = ours.resolvedAt !== null && ours.resolvedAt >= (firingAt ?? ours.resolvedAt);
  if (remembered.phase === 'inactive' || isOver) return ours;
  if (ours.phase === 'inactive') {
    // Evaluated, and not met: the episode is clearing, if it is clear. It resolves upon the next evidence that agrees.
    if (remembered.phase !== 'firing') return ours;
    const state = clearing(remembered, clear);
    return { ...state, held: false, at: Math.max(state.at, ours.at) };
  }
  if (remembered.phase === 'pending') return { ...ours, pendingAt };
  return { ...ours, phase: 'firing', pendingAt, firingAt, resolvedAt: null, value, threshold };
}

/**
 * Whether one state is of somebody who didn't know of the episode that lasts in the other, for it knows of no end of that:
 * Postgres was away when it began, or at a start since. However late such evidence is, it ends nothing.
 */
export function isUnaware(state: AlertState, other: AlertState): boolean {
  if (state.phase === 'firing' || other.phase !== 'firing') return false;
  return state.resolvedAt === null || state.resolvedAt < other.firingAt!;
}

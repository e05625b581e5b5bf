// What an alert is when what others, or this machine before, know of it comes late, or differs. `monitor/alerts` asks.
import type { AlertState, ConditionState, Timing } from './alert.ts';
import type { Instant } from './observation.ts';

/** What was seen of a condition that was clear: an episode that comes to be known late is judged by it. */
export interface ClearTimes {
  /** Since when every known value has been past the clear level; `null`: the last one wasn't. */
  readonly since: Instant | null;
  /** The newest such time that lasted for `keep_firing_for`: when it began, and when it had. */
  readonly from: Instant | null;
  readonly over: Instant | null;
}

export const NEVER_CLEAR: ClearTimes = { since: null, from: null, over: null };

/** What has been seen with the evidence of instant `at`; the same object when it says nothing new. */
export function clearTimes(
  known: ClearTimes,
  state: Exclude<ConditionState, 'unknown'>,
  { keepFiringForMs }: Pick<Timing, 'keepFiringForMs'>,
  at: Instant,
): ClearTimes {
  if (state !== 'clear') return known.since === null ? known : { ...known, since: null };
  const since = Math.min(known.since ?? at, at);
  if (at - since >= keepFiringForMs) return known.from === since ? known : { since, from: since, over: at };
  return known.since === since ? known : { ...known, since };
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

/** A firing state that is gone on with: the time for which it has to be clear goes on where it was seen to have begun since. */
export function clearing(state: AlertState, { since }: ClearTimes): AlertState {
  if (state.phase !== 'firing' || since === null || since <= state.at) return state;
  return { ...state, held: false, clearSince: state.clearSince ?? since, at: since };
}

/**
 * What to go on with when a remembered state arrives after evaluation has begun (Postgres was away at the start).
 *
 * An episode that both know keeps the earlier beginning; one that only the memory knows goes on until there is
 * evidence against it.
 */
export function reconcile(
  ours: AlertState,
  remembered: AlertState,
  evaluated: boolean,
  at: Instant,
): AlertState {
  if (!evaluated || remembered.at >= ours.at) {
    if (isUnaware(remembered, ours)) return ours;
    // Whether it can be evaluated now is for us to say.
    return ours.held && remembered.phase !== 'inactive' ? { ...remembered, held: true } : remembered;
  }
  const { pendingAt, firingAt, value, threshold } = remembered;
  // What we have seen end since it fired is over, whatever was remembered.
  const isOver = ours.resolvedAt !== null && ours.resolvedAt >= (firingAt ?? ours.resolvedAt);
  if (remembered.phase === 'inactive' || isOver) return ours;
  if (ours.phase === 'inactive') {
    // Evaluated, and not met: the episode is clearing. It resolves upon the next evidence that agrees.
    return remembered.phase === 'firing' ? { ...remembered, clearSince: at, held: false, at } : ours;
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

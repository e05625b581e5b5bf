// What an alert is when what others, or this machine before, know of it comes late, or differs. `monitor/alerts` asks.
import type { AlertState } from './alert.ts';
import type { Instant } from './observation.ts';

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

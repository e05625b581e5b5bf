// Decides whether evidence that is older than an alert's last evidence moves the alert.
import type { Instant } from '../../domain/observation.ts';
import { staleFrom } from '../board/staleness.ts';
import type { Clock } from '../clock.ts';
import { type AlertInstance, type Apply, noteSilence } from './alert-instance.ts';

/**
 * Wraps an `Apply` so that evidence older than the alert's last evidence doesn't move the alert. An alert about silence rests
 * on no poll: a poll that wasn't known then moves it.
 */
export function newerOnly(apply: Apply): Apply {
  return (alert, evaluation, at) => {
    if (at >= alert.state.at || wasUnheard(alert, at)) apply(alert, evaluation, at);
  };
}

function wasUnheard({ state, silentAt, lastHeard }: AlertInstance, slot: Instant): boolean {
  return silentAt === state.at && lastHeard !== undefined && slot > lastHeard;
}

/**
 * Like {@link newerOnly}, except for an alert that ended because no rule asked for it: that end is no evidence. Older evidence
 * moves the alert when a rule asks for it again. Each replica then begins an episode of its own.
 */
export function newerOrAskedAgain(apply: Apply): Apply {
  return (alert, evaluation, at) => {
    const isAskedAgain = alert.reason === 'removed' && evaluation.state !== 'unknown';
    if (at >= alert.state.at || wasUnheard(alert, at)) apply(alert, evaluation, at);
    else if (isAskedAgain) apply(alert, evaluation, alert.state.at + 1);
  };
}

/** Moves an alert by what the clock alone tells: that no poll has come since that of slot `lastHeard`. */
export type ApplySilence = (...args: [...Parameters<Apply>, lastHeard: Instant]) => void;

/** Makes the function that does so. It notes on the alert that its state rests on that. */
export function bySilence(apply: Apply): ApplySilence {
  return (alert, evaluation, now, lastHeard) => {
    const before = alert.state;
    apply(alert, evaluation, now);
    if (alert.state !== before) noteSilence(alert, lastHeard);
  };
}

/**
 * The `Apply` for a poll that has just ended, or that this replica learns of now. It is {@link newerOnly} when the next slot is
 * due already, as after a standstill, or when a clock that was behind is set right: other replicas may have decided by later
 * polls. Before that, a poll always counts: after a clock was set back, new evidence is older than what is known. An alert about
 * silence rests on no poll: any poll that is still fresh moves it, but the one that was known then, heard of anew after a restart.
 *
 * An alert that nothing asked for between the slot and now, or that has ended in between, is moved as by `stored`, the `Apply`
 * for stored polls: other replicas may meet the same poll as a stored one, and the next episode must begin alike on all of
 * them.
 */
export function inItsSlot(
  { apply, clock }: { readonly apply: Apply; readonly clock: Clock },
  { slot }: { readonly slot: Instant },
  account: Parameters<typeof staleFrom>[0],
  stored: Apply,
): Apply {
  let isOver: boolean | undefined; // to look for the next slot is costly, and hardly ever needed
  return (alert, evaluation, at) => {
    if (at < alert.state.at) {
      isOver ??= (account.schedule.next(slot) ?? Number.POSITIVE_INFINITY) <= clock.now();
      const isAboutSilence = alert.silentAt === alert.state.at && alert.lastHeard !== slot;
      if (isOver && !(isAboutSilence && clock.now() < staleFrom(account, slot))) return;
      const isEnded = alert.reason === 'removed' || hasEndedSince(alert, slot);
      if (isEnded && alert.state.at <= clock.now()) return stored(alert, evaluation, at);
    }
    apply(alert, evaluation, at);
  };
}

/** Whether the alert's last episode ended after this instant. Why, only the replica knows that has ended it. */
function hasEndedSince({ state: { phase, resolvedAt } }: AlertInstance, at: Instant): boolean {
  return phase === 'inactive' && resolvedAt !== null && resolvedAt > at;
}

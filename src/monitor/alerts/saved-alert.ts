// Converts an alert to its remembered form, and back.
import type { AlertState } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { type AlertInstance, createAlertInstance, labelsOf, noteSilence } from './alert-instance.ts';
import type { SavedAlert } from './ports.ts';

/** The remembered form of an alert. */
export function savedOf(alert: AlertInstance): SavedAlert {
  const { fingerprint, definition, subject, state, reason, silentAt, lastHeard, alsoBegan = [] } = alert;
  const { account, currency, walletType } = subject;
  const { name: rule, severity } = definition;
  const restsOnSilence = state.phase !== 'inactive' && silentAt === state.at && lastHeard !== undefined;
  const saved = {
    fingerprint,
    rule,
    severity,
    account,
    currency,
    walletType,
    labels: labelsOf(alert),
    state,
    ...(reason === 'removed' && { unasked: true }),
    ...(restsOnSilence && { lastHeard }),
  };
  return alsoBegan.length > 0 ? { ...saved, alsoBegan } : saved;
}

/** Makes an alert from a remembered one that no rule asks for yet, or any more. */
export function orphan(saved: SavedAlert): AlertInstance {
  const { rule: name, severity, account, currency, walletType, fingerprint, labels, state } = saved;
  const definition = { name, severity, labels: {}, annotations: {}, forMs: 0, keepFiringForMs: 0 };
  const alert = createAlertInstance(
    definition,
    { account, currency, walletType },
    { threshold: state.threshold },
  );
  const reason = saved.unasked ? 'removed' : alert.reason;
  const known = {
    ...{ ...alert, fingerprint, labels, state, reason },
    ...{ alsoBegan: saved.alsoBegan, value: state.value },
  };
  noteSilence(known, saved.lastHeard);
  return known;
}

/**
 * The beginnings of an alert other than that of `after`, its next state: those in `knowing`, and that of `before` if it fires.
 * Their ends must be told, too.
 */
export function otherBeginnings(
  before: AlertState,
  after: AlertState,
  knowing: readonly Pick<AlertInstance, 'alsoBegan'>[],
): readonly Instant[] {
  const { phase, firingAt } = before;
  const isOwn = phase === 'firing' && firingAt !== null;
  const known = knowing.flatMap(({ alsoBegan = [] }) => alsoBegan);
  const all = isOwn ? [...known, firingAt] : known;
  return [...new Set(all)].filter((at) => at !== after.firingAt);
}

/** Whether two states of an alert differ at most in `held`, which needn't be saved. */
export function sameButHeld(a: AlertState, b: AlertState): boolean {
  return (
    a.phase === b.phase &&
    a.pendingAt === b.pendingAt &&
    a.firingAt === b.firingAt &&
    a.resolvedAt === b.resolvedAt &&
    a.clearSince === b.clearSince
  );
}

/**
 * The end of the episode that fires in `before`, when `after` doesn't fire and has another beginning: nothing else would tell
 * this end. `undefined` otherwise.
 */
export function endOfLeft(before: AlertState, after: AlertState): AlertState | undefined {
  if (before.phase !== 'firing' || after.phase === 'firing' || after.firingAt === before.firingAt) return;
  const over = Math.max(after.resolvedAt ?? after.at, before.firingAt ?? 0);
  return { ...before, phase: 'inactive', held: false, clearSince: null, resolvedAt: over };
}

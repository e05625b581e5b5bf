// Every alert of the evaluator by its identity: which exist, how they stand, what changed, and what must be remembered.
// The evaluator and its parts change an alert only through here.
import {
  type Alert,
  type AlertState,
  datedBack,
  type Evaluation,
  reconcile,
  remove,
  type Transition,
} from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import { type AlertChange, type AlertInstance, advance, type Surroundings, view } from './alert-instance.ts';
import type { SavedAlert } from './ports.ts';
import { orphan, savedOf } from './saved-alert.ts';

/** How long an ended alert is still told of, so that every receiver hears it. */
const ENDED_FOR_MS = 15 * 60_000;

/**
 * Enters an alert, and gives it back. An identity has one owner: `undefined` when a rule before this one has it, for
 * then this one must not move it.
 */
export type Register = (alert: AlertInstance) => AlertInstance | undefined;

/** Moves an alert upon what the evidence of instant `at` says of its condition. */
export type Apply = (alert: AlertInstance, evaluation: Evaluation, at: Instant) => void;

export interface AlertRegistry {
  readonly register: Register;
  /** Enters an alert that is reported anew each time, or gives back the one of that identity. */
  obtain(alert: AlertInstance): AlertInstance;
  readonly apply: Apply;
  /**
   * Goes on from a remembered state. One that no rule asks for any more is ended, but for one that is over, and for what
   * the program reported of itself: these wait until they are asked for again, or aren't reported.
   */
  restore(saved: SavedAlert): void;
  /** Begins anew without any alert; the function that it returns takes over the states of those that exist again. */
  rebuild(): () => void;
  /** Ends alerts because nobody asks for them any more, and lets go of them. */
  end(alerts: Iterable<AlertInstance>, reason: 'removed' | 'forgotten'): void;
  /** Ends what the program reported of itself, but for these. */
  endReportsBut(reported: ReadonlySet<AlertInstance>): void;
  /** The clock was set back by so much, and what alerts remember of it with it. */
  dateBack(ms: number): void;
  /** Lets go of alerts that ended long ago. */
  prune(): void;
  /** Every alert as it stands now, inactive ones included; ended ones for 15 minutes more. */
  alerts(): readonly Alert[];
  /** What changed since the last call. */
  takeChanges(): readonly AlertChange[];
  /** States that changed since the last call, to be remembered. */
  takeUnsaved(): readonly SavedAlert[];
}

export interface AlertRegistryOptions {
  readonly clock: Clock;
  readonly surroundings: Surroundings;
  /** Shown every alert that fires, whenever its value was evaluated. Must not throw. */
  onFiring(alert: AlertInstance): void;
}

export function createAlertRegistry({ clock, surroundings, onFiring }: AlertRegistryOptions): AlertRegistry {
  let current = new Map<string, AlertInstance>(); // by fingerprint
  const ended = new Map<string, AlertInstance>();
  /** Remembered, and about what nobody has named since: nothing follows from it until somebody does. */
  const waiting = new Map<string, AlertInstance>();
  /** The fingerprints of what the program reports of itself, in both: a handful, looked through each second. */
  const selfReports = new Set<string>();
  const unsaved = new Set<AlertInstance>();
  let changes: AlertChange[] = [];

  return {
    register(alert) {
      return current.has(alert.fingerprint) ? undefined : enter(alert);
    },

    obtain(alert) {
      selfReports.add(alert.fingerprint);
      return current.get(alert.fingerprint) ?? enter(alert);
    },

    apply(alert, evaluation, at) {
      const before = alert.state;
      noteChange(alert, before, advance(alert, evaluation, at).transition, at);
      if (alert.state.phase === 'firing' && evaluation.state !== 'unknown') onFiring(alert);
    },

    restore(saved) {
      const alert = current.get(saved.fingerprint);
      if (!alert) {
        endRemembered(saved);
        return;
      }
      const before = alert.state;
      alert.state = reconcile(before, saved.state, alert.evaluated, clock.now());
      alert.value ??= saved.state.value;
      alert.threshold ??= saved.state.threshold;
      if (alert.state !== before && alert.state !== saved.state) unsaved.add(alert);
    },

    rebuild() {
      const before = current;
      current = new Map();
      return () => {
        for (const [fingerprint, old] of before) {
          const alert = current.get(fingerprint);
          if (alert) inherit(alert, old);
          else if (isSelfReport(old)) current.set(fingerprint, old);
          else endOne(old, 'removed');
        }
      };
    },

    end(alerts, reason) {
      for (const alert of alerts) {
        if (current.get(alert.fingerprint) !== alert) continue;
        current.delete(alert.fingerprint);
        endOne(alert, reason);
      }
    },

    endReportsBut(reported) {
      for (const fingerprint of selfReports) {
        for (const alerts of [current, waiting]) {
          const alert = alerts.get(fingerprint);
          if (!alert || reported.has(alert)) continue;
          alerts.delete(fingerprint);
          endOne(alert, 'removed');
        }
        if (!current.has(fingerprint)) selfReports.delete(fingerprint);
      }
    },

    dateBack(ms) {
      for (const alert of current.values()) {
        const before = alert.state;
        alert.state = datedBack(before, ms);
        if (alert.state !== before) unsaved.add(alert);
      }
    },

    prune() {
      for (const [fingerprint, { state }] of ended) {
        if (clock.now() - (state.resolvedAt ?? 0) > ENDED_FOR_MS) ended.delete(fingerprint);
      }
    },

    alerts() {
      const now = clock.now();
      return [...current.values(), ...ended.values()].map((alert) => view(alert, now, surroundings));
    },

    takeChanges() {
      const all = changes;
      if (all.length > 0) changes = [];
      return all;
    },

    takeUnsaved() {
      const saved = [...unsaved].map(savedOf);
      unsaved.clear();
      return saved;
    },
  };

  function noteChange(
    alert: AlertInstance,
    before: AlertState,
    transition: Transition | null,
    at: Instant,
  ): void {
    const { state, reason } = alert;
    if (state === before) return;
    if (!sameButHeld(state, before)) unsaved.add(alert);
    if (transition === null) return;
    if (state.phase !== 'inactive') ended.delete(alert.fingerprint); // it is asked for again
    changes.push({ alert: view(alert, clock.now(), surroundings), transition, reason, at });
  }

  function enter(alert: AlertInstance): AlertInstance {
    const { fingerprint } = alert;
    current.set(fingerprint, alert);
    const known = waiting.get(fingerprint) ?? ended.get(fingerprint);
    if (known) inherit(alert, known);
    waiting.delete(fingerprint);
    ended.delete(fingerprint);
    return alert;
  }

  function endRemembered(saved: SavedAlert): void {
    const alert = orphan(saved);
    if (saved.state.phase !== 'inactive' && !isSelfReport(alert)) endOne(alert, 'removed');
    else {
      if (isSelfReport(alert)) selfReports.add(alert.fingerprint);
      waiting.set(alert.fingerprint, alert);
      keepEnded(alert);
    }
  }

  function endOne(alert: AlertInstance, why: 'removed' | 'forgotten'): void {
    const now = clock.now();
    const before = alert.state;
    const { state, reason, transition } = remove(before, now, why);
    Object.assign(alert, { state, reason });
    noteChange(alert, before, transition, now);
    keepEnded(alert);
  }

  function keepEnded(alert: AlertInstance): void {
    const { resolvedAt } = alert.state;
    if (resolvedAt !== null && clock.now() - resolvedAt <= ENDED_FOR_MS) ended.set(alert.fingerprint, alert);
  }

  function inherit(alert: AlertInstance, old: AlertInstance): void {
    const { state, reason, evaluated, value, previous, knownAt } = old;
    Object.assign(alert, { state, reason, evaluated, value, previous, knownAt });
    alert.threshold ??= old.threshold;
    if (unsaved.delete(old)) unsaved.add(alert);
  }
}

function isSelfReport({ subject, definition }: AlertInstance): boolean {
  return subject.account === '' && definition.name !== 'Watchdog';
}

/** Whether the two differ at most in `held`, which needn't be remembered. */
function sameButHeld(a: AlertState, b: AlertState): boolean {
  return (
    a.phase === b.phase &&
    a.pendingAt === b.pendingAt &&
    a.firingAt === b.firingAt &&
    a.resolvedAt === b.resolvedAt &&
    a.clearSince === b.clearSince
  );
}

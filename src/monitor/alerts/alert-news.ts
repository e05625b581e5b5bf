// Collects the changes of alerts until they are taken: those to notify, and the states to remember. `alert-registry.ts`
// says which alerts there are.
import type { Alert, AlertState, Transition } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { AlertChange, AlertInstance } from './alert-instance.ts';
import type { SavedAlert } from './ports.ts';
import { endOfLeft, savedOf } from './saved-alert.ts';

export interface AlertNews {
  /** Remembers this alert, in its state at the call of {@link AlertNews.takeUnsaved}. */
  keep(alert: AlertInstance): void;
  /** The same, but after all others: of two with one name, this machine keeps the last. */
  keepLast(alert: AlertInstance): void;
  /** Remembers another alert instead of one, because it took over its state. */
  replace(old: AlertInstance, alert: AlertInstance): void;
  tell(alert: AlertInstance, transition: Transition, at: Instant): void;
  /** Tells that an episode is over under its other beginnings, too; the alert was in state `before`. */
  leaveOthers(alert: AlertInstance, before: AlertState): void;
  /** What changed since the last call. */
  takeChanges(): readonly AlertChange[];
  /** States that changed since the last call. */
  takeUnsaved(): readonly SavedAlert[];
}

/** Begins without news; `show` gives an alert as receivers see it. */
export function createAlertNews(show: (alert: AlertInstance) => Alert): AlertNews {
  const unsaved = new Set<AlertInstance>();
  let changes: AlertChange[] = [];

  return {
    keep: (alert) => void unsaved.add(alert),
    keepLast,

    replace(old, alert) {
      if (unsaved.delete(old)) unsaved.add(alert);
    },

    tell,

    leaveOthers(alert, before) {
      for (const firingAt of alert.alsoBegan ?? []) {
        // That another episode is over is no evidence against what others saw of it since it began, nor before.
        const known = firingAt === before.firingAt ? before : { ...before, at: firingAt, pendingAt: null };
        const end = endOfLeft({ ...known, phase: 'firing', firingAt }, alert.state);
        if (end) leave(alert, end);
      }
      alert.alsoBegan = undefined;
    },

    takeChanges() {
      const all = changes;
      if (all.length > 0) changes = [];
      return all;
    },

    takeUnsaved() {
      if (unsaved.size === 0) return NONE; // as at most ticks
      const saved = [...unsaved].map(savedOf);
      unsaved.clear();
      return saved;
    },
  };

  function keepLast(alert: AlertInstance): void {
    unsaved.delete(alert);
    unsaved.add(alert);
  }

  function tell(alert: AlertInstance, transition: Transition, at: Instant): void {
    changes.push({ alert: show(alert), transition, reason: alert.reason, at });
  }

  /** Tells of the end of an episode that it doesn't go on with, and why isn't known: others have decided it. */
  function leave(alert: AlertInstance, end: AlertState): void {
    const over = { ...alert, state: end, alsoBegan: undefined, reason: 'unknown', shown: undefined } as const;
    tell(over, 'resolved', end.resolvedAt ?? end.at);
    unsaved.add(over);
    keepLast(alert);
  }
}

const NONE: readonly SavedAlert[] = [];

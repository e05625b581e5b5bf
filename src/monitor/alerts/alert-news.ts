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
  /** The same, but after all others, because this machine keeps only the last state of each alert. */
  keepLast(alert: AlertInstance): void;
  /** Remembers `alert` instead of `old`, because it took over its state. */
  replace(old: AlertInstance, alert: AlertInstance): void;
  tell(alert: AlertInstance, transition: Transition, at: Instant): void;
  /** Tells the ends of the other beginnings of an episode that is over; the alert was in state `before`. */
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
        // As evidence, this end is only as late as its beginning: it replaces nothing that others have seen of the episode since.
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
      if (unsaved.size === 0) return NONE; // most ticks change nothing
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

  /** Tells the end of an episode that the alert doesn't go on with. The reason isn't known: another replica decided it. */
  function leave(alert: AlertInstance, end: AlertState): void {
    const unseen = { alsoBegan: undefined, reason: 'unknown', seenOver: false, shown: undefined } as const;
    const over = { ...alert, state: end, ...unseen };
    tell(over, 'resolved', end.resolvedAt ?? end.at);
    unsaved.add(over);
    keepLast(alert);
  }
}

const NONE: readonly SavedAlert[] = [];

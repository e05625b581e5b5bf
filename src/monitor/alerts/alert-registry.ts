// Holds every alert of the evaluator by its identity: which exist, what changed, and what must be remembered. Alerts are
// entered, restored and ended here; `alert-instance.ts` moves one by evidence, and reports that here.
import { type Alert, type AlertState, datedBack, remove } from '../../domain/alert.ts';
import { endSeen, NEVER_CLEAR } from '../../domain/reconcile.ts';
import type { Clock } from '../clock.ts';
import {
  type AlertChange,
  type AlertInstance,
  inheritState,
  type OnMoved,
  type Register,
  recallState,
} from './alert-instance.ts';
import { createAlertNews } from './alert-news.ts';
import type { SelfReport } from './builtin.ts';
import type { SavedAlert } from './ports.ts';
import { orphan, otherBeginnings, sameButHeld } from './saved-alert.ts';

/** How long an ended alert is still listed, so that every receiver learns that it has ended. */
const ENDED_FOR_MS = 15 * 60_000;

export interface AlertRegistry {
  readonly register: Register;
  /** Whether nothing is known of any alert of its identity. */
  isNew(alert: AlertInstance): boolean;
  /**
   * The alert of a report; `undefined` before its first report. It is looked up by its name and its label, because reports
   * come every few seconds and an identity is costly to make.
   */
  reported(report: Pick<SelfReport, 'alert' | 'labels'>): AlertInstance | undefined;
  /** Enters the alert of a new report; returns the alert that has its identity. */
  report(report: Pick<SelfReport, 'alert' | 'labels'>, alert: AlertInstance): AlertInstance;
  readonly moved: OnMoved;
  /**
   * Takes over a remembered state. An alert that nothing asks for here ends. Three kinds wait instead until something asks
   * for them: an alert that is over, one that only Postgres knows, because another process may ask for it, and a report of
   * the program about itself, which ends when it isn't reported again.
   */
  restore(saved: SavedAlert): void;
  /**
   * Empties the registry for a reload, which then enters its alerts. Call the returned function after that: alerts that were
   * entered again keep their states, the others end. The program's reports about itself stay.
   */
  rebuild(): () => void;
  /** Ends and drops alerts that no rule asks for any more, or whose wallet was forgotten. */
  end(alerts: Iterable<AlertInstance>, reason: 'removed' | 'forgotten'): void;
  /** Ends the alerts of the program's reports about itself, except these. */
  endReportsBut(reported: ReadonlySet<AlertInstance>): void;
  /** Dates back the times in alerts by `ms`, because the clock was set back. */
  dateBack(ms: number): void;
  /** Drops alerts that ended long ago. */
  prune(): void;
  /** Every alert, also inactive ones, but no dormant ones. Ended ones stay for 15 minutes. */
  alerts(): readonly AlertInstance[];
  /** What changed since the last call. */
  takeChanges(): readonly AlertChange[];
  /** The states that changed since the last call, to be remembered. */
  takeUnsaved(): readonly SavedAlert[];
}

export interface AlertRegistryOptions {
  readonly clock: Clock;
  /** Makes the view of an alert for those who are told of a change. */
  show(alert: AlertInstance): Alert;
}

export function createAlertRegistry({ clock, show }: AlertRegistryOptions): AlertRegistry {
  let current = new Map<string, AlertInstance>(); // by fingerprint
  const ended = new Map<string, AlertInstance>();
  /** Restored alerts that nothing asks for here yet, such as those of a wallet that no response has named. */
  const waiting = new Map<string, AlertInstance>();
  /** The fingerprints of the program's reports about itself, in `current` and in `waiting`; only a few. */
  const selfReports = new Set<string>();
  /** The fingerprints of reports, by the alert's name and then by the value of its label. */
  const reportedAs = new Map<string, Map<string, string>>();
  const news = createAlertNews(show);

  return {
    register(alert) {
      return current.has(alert.fingerprint) ? undefined : enter(alert);
    },

    isNew: ({ fingerprint }) => [current, waiting, ended].every((alerts) => !alerts.has(fingerprint)),

    reported({ alert: name, labels }) {
      const fingerprint = reportedAs.get(name)?.get(onlyOf(labels));
      return fingerprint === undefined ? undefined : current.get(fingerprint);
    },

    report({ alert: name, labels }, alert) {
      const { fingerprint } = alert;
      const same = reportedAs.get(name) ?? new Map<string, string>();
      reportedAs.set(name, same.set(onlyOf(labels), fingerprint));
      selfReports.add(fingerprint);
      return current.get(fingerprint) ?? enter(alert);
    },

    moved,

    restore(saved) {
      const alert = current.get(saved.fingerprint);
      if (!alert) return void endRemembered(saved);
      const lasting = alert.state;
      if (saved.ended) recallState(alert, { state: saved.ended });
      const before = alert.state;
      const over = alert.clear && endSeen(before, saved.state, alert.clear);
      if (over) return endSince(alert, saved, over);
      const isNew = recallState(alert, saved) || before !== lasting;
      alert.alsoBegan = otherBeginnings(before, alert.state, [alert, saved]);
      if (isNew || alert.alsoBegan.length > 0) news.keep(alert);
      if (alert.state.phase !== 'firing') news.leaveOthers(alert, before);
    },

    rebuild() {
      const before = current;
      current = new Map();
      reportedAs.clear(); // the name of this process may have changed
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
        if (alert.state !== before) news.keep(alert);
        alert.clear &&= NEVER_CLEAR; // the time of that is no longer known
      }
    },

    prune() {
      for (const { fingerprint, state } of ended.values()) {
        if (clock.now() - (state.resolvedAt ?? 0) > ENDED_FOR_MS) ended.delete(fingerprint);
      }
    },

    alerts: () => [...current.values(), ...ended.values()],

    takeChanges: news.takeChanges,
    takeUnsaved: news.takeUnsaved,
  };

  function moved(...[alert, before, transition, at]: Parameters<OnMoved>): void {
    const { state } = alert;
    if (!sameButHeld(state, before)) news.keep(alert);
    if (transition === null) return;
    if (transition === 'resolved') news.leaveOthers(alert, before);
    news.tell(alert, transition, at);
  }

  /** Tells the end of a remembered episode that was seen here before the episode was known. What pends now is a later one. */
  function endSince(alert: AlertInstance, saved: SavedAlert, over: AlertState): void {
    const { state } = alert;
    const told = state.phase === 'inactive' ? alert : { ...alert };
    Object.assign(told, { state: over, alsoBegan: saved.alsoBegan, reason: 'cleared', shown: undefined });
    told.seenOver = told === alert; // otherwise its value is of what pends now
    moved(told, saved.state, 'resolved', over.at);
    if (told === alert) return;
    alert.state = { ...state, firingAt: over.firingAt, resolvedAt: over.resolvedAt };
    news.keepLast(alert);
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
    const isOurs = !saved.elsewhere && !isSelfReport(alert);
    if (saved.state.phase !== 'firing') news.leaveOthers(alert, alert.state);
    if (saved.state.phase !== 'inactive' && isOurs) endOne(alert, 'removed');
    else {
      if (isSelfReport(alert)) selfReports.add(alert.fingerprint);
      waiting.set(alert.fingerprint, alert);
      keepEnded(alert);
    }
  }

  function endOne(alert: AlertInstance, why: 'removed' | 'forgotten'): void {
    const [now, before] = [clock.now(), alert.state];
    const { state, reason, transition } = remove(before, now, why);
    if (state !== before) {
      Object.assign(alert, { state, reason, seenOver: false });
      moved(alert, before, transition, now);
    }
    keepEnded(alert);
  }

  function keepEnded(alert: AlertInstance): void {
    const { resolvedAt } = alert.state;
    if (resolvedAt === null || clock.now() - resolvedAt > ENDED_FOR_MS) return;
    const { fingerprint } = alert;
    if (ended.get(fingerprint)?.state.resolvedAt !== resolvedAt) ended.set(fingerprint, alert); // a known one says more
  }

  function inherit(alert: AlertInstance, old: AlertInstance): void {
    inheritState(alert, old);
    news.replace(old, alert);
  }
}

/** The value of a report's only label, a receiver or a task; empty without one. */
function onlyOf(labels: SelfReport['labels']): string {
  for (const name in labels) return labels[name]!;
  return '';
}

function isSelfReport({ subject, definition }: AlertInstance): boolean {
  return subject.account === '' && definition.name !== 'Watchdog';
}

// The alert of one rule for one subject: its identity and its state. `alert-view.ts` makes its outside view.
import {
  type Alert,
  type AlertState,
  type Evaluation,
  INACTIVE,
  type Level,
  type Reason,
  step,
  type Timing,
  type Transition,
} from '../../domain/alert.ts';
import type { PlanAnnotation } from '../../domain/annotate.ts';
import type { Instant } from '../../domain/observation.ts';
import {
  type ClearTimes,
  clearTimes,
  isOverIn,
  NEVER_CLEAR,
  reconcile,
  sameTimes,
} from '../../domain/reconcile.ts';
import { fingerprintOf } from './episode.ts';
import type { SavedAlert } from './ports.ts';

/** What alerts of one rule have in common. */
export interface AlertDefinition extends Timing {
  readonly name: string;
  readonly severity: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Templates. */
  readonly annotations: Readonly<Record<string, string>>;
  /** The template of the summary once the condition is seen to be over. Absent: that of `annotations` stays. */
  readonly over?: string;
}

/** The subject of an alert; empty parts don't apply. */
export interface AlertSubject {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  /** Labels beyond the wallet's own, such as a receiver. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A change of an alert that an operator may want to know. */
export interface AlertChange {
  readonly alert: Alert;
  readonly transition: Transition;
  readonly reason: Reason;
  /** The instant of the evidence: a slot, or the clock's time when it is about silence. */
  readonly at: Instant;
}

export interface AlertInstance {
  readonly definition: AlertDefinition;
  readonly subject: AlertSubject;
  /** The remembered labels of an alert that nothing asks for; others have none here: see {@link labelsOf}. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly fingerprint: string;
  /** The amount that the threshold is a level of, if it is one. */
  readonly level: Level | undefined;
  state: AlertState;
  /** Other instants that were told as the beginning of this episode, before it was known that it had already begun. */
  alsoBegan?: readonly Instant[] | undefined;
  reason: Reason;
  /** Whether this process saw it end, or not met: only then its value, too, is of after the end. */
  seenOver: boolean;
  /** The time of the state that silence has brought about here. */
  silentAt?: Instant | undefined;
  /** The slot of the newest poll that was known then. */
  lastHeard?: Instant | undefined;
  /** When its condition was clear; `undefined` before any evidence. */
  clear: ClearTimes | undefined;
  value: string | null;
  threshold: string | null;
  previous: string | null;
  /** When the value was observed. */
  knownAt: Instant | null;
  /** The alert as last shown, and the state that it shows. */
  shown: Shown | undefined;
}

/** See `alert-view.ts`. */
interface Shown {
  readonly alert: Alert;
  readonly state: AlertState;
  readonly previous: string | null;
  readonly plan: PlanAnnotation | undefined;
}

/** The evaluations that need no value. */
export const MET: Evaluation = { state: 'met', value: null, threshold: null };
export const CLEAR: Evaluation = { state: 'clear', value: null, threshold: null };
export const UNKNOWN: Evaluation = { state: 'unknown', value: null, threshold: null };

/** Replaces an unsure `clear`: by `unknown` while the alert is pending or firing, else by an unsure `band`. */
export function unlessClear(evaluation: Evaluation, { state }: Pick<AlertInstance, 'state'>): Evaluation {
  if (evaluation.state !== 'clear') return evaluation;
  return state.phase === 'inactive' ? { ...evaluation, state: 'band', unsure: true } : UNKNOWN;
}

/** Makes an alert that hasn't been evaluated yet. */
export function createAlertInstance(
  definition: AlertDefinition,
  subject: AlertSubject,
  { threshold, level }: { readonly threshold: string | null; readonly level?: Level | undefined },
): AlertInstance {
  return {
    definition,
    subject,
    fingerprint: fingerprintOf(labelsOf({ definition, subject })),
    level,
    state: INACTIVE,
    reason: 'unknown',
    seenOver: false,
    clear: undefined,
    value: null,
    threshold,
    previous: null,
    knownAt: null,
    shown: undefined,
  };
}

/**
 * Enters an alert, and returns it; `undefined` when an earlier rule has entered an alert of this identity: only one rule may
 * move it.
 */
export type Register = (alert: AlertInstance) => AlertInstance | undefined;

/** Moves an alert by the evidence of instant `at` about its condition. */
export type Apply = (alert: AlertInstance, evaluation: Evaluation, at: Instant) => void;

/** Called when evidence of instant `at` has changed the state of an alert, which was `before`. */
export type OnMoved = (
  alert: AlertInstance,
  before: AlertState,
  transition: Transition | null,
  at: Instant,
) => void;

/** Makes the function that moves an alert by one step and reports it. Unknown evidence leaves value and threshold as they are. */
export function createApply({
  onMoved,
  onFiring,
}: {
  readonly onMoved: OnMoved;
  /** Called with each firing alert, each time that its value was evaluated. */
  readonly onFiring: (alert: AlertInstance) => void;
}): Apply {
  const shared = sharing();
  return (alert, evaluation, at) => {
    const before = alert.state;
    const { state, reason, transition } = step(before, evaluation, alert.definition, at);
    alert.state = state;
    alert.reason = reason;
    if (evaluation.state !== 'unknown') {
      const known = alert.clear ?? NEVER_CLEAR;
      alert.clear = evaluation.unsure
        ? known
        : shared(clearTimes(known, evaluation.state, alert.definition, at));
      alert.value = evaluation.value;
      alert.threshold = evaluation.threshold;
      alert.seenOver = state.phase === 'inactive';
    }
    if (state !== before) onMoved(alert, before, transition, at);
    if (evaluation.state !== 'unknown' && state.phase === 'firing') onFiring(alert);
  };
}

/**
 * Shares objects of equal times, to save memory. After one poll, most alerts of an account have one of three: not clear, clear
 * at once, or clear after a time.
 */
function sharing(): (times: ClearTimes) => ClearTimes {
  const last = { not: NEVER_CLEAR, atOnce: NEVER_CLEAR, kept: NEVER_CLEAR };
  return (times) => {
    const kind = times.since === null ? 'not' : times.over === times.since ? 'atOnce' : 'kept';
    if (!sameTimes(last[kind], times)) last[kind] = times;
    return last[kind];
  };
}

/**
 * Takes over a remembered state. True if the alert's state must be saved: it was evaluated here before, or is not as
 * remembered, or goes on with an episode that is remembered as over.
 */
export function recallState(
  alert: AlertInstance,
  { state: remembered, unasked, lastHeard }: Pick<SavedAlert, 'state' | 'unasked' | 'lastHeard'>,
): boolean {
  const { state: before, clear } = alert;
  alert.state = reconcile(before, remembered, clear);
  if (alert.state !== before) alert.seenOver = false;
  if (alert.state === remembered) noteSilence(alert, lastHeard);
  if (unasked && alert.state === remembered) alert.reason = 'removed';
  else if (alert.reason === 'removed' && alert.state !== before) alert.reason = 'unknown';
  alert.value ??= remembered.value;
  alert.threshold ??= remembered.threshold;
  if (alert.state === before) return isOverIn(remembered, before);
  return clear !== undefined || alert.state !== remembered;
}

/** Notes that silence has brought about the alert's state, when the poll of slot `lastHeard` was the newest one known. */
export function noteSilence(alert: AlertInstance, lastHeard: Instant | undefined): void {
  if (lastHeard !== undefined) Object.assign(alert, { silentAt: alert.state.at, lastHeard });
}

/**
 * Takes over the state of the same alert from another rule or configuration. Its clear times don't count, because its
 * condition may have been another one; new ones stay.
 */
export function inheritState(alert: AlertInstance, old: AlertInstance): void {
  const { state, alsoBegan, reason, silentAt, lastHeard, value, previous, knownAt } = old;
  Object.assign(alert, { state, alsoBegan, reason, silentAt, lastHeard, value, previous, knownAt });
  alert.clear ??= old.clear && NEVER_CLEAR;
  alert.threshold ??= old.threshold;
}

/**
 * The labels of an alert: its identity only. None is empty, because receivers drop those. A rule's own labels can't replace
 * the others. They are made when asked for, to save memory: most alerts are told to nobody.
 */
export function labelsOf({
  definition,
  subject,
  labels,
}: Pick<AlertInstance, 'definition' | 'subject' | 'labels'>): Readonly<Record<string, string>> {
  if (labels) return labels;
  const { account, currency, walletType } = subject;
  const all: Record<string, string> = {
    ...definition.labels,
    ...subject.labels,
    alertname: definition.name,
    severity: definition.severity,
    account,
    currency,
    wallet_type: walletType,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

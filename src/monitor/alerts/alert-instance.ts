// One rule for one subject: its identity, where it stands, and how it looks from outside.
import {
  type Alert,
  type AlertState,
  type Evaluation,
  INACTIVE,
  type Level,
  type Reason,
  reconcile,
  step,
  type Timing,
  type Transition,
} from '../../domain/alert.ts';
import { annotate, type PlanAnnotation, usesOf } from '../../domain/annotate.ts';
import type { Instant } from '../../domain/observation.ts';
import { fingerprintOf } from './episode.ts';

/** What alerts of one rule have in common. */
export interface AlertDefinition extends Timing {
  readonly name: string;
  readonly severity: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Templates. */
  readonly annotations: Readonly<Record<string, string>>;
}

/** What an alert is about; empty parts don't apply. */
export interface AlertSubject {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  /** Labels beyond the wallet's own: a receiver. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Something that an operator may want to hear of. */
export interface AlertChange {
  readonly alert: Alert;
  readonly transition: Transition;
  readonly reason: Reason;
  /** The evidence: a slot, or the clock when it is about silence. */
  readonly at: Instant;
}

export interface AlertInstance {
  readonly definition: AlertDefinition;
  readonly subject: AlertSubject;
  readonly labels: Readonly<Record<string, string>>;
  readonly fingerprint: string;
  /** What the threshold is a level of, if it is one. */
  readonly level: Level | undefined;
  state: AlertState;
  /** Other instants at which the episode was told to have begun, before it was known that it lasted already. */
  alsoBegan?: readonly Instant[] | undefined;
  reason: Reason;
  /** Whether there has been any evidence yet. */
  evaluated: boolean;
  value: string | null;
  threshold: string | null;
  previous: string | null;
  /** When the value was observed. */
  knownAt: Instant | null;
  /** The alert as last shown, and of which state. */
  shown: Shown | undefined;
}

interface Shown {
  readonly alert: Alert;
  readonly state: AlertState;
  readonly previous: string | null;
  readonly plan: PlanAnnotation | undefined;
}

/** What an alert says that it doesn't know by itself. */
export interface Surroundings {
  /** The page about it. */
  linkTo(alert: AlertInstance): string | null;
  /** What can be said of the plan of its wallet; absent: nothing. Must not throw. */
  planOf?: ((subject: AlertSubject) => PlanAnnotation | undefined) | undefined;
}

/** The evaluations that need no value. */
export const MET: Evaluation = { state: 'met', value: null, threshold: null };
export const CLEAR: Evaluation = { state: 'clear', value: null, threshold: null };
export const UNKNOWN: Evaluation = { state: 'unknown', value: null, threshold: null };

/** An alert that hasn't been evaluated yet. */
export function createAlertInstance(
  definition: AlertDefinition,
  subject: AlertSubject,
  { threshold, level }: { readonly threshold: string | null; readonly level?: Level | undefined },
): AlertInstance {
  const labels = labelsOf(definition, subject);
  return {
    definition,
    subject,
    labels,
    fingerprint: fingerprintOf(labels),
    level,
    state: INACTIVE,
    reason: 'unknown',
    evaluated: false,
    value: null,
    threshold,
    previous: null,
    knownAt: null,
    shown: undefined,
  };
}

/**
 * Enters an alert, and gives it back. An identity has one owner: `undefined` when a rule before this one has it, for
 * then this one must not move it.
 */
export type Register = (alert: AlertInstance) => AlertInstance | undefined;

/** Moves an alert upon what the evidence of instant `at` says of its condition. */
export type Apply = (alert: AlertInstance, evaluation: Evaluation, at: Instant) => void;

/** Told that the state of an alert was `before`, and that evidence of instant `at` has changed it. */
export type OnMoved = (
  alert: AlertInstance,
  before: AlertState,
  transition: Transition | null,
  at: Instant,
) => void;

/** Takes one step of an alert, and tells of it; what isn't known leaves value and threshold as they were. */
export function createApply({
  onMoved,
  onFiring,
}: {
  readonly onMoved: OnMoved;
  /** Shown every alert that fires, whenever its value was evaluated. */
  readonly onFiring: (alert: AlertInstance) => void;
}): Apply {
  return (alert, evaluation, at) => {
    const before = alert.state;
    const { state, reason, transition } = step(before, evaluation, alert.definition, at);
    alert.state = state;
    alert.reason = reason;
    const isKnown = evaluation.state !== 'unknown';
    if (isKnown) {
      alert.evaluated = true;
      alert.value = evaluation.value;
      alert.threshold = evaluation.threshold;
    }
    if (state !== before) onMoved(alert, before, transition, at);
    if (isKnown && state.phase === 'firing') onFiring(alert);
  };
}

/** Goes on from a remembered state; says whether it is to be remembered anew: what was evaluated took its place. */
export function recallState(alert: AlertInstance, remembered: AlertState, now: Instant): boolean {
  const before = alert.state;
  alert.state = reconcile(before, remembered, alert.evaluated, now);
  alert.value ??= remembered.value;
  alert.threshold ??= remembered.threshold;
  return alert.state !== before && (alert.evaluated || alert.state !== remembered);
}

/** Takes over what is known of the same alert, as another rule or another configuration left it. */
export function inheritState(alert: AlertInstance, old: AlertInstance): void {
  const { state, alsoBegan, reason, evaluated, value, previous, knownAt } = old;
  Object.assign(alert, { state, alsoBegan, reason, evaluated, value, previous, knownAt });
  alert.threshold ??= old.threshold;
}

const NO_TEXTS: Readonly<Record<string, string>> = {};

/** Whether nobody is ever told of an alert in this state: most are in it, and their texts would be most of the memory. */
function isSilent({ phase, resolvedAt }: AlertState): boolean {
  return phase === 'inactive' && resolvedAt === null;
}

/** The alert as it stands at `now`. The same object as last time, unless something about it has changed. */
export function view(instance: AlertInstance, now: Instant, { linkTo, planOf }: Surroundings): Alert {
  const { definition, subject, labels, fingerprint, state, reason, value, threshold, level } = instance;
  const shown = instance.shown;
  const uses = state.phase === 'inactive' ? undefined : usesOf(definition.annotations);
  const tellsPlan = planOf && uses?.plan;
  // While it is held it goes on to say what was known, as of its value.
  const plan = tellsPlan && !(state.held && shown?.plan) ? planOf(subject) : shown?.plan;
  const same =
    shown?.state === state &&
    shown.previous === instance.previous &&
    samePlan(shown.plan, plan) &&
    shown.alert.value === value &&
    shown.alert.threshold === threshold &&
    shown.alert.reason === reason;
  if (same && !uses?.age) return shown.alert;
  const { account, currency, walletType } = subject;
  const { name: rule, severity } = definition;
  const { previous, knownAt } = instance;
  const { labels: more = {} } = subject;
  const facts = {
    ...{ account, currency, walletType, labels: more, rule, severity, value, threshold },
    ...{ previous, knownAt, link: linkTo(instance), plan },
  };
  const alert: Alert = {
    fingerprint,
    rule,
    severity,
    account,
    currency,
    walletType,
    labels,
    annotations: isSilent(state) ? NO_TEXTS : annotate(definition.annotations, facts, now),
    phase: state.phase,
    held: state.held,
    reason,
    pendingAt: state.pendingAt,
    firingAt: state.firingAt,
    resolvedAt: state.resolvedAt,
    value,
    threshold,
    level,
  };
  instance.shown = { alert, state, previous, plan };
  return alert;
}

/** Whether two plans say the same. */
function samePlan(a: PlanAnnotation | undefined, b: PlanAnnotation | undefined): boolean {
  if (a === b || !a || !b) return a === b;
  return a.plan === b.plan && a.by === b.by && a.until === b.until && a.shortfall === b.shortfall;
}

/** Identity only; receivers drop empty labels, so none is made. A rule's own labels can't take over the others. */
function labelsOf(definition: AlertDefinition, subject: AlertSubject): Record<string, string> {
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

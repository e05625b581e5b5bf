// Makes the outside view of an alert. `alert-evaluator.ts` gives it to pages, metrics and receivers.
import type { Alert, AlertState } from '../../domain/alert.ts';
import { annotate, type PlanAnnotation, usesOf } from '../../domain/annotate.ts';
import type { Instant } from '../../domain/observation.ts';
import { type AlertInstance, type AlertSubject, labelsOf } from './alert-instance.ts';
import { EVERY_WALLETS_ALERTS } from './builtin.ts';

/** What the texts of an alert need besides the alert. */
export interface Surroundings {
  /** The page about it. */
  linkTo(alert: AlertInstance): string | null;
  /** The texts about the plan of its wallet; absent: none. Must not throw. */
  planOf?: ((subject: AlertSubject) => PlanAnnotation | undefined) | undefined;
}

/**
 * Whether an alert says nothing: one that every wallet has, that never fired and isn't pending. Most alerts are like that;
 * their views would take most of the memory.
 */
export function isUntold({ definition, subject, state }: AlertInstance): boolean {
  return (
    state.phase === 'inactive' &&
    state.firingAt === null &&
    subject.walletType !== '' &&
    EVERY_WALLETS_ALERTS.has(definition.name)
  );
}

const NO_TEXTS: Readonly<Record<string, string>> = {};

/** Whether nobody is told of an alert in this state. Most alerts are in it; their texts would take most of the memory. */
function isSilent({ phase, resolvedAt }: AlertState): boolean {
  return phase === 'inactive' && resolvedAt === null;
}

/** The templates for this state: what is seen to be over isn't told by the words of its beginning. */
function textsOf({ definition: { annotations, over }, state, seenOver }: AlertInstance): typeof NO_TEXTS {
  const isOver = state.phase === 'inactive' && seenOver && over !== undefined;
  return isOver ? { ...annotations, summary: over } : annotations;
}

/**
 * The outside view of an alert at `now`. The same object as last time if nothing about it has changed, except for alerts that
 * say nothing.
 */
export function view(instance: AlertInstance, now: Instant, { linkTo, planOf }: Surroundings): Alert {
  const { definition, subject, fingerprint, state, reason, value, threshold, level } = instance;
  const shown = instance.shown;
  const uses = state.phase === 'inactive' ? undefined : usesOf(definition.annotations);
  const tellsPlan = planOf && uses?.plan;
  // While the alert is held, it keeps the last known plan, like its value.
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
    labels: labelsOf(instance),
    annotations: isSilent(state) ? NO_TEXTS : annotate(textsOf(instance), facts, now),
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
  if (!isUntold(instance)) instance.shown = { alert, state, previous, plan };
  return alert;
}

/** Whether two plans say the same. */
function samePlan(a: PlanAnnotation | undefined, b: PlanAnnotation | undefined): boolean {
  if (a === b || !a || !b) return a === b;
  return a.plan === b.plan && a.by === b.by && a.until === b.until && a.shortfall === b.shortfall;
}

// The state machine of one alert. Pure: the same observations give the same alert on every replica, after every
// restart, and in `floatwatch simulate`. `monitor/alerts` runs it; receivers, metrics and pages show alerts.
import type { Instant } from './observation.ts';
import type { AmountField } from './wallet.ts';

export type AlertPhase = 'inactive' | 'pending' | 'firing';

/** The state of one rule for one wallet, as everyone outside the state machine sees it. */
export interface Alert {
  /** The labels as text, in sorted order: the alert's identity, as Alertmanager sees it. */
  readonly fingerprint: string;
  readonly rule: string;
  readonly severity: string;
  readonly account: string;
  /** Empty when the alert is about the account, or about floatwatch itself. */
  readonly currency: string;
  readonly walletType: string;
  /** Identity only: no value, no replica, no time. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly phase: AlertPhase;
  /** True while the condition can't be evaluated: the phase is kept as it was, never resolved. */
  readonly held: boolean;
  /** Why the last evaluation left it in this phase. */
  readonly reason: Reason;
  /** When the present or the last episode became pending. */
  readonly pendingAt: Instant | null;
  /** Set once, when it fires; the same on every replica and after every restart. */
  readonly firingAt: Instant | null;
  /** Set when it ended after firing; kept until it fires again. */
  readonly resolvedAt: Instant | null;
  /** The exact text of the last evaluated value, and of the threshold that it was compared with. */
  readonly value: string | null;
  readonly threshold: string | null;
  /** The amount that the threshold is a level of; absent when it is something else, such as a change or a duration. */
  readonly level?: Level | undefined;
}

/** The wallet's amount that a threshold is about, and which side of the threshold is bad. */
export interface Level {
  readonly of: AmountField;
  readonly bad: 'below' | 'above';
}

/** What the evidence says about a condition. `band`: neither met nor past the clear level (hysteresis). */
export type ConditionState = 'met' | 'band' | 'clear' | 'unknown';

export interface Evaluation {
  readonly state: ConditionState;
  readonly value: string | null;
  readonly threshold: string | null;
  /** When the condition became true, if that instant follows from the evidence (silence has a known beginning). */
  readonly since?: Instant;
  /** Not met, but perhaps not clear either: no evidence for or against an episode that becomes known late. */
  readonly unsure?: true;
}

/** What the state machine remembers between two evaluations. Immutable: the same object means nothing changed. */
export interface AlertState {
  readonly phase: AlertPhase;
  readonly held: boolean;
  readonly pendingAt: Instant | null;
  readonly firingAt: Instant | null;
  readonly resolvedAt: Instant | null;
  /** While firing: the time since which every known value has been past the clear level. */
  readonly clearSince: Instant | null;
  /** Value and threshold at the moment it fired. */
  readonly value: string | null;
  readonly threshold: string | null;
  /** The instant of the evidence that last changed this state. It never moves back. */
  readonly at: Instant;
}

/** Why a step left the alert as it is: a closed list. */
export type Reason =
  | 'not_met' // inactive, and rightly so
  | 'started' // the condition is true, `for` has begun
  | 'waiting' // still true, `for` not over
  | 'fired' // true for the whole of `for`
  | 'lasting' // firing, and still true
  | 'in_band' // firing, better than the threshold, not yet past the clear level
  | 'clearing' // firing, past the clear level, `keep_firing_for` not over
  | 'cleared' // resolved: past the clear level for the whole of `keep_firing_for`
  | 'withdrawn' // no longer true before `for` was over
  | 'unknown' // no fresh evidence: the phase is kept
  | 'removed' // the rule, the account or the wallet is no longer configured
  | 'forgotten'; // a person had the wallet forgotten

/** A change that an operator may want to know. `withdrawn`: a pending alert ended without firing. */
export type Transition = 'pending' | 'fired' | 'resolved' | 'withdrawn';

export interface AlertStep {
  readonly state: AlertState;
  readonly transition: Transition | null;
  readonly reason: Reason;
}

/** How long a condition must hold before it fires, and how long it must be clear before it resolves. */
export interface Timing {
  readonly forMs: number;
  readonly keepFiringForMs: number;
}

export const INACTIVE: AlertState = {
  phase: 'inactive',
  held: false,
  pendingAt: null,
  firingAt: null,
  resolvedAt: null,
  clearSince: null,
  value: null,
  threshold: null,
  at: Number.MIN_SAFE_INTEGER,
};

/**
 * The next state of an alert, given what the evidence of instant `at` says.
 *
 * `for` and `keep_firing_for` end only on evidence that agrees: time without evidence fires nothing, resolves nothing,
 * and restarts neither of them. Only a fresh `clear` ends `firing`.
 */
export function step(state: AlertState, evaluation: Evaluation, timing: Timing, at: Instant): AlertStep {
  if (evaluation.state === 'unknown') {
    const held = state.phase !== 'inactive';
    return { state: held === state.held ? state : { ...state, held }, transition: null, reason: 'unknown' };
  }
  if (state.phase === 'firing') return whileFiring(state, evaluation.state, timing, at);
  if (evaluation.state !== 'met') {
    if (state.phase === 'inactive') return { state, transition: null, reason: 'not_met' };
    const next = moved(state, at, { phase: 'inactive', held: false, pendingAt: null });
    return { state: next, transition: 'withdrawn', reason: 'withdrawn' };
  }
  return whileMet(state, evaluation, timing, at);
}

function whileMet(state: AlertState, evaluation: Evaluation, timing: Timing, at: Instant): AlertStep {
  const begun = state.phase === 'pending' ? state.pendingAt : null;
  const pendingAt = Math.min(begun ?? evaluation.since ?? at, at); // if the clock was set back, `for` begins again
  if (at - pendingAt >= timing.forMs) {
    const { value, threshold } = evaluation;
    const began = evaluation.since === undefined ? at : pendingAt + timing.forMs;
    const over = state.resolvedAt ?? Number.NEGATIVE_INFINITY;
    // After later evidence, a slot comes a second time: an episode that is over since may have begun in it.
    const lastAt = evaluation.since === undefined ? Math.max(over, state.at - 1) : over;
    const firingAt = newBeginning(began, lastAt);
    const fired = {
      phase: 'firing',
      held: false,
      pendingAt,
      firingAt,
      resolvedAt: null,
      clearSince: null,
    } as const;
    return { state: moved(state, at, { ...fired, value, threshold }), transition: 'fired', reason: 'fired' };
  }
  if (state.phase === 'pending') {
    const next = pendingAt === state.pendingAt ? unheld(state) : moved(state, at, { pendingAt, held: false });
    return { state: next, transition: null, reason: 'waiting' };
  }
  return {
    state: moved(state, at, { phase: 'pending', pendingAt }),
    transition: 'pending',
    reason: 'started',
  };
}

/**
 * The beginning of an episode is its identity. After a clock was set back, a slot comes a second time: an episode that
 * begins in it gets milliseconds that no slot has, the same on every replica that knows the same. `lastAt` is until when other
 * episodes may have begun.
 */
function newBeginning(began: Instant, lastAt: Instant): Instant {
  return began > lastAt ? began : began + 1 + ((lastAt - began) % 999);
}

function whileFiring(
  state: AlertState,
  evidence: 'met' | 'band' | 'clear',
  timing: Timing,
  at: Instant,
): AlertStep {
  if (evidence !== 'clear') {
    const next =
      state.clearSince === null ? unheld(state) : moved(state, at, { held: false, clearSince: null });
    return { state: next, transition: null, reason: evidence === 'met' ? 'lasting' : 'in_band' };
  }
  const clearSince = Math.min(state.clearSince ?? at, at);
  if (at - clearSince >= timing.keepFiringForMs) {
    return { state: resolved(state, at), transition: 'resolved', reason: 'cleared' };
  }
  const next =
    clearSince === state.clearSince ? unheld(state) : moved(state, at, { held: false, clearSince });
  return { state: next, transition: null, reason: 'clearing' };
}

/** Ends an alert that was removed or forgotten: the only way to resolve without evidence. An inactive alert stays as it is. */
export function remove(state: AlertState, at: Instant, reason: 'removed' | 'forgotten'): AlertStep {
  if (state.phase === 'inactive') return { state, transition: null, reason };
  if (state.phase === 'firing') return { state: resolved(state, at), transition: 'resolved', reason };
  const next = moved(state, at, { phase: 'inactive', held: false, pendingAt: null });
  return { state: next, transition: 'withdrawn', reason };
}

/**
 * The state after the clock was set back by `ms`: `for` and `keep_firing_for` go on. The episode keeps its beginning,
 * which is its identity.
 */
export function datedBack(state: AlertState, ms: number): AlertState {
  const { phase, pendingAt, clearSince } = state;
  if (phase === 'inactive') return state;
  return {
    ...state,
    pendingAt: pendingAt === null ? null : pendingAt - ms,
    clearSince: clearSince === null ? null : clearSince - ms,
  };
}

function resolved(state: AlertState, at: Instant): AlertState {
  const resolvedAt = Math.max(at, state.firingAt ?? at); // receivers refuse an end before the beginning
  return moved(state, at, { phase: 'inactive', held: false, resolvedAt, clearSince: null });
}

function moved(state: AlertState, at: Instant, change: Partial<AlertState>): AlertState {
  return { ...state, ...change, at: Math.max(at, state.at) };
}

function unheld(state: AlertState): AlertState {
  return state.held ? { ...state, held: false } : state;
}

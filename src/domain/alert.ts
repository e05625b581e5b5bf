// One alert, and how it moves. Decided purely: the same observations give the same alert on every replica, after every
// restart, and in `floatwatch simulate`. `monitor/alerts` moves alerts by it; receivers, metrics and pages show them.
import type { Instant } from './observation.ts';
import type { AmountField } from './wallet.ts';

export type AlertPhase = 'inactive' | 'pending' | 'firing';

/** The state of one rule for one wallet, as everyone outside the state machine sees it. */
export interface Alert {
  /** Labels as text in their sorted order: the alert's identity, as Alertmanager sees it. */
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
  /** Why it is as it is: of the last evaluation. */
  readonly reason: Reason;
  /** When the present episode, or the last one, began to pend. */
  readonly pendingAt: Instant | null;
  /** Set once when it fires; the same for every replica and over every restart of the episode. */
  readonly firingAt: Instant | null;
  /** Set when it ended after firing; kept until it fires again. */
  readonly resolvedAt: Instant | null;
  /** Exact text of the value last evaluated, and of what it was held against. */
  readonly value: string | null;
  readonly threshold: string | null;
  /** What the threshold is a level of; absent: it is of something else, such as a change or a length of time. */
  readonly level?: Level | undefined;
}

/** Of which amount of a wallet a threshold is a level, and the side of it that is bad. */
export interface Level {
  readonly of: AmountField;
  readonly bad: 'below' | 'above';
}

/** What the evidence says of a condition. `band`: neither met nor past the clear level (hysteresis). */
export type ConditionState = 'met' | 'band' | 'clear' | 'unknown';

export interface Evaluation {
  readonly state: ConditionState;
  readonly value: string | null;
  readonly threshold: string | null;
  /** When the condition became true, if that instant follows from the evidence (silence has a known beginning). */
  readonly since?: Instant;
  /** It is not met; whether it is clear isn't known: no evidence for or against an episode that comes to be known late. */
  readonly unsure?: true;
}

/** What the state machine remembers between two evaluations. Immutable: the same object means nothing changed. */
export interface AlertState {
  readonly phase: AlertPhase;
  readonly held: boolean;
  readonly pendingAt: Instant | null;
  readonly firingAt: Instant | null;
  readonly resolvedAt: Instant | null;
  /** While firing: since when every known value has been past the clear level. */
  readonly clearSince: Instant | null;
  /** Value and threshold at the moment it fired. */
  readonly value: string | null;
  readonly threshold: string | null;
  /** The evidence that last changed this state. Never moves back. */
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

/** What an operator may want to hear of. `withdrawn` is a pending alert that never fired. */
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
 * `for` and `keep_firing_for` are over only upon evidence that agrees: time spent blind neither fires nor resolves
 * anything, and it doesn't start either of them anew. Nothing but a fresh `clear` leads out of `firing`.
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
  const pendingAt = Math.min(begun ?? evaluation.since ?? at, at); // if the clock was set back it begins anew
  if (at - pendingAt >= timing.forMs) {
    const { value, threshold } = evaluation;
    const began = evaluation.since === undefined ? at : pendingAt + timing.forMs;
    const firingAt = newBeginning(began, state.resolvedAt);
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
 * An episode is known by when it began. After a clock was set back a slot comes a second time: what fires in it then has
 * milliseconds that no slot has, the same on every replica.
 */
function newBeginning(began: Instant, resolvedAt: Instant | null): Instant {
  return resolvedAt === null || began > resolvedAt ? began : began + 1 + ((resolvedAt - began) % 999);
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

/** Ends an alert because nobody asks for it any more: the one way to resolve without evidence. One that is over stays as it is. */
export function remove(state: AlertState, at: Instant, reason: 'removed' | 'forgotten'): AlertStep {
  if (state.phase === 'inactive') return { state, transition: null, reason };
  if (state.phase === 'firing') return { state: resolved(state, at), transition: 'resolved', reason };
  const next = moved(state, at, { phase: 'inactive', held: false, pendingAt: null });
  return { state: next, transition: 'withdrawn', reason };
}

/**
 * The state after the clock was set back by `ms`: `for` and `keep_firing_for` go on. The episode keeps its beginning, by
 * which it is known.
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
  const resolvedAt = Math.max(at, state.firingAt ?? at); // an end before its beginning is refused by receivers
  return moved(state, at, { phase: 'inactive', held: false, resolvedAt, clearSince: null });
}

function moved(state: AlertState, at: Instant, change: Partial<AlertState>): AlertState {
  return { ...state, ...change, at: Math.max(at, state.at) };
}

function unheld(state: AlertState): AlertState {
  return state.held ? { ...state, held: false } : state;
}

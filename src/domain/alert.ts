// One alert: what the page, the metrics and the receivers are told of a (rule, wallet).
import type { Instant } from './observation.ts';

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
  /** True while the condition can't be judged: the phase is kept as it was, never resolved. */
  readonly held: boolean;
  readonly pendingAt: Instant | null;
  /** Set once when it fires; the same for every replica and over every restart of the episode. */
  readonly firingAt: Instant | null;
  /** Set when it ended after firing; cleared by the next episode. */
  readonly resolvedAt: Instant | null;
  /** Exact text of the value last judged, and of what it was judged against. */
  readonly value: string | null;
  readonly threshold: string | null;
}

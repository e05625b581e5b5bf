// Sends alerts in batches. Alertmanager answers 400 to a whole batch because of one alert, and a proxy before it answers 413 to
// a batch that is too large. Halving finds the alerts that are taken; an alert that is not is set aside for a while.
import type { Clock } from '../../monitor/clock.ts';
import type { Delivery, DeliveryOutcome } from '../delivery/post.ts';
import { type AlertHead, alertVersion } from './accepted.ts';

const MAX_PER_POST = 256;
const MAX_BISECTIONS = 64; // requests of one round that look for a refused alert; if it takes more, all are refused
const QUARANTINE_MS = 15 * 60_000;

export interface BatchesOptions {
  readonly clock: Clock;
  /** Sends one request. */
  post(batch: readonly AlertHead[]): Promise<Delivery>;
  onAccepted(batch: readonly AlertHead[]): void;
}

export interface Batches {
  /**
   * Sends these. Returns false when the rest was left for later because Alertmanager can't be reached. After each batch it
   * asks `hasNews`: if there is news, the rest is left too, so that the news goes first.
   */
  send(alerts: readonly AlertHead[], hasNews?: () => boolean): Promise<boolean>;
  /** Forgets alerts that were set aside and are no longer among these. */
  retain(alerts: readonly AlertHead[]): void;
  /** How many alerts are set aside. */
  quarantined(): number;
}

/** Whether an outcome is about what was sent, and not about Alertmanager. */
export function isRefusal(outcome: DeliveryOutcome): boolean {
  return outcome === 'rejected' || outcome === 'too_large';
}

/** Sends through `post`; nothing is set aside yet. */
export function createBatches({ clock, post, onAccepted }: BatchesOptions): Batches {
  const quarantine = new Map<string, { readonly version: string; readonly until: number }>();

  return {
    async send(alerts, hasNews = () => false) {
      const budget = { bisections: MAX_BISECTIONS };
      const now = clock.monotonic();
      const suspects: AlertHead[] = [];
      const others: AlertHead[] = [];
      for (const alert of alerts) {
        const suspect = quarantine.get(alert.fingerprint);
        if (!suspect) others.push(alert);
        else if (suspect.version !== alertVersion(alert) || suspect.until <= now) suspects.push(alert);
      }
      const batches = suspects.map((alert) => [alert]);
      for (let i = 0; i < others.length; i += MAX_PER_POST) batches.push(others.slice(i, i + MAX_PER_POST));
      for (const batch of batches) {
        if (!(await sendBatch(batch, budget))) return false;
        if (hasNews()) break;
      }
      return true;
    },
    retain(alerts) {
      const kept = new Set(alerts.map(({ fingerprint }) => fingerprint));
      for (const fingerprint of quarantine.keys()) if (!kept.has(fingerprint)) quarantine.delete(fingerprint);
    },
    quarantined: () => quarantine.size,
  };

  async function sendBatch(batch: readonly AlertHead[], budget: { bisections: number }): Promise<boolean> {
    const { outcome } = await post(batch);
    if (outcome === 'ok') {
      for (const { fingerprint } of batch) quarantine.delete(fingerprint);
      onAccepted(batch);
      return true;
    }
    if (!isRefusal(outcome)) return false;
    if (batch.length === 1) {
      const [offender] = batch as [AlertHead];
      const until = clock.monotonic() + QUARANTINE_MS;
      quarantine.set(offender.fingerprint, { version: alertVersion(offender), until });
      return true;
    }
    budget.bisections -= 2;
    if (budget.bisections < 0) return false;
    // Alertmanager has taken the good alerts although it refused the request; only sending them again shows which these are.
    const half = Math.ceil(batch.length / 2);
    return (await sendBatch(batch.slice(0, half), budget)) && (await sendBatch(batch.slice(half), budget));
  }
}

import { vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { KeyValueStore } from '../../src/monitor/alerts/ports.ts';
import type { Clock } from '../../src/monitor/clock.ts';
import { createOutboxLooks } from '../../src/receivers/delivery/outbox-looks.ts';
import { createPoster } from '../../src/receivers/delivery/post.ts';
import type { ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { sharedOutbox } from './shared-outbox.ts';

export const realClock: Clock = { now: Date.now, monotonic: () => performance.now() };

/** A payout wallet's alert that fired five seconds ago. */
export function firingAlert(rule = 'PayoutFloatLow', change: Partial<Alert> = {}): Alert {
  const { currency, walletType } = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
  const labels = {
    alertname: rule,
    severity: 'warning',
    account: 'acme-ug',
    currency,
    wallet_type: walletType,
  };
  return {
    fingerprint: rule,
    rule,
    severity: 'warning',
    account: 'acme-ug',
    currency,
    walletType,
    labels,
    annotations: { summary: 'low' },
    phase: 'firing',
    held: false,
    reason: 'fired',
    pendingAt: Date.now() - 5_000,
    firingAt: Date.now() - 5_000,
    resolvedAt: null,
    value: '1',
    threshold: '2',
    ...change,
  };
}

export const endedAlert = (alert: Alert): Alert => ({ ...alert, phase: 'inactive', resolvedAt: Date.now() });

/** Alerts of one rule that have fired since then, one an account: the same each time. */
export function alertsSince(firingAt: number) {
  const alertOf = (i: number, change: Partial<Alert> = {}): Alert => {
    const account = `a${i}`;
    const labels = {
      ...{ alertname: 'Low', severity: 'warning', account },
      ...{ currency: 'UGX', wallet_type: 'P' },
    };
    return firingAlert('Low', {
      ...{ fingerprint: `Low ${account}`, account, walletType: 'P', labels, firingAt },
      ...{ value: String(i), threshold: '5000' },
      ...change,
    });
  };
  const alertsOf = (count: number, from = 0): Alert[] =>
    Array.from({ length: count }, (_, i) => alertOf(from + i));
  return { alertOf, alertsOf };
}

/** Looks again until it holds. */
export const until = (condition: () => unknown, timeout = 45_000) =>
  vi.waitFor(condition, { timeout, interval: 20 });

/** A shelf in memory. */
export function memoryShelf(): KeyValueStore {
  const texts = new Map<string, string>();
  return {
    saveStates(changes) {
      for (const [name, text] of changes) {
        if (text === null) texts.delete(name);
        else texts.set(name, text);
      }
    },
    loadStates: () => new Map(texts),
  };
}

/** How a request ended, as `ok` or as its detail begins: `server_error`. */
export function outcomeOf(...[, result, detail]: Parameters<ReceiverContext['onDelivery']>): string {
  return result === 'delivered' ? 'ok' : (detail?.split(':')[0] ?? '');
}

/** What a receiver is given, of which a test may say some otherwise; random is a fixed middle. */
export function receiverContext(change: Partial<ReceiverContext> = {}): ReceiverContext {
  const { outbox = sharedOutbox(), times } = change;
  return {
    name: 'ops',
    only: [],
    quietHours: null,
    clock: realClock,
    random: () => 0.5,
    alerts: () => [],
    poster: createPoster,
    scrub: (text) => text,
    externalUrl: '',
    shelf: memoryShelf(),
    resendMs: 300,
    outbox,
    looks: createOutboxLooks(outbox, times?.lookEveryMs),
    local: createLocalOutbox(memoryShelf(), realClock),
    onDelivery: () => {},
    onTrouble: () => {},
    ...change,
  };
}

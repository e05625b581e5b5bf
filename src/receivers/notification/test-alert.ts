// The alert of `floatwatch alerts test`.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';

/** The name of its rule. */
export const TEST_ALERT = 'FloatwatchTest';

/** An alert that fires from now on, and says that it is a test. */
export function testAlert(now: Instant): Alert {
  return {
    fingerprint: TEST_ALERT,
    rule: TEST_ALERT,
    severity: 'info',
    account: '',
    currency: '',
    walletType: '',
    labels: { alertname: TEST_ALERT, severity: 'info' },
    annotations: { summary: 'A test sent by floatwatch alerts test; it ends by itself' },
    phase: 'firing',
    held: false,
    reason: 'fired',
    pendingAt: now,
    firingAt: now,
    resolvedAt: null,
    value: null,
    threshold: null,
  };
}

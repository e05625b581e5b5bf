// The families of alerts. Alerts are immutable values: the text is rendered again only when the list holds others. Used by
// `metrics.ts`.
import type { Alert } from '../domain/alert.ts';
import { parseAmount } from '../domain/money.ts';
import { EVERY_WALLETS_ALERTS } from '../monitor/alerts/builtin.ts';
import { type Derived, NOT_DERIVED } from './account.ts';
import { ALERT_FAMILIES } from './catalogue.ts';
import { escapeLabel, familyHeader } from './family.ts';

const PHASES = { inactive: 0, pending: 1, firing: 2 } as const;
const LABEL = /^[\x20-\x7e]{0,128}$/; // the service's names were checked when they were read; this is a second check

/** Renders the alerts' gauges; gives the same Buffer as long as the list holds the same values. */
export function createAlertFamilies(
  alerts: () => readonly Alert[],
  derived: () => Derived = () => NOT_DERIVED,
): () => Buffer {
  let before: readonly Alert[] | undefined;
  let everyOne = false;
  let rendered: Buffer = Buffer.alloc(0);
  return () => {
    const now = alerts();
    const { inactive } = derived();
    const same =
      inactive === everyOne &&
      before?.length === now.length &&
      now.every((alert, i) => isSame(alert, before![i]!));
    if (!same) {
      before = [...now];
      everyOne = inactive;
      rendered = render(inactive ? now : now.filter(isTold));
    }
    return rendered;
  };
}

/** Whether something is told by the alert that isn't known without it. */
function isTold({ rule, walletType, phase, firingAt }: Alert): boolean {
  return phase !== 'inactive' || firingAt !== null || walletType === '' || !EVERY_WALLETS_ALERTS.has(rule);
}

/** Whether both show the same: what an alert says of itself may change with each second. */
function isSame(a: Alert, b: Alert): boolean {
  return (
    a === b ||
    (a.fingerprint === b.fingerprint &&
      a.rule === b.rule &&
      a.phase === b.phase &&
      a.firingAt === b.firingAt &&
      a.threshold === b.threshold &&
      a.level?.of === b.level?.of &&
      a.level?.bad === b.level?.bad)
  );
}

function render(alerts: readonly Alert[]): Buffer {
  // Two alerts may differ only in what isn't a label here (a payment option): the worse one is shown.
  const worst = new Map<string, Alert>();
  for (const alert of alerts) {
    const { rule, severity, account, currency, walletType } = alert;
    if (![severity, currency, walletType].every((text) => LABEL.test(text))) continue;
    const open = `{alertname="${escapeLabel(rule)}",severity="${escapeLabel(severity)}",account="${escapeLabel(account)}",currency="${escapeLabel(currency)}",wallet_type="${escapeLabel(walletType)}"`;
    const known = worst.get(open);
    if (!known || PHASES[known.phase] < PHASES[alert.phase]) worst.set(open, alert);
  }
  let states = familyHeader(ALERT_FAMILIES.state, 'text');
  let thresholds = familyHeader(ALERT_FAMILIES.threshold, 'text');
  let firings = familyHeader(ALERT_FAMILIES.firing, 'text');
  for (const [open, { phase, threshold, level, firingAt }] of worst) {
    states += `${ALERT_FAMILIES.state.name}${open}} ${PHASES[phase]}\n`;
    const amount = threshold === null ? undefined : parseAmount(threshold);
    if (amount !== undefined) {
      const what = `field="${level?.of ?? ''}",side="${level?.bad ?? ''}"`;
      thresholds += `${ALERT_FAMILIES.threshold.name}${open},${what}} ${amount}\n`;
    }
    if (phase === 'firing' && firingAt !== null)
      firings += `${ALERT_FAMILIES.firing.name}${open}} ${firingAt / 1_000}\n`;
  }
  return Buffer.from(states + thresholds + firings);
}

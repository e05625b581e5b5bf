// Renders the families of alerts. Alerts are immutable values, so the text is rendered again only when the list holds other
// values. Used by `metrics.ts`.
import type { Alert } from '../domain/alert.ts';
import { parseAmount } from '../domain/money.ts';
import { createTurns } from '../monitor/turns.ts';
import { type Derived, NOT_DERIVED } from './account.ts';
import { ALERT_FAMILIES } from './catalogue.ts';
import { coalesce } from './coalesce.ts';
import { escapeLabel } from './family.ts';
import { createFamilyTexts } from './family-texts.ts';

const PHASES = { inactive: 0, pending: 1, firing: 2 } as const;
const LABEL = /^[\x20-\x7e]{0,128}$/; // the service's names were checked when they were read; this is a second check

/** The source of alerts, as two lists: all alerts, and the same without the built-in ones about a wallet that never fired. */
export interface AlertSource {
  alerts(): readonly Alert[];
  told(): readonly Alert[];
}

/**
 * Renders the gauges of alerts, in turns short enough for the event loop. Returns the same Buffer as long as the list holds
 * the same values.
 */
export function createAlertFamilies(
  source: AlertSource,
  derived: () => Derived = () => NOT_DERIVED,
): () => Promise<Buffer> {
  let before: readonly Alert[] | undefined;
  let everyOne = false;
  let rendered: Buffer = Buffer.alloc(0);
  return coalesce(async () => {
    const { inactive } = derived();
    const now = inactive ? source.alerts() : source.told();
    const same =
      inactive === everyOne &&
      before?.length === now.length &&
      now.every((alert, i) => isSame(alert, before![i]!));
    if (!same) rendered = await render(now);
    before = now; // also when the text is the same: otherwise old values of changed alerts would stay in memory
    everyOne = inactive;
    return rendered;
  });
}

/** Whether both alerts have the same lines: other parts of an alert may change every second. */
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

async function render(alerts: readonly Alert[]): Promise<Buffer> {
  const turns = createTurns();
  // Two alerts may differ only in something that is no label here (a payment option): the worse one is shown.
  const worst = new Map<string, Alert>();
  for (const alert of alerts) {
    if (turns.isOver()) await turns.next();
    const { rule, severity, account, currency, walletType } = alert;
    if (![severity, currency, walletType].every((text) => LABEL.test(text))) continue;
    const open = `{alertname="${escapeLabel(rule)}",severity="${escapeLabel(severity)}",account="${escapeLabel(account)}",currency="${escapeLabel(currency)}",wallet_type="${escapeLabel(walletType)}"`;
    const known = worst.get(open);
    if (!known || PHASES[known.phase] < PHASES[alert.phase]) worst.set(open, alert);
  }
  const { state, threshold, firing } = ALERT_FAMILIES;
  const texts = createFamilyTexts([state, threshold, firing]);
  for (const [open, alert] of worst) {
    texts.add(0, `${state.name}${open}} ${PHASES[alert.phase]}\n`);
    const amount = parseAmount(alert.threshold);
    if (amount !== undefined) {
      const what = `field="${alert.level?.of ?? ''}",side="${alert.level?.bad ?? ''}"`;
      texts.add(1, `${threshold.name}${open},${what}} ${amount}\n`);
    }
    if (alert.phase === 'firing' && alert.firingAt !== null)
      texts.add(2, `${firing.name}${open}} ${alert.firingAt / 1_000}\n`);
    if (!turns.isOver()) continue;
    texts.write();
    await turns.next();
  }
  return texts.join();
}

// `/runbook/NAME`: finds where to read about an alert, from the little that a dashboard knows of it.
import type { Alert } from '../../domain/alert.ts';

/** What a request says of the alert; parts may be absent. */
export interface AlertName {
  readonly rule: string;
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  readonly wallet_type?: string | undefined;
}

/** The address in the alert's annotation `runbook_url`; without one, the runbook's chapter of that name. */
export function runbookLink(alerts: readonly Alert[], name: AlertName): string {
  const { rule, account = '', currency = '', wallet_type = '' } = name;
  const named = alerts.filter((alert) => alert.rule === rule);
  // Rules may share a name, each for other wallets.
  const alert =
    named.find(
      (each) => each.account === account && each.currency === currency && each.walletType === wallet_type,
    ) ?? named[0];
  const url = alert?.annotations['runbook_url'] ?? '';
  // Encoded, as a header can't contain all letters.
  const isAddress = /^https?:\/\//.test(url) && URL.canParse(url);
  return isAddress ? new URL(url).href : `/runbook#${encodeURIComponent(rule.toLowerCase())}`;
}

// Names what an alert is about, in one way everywhere: messages, pages, feed and commands. Pure.
import type { Alert } from './alert.ts';

/** The labels that name a payment option in an alert, in the order in which `floatwatch options` names it. */
const OPTION_LABELS = ['transaction_type', 'transaction_method', 'provider_code'];

type Subject = Pick<Alert, 'account' | 'currency' | 'walletType' | 'labels'>;

/** The payment option within its currency, such as `PAYOUT/MOBILE_MONEY/mtn_ug`; empty if the alert isn't about one. */
export function optionOf({ currency, walletType, labels }: Subject): string {
  if (currency === '' || walletType !== '') return '';
  return joined(OPTION_LABELS.map((name) => labels[name] ?? ''));
}

/** What of floatwatch itself the alert is about: a receiver, a task; empty for anything else. */
export function ownPartOf({ account, labels }: Subject): string {
  return account === '' ? (labels['receiver'] ?? labels['task'] ?? '') : '';
}

/**
 * `acme-ug/UGX/MERCHANT_PAYOUT`, `acme-ug/UGX/PAYOUT/MOBILE_MONEY/mtn_ug`, `acme-ug`; of floatwatch itself the receiver or the
 * task, or nothing.
 */
export function subjectOf(alert: Subject): string {
  if (alert.account === '') return ownPartOf(alert);
  return joined([alert.account, alert.currency, alert.walletType, optionOf(alert)]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

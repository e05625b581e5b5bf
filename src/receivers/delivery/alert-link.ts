// Where an alert can be looked at.
import type { Alert } from '../../domain/alert.ts';
import { walletPath } from '../../domain/wallet.ts';

/** The address of an alert's wallet or of the page of alerts; empty without a page. */
export function alertLink(alert: Alert, externalUrl: string): string {
  if (externalUrl === '') return '';
  return `${externalUrl}${alert.currency === '' ? '/alerts' : walletPath(alert)}`;
}

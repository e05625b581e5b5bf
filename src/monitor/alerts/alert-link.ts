// Finds the page with more about an alert's subject. `alert-evaluator.ts` puts the link into annotations.
import { walletPath } from '../../domain/wallet.ts';
import type { AlertInstance } from './alert-instance.ts';

/** The page about an alert's subject; `null` when no external URL is configured. */
export function linkOf({ subject }: AlertInstance, externalUrl: string | undefined): string | null {
  if (!externalUrl) return null;
  if (subject.currency === '') return `${externalUrl}/alerts`;
  if (subject.walletType === '') return `${externalUrl}/options`;
  return `${externalUrl}${walletPath(subject)}`;
}

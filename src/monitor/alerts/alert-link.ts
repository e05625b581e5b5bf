// Where the pages tell more of what an alert is about. `alert-evaluator.ts` puts it into annotations.
import { walletPath } from '../../domain/wallet.ts';
import type { AlertInstance } from './alert-instance.ts';

/** The page about what an alert is about; `null` when nobody knows where our pages are. */
export function linkOf({ subject }: AlertInstance, externalUrl: string | undefined): string | null {
  if (!externalUrl) return null;
  if (subject.currency === '') return `${externalUrl}/alerts`;
  if (subject.walletType === '') return `${externalUrl}/options`;
  return `${externalUrl}${walletPath(subject)}`;
}

// What the alerts of generated rules say of themselves, beside what the configuration has them say.
import { chapterOf, type Rule } from '../../conditions/rule.ts';
import { readable } from '../../domain/annotate.ts';
import { formatDuration } from '../../domain/duration.ts';

/** The condition in words, and the chapter of the runbook about conditions of its kind. */
export function ruleAnnotations(
  rule: Rule,
  {
    threshold,
    forMs,
    externalUrl,
  }: { readonly threshold: string | null; readonly forMs: number; readonly externalUrl: string },
): { readonly description: string; readonly runbook_url: string } {
  const { kind } = rule.condition;
  const met = `${kind}${threshold === null ? '' : ` ${readable(threshold)}`}`;
  const lasting = forMs > 0 ? `, for ${formatDuration(forMs)}` : '';
  const place = 'wallets' in rule ? walletPage(externalUrl) : `${externalUrl}/options`;
  return {
    description: `The rule's condition is met: ${met}${lasting}. While its value isn't known, the alert is held. See ${place}`,
    runbook_url: `${externalUrl}/runbook#${chapterOf(rule)}`,
  };
}

/** The page of the wallet that an alert is about. */
export function walletPage(externalUrl: string): string {
  return `${externalUrl}/wallets/{{ $labels.account }}/{{ $labels.currency }}/{{ $labels.wallet_type }}`;
}

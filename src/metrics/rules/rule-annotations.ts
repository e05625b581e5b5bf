// Writes the annotations of generated rules, beside those of the configuration. Used by `rules.ts`.
import { DEADLINE, NEEDED } from '../../conditions/promql.ts';
import { chapterOf, type Rule } from '../../conditions/rule.ts';
import { type PlanAnnotation, readableValue } from '../../domain/annotate.ts';
import { formatDuration } from '../../domain/duration.ts';

/** The condition in words, and the chapter of the runbook about this kind of condition. */
export function ruleAnnotations(
  rule: Rule,
  {
    threshold,
    forMs,
    externalUrl,
  }: { readonly threshold: string | null; readonly forMs: number; readonly externalUrl: string },
): { readonly description: string; readonly runbook_url: string } {
  const { kind } = rule.condition;
  const met = `${kind}${threshold === null ? '' : ` ${readableValue(threshold)}`}`;
  const lasting = forMs > 0 ? `, for ${formatDuration(forMs)}` : '';
  const place = 'wallets' in rule ? walletPage(externalUrl) : `${externalUrl}/options`;
  return {
    description: `The rule's condition is met: ${met}${lasting}. While its value isn't known, the alert is held. See ${place}`,
    runbook_url: `${externalUrl}/runbook#${chapterOf(rule)}`,
  };
}

/** The terms of a wallet's plan that Prometheus can tell: its sum and its time, in UTC. */
export function planTerms(): Readonly<Record<keyof PlanAnnotation, string>> {
  const needed = asked(NEEDED, '{{ printf "%.2f" (. | first | value) }}');
  const by = asked(DEADLINE, '{{ . | first | value | humanizeTimestamp }}');
  return {
    needed: `${needed}{{ else }}unknown{{ end }}`,
    by: `${by}{{ else }}unknown{{ end }}`,
    ...{ source: 'unknown', shortfall: 'unknown', until: 'unknown' },
    plan: `${asked(NEEDED, 'send {{ printf "%.2f" (. | first | value) }} {{ $labels.currency }}')}{{ else }}no plan{{ end }}${asked(DEADLINE, ' by {{ . | first | value | humanizeTimestamp }}')}{{ end }}`,
  };
}

/** The beginning of a template that shows a recorded series of the alert's wallet, if it has one. */
function asked(series: string, shown: string): string {
  const selector = `${series}{account=%q,currency=%q,wallet_type=%q}`;
  return `{{ with printf ${JSON.stringify(selector)} $labels.account $labels.currency $labels.wallet_type | query }}${shown}`;
}

/** The page of the wallet that an alert is about. */
export function walletPage(externalUrl: string): string {
  return `${externalUrl}/wallets/{{ $labels.account }}/{{ $labels.currency }}/{{ $labels.wallet_type }}`;
}

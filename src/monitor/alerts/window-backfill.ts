// Lists the past values that rules with `within` (`drops_by`, `rises_by`) need when a process begins; the app reads them.
import type { Rule } from '../../conditions/rule.ts';
import { kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Lookback } from './ports.ts';

/** The lookbacks: one for each extreme and field that rules look back on, as far as the rule that looks back longest. */
export function windowBackfills(rules: readonly Rule[], now: Instant): readonly Lookback[] {
  const longest = new Map<string, Lookback>();
  for (const rule of rules) {
    if (!('wallets' in rule)) continue;
    const evidence = kindOfWalletCondition(rule.condition).evidence(rule.condition);
    if (evidence.kind !== 'window') continue;
    const { extreme, field, withinMs } = evidence;
    const key = `${extreme} ${field}`;
    const since = Math.min(now - withinMs, longest.get(key)?.since ?? now);
    longest.set(key, { extreme, field, since });
  }
  return [...longest.values()];
}

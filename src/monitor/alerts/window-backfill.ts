// What rules that look back (`drops_by`, `rises_by`) need of the past when a process begins; the app reads it.
import type { Rule } from '../../conditions/rule.ts';
import { kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import type { Lookback, PastValue } from './ports.ts';

/** One for each extreme and field that a rule looks back on, as far as the longest of them. */
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

/** The past values among observations. */
export function pastValues(observations: readonly Observation[], { field, since }: Lookback): PastValue[] {
  return observations
    .filter(({ slot }) => slot >= since)
    .flatMap(({ account, slot, wallets }) =>
      wallets.flatMap(({ currency, walletType, [field]: amount }) =>
        amount === null ? [] : [{ account, currency, walletType, slot, amount }],
      ),
    );
}

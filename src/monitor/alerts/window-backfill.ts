// What rules that look back (`drops_by`, `rises_by`) need of the past when a process begins.
import type { Instant, Observation } from '../../domain/observation.ts';
import type { Rule } from '../../domain/rule.ts';
import type { Lookback, PastValue } from './ports.ts';

/** One for each direction and field that a rule looks back on, as far as the longest of them. */
export function windowBackfills(rules: readonly Rule[], now: Instant): readonly Lookback[] {
  const longest = new Map<string, Lookback>();
  for (const { condition } of rules) {
    if (condition.kind !== 'drops_by' && condition.kind !== 'rises_by') continue;
    const { kind, field, withinMs } = condition;
    const since = Math.min(now - withinMs, longest.get(`${kind} ${field}`)?.since ?? now);
    longest.set(`${kind} ${field}`, { kind, field, since });
  }
  return [...longest.values()];
}

/** What observations tell of it. */
export function pastValues(observations: readonly Observation[], { field, since }: Lookback): PastValue[] {
  return observations
    .filter(({ slot }) => slot >= since)
    .flatMap(({ account, slot, wallets }) =>
      wallets.flatMap(({ currency, walletType, [field]: amount }) =>
        amount === null ? [] : [{ account, currency, walletType, slot, amount }],
      ),
    );
}

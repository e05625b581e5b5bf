import type { OptionCondition, Rule, WalletCondition } from '../domain/rule.ts';
import type { FileConfig } from './schema.ts';

type FileRule = FileConfig['alerts']['rules'][number];

/** A rule of the file, which has passed every check, in the terms of the domain. */
export function ruleOf(rule: FileRule): Rule {
  const base = {
    name: rule.name,
    severity: rule.severity,
    forMs: rule.for,
    keepFiringForMs: rule.keep_firing_for,
    labels: rule.labels,
    annotations: rule.annotations,
  };
  const { account = '*', currency = '*' } = rule.options ?? rule.wallets ?? {};
  if (rule.options) {
    const { transaction_type, provider_code } = rule.options;
    const options = { account, currency, transactionType: transaction_type, providerCode: provider_code };
    return { ...base, options, condition: optionCondition(rule) };
  }
  const walletType = rule.wallets?.wallet_type ?? '*';
  return { ...base, wallets: { account, currency, walletType }, condition: walletCondition(rule) };
}

function walletCondition(rule: FileRule): WalletCondition {
  const field = rule.field ?? 'available';
  if (rule.below !== null) {
    return { kind: 'below', field, threshold: rule.below, clear: rule.clear_above ?? rule.below };
  }
  if (rule.above !== null) {
    return { kind: 'above', field, threshold: rule.above, clear: rule.clear_below ?? rule.above };
  }
  for (const kind of ['drops_by', 'rises_by'] as const) {
    const change = rule[kind];
    if (change && rule.within !== null) return { kind, field, ...change, withinMs: rule.within };
  }
  if (rule.runway_below !== null) return { kind: 'runway_below', lead: rule.runway_below };
  if (rule.unknown_for !== null) return { kind: 'unknown_for', ms: rule.unknown_for };
  if (rule.difference_above !== null) return { kind: 'difference_above', threshold: rule.difference_above };
  return { kind: 'missing' };
}

function optionCondition(rule: FileRule): OptionCondition {
  if (rule.inactive_for !== null) return { kind: 'inactive_for', ms: rule.inactive_for };
  if (rule.vanished) return { kind: 'vanished' };
  return { kind: rule.limit_changed ? 'limit_changed' : 'wallet_below_min' };
}

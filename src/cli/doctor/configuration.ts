// Checks for settings that are allowed but not advisable.
import { counted } from '../../domain/counted.ts';
import { check, type Judgement, ok, warn } from './check.ts';

export interface ConfigurationFacts {
  readonly warnings: readonly string[];
  readonly accounts: number;
  readonly rules: number;
  readonly receivers: number;
  readonly builtin: boolean;
}

export const configuration = check(
  'configuration',
  ({ config: { accounts, alerts }, warnings }): ConfigurationFacts => ({
    ...{ warnings, accounts: accounts.length, builtin: alerts.builtin },
    ...{ rules: alerts.rules.length, receivers: alerts.receivers.length },
  }),
  judgeConfiguration,
);

export function judgeConfiguration(facts: ConfigurationFacts): readonly Judgement[] {
  const { warnings, accounts, rules, receivers, builtin } = facts;
  const found = warnings.map((warning) => warn(warning, 'change the configuration, or live with it'));
  if (receivers === 0) {
    const advice = 'name an Alertmanager, a webhook or another receiver under "alerts"';
    found.push(warn('nobody is told of alerts: only the page shows them', advice));
  }
  if (rules === 0) {
    found.push(warn('no rule watches a balance', 'add one to alerts.rules; "floatwatch simulate" tries it'));
  }
  if (!builtin) {
    const advice = 'set alerts.builtin: true, unless Prometheus rules do the same';
    found.push(warn('nothing is told when balances are not seen: alerts.builtin is false', advice));
  }
  return found.length > 0
    ? found
    : [ok(`${counted(accounts, 'account')}, ${counted(rules, 'rule')}, ${counted(receivers, 'receiver')}`)];
}

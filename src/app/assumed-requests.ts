// `top_up.assume_requested`: when an alert on a runway fires, what its plan says is taken to have been asked for.
import type { Rule } from '../conditions/rule.ts';
import { type Amount, compareAmounts } from '../domain/money.ts';
import type { AlertChange } from '../monitor/alerts/alert-instance.ts';
import type { Planner } from '../monitor/forecast/planner.ts';
import type { NewTopUpRequest } from '../monitor/storage/ports.ts';
import type { Configured } from './configured.ts';
import type { Logger } from './logger.ts';

export interface AssumedRequestsOptions {
  readonly configured: () => Configured;
  readonly planner: Pick<Planner, 'of'>;
  readonly storage: { addRequest(request: NewTopUpRequest): Promise<void> };
  readonly log: Logger;
}

const NOTHING = '0' as Amount;

/** To be shown every change of an alert. Replicas that see the same alert fire write the same request, which is kept once. */
export function createAssumedRequests({
  configured,
  planner,
  storage,
  log,
}: AssumedRequestsOptions): (change: AlertChange) => void {
  return ({ alert, transition }) => {
    const { config, accounts } = configured();
    if (transition !== 'fired' || alert.walletType === '') return;
    if (!accounts.get(alert.account)?.config.top_up.assume_requested) return;
    if (!config.alerts.rules.some((rule) => rule.name === alert.rule && isAboutRunway(rule))) return;
    const { account, currency, walletType, firingAt } = alert;
    const topUp = planner.of({ account, currency, walletType })?.topUp;
    if (!topUp || 'unplanned' in topUp || compareAmounts(topUp.needed, NOTHING) <= 0) return;
    const wallet = `${account}/${currency}/${walletType}`;
    const amount = topUp.needed;
    storage
      .addRequest({ account, currency, walletType, amount, by: `alert ${alert.rule}`, at: firingAt })
      .then(
        () => log.info({ wallet, amount }, 'the plan is taken to be followed: its sum counts as requested'),
        (error: Error) =>
          log.warn({ wallet, amount, reason: error.message }, 'an assumed request could not be kept'),
      );
  };
}

function isAboutRunway(rule: Rule): boolean {
  return 'wallets' in rule && rule.condition.kind === 'runway_below';
}

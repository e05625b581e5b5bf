// Implements `top_up.assume_requested`: when a runway alert fires, the top-up of the wallet's plan counts as requested.
import type { Rule } from '../../conditions/rule.ts';
import { countsUntil } from '../../domain/forecast/requested.ts';
import { compareAmounts, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { walletName } from '../../domain/wallet.ts';
import type { AlertChange } from '../../monitor/alerts/alert-instance.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Planner } from '../../monitor/forecast/planner.ts';
import { approvalOf } from '../../monitor/forecast/plans.ts';
import type { NewTopUpRequest } from '../../monitor/storage/ports.ts';
import type { Configured } from '../configured.ts';
import type { Logger } from '../log/logger.ts';

export interface AssumedRequestsOptions {
  readonly clock: Clock;
  readonly configured: () => Configured;
  readonly planner: Pick<Planner, 'of'>;
  readonly storage: { addRequest(request: NewTopUpRequest): Promise<void> };
  readonly log: Logger;
}

export interface AssumedRequests {
  /** Takes every change of an alert. Replicas that see the same alert fire write the same request, and it is kept once. */
  changed(change: AlertChange): void;
  /**
   * Call it every second. Every half minute it writes again the requests that Postgres could not take, while they would
   * still count.
   */
  tryAgain(): void;
}

const AGAIN_MS = 30_000;
const MAX_UNKEPT = 1_000;

interface Unkept {
  readonly request: NewTopUpRequest;
  /** From this instant on the request no longer counts. */
  readonly until: Instant;
}

export function createAssumedRequests(options: AssumedRequestsOptions): AssumedRequests {
  const { clock, configured, planner, storage, log } = options;
  const unkept = new Set<Unkept>(); // in the order of the last attempts
  let isTrying = false;
  let notBefore = 0;

  return {
    changed({ alert, transition }) {
      const { config, accounts } = configured();
      if (transition !== 'fired' || alert.walletType === '' || alert.firingAt === null) return;
      const settings = accounts.get(alert.account);
      if (!settings?.config.top_up.assume_requested) return;
      if (!config.alerts.rules.some((rule) => rule.name === alert.rule && isAboutRunway(rule))) return;
      const { account, currency, walletType, firingAt: at } = alert;
      const topUp = planner.of({ account, currency, walletType })?.topUp;
      if (!topUp || 'unplanned' in topUp || compareAmounts(topUp.needed, ZERO) <= 0) return;
      const request = { account, currency, walletType, amount: topUp.needed, by: `alert ${alert.rule}`, at };
      const until = countsUntil(at, { leadMs: settings.topUpLeadMs, approval: approvalOf(settings.topUp) });
      void keep({ request, until }).catch(({ message }: Error) => {
        const news = 'an assumed request could not be kept: it is tried again';
        log.warn({ ...factsOf(request), reason: message }, news);
      });
    },

    tryAgain() {
      if (isTrying || unkept.size === 0 || clock.monotonic() < notBefore) return;
      isTrying = true;
      void keepAll().finally(() => {
        isTrying = false;
        notBefore = clock.monotonic() + AGAIN_MS;
      });
    },
  };

  async function keep(one: Unkept): Promise<void> {
    unkept.delete(one);
    try {
      await storage.addRequest(one.request);
    } catch (error) {
      if (unkept.size < MAX_UNKEPT) unkept.add(one);
      throw error;
    }
    log.info(factsOf(one.request), 'the plan is taken to be followed: its sum counts as requested');
  }

  /** Writes the waiting requests again. Never rejects. The first failure ends it, because Postgres is still away. */
  async function keepAll(): Promise<void> {
    for (const one of [...unkept]) {
      if (clock.now() >= one.until) unkept.delete(one);
      else if (
        !(await keep(one).then(
          () => true,
          () => false,
        ))
      )
        return;
    }
  }
}

function factsOf(request: NewTopUpRequest) {
  return { wallet: walletName(request), amount: request.amount };
}

function isAboutRunway(rule: Rule): boolean {
  return 'wallets' in rule && rule.condition.kind === 'runway_below';
}

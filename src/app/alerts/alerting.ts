// Connects the alert evaluator to the program: each change that it returns is saved, logged, and sent to the receivers.
import { chapterOf, type Rule } from '../../conditions/rule.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { type Polled, succeeded } from '../../domain/observation.ts';
import type { AlertEvaluator, AlertEvaluatorOptions } from '../../monitor/alerts/alert-evaluator.ts';
import type { AlertChange } from '../../monitor/alerts/alert-instance.ts';
import type { SelfReport } from '../../monitor/alerts/builtin.ts';
import type { SavedAlert } from '../../monitor/alerts/ports.ts';
import type { Clock } from '../../monitor/clock.ts';
import { planAnnotation, SOURCE_PLAN } from '../../monitor/forecast/plan-words.ts';
import type { Planner } from '../../monitor/forecast/planner.ts';
import { isSource } from '../../monitor/forecast/plans.ts';
import type { RunwayAt } from '../../monitor/forecast/runways.ts';
import type { Configured } from '../configured.ts';
import type { LogEvents } from '../log/log-events.ts';
import type { Logger } from '../log/logger.ts';
import type { Storage } from '../storage/storage.ts';
import { storageReports } from '../storage/storage-reports.ts';
import { createAssumedRequests } from './assumed-requests.ts';
import type { Receivers } from './receivers.ts';

type Moving = 'observe' | 'observeOptions' | 'resume' | 'forget' | 'reload';

/** The alert evaluator, whose methods announce their changes instead of returning them. No method waits. */
export interface Alerting
  extends Announced<Pick<AlertEvaluator, Moving>>,
    Pick<AlertEvaluator, 'ignoredWallets'> {
  /** Call it every second while states wait to be saved, otherwise every few seconds. */
  tick(): void;
  /**
   * Goes on with alerts whose process is gone, from the next good poll of their account, which judges them before anybody is
   * told of them: their wallet may have been well here all the time. Each call replaces what the last one left.
   */
  takeOver(left: readonly SavedAlert[]): void;
  /**
   * Tells the receivers how every alert stands now: a new receiver has heard nothing, and others may have missed something
   * while this process was away.
   */
  tellAll(): void;
}

/** The same methods, which announce the changes instead of returning them. */
type Announced<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => readonly AlertChange[]
    ? (...args: Args) => void
    : never;
};

const REPORT_MS = 14_500; // the conditions that the program reports about itself last for minutes

export interface AlertingOptions {
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'alertMemory' | 'addRequest'> & Parameters<typeof storageReports>[0];
  readonly evaluator: AlertEvaluator;
  /** The receivers in force. */
  readonly receivers: () => Receivers;
  readonly logEvents: LogEvents;
  readonly log: Logger;
  readonly configured: () => Configured;
  readonly planner: Pick<Planner, 'of'>;
}

export function createAlerting(options: AlertingOptions): Alerting {
  const { storage, evaluator, receivers, logEvents } = options;
  const { alertMemory } = storage;
  const assumed = createAssumedRequests(options);
  let reportedAt = Number.NEGATIVE_INFINITY;
  /** Alerts whose process is gone. */
  let left: readonly SavedAlert[] = [];

  return {
    observe: judging(evaluator.observe, (alert) => !isAboutOption(alert)),
    observeOptions: judging(evaluator.observeOptions, isAboutOption),
    resume: announcing(evaluator.resume),
    forget: announcing(evaluator.forget),
    reload: announcing(evaluator.reload),
    ignoredWallets: evaluator.ignoredWallets,
    tick() {
      announce(evaluator.tick(dueReports()));
      void alertMemory.flush();
      assumed.tryAgain();
    },
    takeOver(alerts) {
      left = alerts;
    },
    tellAll: () => receivers().tell(evaluator.told()),
  };

  /** Announces what a poll changes, also of the alerts that are left of its account and that such a poll judges. */
  function judging<Poll extends Polled>(
    observe: (poll: Poll) => readonly AlertChange[],
    isJudged: (alert: SavedAlert) => boolean,
  ): (poll: Poll) => void {
    return (poll) => {
      const taken = succeeded(poll.outcome)
        ? left.filter((alert) => alert.account === poll.account && isJudged(alert))
        : [];
      if (taken.length === 0) return announce(observe(poll));
      left = left.filter((alert) => !taken.includes(alert));
      announce([...evaluator.resume(taken, []), ...observe(poll)]);
      const names = new Set(taken.map(({ fingerprint }) => fingerprint));
      // Whoever is gone may not have told all receivers that they fire.
      receivers().tell(
        evaluator.told().filter(({ phase, fingerprint }) => phase === 'firing' && names.has(fingerprint)),
      );
    };
  }

  function dueReports(): readonly SelfReport[] | undefined {
    const now = options.clock.monotonic();
    if (now - reportedAt < REPORT_MS) return undefined;
    reportedAt = now;
    return [...storageReports(storage), ...receivers().reports()];
  }

  function announcing<Args extends unknown[]>(method: (...args: Args) => readonly AlertChange[]) {
    return (...args: Args) => announce(method(...args));
  }

  function announce(changes: readonly AlertChange[]): void {
    alertMemory.remember(evaluator.unsaved());
    for (const change of changes) {
      logEvents.changed(change);
      assumed.changed(change);
    }
    if (changes.length > 0) receivers().tell(changes.map(({ alert }) => alert));
  }
}

/** Whether polls of payment options judge the alert. */
function isAboutOption({ labels }: SavedAlert): boolean {
  return labels['transaction_type'] !== undefined;
}

/** The settings of a configuration that the alert evaluator needs. */
export function alertSettings(
  { config, accounts }: Configured,
  {
    runway,
    hostname,
    planner,
  }: {
    readonly runway: RunwayAt;
    readonly hostname: string;
    readonly planner: Pick<Planner, 'of'>;
  },
): AlertEvaluatorOptions {
  const { alerts, web } = config;
  const { external_url: externalUrl } = web;
  const runbookUrl = `${externalUrl}/runbook`;
  return {
    accounts: [...accounts.values()],
    runway,
    plan(wallet) {
      const row = planner.of(wallet);
      if (row) return planAnnotation(row);
      const topUp = accounts.get(wallet.account)?.topUp;
      return topUp && isSource(wallet, topUp) ? SOURCE_PLAN : undefined;
    },
    rules: alerts.rules.map((rule) => withRunbook(rule, runbookUrl)),
    builtin: alerts.builtin,
    watchdog: alerts.watchdog,
    replica: replicaName({ web }, hostname),
    externalUrl,
    runbookUrl,
  };
}

/**
 * The name of this replica, built as Prometheus names a target: the same after a restart, and different for each process on
 * a machine.
 */
export function replicaName({ web }: Pick<Config, 'web'>, hostname: string): string {
  return `${hostname}:${web.listen[0]?.port ?? ''}`;
}

/** Adds a link to the rule's chapter of the runbook to its annotations, unless the rule has a link of its own. */
function withRunbook(rule: Rule, runbookUrl: string): Rule {
  return { ...rule, annotations: { runbook_url: `${runbookUrl}#${chapterOf(rule)}`, ...rule.annotations } };
}

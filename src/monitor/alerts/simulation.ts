// Replays past observations through alert rules: the monitor's own evaluator, with a clock that shows the time of the slot.
// `floatwatch simulate` uses it.
import type { Rule, WalletRule } from '../../conditions/rule.ts';
import { rulesByAccount } from '../../conditions/rules-by-account.ts';
import type { WalletSelector } from '../../conditions/selector.ts';
import type { WalletConditionKind } from '../../conditions/wallet/condition.ts';
import { kindOfWalletCondition, type WalletCondition } from '../../conditions/wallet/conditions.ts';
import { counted } from '../../domain/counted.ts';
import { formatDuration, WEEK_MS } from '../../domain/duration.ts';
import type { Calendar } from '../../domain/forecast/calendar.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { createReplayedRunways } from '../forecast/replayed-runways.ts';
import { createSchedule, type Schedule } from '../polling/schedule.ts';
import { type AlertEvaluator, createAlertEvaluator } from './alert-evaluator.ts';
import type { AlertDefinition, AlertInstance } from './alert-instance.ts';
import { windowBackfills } from './window-backfill.ts';

/** An episode that would have happened. */
export interface SimulatedEpisode {
  readonly rule: string;
  readonly severity: string;
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  readonly pendingAt: Instant;
  readonly firingAt: Instant;
  /** `null`: it still fired at the end. */
  readonly resolvedAt: Instant | null;
  /** From firing to resolved; to the end of the history if it still fired. */
  readonly lastedMs: number;
  /** The exact values: when it fired, and the worst one. */
  readonly value: string | null;
  readonly worst: string | null;
  readonly threshold: string | null;
}

export interface RuleSummary {
  readonly rule: string;
  readonly severity: string;
  /** The wallets of the rule; rules may share a name. */
  readonly wallets: WalletSelector;
  readonly episodes: number;
  /** How many episodes a week there would have been. */
  readonly perWeek: number;
  readonly firingMs: number;
  readonly longestMs: number;
}

export interface Simulation {
  /** How many alerts (rule and wallet) there were to evaluate. */
  readonly watched: number;
  readonly observations: number;
  /** The accounts of these alerts. */
  readonly accounts: readonly string[];
  readonly episodes: readonly SimulatedEpisode[];
  /** One for each rule, also for rules that never fired, in the order of the configuration. */
  readonly rules: readonly RuleSummary[];
  /** First and last slot; `null` for an empty history. */
  readonly since: Instant | null;
  readonly until: Instant | null;
}

export interface Simulator {
  /** Evaluates one observation. Slots of an account must come in order; older ones are ignored. */
  take(observation: Observation): void;
  finish(): Simulation;
}

export interface SimulatedAccount {
  /** What `top_up_lead_time` stands for. */
  readonly topUpLeadMs: number;
  readonly confidence: number;
  /** When the account is polled, and its time zone. */
  readonly schedule: Schedule;
  /** What is known of its days in advance; absent: nothing. */
  readonly calendar?: Calendar | undefined;
}

export interface SimulatorOptions {
  /** What the configuration says about an account; `undefined`: it lacks the account. */
  readonly accountOf?: (account: string) => SimulatedAccount | undefined;
  /** Observations before this instant are not evaluated: runways only learn from them. @default the beginning */
  readonly from?: Instant;
}

/** Makes a simulator of these rules. It learns the accounts from the observations. */
export function createSimulator(rules: readonly Rule[], options: SimulatorOptions = {}): Simulator {
  const walletRules = rules.filter((rule) => 'wallets' in rule);
  const kinds = new Map<AlertDefinition, WalletConditionKind<WalletCondition>>(
    walletRules.map((rule) => [rule, kindOfWalletCondition(rule.condition)]),
  );
  const needs = new Set(
    walletRules.map(({ condition }) => kindOfWalletCondition(condition).evidence(condition).kind),
  );
  const runways = needs.has('runway')
    ? createReplayedRunways((account) => options.accountOf?.(account) ?? { schedule: EVERY_MINUTE })
    : null;
  const silence = needs.has('silence');
  const rulesOf = rulesByAccount(walletRules);
  const evaluators = new Map<string, AlertEvaluator>(); // one per account
  const open = new Map<AlertInstance, { readonly episode: SimulatedEpisode; worst: string | null }>();
  const past: OwnedEpisode[] = [];
  let now = 0;
  let since: Instant | null = null;
  let observations = 0;

  return {
    take(observation) {
      runways?.observe(observation);
      if (observation.slot < (options.from ?? 0)) return;
      since = Math.min(since ?? observation.slot, observation.slot);
      now = Math.max(now, observation.slot);
      observations++;
      const evaluator = evaluatorOf(observation.account);
      const silent = silence && evaluator.tick().length > 0;
      if (evaluator.observe(observation).length > 0 || silent) close();
    },

    finish() {
      if (silence) for (const evaluator of evaluators.values()) evaluator.tick();
      close();
      const lasting = [...open].map(([{ definition }, { episode, worst }]) => ({
        definition,
        episode: ended(episode, worst, null),
      }));
      const all = [...past, ...lasting].sort((a, b) => a.episode.firingAt - b.episode.firingAt);
      const byRule = Map.groupBy(all, ({ definition }) => definition);
      const span = since === null ? 0 : now - since;
      const watched = [...evaluators].map(([account, evaluator]) => ({
        account,
        alerts: evaluator.alerts().length,
      }));
      return {
        since,
        until: since === null ? null : now,
        observations,
        watched: watched.reduce((sum, { alerts }) => sum + alerts, 0),
        accounts: watched.flatMap(({ account, alerts }) => (alerts > 0 ? account : [])),
        episodes: all.map(({ episode }) => episode),
        rules: walletRules.map((rule) => summary(rule, byRule.get(rule) ?? [], span)),
      };
    },
  };

  function evaluatorOf(account: string): AlertEvaluator {
    const known = evaluators.get(account);
    if (known) return known;
    const own = rulesOf(account);
    const config = { name: account, schedule: EVERY_MINUTE, staleAfter: 1, expect: [] };
    const evaluator = createAlertEvaluator(
      {
        rules: own,
        accounts: [{ ...options.accountOf?.(account), ...config }],
        builtin: false,
        onFiring,
        ...(runways && { runway: runways.of }),
      },
      { now: () => now, monotonic: () => now },
    );
    // No values before the first observation are missing: there are none.
    for (const lookback of windowBackfills(own, 0)) evaluator.lookBack(lookback, []);
    evaluators.set(account, evaluator);
    return evaluator;
  }

  function onFiring(alert: AlertInstance): void {
    const known = open.get(alert);
    if (!known) open.set(alert, { episode: begun(alert), worst: alert.value });
    else if (isWorse(alert, known.worst)) known.worst = alert.value;
  }

  function isWorse({ definition, value }: AlertInstance, than: string | null): boolean {
    if (value === null) return false;
    return than === null || kinds.get(definition)!.isWorse(value, than);
  }

  function close(): void {
    for (const [alert, { episode, worst }] of open) {
      if (alert.state.phase === 'firing') continue;
      const { definition, state } = alert;
      past.push({ definition, episode: ended(episode, worst, state.resolvedAt) });
      open.delete(alert);
    }
  }

  function ended(
    episode: SimulatedEpisode,
    worst: string | null,
    resolvedAt: Instant | null,
  ): SimulatedEpisode {
    return { ...episode, worst, resolvedAt, lastedMs: (resolvedAt ?? now) - episode.firingAt };
  }
}

/** Stands for any schedule, because the history says when slots were due. */
const EVERY_MINUTE = createSchedule('* * * * *', 'UTC');

function begun({ definition, subject, state }: AlertInstance): SimulatedEpisode {
  const { account, currency, walletType } = subject;
  return {
    rule: definition.name,
    severity: definition.severity,
    account,
    currency,
    walletType,
    pendingAt: state.pendingAt ?? state.firingAt ?? 0,
    firingAt: state.firingAt ?? 0,
    resolvedAt: null,
    lastedMs: 0,
    value: state.value,
    worst: state.value,
    threshold: state.threshold,
  };
}

/** An episode and the rule that made its alert, because rules may share a name and a wallet. */
interface OwnedEpisode {
  readonly definition: AlertDefinition;
  readonly episode: SimulatedEpisode;
}

/** `own`: the episodes of the rule. */
function summary(rule: WalletRule, own: readonly OwnedEpisode[], span: number): RuleSummary {
  const its = own.map(({ episode }) => episode);
  const { name, severity, wallets } = rule;
  return {
    rule: name,
    severity,
    wallets,
    episodes: its.length,
    perWeek: (its.length * WEEK_MS) / Math.max(span, WEEK_MS),
    firingMs: its.reduce((sum, { lastedMs }) => sum + lastedMs, 0),
    longestMs: its.reduce((most, { lastedMs }) => Math.max(most, lastedMs), 0),
  };
}

/** Compares two simulations of a rule in one sentence, to show what a change would have meant. `name` is its name. */
export function comparison(before: RuleSummary, after: RuleSummary, name = before.rule): string {
  const per = (summary: RuleSummary) => `${summary.perWeek.toFixed(1)} a week`;
  const firing = (summary: RuleSummary) => formatDuration(summary.firingMs);
  return `${name}: ${before.episodes} → ${counted(after.episodes, 'episode')} (${per(before)} → ${per(after)}), firing ${firing(before)} → ${firing(after)}`;
}

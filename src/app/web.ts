// Serves the page, the metrics and the API, and hands them all that they show.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/resolve/resolve.ts';
import { walletKey, walletName } from '../domain/wallet.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AlertEvaluator } from '../monitor/alerts/alert-evaluator.ts';
import type { Board } from '../monitor/board/board.ts';
import type { PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import type { Planner } from '../monitor/forecast/planner.ts';
import { isSource, SOURCE_IS_NOT_PLANNED } from '../monitor/forecast/plans.ts';
import type { Operations } from '../web/http/operations.ts';
import type { WebServer } from '../web/server.ts';
import type { PageSources } from '../web/sources.ts';
import type { Receivers } from './alerts/receivers.ts';
import type { Configured } from './configured.ts';
import type { Logger } from './log/logger.ts';
import type { Polling } from './polling.ts';
import { ofOwnAccounts, otherShard, shardNotice } from './shard.ts';
import { shardsOf } from './shard-of.ts';
import type { Storage } from './storage/storage.ts';
import { packageRoot, version } from './version.ts';
import type { World } from './world.ts';

const STALLED_MS = 30_000; // without a tick for so long, the process no longer does its work

export interface WebOptions {
  readonly world: Pick<World, 'serve'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly configured: () => Configured;
  readonly storage: Storage;
  readonly board: Board;
  readonly planner: Planner;
  readonly optionBoard: PaymentOptionBoard;
  readonly evaluator: Pick<AlertEvaluator, 'told' | 'count'>;
  readonly metrics: Metrics;
  readonly polling: () => Polling;
  readonly receivers: () => Receivers;
  readonly lifecycle: Operations['lifecycle'];
  /** A line on top of every page. */
  readonly notice: (() => string) | undefined;
  /** Whether the API takes requests for top-ups. */
  readonly mayRequest?: boolean;
}

/** Listens as configured. Rejects with a sentence when an address is taken or the web.config file is wrong. */
export async function openWeb({ web }: Config, options: WebOptions): Promise<WebServer> {
  const { world, log, lifecycle } = options;
  return await world.serve({
    listen: web.listen,
    externalUrl: web.external_url,
    ...(web.config_file ? { configFile: web.config_file } : {}),
    operations: {
      ...probes(options),
      scrape: options.metrics.scrape,
      ...(lifecycle && web.enable_lifecycle ? { lifecycle } : {}),
    },
    pages: {
      ...pageSources({ ...options, mayRequest: web.enable_top_up_requests }),
      ...(web.grafana_url ? { grafanaUrl: web.grafana_url } : {}),
    },
    onError: (error) => log.error({ reason: (error as Error).message }, 'a request failed'),
  });
}

function probes({ clock, polling, storage }: WebOptions): Pick<Operations, 'healthy' | 'ready'> {
  return {
    healthy() {
      const ok = clock.monotonic() - polling().lastTick() < STALLED_MS;
      return { ok, text: ok ? 'floatwatch is healthy.' : 'The schedule has stalled.' };
    },
    /** Always, once we listen: without Postgres the spool takes the results, and Prometheus must see why. */
    ready() {
      const trouble = storage.trouble();
      return {
        ok: true,
        text: trouble ? `floatwatch is ready; spooling: ${trouble}` : 'floatwatch is ready.',
      };
    },
  };
}

function pageSources(options: WebOptions): PageSources {
  const { clock, board, planner, optionBoard, evaluator, configured, storage, receivers } = options;
  const { queries, alertLog } = storage.postgres;
  const own = ofOwnAccounts(configured, storage.postgres);
  return {
    clock,
    board: () => board,
    alerts: evaluator.told,
    alertCount: evaluator.count,
    accounts: () =>
      [...configured().accounts.values()].map(({ name, schedule, staleAfter }) => ({
        account: name,
        schedule: schedule.expression,
        timezone: schedule.timezone,
        staleAfter,
      })),
    version,
    notice: () => [options.notice?.(), shardNotice(configured())].filter(Boolean).join(' ') || null,
    shards: shardsOf(configured().config),
    otherShard: (account) => otherShard(configured(), account),
    sparklines: queries.sparklines,
    chart: queries.chart,
    history: queries.history,
    polls: queries.polls,
    statement: own.queries.statement,
    at: own.queries.at,
    gaps: queries.gaps,
    rises: queries.rises,
    options: () => optionBoard,
    optionChanges: ({ account, ...question }, signal) => {
      const accounts = optionBoard.accounts.filter((name) => account === undefined || name === account);
      return queries.optionChanges({ ...question, accounts }, signal);
    },
    episodes: own.alertLog.episodes,
    episode: alertLog.episode,
    deliveries: (episode, signal) => alertLog.deliveries({ episode, receivers: receivers().queues }, signal),
    receivers: () => receivers().states(),
    silences: () => receivers().silences(),
    rules: () => configured().config.alerts.rules,
    externalUrl: configured().config.web.external_url,
    fan: storage.runways.fan,
    runway: storage.runways.confidences,
    plan: planner.all,
    planOf: planner.of,
    ...(options.mayRequest && { requestTopUp: requestTopUp(options) }),
    ...runbook(),
  };
}

/** Stores a top-up that was requested by the API, of a known wallet that has a plan. */
function requestTopUp({
  board,
  storage,
  log,
  configured,
}: WebOptions): NonNullable<PageSources['requestTopUp']> {
  return async (wallet, { amount, by }) => {
    const other = otherShard(configured(), wallet.account);
    if (other !== undefined) return other;
    const known = board.account(wallet.account)?.wallets ?? [];
    const name = walletName(wallet);
    if (!known.some((one) => walletKey(one) === walletKey(wallet))) return `there is no wallet ${name}`;
    const topUp = configured().accounts.get(wallet.account)?.topUp;
    if (topUp && isSource(wallet, topUp)) return `${name}: ${SOURCE_IS_NOT_PLANNED}`;
    try {
      await storage.addRequest({ ...wallet, amount, by, at: null });
    } catch (error) {
      const facts = { wallet: name, amount, by, reason: (error as Error).message };
      log.error(facts, 'a requested top-up could not be kept');
      throw error;
    }
    return undefined;
  };
}

/** The runbook that came with us. A package may have left it out: then there is no such page. */
function runbook(): { readonly runbook?: string } {
  const path = join(packageRoot, 'docs/runbook.md');
  return existsSync(path) ? { runbook: readFileSync(path, 'utf8') } : {};
}

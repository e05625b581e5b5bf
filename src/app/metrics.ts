// Collects what `/metrics` shows from the parts of the program.
import type { Config } from '../config/resolve/resolve.ts';
import type { Instant } from '../domain/observation.ts';
import type { Derived } from '../metrics/account.ts';
import type { Instruments } from '../metrics/instruments.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { PushState } from '../metrics/otlp/push.ts';
import type { DroppedWallets } from '../metrics/self-gauges.ts';
import type { AlertEvaluator } from '../monitor/alerts/alert-evaluator.ts';
import type { Board } from '../monitor/board/board.ts';
import type { PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import type { Planner } from '../monitor/forecast/planner.ts';
import type { Receivers } from './alerts/receivers.ts';
import type { Configured } from './configured.ts';
import type { Logger } from './log/logger.ts';
import type { Shards } from './shard-of.ts';
import type { Storage } from './storage/storage.ts';
import { revision, version } from './version.ts';

export interface ExposedParts {
  readonly clock: Clock;
  readonly configured: () => Configured;
  readonly log: Logger;
  readonly instruments: Instruments;
  readonly storage: Storage;
  readonly board: Board;
  readonly planner: Planner;
  readonly optionBoard: PaymentOptionBoard;
  readonly evaluator: Pick<AlertEvaluator, 'alerts' | 'told'>;
  readonly receivers: () => Receivers;
  /** See `AlertEvaluator.ignoredWallets`. */
  readonly ignoredWallets: (account: string) => number;
  readonly shards: Shards;
  /** `web.external_url`. */
  readonly externalUrl: string;
  /** Whether the last reload succeeded, and when one last did. */
  readonly reloads: () => { readonly successful: boolean; readonly succeededAt: Instant };
  /** The state of the OTLP push; `null`: nothing has been pushed. */
  readonly pushes: () => PushState | null;
}

export function exposeMetrics(parts: ExposedParts): Metrics {
  const { clock, log, instruments, storage, board, planner, optionBoard } = parts;
  const { evaluator, receivers, reloads, pushes, externalUrl, shards } = parts;
  return createMetrics({
    instruments,
    board: () => board,
    optionBoard: () => optionBoard,
    clock,
    alerts: evaluator,
    derived: () => derivedOf(parts.configured().config),
    runway: storage.runways.exposed,
    forecasts: (account) => storage.runways.revision(account) + storage.requests.revision,
    topUp(wallet) {
      if (storage.runways.revision(wallet.account) === 0) return undefined; // without a forecast there is nothing to send
      const topUp = planner.of(wallet)?.topUp;
      return topUp && 'needed' in topUp ? topUp : undefined;
    },
    build: { version, revision, nodeVersion: process.versions.node },
    externalUrl,
    clockSkew: () => receivers().clockSkew(),
    storeUp: storage.up,
    spool: storage.spoolStats,
    databaseClockSkew: storage.databaseClockSkewMs,
    maintenance: () => storage.maintenanceStatus() ?? [],
    droppedWallets: () => droppedWallets(parts),
    ...(shards.total > 1 && { shards }),
    reload: reloads,
    otlp: pushes,
    onError: (family, error) =>
      log.error({ family, reason: (error as Error).message }, 'a metric could not be rendered'),
  });
}

/**
 * Which derived series are exposed. A rule on the difference needs its series too: Prometheus' own rules and panels then
 * have its exact digits.
 */
export function derivedOf({ metrics, alerts }: Pick<Config, 'metrics' | 'alerts'>): Derived {
  const isAsked = alerts.rules.some(({ condition }) => condition.kind === 'difference_above');
  return { difference: metrics.derived || isAsked, inactive: metrics.derived };
}

function* droppedWallets({ board, ignoredWallets, storage }: ExposedParts): Iterable<DroppedWallets> {
  for (const account of board.accounts) {
    const [missing, ignored] = [board.droppedWallets(account), ignoredWallets(account)];
    if (missing > 0) yield { account, reason: 'missing', count: missing };
    if (ignored > 0) yield { account, reason: 'no_alerts', count: ignored };
    const leftOut = storage.postgres.leftOutWallets(account);
    if (leftOut > 0) yield { account, reason: 'not_stored', count: leftOut };
  }
}

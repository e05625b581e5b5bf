// The page, the metrics and the API, with all that they show handed to them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/resolve.ts';
import type { Alert } from '../domain/alert.ts';
import type { Board } from '../monitor/board/board.ts';
import type { PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import { createAlertLog } from '../store/alerts/alert-log.ts';
import { createQueries } from '../store/queries/queries.ts';
import type { Operations } from '../web/http/operations.ts';
import { createWebServer, type WebServer } from '../web/server.ts';
import type { Logger } from './logger.ts';
import type { ScheduledAccount } from './sources.ts';
import type { Storage } from './storage.ts';
import { packageRoot, version } from './version.ts';

export interface Shown {
  readonly clock: Clock;
  readonly board: Board;
  readonly options: PaymentOptionBoard;
  readonly alerts: () => readonly Alert[];
  readonly accounts: () => readonly ScheduledAccount[];
  readonly keeping: Storage;
  readonly operations: Operations;
  readonly log: Logger;
}

/** Listens as configured. Rejects with a sentence when an address is taken or the web.config file is wrong. */
export async function openWeb({ web }: Config, shown: Shown): Promise<WebServer> {
  const { clock, board, options, alerts, accounts, keeping, operations, log } = shown;
  const { pool, schema } = keeping;
  const readings = createQueries({ pool, schema, clock });
  const alertLog = createAlertLog({ pool, schema });
  return await createWebServer({
    listen: web.listen,
    externalUrl: web.external_url,
    ...(web.config_file ? { configFile: web.config_file } : {}),
    operations,
    pages: {
      clock,
      board: () => board,
      alerts,
      accounts: () =>
        accounts().map(({ name, schedule }) => ({
          account: name,
          schedule: schedule.expression,
          timezone: schedule.timezone,
        })),
      version,
      sparklines: () => readings.sparklines(),
      chart: readings.chart,
      history: readings.history,
      polls: readings.polls,
      statement: readings.statement,
      options: () => options,
      optionChanges: (since) => readings.optionChanges(options.accounts, since),
      episodes: alertLog.episodes,
      runway: keeping.runways.quantiles,
      ...runbook(),
    },
    onError: (error) => log.error({ reason: (error as Error).message }, 'a request failed'),
  });
}

/** The runbook that came with us. A package may have left it out: then there is no such page. */
function runbook(): { readonly runbook?: string } {
  const path = join(packageRoot, 'docs/runbook.md');
  return existsSync(path) ? { runbook: readFileSync(path, 'utf8') } : {};
}

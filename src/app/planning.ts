// Makes the plans of the running monitor, and keeps the record of them.
import type { Board } from '../monitor/board/board.ts';
import type { Clock } from '../monitor/clock.ts';
import { createPlanRecord } from '../monitor/forecast/plan-record.ts';
import { createPlanner, type Planner } from '../monitor/forecast/planner.ts';
import { type Configured, topUpsOf } from './configured.ts';
import { alone, every } from './every.ts';
import type { Logger } from './log/logger.ts';
import type { Storage } from './storage/storage.ts';
import type { World } from './world.ts';

const NOTE_MS = 60_000;

/** The planner, and its record, which is kept until this is disposed of. */
export interface Planning extends Disposable {
  readonly planner: Planner;
}

export interface PlanningOptions {
  readonly world: Pick<World, 'after'>;
  readonly board: Board;
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'runways' | 'requests' | 'migrated'> & {
    readonly postgres: Pick<Storage['postgres'], 'planLog' | 'replica'>;
  };
  readonly configured: () => Configured;
  readonly log: Logger;
}

export function createPlanning({ world, board, clock, storage, configured, log }: PlanningOptions): Planning {
  const { runways, requests, migrated, postgres } = storage;
  const planner = createPlanner({
    ...{ board, clock, runways, requests },
    lastTopUp: (wallet) => record.lastTopUp(wallet),
    settingsOf: topUpsOf(configured),
  });
  const failed = (error: unknown) =>
    log.debug({ reason: (error as Error).message }, 'what was planned is kept in memory for now');
  const record = createPlanRecord({
    ...{ planner, board, runways, clock },
    log: postgres.planLog,
    replica: postgres.replica,
    leadOf: (account) => configured().accounts.get(account)?.topUpLeadMs ?? 0,
    onFailure: failed,
  });
  const stop = every(world.after, NOTE_MS, alone(record.note, { ready: migrated, onFailure: failed }));
  return { planner, [Symbol.dispose]: stop };
}

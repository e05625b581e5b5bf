// Checks whether roll-ups (hourly and daily figures) are up to date, and whether the settings of retention fit together.
import { formatDuration, HOUR_MS, WEEK_MS } from '../../domain/duration.ts';
import { PAST_HOURS } from '../../domain/forecast/history.ts';
import type { Instant } from '../../domain/observation.ts';
import { bad, check, type Judgement, ok, tableCheck, warn } from './check.ts';

const LATE_MS = 2 * HOUR_MS;

export interface FigureFacts {
  readonly now: Instant;
  /** The newest snapshot; `null` when there is none. */
  readonly newest: Instant | null;
  /** The earliest end of figures among the wallets with newer snapshots; `null` when no wallet is behind. */
  readonly behindSince: Instant | null;
}

export const rollUps = tableCheck(
  'roll-ups',
  async ({ db, schema }): Promise<FigureFacts> => {
    const [row] = await db.query<{ now: Date; newest: Date | null; behind: Date | null }>(
      `SELECT now() AS now, max(l.slot) AS newest,
         min(greatest(w.rolled_to, f.slot)) FILTER (WHERE l.slot >= w.rolled_to + interval '2 hours') AS behind
       FROM ${schema}.wallet w
       CROSS JOIN LATERAL (SELECT s.slot FROM ${schema}.snapshot s
         WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id ORDER BY s.slot DESC LIMIT 1) l
       CROSS JOIN LATERAL (SELECT s.slot FROM ${schema}.snapshot s
         WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id AND s.slot >= w.rolled_to
         ORDER BY s.slot LIMIT 1) f`,
    );
    const ms = (date: Date | null | undefined) => date?.getTime() ?? null;
    return { now: row!.now.getTime(), newest: ms(row?.newest), behindSince: ms(row?.behind) };
  },
  judgeRollUps,
);

export function judgeRollUps({ now, newest, behindSince }: FigureFacts): readonly Judgement[] {
  if (newest === null) return [ok('there is nothing to make figures of yet')];
  if (behindSince === null) return [ok('hourly and daily figures are up to date')];
  const late = now - behindSince;
  const found = `hourly and daily figures are ${formatDuration(Math.floor(late / HOUR_MS) * HOUR_MS)} behind`;
  const advice =
    '"floatwatch run" makes them each minute; MaintenanceFailing and its log say why it does not';
  return late > LATE_MS
    ? [late > WEEK_MS ? bad(found, advice) : warn(found, advice)]
    : [ok('figures are being made')];
}

export interface RetentionFacts {
  readonly snapshotsMs: number;
  readonly hourlyMs: number;
}

export const retention = check(
  'retention',
  ({ config: { retention } }): RetentionFacts => ({
    snapshotsMs: retention.snapshots,
    hourlyMs: retention.hourly,
  }),
  judgeRetention,
);

export function judgeRetention({ snapshotsMs, hourlyMs }: RetentionFacts): readonly Judgement[] {
  const [snapshots, hourly] = [formatDuration(snapshotsMs), formatDuration(hourlyMs)];
  const learnt = PAST_HOURS * HOUR_MS;
  if (hourlyMs < snapshotsMs) {
    const found = `hourly figures are kept for ${hourly}, snapshots for ${snapshots}`;
    return [warn(found, 'keep hourly figures at least as long: charts of a long range are made of them')];
  }
  if (hourlyMs < learnt) {
    const found = `hourly figures are kept for ${hourly}; forecasts learn from up to ${formatDuration(learnt)}`;
    return [warn(found, `set retention.hourly to ${formatDuration(learnt)} or more`)];
  }
  return [ok(`snapshots ${snapshots}, hourly figures ${hourly}, daily figures for ever`)];
}

// Finds ends of episodes that nobody told a receiver of: because the receiver was not configured at that time, or
// because no replica ran. What a replica reported about itself is over too when the replica is gone for good, such as
// a pod whose successor has another name and an empty disk; and ends that a message about many has left out. Used by
// `outbox.ts`.
import type { Instant } from '../../domain/observation.ts';
import { isReport } from '../../monitor/alerts/episode.ts';
import { type MissedEnd, NOTHING_SENT, TOLD_TOGETHER } from '../../monitor/alerts/outbox.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

interface Begun {
  readonly alert: string;
  readonly episode: string;
  /** Whether the beginning was told, or may have been told by now. */
  readonly told: boolean;
  /** When a replica last confirmed that it lasts, if that is long ago; else `null`. */
  readonly unkept_since: Date | null;
}

const KEPT_FOR = '1 day';

/**
 * The missed ends, the oldest first.
 *
 * While an alert fires again, and the receiver was told so or may be told at any time, its earlier episodes are left
 * out. Each statement reads one table, because episodes may be on other nodes than the outbox.
 */
export async function readMissedEnds(
  db: Queryable,
  schema: Schema,
  receiver: string,
  since: Instant,
): Promise<readonly MissedEnd[]> {
  const begun = await db.query<Begun>(
    `SELECT b.alert, b.episode,
       (b.done_at IS NOT NULL OR b.created_at <= $3::timestamptz) AND b.message_id IS DISTINCT FROM $2 AS told,
       CASE WHEN b.done_at IS NOT NULL AND b.due_at < now() - interval '${KEPT_FOR}' THEN b.due_at END AS unkept_since
     FROM ${schema}.outbox b
     WHERE b.receiver = $1 AND b.kind = 'fire' AND b.dead_at IS NULL AND NOT EXISTS (
       SELECT FROM ${schema}.outbox e
       WHERE e.receiver = $1 AND e.episode = b.episode AND e.kind = 'resolve'
     ) ORDER BY b.created_at, b.key`,
    [receiver, NOTHING_SENT, iso(since)],
  );
  if (begun.length === 0) return [];
  const over = await db.query<{ episode: string; resolved_at: Date }>(
    `SELECT episode, resolved_at FROM ${schema}.alert_episode
     WHERE left(episode, 16) = ANY($1::text[]) AND episode = ANY($2::text[]) AND resolved_at IS NOT NULL`,
    [begun.map(({ episode }) => episode.slice(0, 16)), begun.map(({ episode }) => episode)],
  );
  const gone = begun.flatMap(({ alert, episode, unkept_since: at }) =>
    at && isReport(alert) ? [{ episode, resolved_at: at }] : [],
  );
  const endedAt = new Map(
    [...over, ...gone].map(({ episode, resolved_at }) => [episode, resolved_at.getTime()]),
  );
  const missed = notOvertaken(begun, endedAt);
  if (missed.length === 0) return [];
  const bodies = await db.query<{ episode: string; body: string }>(
    `SELECT episode, body FROM ${schema}.outbox
     WHERE receiver = $1 AND episode = ANY($2::text[]) AND kind = 'fire' ORDER BY created_at, key`,
    [receiver, missed],
  );
  return bodies.map(({ episode, body }) => ({ body, resolvedAt: endedAt.get(episode)! }));
}

/** The episodes that are over, without those that precede a lasting episode of the same alert. */
function notOvertaken(begun: readonly Begun[], endedAt: ReadonlyMap<string, number>): readonly string[] {
  const lasting = new Set<string>();
  const missed: string[] = [];
  for (const { alert, episode, told } of begun.toReversed()) {
    if (!endedAt.has(episode)) told && lasting.add(alert);
    else if (!lasting.has(alert)) missed.push(episode);
  }
  return missed;
}

/** The messages about many for which ends wait. */
export async function readAwaited(
  db: Queryable,
  table: string,
  receiver: string,
): Promise<readonly string[]> {
  const rows = await db.query<{ message_id: string }>(
    `SELECT DISTINCT message_id FROM ${table}
     WHERE receiver = $1 AND kind = 'resolve' AND done_at IS NOT NULL AND starts_with(message_id, $2)
     ORDER BY message_id`,
    [receiver, TOLD_TOGETHER],
  );
  return rows.map(({ message_id }) => message_id);
}

/** Lets ends wait as messages of their own. Their beginnings forget the message about many, or the ends would join it again. */
export const tellAloneStatement = (table: string): string =>
  `UPDATE ${table} SET message_id = NULL, due_at = now(),
     done_at = CASE WHEN kind <> 'resolve' THEN done_at END
   WHERE receiver = $1 AND message_id = $2 AND episode = ANY($3::text[])`;

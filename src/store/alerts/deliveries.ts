// What receivers were told of one episode of an alert, and what came of it: the outbox, read for people.
import type { EpisodeDelivery, NotificationKind } from '../../monitor/alerts/outbox.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

export interface DeliveryQuery {
  /** 64 hexadecimal digits. */
  readonly episode: string;
  readonly receivers: readonly string[];
}

/** The oldest first. */
export async function readDeliveries(
  db: Queryable,
  schema: Schema,
  { episode, receivers }: DeliveryQuery,
): Promise<readonly EpisodeDelivery[]> {
  const rows = await db.query<{
    receiver: string;
    kind: NotificationKind | null;
    created_at: Date;
    done_at: Date | null;
    dead_at: Date | null;
    attempts: number;
    detail: string | null;
  }>(
    `SELECT receiver, kind, created_at, done_at, dead_at, attempts, detail FROM ${schema}.outbox
     WHERE receiver = ANY($1::text[]) AND episode = $2 ORDER BY created_at, receiver, kind`,
    [receivers, episode],
  );
  return rows.map((row) => ({
    receiver: row.receiver,
    kind: row.kind ?? 'fire',
    createdAt: row.created_at.getTime(),
    endedAt: (row.done_at ?? row.dead_at)?.getTime() ?? null,
    state: row.done_at ? 'accepted' : row.dead_at ? 'given_up' : 'waiting',
    attempts: row.attempts,
    detail: row.detail,
  }));
}

// Reads, for people, what receivers were told of one episode of an alert, and whether they accepted it. It reads the outbox.
import {
  type EpisodeDelivery,
  NOTHING_SENT,
  type NotificationKind,
  TOLD_TOGETHER,
} from '../../monitor/alerts/outbox.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

export interface DeliveryQuery {
  /** 64 hexadecimal digits. */
  readonly episode: string;
  readonly receivers: readonly string[];
}

interface DeliveryRow {
  readonly receiver: string;
  readonly kind: NotificationKind | null;
  readonly created_at: Date;
  readonly done_at: Date | null;
  readonly dead_at: Date | null;
  readonly attempts: number;
  readonly detail: string | null;
  readonly message_id: string | null;
}

/** The deliveries of an episode, the oldest first. */
export async function readDeliveries(
  db: Queryable,
  schema: Schema,
  { episode, receivers }: DeliveryQuery,
): Promise<readonly EpisodeDelivery[]> {
  const rows = await db.query<DeliveryRow>(
    `SELECT receiver, kind, created_at, done_at, dead_at, attempts, detail, message_id FROM ${schema}.outbox
     WHERE receiver = ANY($1::text[]) AND episode = $2 ORDER BY created_at, receiver, kind`,
    [receivers, episode],
  );
  // An end has the id of the message that must tell it only until it is told.
  const together = new Set(rows.filter(isTogether).map(({ receiver }) => receiver));
  return rows.map((row) => ({
    receiver: row.receiver,
    kind: row.kind ?? 'fire',
    createdAt: row.created_at.getTime(),
    endedAt: (row.done_at ?? row.dead_at)?.getTime() ?? null,
    state: stateOf(row, together.has(row.receiver)),
    attempts: row.attempts,
    detail: row.detail,
  }));
}

/** A message that was settled but not accepted has the detail of its last attempt, or had no attempt. */
function stateOf(
  { done_at, dead_at, attempts, detail, message_id }: DeliveryRow,
  together: boolean,
): EpisodeDelivery['state'] {
  if (!done_at) return dead_at ? 'given_up' : 'waiting';
  if (attempts > 0 && detail === null) return 'accepted';
  if (together) return 'together';
  return message_id === NOTHING_SENT ? 'unsent' : 'unknown';
}

function isTogether({ message_id }: DeliveryRow): boolean {
  return message_id?.startsWith(TOLD_TOGETHER) ?? false;
}

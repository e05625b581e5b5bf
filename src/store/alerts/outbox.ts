// Notifications that wait to be sent, shared by all replicas: taken by lease, sent in order per alert, kept so that none is sent twice.
import type { ClaimedMessage, Outbox } from '../../monitor/alerts/outbox.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Pool } from '../postgres/pool.ts';

const SENT_KEPT = '30 days';
const DEAD_KEPT = '90 days';
const PRUNE_EVERY_MS = 6 * 3_600_000;

export interface PostgresOutbox extends Outbox {
  /** Forgets what was sent or given up long ago; done by itself once in a while, when messages are added. */
  prune(): Promise<void>;
}

/** An outbox over a pool that it doesn't own. */
export function createOutbox({
  pool,
  schema,
}: {
  readonly pool: Pool;
  readonly schema: Schema;
}): PostgresOutbox {
  const table = `${schema}.outbox`;
  let prunedAt = Number.NEGATIVE_INFINITY;
  const outbox: PostgresOutbox = {
    async add(messages) {
      if (performance.now() - prunedAt > PRUNE_EVERY_MS) {
        await outbox.prune();
        prunedAt = performance.now();
      }
      await pool.query(
        `INSERT INTO ${table} (receiver, key, alert, body, created_at, due_at)
         SELECT u.receiver, u.key, u.alert, u.body, u.created_at, now()
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
           AS u(receiver, key, alert, body, created_at)
         ON CONFLICT (receiver, key) DO UPDATE SET dead_at = NULL, due_at = now(), created_at = excluded.created_at
         WHERE outbox.dead_at IS NOT NULL`,
        [
          messages.map(({ receiver }) => receiver),
          messages.map(({ key }) => key),
          messages.map(({ alert }) => alert),
          messages.map(({ body }) => body),
          messages.map(({ createdAt }) => iso(createdAt)),
        ],
      );
    },

    async claim(receiver, most, leaseMs) {
      const rows = await pool.query<OutboxRow>(
        `WITH due AS (
           SELECT key FROM ${table} o
           WHERE receiver = $1 AND done_at IS NULL AND dead_at IS NULL AND due_at <= now()
             AND NOT EXISTS (
               SELECT FROM ${table} earlier
               WHERE earlier.receiver = $1 AND earlier.alert = o.alert AND earlier.done_at IS NULL
                 AND earlier.dead_at IS NULL AND (earlier.created_at, earlier.key) < (o.created_at, o.key)
             )
           ORDER BY created_at, key LIMIT $2 FOR UPDATE SKIP LOCKED
         )
         UPDATE ${table} o SET due_at = now() + $3 * interval '1 millisecond'
         FROM due WHERE o.receiver = $1 AND o.key = due.key AND o.done_at IS NULL AND o.dead_at IS NULL
         RETURNING o.key, o.alert, o.body, o.attempts, o.created_at`,
        [receiver, most, leaseMs],
      );
      return rows
        .map((row): ClaimedMessage => {
          const { key, alert, body, attempts } = row;
          return { receiver, key, alert, body, attempts, createdAt: row.created_at.getTime() };
        })
        .sort((a, b) => a.createdAt - b.createdAt);
    },

    async settle({ receiver, key }, settled) {
      const change = {
        done: 'done_at = now(), attempts = attempts + 1, detail = NULL',
        release: 'due_at = now()',
        retry: "due_at = now() + $3 * interval '1 millisecond', attempts = attempts + 1, detail = $4",
        dead: 'dead_at = now(), attempts = attempts + 1, detail = $3',
      }[settled.kind];
      const values = {
        done: [],
        release: [],
        retry: settled.kind === 'retry' ? [settled.afterMs, settled.detail] : [],
        dead: settled.kind === 'dead' ? [settled.detail] : [],
      }[settled.kind];
      await pool.query(`UPDATE ${table} SET ${change} WHERE receiver = $1 AND key = $2 AND done_at IS NULL`, [
        receiver,
        key,
        ...values,
      ]);
    },

    async count(receiver) {
      const [row] = await pool.query<{ waiting: number; dead: number }>(
        `SELECT count(*) FILTER (WHERE dead_at IS NULL)::integer AS waiting,
           count(*) FILTER (WHERE dead_at > now() - interval '1 day')::integer AS dead
         FROM ${table} WHERE receiver = $1 AND done_at IS NULL`,
        [receiver],
      );
      return row ?? { waiting: 0, dead: 0 };
    },

    async prune() {
      await pool.query(
        `DELETE FROM ${table}
         WHERE done_at < now() - interval '${SENT_KEPT}' OR dead_at < now() - interval '${DEAD_KEPT}'`,
      );
    },
  };
  return outbox;
}

interface OutboxRow {
  readonly key: string;
  readonly alert: string;
  readonly body: string;
  readonly attempts: number;
  readonly created_at: Date;
}

// The outbox in Postgres: notifications that wait to be sent, shared by all replicas, claimed by lease, in order per alert.
import {
  type ClaimedMessage,
  type KnownMessage,
  NOTHING_SENT,
  type NotificationKind,
  type Outbox,
  TOLD_TOGETHER,
} from '../../monitor/alerts/outbox.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Pool } from '../postgres/pool.ts';
import { readAwaited, readMissedEnds, tellAloneStatement } from './missed-ends.ts';
import { concludeAll, idOf, settleRest } from './outbox-conclusions.ts';
import {
  addStatement,
  changeOf,
  claimStatement,
  dueStatement,
  keepStatement,
  MAX_AT_ONCE,
  membersStatement,
  messageColumns,
  nameStatement,
  partsOf,
  pruneStatement,
} from './outbox-statements.ts';

const PRUNE_EVERY_MS = 6 * 3_600_000;
/** A message that was settled but not accepted has the detail of its last attempt, or had no attempt. */
const IS_TAKEN = 'done_at IS NOT NULL AND attempts > 0 AND detail IS NULL';

export interface PostgresOutbox extends Outbox {
  /**
   * Deletes what was sent or given up long ago. An end goes after its beginning, because a missing end counts as
   * untold. `add` starts this once in a while, and does not wait for it.
   */
  prune(): Promise<void>;
}

/** An outbox over a pool that it does not own. */
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
      for (const part of partsOf(messages)) await pool.query(addStatement(table), messageColumns(part));
      if (performance.now() - prunedAt <= PRUNE_EVERY_MS) return;
      prunedAt = performance.now();
      void outbox.prune().catch(() => {}); // the next time will do
    },

    async conclude(concluded) {
      await concludeAll(pool, table, concluded);
    },

    async knownByKey(receiver, keys) {
      const rows = await pool.query<KnownMessage & { readonly key: string }>(
        `SELECT key, message_id AS "messageId",
           CASE WHEN done_at IS NOT NULL THEN 'done' WHEN dead_at IS NOT NULL THEN 'dead' ELSE 'waiting' END AS state,
           CASE WHEN ${IS_TAKEN} THEN 1000 * extract(epoch FROM now() - done_at)::float8 END AS "takenMsAgo"
         FROM ${table} WHERE receiver = $1 AND key = ANY($2::text[])`,
        [receiver, keys],
      );
      return new Map(rows.map(({ key, ...known }) => [key, known]));
    },

    async due(receivers) {
      const rows = await pool.query<{ receiver: string }>(dueStatement(table), [receivers]);
      return new Set(rows.map(({ receiver }) => receiver));
    },

    async claim(receiver, most, leaseMs) {
      const rows = await pool.query<OutboxRow>(claimStatement(table), [receiver, most, leaseMs]);
      return rows.map((row) => messageOf(receiver, row)).sort(inTurn);
    },

    async renew(messages, leaseMs) {
      await pool.query(
        `UPDATE ${table} SET due_at = now() + $3 * interval '1 millisecond'
         WHERE receiver = $1 AND key = ANY($2::text[]) AND done_at IS NULL AND dead_at IS NULL`,
        [messages[0]?.receiver, messages.map(({ key }) => key), leaseMs],
      );
    },

    async settle(message, settled) {
      const { receiver, key } = message;
      if (settled.kind === 'done' && message.kind === 'resolve') await settleRest(pool, table, [message]);
      const [change, ...values] = changeOf(message, settled);
      await pool.query(`UPDATE ${table} SET ${change} WHERE receiver = $1 AND key = $2 AND done_at IS NULL`, [
        receiver,
        key,
        ...values,
      ]);
      if (settled.kind === 'done' && settled.messageId !== undefined) await name(message, settled);
    },

    async membersOf(receiver, messageId) {
      const rows = await pool.query<{ episode: string; ended: boolean; untold: string | null }>(
        membersStatement(table),
        [receiver, messageId, NOTHING_SENT],
      );
      const episodes = (ended: boolean): string[] =>
        rows.filter((row) => row.ended === ended).map(({ episode }) => episode);
      const untold = rows.flatMap(({ episode, untold }) =>
        untold === null ? [] : [[episode, untold] as const],
      );
      return { lasting: episodes(false), ended: episodes(true), untold: new Map(untold) };
    },

    async noteTold(receiver, messageId, episodes) {
      await pool.query(
        `UPDATE ${table} SET message_id = NULL
         WHERE receiver = $1 AND message_id = $2 AND episode = ANY($3::text[]) AND kind = 'resolve'`,
        [receiver, messageId, episodes],
      );
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

    async takenAgo(receiver) {
      const [row] = await pool.query<{ ago: number | null }>(
        `SELECT 1000 * extract(epoch FROM now() - max(done_at))::float8 AS ago
         FROM ${table}
         WHERE receiver = $1 AND done_at > now() - interval '1 day' AND ${IS_TAKEN}`,
        [receiver],
      );
      return row?.ago ?? null;
    },

    async keep(receiver, episodes) {
      await pool.query(keepStatement(table), [receiver, episodes]);
    },

    missedEnds: (receiver, since) => readMissedEnds(pool, schema, receiver, since),
    awaited: (receiver) => readAwaited(pool, table, receiver),

    async tellAlone(receiver, messageId, episodes) {
      await pool.query(tellAloneStatement(table), [receiver, messageId, episodes]);
    },

    async prune() {
      let gone: readonly unknown[];
      do gone = await pool.query(pruneStatement(table));
      while (gone.length >= MAX_AT_ONCE);
    },
  };
  return outbox;

  async function name(
    { receiver, key, episode, messageId }: ClaimedMessage,
    told: { readonly messageId?: string; readonly untaken?: true },
  ): Promise<void> {
    const id = idOf(told.messageId);
    if (!told.untaken) {
      await pool.query(nameStatement(table), [
        ...[receiver, episode, id, messageId],
        ...[TOLD_TOGETHER, NOTHING_SENT],
      ]);
    } else {
      await pool.query(
        `UPDATE ${table} SET message_id = $3 WHERE receiver = $1 AND key = $2 AND message_id IS NULL`,
        [receiver, key, id],
      );
    }
  }
}

/** News before changes of what is known, then the oldest first. */
function inTurn(a: ClaimedMessage, b: ClaimedMessage): number {
  return Number(a.kind === 'update') - Number(b.kind === 'update') || a.createdAt - b.createdAt;
}

interface OutboxRow {
  readonly key: string;
  readonly alert: string;
  readonly kind: NotificationKind | null;
  readonly episode: string | null;
  readonly body: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly message_id: string | null;
}

/** Messages from before 0.2 have neither kind nor episode: no update follows them. */
function messageOf(receiver: string, row: OutboxRow): ClaimedMessage {
  const { key, alert, kind, episode, body, attempts, message_id: messageId } = row;
  const createdAt = row.created_at.getTime();
  return {
    ...{ receiver, key, alert, body, createdAt, attempts, messageId },
    ...{ kind: kind ?? 'fire', episode: episode ?? '' },
  };
}

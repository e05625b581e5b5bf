// The longer statements of outbox.ts, each for the name of its table, and their parameters.
import type { ClaimedMessage, OutboxMessage, Settled } from '../../monitor/alerts/outbox.ts';
import { iso, wellFormed } from '../postgres/encode.ts';

/** The most messages in one statement. */
export const MAX_AT_ONCE = 2_000;
const SENT_KEPT = '30 days';
const DEAD_KEPT = '90 days';
const UNFINISHED_KEPT = '400 days'; // of an episode whose end was never told: its message may still be changed
const NEVER_PUT_OFF_FOR = '30 minutes'; // the longest delay is a quarter of an hour: Retry-After, quiet hours, leases

/**
 * Adds messages.
 *
 * An update that is replaced keeps its lease: the replica that sends the old one notices that when it settles. An end
 * is dated after its beginning, and after a change that another replica may just be sending, even when the clock of the
 * replica that adds it is behind.
 */
export const addStatement = (table: string): string =>
  `INSERT INTO ${table} AS o (receiver, key, alert, kind, episode, body, created_at, due_at, done_at)
   SELECT u.receiver, u.key, u.alert, u.kind, u.episode, u.body,
     CASE WHEN u.kind = 'resolve' THEN greatest(u.created_at, (
       SELECT max(b.created_at) + interval '1 millisecond' FROM ${table} b
       WHERE b.receiver = u.receiver AND b.episode = u.episode
         AND (b.kind = 'fire' OR (b.kind = 'update' AND b.done_at IS NULL AND b.dead_at IS NULL))
     )) ELSE u.created_at END,
     now(), CASE WHEN u.kind = 'fire' AND EXISTS (
     SELECT FROM ${table} e
     WHERE e.receiver = u.receiver AND e.episode = u.episode AND e.kind = 'resolve' AND e.done_at IS NOT NULL
   ) THEN now() END
   FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
     AS u(receiver, key, alert, kind, episode, body, created_at)
   WHERE u.kind <> 'update' OR NOT EXISTS (
     SELECT FROM ${table} e WHERE e.receiver = u.receiver AND e.episode = u.episode AND e.kind = 'resolve'
   )
   ON CONFLICT (receiver, key) DO UPDATE SET done_at = excluded.done_at, dead_at = NULL, created_at = excluded.created_at,
     body = excluded.body,
     due_at = CASE WHEN o.done_at IS NULL AND o.dead_at IS NULL THEN o.due_at ELSE now() END
   WHERE o.dead_at IS NOT NULL OR (o.kind = 'update' AND o.body <> excluded.body)`;

/**
 * Stores the outcome of messages that were sent or given up while Postgres was away.
 *
 * That a message was given up does not undo that another replica sent it. A beginning that another replica told in a
 * message about many, and this replica told by itself, has its own message, which must end. An instant that lies
 * ahead, or is missing, counts as now.
 */
export const concludeStatement = (table: string): string =>
  `INSERT INTO ${table} AS o (receiver, key, alert, kind, episode, body, created_at, due_at, done_at, dead_at, attempts,
     detail, message_id)
   SELECT u.receiver, u.key, u.alert, u.kind, u.episode, u.body, u.created_at, now(),
     CASE WHEN u.detail IS NULL THEN least(u.at, now()) END,
     CASE WHEN u.detail IS NOT NULL THEN least(u.at, now()) END, u.attempts, u.detail, u.message_id
   FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[],
     $9::text[], $10::timestamptz[], $11::int[])
     AS u(receiver, key, alert, kind, episode, body, created_at, detail, message_id, at, attempts)
   ON CONFLICT (receiver, key) DO UPDATE SET done_at = excluded.done_at, dead_at = excluded.dead_at,
     attempts = o.attempts + excluded.attempts,
     detail = CASE WHEN excluded.attempts > 0 THEN excluded.detail ELSE o.detail END,
     message_id = CASE WHEN o.done_at IS NULL THEN coalesce(excluded.message_id, o.message_id) ELSE excluded.message_id END
   WHERE CASE WHEN o.done_at IS NULL THEN o.dead_at IS NULL OR excluded.done_at IS NOT NULL
     ELSE o.kind = 'fire' AND o.attempts = 0 AND excluded.attempts > 0 AND excluded.done_at IS NOT NULL END`;

/**
 * Lets the ends of these episodes be sent that were settled without being sent (`$3`), if their beginnings were sent.
 *
 * While Postgres is away as quiet hours end, one replica may have seen an alert come and go, and another, which has not
 * seen it end, tells its beginning.
 */
export const worthTellingStatement = (table: string): string =>
  `UPDATE ${table} o SET done_at = NULL, message_id = NULL, due_at = now()
   FROM unnest($1::text[], $2::text[]) AS u(receiver, episode)
   WHERE o.receiver = u.receiver AND o.episode = u.episode AND o.kind = 'resolve' AND o.done_at IS NOT NULL
     AND o.attempts = 0 AND o.message_id = $3 AND EXISTS (
       SELECT FROM ${table} b WHERE b.receiver = o.receiver AND b.episode = o.episode AND b.kind = 'fire'
         AND b.done_at IS NOT NULL AND b.attempts > 0 AND b.detail IS NULL
     )`;

/**
 * Adds the id of a second message to a beginning.
 *
 * While Postgres is away, two replicas may tell the same beginning. Each then has its own message, and both must be
 * changed later: the row has one id per line. It has none yet when Postgres went away after it stored that the
 * message was told, but before it stored the id.
 */
export const secondIdStatement = (table: string): string =>
  `UPDATE ${table} o SET message_id = concat_ws(E'\\n', o.message_id, u.message_id)
   FROM unnest($1::text[], $2::text[], $3::text[]) AS u(receiver, key, message_id)
   WHERE o.receiver = u.receiver AND o.key = u.key AND o.done_at IS NOT NULL AND o.attempts > 0 AND o.detail IS NULL
     AND (o.message_id IS NULL OR u.message_id <> ALL (string_to_array(o.message_id, E'\\n')))`;

/**
 * Stores the id of a sent message, `$3`, for its episode, in place of the ids that it changed, `$4`.
 *
 * The ids of messages that other replicas sent meanwhile stay. A message about many (`$5`), or none (`$6`), is not
 * such a message.
 */
export const nameStatement = (table: string): string =>
  `UPDATE ${table} o SET message_id = concat_ws(E'\\n', $3::text, (
     SELECT string_agg(line, E'\\n') FROM unnest(string_to_array(o.message_id, E'\\n')) AS line
     WHERE line <> ALL (string_to_array(concat_ws(E'\\n', $3::text, $4::text), E'\\n'))
       AND NOT starts_with(line, $5) AND line <> $6
   ))
   WHERE receiver = $1 AND episode = $2`;

/** Whether a message is due. A delay beyond the longest possible one is from a clock that was ahead and was set back. */
const IS_DUE = `done_at IS NULL AND dead_at IS NULL
       AND (due_at <= now() OR due_at > now() + interval '${NEVER_PUT_OFF_FOR}')`;

/** Which of many receivers have a due message; Postgres stops at the first one of each. */
export const dueStatement = (table: string): string =>
  `SELECT receiver FROM unnest($1::text[]) AS asked(receiver)
   WHERE EXISTS (SELECT FROM ${table} o WHERE o.receiver = asked.receiver AND ${IS_DUE})`;

/** Records that episodes still last: in a sent message, `due_at` only says when its replica last confirmed that. */
export const keepStatement = (table: string): string =>
  `UPDATE ${table} SET due_at = now()
   WHERE receiver = $1 AND episode = ANY($2::text[]) AND kind = 'fire' AND done_at IS NOT NULL`;

/**
 * Claims due messages.
 *
 * No two parts are joined here and below. Mostly nothing waits, so Postgres expects a handful even when thousands
 * have just come, and would go through all of them for each.
 */
export const claimStatement = (table: string): string =>
  `WITH due AS (
     SELECT key FROM ${table} o
     WHERE receiver = $1 AND ${IS_DUE}
       AND key = (
         SELECT first.key FROM ${table} first
         WHERE first.receiver = $1 AND first.alert = o.alert AND first.done_at IS NULL AND first.dead_at IS NULL
         ORDER BY first.created_at, first.key LIMIT 1
       )
     ORDER BY kind IS NOT DISTINCT FROM 'update', created_at, key LIMIT $2 FOR UPDATE SKIP LOCKED
   )
   UPDATE ${table} o SET due_at = now() + $3 * interval '1 millisecond'
   WHERE o.receiver = $1 AND o.key = ANY (ARRAY(SELECT key FROM due))
   RETURNING o.key, o.alert, o.kind, o.episode, o.body, o.attempts, o.created_at,
     (SELECT max(e.message_id) FROM ${table} e WHERE e.receiver = o.receiver AND e.episode = o.episode) AS message_id`;

/**
 * The episodes in a message about many, each with its end when the end is untold: that end has the id of the message
 * that must tell it.
 *
 * An end that is told after a later beginning of the same alert would revoke that beginning. So it is left out,
 * unless the later episode is over too.
 */
export const membersStatement = (table: string): string =>
  `WITH episodes AS (
     SELECT episode, max(alert) AS alert, max(created_at) FILTER (WHERE kind = 'fire') AS at,
       bool_or(kind = 'fire' AND done_at IS NOT NULL AND message_id IS DISTINCT FROM $3) AS told,
       coalesce(bool_or(kind = 'fire' AND message_id = $2), false) AS member,
       bool_or(kind = 'resolve' AND done_at IS NOT NULL) AS ended,
       max(body) FILTER (WHERE kind = 'resolve' AND done_at IS NOT NULL AND message_id = $2) AS untold
     FROM ${table} WHERE receiver = $1 AND episode IS NOT NULL GROUP BY episode
   )
   SELECT episode, ended, CASE WHEN coalesce(latest <= at, true) THEN untold END AS untold
   FROM (
     SELECT *, max(at) FILTER (WHERE told AND NOT ended) OVER (PARTITION BY alert) AS latest FROM episodes
   ) each
   WHERE member`;

/**
 * Deletes a limited number of messages that were sent or given up long ago.
 *
 * After a flood, one statement for all would fail at each attempt. A message that is added again meanwhile stays.
 */
export const pruneStatement = (table: string): string =>
  `DELETE FROM ${table} WHERE least(dead_at, done_at) < now() - interval '${SENT_KEPT}' AND ctid = ANY (ARRAY(
     SELECT o.ctid FROM ${table} o
     WHERE (dead_at < now() - interval '${DEAD_KEPT}' OR done_at < now() - interval '${UNFINISHED_KEPT}'
       OR done_at < now() - interval '${SENT_KEPT}' AND (message_id IS NULL OR EXISTS (
         SELECT FROM ${table} e
         WHERE e.receiver = o.receiver AND e.episode = o.episode AND e.kind = 'resolve' AND e.done_at IS NOT NULL
       ))) AND NOT (o.kind = 'resolve' AND EXISTS (
         SELECT FROM ${table} b WHERE b.receiver = o.receiver AND b.episode = o.episode AND b.kind = 'fire'
       ))
     LIMIT ${MAX_AT_ONCE}
   )) RETURNING 1`;

/**
 * Splits messages into parts that one statement can handle in time, since a hundred thousand may come at once.
 *
 * They are in the order in which rows are locked: with different orders, two replicas that add the same messages
 * could deadlock, and the one that Postgres refuses would send them by itself. Beginnings come first, because an end
 * whose beginning is not stored yet would be told before it.
 */
export function partsOf<T extends OutboxMessage>(messages: readonly T[]): readonly (readonly T[])[] {
  const inOrder = messages.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (a.key < b.key ? -1 : Number(a.key > b.key)),
  );
  const parts = Math.ceil(inOrder.length / MAX_AT_ONCE);
  return Array.from({ length: parts }, (_, i) => inOrder.slice(i * MAX_AT_ONCE, (i + 1) * MAX_AT_ONCE));
}

function rankOf({ kind }: OutboxMessage): number {
  return Number(kind !== 'fire');
}

/** The assignments that settle a message, and their parameters from `$3` on. */
export function changeOf({ createdAt }: ClaimedMessage, settled: Settled): readonly [string, ...unknown[]] {
  switch (settled.kind) {
    case 'done':
      return [
        `done_at = CASE WHEN created_at = $3::timestamptz THEN now() END, due_at = now()
         ${settled.untaken ? '' : ', attempts = attempts + 1, detail = NULL'}`,
        iso(createdAt),
      ];
    case 'release':
      return ['due_at = now()'];
    case 'retry':
      return [
        "due_at = now() + $3 * interval '1 millisecond', attempts = attempts + 1, detail = $4",
        settled.afterMs,
        wellFormed(settled.detail),
      ];
    case 'dead':
      return ['dead_at = now(), attempts = attempts + 1, detail = $3', wellFormed(settled.detail)];
  }
}

/** The parameters from `$1` to `$7`. */
export function messageColumns(messages: readonly OutboxMessage[]): unknown[] {
  return [
    messages.map(({ receiver }) => receiver),
    messages.map(({ key }) => key),
    messages.map(({ alert }) => alert),
    messages.map(({ kind }) => kind),
    messages.map(({ episode }) => episode),
    messages.map(({ body }) => body),
    messages.map(({ createdAt }) => iso(createdAt)),
  ];
}

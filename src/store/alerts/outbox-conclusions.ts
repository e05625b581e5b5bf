// Stores what became of messages that a replica sent, or gave up, while Postgres was away. Used by `outbox.ts`.
import { type ConcludedMessage, NOTHING_SENT, type OutboxMessage } from '../../monitor/alerts/outbox.ts';
import { iso, wellFormed } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import {
  concludeStatement,
  messageColumns,
  partsOf,
  secondIdStatement,
  worthTellingStatement,
} from './outbox-statements.ts';

/** Stores the outcomes of these messages; `table` is the outbox. */
export async function concludeAll(
  db: Queryable,
  table: string,
  concluded: readonly ConcludedMessage[],
): Promise<void> {
  for (const part of partsOf(concluded)) await concludePart(db, table, part);
  await tellUntold(db, table, concluded);
}

/** Settles the other waiting messages of these episodes, because they would be told after the ends. */
export async function settleRest(
  db: Queryable,
  table: string,
  ends: readonly OutboxMessage[],
): Promise<void> {
  if (ends.length === 0) return;
  await db.query(
    `UPDATE ${table} o SET done_at = now() FROM unnest($1::text[], $2::text[]) AS u(receiver, episode)
     WHERE o.receiver = u.receiver AND o.episode = u.episode AND o.kind <> 'resolve'
       AND o.done_at IS NULL AND o.dead_at IS NULL`,
    [ends.map(({ receiver }) => receiver), ends.map(({ episode }) => episode)],
  );
}

/** The receiver's id of a message, as text that Postgres can store. */
export function idOf(messageId: string | undefined): string | undefined {
  return messageId && wellFormed(messageId);
}

async function concludePart(
  db: Queryable,
  table: string,
  messages: readonly ConcludedMessage[],
): Promise<void> {
  await settleRest(
    db,
    table,
    messages.filter(({ kind, conclusion }) => kind === 'resolve' && conclusion.kind === 'done'),
  );
  await db.query(concludeStatement(table), [
    ...messageColumns(messages),
    messages.map(({ conclusion }) => (conclusion.kind === 'dead' ? wellFormed(conclusion.detail) : null)),
    messages.map(({ conclusion }) => (conclusion.kind === 'done' ? idOf(conclusion.messageId) : null)),
    messages.map(({ concludedAt }) => (concludedAt === undefined ? null : iso(concludedAt))),
    messages.map(({ conclusion }) => (conclusion.kind === 'done' && conclusion.untaken ? 0 : 1)),
  ]);
  await nameSecond(db, table, messages);
}

/** Adds the ids of beginnings that this replica told and, as it knows only now, another replica told too. */
async function nameSecond(
  db: Queryable,
  table: string,
  messages: readonly ConcludedMessage[],
): Promise<void> {
  const told = messages.flatMap(({ receiver, key, kind, conclusion }) => {
    if (kind !== 'fire' || conclusion.kind !== 'done' || conclusion.untaken) return [];
    return conclusion.messageId === undefined ? [] : [{ receiver, key, messageId: conclusion.messageId }];
  });
  if (told.length === 0) return;
  await db.query(secondIdStatement(table), [
    told.map(({ receiver }) => receiver),
    told.map(({ key }) => key),
    told.map(({ messageId }) => idOf(messageId)),
  ]);
}

/** Has ends told that one replica found not worth telling, if another replica has told their beginnings. */
async function tellUntold(
  db: Queryable,
  table: string,
  concluded: readonly ConcludedMessage[],
): Promise<void> {
  const isTold = ({ kind, conclusion }: ConcludedMessage, of: 'fire' | 'resolve') =>
    kind === of && conclusion.kind === 'done' && !conclusion.untaken;
  const isUntold = ({ kind, conclusion }: ConcludedMessage) =>
    kind === 'resolve' && conclusion.kind === 'done' && conclusion.messageId === NOTHING_SENT;
  const nameOf = ({ receiver, episode }: ConcludedMessage) => `${receiver} ${episode}`;
  const over = new Set(concluded.filter((each) => isTold(each, 'resolve')).map(nameOf));
  const asked = concluded.filter(
    (each) => (isTold(each, 'fire') || isUntold(each)) && !over.has(nameOf(each)),
  );
  for (const part of partsOf(asked)) {
    await db.query(worthTellingStatement(table), [
      part.map(({ receiver }) => receiver),
      part.map(({ episode }) => episode),
      NOTHING_SENT,
    ]);
  }
}

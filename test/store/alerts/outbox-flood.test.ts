// Thousands of messages that come at once, to an outbox of which Postgres knows that hardly any waits, or nothing yet.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutboxMessage } from '../../../src/monitor/alerts/outbox.ts';
import { createOutbox } from '../../../src/store/alerts/outbox.ts';
import { execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const MESSAGES = 12_000;
const MARK = 'group/0/warning/Low';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

const outbox = () => createOutbox({ pool: db.pool, schema: '"floatwatch"' });
const messages = (receiver: string, count: number): readonly OutboxMessage[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ receiver, key: `k${i}`, alert: `alert ${i}`, kind: 'fire', episode: `episode ${i}` },
    ...{ body: `{"alert":"${'x'.repeat(200)}"}`, createdAt: Date.parse('2026-03-02T12:00:00Z') + i },
  }));
const together = { kind: 'done', messageId: MARK, untaken: true } as const;
const settled = (all: readonly OutboxMessage[]) =>
  all.map((message) => ({ ...message, conclusion: together }));

test('of a group of thousands it is known in no time who is in it', { timeout: 30_000 }, async () => {
  await outbox().conclude(settled(messages('ops', MESSAGES)));
  expect((await outbox().membersOf('ops', MARK)).lasting).toHaveLength(MESSAGES);
});

test('thousands that come at once are claimed in no time', { timeout: 30_000 }, async () => {
  await outbox().conclude(settled(messages('before', 2_000)));
  await db.pool.query('ANALYZE floatwatch.outbox'); // as after weeks: all that there is was sent
  await outbox().add(messages('ops 2', MESSAGES));
  const claimed = await outbox().claim('ops 2', 1_000, 60_000);
  expect(claimed.map(({ key }) => key)).toEqual(messages('ops 2', 1_000).map(({ key }) => key));
});

test('whatever is brought at once, no statement has more than a few thousand messages', async () => {
  const lengths: number[] = [];
  const query = (async (text, values) => {
    const [receivers] = values ?? [];
    if (Array.isArray(receivers)) lengths.push(receivers.length);
    return await db.pool.query(text, values);
  }) as typeof db.pool.query;
  const parted = createOutbox({ pool: { ...db.pool, query }, schema: '"floatwatch"' });
  const all = messages('ops 3', 5_000);
  await parted.add(all);
  await parted.conclude(settled(all));
  expect(await outbox().count('ops 3')).toEqual({ waiting: 0, dead: 0 });
  expect((await outbox().membersOf('ops 3', MARK)).lasting).toHaveLength(5_000);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2_000);
});

test('of what is brought in parts no end is there before its beginning: another replica would tell it first', async () => {
  const claimed: string[] = [];
  const query = (async (text, values) => {
    const rows = await db.pool.query(text, values);
    if (/INSERT/.test(text))
      claimed.push(...(await outbox().claim('ops 4', 5_000, 60_000)).map(({ kind }) => kind));
    return rows;
  }) as typeof db.pool.query;
  const parted = createOutbox({ pool: { ...db.pool, query }, schema: '"floatwatch"' });
  const fires = messages('ops 4', 2_500);
  const ends = fires.map(
    (fire, i) => ({ ...fire, key: `e${i}`, kind: 'resolve', createdAt: fire.createdAt + 1 }) as const,
  );
  await parted.add([...fires, ...ends]);
  expect(new Set(claimed)).toEqual(new Set(['fire']));
});

test('thousands that were sent long ago are forgotten in small statements', async () => {
  await execute(
    db.url,
    `CREATE TABLE floatwatch.forgotten (rows integer);
     CREATE FUNCTION floatwatch.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO floatwatch.forgotten SELECT count(*) FROM gone; RETURN NULL;
     END $$;
     CREATE TRIGGER note AFTER DELETE ON floatwatch.outbox REFERENCING OLD TABLE AS gone
       FOR EACH STATEMENT EXECUTE FUNCTION floatwatch.note()`,
  );
  await outbox().conclude(
    messages('ops 5', 5_000).map((each) => ({ ...each, conclusion: { kind: 'done' } as const })),
  );
  await execute(db.url, "UPDATE floatwatch.outbox SET done_at = now() - interval '31 days'");
  await outbox().prune();
  expect(await execute(db.url, "SELECT FROM floatwatch.outbox WHERE receiver = 'ops 5'")).toEqual([]);
  expect(await execute(db.url, 'SELECT max(rows) AS most FROM floatwatch.forgotten')).toEqual([
    { most: 2_000 },
  ]);
});

test('what is brought waits for nothing to be forgotten', async () => {
  const query = (async (text, values) =>
    /DELETE/.test(text)
      ? await new Promise(() => {})
      : await db.pool.query(text, values)) as typeof db.pool.query;
  await createOutbox({ pool: { ...db.pool, query }, schema: '"floatwatch"' }).add(messages('ops 6', 1));
});

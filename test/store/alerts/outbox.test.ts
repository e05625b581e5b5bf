import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OutboxMessage } from '../../../src/monitor/alerts/outbox.ts';
import { createOutbox } from '../../../src/store/alerts/outbox.ts';
import { execute, refusals, type TestDatabase, testDatabase } from '../../support/postgres.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() => execute(db.url, 'TRUNCATE floatwatch.outbox'));

const outbox = () => createOutbox({ pool: db.pool, schema: '"floatwatch"' });
const message = (key: string, alert = key, createdAt = 0): OutboxMessage => ({
  receiver: 'ops',
  key,
  alert,
  kind: 'fire',
  episode: `${alert} 1`,
  body: `{"key":"${key}"}`,
  createdAt: Date.parse('2026-03-02T12:00:00Z') + createdAt,
});
const keys = (messages: readonly { readonly key: string }[]) => messages.map(({ key }) => key);

test('A11 each message is claimed by one, in the order of their making', async () => {
  const all = Array.from({ length: 50 }, (_, i) => message(`k${String(i).padStart(2, '0')}`, `a${i}`, i));
  await Promise.all([outbox().add(all), outbox().add(all)]);
  const claims = await Promise.all(Array.from({ length: 5 }, () => outbox().claim('ops', 20, 60_000)));
  const claimed = claims.flatMap(keys);
  expect(claimed).toHaveLength(new Set(claimed).size);
  const rest = await outbox().claim('ops', 50, 60_000);
  expect(new Set([...claimed, ...keys(rest)]).size).toBe(50);
  expect(await outbox().claim('other', 50, 60_000)).toEqual([]);
});

test("P3 replicas that bring the same messages in another order do not stand in each other's way", async () => {
  for (let round = 1; round <= 3; round++) {
    const same = Array.from({ length: 1_000 }, (_, i) => message(`${round} ${i}`));
    const adds = [outbox().add(same), outbox().add(same.toReversed())];
    expect(await refusals(adds)).not.toContain('40P01');
    const sent = same.map((each) => ({
      ...each,
      conclusion: { kind: 'done', messageId: each.key } as const,
    }));
    const concludes = [outbox().conclude(sent), outbox().conclude(sent.toReversed())];
    expect(await refusals(concludes)).not.toContain('40P01');
  }
});

test('the end of an alert waits for its beginning', async () => {
  await outbox().add([message('end', 'a', 1), message('begin', 'a', 0), message('b')]);
  const first = await outbox().claim('ops', 10, 60_000);
  expect(keys(first).sort()).toEqual(['b', 'begin']);
  await outbox().settle(first.find(({ key }) => key === 'begin')!, { kind: 'done' });
  expect(keys(await outbox().claim('ops', 10, 60_000))).toEqual(['end']);
});

test('what was sent is not taken in again', async () => {
  await outbox().add([message('k')]);
  const [claimed] = await outbox().claim('ops', 1, 60_000);
  await outbox().settle(claimed!, { kind: 'done' });
  await outbox().add([message('k')]);
  expect(await outbox().claim('ops', 1, 60_000)).toEqual([]);
  expect(await outbox().count('ops')).toEqual({ waiting: 0, dead: 0 });
});

test('a lease that is over, a message put off, one released', async () => {
  await outbox().add([message('k')]);
  const [leased] = await outbox().claim('ops', 1, -1);
  expect(leased?.attempts).toBe(0);
  const [again] = await outbox().claim('ops', 1, 60_000); // the lease was over at once
  await outbox().settle(again!, { kind: 'retry', afterMs: 60_000, detail: '500: x' });
  expect(await outbox().claim('ops', 1, 60_000)).toEqual([]);
  await outbox().settle(again!, { kind: 'release' });
  expect(await outbox().claim('ops', 1, 60_000)).toMatchObject([{ key: 'k', attempts: 1 }]);
});

test('what was put off while the clock of the database was hours ahead is due when that is right', async () => {
  await outbox().add([message('k')]);
  const [claimed] = await outbox().claim('ops', 1, 60_000);
  await outbox().settle(claimed!, { kind: 'retry', afterMs: 60_000, detail: '500: x' });
  await execute(db.url, "UPDATE floatwatch.outbox SET due_at = due_at + interval '3 hours'");
  expect(await outbox().claim('ops', 1, 60_000)).toMatchObject([{ key: 'k', attempts: 1 }]);
  expect(await outbox().claim('ops', 1, 60_000)).toEqual([]);
});

test('whatever a receiver says of a message, it is put off, given up or settled', async () => {
  const detail = '550 5.7.1 \0 no \ud800 such mailbox';
  await outbox().add([message('k1'), message('k2')]);
  const [first, second] = await outbox().claim('ops', 2, 60_000);
  await outbox().settle(first!, { kind: 'retry', afterMs: 60_000, detail });
  await outbox().settle(second!, { kind: 'dead', detail });
  const conclusion = { kind: 'done', messageId: 'm\0' } as const;
  await outbox().conclude([
    { ...message('k3'), conclusion: { kind: 'dead', detail } },
    { ...message('k4'), conclusion },
  ]);
  expect(
    await execute(db.url, 'SELECT DISTINCT detail FROM floatwatch.outbox WHERE detail IS NOT NULL'),
  ).toEqual([{ detail: '550 5.7.1 \uFFFD no \uFFFD such mailbox' }]);
});

test('A12 what was given up is kept and counted, and keeps nothing back', async () => {
  await outbox().add([message('bad', 'a', 0), message('next', 'a', 1)]);
  const [bad] = await outbox().claim('ops', 1, 60_000);
  await outbox().settle(bad!, { kind: 'dead', detail: '400: no' });
  expect(keys(await outbox().claim('ops', 10, 60_000))).toEqual(['next']);
  expect(await outbox().count('ops')).toEqual({ waiting: 1, dead: 1 });
  expect(await execute(db.url, 'SELECT detail FROM floatwatch.outbox WHERE dead_at IS NOT NULL')).toEqual([
    { detail: '400: no' },
  ]);
});

test('pruning forgets what is old, and only that', async () => {
  await outbox().add([message('old'), message('new'), message('waiting')]);
  for (const claimed of await outbox().claim('ops', 2, 60_000))
    await outbox().settle(claimed, { kind: 'done' });
  await execute(
    db.url,
    "UPDATE floatwatch.outbox SET done_at = now() - interval '31 days' WHERE key = 'new'",
  );
  await outbox().prune();
  expect(
    (await execute(db.url, 'SELECT key FROM floatwatch.outbox ORDER BY key')).map(({ key }) => key),
  ).toEqual(['old', 'waiting']);
});

test('an end that was told is not forgotten before its beginning: it would be told again', async () => {
  await outbox().add([message('f', 'a', 1)]);
  const [fire] = await outbox().claim('ops', 9, 60_000);
  await outbox().settle(fire!, { kind: 'dead', detail: '503: x' });
  await outbox().add([{ ...message('r', 'a', 2), kind: 'resolve' }]);
  const [resolve] = await outbox().claim('ops', 9, 60_000);
  await outbox().settle(resolve!, { kind: 'done' });
  const kept = async (days: number) => {
    await execute(
      db.url,
      `UPDATE floatwatch.outbox SET done_at = done_at - interval '${days} days', dead_at = dead_at - interval '${days} days'`,
    );
    await outbox().prune();
    return (await execute(db.url, 'SELECT key FROM floatwatch.outbox ORDER BY key')).map(({ key }) => key);
  };
  expect(await kept(31)).toEqual(['f', 'r']);
  await kept(60);
  expect(await kept(0)).toEqual([]);
});

test('nor is one that was given up: it would be taken for missed', async () => {
  await outbox().add([message('f', 'a', 1)]);
  const [fire] = await outbox().claim('ops', 9, 60_000);
  await outbox().settle(fire!, { kind: 'done', messageId: '1712.34' });
  await outbox().add([{ ...message('r', 'a', 2), kind: 'resolve' }]);
  const [resolve] = await outbox().claim('ops', 9, 60_000);
  await outbox().settle(resolve!, { kind: 'dead', detail: '503: x' });
  await execute(db.url, "UPDATE floatwatch.outbox SET dead_at = dead_at - interval '91 days'");
  await outbox().prune();
  expect(await execute(db.url, 'SELECT key FROM floatwatch.outbox ORDER BY key')).toEqual([
    { key: 'f' },
    { key: 'r' },
  ]);
});

test('D4 what was given up waits again when it is brought once more', async () => {
  await outbox().add([message('k')]);
  const [claimed] = await outbox().claim('ops', 1, 60_000);
  await outbox().settle(claimed!, { kind: 'dead', detail: '503: x' });
  await outbox().add([message('k')]);
  expect(keys(await outbox().claim('ops', 1, 60_000))).toEqual(['k']);
  expect(await outbox().count('ops')).toEqual({ waiting: 1, dead: 0 });
});

test('an update takes the place of the last one, sent or not, and none follows the end', async () => {
  const update = { ...message('u', 'a', 1), kind: 'update', body: 'one' } as const;
  await outbox().add([update]);
  const [claimed] = await outbox().claim('ops', 1, 60_000);
  await outbox().add([{ ...update, body: 'two', createdAt: update.createdAt + 1 }]);
  expect(await outbox().claim('ops', 1, 60_000)).toEqual([]); // its lease goes on
  await outbox().settle(claimed!, { kind: 'done' });
  const [second] = await outbox().claim('ops', 1, 60_000);
  expect(second?.body).toBe('two');
  await outbox().settle(second!, { kind: 'done' });
  await outbox().add([{ ...update, body: 'two' }]);
  expect(await outbox().claim('ops', 1, 60_000)).toEqual([]);
  await outbox().add([{ ...message('r', 'a', 2), kind: 'resolve' }]);
  await outbox().add([{ ...update, body: 'three' }]);
  expect(keys(await outbox().claim('ops', 9, 60_000))).toEqual(['r']);
});

test('what the receiver calls a message is known to those that follow, as long as the episode lasts', async () => {
  await outbox().add([message('f', 'a', 0), message('other', 'b', 0)]);
  const [fire] = await outbox().claim('ops', 9, 60_000);
  await outbox().settle(fire!, { kind: 'done', messageId: '1712.34' });
  await execute(
    db.url,
    "UPDATE floatwatch.outbox SET done_at = now() - interval '90 days' WHERE done_at IS NOT NULL",
  );
  await outbox().prune();
  await outbox().add([{ ...message('r', 'a', 2), kind: 'resolve' }]);
  const [resolve] = await outbox().claim('ops', 9, 60_000);
  expect(resolve).toMatchObject({ key: 'r', messageId: '1712.34' });
  await outbox().settle(resolve!, { kind: 'done' });
  await outbox().prune();
  expect(await execute(db.url, "SELECT key FROM floatwatch.outbox WHERE alert = 'a'")).toEqual([
    { key: 'r' },
  ]);
});

test('of a beginning that two replicas told while they could ask nobody, both messages are known', async () => {
  const begun = message('k', 'a');
  const told = (messageId: string, untaken?: true) => ({
    ...begun,
    conclusion: { kind: 'done', messageId, ...(untaken && { untaken }) } as const,
  });
  await Promise.all([outbox().conclude([told('C1/1')]), outbox().conclude([told('C1/2')])]);
  await outbox().conclude([told('C1/1')]);
  await outbox().conclude([told('group/1/warning/R', true)]);
  await outbox().add([{ ...message('end', 'a', 1), kind: 'resolve' }]);
  const [end] = await outbox().claim('ops', 10, 60_000);
  expect(end!.messageId!.split('\n').sort()).toEqual(['C1/1', 'C1/2']);
});

test('what the receiver calls a message is known though Postgres went away while it was settled', async () => {
  await outbox().add([message('k', 'a')]);
  const [fire] = await outbox().claim('ops', 10, 60_000);
  const sent = { kind: 'done', messageId: 'C1/1' } as const;
  const query = (async (text, values) => {
    const rows = await db.pool.query(text, values);
    if (text.includes('done_at = CASE')) throw new Error('the connection was cut');
    return rows;
  }) as typeof db.pool.query;
  const cut = createOutbox({ pool: { ...db.pool, query }, schema: '"floatwatch"' });
  await expect(cut.settle(fire!, sent)).rejects.toThrow();
  await outbox().conclude([{ ...message('k', 'a'), conclusion: sent }]); // as it is known to who sent it
  await outbox().add([{ ...message('end', 'a', 1), kind: 'resolve' }]);
  expect(await outbox().claim('ops', 10, 60_000)).toMatchObject([{ key: 'end', messageId: 'C1/1' }]);
});

test('what another replica told while a message was being sent, or changed, is known too', async () => {
  const begun = message('k', 'a');
  const toldElsewhere = (messageId: string) =>
    outbox().conclude([{ ...begun, conclusion: { kind: 'done', messageId } }]);
  await outbox().add([begun]);
  const [fire] = await outbox().claim('ops', 10, 60_000);
  await toldElsewhere('C1/1');
  await outbox().settle(fire!, { kind: 'done', messageId: 'C1/2' });
  await outbox().add([{ ...message('u', 'a', 1), kind: 'update' }]);
  const [update] = await outbox().claim('ops', 10, 60_000);
  await toldElsewhere('C1/3');
  await outbox().settle(update!, { kind: 'done', messageId: update!.messageId! });
  await outbox().add([{ ...message('end', 'a', 2), kind: 'resolve' }]);
  const [end] = await outbox().claim('ops', 10, 60_000);
  expect(end!.messageId!.split('\n').sort()).toEqual(['C1/1', 'C1/2', 'C1/3']);
});

test('a message that was posted anew takes the place of the one that is gone', async () => {
  await outbox().add([message('k', 'a')]);
  const [fire] = await outbox().claim('ops', 10, 60_000);
  await outbox().settle(fire!, { kind: 'done', messageId: 'C1/1' });
  await outbox().add([{ ...message('u', 'a', 1), kind: 'update' }]);
  const [update] = await outbox().claim('ops', 10, 60_000);
  await outbox().settle(update!, { kind: 'done', messageId: 'C1/2' });
  await outbox().add([{ ...message('end', 'a', 2), kind: 'resolve' }]);
  expect(await outbox().claim('ops', 10, 60_000)).toMatchObject([{ messageId: 'C1/2' }]);
});

test('what went into a group elsewhere, and was told here by itself, has its own message', async () => {
  const begun = message('k', 'a');
  await outbox().add([begun]);
  const [fire] = await outbox().claim('ops', 10, 60_000);
  const conclusion = { kind: 'done', messageId: 'group/1/warning/R', untaken: true } as const;
  await outbox().conclude([{ ...begun, conclusion }]);
  await outbox().settle(fire!, { kind: 'done', messageId: 'C1/1' });
  await outbox().add([{ ...message('end', 'a', 2), kind: 'resolve' }]);
  expect(await outbox().claim('ops', 10, 60_000)).toMatchObject([{ messageId: 'C1/1' }]);
});

test('news goes before changes of what is known', async () => {
  await outbox().add([{ ...message('changed', 'a', 1), kind: 'update' }, message('new', 'b', 2)]);
  expect(keys(await outbox().claim('ops', 1, 60_000))).toEqual(['new']);
  expect(keys(await outbox().claim('ops', 1, 60_000))).toEqual(['changed']);
});

test('messages are taken in though what is old can not be pruned', async () => {
  const query = (async (text, values) => {
    if (text.startsWith('DELETE')) throw new Error('canceling statement due to statement timeout');
    return await db.pool.query(text, values);
  }) as typeof db.pool.query;
  await createOutbox({ pool: { ...db.pool, query }, schema: '"floatwatch"' }).add([message('k')]);
  expect(keys(await outbox().claim('ops', 1, 60_000))).toEqual(['k']);
});

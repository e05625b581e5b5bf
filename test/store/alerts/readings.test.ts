// What is concluded from rows about alerts: whose account nobody polls any more, what became of a delivery, which ends
// nobody told of. Which rows those are is tried with Postgres in alert-log.test.ts and outbox.test.ts.
import { describe, expect, test } from 'vitest';
import { abandonedAmong } from '../../../src/store/alerts/abandoned.ts';
import { readDeliveries } from '../../../src/store/alerts/deliveries.ts';
import { readMissedEnds } from '../../../src/store/alerts/missed-ends.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import { scriptedDatabase } from '../../support/scripted-database.ts';

const SCHEMA = '"floatwatch"' as Schema;
const NOON = Date.parse('2026-07-20T12:00:00Z');
const HOUR = 3_600_000;

describe('an account is abandoned', () => {
  test.each<[what: string, hoursAgo: readonly number[], abandoned: boolean]>([
    ['which has no poll', [], true],
    ['not yet, a day after its only poll', [24], false],
    ['more than a day after it', [24 + 1 / HOUR], true],
    ['not after a day, where it was polled once a day', [40, 64, 88], false],
    ['not yet after twice its longest pause', [48, 72], false],
    ['after more than twice its longest pause', [48 + 1 / HOUR, 72], true],
    ['by the longest of its pauses, also an early one', [130, 131, 196], false],
    ['where its pauses are shorter than half a day, after a day', [24 + 1 / HOUR, 24.5, 25], true],
  ])('%s', async (_what, hoursAgo, abandoned) => {
    const rows = hoursAgo.map((ago) => ({
      slot: new Date(Math.round(NOON - ago * HOUR)),
      now: new Date(NOON),
    }));
    const { db } = scriptedDatabase(rows);
    expect([...(await abandonedAmong(db, SCHEMA, [7]))]).toEqual(abandoned ? [7] : []);
  });

  test('by itself', async () => {
    const { db, asked } = scriptedDatabase([], [{ slot: new Date(NOON), now: new Date(NOON) }], []);
    expect([...(await abandonedAmong(db, SCHEMA, [1, 2, 3]))]).toEqual([1, 3]);
    expect(asked).toEqual([[1], [2], [3]]);
  });
});

describe('a delivery', () => {
  const row = {
    ...{ receiver: 'ops', kind: 'fire', created_at: new Date(NOON), attempts: 1, detail: null },
    ...{ done_at: null, dead_at: null, message_id: null },
  };
  const done = { done_at: new Date(NOON + 5) };

  test.each([
    ['waits', {}, 'waiting', null],
    ['also after attempts', { attempts: 3, detail: 'HTTP 500' }, 'waiting', null],
    ['was given up', { dead_at: new Date(NOON + 9) }, 'given_up', NOON + 9],
    ['was accepted', done, 'accepted', NOON + 5],
    [
      'was accepted though it was given up before',
      { ...done, dead_at: new Date(NOON + 9) },
      'accepted',
      NOON + 5,
    ],
    [
      'has an unknown end, where the last attempt failed',
      { ...done, detail: 'HTTP 500' },
      'unknown',
      NOON + 5,
    ],
    ['has one where there was no attempt', { ...done, attempts: 0 }, 'unknown', NOON + 5],
    ['was told with others', { ...done, attempts: 0, message_id: 'group/7' }, 'together', NOON + 5],
    ['was not worth telling', { ...done, attempts: 0, message_id: 'quiet' }, 'unsent', NOON + 5],
    ['has the id of a message', { ...done, attempts: 0, message_id: '1700.5' }, 'unknown', NOON + 5],
    ['was accepted, and told with others before', { ...done, message_id: 'group/7' }, 'accepted', NOON + 5],
  ])('%s', async (_what, more, state, endedAt) => {
    const { db, asked } = scriptedDatabase([{ ...row, ...more }]);
    const told = await readDeliveries(db, SCHEMA, { episode: 'e', receivers: ['ops'] });
    const { attempts, detail } = { ...row, ...more };
    expect(told).toEqual([
      { receiver: 'ops', kind: 'fire', createdAt: NOON, endedAt, state, attempts, detail },
    ]);
    expect(asked).toEqual([[['ops'], 'e']]);
  });

  test('that was told with others tells so of the others to that receiver', async () => {
    const settled = { ...row, ...done, attempts: 0 };
    const { db } = scriptedDatabase([
      { ...settled, message_id: 'group/7' },
      { ...settled, kind: 'resolve' },
      { ...settled, receiver: 'chat', kind: null },
    ]);
    const told = await readDeliveries(db, SCHEMA, { episode: 'e', receivers: ['ops', 'chat'] });
    expect(told.map(({ receiver, kind, state }) => [receiver, kind, state])).toEqual([
      ['ops', 'fire', 'together'],
      ['ops', 'resolve', 'together'],
      ['chat', 'fire', 'unknown'],
    ]);
  });
});

describe('an end that nobody told of', () => {
  const REPORT = 'alertname="FloatwatchDown",replica="a"';
  const begun = (alert: string, episode: string, told = true, unkept: Date | null = null) => ({
    ...{ alert, episode, told, unkept_since: unkept },
  });
  const over = (episode: string, after: number) => ({ episode, resolved_at: new Date(NOON + after) });
  const body = (episode: string) => ({ episode, body: `of ${episode}` });
  const end = (episode: string, after: number) => ({ body: `of ${episode}`, resolvedAt: NOON + after });

  test.each<
    [
      what: string,
      begun: readonly object[],
      over: readonly object[],
      missed: readonly string[],
      ends: readonly object[],
    ]
  >([
    [
      'is told, of each episode',
      [begun('a', 'a1'), begun('b', 'b1')],
      [over('a1', 1), over('b1', 2)],
      ['b1', 'a1'],
      [end('a1', 1), end('b1', 2)],
    ],
    [
      'is not, of an episode that lasts',
      [begun('a', 'a1'), begun('b', 'b1')],
      [over('b1', 2)],
      ['b1'],
      [end('b1', 2)],
    ],
    ['is not, where the alert fires again', [begun('a', 'a1'), begun('a', 'a2')], [over('a1', 1)], [], []],
    [
      'is, where nobody told that it fires again',
      [begun('a', 'a1'), begun('a', 'a2', false)],
      [over('a1', 1)],
      ['a1'],
      [end('a1', 1)],
    ],
    [
      'is, of an episode after one that lasts',
      [begun('a', 'a1'), begun('a', 'a2')],
      [over('a2', 2)],
      ['a2'],
      [end('a2', 2)],
    ],
    [
      'is, of what a replica reported of itself before it was gone',
      [begun(REPORT, 'r1', true, new Date(NOON + 7))],
      [],
      ['r1'],
      [end('r1', 7)],
    ],
    [
      'is not, of another alert that nobody has confirmed',
      [begun('a', 'a1', true, new Date(NOON + 7))],
      [],
      [],
      [],
    ],
    ['is not, of what a replica still reports of itself', [begun(REPORT, 'r1')], [], [], []],
  ])('%s', async (_what, rows, ended, missed, ends) => {
    const { db, asked } = scriptedDatabase(rows, ended, missed.toSorted().map(body));
    expect(await readMissedEnds(db, SCHEMA, 'ops', NOON)).toEqual(ends);
    expect(asked[0]).toEqual(['ops', 'quiet', '2026-07-20T12:00:00.000Z']);
    const episodes = rows.map((row) => (row as { episode: string }).episode);
    expect(asked[1]).toEqual([episodes, episodes]);
    expect(asked.slice(2)).toEqual(missed.length === 0 ? [] : [['ops', missed]]);
  });

  test('is looked for by the first sixteen digits of its episode’s name', async () => {
    const name = '0123456789abcdef'.repeat(4);
    const { db, asked } = scriptedDatabase([begun('a', name)], []);
    await readMissedEnds(db, SCHEMA, 'ops', NOON);
    expect(asked[1]).toEqual([['0123456789abcdef'], [name]]);
  });

  test('is looked for only where something began', async () => {
    const { db, asked } = scriptedDatabase([]);
    expect(await readMissedEnds(db, SCHEMA, 'ops', NOON)).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

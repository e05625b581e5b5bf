// When partitions are made, dropped and compressed, without a database; the functions of each engine are tried with
// maintenance.test.ts and test/engines.
import { expect, test } from 'vitest';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import {
  compressOld,
  dropPartitions,
  makePartitions,
  makePartitionsAhead,
  withPartitions,
} from '../../../src/store/postgres/partitions.ts';
import { scriptedDatabase } from '../../support/scripted-database.ts';

const SCHEMA = '"floatwatch"' as Schema;
const NOW = Date.parse('2026-07-20T12:00:00.5Z');

function refusal(code: string, more: object = {}): Error {
  return Object.assign(new Error(`refused by ${code}`), { code, ...more });
}

const MAKE = 'SELECT "floatwatch".make_partitions($1::timestamptz, $2::timestamptz) AS made';

test('a month behind the database’s now and three months ahead of it have partitions', async () => {
  const { db, questions: asked } = scriptedDatabase([{ ms: NOW - 0.25 }], [{ made: 4 }]);
  expect(await makePartitionsAhead(db, SCHEMA)).toBe(4);
  expect(asked[1]).toEqual({
    text: MAKE,
    values: ['2026-06-19T12:00:00.500Z', '2026-10-20T12:00:00.500Z'],
  });
});

test('none is made that retention would drop at once', async () => {
  const { db, questions: asked } = scriptedDatabase([{ ms: NOW }], [{ made: 3 }]);
  await makePartitionsAhead(db, SCHEMA, 86_400_000);
  expect(asked[1]!.values).toEqual(['2026-07-19T12:00:00.500Z', '2026-10-20T12:00:00.500Z']);
});

test('as many as were made are told', async () => {
  const { db, questions: asked } = scriptedDatabase([{ made: 0 }]);
  expect(await makePartitions(db, SCHEMA, NOW, NOW + 1)).toBe(0);
  expect(asked).toEqual([{ text: MAKE, values: ['2026-07-20T12:00:00.500Z', '2026-07-20T12:00:00.501Z'] }]);
});

test('those that were dropped are named', async () => {
  const { db, questions: asked } = scriptedDatabase([{ name: 'poll_2025_01' }, { name: 'poll_2025_02' }]);
  expect(await dropPartitions(db, SCHEMA, 'poll', NOW)).toEqual(['poll_2025_01', 'poll_2025_02']);
  expect(asked).toEqual([
    {
      text: 'SELECT "floatwatch".drop_partitions($1, $2::timestamptz) AS name',
      values: ['poll', '2026-07-20T12:00:00.500Z'],
    },
  ]);
});

test('a write that has its partitions makes none', async () => {
  const { db, questions: asked } = scriptedDatabase();
  expect(await withPartitions(db, SCHEMA, [{ slot: NOW }], async () => 'stored')).toBe('stored');
  expect(asked).toEqual([]);
});

test('a write that lacks some makes those of its months, once each, and is then done again', async () => {
  const { db, questions: asked } = scriptedDatabase([{ made: 1 }], [{ made: 1 }]);
  const slots = ['2026-07-01T00:00:00Z', '2026-07-31T23:59:59Z', '2026-08-01T00:00:00Z'].map(Date.parse);
  let attempts = 0;
  const work = async () => {
    if (attempts++ === 0) throw refusal('23514');
    return attempts;
  };
  expect(
    await withPartitions(
      db,
      SCHEMA,
      slots.map((slot) => ({ slot })),
      work,
    ),
  ).toBe(2);
  expect(asked).toEqual(
    ['2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z'].map((start) => ({
      text: MAKE,
      values: [start, start],
    })),
  );
});

test.each([
  ['a value that breaks a condition', refusal('23514', { constraint: 'snapshot_amount' })],
  ['a slot that is stored already', refusal('23505')],
  ['a server that is away', new Error('connection refused')],
  ['what is no error', 'gone'],
])('%s is no lack of partitions', async (_what, error) => {
  const { db, questions: asked } = scriptedDatabase();
  let attempts = 0;
  const work = async () => {
    attempts++;
    throw error;
  };
  await expect(withPartitions(db, SCHEMA, [{ slot: NOW }], work)).rejects.toBe(error);
  expect({ attempts, asked }).toEqual({ attempts: 1, asked: [] });
});

test('a write that lacks its partitions once more says so', async () => {
  const { db } = scriptedDatabase([{ made: 0 }]);
  const work = async () => {
    throw refusal('23514');
  };
  await expect(withPartitions(db, SCHEMA, [{ slot: NOW }], work)).rejects.toThrow('refused by 23514');
});

const compressed = (name: string | null) => [{ name }];

test('old partitions are compressed one by one until there are no more, each in five minutes', async () => {
  const { db, questions: asked } = scriptedDatabase(
    [{ ms: NOW }],
    compressed('a'),
    compressed('b'),
    compressed(null),
  );
  await compressOld(db, SCHEMA);
  const asking = {
    text: 'SELECT "floatwatch".compress_next($1::timestamptz) AS name',
    values: ['2026-07-06T12:00:00.500Z'],
    ms: 300_000,
  };
  expect(asked.slice(1)).toEqual([asking, asking, asking]);
  const none = scriptedDatabase([{ ms: NOW }], []);
  await compressOld(none.db, SCHEMA);
  expect(none.questions).toHaveLength(2);
});

test.each(['42710', '42P01', '55P03'])(
  'what another process did meanwhile (%s) is passed over, until it is told twice in a row',
  async (code) => {
    const race = (of: string) => refusal(code, { message: `chunk ${of}` });
    const over = scriptedDatabase(
      [{ ms: NOW }],
      race('a'),
      race('b'),
      compressed('c'),
      race('b'),
      compressed(null),
    );
    await compressOld(over.db, SCHEMA);
    expect(over.questions).toHaveLength(6);
    const stuck = scriptedDatabase([{ ms: NOW }], race('a'), race('a'));
    await expect(compressOld(stuck.db, SCHEMA)).rejects.toThrow('chunk a');
    expect(stuck.questions).toHaveLength(3);
  },
);

test.each([refusal('57014'), new Error('connection refused')])(
  'what else goes wrong is told at once: %s',
  async (error) => {
    const { db, questions: asked } = scriptedDatabase([{ ms: NOW }], error, compressed(null));
    await expect(compressOld(db, SCHEMA)).rejects.toBe(error);
    expect(asked).toHaveLength(2);
  },
);

// What becomes of each result of a batch, whatever Postgres answers: by cases.
import { expect, test } from 'vitest';
import type { PollResult } from '../../../src/domain/poll-result.ts';
import {
  type BatchWriter,
  createBatchWriter,
  ENDLESS,
  FUTURE_REASON,
  writeBatch,
} from '../../../src/store/writer/write-batch.ts';
import { observation } from '../../support/ledger.ts';
import { optionPoll } from '../../support/options.ts';

const polls = (count: number): PollResult[] => Array.from({ length: count }, (_, i) => observation(i));
const refusal = (code: string) => Object.assign(new Error('refused'), { code });

/** A writer that fails by what `fail` says of the slots, and the batches that it was given, as slots. */
function writing(fail: (slots: readonly number[], attempt: number) => Error | undefined) {
  const batches: number[][] = [];
  const writer: BatchWriter = {
    async complete(results) {
      const slots = results.map(({ slot }) => slot);
      batches.push(slots);
      const error = fail(slots, batches.length);
      if (error) throw error;
      return results.map(() => 'stored');
    },
  };
  return { writer, batches };
}

const stored = { kind: 'stored' };
const retry = (reason: string, more: object = {}) => ({
  kind: 'failed',
  verdict: expect.objectContaining({ policy: 'retry', reason: expect.stringContaining(reason), ...more }),
});

test('what the ledger says of each is what is said; what is ahead of its clock is refused for that', async () => {
  const writer: BatchWriter = { complete: async () => ['stored', 'conflict', 'future'] };
  expect(await writeBatch(writer, polls(3))).toEqual([
    stored,
    { kind: 'conflict' },
    { kind: 'refused', reason: FUTURE_REASON },
  ]);
  expect(FUTURE_REASON).toBe(
    "its slot lies ahead of the database's clock: ours or the database's is wrong (see ClockSkewed)",
  );
});

test('a batch with one bad result is halved until that is alone, and all others are stored', async () => {
  const { writer, batches } = writing((slots) => (slots.includes(3) ? refusal('22003') : undefined));
  const results = await writeBatch(writer, polls(5));
  expect(results).toEqual([
    ...[stored, stored, stored],
    { kind: 'refused', reason: 'a value was refused (SQLSTATE 22003)' },
    stored,
  ]);
  expect(batches).toEqual([[0, 1, 2, 3, 4], [0, 1, 2], [3, 4], [3], [4]]);
});

test('one that is stored already counts as stored', async () => {
  const { writer } = writing((slots) => (slots.includes(1) ? refusal('23505') : undefined));
  expect(await writeBatch(writer, polls(3))).toEqual([stored, stored, stored]);
});

test.each([
  ['53300', 'the server has no free connection', 'retry'],
  ['28P01', 'the server refuses our user or password', 'config'],
])('a failure of %s ends the batch at once: all of it has failed', async (code, reason, policy) => {
  const { writer, batches } = writing(() => refusal(code));
  expect(await writeBatch(writer, polls(3))).toEqual(Array(3).fill(retry(reason, { policy })));
  expect(batches).toHaveLength(1);
});

test('one that comes in the first half is not followed by the second, and one in the second leaves the first stored', async () => {
  const early = writing((slots, attempt) =>
    attempt === 1 ? refusal('22003') : slots.includes(0) ? refusal('57P01') : undefined,
  );
  expect(await writeBatch(early.writer, polls(4))).toEqual(Array(4).fill(retry('ended the session')));
  expect(early.batches).toEqual([
    [0, 1, 2, 3],
    [0, 1],
  ]);
  const late = writing((slots, attempt) =>
    attempt === 1 ? refusal('22003') : slots.includes(3) ? refusal('57P01') : undefined,
  );
  const failed = retry('ended the session');
  expect(await writeBatch(late.writer, polls(4))).toEqual([stored, stored, failed, failed]);
});

test.each([
  [1, 2, true],
  [2, 3, true],
  [3, 3, false],
])(
  'of a race that is lost %i times, %i attempts are made, and it is won: %s',
  async (lost, attempts, won) => {
    const { writer, batches } = writing((_, attempt) => (attempt <= lost ? refusal('40P01') : undefined));
    const results = await writeBatch(writer, polls(2));
    expect(results).toEqual(Array(2).fill(won ? stored : retry('lost a race', { contention: true })));
    expect(batches).toHaveLength(attempts);
  },
);

test('an answer that is not about each result is none', async () => {
  const writer: BatchWriter = { complete: async () => ['stored'] };
  expect(await writeBatch(writer, polls(2))).toEqual(
    Array(2).fill(retry('the ledger did not answer for each result', { sqlstate: null })),
  );
});

test('a write that did not end may be tried again, perhaps at another server', () => {
  expect(ENDLESS).toEqual({
    kind: 'failed',
    verdict: {
      ...{ policy: 'retry', sqlstate: null, reason: 'a write did not end' },
      ...{ contention: false, disconnected: true },
    },
  });
});

/** Both ledgers; `asked` is what each was given. */
function ledgers(notReady: string | null = null) {
  const asked: [string, number[]][] = [];
  const ledger = (name: string, answers: readonly ('stored' | 'conflict')[]) => ({
    async complete(results: readonly { readonly slot: number }[]) {
      asked.push([name, results.map(({ slot }) => slot)]);
      return results.map((_, i) => answers[i]!);
    },
  });
  const writer = createBatchWriter({
    balances: ledger('balances', ['stored', 'conflict']),
    options: ledger('options', ['conflict', 'stored']),
    notReady: () => notReady,
  });
  return { writer, asked };
}

test('each result goes to the ledger of its kind, and has the answer about itself', async () => {
  const { writer, asked } = ledgers();
  const results = [optionPoll(1, []), observation(2), optionPoll(3, []), observation(4)];
  expect(await writer.complete(results)).toEqual(['conflict', 'stored', 'stored', 'conflict']);
  expect(asked).toEqual([
    ['balances', [2, 4]],
    ['options', [1, 3]],
  ]);
});

test('a ledger without results is not asked, and none is before there is a schema', async () => {
  const one = ledgers();
  await one.writer.complete([observation(2)]);
  await one.writer.complete([optionPoll(1, [])]);
  await one.writer.complete([]);
  expect(one.asked.map(([name]) => name)).toEqual(['balances', 'options']);
  const none = ledgers('the database is not migrated yet');
  await expect(none.writer.complete([observation(2)])).rejects.toThrow('the database is not migrated yet');
  expect(none.asked).toEqual([]);
});

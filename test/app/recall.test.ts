// What was known before a restart comes back, however often the database fails while it is asked.
import { expect, test } from 'vitest';
import { createForgetting, type ForgettingOptions } from '../../src/app/forgetting.ts';
import { type RecallOptions, recall } from '../../src/app/recall.ts';
import { createWorld } from '../store/writer/simulated.ts';

/** A database of which each part fails so often before it answers. */
function failing(failures: { states: number; balances: number; options: number }) {
  const world = createWorld();
  const left = { ...failures };
  const taken: string[] = [];
  const ask = (part: keyof typeof left) => {
    if (left[part]-- > 0) throw new Error('canceling statement due to statement timeout');
  };
  const options = {
    clock: world.clock,
    after: world.after,
    log: { warn() {}, debug() {}, info() {} },
    configured: () => ({ config: { alerts: { rules: [] } }, accounts: new Map([['acme', {}]]) }),
    storage: {
      migrated: Promise.resolve(),
      ledger: {
        async latest() {
          ask('balances');
          return [{ account: 'acme' }];
        },
      },
      alertMemory: {
        async recall() {
          const complete = left.states-- <= 0;
          return { states: complete ? ['firing'] : [], complete };
        },
      },
    },
    board: { observe() {}, account() {}, forget: () => taken.push('forgotten') },
    evaluator: {},
    alerting: {
      resume(saved: unknown[], observations: unknown[], seen: unknown[] = []) {
        taken.push(...saved.map(() => 'states'), ...observations.map(() => 'balances'));
        taken.push(...seen.map(() => 'options'));
      },
      forget() {},
      tellAll() {},
    },
    paymentOptions: {
      async resume() {
        ask('options');
        return [{ account: 'acme' }];
      },
    },
  };
  return { world, taken, options: options as unknown as RecallOptions };
}

test.each([
  { states: 3, balances: 0, options: 0 },
  { states: 0, balances: 1, options: 0 },
  { states: 0, balances: 0, options: 2 },
  { states: 2, balances: 4, options: 1 },
])('each part is asked until it has answered once: failures %o', async (failures) => {
  const { world, taken, options } = failing(failures);
  const recalled = recall(options, new AbortController().signal);
  await world.advance(0);
  if (failures.states < 2) expect(taken).toContain('states');
  await world.advance(120_000);
  await recalled;
  expect(taken.toSorted()).toEqual(['balances', 'options', 'states']);
});

test('D11 nothing is forgotten while what was known before could not be read', async () => {
  const { world, taken, options } = failing({ states: 3, balances: 0, options: 0 });
  const row = { account: 'acme', currency: 'UGX', walletType: 'CLOSED', forgottenAt: 0, mark: '1' };
  const recalled = recall(options, new AbortController().signal);
  const look = createForgetting({
    ...options,
    readForgotten: async () => [row],
    recalled,
  } as unknown as ForgettingOptions);
  await world.advance(500);
  await look();
  expect(taken).not.toContain('forgotten');
  await world.advance(120_000);
  await look();
  expect(taken).toContain('forgotten');
});

test('a stop ends the attempts', async () => {
  const { world, taken, options } = failing({ states: 99, balances: 99, options: 99 });
  const stopping = new AbortController();
  const recalled = recall(options, stopping.signal);
  await world.advance(5_000);
  stopping.abort();
  await recalled;
  expect(taken).toEqual([]);
});

// What replicas that lost their claims read in place of rows: it must be the same.
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import { walletKey } from '../../../src/domain/wallet.ts';
import { emptyRelay } from '../../../src/store/ledger/relay.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { failure, ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const ACCOUNTS = 20;
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() => empty());

let lastSlot = 0;
function freshSlot(): number {
  lastSlot = Math.max(lastSlot + 1, Date.now());
  return lastSlot;
}

const names = Array.from({ length: ACCOUNTS }, (_, n) => `acme-${String(n).padStart(2, '0')}`);
const sweepAt = (slot: number, accounts = names) =>
  accounts.map((account, n) =>
    observation(slot, { account, wallets: [wallet(`${n}.50`), wallet(null, { currency: 'KES' })] }),
  );
const relayed = () => db.pool.query<{ slot: Date }>('SELECT slot FROM floatwatch.relay ORDER BY slot');
const empty = () => db.pool.query('DELETE FROM floatwatch.relay');

test('what another replica stored is relayed, digit for digit as the table has it', async () => {
  const amount = fc
    .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 20n), fc.stringMatching(/^\d{0,12}$/))
    .map(([minus, whole, rest]) => amountOf(`${minus ? '-' : ''}${whole}${rest && `.${rest}`}`));
  const amounts = fc.array(
    fc.record({
      available: fc.option(amount),
      actual: fc.option(amount),
      uncleared: fc.option(amount),
      reserve: fc.option(amount),
    }),
    { maxLength: 4 },
  );
  const other = ledgerOf(db.pool, 'other');
  const code = fc.option(fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }));
  const unreadable = { currency: 'U\n"', walletType: 'TYPE_ü', reason: 'malformed' } as const;
  const polled = fc.oneof(
    fc.record({ outcome: fc.constant('ok' as const), envelopeCode: code, httpStatus: code }),
    fc.record({ outcome: fc.constant('partial' as const), unreadable: fc.constant([unreadable]) }),
    fc.record({ durationMs: fc.nat(60_000), observedAt: fc.nat(60_000).map((ms) => lastSlot + ms) }),
  );
  const poll = fc.tuple(amounts, polled);
  await fc.assert(
    fc.asyncProperty(fc.array(poll, { minLength: ACCOUNTS, maxLength: ACCOUNTS }), async (polls) => {
      const slot = freshSlot();
      const of = polls.map(([each]) => each);
      const sweep = polls.map(([each, more], n) =>
        observation(slot, {
          account: names[n]!,
          wallets: each.map((balance, i) => wallet('0', { walletType: `TYPE_${i}`, ...balance })),
          ...more,
        }),
      );
      await ledgerOf(db.pool, 'one').complete(sweep);
      const seen = await other.ended(sweep);
      expect(await relayed()).toHaveLength(of.some((each) => each.length > 0) ? 1 : 0);
      await empty();
      expect(byName(seen)).toEqual(byName(await other.ended(sweep)));
      expect(byName(seen)).toEqual(byName(sweep));
    }),
    { numRuns: 20 },
  );
});

test('what is relayed is asked for there alone, and beside it the polls that failed', async () => {
  const slot = freshSlot();
  const sweep = sweepAt(slot).map((seen, n) => (n === 3 ? failure(slot, { account: names[n]! }) : seen));
  await ledgerOf(db.pool, 'one').complete(sweep);
  const { pool, read } = counted();
  const other = ledgerOf(pool, 'other');
  expect(byName(await other.ended(sweep))).toEqual(byName(sweep));
  expect(read).toMatchObject({ relay: 1, poll: 1, snapshot: 0 });
  expect(await other.ended(sweep.filter(({ outcome }) => outcome === 'ok'))).toHaveLength(ACCOUNTS - 1);
  expect(read).toMatchObject({ relay: 2, poll: 1, snapshot: 0 });
});

test('what a crash has emptied, or another version has packed, is read from the table', async () => {
  const slot = freshSlot();
  await ledgerOf(db.pool, 'one').complete(sweepAt(slot));
  await db.pool.query("UPDATE floatwatch.relay SET snapshots = snapshots || E'\\n{1}'");
  expect(byName(await ledgerOf(db.pool, 'other').ended(sweepAt(slot)))).toEqual(byName(sweepAt(slot)));
  await empty();
  expect(byName(await ledgerOf(db.pool, 'other').ended(sweepAt(slot)))).toEqual(byName(sweepAt(slot)));
});

test('a part of the sweep that came apart from the others is read from the table', async () => {
  const slot = freshSlot();
  const [few, many] = [names.slice(0, 3), names.slice(3)];
  const one = ledgerOf(db.pool, 'one');
  await one.complete(sweepAt(slot, many));
  await one.complete(sweepAt(slot, few));
  expect(await relayed()).toHaveLength(1);
  const seen = await ledgerOf(db.pool, 'other').ended(sweepAt(slot));
  expect(byName(seen)).toEqual(byName([...sweepAt(slot, few), ...sweepAt(slot, many)]));
});

test('a success in the place of a failure that was first is read with its wallets', async () => {
  const slot = freshSlot();
  await ledgerOf(db.pool, 'one').complete(names.map((account) => failure(slot, { account })));
  expect(await relayed()).toEqual([]);
  await ledgerOf(db.pool, 'two').complete(sweepAt(slot));
  expect(byName(await ledgerOf(db.pool, 'other').ended(sweepAt(slot)))).toEqual(byName(sweepAt(slot)));
});

test('only sweeps of now are relayed: neither what waited in a spool nor polls of several slots', async () => {
  const one = ledgerOf(db.pool, 'one');
  await one.complete(sweepAt(Date.now() - 130_000));
  const [slot, next] = [freshSlot(), freshSlot()];
  await one.complete([...sweepAt(slot), ...sweepAt(next)]);
  expect(await relayed()).toEqual([]);
});

test('what another shard stored is not even asked for', async () => {
  const slot = freshSlot();
  const theirs = names.map((name) => `theirs-${name}`);
  await ledgerOf(db.pool, 'one').complete(sweepAt(slot));
  await ledgerOf(db.pool, 'two').complete(sweepAt(slot, theirs));
  const { pool, read } = counted();
  const seen = await ledgerOf(pool, 'other').ended(sweepAt(slot, theirs));
  expect(byName(seen)).toEqual(byName(sweepAt(slot, theirs)));
  expect(read['relay']).toBe(1);
});

test('what nobody asks for any more is dropped', async () => {
  const slot = freshSlot();
  await ledgerOf(db.pool, 'one').complete(sweepAt(slot));
  await db.pool.query(
    "INSERT INTO floatwatch.relay SELECT slot - interval '5 minutes', account_id, snapshots FROM floatwatch.relay",
  );
  await emptyRelay(db.pool, '"floatwatch"');
  expect(await relayed()).toEqual([{ slot: new Date(slot) }]);
});

/** A pool that counts the rows that it reads of these tables. */
function counted() {
  const read: Record<string, number> = { relay: 0, poll: 0, snapshot: 0 };
  const pool: Pool = {
    ...db.pool,
    async query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) {
      const rows = await db.pool.query<Row>(text, values);
      for (const table of Object.keys(read)) if (text.includes(`".${table}`)) read[table]! += rows.length;
      return rows;
    },
  };
  return { pool, read };
}

/** Rows come in no order. */
function byName(seen: readonly Observation[]): Observation[] {
  return seen
    .map((each) => ({
      ...each,
      wallets: each.wallets.toSorted((a, b) => (walletKey(a) < walletKey(b) ? -1 : 1)),
    }))
    .sort((a, b) => (a.account < b.account ? -1 : 1));
}

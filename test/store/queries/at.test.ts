// What many wallets held at an instant: read in parts, and the same as if it were read at once.
import { setImmediate } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '../../../src/store/postgres/pool.ts';
import { readAt } from '../../../src/store/queries/at.ts';
import { failure, ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const SCHEMA = '"floatwatch"';
const ACCOUNTS = 30;
const WALLETS = 50; // of each account

/** The names of accounts don't come in the order of their numbers. */
const nameOf = (i: number) => `acme-${(i * 7) % ACCOUNTS}`;

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  const wallets = (i: number, amount: number) =>
    Array.from({ length: WALLETS }, (_, j) =>
      wallet(`${amount + j}.50`, { walletType: `W${(j * 3) % WALLETS}-${i % 2}` }),
    );
  const polls = Array.from({ length: ACCOUNTS }, (_, i) => {
    const account = nameOf(i);
    const good = observation(NOON - 2 * MINUTE, { account, wallets: wallets(i, i * 1_000) });
    const unread = failure(NOON, { account });
    const fewer = observation(NOON, { account, wallets: wallets(i, i * 2_000).slice(1) });
    return [good, i % 3 === 0 ? unread : fewer];
  });
  await ledgerOf(db.pool).complete(polls.flat());
  await execute(
    db.url,
    `INSERT INTO floatwatch.wallet (account_id, currency, wallet_type, exposable)
       SELECT account_id, 'KES', 'EXPECTED', true FROM floatwatch.account WHERE name = 'acme-7';
     INSERT INTO floatwatch.account (name) VALUES ('without-wallets');
     INSERT INTO floatwatch.forgotten_wallet (forgotten_at, account, currency, wallet_type, forgotten_by)
       SELECT '2026-11-20T12:00:00.100Z', 'acme-7', 'UGX', 'W' || i || '-1', 'anna' FROM generate_series(0, 2) i;
     ANALYZE`,
  );
});
afterAll(() => db[Symbol.asyncDispose]());

/** Asks the database, and calls `after` with the text of each question once it is answered. */
function watched(after: (text: string, rows: number) => unknown): Queryable {
  return {
    async query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]) {
      const rows = await db.pool.query<Row>(text, values);
      await after(text, rows.length);
      return rows;
    },
  };
}

test('each wallet has its amounts of the instant, in the order of names, as the function in SQL gives them, without one that is forgotten', async () => {
  for (const [at, gone] of [
    [NOON - MINUTE, ''],
    [NOON + MINUTE, 'W0-1'],
  ] as const) {
    const { wallets, accounts } = await readAt(db.pool, SCHEMA, { at, accounts: [] });
    const expected = await db.pool.query(
      `SELECT a.name AS account, w.currency, w.wallet_type AS "walletType", b.available, b.observed_at
       FROM floatwatch.wallet w JOIN floatwatch.account a ON a.account_id = w.account_id
       LEFT JOIN floatwatch.balances_at($1) b
         ON b.account = a.name AND b.currency = w.currency AND b.wallet_type = w.wallet_type
       WHERE NOT (a.name = 'acme-7' AND w.wallet_type = $2)
       ORDER BY a.name, w.currency, w.wallet_type`,
      [new Date(at).toISOString(), gone],
    );
    const told = wallets.map(({ account, currency, walletType, seen }) => ({
      ...{ account, currency, walletType, available: seen?.balance.available ?? null },
      observed_at: seen && new Date(seen.observedAt),
    }));
    expect(told).toEqual(expected);
    expect(wallets).toHaveLength(ACCOUNTS * WALLETS + (gone === '' ? 1 : 0));
    expect(accounts.map(({ account }) => account)).toEqual([
      ...new Set(wallets.map(({ account }) => account)),
    ]);
  }
});

test('each account has its newest good poll and its newest poll', async () => {
  const { accounts } = await readAt(db.pool, SCHEMA, { at: NOON + MINUTE, accounts: [] });
  const known = new Map(accounts.map(({ account, ...polls }) => [account, polls]));
  expect(known.size).toBe(ACCOUNTS);
  for (let i = 0; i < ACCOUNTS; i++) {
    const isRead = i % 3 !== 0;
    expect(known.get(nameOf(i))).toEqual({
      good: { slot: isRead ? NOON : NOON - 2 * MINUTE, unreadable: [] },
      last: {
        ...{ slot: NOON, outcome: isRead ? 'ok' : 'connect' },
        detail: isRead ? null : 'connection refused',
      },
    });
  }
});

test('some accounts have of all that is known what is about them', async () => {
  const [all, some] = await Promise.all(
    [[], ['acme-7', 'acme-29', 'unknown']].map((accounts) => readAt(db.pool, SCHEMA, { at: NOON, accounts })),
  );
  const isAskedFor = ({ account }: { readonly account: string }) => ['acme-7', 'acme-29'].includes(account);
  expect(some).toEqual({
    wallets: all!.wallets.filter(isAskedFor),
    accounts: all!.accounts.filter(isAskedFor),
  });
  expect(some!.wallets).toHaveLength(2 * WALLETS + 1);
});

test('no answer of the database is of more than five hundred wallets, and everything else goes on between two', async () => {
  let turns = 0;
  let isDone = false;
  const most = { rows: 0, answers: 0 };
  let parts = 0;
  const reading = readAt(
    watched((_text, rows) => {
      most.rows = Math.max(most.rows, rows);
      most.answers++;
    }),
    SCHEMA,
    { at: NOON, accounts: [], onPart: () => void parts++ },
  ).then(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await setImmediate();
  await reading;
  expect(most.rows).toBeLessThanOrEqual(500);
  expect(most.answers).toBeGreaterThan((2 * ACCOUNTS * WALLETS) / 500);
  expect(turns).toBeGreaterThanOrEqual(most.answers);
  expect(parts).toBeGreaterThanOrEqual((ACCOUNTS * WALLETS) / 500);
});

test('a poll that is stored while it is read makes no wallet of its account a missing one', async () => {
  const account = 'acme-1';
  const slot = NOON + 5 * MINUTE;
  const seen = Array.from({ length: WALLETS }, (_, j) => wallet('9', { walletType: `W${j}-1` }));
  let stored = false;
  const during = watched(async (text) => {
    if (stored || !text.includes('unreadable')) return;
    stored = true;
    await ledgerOf(db.pool).complete([observation(slot, { account, wallets: seen })]);
  });
  const { wallets, accounts } = await readAt(during, SCHEMA, { at: slot + MINUTE, accounts: [account] });
  expect(stored).toBe(true);
  expect(new Set(wallets.map((each) => each.seen!.slot))).toEqual(new Set([slot]));
  expect(accounts[0]!.good!.slot).toBe(NOON);
});

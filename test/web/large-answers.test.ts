// Answers whose size the caller decides: they come in parts, of bounded size, with the place where the next one begins.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueries } from '../../src/store/queries/queries.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { startWeb } from './start.ts';

const WALLETS = 300;
const DAYS = 60;
const POINTS = 120_000;
const FIRST = Date.UTC(2026, 9, 20);

interface StatementAnswer {
  readonly lines: readonly { readonly account: string; readonly wallet_type: string; readonly day: string }[];
  readonly next: string | null;
}

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await execute(
    db.url,
    `SELECT floatwatch.make_partitions(to_timestamp(${FIRST / 1000}), to_timestamp(${FIRST / 1000 + POINTS}));
     INSERT INTO floatwatch.account (account_id, name) VALUES (1, 'acme-ke'), (2, 'acme-ug'), (3, 'busy');
     INSERT INTO floatwatch.wallet (account_id, wallet_id, currency, wallet_type, exposable, rolled_to)
       SELECT 1 + i % 2, i, 'UGX', 'W' || i, true, 'infinity' FROM generate_series(1, ${WALLETS}) i;
     INSERT INTO floatwatch.balance_daily (day, account_id, wallet_id, samples, closing_available)
       SELECT date '2026-01-01' + d, 1 + i % 2, i, 1440, i * 1000 + d
       FROM generate_series(1, ${WALLETS}) i, generate_series(0, ${DAYS - 1}) d;
     INSERT INTO floatwatch.wallet (account_id, wallet_id, currency, wallet_type, exposable) VALUES (3, 1000, 'UGX', 'W', true);
     INSERT INTO floatwatch.snapshot (slot, account_id, wallet_id, observed_after, available)
       SELECT to_timestamp(${FIRST / 1000} + i), 3, 1000, 350, i FROM generate_series(0, ${POINTS - 1}) i;
     ANALYZE`, // or the planner, which knows nothing of the tables yet, takes seconds for each part, and beside a busy neighbour more than a statement may
  );
});
afterAll(() => db[Symbol.asyncDispose]());

function start() {
  const clock = { now: () => Date.UTC(2026, 10, 20), monotonic: () => 0 };
  const { statement, history } = createQueries({ pool: db.pool, schema: '"floatwatch"', clock });
  return startWeb({}, {}, { statement, history });
}

test('E7 a statement comes in pages, each line once and in order', async () => {
  await using web = await start();
  const seen: string[] = [];
  let after: string | null = '';
  let pages = 0;
  while (after !== null) {
    const response = await request(
      `${web.url}/api/v1/statement?from=2026-01-01&to=2026-06-30${after && `&after=${encodeURIComponent(after)}`}`,
    );
    expect(response.statusCode).toBe(200);
    const { lines, next } = (await response.body.json()) as StatementAnswer;
    expect(lines.length).toBeLessThanOrEqual(10_000);
    seen.push(...lines.map(({ account, wallet_type, day }) => `${account} ${wallet_type} ${day}`));
    after = next;
    pages++;
  }
  expect(pages).toBe(2);
  expect(seen).toHaveLength(WALLETS * DAYS);
  expect(new Set(seen).size).toBe(WALLETS * DAYS);
  expect(seen[0]).toBe('acme-ke W10 2026-01-01');
  expect(seen.at(-1)).toBe('acme-ug W99 2026-03-01');
});

test('E7 a page may be smaller, and begins where the last one ended, within a wallet too', async () => {
  await using web = await start();
  const ask = async (more: string) =>
    (await (
      await request(`${web.url}/api/v1/statement?from=2026-01-01&to=2026-01-10&limit=7${more}`)
    ).body.json()) as StatementAnswer;
  const first = await ask('');
  expect(first.lines.map(({ day }) => day.slice(-2))).toEqual(['01', '02', '03', '04', '05', '06', '07']);
  const second = await ask(`&after=${encodeURIComponent(first.next!)}`);
  expect(second.lines.map(({ day }) => day.slice(-2))).toEqual(['08', '09', '10', '01', '02', '03', '04']);
});

test('E7 a question for no sensible page is refused with a sentence', async () => {
  await using web = await start();
  for (const query of [
    'limit=0',
    'limit=10001',
    'limit=x',
    'after=nonsense',
    'after=W10=',
    'from=2026-02-31',
  ]) {
    const response = await request(`${web.url}/api/v1/statement?${query}`);
    expect([query, response.statusCode]).toEqual([query, 400]);
    expect(((await response.body.json()) as { error: string }).error).toMatch(/\.$/);
  }
});

test('E7 single snapshots come in pages too', async () => {
  await using web = await start();
  const seen: string[] = [];
  let from: string | null = new Date(FIRST).toISOString();
  while (from !== null) {
    const wallet = 'account=busy&currency=UGX&wallet_type=W&step=raw&to=2026-10-25T00:00:00Z';
    const response = await request(`${web.url}/api/v1/balances/history?${wallet}&from=${from}`);
    const answer = (await response.body.json()) as { points: { available: string }[]; next: string | null };
    expect(answer.points.length).toBeLessThanOrEqual(50_000);
    seen.push(...answer.points.map(({ available }) => available));
    from = answer.next;
  }
  expect(seen).toEqual(Array.from({ length: POINTS }, (_, i) => String(i)));
});

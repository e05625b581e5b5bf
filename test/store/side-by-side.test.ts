// A rolling upgrade: a process of 0.1.0 goes on beside one of now that has migrated the database. What the old one says to
// Postgres was recorded from it (dumps/make-v0.1.0-session.md) and is said again here, word for word.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { createOutbox } from '../../src/store/alerts/outbox.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { ledgerOf, observation, wallet } from '../support/ledger.ts';
import { ENGINE, emptyDatabase, execute } from '../support/postgres.ts';

const MINUTE_MS = 60_000;
const account = 'exact-digits';
const timezone = () => 'UTC';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What 0.1.0 says while it does something, by what that is. */
const SESSION = JSON.parse(
  await readFile(new URL('dumps/v0.1.0-session.json', import.meta.url), 'utf8'),
) as Record<string, Statement[]>;

/** The process of 0.1.0; its session begins at `base`. */
async function oldProcess(url: string, base: number) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return {
    /** Does it; returns the rows of its last statement that isn't COMMIT. */
    async does(what: string): Promise<Record<string, unknown>[]> {
      let rows: Record<string, unknown>[] = [];
      for (const { text, values } of SESSION[what]!) {
        const answer = await client.query(text, values.map(inTime));
        if (text !== 'COMMIT') rows = answer.rows;
        else expect(answer.command, `${what} is committed`).toBe('COMMIT');
      }
      return rows;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };

  function inTime(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inTime);
    if (typeof value !== 'string') return value;
    return value.replace(/<(-?\d+)>/g, (_, ms) => new Date(base + Number(ms)).toISOString());
  }
}

describe.skipIf(ENGINE !== 'postgres')('a process of 0.1.0 beside one of now', () => {
  test('H6 goes on through the migration: slots are shared, each is stored once, alerts and messages are common', async () => {
    await using database = await emptyDatabase();
    const { url, pool } = database;
    await execute(url, await readFile(new URL('dumps/v0.1.0.sql', import.meta.url), 'utf8'));
    // The dump has those of its own months.
    await execute(url, "SELECT floatwatch.make_partitions(now() - interval '1 day', now())");
    const base = Date.now() - (Date.now() % MINUTE_MS);
    const slotOf = (minutesAgo: number) => base - minutesAgo * MINUTE_MS;
    const seen = (minutesAgo: number, amount: string) =>
      observation(slotOf(minutesAgo), { account, wallets: [wallet(amount)] });
    const due = (minutesAgo: number) => [{ account, slot: slotOf(minutesAgo) }];
    await using old = await oldProcess(url, base);
    const ours = ledgerOf(pool, 'new', { timezone });

    await old.does('begins');
    expect(await old.does('claims the first slot')).toHaveLength(1);
    const applied = await migrate({ url, schema: 'floatwatch', engine: 'postgres' });
    expect(applied.length).toBeGreaterThan(0);

    await old.does('stores the first slot');
    expect(await ours.claim(due(5))).toEqual([]);
    expect(await ours.claim(due(4))).toEqual(due(4));
    expect(await old.does('claims the second slot')).toEqual([]);
    expect(await ours.complete([seen(4, '44.04')])).toEqual(['stored']);
    expect(await old.does('looks what came of the second slot')).toMatchObject([{ outcome: 'ok' }]);
    expect(await old.does('claims the third slot')).toHaveLength(1);
    expect(await ours.claim(due(3))).toEqual([]);
    await old.does('stores the third slot');
    expect(await ours.ended(due(3))).toMatchObject([{ wallets: [{ available: '33.03' }] }]);
    await old.does('stores a slot that nobody gave it');
    const late = { ...seen(2, '0.99'), startedAt: slotOf(2) + 200 };
    expect(await ours.complete([late])).toEqual(['conflict']);
    await old.does('claims options');
    await old.does('stores options');

    const log = createAlertLog({ pool, schema: '"floatwatch"', timezone });
    await old.does('remembers that an alert fires');
    expect((await log.load([account])).filter(({ rule }) => rule === 'Old')).toMatchObject([
      { state: { phase: 'firing', firingAt: slotOf(5) } },
    ]);
    await old.does('remembers that it has ended');
    expect((await log.load([account])).filter(({ rule }) => rule === 'Old')).toMatchObject([
      { state: { phase: 'inactive', resolvedAt: slotOf(3) } },
    ]);
    const outbox = createOutbox({ pool, schema: '"floatwatch"' });
    await old.does('adds a message');
    const message = (await outbox.claim('ops', 100, 30_000)).find(({ key }) => key === 'old-key');
    await outbox.settle(message!, { kind: 'done' });
    expect(await old.does('claims messages')).toEqual([]);
    await old.does('settles a message');
    await old.does('counts messages');
    await old.does('does its chores');

    expect(
      await pool.query(
        `SELECT available FROM floatwatch.balances WHERE account = $1 AND slot >= $2 ORDER BY slot`,
        [account, new Date(slotOf(5))],
      ),
    ).toEqual(['11.01', '44.04', '33.03', '22.02'].map((available) => ({ available })));
    const [sums] = await pool.query(
      'SELECT count(*) AS polls, count(DISTINCT (account, slot)) AS slots FROM floatwatch.polls',
    );
    expect(sums!['polls']).toBe(sums!['slots']);
  }, 120_000);

  test('H6 may not start any more: what it reads at its start names the migrations that it does not know', async () => {
    await using database = await emptyDatabase();
    await execute(database.url, await readFile(new URL('dumps/v0.1.0.sql', import.meta.url), 'utf8'));
    await using old = await oldProcess(database.url, Date.now());
    const known = (await old.does('looks whether it may run')).map(({ name }) => name);
    const applied = await migrate({ url: database.url, schema: 'floatwatch', engine: 'postgres' });
    const found = (await old.does('looks whether it may run')).map(({ name }) => name);
    // It says so of each that it has no file of: "has been migrated by a newer floatwatch (it has …)".
    expect(found.filter((name) => !known.includes(name))).toEqual(applied);
  });
});

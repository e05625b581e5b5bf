// From each engine to each other one, as far as there are servers: FLOATWATCH_TEST_TIMESCALEDB and FLOATWATCH_TEST_CITUS (with
// FLOATWATCH_TEST_WORKERS) name them beside plain Postgres. `npm run test:engines` does.
import { afterAll, expect, test } from 'vitest';
import { rollUp } from '../../../src/store/maintenance/rollups.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { databaseOn, ENGINES_BESIDE, execute, type TestDatabase } from '../../support/postgres.ts';
import { fillHistory } from './history.ts';
import { sums, transferring } from './transferring.ts';

const ENGINES = ['postgres', 'timescaledb', 'citus'] as const;
const PAIRS = ENGINES.flatMap((from) => ENGINES.filter((to) => to !== from).map((to) => [from, to] as const));
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

/** Of all pairs, what a database with that history tells: the same on every engine. */
let expected: Awaited<ReturnType<ReturnType<typeof transferring>['sumsOf']>> | undefined;

for (const [from, to] of PAIRS) {
  const missing = [from, to].filter((engine) => !(ENGINES_BESIDE as readonly string[]).includes(engine));
  const name = `what was exported from ${from} and imported into ${to} is identical, and goes on there`;
  test.skipIf(missing.length > 0)(
    missing.length > 0 ? `${name} [SKIPPED: no server of ${missing.join(', ')} is named]` : name,
    { timeout: 300_000 },
    async () => {
      const [source, target] = [await fresh(from), await fresh(to)];
      await fillHistory(source.url);
      await compressAll(source);
      const files = opened.use(transferring());
      const exported = sums(await files.exporting(source));
      expected ??= exported;
      expect(exported).toEqual(expected);
      for (const part of await files.importing(target)) {
        expect(part.database).toEqual({ rows: part.rows, sha256: part.sha256 });
      }
      expect(await files.sumsOf(target)).toEqual(expected);
      for (const part of await files.importing(target)) expect(part.stored).toBe(0);

      // What a spool brings late, into what is compressed there by now; and then the target's own monitor.
      await compressAll(target);
      await see(source, '2026-03-31T23:45:30Z');
      await see(source, '2026-05-04T11:00:00Z');
      await files.exporting(source);
      const ledgers = (await files.importing(target)).filter(({ kind }) => kind === 'ledger');
      for (const part of ledgers) expect(part.database).toEqual({ rows: part.rows, sha256: part.sha256 });
      expect(ledgers.map(({ stored }) => stored).filter((stored) => stored > 0)).toEqual([2, 2]);
      await see(target, '2026-05-04T12:00:00Z');
      expect(await rollUp(target.pool, '"floatwatch"')).toBe(true);
      for (const part of await files.importing(target)) expect(part.stored).toBe(0);
    },
  );
}

const all = ENGINES_BESIDE.length === ENGINES.length;
const round = 'from postgres to timescaledb to citus and back to postgres it is identical at each';
test.skipIf(!all)(
  all ? round : `${round} [SKIPPED: not every engine has a server]`,
  { timeout: 300_000 },
  async () => {
    let db = await fresh('postgres');
    await fillHistory(db.url);
    const history = await opened.use(transferring()).sumsOf(db);
    for (const engine of ['timescaledb', 'citus', 'postgres'] as const) {
      const files = opened.use(transferring());
      await files.exporting(db);
      db = await fresh(engine);
      await files.importing(db);
      expect(await files.sumsOf(db)).toEqual(history);
    }
  },
);

async function see(db: TestDatabase, at: string): Promise<void> {
  const seen = observation(Date.parse(at), { account: 'acme-ug', wallets: [wallet('7.70')] });
  const ledger = ledgerOf(db.pool, 'a', { timezone: () => 'Africa/Kampala' });
  expect(await ledger.complete([seen])).toEqual(['stored']);
}

/** Where the engine can, a part a call. */
async function compressAll(db: TestDatabase): Promise<void> {
  const next = () => execute(db.url, `SELECT floatwatch.compress_next('2026-06-01') AS name`);
  await eventually(async () => expect(await next()).toEqual([{ name: null }]));
}

async function fresh(engine: (typeof ENGINES)[number]): Promise<TestDatabase> {
  return opened.use(await databaseOn(engine));
}

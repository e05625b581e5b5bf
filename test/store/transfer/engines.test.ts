// From each engine to each other one, as far as there are servers: FLOATWATCH_TEST_TIMESCALEDB and FLOATWATCH_TEST_CITUS (with
// FLOATWATCH_TEST_WORKERS) name them beside plain Postgres. `npm run test:engines` does.
import { afterAll, expect, test } from 'vitest';
import { rollUp } from '../../../src/store/maintenance/rollups.ts';
import { ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { databaseOn, ENGINES_BESIDE, type TestDatabase } from '../../support/postgres.ts';
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
      const files = opened.use(transferring());
      const exported = sums(await files.exporting(source));
      expected ??= exported;
      expect(exported).toEqual(expected);
      for (const part of await files.importing(target)) {
        expect(part.database).toEqual({ rows: part.rows, sha256: part.sha256 });
      }
      expect(await files.sumsOf(target)).toEqual(expected);
      for (const part of await files.importing(target)) expect(part.stored).toBe(0);

      const slot = Date.parse('2026-05-04T12:00:00Z');
      const seen = observation(slot, { account: 'acme-ug', wallets: [wallet('7.70')] });
      const ledger = ledgerOf(target.pool, 'a', { timezone: () => 'Africa/Kampala' });
      expect(await ledger.complete([seen])).toEqual(['stored']);
      expect(await rollUp(target.pool, '"floatwatch"')).toBe(true);
      for (const part of await files.importing(target)) expect(part.stored).toBe(0);
    },
  );
}

async function fresh(engine: (typeof ENGINES)[number]): Promise<TestDatabase> {
  return opened.use(await databaseOn(engine));
}

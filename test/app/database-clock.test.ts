// The clock of Postgres is behind for a while, as that of a machine that was suspended.
import { expect, test } from 'vitest';
import { type App, setup } from '../../src/app/app.ts';
import type { Postgres } from '../../src/app/postgres.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { loadConfig } from '../../src/config/load.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { execute, testDatabase } from '../support/postgres.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

const HALF_AN_HOUR = 30 * 60_000;

test.fails('what was seen meanwhile is stored once the clock of Postgres is set right', async () => {
  await using database = await testDatabase();
  await using folder = await configFolder({
    database: { url: database.url },
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule: '0 8 1 1 *' },
    accounts: [{ name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' }],
  });
  const { config } = loadConfig(folder.file, { env: {} });
  let behindMs = 0;
  let looks = 0;
  const openPostgres: typeof REAL_WORLD.openPostgres = async (options) => {
    const postgres = await REAL_WORLD.openPostgres(options);
    const complete: Postgres['ledger']['complete'] = async (results) =>
      behindMs > 0 ? results.map(() => 'future') : await postgres.ledger.complete(results);
    const measureClockSkew = async () => {
      looks++;
      return behindMs;
    };
    return { ...postgres, ledger: { ...postgres.ledger, complete }, measureClockSkew };
  };
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => [wallet('MERCHANT_PAYOUT', '500')]) };
  // Minutes take half a second.
  const after: typeof REAL_WORLD.after = (ms, run) => REAL_WORLD.after(Math.min(ms, 500), run);
  const app: App = await setup(config, { world: { network, openPostgres, after } });
  try {
    const stored = () => execute(database.url, 'SELECT FROM floatwatch.balances');
    await eventually(async () => expect(await stored()).toHaveLength(1)); // the slot that was due at the start
    behindMs = HALF_AN_HOUR;
    await app.pollNow(['acme']);
    await app.pollNow(['acme']);
    await eventually(() => expect(looks).toBeGreaterThan(5));
    expect(await stored()).toHaveLength(1);
    behindMs = 0;
    await eventually(async () => expect(await stored()).toHaveLength(3));
  } finally {
    await app.stop();
  }
});

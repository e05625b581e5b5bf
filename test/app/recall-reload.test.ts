// An account that a reload brings back: what was known of it is known again, though its service names something else now.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { loadConfig } from '../../src/config/load.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { testDatabase } from '../support/postgres.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

test('wallets of an account that is configured again are missing, not unheard of', async () => {
  await configuredAgain(1);
});

test('nor are they when the next reload comes before the database has told what was known', async () => {
  await configuredAgain(2);
});

/** An account goes by one reload and comes back by another, which some more may follow while the database is away. */
async function configuredAgain(reloads: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const account = (name: string) => ({
    ...{ name, base_url: 'http://127.0.0.1:1', public_key: `p-${name}`, secret_key: `s-${name}` },
  });
  const settings = {
    database: { url: database.url },
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule: '*/2 * * * * *', deadline: '900ms' },
  };
  const folder = stack.use(
    await configFolder({ ...settings, accounts: [account('acme'), account('other')] }),
  );
  const read = () => loadConfig(folder.file, { env: {} }).config;
  let wallets = [wallet('MERCHANT_PAYOUT', '500')];
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => wallets) };
  let isAway = false;
  const app = await setup(read(), {
    world: {
      network,
      async openPostgres(options) {
        const postgres = await REAL_WORLD.openPostgres(options);
        const { ledger } = postgres;
        const latest: typeof ledger.latest = async (...asked) => {
          if (isAway) throw new Error('away');
          return await ledger.latest(...asked);
        };
        return { ...postgres, ledger: { ...ledger, latest } };
      },
    },
  });
  stack.defer(() => app.stop());
  const known = () => app.board.account('acme')?.wallets.map(({ walletType, state }) => [walletType, state]);
  await eventually(() => expect(known()).toEqual([['MERCHANT_PAYOUT', 'fresh']]));
  await app.pollNow(['acme']); // stored

  await folder.write({ ...settings, accounts: [account('other')] });
  app.reload(read());
  expect(known()).toBeUndefined();
  const slot = Date.now() - (Date.now() % 2_000);
  await eventually(() => expect(Date.now()).toBeGreaterThan(slot + 2_500)); // whose result nobody has stored
  wallets = [wallet('OTHER', '5')];
  await folder.write({ ...settings, accounts: [account('acme'), account('other')] });
  isAway = reloads > 1;
  for (let i = 0; i < reloads; i++) {
    app.reload(read());
    await eventually(() => expect(known()).toContainEqual(['OTHER', 'fresh']));
    await app.pollNow(['acme']); // stored
  }
  isAway = false;
  await eventually(() =>
    expect(known()?.toSorted()).toEqual([
      ['MERCHANT_PAYOUT', 'missing'],
      ['OTHER', 'fresh'],
    ]),
  );
  const watched = app.alerts().filter(({ rule, account }) => rule === 'BalanceUnknown' && account === 'acme');
  expect(watched.map(({ walletType }) => walletType)).toContain('MERCHANT_PAYOUT');
}

// A database that tells what was known before only when polls have ended already.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { loadConfig } from '../../src/config/load.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { testDatabase } from '../support/postgres.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

test('M7 wallets of before a start are missing, not unheard of, though the database answers after the first poll', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const folder = stack.use(
    await configFolder({
      database: { url: database.url },
      web: { listen: ['127.0.0.1:0'] },
      poll: { schedule: '*/2 * * * * *', deadline: '900ms' },
      accounts: [{ name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' }],
    }),
  );
  const { config } = loadConfig(folder.file, { env: {} });
  let wallets = [wallet('MERCHANT_PAYOUT', '500')];
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => wallets) };
  const before = await setup(config, { world: { network } });
  await before.pollNow(['acme']);
  await before.stop();

  wallets = [wallet('OTHER', '5')];
  const answers = Promise.withResolvers<void>();
  const app = await setup(config, {
    world: {
      network,
      async openPostgres(options) {
        const postgres = await REAL_WORLD.openPostgres(options);
        const { ledger } = postgres;
        const latest: typeof ledger.latest = async (accounts) => {
          const read = await ledger.latest(accounts);
          await answers.promise;
          return read;
        };
        return { ...postgres, ledger: { ...ledger, latest } };
      },
    },
  });
  stack.defer(() => app.stop());
  const known = () => app.board.account('acme')?.wallets.map(({ walletType, state }) => [walletType, state]);
  await eventually(() => expect(known()).toEqual([['OTHER', 'fresh']]));
  answers.resolve();
  await eventually(() =>
    expect(known()).toEqual([
      ['OTHER', 'fresh'],
      ['MERCHANT_PAYOUT', 'missing'],
    ]),
  );
  await eventually(() => {
    const watched = app
      .alerts()
      .filter(({ rule, account }) => rule === 'BalanceUnknown' && account === 'acme');
    expect(watched.map(({ walletType }) => walletType)).toContain('MERCHANT_PAYOUT');
  });
});

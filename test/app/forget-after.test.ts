// accounts[].forget_after: wallets that good answers haven't named for so long are forgotten by themselves.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { createForgetAfter, type ForgetAfterOptions } from '../../src/app/forget-after.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { loadConfig } from '../../src/config/load.ts';
import { INACTIVE } from '../../src/domain/alert.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { quoteSchema } from '../../src/store/postgres/connection.ts';
import type { MissingWallet } from '../../src/store/queries/unnamed-wallets.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { ledgerOf, observation, wallet } from '../support/ledger.ts';
import { testDatabase } from '../support/postgres.ts';
import { serviceOf, serviceWallet } from './service.ts';

const HOUR = 3_600_000;

/** A look at one missing wallet, `acme/UGX/CLOSED`; returns what was forgotten. */
async function look(
  change: {
    forgetAfter?: number | null;
    expect?: object[];
    alerts?: object[];
    failing?: boolean;
    recalled?: Promise<void>;
  } = {},
): Promise<string[]> {
  const forgotten: string[] = [];
  const one = { account: 'acme', currency: 'UGX', walletType: 'CLOSED', seenAt: 0 };
  const { forgetAfter = HOUR, alerts = [], failing = false, recalled = Promise.resolve() } = change;
  const options = {
    log: { info() {}, debug() {} },
    configured: () => ({
      accounts: new Map([
        ['acme', { name: 'acme', expect: change.expect ?? [], config: { forget_after: forgetAfter } }],
      ]),
    }),
    alerts: () => alerts,
    wallets: {
      async read() {
        if (failing) throw new Error('connection refused');
        return [one];
      },
      unnamedFor: async ({ missing }: { missing: readonly MissingWallet[] }) => missing,
      forget: async ({ walletType }: MissingWallet, by: string, reason: string) =>
        void forgotten.push(`${walletType} by ${by}: ${reason}`),
    },
    recalled,
  };
  const run = createForgetAfter(options as unknown as ForgetAfterOptions);
  await Promise.resolve();
  await run();
  return forgotten;
}

const alert = (change: object) => ({
  ...{ account: 'acme', currency: 'UGX', walletType: 'CLOSED', rule: 'Low', phase: 'firing' },
  ...change,
});
const GONE = ['CLOSED by forget_after: not named for 1h'];

test.each([
  ['without alerts', {}, GONE],
  ['where it is off', { forgetAfter: null }, []],
  ['that is expected', { expect: [{ currency: 'UGX', walletType: 'CLOSED' }] }, []],
  ['with a firing alert, which is held', { alerts: [alert({ held: true })] }, []],
  ['with a pending alert', { alerts: [alert({ phase: 'pending' })] }, []],
  ['with an alert that has ended', { alerts: [alert({ phase: 'inactive' })] }, GONE],
  ['with BalanceUnknown alone', { alerts: [alert({ rule: 'BalanceUnknown' })] }, GONE],
  ['beside another that alerts', { alerts: [alert({ walletType: 'OPEN' })] }, GONE],
  ['while the database is away', { failing: true }, []],
  ['before what was known is known again', { recalled: new Promise<void>(() => {}) }, []],
])('D11 a wallet %s', async (_, change, forgotten) => {
  expect(await look(change)).toEqual(forgotten);
});

test('D11 forget_after forgets as a person does: audited, BalanceUnknown ends as forgotten, and a name comes back', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const now = Date.now() - (Date.now() % 1_000);
  const [open, closed] = ['OPEN', 'CLOSED'].map((walletType) => wallet('500', { walletType }));
  await ledgerOf(database.pool).complete([
    observation(now - 5 * HOUR, { account: 'acme', wallets: [open!, closed!] }),
    observation(now - 3 * HOUR, { account: 'acme', wallets: [open!] }),
  ]);
  const labels = {
    ...{ account: 'acme', alertname: 'BalanceUnknown', currency: 'UGX' },
    ...{ severity: 'warning', wallet_type: 'CLOSED' },
  };
  const fingerprint = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  const since = { pendingAt: now - 2 * HOUR, firingAt: now - 2 * HOUR, at: now - 2 * HOUR };
  await createAlertLog({ pool: database.pool, schema: quoteSchema('floatwatch') }).save([
    {
      ...{ fingerprint: fingerprint.join(), rule: 'BalanceUnknown', severity: 'warning', labels },
      ...{ account: 'acme', currency: 'UGX', walletType: 'CLOSED' },
      state: { ...INACTIVE, phase: 'firing', ...since },
    },
  ]);
  const file = stack.use(
    await configFolder({
      database: { url: database.url },
      web: { listen: ['127.0.0.1:0'] },
      poll: { schedule: '* * * * * *', deadline: '400ms' },
      accounts: [
        {
          name: 'acme',
          base_url: 'http://127.0.0.1:1',
          public_key: 'p',
          secret_key: 's',
          forget_after: '2h',
        },
      ],
    }),
  );
  const { config } = loadConfig(file.file, { env: {} });
  let wallets = [serviceWallet('OPEN', '500')];
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => wallets) };
  const after: typeof REAL_WORLD.after = (ms, run) => REAL_WORLD.after(Math.min(ms, 1_000), run);
  const app = await setup(config, { world: { network, after } });
  stack.defer(() => app.stop());

  const forgotten = () =>
    database.pool.query(
      'SELECT account, wallet_type, forgotten_by, reason FROM floatwatch.forgotten_wallets',
    );
  const record = {
    ...{ account: 'acme', wallet_type: 'CLOSED' },
    ...{ forgotten_by: 'forget_after', reason: 'not named for 2h' },
  };
  await eventually(async () => expect(await forgotten()).toEqual([record]));
  const unknown = () =>
    app.alerts().find(({ rule, walletType }) => rule === 'BalanceUnknown' && walletType === 'CLOSED');
  await eventually(() => expect(unknown()).toMatchObject({ phase: 'inactive', reason: 'forgotten' }));
  const shown = await database.pool.query('SELECT wallet_type, state FROM floatwatch.balances_latest');
  expect(shown).toMatchObject([{ wallet_type: 'OPEN' }]);

  wallets = [serviceWallet('OPEN', '500'), serviceWallet('CLOSED', '6')];
  const names = () => app.board.account('acme')?.wallets.map(({ walletType }) => walletType);
  await eventually(() => expect(names()).toEqual(['OPEN', 'CLOSED']));
  expect(await forgotten()).toHaveLength(1);
});

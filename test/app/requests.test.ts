// Top-ups that were asked for: when a process begins, and when one can't be kept.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { PageSources } from '../../src/web/sources.ts';
import { oneAccount } from './one-account.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

test('what was asked for is known before the first plan: nobody is told to send it once more', async () => {
  await using stack = new AsyncDisposableStack();
  const { config } = stack.use(await oneAccount());
  const read: string[] = [];
  const both = Promise.withResolvers<void>();
  const reads = (what: string) => {
    if (read.push(what) === 2) both.resolve();
  };
  const app = await setup(config, {
    world: {
      network: { ...REAL_WORLD.network, connect: serviceOf(() => [wallet('MERCHANT_PAYOUT', '500')]) },
      async openPostgres(options) {
        const postgres = await REAL_WORLD.openPostgres(options);
        const { outflow, topUps } = postgres;
        const withPast: typeof outflow.withPast = async (...of) => {
          reads('the past');
          return await outflow.withPast(...of);
        };
        const readTopUps: typeof topUps.read = async (since) => {
          reads('requests');
          return await topUps.read(since);
        };
        return {
          ...postgres,
          outflow: { ...outflow, withPast },
          topUps: { ...topUps, read: readTopUps },
        };
      },
    },
  });
  stack.defer(() => app.stop());
  await both.promise;
  expect(read.slice(0, 2)).toEqual(['requests', 'the past']);
});

test('why one could not be kept is in the log: whoever asked is only told that it is not known', async () => {
  await using stack = new AsyncDisposableStack();
  const { config } = stack.use(await oneAccount());
  const lines: string[] = [];
  let pages: PageSources | undefined;
  const app = await setup(
    { ...config, web: { ...config.web, enable_top_up_requests: true } },
    {
      writeLog: (line) => lines.push(line),
      world: {
        network: { ...REAL_WORLD.network, connect: serviceOf(() => [wallet('MERCHANT_PAYOUT', '500')]) },
        async serve(options) {
          pages = options.pages;
          return { addresses: [], async close() {} };
        },
        async openPostgres(options) {
          const postgres = await REAL_WORLD.openPostgres(options);
          const add = () => Promise.reject(new Error('permission denied for table top_up_request'));
          return { ...postgres, topUps: { ...postgres.topUps, add } };
        },
      },
    },
  );
  stack.defer(() => app.stop());
  await app.pollNow(['acme']);
  const asked = { amount: amountOf('700'), by: 'api anna' };
  const name = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
  await expect(pages!.requestTopUp!(name, asked)).rejects.toThrow();
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      ...{ level: 'error', wallet: 'acme/UGX/MERCHANT_PAYOUT', amount: '700', by: 'api anna' },
      ...{
        reason: 'permission denied for table top_up_request',
        msg: 'a requested top-up could not be kept',
      },
    }),
  );
});

// Top-ups that were asked for, when a process begins.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
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

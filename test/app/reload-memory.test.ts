// What a reload replaces is let go of: a process that is told to reload every minute must not grow.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { parseConfig } from '../../src/config/load.ts';
import { eventually } from '../support/eventually.ts';
import { testDatabase } from '../support/postgres.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('C10 nothing keeps the configurations that later reloads have replaced', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const read = (below: number) =>
    parseConfig(
      JSON.stringify({
        database: { url: database.url },
        web: { listen: ['127.0.0.1:0'] },
        poll: { schedule: '*/2 * * * * *', deadline: '900ms' },
        accounts: ['acme', 'other'].map((name) => ({
          ...{ name, base_url: 'http://127.0.0.1:1', public_key: `p-${name}`, secret_key: `s-${name}` },
          payment_options: { schedule: '*/5 * * * *' },
        })),
        alerts: {
          alertmanagers: ['http://127.0.0.1:1'],
          webhooks: [{ name: 'ops', url: 'http://127.0.0.1:1' }],
          rules: [
            { name: 'FloatLow', wallets: {}, below: String(below), severity: 'critical' },
            { name: 'OptionInactive', options: {}, inactive_for: '15m', severity: 'warning' },
          ],
        },
      }),
      { env: {}, file: 'this test' },
    ).config;
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => [wallet('MERCHANT_PAYOUT', '500')]) };
  const app = await setup(read(1), { world: { network } });
  stack.defer(() => app.stop());
  const replaced: WeakRef<object>[] = [];
  const reload = (below: number) => {
    const next = read(below);
    app.reload(next);
    replaced.push(...[next, next.accounts[0]!, next.alerts.rules[0]!].map((each) => new WeakRef(each)));
  };
  for (let below = 2; below <= 5; below++) {
    reload(below);
    await app.pollNow(['acme']);
  }
  app.reload(read(6));
  await app.pollNow(['acme']);
  await eventually(() => {
    collectGarbage();
    expect(replaced.map((each) => each.deref() === undefined)).toEqual(replaced.map(() => true));
  });
});

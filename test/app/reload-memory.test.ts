// What a reload replaces, and what is for other shards, is let go of: a process that is told to reload every minute must
// not grow, and shards divide memory too.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { shardOf } from '../../src/app/shard-of.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import { eventually } from '../support/eventually.ts';
import { testDatabase } from '../support/postgres.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const network = { ...REAL_WORLD.network, connect: serviceOf(() => [wallet('MERCHANT_PAYOUT', '500')]) };

function configOf(url: string, below: number, shards = { shard: 0, total: 1 }) {
  return parseConfig(
    JSON.stringify({
      database: { url },
      web: { listen: ['127.0.0.1:0'] },
      shards,
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
}

async function expectCollected(refs: readonly WeakRef<object>[]): Promise<void> {
  await eventually(() => {
    collectGarbage();
    expect(refs.map((each) => each.deref() === undefined)).toEqual(refs.map(() => true));
  });
}

test('C10 nothing keeps the configurations that later reloads have replaced', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const replaced: WeakRef<object>[] = [];
  const read = (below: number) => {
    const config = configOf(database.url, below);
    replaced.push(...[config, config.accounts[0]!, config.alerts.rules[0]!].map((each) => new WeakRef(each)));
    return config;
  };
  const start = () => setup(read(1), { world: { network } }); // what this function had in hand lives as long as it waits
  const app = await start();
  stack.defer(() => app.stop());
  const reload = (below: number) => app.reload(read(below));
  for (let below = 2; below <= 5; below++) {
    reload(below);
    await app.pollNow(['acme']);
  }
  app.reload(configOf(database.url, 6));
  await app.pollNow(['acme']);
  await expectCollected(replaced);
});

test('a shard keeps nothing of the accounts that others work for', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const read = (below: number) => configOf(database.url, below, { shard: shardOf('acme', 8), total: 8 });
  const ofOthers: WeakRef<object>[] = [];
  const noted = (config: Config) => {
    ofOthers.push(new WeakRef(config.accounts.find(({ name }) => name === 'other')!));
    return config;
  };
  const start = () => setup(noted(read(1)), { world: { network } });
  const app = await start();
  stack.defer(() => app.stop());
  await app.pollNow(['acme']);
  await expectCollected(ofOthers);
  const reload = () => app.reload(noted(read(2)));
  reload();
  await app.pollNow(['acme']);
  await expectCollected(ofOthers);
});

// What the gauge and the readiness page say of Postgres between polls that lie far apart.
import { request } from 'undici';
import { expect, test } from 'vitest';
import { type App, setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { eventually } from '../support/eventually.ts';
import { oneAccount } from './one-account.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

test('that Postgres is away is told before the next poll, and that it is back after it', async () => {
  await using place = await oneAccount({ poll: { schedule: '0 8 1 1 *' } });
  let look: 'answered' | 'refused' | 'not ended' = 'answered';
  const openPostgres: typeof REAL_WORLD.openPostgres = async (options) => {
    const postgres = await REAL_WORLD.openPostgres(options);
    const measureClockSkew = async () => {
      if (look === 'refused') throw new Error('connect ECONNREFUSED');
      return look === 'answered' ? await postgres.measureClockSkew() : await new Promise<number>(() => {});
    };
    return { ...postgres, measureClockSkew };
  };
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => [wallet('MERCHANT_PAYOUT', '500')]) };
  // Minutes take half a second.
  const after: typeof REAL_WORLD.after = (ms, run) => REAL_WORLD.after(Math.min(ms, 500), run);
  const app: App = await setup(place.config, { world: { network, openPostgres, after } });
  const read = async (path: string) => await (await request(`http://${app.addresses[0]}${path}`)).body.text();
  const says = async (up: string, ready: string) => {
    const [, shown] = /^floatwatch_store_up (.*)$/m.exec(await read('/metrics')) ?? [];
    expect([shown, (await read('/-/ready')).trimEnd()]).toEqual([up, ready]);
  };
  const [isUp, isAway] = ['floatwatch is ready.', 'floatwatch is ready; spooling: Postgres does not answer'];
  try {
    await eventually(() => says('1', isUp));
    look = 'refused';
    await eventually(() => says('0', isAway));
    look = 'answered';
    await eventually(() => says('1', isUp));
    // A write that comes after a look says more than that.
    look = 'refused';
    await eventually(() => says('0', isAway));
    look = 'not ended';
    await app.pollNow(['acme']);
    await eventually(() => says('1', isUp));
  } finally {
    await app.stop();
  }
});

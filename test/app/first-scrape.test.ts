// What Prometheus is told of a process that has just begun.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD, type World } from '../../src/app/world.ts';
import { oneAccount } from './one-account.ts';
import { serviceOf, serviceWallet } from './service.ts';

test('A7 the first scrape after a restart tells what fires, and so does the first push', async () => {
  const account = { name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' };
  await using place = await oneAccount({
    poll: { schedule: '0 8 1 1 *' },
    accounts: [{ ...account, expect: ['UGX/MERCHANT_PAYOUT'] }],
    alerts: { rules: [{ name: 'Low', severity: 'warning', wallets: { account: '*' }, below: '1000' }] },
    otlp: { url: 'http://127.0.0.1:1/v1/metrics' },
  });
  const connect = serviceOf(() => [serviceWallet('MERCHANT_PAYOUT', '500')]);
  const network = { ...REAL_WORLD.network, connect };
  const before = await setup(place.config, { world: { network } });
  await before.pollNow(['acme']);
  await before.stop();

  const order: string[] = [];
  let scraped = '';
  const world: Partial<World> = {
    network: {
      connect,
      poster(options) {
        order.push('pushes');
        return REAL_WORLD.network.poster(options);
      },
    },
    async openPostgres(options) {
      const postgres = await REAL_WORLD.openPostgres(options);
      const load: typeof postgres.alertLog.load = async (...asked) => {
        const states = await postgres.alertLog.load(...asked);
        order.push('knows what fires');
        return states;
      };
      return { ...postgres, alertLog: { ...postgres.alertLog, load } };
    },
    async serve(options) {
      const { pieces } = await options.operations.scrape(undefined, undefined);
      scraped = Buffer.concat([...pieces]).toString();
      return await REAL_WORLD.serve(options);
    },
  };
  const after = await setup(place.config, { world });
  await after.stop();
  expect(scraped).toMatch(/^floatwatch_alert_state\{alertname="Low",.* 2$/m);
  expect(scraped).toMatch(/^floatwatch_account_up\{account="acme"\} 1$/m);
  expect(order).toEqual(['knows what fires', 'pushes']);
});

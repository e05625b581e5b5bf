// Rules that a reload changes: what was seen last is judged by those of now, and not only what the next poll sees, hours later.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { loadConfig } from '../../src/config/load.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { testDatabase } from '../support/postgres.ts';
import { serviceOf, serviceOption, serviceWallet } from './service.ts';

test('a threshold that a reload raises above what a wallet holds is told of before the next poll', async () => {
  await using it = await seldomPolled();
  expect(it.low('100')).toMatchObject({ phase: 'inactive' });
  await it.reload('1000');
  await eventually(() => expect(it.low('1000')).toMatchObject({ phase: 'firing', value: '500' }));
  const { firingAt } = it.low('1000')!;
  await it.reload('2000');
  await eventually(() => expect(it.low('2000')).toMatchObject({ phase: 'firing', firingAt }));
  await it.reload('100');
  await eventually(() => expect(it.low('100')).toMatchObject({ phase: 'inactive', resolvedAt: firingAt }));
});

test('a payment option that is off is told of before its next poll, by a rule that a reload brings', async () => {
  await using it = await seldomPolled();
  await it.reload('100', [{ name: 'Off', severity: 'warning', options: {}, inactive_for: '0s' }]);
  await eventually(() => expect(it.alert('Off')).toMatchObject({ phase: 'firing', value: 'inactive' }));
});

/** A wallet that holds 500, of an account that was polled once and isn't until January, and a rule about it. */
async function seldomPolled() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const settings = (below: string, rules: readonly object[] = []) => ({
    database: { url: database.url },
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule: '0 8 1 1 *' },
    accounts: [
      {
        ...{ name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' },
        payment_options: { schedule: '0 8 1 1 *' },
      },
    ],
    alerts: { rules: [{ name: 'Low', severity: 'warning', wallets: {}, below }, ...rules] },
  });
  const folder = stack.use(await configFolder(settings('100')));
  const read = () => loadConfig(folder.file, { env: {} }).config;
  const network = {
    ...REAL_WORLD.network,
    connect: serviceOf(
      () => [serviceWallet('MERCHANT_PAYOUT', '500')],
      () => [{ ...serviceOption('MANGO_UG'), is_active: false }],
    ),
  };
  const app = await setup(read(), { world: { network } });
  stack.defer(() => app.stop());
  const low = (threshold: string) =>
    app.alerts().find((alert) => alert.rule === 'Low' && alert.threshold === threshold);
  await eventually(() => expect(low('100')?.value).toBe('500'));
  await eventually(async () => {
    const polls = await database.pool.query('SELECT FROM floatwatch.payment_option_polls');
    expect(polls).toHaveLength(1);
  });
  const owned = stack.move();
  return {
    low,
    alert: (rule: string) => app.alerts().find((alert) => alert.rule === rule),
    async reload(below: string, rules?: readonly object[]) {
      await folder.write(settings(below, rules));
      app.reload(read());
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

// The whole way of a payment option on real parts: sandbox, monitor, Postgres, Alertmanager.
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { merchantOf } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { realAlertmanager } from '../support/alertmanager.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { ENGINE, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';
import { describeWith } from '../support/tools.ts';

const merchant = merchantOf('acme', [{ currency: 'UGX', size: 100, payout: true, service: false }]);
const START = Date.parse('2026-03-02T12:00:00Z');

describeWith(['prometheus-alertmanager'], 'a payment option, from the service to whoever must know', () => {
  test('inactive, vanished, another limit, a wallet below every minimum: seen everywhere, and over again', async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await testDatabase());
    const alertmanager = stack.use(await realAlertmanager());
    const clock = createSimulatedClock({ wall: () => START }); // the sandbox's own misfortunes stay away
    const sandbox = stack.use(
      createSandbox({
        scenario: createScenario({ seed: 'options', merchants: [merchant] }),
        clock,
        control: '127.0.0.1:0',
      }),
    );
    await sandbox.start();
    const control = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const answer = await request(`${sandbox.controlAddress}/${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      expect(answer.statusCode, text).toBeLessThan(300);
      return text;
    };
    const { merchants } = JSON.parse(await control('GET', 'state')) as {
      merchants: { options: { transactionType: string; providerCode: string; min: string; max: string }[] }[];
    };
    const payouts = merchants[0]!.options.filter(({ transactionType }) => transactionType === 'PAYOUT');
    const { providerCode, max } = payouts[0]!;
    const one = `merchants/acme/options/UGX/PAYOUT/MOBILE_MONEY/${providerCode}`;
    const wallet = 'merchants/acme/wallets/UGX/MERCHANT_PAYOUT';
    await control('PUT', wallet, { available: '9000000' });
    await control('PUT', one, { active: true, max });

    const options = { transaction_type: 'PAYOUT', provider_code: providerCode };
    const rules = [
      { name: 'OptionInactive', options, inactive_for: '1s' },
      { name: 'OptionVanished', options, vanished: true },
      { name: 'LimitChanged', options, limit_changed: true },
      { name: 'PayoutBelowMin', options: {}, wallet_below_min: true },
    ].map((rule) => ({ ...rule, annotations: { summary: '{{provider_code}} {{value}} {{threshold}}' } }));
    const [account] = accountsAt(sandbox.address, [merchant]);
    const config = stack.use(
      await configFolder({
        database: { url: database.url, engine: ENGINE },
        web: { listen: ['127.0.0.1:0'] },
        poll: { schedule: '*/2 * * * * *', deadline: '900ms' },
        accounts: [
          {
            ...account,
            payment_options: {
              schedule: '*/2 * * * * *',
              currencies: ['UGX'],
              transaction_types: ['COLLECTION', 'PAYOUT'],
            },
          },
        ],
        alerts: { alertmanagers: [alertmanager.url], resend: '5s', rules },
      }),
    );
    const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
    const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
    const get = async (path: string) => await (await request(`http://${address}${path}`)).body.text();
    const labels = `{account="acme",currency="UGX",transaction_type="PAYOUT",transaction_method="MOBILE_MONEY",provider_code="${providerCode}"}`;
    const exposes = (line: string) => eventually(async () => expect(await get('/metrics')).toContain(line));
    const fires = async (alertname: string, summary: string) => {
      const [alert] = await eventually(async () => {
        const active = await alertmanager.active();
        expect(active.map((each) => each.labels['alertname'])).toEqual([alertname]);
        return active;
      });
      expect(alert?.annotations['summary']).toBe(summary);
      return alert!.labels;
    };
    const quiet = () => eventually(async () => expect(await alertmanager.active()).toEqual([]));
    const changes = () =>
      database.pool.query<{ field: string; old_value: string; new_value: string }>(
        `SELECT field, old_value, new_value FROM floatwatch.payment_option_changes
         WHERE provider_code = $1 AND transaction_type = 'PAYOUT' ORDER BY seen_at`,
        [providerCode],
      );

    await exposes(`payment_option_active${labels} 1\n`);
    await exposes(`payment_option_max_amount${labels} ${max}\n`);
    await eventually(async () => {
      const stored = await database.pool.query(
        `SELECT active FROM floatwatch.payment_options WHERE provider_code = $1 AND transaction_type = 'PAYOUT'`,
        [providerCode],
      );
      expect(stored).toEqual([{ active: true }]);
    });

    await control('PUT', one, { active: false, max });
    await exposes(`payment_option_active${labels} 0\n`);
    expect(await fires('OptionInactive', `${providerCode} inactive 1s`)).toEqual({
      alertname: 'OptionInactive',
      severity: 'warning',
      account: 'acme',
      currency: 'UGX',
      transaction_type: 'PAYOUT',
      transaction_method: 'MOBILE_MONEY',
      provider_code: providerCode,
    });
    await eventually(async () =>
      expect(await changes()).toEqual([{ field: 'active', old_value: 'true', new_value: 'false' }]),
    );
    const page = await get('/options');
    expect(page).toContain(providerCode);
    expect(page).toContain('inactive');
    await control('PUT', one, { active: true, max });
    await quiet();

    await control('PUT', one, { vanished: true });
    await fires('OptionVanished', `${providerCode} unknown unknown`);
    expect(await get('/metrics')).not.toContain(`payment_option_active${labels}`);
    await control('PUT', one, { active: true, max });
    await quiet();
    await exposes(`payment_option_active${labels} 1\n`);

    await control('PUT', one, { active: true, max: '123456789012345678.5' });
    await exposes(`payment_option_max_amount${labels} 123456789012345678.5\n`);
    const change = `max_amount ${BigInt(max).toLocaleString('en')} → 123,456,789,012,345,678.5`;
    await fires('LimitChanged', `${providerCode} ${change} unknown`);
    await control('PUT', one, { active: true, max });
    await quiet();

    await control('PUT', wallet, { available: '0.5' });
    const smallest = payouts.map(({ min }) => BigInt(min)).reduce((a, b) => (b < a ? b : a));
    const grouped = smallest.toLocaleString('en');
    expect(await fires('PayoutBelowMin', `unknown 0.5 ${grouped}`)).toMatchObject({
      wallet_type: 'MERCHANT_PAYOUT',
    });
    await control('PUT', wallet, { available: '9000000' });
    await quiet();

    await eventually(async () =>
      expect((await changes()).map(({ field, new_value }) => `${field} ${new_value}`)).toEqual([
        'active false',
        'active true',
        'present false',
        'present true',
        'max_amount 123456789012345678.5',
        `max_amount ${max}`,
      ]),
    );
    const api = JSON.parse(await get('/api/v1/options')) as { options: { provider_code: string }[] };
    expect(api.options.map(({ provider_code }) => provider_code)).toContain(providerCode);
    monitor.child.kill('SIGTERM');
    expect(await monitor.ended()).toBe(0);
  }, 120_000);
});

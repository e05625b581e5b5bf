// The whole way of a balance on real parts: sandbox, monitor, Postgres, Prometheus, Alertmanager.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { merchantOf } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { realAlertmanager } from '../support/alertmanager.ts';
import { eventually } from '../support/eventually.ts';
import { ENGINE, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { describeBeside } from '../support/tools.ts';

const merchant = merchantOf('acme', [{ currency: 'UGX', size: 100, payout: true, service: false }]);
const EXACT = '12345678901234567.89'; // more digits than a float64 holds
const LOW = '4999999.990';

describeBeside(['prometheus', 'prometheus-alertmanager'], 'from a slot to an alert', (program) => {
  test('a drained wallet fires at Alertmanager, is exact everywhere, and resolves when it is topped up', async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await testDatabase());
    const alertmanager = stack.use(await realAlertmanager(program('prometheus-alertmanager')));
    const sandbox = stack.use(
      createSandbox({
        scenario: createScenario({ seed: 'chain', merchants: [merchant] }),
        clock: createSimulatedClock({ wall: Date.now }),
        control: '127.0.0.1:0',
      }),
    );
    await sandbox.start();
    const setPayout = async (available: string) => {
      const answer = await request(`${sandbox.controlAddress}/merchants/acme/wallets/UGX/MERCHANT_PAYOUT`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ available }),
      });
      expect(answer.statusCode, await answer.body.text()).toBeLessThan(300);
    };
    await setPayout(EXACT);

    const folder = await mkdtemp(join(tmpdir(), 'floatwatch-e2e-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const config = join(folder, 'floatwatch.yaml');
    await writeFile(
      config,
      JSON.stringify({
        database: { url: database.url, engine: ENGINE },
        data_dir: join(folder, 'data'),
        web: { listen: ['127.0.0.1:0'] },
        poll: { schedule: '* * * * * *', deadline: '400ms' },
        accounts: [
          {
            name: 'acme',
            base_url: sandbox.address,
            public_key: merchant.publicKey,
            secret_key: merchant.secretKey,
            expect: ['UGX/MERCHANT_PAYOUT'],
          },
        ],
        alerts: {
          alertmanagers: [alertmanager.url],
          resend: '5s', // Alertmanager forgets an alert after four of these, in which a busy machine may stand still
          rules: [
            {
              name: 'PayoutFloatLow',
              severity: 'critical',
              wallets: { wallet_type: 'MERCHANT_PAYOUT' },
              below: '5000000',
              for: '2s',
              labels: { team: 'finance' },
              annotations: { summary: '{{account}} has {{value}} {{currency}}, threshold {{threshold}}' },
            },
          ],
        },
      }),
    );
    const monitor = stack.use(floatwatch(['run', '--config.file', config]));
    const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
    const metrics = async () => await (await request(`http://${address}/metrics`)).body.text();
    const sample = (value: string) =>
      `merchant_wallet_available_balance{account="acme",currency="UGX",wallet_type="MERCHANT_PAYOUT"} ${value}\n`;
    const stored = async (value: string) => {
      const rows = await database.pool.query(
        'SELECT available::text FROM floatwatch.balances_latest WHERE wallet_type = $1',
        ['MERCHANT_PAYOUT'],
      );
      expect(rows).toEqual([{ available: value }]);
    };

    await eventually(async () => expect(await metrics()).toContain(sample(EXACT)));
    await eventually(() => stored(EXACT));
    expect(await alertmanager.active()).toEqual([]);

    await setPayout(LOW);
    const [firing] = await eventually(async () => {
      const active = await alertmanager.active();
      expect(active).toHaveLength(1);
      return active;
    });
    expect(firing?.labels).toEqual({
      alertname: 'PayoutFloatLow',
      severity: 'critical',
      account: 'acme',
      currency: 'UGX',
      wallet_type: 'MERCHANT_PAYOUT',
      team: 'finance',
    });
    expect(firing?.annotations).toEqual({
      summary: 'acme has 4,999,999.990 UGX, threshold 5,000,000',
      runbook_url: 'http://localhost:14217/runbook#below',
    });
    await eventually(() => stored(LOW));

    const prometheus = stack.use(
      await startPrometheus(
        `
global: {scrape_interval: 1s}
scrape_configs: [{job_name: floatwatch, static_configs: [{targets: ['${address}']}]}]
`,
        program('prometheus'),
      ),
    );
    await eventually(async () => {
      const [series] = await prometheus.query(
        'merchant_wallet_available_balance{wallet_type="MERCHANT_PAYOUT"}',
      );
      expect(series?.value).toBe('4999999.99'); // the float64 that is nearest is written so
      expect(series?.metric).toMatchObject({ account: 'acme', currency: 'UGX' });
    });

    await setPayout('6000000');
    await eventually(async () => expect(await alertmanager.active()).toEqual([]));
    await eventually(async () =>
      expect(alertmanager.notified.map(({ status }) => status)).toEqual(['firing', 'resolved']),
    );

    monitor.child.kill('SIGTERM');
    expect(await monitor.ended()).toBe(0);
    const polls = await database.pool.query<{ outcome: string; polls: string; slots: string }>(
      'SELECT outcome, count(*) AS polls, count(DISTINCT slot) AS slots FROM floatwatch.polls GROUP BY 1',
    );
    expect(polls.map(({ outcome }) => outcome)).toContain('ok');
    for (const { polls: count, slots } of polls) expect(count).toBe(slots);
  });
});

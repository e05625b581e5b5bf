// A monitor in trouble, and a Prometheus that scrapes it: one wallet below its threshold, one account that no longer
// answers, one in which all is well; and a Postgres that can be taken away.
import { request } from 'undici';
import { expect } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { merchantOf } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { realAlertmanager } from '../support/alertmanager.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { execute, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';

const merchants = ['calm', 'drained', 'silent'].map((name) =>
  merchantOf(name, [{ currency: 'UGX', size: 100, payout: true, service: false }]),
);

export interface Trouble extends AsyncDisposable {
  readonly prometheus: string;
  /** Of the monitor: host and port. */
  readonly address: string;
  /** As a role that may read the views. */
  readonly postgres: URL;
  /** Takes Postgres away, and waits until the monitor says so. */
  takePostgres(): Promise<void>;
}

export async function startTrouble(): Promise<Trouble> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const reader = await mayRead(database.url);
  stack.defer(() => execute(database.url, `DROP ROLE ${reader.username}`).then(() => {}));
  const proxy = stack.use(await createTcpProxy({ port: Number(reader.port) }));
  const alertmanager = stack.use(await realAlertmanager());
  const clock = createSimulatedClock({ wall: Date.now });
  clock.freeze();
  const scenario = createScenario({ seed: 'trouble', merchants });
  const sandbox = stack.use(createSandbox({ scenario, clock, control: '127.0.0.1:0' }));
  await sandbox.start();
  const put = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'PUT', headers, body: JSON.stringify(body) } as const;
    const answer = await request(`${sandbox.controlAddress}/${path}`, options);
    expect(answer.statusCode, await answer.body.text()).toBeLessThan(300);
  };
  for (const { name } of merchants) await available(name, '9000000');

  const through = new URL(database.url);
  through.port = String(proxy.port);
  const config = stack.use(
    await configFolder({
      database: { url: through.href },
      web: { listen: ['127.0.0.1:0'] },
      poll: { schedule: '* * * * * *', deadline: '400ms' },
      accounts: accountsAt(sandbox.address, merchants),
      alerts: {
        alertmanagers: [alertmanager.url],
        rules: [
          {
            name: 'PayoutFloatLow',
            severity: 'critical',
            wallets: { wallet_type: 'MERCHANT_PAYOUT' },
            below: '5000000',
          },
        ],
      },
    }),
  );
  const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
  const [, address = ''] = await monitor.until(/"addresses":\["([^"]+)"\]/);
  const prometheus = stack.use(
    await startPrometheus(`
global: {scrape_interval: 1s}
scrape_configs: [{job_name: floatwatch, static_configs: [{targets: ['${address}']}]}]
`),
  );
  const says = (expression: string, ms: number) =>
    eventually(async () => expect(await prometheus.query(expression)).not.toEqual([]), ms);
  await says('count(merchant_wallet_state{state="fresh"} == 1) >= 3', 20_000);
  await available('drained', '4000000');
  await put('faults/silent', { name: 'error-503' });
  await says('floatwatch_alert_state{alertname="PayoutFloatLow", account="drained"} == 2', 20_000);
  await says('merchant_wallet_state{account="silent", state="stale"} == 1', 60_000);
  reader.port = String(proxy.port);
  const held = stack.move();
  return {
    prometheus: prometheus.url,
    address,
    postgres: reader,
    async takePostgres() {
      proxy.inject({ up: { kind: 'reset' } });
      proxy.resetAll();
      await says('max_over_time(floatwatch_store_up[30s]) == 0', 60_000); // long enough to be drawn
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };

  async function available(account: string, amount: string): Promise<void> {
    await put(`merchants/${account}/wallets/UGX/MERCHANT_PAYOUT`, { available: amount });
  }
}

/** The address of a database for a role of its own that may read what floatwatch_reader may. */
export async function mayRead(url: string): Promise<URL> {
  const name = `grafana_${Math.random().toString(36).slice(2, 10)}`;
  await execute(url, `CREATE ROLE ${name} LOGIN PASSWORD 'reader' IN ROLE floatwatch_reader`);
  const address = new URL(url);
  address.username = name;
  address.password = 'reader';
  return address;
}

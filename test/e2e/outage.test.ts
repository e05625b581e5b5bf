// Postgres away under load, and the monitor killed meanwhile: what the outside sees throughout, and what is there then.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { createTcpProxy } from '../support/tcp-proxy.ts';
import { describeWith } from '../support/tools.ts';

const NAMES = Array.from({ length: 10 }, (_, i) => `shop-${i}`);
const merchants = NAMES.map((name) =>
  merchantOf(name, [{ currency: 'UGX', size: 100, payout: true, service: false }]),
);
const POLLED = /^floatwatch_polls_total\{account="(shop-\d)",outcome="ok"\} ([1-9]\d*)$/gm;
const MISSED = /^floatwatch_slots_missed_total\{account="(shop-\d)"\} (\d+)$/gm;
const SERIES =
  /^merchant_wallet_available_balance\{account="(shop-\d)",currency="UGX",wallet_type="MERCHANT_PAYOUT"\}/gm;
const missedIn = (scrape: string) =>
  new Map([...scrape.matchAll(MISSED)].map(([, name, slots]) => [name!, Number(slots)]));

describeWith(['prometheus-alertmanager'], 'Postgres away', () => {
  test('P1 gauges and alerts go on without it, through a kill -9 too; then every slot is there, once', async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await testDatabase());
    const url = new URL(database.url);
    const proxy = stack.use(await createTcpProxy({ port: Number(url.port) }));
    url.port = String(proxy.port);
    const alertmanager = stack.use(await realAlertmanager());
    const sandbox = stack.use(
      createSandbox({
        scenario: createScenario({ seed: 'outage', merchants }),
        clock: createSimulatedClock({ wall: Date.now }),
        control: '127.0.0.1:0',
      }),
    );
    await sandbox.start();
    const setPayout = async (name: string, available: string) => {
      const wallet = `${sandbox.controlAddress}/merchants/${name}/wallets/UGX/MERCHANT_PAYOUT`;
      const answer = await request(wallet, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ available }),
      });
      expect(answer.statusCode, await answer.body.text()).toBeLessThan(300);
    };
    for (const name of NAMES) await setPayout(name, '9000000.10');

    const folder = await mkdtemp(join(tmpdir(), 'floatwatch-e2e-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const config = join(folder, 'floatwatch.yaml');
    const account = ({ name, publicKey, secretKey }: (typeof merchants)[number]) => ({
      name,
      base_url: sandbox.address,
      public_key: publicKey,
      secret_key: secretKey,
    });
    const rule = { name: 'Low', severity: 'critical', wallets: { wallet_type: 'MERCHANT_PAYOUT' } };
    await writeFile(
      config,
      JSON.stringify({
        database: { url: url.href, engine: ENGINE },
        data_dir: join(folder, 'data'),
        web: { listen: ['127.0.0.1:0'] },
        poll: { schedule: '* * * * * *', deadline: '400ms' },
        accounts: merchants.map(account),
        alerts: {
          alertmanagers: [alertmanager.url],
          resend: '5s', // Alertmanager forgets an alert after four of these: a restart on a busy machine takes some seconds
          rules: [{ ...rule, below: '5000000', for: '1s' }],
        },
      }),
    );
    const start = async () => {
      const monitor = floatwatch(['run', '--config.file', config]);
      const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
      const scrape = async () => await (await request(`http://${address}/metrics`)).body.text();
      const value = async (name: string) =>
        Number(new RegExp(`^${name} (.*)$`, 'm').exec(await scrape())?.[1]);
      return { monitor, scrape, value };
    };
    const shown = (text: string) => [...text.matchAll(SERIES)].map(([, name]) => name).sort();
    const firing = async () =>
      (await alertmanager.active()).map(({ labels }) => `${labels['alertname']} ${labels['account']}`);

    let { monitor, scrape, value } = await start();
    await eventually(async () => expect(shown(await scrape())).toEqual(NAMES));
    await eventually(async () => expect(await value('floatwatch_snapshots_stored_total')).toBeGreaterThan(0));
    expect(await value('floatwatch_store_up')).toBe(1);

    // Away: new connections are refused, open ones reset. Every wallet stays on show, and fresh.
    proxy.inject({ up: { kind: 'reset' } });
    proxy.resetAll();
    await setPayout('shop-3', '4000000.10');
    while ((await value('floatwatch_spool_polls')) < 40) {
      expect(shown(await scrape())).toEqual(NAMES);
      await sleep(200);
    }
    expect(await value('floatwatch_store_up')).toBe(0);
    await eventually(async () => expect(await firing()).toEqual(['Low shop-3']));

    // Killed meanwhile: it starts without Postgres, and the alert goes on where it was.
    const missedBefore = missedIn(await scrape());
    const killedAt = performance.now();
    monitor.child.kill('SIGKILL');
    await monitor.ended();
    ({ monitor, scrape, value } = await start());
    stack.defer(() => void monitor.child.kill('SIGKILL'));
    await eventually(async () => expect(shown(await scrape())).toEqual(NAMES));
    // What is shown at first was kept on disk: until it has polled, it counts as down.
    await eventually(async () => expect([...(await scrape()).matchAll(POLLED)]).toHaveLength(NAMES.length));
    const downSeconds = Math.ceil((performance.now() - killedAt) / 1_000);
    expect(await value('floatwatch_spool_polls')).toBeGreaterThanOrEqual(40);
    expect(await firing()).toEqual(['Low shop-3']);

    proxy.inject();
    proxy.resetAll();
    await eventually(async () => {
      expect(await value('floatwatch_store_up')).toBe(1);
      expect(await value('floatwatch_spool_polls')).toBe(0);
    }, 45_000);
    const missedAfter = missedIn(await scrape());
    monitor.child.kill('SIGTERM');
    expect(await monitor.ended()).toBe(0);
    expect(alertmanager.notified.filter(({ status }) => status === 'resolved')).toEqual([]);

    const rows = await database.pool.query<{ account: string; polls: number; first: Date; last: Date }>(
      `SELECT account, count(*)::int AS polls, min(slot) AS first, max(slot) AS last
       FROM floatwatch.polls WHERE outcome <> 'lost' GROUP BY account ORDER BY account`,
    );
    expect(rows.map(({ account }) => account)).toEqual(NAMES);
    for (const { account, polls, first, last } of rows) {
      const slots = (last.getTime() - first.getTime()) / 1_000 + 1;
      // What the kill and the start took, with the slots at both ends, and what was counted as missed since a busy machine
      // hadn't ended the poll before; no other slot is missing, and the table's key lets none be there twice.
      const missed = missedBefore.get(account)! + missedAfter.get(account)!;
      const all = `${account}: ${polls} of ${slots} slots, ${downSeconds} s down, ${missed} missed`;
      expect(slots - polls, all).toBeLessThanOrEqual(downSeconds + 3 + missed);
    }
  }, 120_000);
});

// Two replicas, three Alertmanagers, and Postgres gone for the one and then for both.
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
import { createTcpProxy } from '../support/tcp-proxy.ts';
import { describeWith } from '../support/tools.ts';

const merchant = merchantOf('acme', [{ currency: 'UGX', size: 100, payout: true, service: false }]);

describeWith(['prometheus-alertmanager'], 'two replicas', () => {
  test('A11 H3 H4 partitioned from Postgres, one or both, they make one alert at each of three Alertmanagers', async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await testDatabase());
    const alertmanagers = await Promise.all([realAlertmanager(), realAlertmanager(), realAlertmanager()]);
    for (const alertmanager of alertmanagers) stack.use(alertmanager);
    const scenario = createScenario({ seed: 'replicas', merchants: [merchant] });
    const clock = createSimulatedClock({ wall: Date.now });
    clock.freeze();
    const sandbox = stack.use(createSandbox({ scenario, clock, control: '127.0.0.1:0' }));
    await sandbox.start();
    /** In the middle of a second: both have polled this slot, and neither the next one, unless the machine is slow. */
    const set = async (available: string) => {
      await eventually(() => expect(Math.abs((Date.now() % 1_000) - 550)).toBeLessThan(100));
      const answer = await request(`${sandbox.controlAddress}/merchants/acme/wallets/UGX/MERCHANT_PAYOUT`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ available }),
      });
      expect(answer.statusCode, await answer.body.text()).toBeLessThan(300);
    };
    await set('9000000');

    const replica = async () => {
      const url = new URL(database.url);
      const way = stack.use(await createTcpProxy({ port: Number(url.port) }));
      url.port = String(way.port);
      const config = stack.use(
        await configFolder({
          database: { url: url.href, engine: ENGINE },
          web: { listen: ['127.0.0.1:0'] },
          poll: { schedule: '* * * * * *', deadline: '400ms' },
          accounts: accountsAt(sandbox.address, [merchant]),
          alerts: {
            alertmanagers: alertmanagers.map((each) => each.url),
            resend: '1m',
            rules: [
              { name: 'Low', wallets: { wallet_type: 'MERCHANT_PAYOUT' }, below: '5000000', for: '1s' },
            ],
          },
        }),
      );
      const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
      const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
      const get = async (path: string) => await (await request(`http://${address}${path}`)).body.text();
      return {
        monitor,
        async says(name: string, value: number) {
          expect(Number(new RegExp(`^${name}(?:{.*})? (.*)$`, 'm').exec(await get('/metrics'))?.[1])).toBe(
            value,
          );
        },
        async firing() {
          const { alerts } = JSON.parse(await get('/api/v1/alerts')) as { alerts: { rule: string }[] };
          return alerts.map(({ rule }) => rule);
        },
        part() {
          way.inject({ up: { kind: 'reset' } });
          way.resetAll();
        },
        join() {
          way.inject();
          way.resetAll();
        },
      };
    };
    const [one, other] = await Promise.all([replica(), replica()]);
    const both = [one, other];
    const told: string[] = [];
    /** Every Alertmanager has told its receivers of this, and of nothing else. */
    const tells = async (status: 'firing' | 'resolved') => {
      told.push(status);
      for (const { notified } of alertmanagers) {
        await eventually(() => expect(notified.map((each) => each.status)).toEqual(told));
      }
      const rules = status === 'firing' ? ['Low'] : [];
      for (const { firing } of both) await eventually(async () => expect(await firing()).toEqual(rules));
      for (const each of alertmanagers) expect(await each.active()).toHaveLength(rules.length);
    };
    for (const { says } of both) {
      await eventually(() => says('floatwatch_store_up', 1));
      await eventually(() => says('floatwatch_account_up', 1));
    }

    await set('4000000');
    await tells('firing');

    other.part();
    await eventually(() => other.says('floatwatch_store_up', 0));
    await set('9000000');
    await tells('resolved');
    await set('4000000');
    await tells('firing');

    one.part();
    await eventually(() => one.says('floatwatch_store_up', 0));
    await set('9000000');
    await tells('resolved');
    await set('3000000');
    await tells('firing');

    for (const { join } of both) join();
    for (const { says } of both) {
      await eventually(() => says('floatwatch_store_up', 1), 45_000);
      await eventually(() => says('floatwatch_spool_polls', 0), 45_000);
    }
    for (const { firing } of both) expect(await firing()).toEqual(['Low']);
    await set('9000000');
    await tells('resolved');

    // What was told is stored a moment later. Each slot that only one of them saw low may begin an episode of its own.
    await eventually(async () => {
      const [episodes] = await database.pool.query<{ all: number; open: number }>(
        `SELECT count(*)::int AS all, count(*) FILTER (WHERE resolved_at IS NULL)::int AS open
         FROM floatwatch.alerts WHERE rule = 'Low'`,
      );
      expect(episodes?.all).toBeGreaterThanOrEqual(3);
      expect(episodes?.open).toBe(0);
    });
    for (const { monitor } of both) monitor.tell('SIGTERM');
    for (const { monitor } of both) expect(await monitor.ended()).toBe(0);
    for (const { notified } of alertmanagers) expect(notified.map(({ status }) => status)).toEqual(told);
    const [polls] = await database.pool.query<{ twice: number; conflicts: number }>(
      `SELECT (SELECT count(*) - count(DISTINCT slot) FROM floatwatch.polls WHERE account = 'acme')::int AS twice,
         (SELECT count(*) FROM floatwatch.snapshot_conflict WHERE account_id IS NOT NULL)::int AS conflicts`,
    );
    expect(polls?.twice).toBe(0);
    expect(polls?.conflicts).toBeGreaterThan(0); // both polled: the second results lie beside the first
  }, 180_000);
});

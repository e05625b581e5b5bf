// A configuration that changes under a running monitor.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { generateMerchants } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { fakeReceiver, realAlertmanager } from '../support/alertmanager.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { ENGINE, testDatabase } from '../support/postgres.ts';
import { floatwatch, start } from '../support/process.ts';
import { describeWith } from '../support/tools.ts';

const merchants = generateMerchants(3, 2);

describeWith(['prometheus-alertmanager'], 'a reload', () => {
  test('C4 A10 a broken file changes nothing and is told; a good one takes over without a gap', async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await testDatabase());
    const alertmanager = stack.use(await realAlertmanager());
    const sandbox = stack.use(
      createSandbox({
        scenario: createScenario({ seed: 'reload', merchants }),
        clock: createSimulatedClock({ wall: Date.now }),
      }),
    );
    await sandbox.start();
    const [one, two, three] = accountsAt(sandbox.address, merchants);
    const settings = (accounts: unknown[], rules: unknown[]) => ({
      database: { url: database.url, engine: ENGINE },
      web: { listen: ['127.0.0.1:0'], enable_lifecycle: true },
      poll: { schedule: '* * * * * *', deadline: '400ms' },
      accounts,
      alerts: { alertmanagers: [alertmanager.url], resend: '1s', rules },
    });
    const always = { name: 'AlwaysLow', wallets: { account: 'm-00001' }, below: '999999999999999' };
    const config = stack.use(await configFolder(settings([one, two], [always])));
    const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
    const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
    const metrics = async () => await (await request(`http://${address}/metrics`)).body.text();
    const accountsUp = async () =>
      [...(await metrics()).matchAll(/^floatwatch_account_up\{account="([^"]+)"\} 1$/gm)].map(
        ([, name]) => name,
      );
    const firing = async () => (await alertmanager.active()).map(({ labels }) => labels['alertname']);

    await eventually(async () => expect(await accountsUp()).toEqual(['m-00001', 'm-00002']));
    await eventually(async () => expect(new Set(await firing())).toEqual(new Set(['AlwaysLow'])));

    await config.write({ ...settings([one, two], [always]), poll: { schedule: 'whenever' } });
    monitor.child.kill('SIGHUP');
    await monitor.until(/was not reloaded/);
    expect(await metrics()).toMatch(/^floatwatch_config_last_reload_successful 0$/m);
    await eventually(async () => expect(await accountsUp()).toEqual(['m-00001', 'm-00002'])); // a poll may miss its deadline
    const refused = await request(`http://${address}/-/reload`, { method: 'POST' });
    expect([refused.statusCode, await refused.body.text()]).toEqual([expect.any(Number), expect.any(String)]);
    expect(refused.statusCode).toBeGreaterThanOrEqual(500);

    await config.write(settings([two, three], []));
    const accepted = await request(`http://${address}/-/reload`, { method: 'POST' });
    expect(accepted.statusCode, await accepted.body.text()).toBe(200);
    await eventually(async () => expect(await accountsUp()).toEqual(['m-00002', 'm-00003']));
    expect(await metrics()).toMatch(/^floatwatch_config_last_reload_successful 1$/m);
    expect(await metrics()).not.toMatch(/^merchant_wallet.*account="m-00001"/m);
    // What the old rule had fired is ended, and told so.
    await eventually(async () => expect(await firing()).toEqual([]));

    const quit = await request(`http://${address}/-/quit`, { method: 'POST' });
    await quit.body.dump();
    expect(await monitor.ended()).toBe(0);
  });
});

test('D5 a receiver that a reload adds is told of what fires already', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const receiver = stack.use(await fakeReceiver(() => 200));
  const clock = createSimulatedClock({ wall: Date.now });
  const sandbox = stack.use(createSandbox({ scenario: createScenario({ seed: 'D5', merchants }), clock }));
  await sandbox.start();
  const settings = (webhooks: unknown[]) => ({
    database: { url: database.url, engine: ENGINE },
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule: '* * * * * *', deadline: '400ms' },
    accounts: accountsAt(sandbox.address, merchants).slice(0, 1),
    alerts: { webhooks, resend: '1h', rules: [{ name: 'AlwaysLow', below: '999999999999999' }] },
  });
  const config = stack.use(await configFolder(settings([])));
  const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
  const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
  const firing = async () => await (await request(`http://${address}/api/v1/alerts`)).body.text();
  await eventually(async () => expect(await firing()).toContain('"firing"'));
  await config.write(settings([{ name: 'late', url: receiver.url }]));
  monitor.child.kill('SIGHUP');
  await eventually(() => expect(receiver.requests.map(({ body }) => body).join()).toContain('AlwaysLow'));
});

test('C4 a configuration that came through a pipe is not read again, and nothing waits for its writer', async () => {
  const [account] = accountsAt('http://127.0.0.1:1', merchants);
  await using config = await configFolder({
    database: { url: 'postgres://nobody@127.0.0.1:1/none' },
    web: { listen: ['127.0.0.1:0'] },
    accounts: [account],
  });
  const pipe = join(config.folder, 'pipe.yaml');
  execFileSync('mkfifo', [pipe]);
  await using _ = start('sh', ['-c', 'exec cat "$0" >"$1"', config.file, pipe]);
  await using monitor = floatwatch(['run', '--config.file', pipe]);
  await monitor.until(/"addresses":/);
  monitor.tell('SIGHUP');
  await monitor.until(/pipe\.yaml:1:1: is a pipe or a device.*was not reloaded/);
  monitor.tell('SIGTERM');
  expect(await monitor.ended()).toBe(0);
});

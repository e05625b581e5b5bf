// What happens between a start and the moment at which everything runs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { request } from 'undici';
import { expect, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { testDatabase } from '../support/postgres.ts';

test('D24 a SIGHUP while it starts is heard when it has started: the configuration is read again then', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const config = stack.use(
    await configFolder({
      database: { url: database.url },
      web: { listen: ['127.0.0.1:0'] },
      poll: { schedule: '0 0 29 2 *' },
      accounts: [{ name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' }],
    }),
  );
  const { io, written } = capture();
  const stop = new AbortController();
  const running = main(['run', '--config.file', config.file], {
    ...io,
    signal: stop.signal,
    onEarlyEnd: () => {},
    onHangUp: (listener) => listener(),
  });
  stack.defer(async () => {
    stop.abort();
    expect(await running).toBe(0);
  });
  await eventually(() =>
    expect(written().stderr).toMatch(
      /the configuration was (not )?reloaded.*floatwatch is up|floatwatch is up.*the configuration was (not )?reloaded/s,
    ),
  );
  const [, address] = /"addresses":\["([^"]+)"\]/.exec(written().stderr)!;
  const metrics = await (await request(`http://${address}/metrics`)).body.text();
  expect(metrics).toMatch(/^floatwatch_config_last_reload_successful 1$/m);
  expect(written().stderr).not.toContain('TypeError');
});

/** `floatwatch run` with one account that is not polled, until it is up; ended with the stack. */
async function runUntilUp(stack: AsyncDisposableStack, sections: object, flags: readonly string[] = []) {
  const database = stack.use(await testDatabase());
  const settings = {
    ...{ database: { url: database.url }, web: { listen: ['127.0.0.1:0'] } },
    accounts: [{ name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' }],
    ...sections,
  };
  const config = stack.use(await configFolder(settings));
  const { io, written } = capture();
  const stop = new AbortController();
  let reload = (): void => {};
  const running = main(['run', '--config.file', config.file, ...flags], {
    ...io,
    signal: stop.signal,
    onHangUp(listener) {
      reload = listener;
    },
  });
  stack.defer(async () => {
    stop.abort();
    expect(await running).toBe(0);
  });
  await eventually(() => expect(written().stderr).toContain('floatwatch is up'));
  const [, address] = /addresses(?:":\["|=)([\d.:]+)/.exec(written().stderr)!;
  const get = (path: string, how: Parameters<typeof request>[1] = {}) =>
    request(`http://${address}${path}`, how);
  return {
    get,
    log: () => written().stderr,
    read: async (path: string) => await (await get(path)).body.text(),
    async reload(changed: object): Promise<void> {
      await config.write({ ...settings, ...changed });
      reload();
    },
  };
}

test('web.grafana_url of the file reaches the pages, without the slash at its end', async () => {
  await using stack = new AsyncDisposableStack();
  const { read } = await runUntilUp(stack, {
    web: { listen: ['127.0.0.1:0'], grafana_url: 'https://example.com/grafana/' },
    poll: { schedule: '0 0 29 2 *' },
  });
  expect(await read('/')).toContain('<a href="https://example.com/grafana/d/floatwatch-overview">');
});

test('pages and API say of an account when it is polled, as the file says that was read last', async () => {
  await using stack = new AsyncDisposableStack();
  const { read, reload } = await runUntilUp(stack, {
    poll: { schedule: '0 6 29 2 *', timezone: 'Africa/Kampala' },
  });
  const told = async () => JSON.parse(await read('/api/v1/accounts')).accounts;
  expect(await told()).toMatchObject([{ schedule: '0 6 29 2 *', timezone: 'Africa/Kampala' }]);
  expect(await read('/accounts/acme')).toContain('Africa/Kampala');
  await reload({ poll: { schedule: '0 7 29 2 *', timezone: 'Africa/Accra' } });
  await eventually(async () =>
    expect(await told()).toMatchObject([{ schedule: '0 7 29 2 *', timezone: 'Africa/Accra' }]),
  );
  expect(await read('/accounts/acme')).toContain('Africa/Accra');
});

test('who is let in, and how people reach the page, is as the flags say', async () => {
  await using stack = new AsyncDisposableStack();
  const users = join(stack.use(await configFolder({})).folder, 'web.yml');
  await writeFile(users, `basic_auth_users:\n  alice: ${hashSync('right', 4)}\n`);
  const web = { listen: ['127.0.0.1:0'], external_url: 'https://other.example.com' };
  const flags = ['--web.config.file', users, '--web.external-url', 'https://float.example.com/'];
  const { get } = await runUntilUp(stack, { web, poll: { schedule: '0 0 29 2 *' } }, flags);
  expect((await get('/alerts.atom')).statusCode).toBe(401);
  const authorization = `Basic ${Buffer.from('alice:right').toString('base64')}`;
  const feed = await (await get('/alerts.atom', { headers: { authorization } })).body.text();
  expect(feed).toContain('<id>https://float.example.com/alerts.atom</id>');
});

const FLAGS = {
  '--web.listen-address': '127.0.0.1:0',
  '--web.external-url': 'https://float.example.com',
  '--web.enable-lifecycle': 'true',
  '--shard': '5',
  '--total-shards': '8',
  '--log.level': 'debug',
  '--log.format': 'logfmt',
};

test.for(['a flag', 'an environment variable'])('%s of run goes before the file', async (kind) => {
  await using stack = new AsyncDisposableStack();
  const argv = [];
  for (const [name, value] of Object.entries(FLAGS)) {
    if (kind === 'a flag') argv.push(`${name}=${value}`);
    else vi.stubEnv(`FLOATWATCH_${name.slice(2).replaceAll(/\W/g, '_').toUpperCase()}`, value);
  }
  stack.defer(() => void vi.unstubAllEnvs());
  const accounts = ['acme-ke', 'acme-ug'].map((name) => ({
    name,
    base_url: 'http://127.0.0.1:1', // where nobody listens
    ...{ public_key: 'p', secret_key: 's' },
  }));
  const file = {
    accounts,
    web: { listen: ['192.0.2.1:1'], external_url: 'https://other.example.com', enable_lifecycle: false },
    shards: { shard: 3, total: 4 },
    log: { level: 'error', format: 'json' },
    poll: { schedule: '* * * * * *' },
  };
  const { get, read, log } = await runUntilUp(stack, file, argv);
  expect(JSON.parse(await read('/api/v1/accounts')).accounts).toMatchObject([{ account: 'acme-ug' }]);
  expect(await read('/alerts.atom')).toContain('https://float.example.com/');
  expect((await get('/-/reload', { method: 'POST' })).statusCode).toBe(200);
  await eventually(() => expect(log()).toMatch(/^level=debug ts=/m));
});

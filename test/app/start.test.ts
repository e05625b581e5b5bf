// What happens between a start and the moment at which everything runs.
import { request } from 'undici';
import { expect, test } from 'vitest';
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

test('web.grafana_url of the file reaches the pages, without the slash at its end', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const config = stack.use(
    await configFolder({
      database: { url: database.url },
      web: { listen: ['127.0.0.1:0'], grafana_url: 'https://example.com/grafana/' },
      poll: { schedule: '0 0 29 2 *' },
      accounts: [{ name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' }],
    }),
  );
  const { io, written } = capture();
  const stop = new AbortController();
  const running = main(['run', '--config.file', config.file], { ...io, signal: stop.signal });
  stack.defer(async () => {
    stop.abort();
    expect(await running).toBe(0);
  });
  await eventually(() => expect(written().stderr).toContain('floatwatch is up'));
  const [, address] = /"addresses":\["([^"]+)"\]/.exec(written().stderr)!;
  const page = await (await request(`http://${address}/`)).body.text();
  expect(page).toContain('<a href="https://example.com/grafana/d/floatwatch-overview">');
});

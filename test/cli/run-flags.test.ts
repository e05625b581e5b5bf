// Flags of `floatwatch run` and the environment variables that stand for them.
import { request } from 'undici';
import { expect, test } from 'vitest';
import { pageOf } from '../../src/cli/commands/run.ts';
import { main } from '../../src/cli/main.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { ENGINE, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';

const account = { name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' };

test('E3 FLOATWATCH_WEB_ENABLE_LIFECYCLE=false disables lifecycle, even where the file enables it', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const web = { listen: ['127.0.0.1:0'], enable_lifecycle: true };
  const settings = { database: { url: database.url, engine: ENGINE }, web, accounts: [account] };
  const config = stack.use(await configFolder({ ...settings, poll: { schedule: '0 0 29 2 *' } }));
  const env = { FLOATWATCH_WEB_ENABLE_LIFECYCLE: 'false' };
  const monitor = stack.use(floatwatch(['run', '--config.file', config.file], { env }));
  const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
  const { statusCode } = await request(`http://${address}/-/quit`, { method: 'POST' });
  expect(statusCode).toBe(405);
});

test.for(['yes', '', 'FALSE', '0'])(
  'E3 FLOATWATCH_WEB_ENABLE_LIFECYCLE=%s is a mistake: neither true nor false',
  async (value) => {
    await using monitor = floatwatch(['run', '--config.file', '/dev/null'], {
      env: { FLOATWATCH_WEB_ENABLE_LIFECYCLE: value },
    });
    expect(await monitor.ended()).toBe(2);
    expect(monitor.output()).toContain('FLOATWATCH_WEB_ENABLE_LIFECYCLE');
    expect(monitor.output()).toContain('true or false');
  },
);

test.for(['foo', 'localhost:14217', 'ftp://float.example.com', 'http://float.example.com/?a=b'])(
  '--web.external-url %s is a mistake, as it is in the file',
  async (value) => {
    await using monitor = floatwatch(['run', '--config.file', '/dev/null', '--web.external-url', value]);
    expect(await monitor.ended()).toBe(2);
    expect(monitor.output()).toMatch(/--web\.external-url <url>.* must /);
  },
);

test('an empty FLOATWATCH_WEB_CONFIG_FILE is a mistake, and opens no page without its password', async () => {
  await using monitor = floatwatch(['run', '--config.file', '/dev/null'], {
    env: { FLOATWATCH_WEB_CONFIG_FILE: '' },
  });
  expect(await monitor.ended()).toBe(2);
  expect(monitor.output()).toMatch(/FLOATWATCH_WEB_CONFIG_FILE.* path of a file/);
});

const DATABASE = { url: 'postgres://u:p@127.0.0.1:1/f' };
const SAY_SHARD = 'nothing says which shard this is: say it,';
const SAY_TOTAL =
  'nothing says how many shards there are: say it by --total-shards, FLOATWATCH_TOTAL_SHARDS or shards.total in the file';

test.each<[file: object, flags: readonly string[], why: string]>([
  [
    {},
    ['--shard', '8', '--total-shards', '8'],
    '--shard is 8, and must be less than the number of shards, 8: they are counted from 0',
  ],
  [
    { shard: 5 },
    ['--total-shards', '4'],
    'shards.shard is 5, and must be less than the number of shards, 4: they are counted from 0',
  ],
  [
    {},
    ['--total-shards', '8'],
    `--total-shards is 8, and ${SAY_SHARD} from 0 to 7, by --shard, FLOATWATCH_SHARD or shards.shard in the file`,
  ],
  [
    { total: 3 },
    [],
    `shards.total is 3, and ${SAY_SHARD} from 0 to 2, by --shard, FLOATWATCH_SHARD or shards.shard in the file`,
  ],
  [{}, ['--shard', '1'], `--shard is 1, and ${SAY_TOTAL}`],
  [{}, ['--shard', '0'], `--shard is 0, and ${SAY_TOTAL}`],
  [{ shard: 1 }, [], `shards.shard is 1, and ${SAY_TOTAL}`],
])('a shard is one of so many, and both are said: %o with %j', async (shards, flags, why) => {
  await using config = await configFolder({ accounts: [account], database: DATABASE, shards });
  const { io, written } = capture();
  expect(await main(['run', '--config.file', config.file, ...flags], io)).toBe(2);
  expect(written().stderr).toBe(`floatwatch: ${why}\n`);
});

test('several shards need a database that all can reach, whoever says that there are several', async () => {
  await using config = await configFolder({ accounts: [account] });
  for (const command of ['run', 'check-config']) {
    const { io, written } = capture();
    const flags = ['--shard', '0', '--total-shards', '2'];
    expect(await main([command, '--config.file', config.file, ...flags], io)).toBe(2);
    expect(written().stderr).toBe(
      'floatwatch: --total-shards 2 needs database.url in the file: all shards share one database, and the embedded one would be another for each process\n',
    );
  }
});

test.each([
  [['127.0.0.1:9000', '127.0.0.1:9000'], '127.0.0.1:9000 is given twice: keep one'],
  [[':9000', '127.0.0.1:9000'], "127.0.0.1:9000 overlaps :9000, which it can't listen beside: keep one"],
  [['0.0.0.0:9000', '[::]:9000'], "[::]:9000 overlaps 0.0.0.0:9000, which it can't listen beside: keep one"],
])('an address is listened on once: %s', async (addresses, why) => {
  await using config = await configFolder({ accounts: [account] });
  const { io, written } = capture();
  const flags = addresses.flatMap((address) => ['--web.listen-address', address]);
  expect(await main(['run', '--config.file', config.file, ...flags], io)).toBe(2);
  expect(written().stderr).toBe(`floatwatch: --web.listen-address ${why}\n`);
});

const [USUAL, NAMED] = ['http://localhost:14217', 'https://float.example.com'];

test.for([
  ['where the file says', '127.0.0.1:80', { external_url: NAMED, config_file: null }, NAMED],
  ['at the usual address', '127.0.0.1:14217', { external_url: USUAL, config_file: null }, USUAL],
  ['at any', '[::1]:80', { external_url: USUAL, config_file: null }, 'http://[::1]:80/'],
  ['at any, by TLS or not', '[::1]:80', { external_url: USUAL, config_file: 'web.yml' }, '[::1]:80'],
  ['nowhere', undefined, { external_url: USUAL, config_file: null }, undefined],
] as const)('whoever starts it is told that people find the page %s', ([, address, web, page]) => {
  const addresses = address === undefined ? [] : [address];
  expect(pageOf({ addresses }, { web: web as Config['web'] })).toBe(page);
});

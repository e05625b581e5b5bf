// The end of everything: within ten seconds, whatever hangs.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { main } from '../../src/cli/main.ts';
import { loadConfig } from '../../src/config/load.ts';
import { connect } from '../../src/store/postgres/client.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { emptyDatabase, testDatabase } from '../support/postgres.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';
import { oneAccount } from './one-account.ts';

/** A server that takes connections and never answers. */
async function deafServer() {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const heard = new Promise<void>((resolve) => void server.once('connection', () => resolve()));
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, heard };
}

test('C1 it stops within ten seconds where the network is gone, and everybody is silent', {
  tags: 'timed',
}, async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const proxy = stack.use(await createTcpProxy({ port: Number(new URL(database.url).port) }));
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const [service, alertmanager] = [await deafServer(), await deafServer()];
  const config = stack.use(
    await configFolder({
      database: { url: url.href },
      web: { listen: ['127.0.0.1:0'] },
      poll: { schedule: '*/10 * * * * *', deadline: '4s' },
      accounts: [{ name: 'acme', base_url: service.url, public_key: 'p', secret_key: 's' }],
      alerts: { watchdog: true, alertmanagers: [alertmanager.url] },
    }),
  );
  const { io, written } = capture();
  const stop = new AbortController();
  const running = main(['run', '--config.file', config.file], { ...io, signal: stop.signal });
  await Promise.all([service.heard, alertmanager.heard]);
  proxy.freeze();
  const [, address] = /"addresses":\["([^"]+)"\]/.exec(written().stderr)!;
  const asked = 'account=acme&currency=UGX&wallet_type=MERCHANT_PAYOUT';
  const reader = request(`http://${address}/api/v1/balances/history?${asked}`).catch(() => {});
  expect((await request(`http://${address}/-/healthy`)).statusCode).toBe(200); // the other one has come, too

  const stopped = performance.now();
  stop.abort();
  expect(await running).toBe(0);
  await reader;
  expect(performance.now() - stopped).toBeLessThan(10_000);
});

test('C1 it stops as soon while it starts, and polls nothing any more, where Postgres is silent', {
  tags: 'timed',
}, async () => {
  const [database, service] = [await deafServer(), await deafServer()];
  let polls = 0;
  void service.heard.then(() => polls++);
  await using config = await configFolder({
    database: { url: database.url.replace('http://', 'postgres://u:p@') },
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule: '0 8 1 1 *' },
    accounts: [{ name: 'acme', base_url: service.url, public_key: 'p', secret_key: 's' }],
  });
  const { io } = capture();
  const stop = new AbortController();
  const running = main(['run', '--config.file', config.file], { ...io, signal: stop.signal });
  await database.heard;

  const stopped = performance.now();
  stop.abort();
  expect(await running).toBe(0);
  expect(performance.now() - stopped).toBeLessThan(5_000); // for so long it waits to be told what was known
  expect(polls).toBe(0);
});

test('C1 a reload that is asked for while it stops is refused, and nothing goes on after the end', async () => {
  await using place = await oneAccount({ poll: { schedule: '0 8 1 1 *' } });
  const timers = new Set<object>();
  const after: typeof REAL_WORLD.after = (ms, run) => {
    const timer = {};
    timers.add(timer);
    const forget = REAL_WORLD.after(ms, () => timers.delete(timer) && run());
    return () => {
      timers.delete(timer);
      forget();
    };
  };
  const app = await setup(place.config, { world: { after } });
  const stopped = app.stop();
  expect(() => app.reload(place.config)).toThrow('it is about to end');
  await stopped;
  expect(timers.size).toBe(0);
});

test('C1 it stops, and keeps what came of, a poll that has gone on since before two reloads', async () => {
  await using place = await oneAccount({ poll: { schedule: '0 8 1 1 *', deadline: '60s' } });
  const asked = Promise.withResolvers<void>();
  const send = () => {
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const connect = () => ({ phase: 'waiting', address: '192.0.2.1', send, destroy() {} }) as const;
  const app = await setup(place.config, { world: { network: { ...REAL_WORLD.network, connect } } });
  let outcome = 'none yet';
  void app.pollNow(['acme']).then(([seen]) => {
    outcome = seen!.outcome;
  });
  await asked.promise;
  app.reload(place.config);
  app.reload(place.config);
  await app.stop();
  expect(outcome).toBe('aborted');
});

test('C1 a migration is broken off when it stops', async () => {
  await using database = await emptyDatabase();
  await using other = await connect({ url: database.url, schema: 'floatwatch' });
  await other.query('SELECT pg_advisory_lock(4217000)'); // it migrates, too
  const settings = {
    database: { url: database.url },
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule: '0 8 1 1 *' },
    accounts: [{ name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' }],
  };
  await using folder = await configFolder(settings);
  const { config } = loadConfig(folder.file, { env: {} });
  const waiting = async () => {
    const sql = `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
                 WHERE locktype = 'advisory' AND NOT granted`;
    return (await other.query(sql)).rowCount;
  };
  const app = await setup(config);
  await eventually(async () => expect(await waiting()).toBe(1));
  await app.stop();
  await eventually(async () => expect(await waiting()).toBe(0));
});

// X1: with canary keys, through every fault that there is and a service that throws our keys back at us, nothing that
// leaves the process holds one, in any form.
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { FAULTS } from '../../src/sandbox/faults.ts';
import { type Merchant, merchantOf } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { ENGINE, execute, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';

const wallets = [{ currency: 'UGX', size: 100, payout: true, service: true }];
/** Characters that each encoding writes otherwise. */
const PUBLIC = 'canary-public-"%\\+=&<7391';
const SECRET = 'canary-secret-"%\\+=&<2846';

const FORMS = [PUBLIC, SECRET].flatMap((key) => {
  const bytes = Buffer.from(key);
  return [
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    encodeURI(key),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...[1, 2].map((shift) =>
      Buffer.from(' '.repeat(shift) + key)
        .toString('base64')
        .slice(4, -4),
    ), // at other offsets
    key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ];
});

/** The keys in every place where an answer may hold a text. */
function echo(incoming: IncomingMessage, response: ServerResponse): void {
  const keys = `${incoming.headers['public-key']} ${incoming.headers['secret-key']}`;
  const json = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const encoded = `${encodeURIComponent(keys)} ${Buffer.from(keys).toString('base64')}`;
  const place = incoming.url?.split('/')[1];
  if (place === 'refused') json(401, { code: 401, status: 'error', message: `bad key ${keys}`, data: {} });
  else if (place === 'rejected')
    json(200, { code: 500, status: 'error', message: [keys, encoded], data: {} });
  else if (place === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${keys}</h1>`);
  else if (place === 'moved')
    response.writeHead(302, { location: `https://example.com/?k=${encodeURIComponent(keys)}` }).end();
  else if (place === 'type')
    response.writeHead(200, { 'content-type': `text/${encodeURIComponent(keys)}` }).end('{}');
  else {
    const names =
      place === 'wallets' ? [keys] : [encodeURIComponent(keys), Buffer.from(keys).toString('base64')];
    const amounts = { available_balance: 1, actual_balance: 1, uncleared_balance: 0, reserve_balance: 0 };
    json(200, {
      code: 200,
      status: 'success',
      message: place === 'wallets' ? keys : '',
      data: {
        merchant_wallets: names.map((name) => ({ currency: 'UGX', wallet_type: name, ...amounts })),
      },
    });
  }
}

test('X1 X17 no output, log, metric, page, table or spool holds a key in any form', async () => {
  await using stack = new AsyncDisposableStack();
  const faulty: Merchant[] = [...FAULTS.keys()].map((name) => ({
    ...merchantOf(`f-${name}`, wallets),
    publicKey: `${PUBLIC}-${name}`,
    secretKey: `${SECRET}-${name}`,
  }));
  const scenario = createScenario({ seed: 'canary', merchants: faulty });
  const sandbox = stack.use(createSandbox({ scenario, clock: createSimulatedClock({ wall: Date.now }) }));
  await sandbox.start();
  for (const { name } of faulty) sandbox.faults.on(name, name.slice(2));
  const echoes = createServer(echo).listen(0, '127.0.0.1');
  await once(echoes, 'listening');
  stack.defer(() => {
    echoes.closeAllConnections();
    echoes.close();
  });
  const echoAt = `http://127.0.0.1:${(echoes.address() as AddressInfo).port}`;
  const places = ['refused', 'rejected', 'page', 'moved', 'type', 'wallets', 'encoded'];
  const echoing = places.map((place) => ({
    name: `echo-${place}`,
    base_url: `${echoAt}/${place}`,
    public_key: PUBLIC,
    secret_key: SECRET,
  }));
  const database = stack.use(await testDatabase());
  const settings = {
    database: { url: database.url, engine: ENGINE },
    web: { listen: ['127.0.0.1:0'] },
    log: { level: 'debug' },
    poll: { schedule: '*/4 * * * * *', deadline: '1500ms', retries: 1, concurrency: 64 },
    accounts: [...accountsAt(sandbox.address, faulty), ...echoing],
  };
  const config = stack.use(await configFolder(settings));
  const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
  const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
  await eventually(async () => {
    const [row] = await database.pool.query<{ n: string }>(
      'SELECT count(DISTINCT account) AS n FROM floatwatch.polls',
    );
    expect(Number(row!.n)).toBe(settings.accounts.length);
  }, 60_000);

  const outputs: Record<string, string> = {};
  const paths = ['/metrics', '/', '/accounts', '/alerts', '/-/ready', '/api/v1/balances', '/api/v1/accounts'];
  for (const path of paths) {
    outputs[path] = await (await request(`http://${address}${path}`)).body.text();
  }
  for (const args of [['probe', '--json'], ['probe'], ['balances'], ['check-config']]) {
    await using command = floatwatch([...args, '--config.file', config.file]);
    await command.ended();
    outputs[args.join(' ')] = command.output();
  }
  for (const { name } of await execute(
    database.url,
    "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema = 'floatwatch'",
  )) {
    const rows = await execute(database.url, `SELECT row_to_json(t)::text AS row FROM ${name} t`);
    outputs[`table ${name}`] = rows.map(({ row }) => row).join('\n');
  }
  monitor.child.kill('SIGTERM');
  expect(await monitor.ended()).toBe(0);
  outputs['log'] = monitor.output();

  // And again with nowhere to store: what lies on the disk then.
  await config.write({ ...settings, database: { url: 'postgres://nobody@127.0.0.1:1/none' } });
  const spooling = stack.use(floatwatch(['run', '--config.file', config.file]));
  await spooling.until(/"addresses":\["([^"]+)"\]/);
  await eventually(
    () => expect(spooling.output().match(/"account":"echo-\w+"/g)?.length).toBeGreaterThan(5),
    60_000,
  );
  spooling.child.kill('SIGTERM');
  await spooling.ended();
  outputs['log without a database'] = spooling.output();
  const data = join(config.folder, 'data');
  for (const file of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(data, file)).isFile()) outputs[file] = readFileSync(join(data, file), 'latin1');
  }

  expect(Object.keys(outputs).length).toBeGreaterThan(15);
  expect(outputs['log']!.length).toBeGreaterThan(10_000);
  const found = Object.entries(outputs).flatMap(([where, text]) =>
    FORMS.filter((form) => text.includes(form)).map((form) => `${form} in ${where}: ${around(text, form)}`),
  );
  expect(found).toEqual([]);
}, 180_000);

function around(text: string, form: string): string {
  const at = text.indexOf(form);
  return text.slice(Math.max(0, at - 80), at + form.length + 40);
}

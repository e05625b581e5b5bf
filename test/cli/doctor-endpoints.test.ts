// Whom `floatwatch doctor` tries to reach, and what it finds there.
import { createServer, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { receivers, services } from '../../src/cli/doctor/endpoints.ts';
import { parseConfig } from '../../src/config/load.ts';

const NOW = Date.UTC(2026, 2, 1);
const clock = { now: () => NOW, monotonic: () => 0 };
const open = createServer((socket) => void socket.on('error', () => {}));
let port: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
  port = (open.address() as { readonly port: number }).port;
});
afterAll(() => void open.close());

const account = (name: string, url: string) =>
  `  - {name: ${name}, base_url: "${url}", public_key: pk-123456, secret_key: sk-123456}\n`;
const installation = (accounts: string, more = '') => ({
  ...{ config: parseConfig(`accounts:\n${accounts}${more}`, { file: 'f', env: {} }).config, clock },
  ...{ warnings: [], database: undefined },
});

test('a service is asked once for all accounts at its origin, and told by the first of them', async () => {
  const here = `http://127.0.0.1:${port}`;
  const accounts = [
    account('a', `${here}/one`),
    account('b', `http://localhost:${port}`),
    account('c', `${here}/two`),
  ];
  expect(await services.run(installation(accounts.join('')))).toEqual([
    {
      ...{ check: 'services', state: 'ok', advice: null },
      found: `account a and 1 more at 127.0.0.1:${port}, account b at localhost:${port}`,
    },
  ]);
});

test('what refuses the connection is told with its port, that of its protocol where it names none', async () => {
  const accounts = account('a', 'http://127.0.0.1:1/x') + account('b', 'https://127.0.0.1:1');
  const refused = (name: string) =>
    `${name} at 127.0.0.1:1 can't be reached: connect ECONNREFUSED 127.0.0.1:1`;
  expect((await services.run(installation(accounts))).map(({ found }) => found)).toEqual([
    refused('account a'),
    refused('account b'),
  ]);
});

test('what takes the connection and says nothing is waited for five seconds', async () => {
  const { setTimeout } = Socket.prototype;
  const waited: number[] = [];
  const spy = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, late) {
    waited.push(ms);
    return setTimeout.call(this, 20, late);
  });
  try {
    const found = await services.run(installation(account('a', `https://127.0.0.1:${port}`)));
    expect(found.map((each) => [each.state, each.found])).toEqual([
      ['bad', `account a at 127.0.0.1:${port} can't be reached: no answer within 5 s`],
    ]);
    expect(waited).toContain(5_000);
  } finally {
    spy.mockRestore();
  }
});

test('nobody is asked where a machine’s own metadata would answer, over TLS or not', async () => {
  const urls = ['http://169.254.169.254/x?token=hush', 'https://[fd00:ec2::254]/'];
  const { config, ...rest } = installation(account('a', 'https://pay.example.com'));
  // Such addresses are refused in a file; a name may lead to them later.
  const named = urls.map((url, i) => ({ name: `w${i}`, settings: { url } }));
  const told = { ...config, alerts: { ...config.alerts, receivers: named as never } };
  const found = await receivers.run({ config: told, ...rest });
  expect(found.map((each) => [each.state, each.found])).toEqual([
    [
      'bad',
      "receiver w0 at 169.254.169.254:80 can't be reached: 169.254.169.254 is a link-local address, where only metadata services of machines answer",
    ],
    ['bad', "receiver w1 at fd00:ec2::254:443 can't be reached: fd00:ec2::254 is a cloud's metadata service"],
  ]);
  expect(JSON.stringify(found)).not.toContain('hush');
});

test('pushed metrics go to one more; without them and receivers there is nobody', async () => {
  const accounts = account('a', 'https://pay.example.com');
  const of = async (more: string) =>
    (await receivers.run(installation(accounts, more))).map(({ state, found }) => `${state}: ${found}`);
  expect(await of('')).toEqual(['ok: there are none']);
  expect(await of(`otlp: {url: "http://127.0.0.1:${port}/v1/metrics"}\n`)).toEqual([
    `ok: otlp at 127.0.0.1:${port}`,
  ]);
  const webhooks = `alerts: {webhooks: [{name: ops, url: "http://127.0.0.1:${port}/hook"}]}\n`;
  expect(await of(`${webhooks}otlp: {url: "http://127.0.0.1:1/v1/metrics"}\n`)).toEqual([
    "bad: otlp at 127.0.0.1:1 can't be reached: connect ECONNREFUSED 127.0.0.1:1",
  ]);
});

// Telegraf at the work of `peers.ts`: each account an input of JSON over HTTP, into Postgres and a page for Prometheus.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AMOUNTS,
  accountName,
  freePort,
  keysOf,
  type Peer,
  type System,
  startDatabase,
  startProgram,
  type Work,
} from './system.ts';

export const telegraf: System = {
  programs: ['telegraf'],
  async start({ accounts, service, room }: Work): Promise<Peer> {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await startDatabase(room));
    const listen = `127.0.0.1:${await freePort()}`;
    const config = join(room, 'telegraf.conf');
    const inputs = Array.from({ length: accounts }, (_, n) => inputOf(n, service));
    writeFileSync(config, [agentOf(`${database.url}?sslmode=disable`, listen), ...inputs].join('\n'));
    const { pid } = stack.use(startProgram('telegraf', ['--config', config], room));
    const running = stack.move();
    return {
      pid,
      storePid: database.pid,
      metrics: `http://${listen}/metrics`,
      stored: async () => Number(await database.ask('SELECT count(*) FROM wallet')),
      size: database.size,
      kept: () =>
        database.ask(
          `SELECT available_balance::text FROM wallet WHERE account = '${accountName(0)}' AND available_balance > 1e15 LIMIT 1`,
        ),
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  },
};

function agentOf(url: string, listen: string): string {
  return `
[agent]
  interval = "10s"
  flush_interval = "10s"
  metric_batch_size = 5000
  metric_buffer_limit = 50000
  round_interval = true
[[outputs.postgresql]]
  connection = "${url}"
[[outputs.prometheus_client]]
  listen = "${listen}"
  expiration_interval = "60s"
  collectors_exclude = ["gocollector", "process"]`;
}

function inputOf(n: number, service: string): string {
  const headers = Object.entries(keysOf(n)).map(([name, key]) => `    ${name} = "${key}"`);
  return `
[[inputs.http]]
  urls = ["${service}/a${n}/data/wallet-balances"]
  timeout = "4s"
  data_format = "json_v2"
  [inputs.http.headers]
${headers.join('\n')}
  [inputs.http.tags]
    account = "${accountName(n)}"
  [[inputs.http.json_v2]]
    measurement_name = "wallet"
    [[inputs.http.json_v2.object]]
      path = "data.merchant_wallets"
      tags = ["currency", "wallet_type"]
      [inputs.http.json_v2.object.fields]
${AMOUNTS.map((name) => `        ${name} = "float"`).join('\n')}`;
}

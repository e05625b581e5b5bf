// json_exporter at the work of `peers.ts`: Prometheus scrapes each account through it, and stores.
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import {
  AMOUNTS,
  accountName,
  freePort,
  keysOf,
  type Peer,
  type System,
  startProgram,
  type Work,
} from './system.ts';

export const jsonExporter: System = {
  programs: ['json_exporter', 'prometheus'],
  async start(work: Work): Promise<Peer> {
    const { room } = work;
    await using stack = new AsyncDisposableStack();
    const [exporter, prometheus] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    const file = (name: string, content: unknown) => {
      const path = join(room, name);
      writeFileSync(path, JSON.stringify(content)); // JSON is YAML too
      return path;
    };
    const modules = file('json_exporter.yml', modulesOf(work));
    const targets = file('targets.json', targetsOf(work));
    const config = file('prometheus.yml', scrapesOf(exporter, targets));
    const data = join(room, 'tsdb');
    const asking = stack.use(
      startProgram('json_exporter', ['--config.file', modules, '--web.listen-address', exporter], room),
    );
    const flags = ['--config.file', config, '--storage.tsdb.path', data, '--web.listen-address', prometheus];
    const storing = stack.use(startProgram('prometheus', [...flags, '--web.enable-admin-api'], room));
    const api = async <T>(path: string, method: 'GET' | 'POST' = 'GET'): Promise<T> => {
      const { body } = await request(`http://${prometheus}/api/v1/${path}`, { method });
      return ((await body.json()) as { data: T }).data;
    };
    const query = async (expression: string): Promise<string> => {
      const { result } = await api<{ result: { value: [number, string] }[] }>(
        `query?query=${encodeURIComponent(expression)}`,
      );
      return result[0]?.value[1] ?? '';
    };
    const running = stack.move();
    return {
      pid: asking.pid,
      storePid: storing.pid,
      stored: async () => Number(await query('sum(count_over_time(merchant_wallet_available_balance[1h]))')),
      async size() {
        const { name } = await api<{ name: string }>('admin/tsdb/snapshot', 'POST');
        const snapshot = join(data, 'snapshots', name);
        const files = readdirSync(snapshot, { recursive: true, encoding: 'utf8' });
        const bytes = files.reduce((sum, each) => sum + statSync(join(snapshot, each)).size, 0);
        rmSync(snapshot, { recursive: true });
        return bytes;
      },
      kept: () => query('merchant_wallet_available_balance > 1e15'),
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  },
};

function modulesOf({ accounts }: Work) {
  const metrics = [
    {
      name: 'merchant_wallet',
      type: 'object',
      path: '{ .data.merchant_wallets[*] }',
      labels: { currency: '{.currency}', wallet_type: '{.wallet_type}' },
      values: Object.fromEntries(AMOUNTS.map((name) => [name, `{.${name}}`])),
    },
  ];
  const modules = Array.from({ length: accounts }, (_, n) => [
    accountName(n),
    { headers: keysOf(n), metrics },
  ]);
  return { modules: Object.fromEntries(modules) };
}

function targetsOf({ accounts, service }: Work) {
  return Array.from({ length: accounts }, (_, n) => ({
    targets: [`${service}/a${n}/data/wallet-balances`],
    labels: { account: accountName(n), __param_module: accountName(n) },
  }));
}

function scrapesOf(exporter: string, targets: string) {
  return {
    global: { scrape_interval: '10s', scrape_timeout: '4s' },
    scrape_configs: [
      {
        job_name: 'json',
        metrics_path: '/probe',
        file_sd_configs: [{ files: [targets] }],
        relabel_configs: [
          { source_labels: ['__address__'], target_label: '__param_target' },
          { source_labels: ['account'], target_label: 'instance' },
          { target_label: '__address__', replacement: exporter },
        ],
      },
    ],
  };
}

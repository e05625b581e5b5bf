// What the soak runs: two replicas of the program itself, a Postgres, an Alertmanager, a Prometheus and a webhook; each
// replica has a network of its own to all of them, and a small disk.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/store/embedded/embedded.ts';
import { fakeReceiver, type RealAlertmanager, realAlertmanager } from '../support/alertmanager.ts';
import { freePort } from '../support/ports.ts';
import { floatwatch, type Running } from '../support/process.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { ACCOUNTS, type Service, startService, THRESHOLD } from './service.ts';

const DISK_MIB = 16;

/** One message that the webhook took, or refused. */
export interface Message {
  readonly at: number;
  readonly key: string;
  readonly accepted: boolean;
  readonly status: string;
  readonly identity: string;
}

export interface Replica {
  readonly name: string;
  readonly address: string;
  /** Its ways to Postgres, to the Alertmanager and to the webhook. */
  readonly ways: readonly TcpProxy[];
  /** The folder on a disk of its own. */
  readonly disk: string;
  running: Running;
  /** How many of its processes were asked to end, and did not. */
  stuck: number;
  /** Starts a process with the settings of now. */
  start(): void;
  /** Writes other settings and tells the process. */
  reload(threshold: number): void;
}

export interface Stack extends AsyncDisposable {
  readonly service: Service;
  readonly replicas: readonly Replica[];
  readonly database: { readonly url: string; readonly pid: number };
  readonly alertmanager: RealAlertmanager;
  readonly prometheus: Prometheus;
  /** In their order. */
  readonly messages: readonly Message[];
  webhookRefuses: boolean;
}

export const identityOf = (labels: Readonly<Record<string, string>>): string =>
  ['alertname', 'account', 'wallet_type', 'receiver', 'task', 'replica']
    .map((name) => labels[name] ?? '')
    .join(' ')
    .trim();

/** Starts all of it; disposing of it ends all, and leaves nothing. */
export async function startStack(random: () => number): Promise<Stack> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-soak-'));
  execFileSync('chmod', ['755', folder]); // Postgres runs as another user
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const service = stack.use(await startService(random));
  const database = await startEmbedded({ dataDir: join(folder, 'postgres'), port: 0 });
  stack.defer(() => database.stop());
  const alertmanager = stack.use(await realAlertmanager());
  const state = { webhookRefuses: false };
  const messages: Message[] = [];
  const webhook = stack.use(
    await fakeReceiver((request, body) => {
      const key = String(request.headers['idempotency-key']);
      const { alerts } = JSON.parse(body) as {
        alerts: { status: string; labels: Record<string, string> }[];
      };
      const accepted = !state.webhookRefuses;
      for (const { status, labels } of alerts) {
        messages.push({ at: Date.now(), key, accepted, status, identity: identityOf(labels) });
      }
      return accepted ? 200 : 503;
    }),
  );

  const replica = async (name: string): Promise<Replica> => {
    const disk = join(folder, name);
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]);
    stack.defer(() => void execFileSync('umount', ['-l', disk]));
    const way = async (url: string) => {
      const proxy = stack.use(await createTcpProxy({ port: Number(new URL(url).port) }));
      const through = new URL(url);
      through.port = String(proxy.port);
      return { proxy, url: through.href };
    };
    const [postgres, told, hooked] = [
      await way(database.url),
      await way(alertmanager.url),
      await way(webhook.url),
    ];
    const address = `127.0.0.1:${await freePort()}`;
    const file = join(folder, `${name}.yaml`);
    const write = (threshold: number) =>
      writeFileSync(
        file,
        JSON.stringify({
          data_dir: join(disk, 'data'),
          database: { url: postgres.url },
          web: { listen: [address] },
          poll: { schedule: '*/10 * * * * *', deadline: '4s' },
          accounts: ACCOUNTS.map((account) => ({
            name: account,
            base_url: `${service.url}${account}`,
            public_key: `${name}-${account}`,
            secret_key: 'not-a-secret',
          })),
          alerts: {
            alertmanagers: [told.url],
            webhooks: [{ name: 'ops', url: hooked.url }],
            resend: '30s',
            rules: [{ name: 'FloatLow', wallets: {}, below: String(threshold), severity: 'critical' }],
          },
        }),
      );
    write(THRESHOLD);
    const start = () => floatwatch(['run', '--config.file', file]);
    const one: Replica = {
      ...{ name, address, disk, running: start(), stuck: 0 },
      ways: [postgres.proxy, told.proxy, hooked.proxy],
      start() {
        one.running = start();
      },
      reload(threshold) {
        write(threshold);
        one.running.tell('SIGHUP');
      },
    };
    stack.defer(async () => {
      one.running.tell('SIGCONT');
      await one.running[Symbol.asyncDispose]();
    });
    return one;
  };
  const replicas = [await replica('one'), await replica('two')];
  const targets = JSON.stringify(replicas.map(({ address }) => address));
  const prometheus = stack.use(
    await startPrometheus(
      `global: {scrape_interval: 5s}
scrape_configs: [{job_name: floatwatch, static_configs: [{targets: ${targets}}]}]
`,
    ),
  );
  const held = stack.move();
  return Object.assign(state, {
    ...{ service, replicas, database, alertmanager, prometheus, messages },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  });
}

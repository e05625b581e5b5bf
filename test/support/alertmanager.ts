import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { freePort } from './ports.ts';
import { bodyOf } from './request-body.ts';
import { tool } from './tools.ts';

/** An alert as a real Alertmanager shows it. */
export interface ShownAlert {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL: string;
}

export interface RealAlertmanager extends AsyncDisposable {
  readonly url: string;
  /** What it holds as active. */
  active(): Promise<readonly ShownAlert[]>;
  /** What it has sent on to its webhook receiver, in order. */
  readonly notified: readonly { readonly status: string; readonly alertname: string }[];
  /** The same as they came. */
  readonly bodies: readonly string[];
  /** Ends it at once and starts it again at the same address: it remembers no alert. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a real Alertmanager on a free loopback port, with a webhook receiver of its own that we read. */
export async function realAlertmanager(program = tool('prometheus-alertmanager')): Promise<RealAlertmanager> {
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-am-'));
  const notified: { status: string; alertname: string }[] = [];
  const bodies: string[] = [];
  const hook = await fakeReceiver((_, body) => {
    bodies.push(body);
    for (const { status, labels } of JSON.parse(body).alerts) {
      notified.push({ status, alertname: labels.alertname });
    }
    return 200;
  });
  const config = join(folder, 'alertmanager.yml');
  await writeFile(
    config,
    `route: {receiver: hook, group_by: ['...'], group_wait: 50ms, group_interval: 200ms, repeat_interval: 1h}
receivers: [{name: hook, webhook_configs: [{url: '${hook.url}', send_resolved: true}]}]
`,
  );
  let child: ChildProcess;
  const port = await freePort(); // nobody else is given it while it is away
  const alertmanager: RealAlertmanager = {
    url: `http://127.0.0.1:${port}`,
    notified,
    bodies,
    async active() {
      const { body } = await request(`${this.url}/api/v2/alerts?active=true`);
      return (await body.json()) as ShownAlert[];
    },
    async start() {
      const argv = [
        program,
        `--config.file=${config}`,
        `--storage.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ];
      child = spawn(argv[0]!, argv.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] });
      let listens = false;
      for await (const line of createInterface({ input: child.stderr! })) {
        listens = line.includes('msg="Listening on"') && line.includes(`address=127.0.0.1:${port}`);
        if (listens) break;
      }
      child.stderr!.resume();
      if (!listens) throw new Error('Alertmanager did not start');
    },
    async kill() {
      const gone = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await gone;
      }
    },
    async restart() {
      await this.kill();
      await this.start();
    },
    async [Symbol.asyncDispose]() {
      await this.kill();
      await hook[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await alertmanager.start();
  return alertmanager;
}

export interface FakeReceiver extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly { readonly body: string; readonly headers: IncomingMessage['headers'] }[];
}

/** An HTTP server on a free loopback port that answers each POST with the status that `answer` gives, or by itself. */
export async function fakeReceiver(
  answer: (
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ) => number | undefined | Promise<number | undefined>,
): Promise<FakeReceiver> {
  const requests: { body: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer(async (incoming, response) => {
    const body = (await bodyOf(incoming))?.toString();
    if (body === undefined) return;
    // Nothing but a question for the time.
    if (body !== '[]') requests.push({ body, headers: incoming.headers });
    const status = await answer(incoming, body, response);
    if (status !== undefined) response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

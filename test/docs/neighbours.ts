// What the documents take for granted, inside the house: somebody's payment service at https://pay.example.com, an
// Alertmanager on its usual port, and a Postgres. Says `ready` once they answer; ends when it is killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { MERCHANTS, type Merchant } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { prepareCluster } from '../../src/store/embedded/cluster.ts';
import { launch } from '../../src/store/embedded/server.ts';
import { serverUser } from '../../src/store/embedded/server-user.ts';
import { makeCertificate } from '../web/certificates.ts';

export interface Neighbours {
  readonly folder: string;
  /** The one customer of the service. */
  readonly keys: Pick<Merchant, 'publicKey' | 'secretKey'>;
  readonly programs: Readonly<Record<'postgres' | 'initdb' | 'alertmanager', string>>;
}

const { folder, keys, programs } = JSON.parse(process.argv[2]!) as Neighbours;
const database = await startPostgres();
await Promise.all([startService(), startAlertmanager()]);
process.stdout.write(`ready ${database}\n`);

async function startService(): Promise<void> {
  const scenario = createScenario({ seed: 'docs', merchants: [{ ...MERCHANTS[0]!, ...keys }] });
  const sandbox = createSandbox({ scenario });
  await sandbox.start();
  const { hostname, port } = new URL(sandbox.address);
  const server = createServer(makeCertificate(folder, 'pay.example.com'), (asked, answer) => {
    const { method, headers, url: path } = asked;
    const onward = ask({ hostname, port, method: method!, headers, path: path! }, (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  server.listen(443, '127.0.0.1');
  await once(server, 'listening');
}

async function startAlertmanager(): Promise<void> {
  const config = join(folder, 'alertmanager.yml');
  writeFileSync(config, 'route: {receiver: nobody}\nreceivers: [{name: nobody}]\n');
  spawn(
    programs.alertmanager,
    [
      `--config.file=${config}`,
      `--storage.path=${join(folder, 'alertmanager')}`,
      '--web.listen-address=127.0.0.1:9093',
      '--cluster.listen-address=',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  for (;;) {
    if (await answers('http://127.0.0.1:9093/-/ready')) return;
    await setTimeout(100);
  }
}

async function startPostgres(): Promise<string> {
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  const { postgres, initdb } = programs;
  const binaries = { postgres, initdb, major: '15' };
  const user = serverUser();
  // In its folder, and not in /dev/shm: it is killed together with the house.
  const settings = { fsync: 'off', dynamic_shared_memory_type: 'mmap' };
  const { cluster, password } = await prepareCluster({ dataDir, binaries, user, say() {} });
  await launch({ ...binaries, cluster, user, settings, log: join(dataDir, 'log') }, 5432);
  return `postgres://floatwatch:${password}@127.0.0.1:5432/postgres`;
}

async function answers(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

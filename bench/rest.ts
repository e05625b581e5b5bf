// Measures the monitor's memory at rest, launcher included, against a bare Node process that imports the same libraries.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createSimulatedClock } from '../src/sandbox/clock.ts';
import { generateMerchants } from '../src/sandbox/merchants.ts';
import { createScenario } from '../src/sandbox/scenario.ts';
import { createSandbox } from '../src/sandbox/server.ts';
import { startEmbedded } from '../src/store/embedded/embedded.ts';
import { nodeIn } from './load/monitor.ts';
import { pssMiB } from './load/processes.ts';
import { publishedIn } from './load/published.ts';
import { type Measurement, median } from './measure.ts';

const ACCOUNTS = 10;
const SETTLE_MS = 10_000;
const LIBRARIES = ['bcryptjs', 'big.js', 'commander', 'fastify', 'node-cron', 'node-pg-migrate', 'pg'];
const MORE_LIBRARIES = ['pg-copy-streams', 'pino', 'prom-client', 'undici', 'yaml', 'zod', 'node:sqlite'];
const ROOT = join(import.meta.dirname, '..');

export async function rest(): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  chmodSync(room, 0o755);
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const merchants = generateMerchants(ACCOUNTS, 10);
  const scenario = createScenario({ seed: 'rest', merchants });
  const sandbox = stack.use(createSandbox({ scenario, clock: createSimulatedClock({ wall: Date.now }) }));
  await sandbox.start();
  const { url } = stack.use(await startEmbedded({ dataDir: join(room, 'postgres'), port: 0 }));
  const config = join(room, 'floatwatch.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      database: { url },
      data_dir: join(room, 'data'),
      web: { listen: ['127.0.0.1:0'] },
      poll: { schedule: '*/5 * * * * *', deadline: '2s' },
      accounts: merchants.map(({ name, publicKey, secretKey }) => ({
        name,
        base_url: sandbox.address,
        public_key: publicKey,
        secret_key: secretKey,
      })),
    }),
  );
  const imports = [...LIBRARIES, ...MORE_LIBRARIES].map((name) => `import '${name}';`).join('\n');
  const bare = ['--input-type=module', '-e', `${imports}\nsetInterval(() => {}, 1_000);`];
  const bin = join(publishedIn(room), 'bin', 'floatwatch.js');
  const node = nodeIn(room);
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < 3; round++) {
    ours.push(await atRestMiB(node, [bin, 'run', '--config.file', config]));
    floor.push(await atRestMiB(node, bare));
  }
  return {
    pss_mb: { value: median(ours), unit: 'MiB', floor: median(floor), target: 1.2 * median(floor) },
  };
}

/** Proportional set size once the process is at rest. */
async function atRestMiB(node: string, args: readonly string[]): Promise<number> {
  const child: ChildProcess = spawn(node, args, { cwd: ROOT, stdio: 'ignore' });
  await setTimeout(SETTLE_MS);
  const mib = pssMiB(child.pid!);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return mib;
}

// Memory of the monitor at rest, against a bare Node process that imports the same libraries.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createSimulatedClock } from '../src/sandbox/clock.ts';
import { generateMerchants } from '../src/sandbox/merchants.ts';
import { createScenario } from '../src/sandbox/scenario.ts';
import { createSandbox } from '../src/sandbox/server.ts';
import { startEmbedded } from '../src/store/embedded/embedded.ts';
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
  const bin = join(compiled(room), 'bin', 'floatwatch.js');
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < 3; round++) {
    ours.push(await residentMiB([bin, 'run', '--config.file', config]));
    floor.push(await residentMiB(bare));
  }
  return {
    rss_mb: { value: median(ours), unit: 'MiB', floor: median(floor), target: 1.3 * median(floor) },
  };
}

/** The package as it is published: compiled, since a server has no use for what strips types. */
function compiled(room: string): string {
  const folder = join(room, 'package');
  for (const part of ['assets', 'bin', 'migrations', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')]);
  return folder;
}

/** Resident memory once it has come to rest. */
async function residentMiB(args: readonly string[]): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
  await setTimeout(SETTLE_MS);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  child.kill('SIGTERM');
  await once(child, 'exit');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1_024;
}

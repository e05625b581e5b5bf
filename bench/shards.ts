// Measures eight shards of a fleet, one after another, against one process that works for all of their accounts.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateMerchants, type Merchant } from '../src/sandbox/merchants.ts';
import { startEmbedded } from '../src/store/embedded/embedded.ts';
import { farFromNow, type Measurement, median } from './measure.ts';
import { type Monitor, type SweepCost, startMonitor } from './shards/monitor.ts';
import { startSandbox } from './sweep/sandbox.ts';

const ACCOUNTS = 8_000;
const WALLETS = 10;
const SHARDS = 8;
const SWEEPS = 2; // of the whole before its memory is measured; the others sweep eight times as often
const TOLERANCE = 1.15;

/** What a shard takes as a multiple of an eighth of the whole: a perfect division would give 1. */
interface Share {
  readonly accounts: number;
  readonly wall: number;
  readonly cpu: number;
  readonly memoryBeyondIdle: number;
}

/** The figures: of the shard that is farthest above its eighth, and the mean of all. */
export async function shards(scale: number): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  chmodSync(room, 0o755);
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const accounts = Math.round(ACCOUNTS * scale);
  const merchants = generateMerchants(accounts, WALLETS);
  const sandbox = stack.use(await startSandbox(accounts, WALLETS));
  const { url } = stack.use(await startEmbedded({ dataDir: join(room, 'postgres'), port: 0 }));
  const start = (of: readonly Merchant[], shard: number, total: number): Promise<Monitor> => {
    const name = `of_${total}_${of.length}`;
    const settings = {
      database: { url, schema: name },
      data_dir: join(room, `${name}_${shard}`),
      web: { listen: ['127.0.0.1:0'] },
      shards: { shard, total },
      poll: { schedule: farFromNow(), deadline: '10m' },
      accounts: of.map(({ name, publicKey, secretKey }) => ({
        name,
        base_url: sandbox.address,
        public_key: publicKey,
        secret_key: secretKey,
      })),
    };
    const file = join(room, `${name}_${shard}.json`);
    writeFileSync(file, JSON.stringify(settings, null, 1), { mode: 0o600 });
    return startMonitor(file);
  };
  const whole = stack.use(await start(merchants, 0, 1));
  await whole.sweep(SWEEPS);
  const { idleMiB, wholeMiB } = await besideIdle(await start(merchants.slice(0, 1), 0, 1), whole);

  const shares: Share[] = [];
  const costs: SweepCost[] = [];
  const memories: number[] = [];
  for (let shard = 0; shard < SHARDS; shard++) {
    await using part = await start(merchants, shard, SHARDS);
    await part.sweep(SWEEPS * SHARDS);
    const memoryMiB = await part.memoryMiB();
    // In turns, so that a drift of the machine's speed affects both.
    const before = await part.sweep(SHARDS / 2);
    const ofWhole = await whole.sweep(1);
    const after = await part.sweep(SHARDS / 2);
    const ofAnEighth = (of: (cost: SweepCost) => number) =>
      ((of(before) + of(after)) / 2 / of(ofWhole)) * SHARDS;
    shares.push({
      accounts: (part.accounts / whole.accounts) * SHARDS,
      wall: ofAnEighth(({ wallMs }) => wallMs),
      cpu: ofAnEighth(({ cpuMs }) => cpuMs),
      memoryBeyondIdle: ((memoryMiB - idleMiB) / (wholeMiB - idleMiB)) * SHARDS,
    });
    costs.push(ofWhole);
    memories.push(memoryMiB);
  }

  const most = (of: (share: Share) => number): Measurement => ({
    ...{ value: Math.max(...shares.map(of)), unit: 'of an eighth', floor: 1, target: TOLERANCE },
  });
  const mean = (of: (share: Share) => number): Measurement => ({
    ...{ value: shares.reduce((sum, share) => sum + of(share), 0) / SHARDS, unit: 'of an eighth', floor: 1 },
  });
  return {
    accounts: most((share) => share.accounts),
    wall: most((share) => share.wall),
    wall_mean: mean((share) => share.wall),
    cpu: most((share) => share.cpu),
    cpu_mean: mean((share) => share.cpu),
    memory_beyond_idle: most((share) => share.memoryBeyondIdle),
    memory_beyond_idle_mean: mean((share) => share.memoryBeyondIdle),
    wall_whole: { value: median(costs.map(({ wallMs }) => wallMs)), unit: 'ms a sweep' },
    cpu_whole: { value: median(costs.map(({ cpuMs }) => cpuMs)), unit: 'ms a sweep' },
    memory_whole: { value: wholeMiB, unit: 'MiB', floor: idleMiB },
    memory_shard: { value: Math.max(...memories), unit: 'MiB', floor: idleMiB },
  };
}

/**
 * An idle monitor, as old as a shard when its memory is measured; and the whole, while as many processes share its pages.
 */
async function besideIdle(idle: Monitor, whole: Monitor) {
  await using _ = idle;
  await idle.sweep(SWEEPS * SHARDS);
  return { idleMiB: await idle.memoryMiB(), wholeMiB: await whole.memoryMiB() };
}

// Eight shards of a fleet, one after another, against one process that works for all of their accounts.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateMerchants, type Merchant } from '../src/sandbox/merchants.ts';
import { startEmbedded } from '../src/store/embedded/embedded.ts';
import { farFromNow, type Measurement } from './measure.ts';
import { costOf, type ShardCost } from './shards/monitor.ts';
import { startSandbox } from './sweep/sandbox.ts';

const ACCOUNTS = 8_000;
const WALLETS = 10;
const SHARDS = 8;
const SWEEPS = 3; // of the whole; a shard makes eight times as many, so that each process has polled as often
const TOLERANCE = 1.15;

/** Each figure is the shard that is farthest above its eighth: 1 is what a perfect division would give. */
export async function shards(scale: number): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  chmodSync(room, 0o755);
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const accounts = Math.round(ACCOUNTS * scale);
  const merchants = generateMerchants(accounts, WALLETS);
  const sandbox = stack.use(await startSandbox(accounts, WALLETS));
  const { url } = stack.use(await startEmbedded({ dataDir: join(room, 'postgres'), port: 0 }));
  const costOfShard = (of: readonly Merchant[], shard: number, total: number): Promise<ShardCost> => {
    const settings = {
      database: { url, schema: `of_${total}_${of.length}` },
      data_dir: join(room, `of_${total}_${of.length}_${shard}`),
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
    return costOf({ config: JSON.stringify(settings, null, 1), sweeps: SWEEPS * total });
  };
  const idle = await costOfShard(merchants.slice(0, 1), 0, 1);
  const whole = await costOfShard(merchants, 0, 1);
  const parts: ShardCost[] = [];
  for (let shard = 0; shard < SHARDS; shard++) parts.push(await costOfShard(merchants, shard, SHARDS));

  const ofAnEighth = (of: (cost: ShardCost) => number): Measurement => {
    const most = Math.max(...parts.map(of));
    return { value: most / (of(whole) / SHARDS), unit: 'of an eighth', floor: 1, target: TOLERANCE };
  };
  const beyondIdle = ({ memoryMiB }: ShardCost) => memoryMiB - idle.memoryMiB;
  return {
    accounts: ofAnEighth((cost) => cost.accounts),
    wall: ofAnEighth((cost) => cost.wallMs),
    cpu: ofAnEighth((cost) => cost.cpuMs),
    memory_beyond_idle: ofAnEighth(beyondIdle),
    wall_whole: { value: whole.wallMs, unit: 'ms a sweep' },
    cpu_whole: { value: whole.cpuMs, unit: 'ms a sweep' },
    memory_whole: { value: whole.memoryMiB, unit: 'MiB', floor: idle.memoryMiB },
    memory_shard: {
      value: Math.max(...parts.map(({ memoryMiB }) => memoryMiB)),
      unit: 'MiB',
      floor: idle.memoryMiB,
    },
  };
}

// Measures a whole sweep: every account polled, committed and in /metrics, against the bare requests and one bare insert.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Agent, request } from 'undici';
import { setup } from '../src/app/app.ts';
import { parseConfig } from '../src/config/load.ts';
import { generateMerchants, type Merchant } from '../src/sandbox/merchants.ts';
import { startEmbedded } from '../src/store/embedded/embedded.ts';
import { alternating, cpuMs, farFromNow, type Measurement, median, wallMs } from './measure.ts';
import { createReader, type Reader } from './sweep/reader.ts';
import { startSandbox } from './sweep/sandbox.ts';

const ACCOUNTS = 1_000;
const WALLETS = 10;
const CONCURRENCY = 32;
const ROUNDS = 5;
const GROWTH_ROUNDS = 3; // of twenty thousand polls each

export async function sweep(scale: number): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  chmodSync(room, 0o755);
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const few = Math.round(ACCOUNTS * scale);
  const many = few * 10;
  const merchants = generateMerchants(many, WALLETS);
  const sandbox = stack.use(await startSandbox(many, WALLETS));
  const { url } = stack.use(await startEmbedded({ dataDir: join(room, 'postgres'), port: 0 }));
  const places = { sandbox: sandbox.address, url, room, reader: stack.use(createReader()) };
  const monitors = {
    few: stack.use(await startMonitor(merchants.slice(0, few), { ...places, schema: 'few' })),
    many: stack.use(await startMonitor(merchants, { ...places, schema: 'many' })),
  };
  const floor = stack.use(await createFloor(url, sandbox.address));
  await floor.sweep(merchants.slice(0, few));

  const cpu: number[] = [];
  const taken = await alternating(
    {
      ours: () =>
        wallMs(async () => {
          cpu.push(await cpuMs(() => monitors.few.sweep()));
        }),
      floor: () => wallMs(() => floor.sweep(merchants.slice(0, few))),
    },
    ROUNDS,
  );
  // Both sides make as many polls: ten sweeps of the few in a row. A full garbage collection comes every so many polls;
  // it would otherwise be in each sweep of the many and in hardly any of the few.
  const cpus = { few: [] as number[], many: [] as number[] };
  const sweepsOf = (size: 'few' | 'many', times: number) => async () => {
    const ms = await wallMs(async () => {
      const cpu = await cpuMs(async () => {
        for (let i = 0; i < times; i++) await monitors[size].sweep();
      });
      cpus[size].push(cpu / times);
    });
    return ms / times;
  };
  const growth = await alternating({ few: sweepsOf('few', 10), many: sweepsOf('many', 1) }, GROWTH_ROUNDS);
  const perSecond = (ms: number) => (few / ms) * 1_000;
  return {
    throughput_vs_floor: {
      value: taken.floor / taken.ours,
      unit: 'of floor',
      floor: 1,
      target: 0.8,
      atLeast: true,
    },
    polls_per_s: { value: perSecond(taken.ours), unit: 'polls/s', floor: perSecond(taken.floor) },
    growth_10x: { value: growth.many / growth.few, unit: 'times', floor: 10, target: 10.5 },
    cpu_growth_10x: { value: median(cpus.many) / median(cpus.few), unit: 'times CPU', floor: 10, target: 11 },
    cpu_per_poll_us: { value: (median(cpu) / few) * 1_000, unit: 'µs CPU' },
  };
}

interface Sweeper extends AsyncDisposable {
  /** Polls every account once; resolves when all is committed and was seen in /metrics. */
  sweep(): Promise<void>;
}

interface Places {
  readonly sandbox: string;
  readonly url: string;
  readonly room: string;
  readonly schema: string;
  readonly reader: Reader;
}

async function startMonitor(merchants: readonly Merchant[], places: Places): Promise<Sweeper> {
  const settings = {
    database: { url: places.url, schema: places.schema },
    data_dir: join(places.room, places.schema),
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule: farFromNow(), deadline: '5m', concurrency: CONCURRENCY },
    accounts: merchants.map(({ name, publicKey, secretKey }) => ({
      name,
      base_url: places.sandbox,
      public_key: publicKey,
      secret_key: secretKey,
    })),
  };
  const { config } = parseConfig(JSON.stringify(settings, null, 1), { env: {}, file: 'bench' });
  const app = await setup(config);
  const names = merchants.map(({ name }) => name);
  const wallets = names.length * WALLETS;
  const sweep = async () => {
    const observations = await app.pollNow(names);
    const failed = observations.find(({ outcome }) => outcome !== 'ok');
    if (failed) throw new Error(`a poll of the bench ended as ${failed.outcome}: ${failed.detail}`);
    const metrics = `http://${app.addresses[0]}/metrics`;
    const shown = await places.reader.count(metrics, 'merchant_wallet_available_balance{');
    if (shown !== wallets) throw new Error(`${shown} of ${wallets} wallets are in /metrics`);
  };
  await sweep();
  return { sweep, [Symbol.asyncDispose]: () => app.stop() };
}

interface Floor extends AsyncDisposable {
  sweep(merchants: readonly Merchant[]): Promise<void>;
}

/** The same requests with bare undici and JSON.parse, and one `unnest` insert of the same rows into the same table. */
async function createFloor(url: string, sandbox: string): Promise<Floor> {
  const agent = new Agent({ connections: CONCURRENCY });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLE bare (LIKE few.snapshot INCLUDING ALL)`);
  let slot = Date.now();

  return {
    async sweep(merchants) {
      slot++;
      const accounts: number[] = [];
      const wallets: number[] = [];
      const amounts: string[][] = [[], [], [], []];
      const queue = merchants.entries();
      const worker = async () => {
        for (const [account, { publicKey, secretKey }] of queue) {
          const { body } = await request(`${sandbox}/data/wallet-balances`, {
            dispatcher: agent,
            headers: {
              'public-key': publicKey,
              'secret-key': secretKey,
              accept: 'application/json',
              'x-api-version': '1',
            },
          });
          const { data } = JSON.parse(await body.text()) as {
            data: { merchant_wallets: Record<string, number>[] };
          };
          for (const [i, wallet] of data.merchant_wallets.entries()) {
            accounts.push(account);
            wallets.push(i);
            for (const [j, field] of ['available', 'actual', 'uncleared', 'reserve'].entries()) {
              amounts[j]!.push(String(wallet[`${field}_balance`]));
            }
          }
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      await client.query(
        `INSERT INTO bare (slot, account_id, wallet_id, observed_after, available, actual, uncleared, reserve)
         SELECT $1, a, w, 100, v, x, u, r
         FROM unnest($2::int[], $3::int[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[]) AS t(a, w, v, x, u, r)`,
        [new Date(slot), accounts, wallets, ...amounts],
      );
    },
    async [Symbol.asyncDispose]() {
      await client.end();
      await agent.close();
    },
  };
}

// Measures the memory of the published program over minutes, without Postgres: under the load at which floatwatch is
// compared with others, with ten times the wallets, and at rest. Takes a quarter of an hour: runs only when it is named.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startEmbedded } from '../src/store/embedded/embedded.ts';
import { type Load, nodeIn, startMonitor } from './load/monitor.ts';
import { cpuOfTreeMs, pssMiB } from './load/processes.ts';
import { publishedIn } from './load/published.ts';
import { type Service, startService, WALLETS } from './load/service.ts';
import { type Measurement, median } from './measure.ts';
import { rest } from './rest.ts';
import { createReader } from './scrape/reader.ts';
import { watch } from './watch.ts';

const ACCOUNTS = 1_000;
const SCRAPE_MS = 15_000;
const MINUTE_MS = 60_000;

/** The group `memory`: 1,000 accounts times `scale` of ten wallets each, and ten times as many. */
export async function memory(scale: number): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  chmodSync(room, 0o755);
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const service = stack.use(await startService());
  const program = { node: nodeIn(room), bin: join(publishedIn(room), 'bin/floatwatch.js'), room };

  const few = { accounts: Math.round(ACCOUNTS * scale), schedule: '*/10 * * * * *', minutes: [2, 10] };
  const many = { accounts: 10 * few.accounts, schedule: '* * * * *', minutes: [5] };
  const [soon, late] = await underLoad(program, service, few);
  const [large] = await underLoad(program, service, many);
  const { pss_mb } = await rest();
  const { bytes_per_wallet } = await watch(scale);
  const perThousand = (late!.cpuMs - soon!.cpuMs) / (((late!.polls - soon!.polls) * WALLETS) / 1_000);
  return {
    pss_2_minutes_mb: { value: soon!.pss, unit: 'MiB', target: 160 },
    pss_10_minutes_mb: { value: late!.pss, unit: 'MiB', target: 160 },
    cpu_ms_per_1000_balances: { value: perThousand, unit: 'ms of CPU' },
    pss_100000_wallets_mb: { value: large!.pss, unit: 'MiB', target: 450 },
    pss_at_rest_mb: pss_mb!,
    bytes_per_watched_wallet: bytes_per_wallet!,
  };
}

interface Reading {
  /** The median of the last six readings, each taken when a scrape was over. */
  readonly pss: number;
  readonly cpuMs: number;
  readonly polls: number;
}

/** What the program takes after these minutes of polls and scrapes. */
async function underLoad(
  program: Parameters<typeof startMonitor>[0],
  service: Service,
  { minutes, ...load }: Pick<Load, 'accounts' | 'schedule'> & { readonly minutes: readonly number[] },
): Promise<readonly Reading[]> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(program.room, 'load-'));
  chmodSync(room, 0o755);
  const { url: database } = stack.use(await startEmbedded({ dataDir: join(room, 'postgres'), port: 0 }));
  const monitor = stack.use(
    await startMonitor({ ...program, room }, { ...load, database, service: service.address }),
  );
  const reader = createReader(monitor.address);
  stack.defer(reader.close);
  const began = performance.now();
  const readings: Reading[] = [];
  const seen: number[] = [];
  for (let scrapes = 1; readings.length < minutes.length; scrapes++) {
    await reader.read();
    await setTimeout(Math.max(0, began + scrapes * SCRAPE_MS - performance.now()));
    seen.push(pssMiB(monitor.pid));
    if (performance.now() - began < minutes[readings.length]! * MINUTE_MS) continue;
    const polls = await service.answered();
    readings.push({ pss: median(seen.slice(-6)), cpuMs: cpuOfTreeMs(monitor.pid), polls });
  }
  return readings;
}

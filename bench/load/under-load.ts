// What the published program takes in memory and CPU after minutes of polls and scrapes, beside a Postgres that isn't counted.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startEmbedded } from '../../src/store/embedded/embedded.ts';
import { median } from '../measure.ts';
import { createReader } from '../scrape/reader.ts';
import { type Load, nodeIn, startMonitor } from './monitor.ts';
import { cpuOfTreeMs, pssMiB } from './processes.ts';
import { publishedIn } from './published.ts';
import { type Service, startService } from './service.ts';

const SCRAPE_MS = 15_000;
const MINUTE_MS = 60_000;

/** The published program, and the service that it asks. */
export interface Bench extends AsyncDisposable {
  readonly program: Parameters<typeof startMonitor>[0];
  readonly service: Service;
}

/** Builds the program and starts the service. */
export async function startBench(): Promise<Bench> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  chmodSync(room, 0o755);
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const service = stack.use(await startService());
  const program = { node: nodeIn(room), bin: join(publishedIn(room), 'bin/floatwatch.js'), room };
  const owned = stack.move();
  return { program, service, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

export interface Reading {
  /** In MiB; the median of the last six readings, each taken when a scrape was over. */
  readonly pss: number;
  readonly cpuMs: number;
  readonly polls: number;
}

/** What the program takes after each of these minutes of polls and scrapes. */
export async function underLoad(
  { program, service }: Bench,
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

// Measures what replicas cost the ledger: the CPU of Postgres for the same sweeps by one, two, four and eight replicas,
// each the published program with its own folder. Takes about eight minutes: runs only when it is named.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startMonitor } from './load/monitor.ts';
import { cpuOfTreeMs } from './load/processes.ts';
import { publishedIn } from './load/published.ts';
import { type Service, startService } from './load/service.ts';
import { type Measurement, median } from './measure.ts';
import { startDatabase } from './peers/system.ts';

const ACCOUNTS = 1_000;
const EVERY_S = 10;
const WARM_MS = 30_000;
const SWEEPS = 7;
const BETWEEN_MS = 7_000; // after a slot: by then its sweep is over
const TARGET = 2; // times the cost of one, for eight

/** The group `replicas`: 1,000 accounts times `scale`, each of ten wallets, every ten seconds. */
export async function replicas(scale: number): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  chmodSync(room, 0o755);
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const service = stack.use(await startService());
  const program = { node: process.execPath, bin: join(publishedIn(room), 'bin/floatwatch.js') };
  const accounts = Math.round(ACCOUNTS * scale);
  const costs = new Map<number, Cost>();
  for (const count of [1, 2, 4, 8]) {
    const folder = mkdtempSync(join(room, 'replicas-'));
    chmodSync(folder, 0o755);
    costs.set(count, await costOf(count, { program, service, accounts, folder }));
  }
  const one = costs.get(1)!;
  const figures: Record<string, Measurement> = {};
  for (const [count, { ledgerMs, replicaMs, polls }] of costs) {
    const floor = count === 1 ? {} : { floor: one.ledgerMs };
    figures[`ledger_cpu_of_${count}`] = { value: ledgerMs, unit: 'ms a sweep', ...floor };
    figures[`replica_cpu_of_${count}`] = { value: replicaMs, unit: 'ms a sweep' };
    figures[`polls_of_${count}`] = { value: polls, unit: 'polls a sweep', floor: accounts };
  }
  const ratio = costs.get(8)!.ledgerMs / one.ledgerMs;
  return { ...figures, eight_to_one: { value: ratio, unit: 'times', floor: 1, target: TARGET } };
}

/** The cost of one sweep. */
interface Cost {
  /** CPU of all processes of Postgres. */
  readonly ledgerMs: number;
  /** CPU of all replicas, divided by their number. */
  readonly replicaMs: number;
  /** Requests that the service saw. */
  readonly polls: number;
}

interface Setting {
  readonly program: { readonly node: string; readonly bin: string };
  readonly service: Service;
  readonly accounts: number;
  readonly folder: string;
}

async function costOf(count: number, { program, service, accounts, folder }: Setting): Promise<Cost> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await startDatabase(folder));
  const load = {
    accounts,
    schedule: `*/${EVERY_S} * * * * *`,
    database: database.url,
    service: service.address,
  };
  const monitors: { readonly pid: number }[] = [];
  for (let i = 0; i < count; i++) {
    monitors.push(stack.use(await startMonitor({ ...program, room: join(folder, `replica-${i}`) }, load)));
  }
  await setTimeout(WARM_MS);
  await setTimeout(EVERY_S * 1_000 - (Date.now() % (EVERY_S * 1_000)) + BETWEEN_MS);
  const taken = async () => ({
    ledger: cpuOfTreeMs(database.pid),
    replicas: monitors.reduce((sum, { pid }) => sum + cpuOfTreeMs(pid), 0),
    polls: await service.answered(),
  });
  const sweeps: Cost[] = [];
  for (let before = await taken(); sweeps.length < SWEEPS; ) {
    await setTimeout(EVERY_S * 1_000);
    const after = await taken();
    sweeps.push({
      ledgerMs: after.ledger - before.ledger,
      replicaMs: (after.replicas - before.replicas) / count,
      polls: after.polls - before.polls,
    });
    before = after;
  }
  // The median: the maintenance of each minute falls into one sweep of six or seven.
  const middle = (of: keyof Cost) => median(sweeps.map((each) => each[of]));
  return { ledgerMs: middle('ledgerMs'), replicaMs: middle('replicaMs'), polls: middle('polls') };
}

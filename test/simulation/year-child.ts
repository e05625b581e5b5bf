// A process that runs the whole monitor for some simulated days, with a real spool, and prints what it holds after each
// day. year.test.ts runs it. argv: days.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSpool } from '../../src/store/spool/spool.ts';
import { befall } from './befall.ts';
import { createChance } from './chance.ts';
import { createClockwork } from './clockwork.ts';
import type { FaultKind } from './faults.ts';
import { createWorld, start, stop, type World } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Three a day, in turn. */
const KINDS: readonly FaultKind[] = [
  'wallet_comes_and_goes',
  'database_away',
  'reload_threshold',
  'service_refused',
  'wallet_vanishes',
  'database_black_hole',
  'reload_schedule',
  'alertmanager_refused',
  'reload_account_away',
  'webhook_refused',
  'reload_secrets',
  'service_unreadable',
];

/** What a process holds at the end of a day; printed as JSON, one line each. */
export interface Held {
  readonly day: number;
  readonly heapBytes: number;
  /** Timers that have still to run, in simulated time. */
  readonly timers: number;
  readonly handles: number;
  readonly files: number;
  /** Slots stored so far. */
  readonly slots: number;
}

const days = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'floatwatch-year-'));
const chance = createChance(1);
using clockwork = createClockwork();
const world = createWorld(clockwork, chance, {
  replicas: 1,
  desk: 'webhook',
  trace() {},
  violation(what) {
    throw new Error(what);
  },
});
const replica = world.replicas[0]!;
const disk = openSpool(folder, { now: () => replica.process.clock.now(), onTrouble() {} });
Object.assign(replica.disk, { open: () => disk });
let slots = 0;
start(world, replica);
for (let day = 0; day < days; day++) {
  for (let n = 0; n < 3; n++) {
    const kind = KINDS[(day * 3 + n) % KINDS.length]!;
    const at = (n * 8 + chance.between(0, 4)) * 60 * MINUTE_MS;
    const fault = { kind, at, lasts: chance.between(20, 180) * MINUTE_MS, whom: chance.below(1_000) };
    clockwork.after(at, () => befall(world, fault));
  }
  for (const wallet of world.services.wallets) {
    for (let hour = 0; hour < 24; hour += 2) {
      clockwork.after(hour * 60 * MINUTE_MS, () => {
        wallet.available = BigInt(chance.below(300_000_000));
      });
    }
  }
  await clockwork.advance(DAY_MS);
  slots += forgetDay(world);
  process.stdout.write(`${JSON.stringify(held(day + 1))}\n`);
}
stop(world, replica, () => {});
await clockwork.advance(15_000);
rmSync(folder, { recursive: true });

function held(day: number): Held {
  for (let i = 0; i < 3; i++) globalThis.gc!();
  return {
    day,
    heapBytes: process.memoryUsage().heapUsed,
    timers: clockwork.pending(replica.process),
    handles: process.getActiveResourcesInfo().length,
    files: readdirSync('/proc/self/fd').length,
    slots,
  };
}

/** Forgets what the world around the monitor would keep of the day; returns how many slots were stored. */
function forgetDay({ services, receivers, settings, stops, pauses, database }: World): number {
  const since = clockwork.now() - DAY_MS;
  for (const lists of [services.asked, services.served, services.servedOptions]) {
    for (const list of lists.values()) forget(list, since);
  }
  forget(receivers.told, since);
  forget(receivers.messages, since);
  receivers.seen.clear();
  settings.splice(0, settings.length - 1);
  stops.length = 0;
  pauses.length = 0;
  return database.forgetBefore(since);
}

function forget(list: readonly { readonly at: number }[], since: number): void {
  const first = list.findIndex(({ at }) => at >= since);
  (list as unknown[]).splice(0, first < 0 ? list.length : first);
}

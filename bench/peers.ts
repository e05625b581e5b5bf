// Gives the same work to floatwatch and to what a user would take instead, one after the other on this machine: 1,000
// accounts of ten wallets, polled every ten seconds, stored and exposed, scraped every ten seconds. Each runs for about
// four minutes, so the group runs only when it is named. Programs are found on PATH, or named by
// FLOATWATCH_BENCH_TELEGRAF, FLOATWATCH_BENCH_JSON_EXPORTER and FLOATWATCH_BENCH_PROMETHEUS; a system whose program is
// missing is skipped.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { cpuOfTreeMs, pssMiB } from './load/processes.ts';
import { EXACT, type Service, startService, WALLETS } from './load/service.ts';
import { type Measurement, wallMs } from './measure.ts';
import { floatwatch } from './peers/floatwatch.ts';
import { jsonExporter } from './peers/json-exporter.ts';
import { findProgram, type Peer, type System } from './peers/system.ts';
import { telegraf } from './peers/telegraf.ts';

const SYSTEMS: Readonly<Record<string, System>> = { floatwatch, telegraf, json_exporter: jsonExporter };
const ACCOUNTS = 1_000;
const WARM_MS = 40_000;
const SCRAPES = 18;
const EVERY_MS = 10_000;

/** The group `peers`: 1,000 accounts times `scale`. */
export async function peers(scale: number): Promise<Record<string, Measurement>> {
  await using service = await startService();
  const figures: Record<string, Measurement> = {};
  for (const [name, system] of Object.entries(SYSTEMS)) {
    const missing = system.programs.filter((program) => !findProgram(program));
    if (missing.length > 0) {
      process.stderr.write(`peers: ${name} is skipped: ${missing.join(', ')} not found\n`);
      continue;
    }
    const measured = await measure(system, service, Math.round(ACCOUNTS * scale));
    for (const [figure, value] of Object.entries(measured)) figures[`${name}_${figure}`] = value;
  }
  return figures;
}

async function measure(
  system: System,
  service: Service,
  accounts: number,
): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  chmodSync(room, 0o755);
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const peer = stack.use(await system.start({ accounts, service: service.address, room }));
  await setTimeout(WARM_MS);
  const before = await stateOf(peer, service);
  const began = performance.now();
  let bytes = 0;
  let slowest = 0;
  for (let scrape = 1; scrape <= SCRAPES; scrape++) {
    const { metrics } = peer;
    if (metrics) {
      const ms = await wallMs(async () => {
        bytes = (await (await request(metrics)).body.arrayBuffer()).byteLength;
      });
      slowest = Math.max(slowest, ms);
    }
    await setTimeout(Math.max(0, began + scrape * EVERY_MS - performance.now()));
  }
  const after = await stateOf(peer, service);
  const polls = after.polls - before.polls;
  const balances = polls * WALLETS;
  const perThousand = (ms: number): Measurement => ({
    value: ms / (balances / 1_000),
    unit: 'ms of CPU',
  });
  return {
    cpu_ms_per_1000_balances: perThousand(after.cpuMs - before.cpuMs),
    store_cpu_ms_per_1000_balances: perThousand(after.storeCpuMs - before.storeCpuMs),
    pss_mb: { value: pssMiB(peer.pid), unit: 'MiB' },
    store_pss_mb: { value: pssMiB(peer.storePid), unit: 'MiB' },
    polls: { value: polls, unit: 'polls', floor: SCRAPES * accounts },
    stored_balances: { value: after.stored - before.stored, unit: 'balances', floor: balances },
    disk_bytes_per_balance: { value: (after.bytes - before.bytes) / balances, unit: 'bytes' },
    digits_kept: {
      value: sameDigits(await peer.kept(), EXACT),
      unit: 'digits',
      floor: sameDigits(EXACT, EXACT),
    },
    ...(peer.metrics && {
      scrape_mb: { value: bytes / 1e6, unit: 'MB' },
      slowest_scrape_ms: { value: slowest, unit: 'ms' },
    }),
  };
}

async function stateOf(peer: Peer, service: Service) {
  return {
    cpuMs: cpuOfTreeMs(peer.pid),
    storeCpuMs: cpuOfTreeMs(peer.storePid),
    polls: await service.answered(),
    stored: await peer.stored(),
    bytes: await peer.size(),
  };
}

/** How many leading digits both share, wherever their points are. */
function sameDigits(kept: string, sent: string): number {
  const [ours, theirs] = [kept, sent].map((text) => text.replaceAll(/e.*|\D/g, ''));
  const differs = [...theirs!].findIndex((digit, i) => digit !== ours![i]);
  return differs < 0 ? theirs!.length : differs;
}

// Measures how fast the program starts: the help, a check of a configuration, and `floatwatch demo` up to its first
// committed snapshot, in an empty folder and in a used one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Measurement, median } from './measure.ts';
import { commandStarts } from './start/commands.ts';
import { tenThousandAccounts } from './start/ten-thousand.ts';

const ROUNDS = 3;
const SLOT_MS = 3_000; // the demo's schedule

export async function start(): Promise<Record<string, Measurement>> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
    chmodSync(room, 0o755);
    try {
      cold.push(await firstCommit(room));
      await setTimeout(SLOT_MS); // otherwise the slot that this start polled would still be current for the next start
      warm.push(await firstCommit(room));
    } finally {
      rmSync(room, { recursive: true, force: true });
    }
  }
  return {
    ...(await commandStarts()),
    check_10000_accounts_vs_yaml: await tenThousandAccounts(),
    first_commit_ms_warm: { value: median(warm), unit: 'ms', target: 1_000 },
    first_commit_ms_cold: { value: median(cold), unit: 'ms', target: 4_000 },
  };
}

/** Milliseconds from our start until another connection sees the first committed snapshot of this start. */
async function firstCommit(room: string): Promise<number> {
  const began = Date.now();
  const began0 = performance.now();
  const bin = join(import.meta.dirname, '..', 'bin', 'floatwatch.js');
  const ports = ['--web.port', '0', '--database-port', '0', '--sandbox-port', '0'];
  const child = spawn(process.execPath, [bin, 'demo', '--data-dir', room, ...ports], { stdio: 'ignore' });
  try {
    while (performance.now() - began0 < 60_000) {
      if (await isCommitted(room, began)) return performance.now() - began0;
      await setTimeout(10);
    }
    throw new Error('the demo committed nothing within a minute');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function isCommitted(room: string, since: number): Promise<boolean> {
  const read = (name: string) => readFileSync(join(room, 'postgres', name), 'utf8');
  let client: pg.Client | undefined;
  try {
    const port = Number(read('cluster/postmaster.pid').split('\n')[3]);
    const password = read('password').trim();
    client = new pg.Client({ host: '127.0.0.1', port, user: 'floatwatch', database: 'floatwatch', password });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query(
      `SELECT FROM floatwatch.poll p JOIN floatwatch.snapshot s USING (account_id, slot)
       WHERE p.started_at >= $1 LIMIT 1`,
      [new Date(since)],
    );
    return rows.length > 0;
  } catch {
    return false; // not there yet
  } finally {
    await client?.end().catch(() => {});
  }
}

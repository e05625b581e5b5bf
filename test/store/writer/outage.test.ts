// Postgres stopped, killed and started again under load, and the process with it.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/observation.ts';
import { type Embedded, startEmbedded } from '../../../src/store/embedded/embedded.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { eventually } from '../../support/eventually.ts';
import { observation, recentSlot, wallet } from '../../support/ledger.ts';
import { freePort } from '../../support/ports.ts';
import { execute } from '../../support/postgres.ts';
import { seeded } from '../../support/seeded.ts';
import { asInPostgres, inPostgres, type RealHistory, realHistory } from './real.ts';

const random = seeded();

const KILLS = Math.ceil(Number(process.env['FLOATWATCH_KILLS'] ?? 200) / 10);
const SLOT = recentSlot() - 86_400_000;

let room: string;
let postgres: Embedded;

const start = (port: number) =>
  startEmbedded({ dataDir: join(room, 'postgres'), port, settings: { fsync: 'off' } });
const drained = ({ spool }: RealHistory) => eventually(() => expect(spool.stats().polls).toBe(0), 60_000);

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), 'floatwatch-outage-'));
  chmodSync(room, 0o755); // as root the server runs as another user
  postgres = await start(await freePort()); // nobody else is given it while it is away
});

beforeEach(async () => {
  await execute(postgres.url, 'DROP SCHEMA IF EXISTS floatwatch CASCADE');
  await migrate({ url: postgres.url, schema: 'floatwatch', engine: 'postgres' });
});

afterAll(async () => {
  await postgres?.stop();
  rmSync(room, { recursive: true, force: true });
});

/** A slot of so many accounts, each with an amount of its own. */
function sweep(n: number, accounts: number, replica = 0): Observation[] {
  return Array.from({ length: accounts }, (_, i) =>
    observation(SLOT + n * 60_000, {
      account: `account-${String(i).padStart(4, '0')}`,
      startedAt: SLOT + n * 60_000 + replica,
      wallets: [
        wallet(`${replica + 1}${n}${i}.125`),
        wallet(`-${n + 1}.10`, { walletType: 'MERCHANT_COLLECTION' }),
      ],
    }),
  );
}

async function poll({ ledger, history }: RealHistory, results: readonly Observation[]): Promise<string[]> {
  const ours = new Set(
    (await ledger.claim(results).catch(() => results)).map(({ account, slot }) => `${account} ${slot}`),
  );
  const mine = results.filter(({ account, slot }) => ours.has(`${account} ${slot}`));
  return await Promise.all(mine.map((each) => history.record(each)));
}

test('P1 down at the start: it begins, spools, and stores in the order of the slots once Postgres is there', {
  timeout: 120_000,
}, async () => {
  const { url, port } = postgres;
  await postgres.stop();
  await using real = realHistory(url);
  const results = [3, 1, 2, 0].flatMap((n) => sweep(n, 10));
  expect(new Set(await poll(real, results))).toEqual(new Set(['spooled']));
  expect(real.history.state()).toMatchObject({ up: false, reason: expect.stringContaining('ECONNREFUSED') });
  postgres = await start(port);
  await drained(real);
  expect(await inPostgres(real.pool)).toEqual(asInPostgres(results));
  expect(real.log).toEqual([expect.stringMatching(/^down/), ...real.log.slice(1, -1), 'up']);
});

test('P1 stopped for ten minutes (compressed) under load: every answer within 2 s, then every slot is there', {
  tags: 'timed',
}, async () => {
  await using real = realHistory(postgres.url);
  const accounts = 100;
  const told: string[] = [];
  let slowest = 0;
  const { port } = postgres;
  let outage: Promise<void> | undefined;
  for (let n = 0; n < 20; n++) {
    if (n === 5) outage = postgres.stop(); // under the sweep
    if (n === 6) await outage;
    if (n === 15) postgres = await start(port);
    const began = performance.now();
    told.push(...(await poll(real, sweep(n, accounts))));
    slowest = Math.max(slowest, performance.now() - began);
  }
  await drained(real);
  expect(told).toHaveLength(20 * accounts);
  expect(new Set(told)).toEqual(new Set(['stored', 'spooled']));
  expect(told.filter((kept) => kept === 'spooled').length).toBeGreaterThan(8 * accounts);
  expect(slowest).toBeLessThan(5_500); // 3 s to find that nobody connects, 2 s of patience
  const all = Array.from({ length: 20 }, (_, n) => sweep(n, accounts)).flat();
  expect(await inPostgres(real.pool)).toEqual(asInPostgres(all));
});

test('P2 killed in the middle of transactions: each result is there once', { timeout: 120_000 }, async () => {
  await using real = realHistory(postgres.url);
  const results: Observation[] = [];
  const told: Promise<string[]>[] = [];
  for (let n = 0; n < 40; n++) {
    const next = sweep(n, 50);
    results.push(...next);
    if (n % 13 === 12) await eventually(() => expect(real.history.state().up).toBe(true), 60_000);
    told.push(poll(real, next));
    // An immediate shutdown, under two sweeps; the runner starts it again.
    if (n % 13 === 12) await eventually(() => void process.kill(postgres.pid, 'SIGQUIT'), 30_000);
    await told.at(-2);
  }
  const kept = (await Promise.all(told)).flat();
  expect(kept.filter((each) => each !== 'stored' && each !== 'spooled')).toEqual([]);
  await eventually(() => expect(real.history.state().up).toBe(true), 60_000);
  await drained(real);
  await eventually(async () => expect(await inPostgres(real.pool)).toEqual(asInPostgres(results)), 30_000);
});

test('H4 with Postgres away every replica polls; afterwards each slot has one result, the others lie beside', {
  timeout: 120_000,
}, async () => {
  const { url, port } = postgres;
  await using a = realHistory(url, { replica: 'a' });
  await using b = realHistory(url, { replica: 'b' });
  await postgres.stop();
  for (let n = 0; n < 5; n++) {
    expect(new Set(await poll(a, sweep(n, 20, 1)))).toEqual(new Set(['spooled']));
    expect(new Set(await poll(b, sweep(n, 20, 2)))).toEqual(new Set(['spooled']));
  }
  postgres = await start(port);
  await drained(a);
  await drained(b);
  const there = await inPostgres(a.pool);
  expect(there).toHaveLength(100);
  const either = new Set(
    [1, 2].flatMap((r) => [0, 1, 2, 3, 4].flatMap((n) => asInPostgres(sweep(n, 20, r)))),
  );
  expect(there.filter((row) => !either.has(row))).toEqual([]);
  const beside = await a.pool.query('SELECT reason FROM floatwatch.snapshot_conflict');
  expect(beside).toEqual(Array(100).fill({ reason: 'conflict' }));
});

test(`C2 ${KILLS} SIGKILLs of the process while connections break: what it was told is in Postgres`, {
  timeout: 60_000 + KILLS * 10_000,
}, async () => {
  const folder = join(room, 'spool');
  const told: string[] = [];
  const toldOf = (what: string) => told.some((line) => line.startsWith(what));
  for (let run = 0; run < KILLS; run++) told.push(...(await runAndKill(folder, run)));
  await using real = realHistory(postgres.url, { folder });
  await drained(real);
  const there = new Set(await inPostgres(real.pool));
  const lost = told.filter((line) => !there.has(line.slice(line.indexOf(' ') + 1)));
  expect(lost).toEqual([]);
  expect([toldOf('stored'), toldOf('spooled')]).toEqual([true, true]);
  expect(await real.pool.query('SELECT FROM floatwatch.snapshot_conflict')).toEqual([]);
});

async function runAndKill(folder: string, run: number): Promise<string[]> {
  const script = join(import.meta.dirname, 'writer-child.ts');
  // One has all the time that Postgres takes, the next one hardly any: so both promises are made, on any machine.
  const patience = run % 2 === 0 ? '5' : '60000';
  const child = spawn(process.execPath, [script, folder, postgres.url, String(run), patience], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(room, 'compiled') },
  });
  let output = '';
  const opened = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    opened.resolve();
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await Promise.race([opened.promise, closed]);
  if (run % 2 === 0) {
    const others = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()';
    await execute(postgres.url, `${others} AND datname = current_database()`);
  }
  await sleep(random() * 200);
  child.kill('SIGKILL');
  await closed;
  return output.split('\n').slice(0, -1);
}

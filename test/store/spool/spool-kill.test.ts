// What a crash may cost: nothing that was acknowledged.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openSpool, type Spool } from '../../../src/store/spool/spool.ts';
import { observation } from '../../support/fakes.ts';
import { seeded } from '../../support/seeded.ts';
import { describeWith, tool } from '../../support/tools.ts';

const random = seeded();

const KILLS = Number(process.env['FLOATWATCH_KILLS'] ?? 200);
const CHILD = join(import.meta.dirname, 'spool-child.ts');

const compiled = mkdtempSync(join(tmpdir(), 'floatwatch-compiled-'));
afterAll(() => rmSync(compiled, { recursive: true, force: true }));
const env = { ...process.env, NODE_COMPILE_CACHE: compiled };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'floatwatch-kill-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function open(path: string): Spool {
  const onTrouble = (trouble: unknown) => expect.fail(JSON.stringify(trouble));
  return openSpool(path, { now: Date.now, onTrouble, reserveBytes: 0 });
}

/** What a child was told, against what lies on the disk. */
function check(told: readonly string[], path: string): void {
  using spool = open(path);
  const there = spool.oldest(1_000_000).map((each) => each.result.account);
  const present = new Set(there);
  const words = (verb: string) =>
    told.filter((line) => line.startsWith(`${verb} `)).flatMap((line) => line.split(' ').slice(1));
  const removing = new Set(words('removing'));
  expect(present.size, 'nothing lies there twice').toBe(there.length);
  expect(words('kept').filter((each) => !present.has(each) && !removing.has(each))).toEqual([]);
  expect(words('removed').filter((each) => present.has(each))).toEqual([]);
  const state = words('state').at(-1);
  const [run, round] = spool.loadStates().get('round')?.split('-').map(Number) ?? [-1, -1];
  const [toldRun, toldRound] = state?.split('-').map(Number) ?? [-1, -1];
  expect(run! * 1e6 + round!).toBeGreaterThanOrEqual(toldRun! * 1e6 + toldRound!);
}

/** Kills it when it has said so many lines, and a moment later: how far it comes is no matter of the machine's speed. */
async function runAndKill(path: string, run: number, lines: number, afterMs: number): Promise<string[]> {
  const argv = [CHILD, path, String(run)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'], env });
  let output = '';
  const saidEnough = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (output.split('\n').length > lines) saidEnough.resolve();
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await Promise.race([saidEnough.promise, closed]);
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  await closed;
  expect(child.signalCode).toBe('SIGKILL');
  return output.split('\n').slice(0, -1); // a line cut short was not said
}

test(`C2 S1 SIGKILL at ${KILLS} random instants: nothing acknowledged is lost, nothing is there twice`, {
  timeout: 60_000 + KILLS * 1_000,
}, async () => {
  // What is killed leaves no compiled code behind for the next one.
  spawnSync(process.execPath, [CHILD, folder(), '0', '1'], { env });
  const kill = async (path: string, times: number) => {
    const told: string[] = [];
    for (let run = 0; run < times; run++) {
      told.push(...(await runAndKill(path, run, 1 + Math.floor(random() * 40), random() * 5)));
      if (run % 10 === 9 || run === times - 1) check(told, path);
    }
    expect(told.filter((line) => line.startsWith('kept')).length).toBeGreaterThan(times);
  };
  await Promise.all([kill(folder(), Math.ceil(KILLS / 2)), kill(folder(), Math.floor(KILLS / 2))]);
});

test('S1 a log torn at any byte still holds every poll acknowledged before that byte was written', () => {
  const path = folder();
  const wal = join(path, 'spool.sqlite-wal');
  const acknowledged: { size: number; polls: number }[] = [];
  using spool = open(path);
  for (let polls = 1; polls <= 60; polls++) {
    spool.append([observation({ slot: polls })]);
    acknowledged.push({ size: statSync(wal).size, polls });
  }
  const log = readFileSync(wal);
  const copy = join(path, 'copy');
  for (let round = 0; round < 150; round++) {
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy);
    copyFileSync(join(path, 'spool.sqlite'), join(copy, 'spool.sqlite'));
    const cut = Math.floor(random() * (log.length + 1));
    const garbage = Buffer.alloc(round % 2 ? 5_000 : 0, round); // a page that was allocated but never written
    writeFileSync(join(copy, 'spool.sqlite-wal'), Buffer.concat([log.subarray(0, cut), garbage]));
    using torn = open(copy);
    const slots = torn.oldest(1_000).map((each) => each.result.slot);
    const least = acknowledged.findLast((each) => each.size <= cut)?.polls ?? 0;
    expect(slots.length).toBeGreaterThanOrEqual(least);
    expect(slots).toEqual(slots.map((_, i) => i + 1)); // and they are the first ones: no hole
  }
});

describeWith(['strace'], 'at the system calls', () => {
  const strace = (path: string, ...options: string[]) => {
    const log = join(path, 'trace');
    const run = [process.execPath, CHILD, path, '0', '12'];
    const traced = ['-f', '-o', log, '-y', ...options, ...run];
    const { stdout, stderr } = spawnSync(tool('strace'), traced, { encoding: 'utf8' });
    return { told: stdout.split('\n').slice(0, -1), stderr, trace: readFileSync(log, 'utf8').split('\n') };
  };

  test('S1 nothing is acknowledged before the disk has it', () => {
    const { told, trace } = strace(folder(), '-e', 'trace=pwrite64,write,fdatasync,fsync');
    let unsynced = 0;
    let acknowledged = 0;
    for (const line of trace) {
      if (/pwrite64\(\d+<[^>]*spool\.sqlite-wal>/.test(line)) unsynced++;
      if (/f(?:data)?sync\(\d+<[^>]*spool\.sqlite-wal>/.test(line)) unsynced = 0;
      if (/write\(1<[^>]*>, "(?:kept|state|removed) /.test(line)) {
        expect(unsynced, line).toBe(0);
        acknowledged++;
      }
    }
    expect(acknowledged).toBe(told.filter((line) => /^(?:kept|state|removed) /.test(line)).length);
    expect(acknowledged).toBeGreaterThan(20);
  });

  test('S1 kill -9 at each fsync point', { timeout: 120_000 }, () => {
    for (let nth = 1; nth <= 16; nth++) {
      const path = folder();
      const inject = `inject=fdatasync,fsync:signal=SIGKILL:when=${nth}`;
      const { told } = strace(path, '-e', 'trace=fdatasync,fsync', '-e', inject);
      check(told, path);
    }
  });

  test('S2 a disk that fills up in the middle of a write: an error, and what was there stays', {
    timeout: 120_000,
  }, () => {
    for (const when of [60, 61, 62, 63, 64, 65, 80, 100]) {
      const path = folder();
      const inject = `inject=pwrite64:error=ENOSPC:when=${when}+`;
      const { told, stderr } = strace(path, '-e', 'trace=pwrite64', '-e', inject);
      expect(stderr).toMatch(/SpoolError: no room on the disk for .*spool\.sqlite/);
      expect(told.some((line) => line.startsWith('kept'))).toBe(true);
      check(told, path);
    }
  });
});

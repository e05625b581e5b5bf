import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import type { PollResult } from '../../../src/domain/poll-result.ts';
import { openSpool, type SpoolOptions, type SpoolTrouble } from '../../../src/store/spool/spool.ts';
import { observation, wallet } from '../../support/fakes.ts';

const START = Date.parse('2026-03-02T12:00:00Z');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'floatwatch-spool-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function open(path: string, options: Partial<SpoolOptions> = {}) {
  const troubles: SpoolTrouble[] = [];
  const spool = openSpool(path, {
    now: () => START,
    onTrouble: (each) => troubles.push(each),
    reserveBytes: 0,
    ...options,
  });
  onTestFinished(() => spool[Symbol.dispose]());
  return Object.assign(spool, { troubles });
}

const poll = (minute: number, change: Partial<Observation> = {}): Observation =>
  observation({ slot: START + minute * 60_000, ...change });
const minutes = (waiting: readonly { result: PollResult }[]) =>
  waiting.map((each) => (each.result.slot - START) / 60_000);

describe('the queue', () => {
  test('gives the oldest slots first, whatever the order in which they came', () => {
    const spool = open(folder());
    spool.append([poll(3), poll(1)]);
    spool.append([poll(2), poll(0)]);
    expect(minutes(spool.oldest(3))).toEqual([0, 1, 2]);
    expect(spool.oldest(1)[0]?.result).toStrictEqual(poll(0));
  });

  test('forgets what is stored, and nothing else', () => {
    const spool = open(folder());
    const [first, second] = spool.append([poll(1), poll(2), poll(3)]);
    spool.remove([first!, second!, 999]);
    expect(minutes(spool.oldest(9))).toEqual([3]);
    expect(spool.stats()).toMatchObject({ polls: 1, oldest: START + 180_000 });
  });

  test('a poll handed over twice lies there twice: the ledger judges, not the disk', () => {
    const spool = open(folder());
    spool.append([poll(1), poll(1)]);
    expect(spool.stats().polls).toBe(2);
  });

  test('S7 lives through a restart with its order, its figures and its handles', () => {
    const path = folder();
    const first = open(path);
    const [, id] = first.append([poll(2), poll(1), poll(0)]);
    const before = first.stats();
    first[Symbol.dispose]();
    const second = open(path);
    expect(second.stats()).toStrictEqual(before);
    second.remove([id!]);
    expect(minutes(second.oldest(9))).toEqual([0, 2]);
  });

  test('a handle is never given twice, not even after the queue was empty', () => {
    const spool = open(folder());
    const [id] = spool.append([poll(1)]);
    spool.remove([id!]);
    expect(spool.append([poll(2)])[0]).toBeGreaterThan(id!);
  });
});

describe('the limit', () => {
  test('S2 beyond it new history is refused, what waits stays, and room that is made is used', () => {
    const spool = open(folder(), { maxBytes: 1_000 });
    const handles = spool.append([1, 2, 3, 4, 5].map((minute) => poll(minute)));
    const kept = handles.filter((each) => each !== null);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.length).toBeLessThan(5);
    expect(spool.append([poll(6)])).toEqual([null]);
    expect(spool.stats().bytes).toBeLessThanOrEqual(1_000);
    expect(minutes(spool.oldest(9))[0]).toBe(1);
    spool.remove([kept[0]!]);
    expect(spool.append([poll(7)])).toEqual([expect.any(Number)]);
  });

  test('a smaller poll behind one that is too large still fits', () => {
    const spool = open(folder(), { maxBytes: 1_000 });
    const large = poll(1, { wallets: Array.from({ length: 40 }, (_, i) => wallet('1', `TYPE_${i}`)) });
    expect(spool.append([large, poll(2)])).toEqual([null, expect.any(Number)]);
  });

  test('what is set aside counts too, so the disk is bounded', () => {
    const spool = open(folder(), { maxBytes: 600 });
    while (spool.setAside(poll(1), 'refused'));
    const { quarantined, maxBytes } = spool.stats();
    expect(quarantined).toBeGreaterThan(0);
    expect(maxBytes).toBeLessThan(600 / 2); // what is left for the queue, so that an alert on it is in time
    expect(spool.append([poll(2)])).toEqual([null]);
  });
});

describe('the quarantine', () => {
  test('takes a record out of the queue and keeps it, with the reason', () => {
    const path = folder();
    const spool = open(path);
    const [id] = spool.append([poll(1), poll(2)]);
    spool.quarantine(id!, 'a value was refused (SQLSTATE 22021)');
    expect(minutes(spool.oldest(9))).toEqual([2]);
    expect(spool.stats()).toMatchObject({ polls: 1, quarantined: 1 });
    using file = new DatabaseSync(join(path, 'spool.sqlite'), { readOnly: true });
    expect(file.prepare('SELECT slot, reason FROM quarantine').all()).toMatchObject([
      { slot: poll(1).slot, reason: 'a value was refused (SQLSTATE 22021)' },
    ]);
  });

  test('lets what was set aside for a reason since an instant wait again, some at a time', () => {
    let now = 1_000;
    const path = folder();
    const spool = openSpool(path, { now: () => now, onTrouble() {} });
    onTestFinished(() => spool[Symbol.dispose]());
    spool.setAside(poll(1), 'ahead'); // too early
    now = 2_000;
    for (const minute of [4, 2, 3]) spool.setAside(poll(minute), 'ahead');
    spool.setAside(poll(5), 'another');
    spool.append([poll(6)]);
    const putBack = (from?: number) => spool.putBack({ reason: 'ahead', since: 2_000, from, most: 2 });
    const first = putBack();
    expect(first).toEqual({ polls: 2, next: expect.any(Number) });
    expect(putBack(first.next!)).toEqual({ polls: 1, next: null });
    expect(putBack()).toEqual({ polls: 0, next: null });
    expect(minutes(spool.oldest(9))).toEqual([2, 3, 4, 6]);
    const kept = spool.stats();
    expect(kept).toMatchObject({ polls: 4, quarantined: 2 });
    spool[Symbol.dispose]();
    expect(open(path).stats()).toStrictEqual(kept); // counted anew
  });

  test('gives back what it holds by the statement of the documentation', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const [, statement] = /spool\.sqlite "(INSERT INTO record [^"]+)"/.exec(docs) ?? [];
    const path = folder();
    const first = open(path);
    first.setAside(poll(1), 'refused');
    const [id] = first.append([poll(2)]);
    first.quarantine(id!, 'refused');
    first[Symbol.dispose]();
    using file = new DatabaseSync(join(path, 'spool.sqlite'));
    file.exec(statement!);
    const second = open(path);
    expect(second.oldest(9).map((each) => each.result)).toStrictEqual([poll(1), poll(2)]);
    expect(second.stats().quarantined).toBe(0);
  });

  test('S3 a record whose bits have changed is set aside, the others come', () => {
    const path = folder();
    const first = open(path);
    first.append([poll(1), poll(2, { detail: 'MARK-THIS-ONE' }), poll(3)]);
    first[Symbol.dispose]();
    const file = join(path, 'spool.sqlite');
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('MARK-THIS-ONE')]! ^= 0x01;
    writeFileSync(file, bytes);

    const spool = open(path);
    expect(minutes(spool.oldest(9))).toEqual([1, 3]);
    expect(spool.stats()).toMatchObject({ polls: 2, quarantined: 1 });
    expect(spool.troubles).toMatchObject([{ kind: 'unreadable', slot: poll(2).slot }]);
  });
});

describe('a broken file', () => {
  test('S3 that is no database at all is moved aside, said, and a new one begun', () => {
    const path = folder();
    writeFileSync(
      join(path, 'spool.sqlite'),
      'this is not a database, but long enough to look at it'.repeat(50),
    );
    const spool = open(path);
    expect(spool.troubles).toMatchObject([{ kind: 'replaced', saved: 0 }]);
    expect(readdirSync(path).some((name) => name.startsWith('spool.sqlite.salvaged-'))).toBe(true);
    spool.append([poll(1)]);
    expect(minutes(spool.oldest(9))).toEqual([1]);
  });

  test.each([9, 20, 30])('S3 with page %i torn, what lies on the other pages is carried over', (page) => {
    const path = folder();
    const first = open(path);
    const handles = first.append(Array.from({ length: 400 }, (_, minute) => poll(minute)));
    first.saveStates(new Map([['alert', 'firing']]));
    first[Symbol.dispose]();
    const file = join(path, 'spool.sqlite');
    const bytes = readFileSync(file);
    bytes.fill(0xa5, page * 4096, (page + 1) * 4096);
    writeFileSync(file, bytes);

    const spool = open(path);
    const rest = spool.oldest(1_000);
    expect(spool.troubles).toMatchObject([{ kind: 'replaced', saved: expect.any(Number) }]);
    expect(rest.length).toBeGreaterThan(350);
    for (const { id, result } of rest) expect(handles.indexOf(id)).toBe(minutes([{ result }])[0]);
    expect(spool.append([poll(500)])[0]).toBeGreaterThan(400);
    expect(minutes(spool.oldest(1_000))).toContain(500);
  });

  test('a file of a later version is left alone', () => {
    const path = folder();
    open(path)[Symbol.dispose]();
    new DatabaseSync(join(path, 'spool.sqlite')).exec('PRAGMA user_version = 99');
    expect(() => open(path)).toThrow(
      /was written by a later version of floatwatch: start the later version, or move the file away$/,
    );
    expect(readdirSync(path).some((name) => name.includes('salvaged'))).toBe(false);
  });
});

describe('the folder', () => {
  test('S5 a second opening is refused with a sentence, until the first one ends', () => {
    const path = folder();
    const first = open(path);
    expect(() => open(path)).toThrow(
      `${path} is in use by another floatwatch process: stop that one, or give each replica a data_dir of its own`,
    );
    first[Symbol.dispose]();
    open(path).append([poll(1)]);
  });

  test('S5 a second process is refused; a dead one holds nothing', () => {
    const path = folder();
    const script = `
      const { openSpool } = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/store/spool/spool.ts'))});
      const spool = openSpool(${JSON.stringify(path)}, { now: Date.now, onTrouble() {} });
      process.kill(process.pid, 'SIGKILL');`;
    const run = () =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(run().signal).toBe('SIGKILL');
    const held = open(path);
    expect(run().stderr).toContain('is in use by another floatwatch process');
    held[Symbol.dispose]();
  });

  test('S4 one that is not ours to write is refused, and says as whom we run', () => {
    const path = folder();
    chmodSync(path, 0o555);
    const script = `
      const { openSpool } = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/store/spool/spool.ts'))});
      try { openSpool(${JSON.stringify(path)}, { now: Date.now, onTrouble() {} }) }
      catch (error) { console.log(error.reason, error.message) }`;
    const root = process.getuid?.() === 0;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      ...(root ? { uid: 65_534, gid: 65_534 } : {}),
    });
    expect(run.stdout).toMatch(/^unwritable .*spool\.lock can't be written: .*\(we run as user \d+/);
  });

  test('the file is readable by its owner alone', async () => {
    const { statSync } = await import('node:fs');
    const path = folder();
    open(path).append([poll(1)]);
    for (const name of readdirSync(path).filter((each) => each.startsWith('spool.sqlite'))) {
      expect(statSync(join(path, name)).mode & 0o077).toBe(0);
    }
  });
});

describe('states', () => {
  test('outlive a restart, the last one by name; null removes', () => {
    const path = folder();
    const first = open(path);
    first.saveStates(new Map([['a', '1'], ['b', '2'], ['c', '3']])); // biome-ignore format: one line
    first.saveStates(new Map([['b', '20'], ['c', null], ['nothing', null]])); // biome-ignore format: one line
    first[Symbol.dispose]();
    expect(open(path).loadStates()).toEqual(new Map([['a', '1'], ['b', '20']])); // biome-ignore format: one line
  });
});

test('S6 100,000 waiting polls: open, counted and first ones read in under 2 s', { tags: 'timed' }, () => {
  const path = folder();
  const first = open(path);
  const wallets = Array.from({ length: 5 }, (_, i) => ({
    ...wallet('123456789.00', `WALLET_${i}`),
    reserve: amountOf('1.50'),
  }));
  for (let sweep = 0; sweep < 100; sweep++) {
    first.append(Array.from({ length: 1_000 }, (_, i) => poll(sweep, { account: `account-${i}`, wallets })));
  }
  const { polls, bytes } = first.stats();
  expect(polls).toBe(100_000);
  expect(bytes).toBeLessThan(256 * 1024 * 1024);
  first[Symbol.dispose]();

  const began = performance.now();
  const second = open(path);
  expect(second.stats()).toMatchObject({ polls, bytes, oldest: START });
  expect(second.oldest(500)).toHaveLength(500);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('E21 nobody else can take its lock', () => {
  const path = folder();
  writeFileSync(join(path, 'spool.lock'), '', { mode: 0o644 }); // as a version before made it
  open(path);
  const mode = (name: string) => statSync(join(path, name)).mode & 0o777;
  expect([mode('spool.lock'), mode('spool.sqlite')]).toEqual([0o600, 0o600]);
});

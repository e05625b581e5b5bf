import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tryLock } from '../../src/store/file-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = () => join(folder, `lock-${files++}`);

test('a file is held by one at a time, until it is given back; it stays there', () => {
  const path = fresh();
  const first = tryLock(path)!;
  expect(first).toBeDefined();
  expect(tryLock(path)).toBeUndefined();
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  using second = tryLock(path);
  expect(second).toBeDefined();
  expect(existsSync(path)).toBe(true);
});

test('files are held apart', () => {
  using one = tryLock(fresh());
  using other = tryLock(fresh());
  expect([one, other].map(Boolean)).toEqual([true, true]);
});

test('nobody else can open the file, also when it could be before', () => {
  const path = fresh();
  writeFileSync(path, '');
  chmodSync(path, 0o644);
  using _ = tryLock(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const made = fresh();
  using __ = tryLock(made);
  expect(statSync(made).mode & 0o777).toBe(0o600);
});

test('what a killed process held can be taken', async () => {
  const path = fresh();
  const script = `
    import { tryLock } from '${new URL('../../src/store/file-lock.ts', import.meta.url)}';
    const lock = tryLock('${path}');
    console.log(lock ? 'held' : 'not held');
    setInterval(() => lock, 60_000);`;
  const holder = spawn(process.execPath, ['--input-type', 'module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(String((await once(holder.stdout, 'data'))[0])).toBe('held\n');
  expect(tryLock(path)).toBeUndefined();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  using lock = tryLock(path);
  expect(lock).toBeDefined();
});

test('a file that can not be a lock is told', () => {
  const path = fresh();
  writeFileSync(path, 'something else, and long enough to be looked at. '.repeat(100));
  expect(() => tryLock(path)).toThrow('file is not a database');
  expect(() => tryLock(join(folder, 'no', 'lock'))).toThrow('ENOENT');
});

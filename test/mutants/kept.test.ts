import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { keyOf, openKept } from './kept.ts';
import type { FileRan } from './resident.ts';

const RAN: FileRan = { test: 'test/domain/money.test.ts', passed: true, ms: 12.5, reached: [1, 7] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test('what a test did is known the next time', () => {
  const path = join(folder, 'reached/key');
  expect(openKept(path).known.size).toBe(0);
  openKept(path).keep(RAN);
  expect([...openKept(path).known]).toEqual([[RAN.test, RAN]]);
});

test('a test that failed is asked again', () => {
  const path = join(folder, 'key');
  openKept(path).keep({ ...RAN, passed: false });
  expect(openKept(path).known.size).toBe(0);
});

test('nothing is taken for known once a file or a place that is watched is another', () => {
  writeFileSync(join(folder, 'a.ts'), '1');
  writeFileSync(join(folder, 'b.ts'), '1');
  const key = keyOf(folder, ['a.ts'], '200 by 7');
  expect(keyOf(folder, ['a.ts'], '200 by 7')).toBe(key);
  expect(keyOf(folder, ['a.ts'], '200 by 8')).not.toBe(key);
  expect(keyOf(folder, ['b.ts'], '200 by 7')).not.toBe(key);
  writeFileSync(join(folder, 'a.ts'), '2');
  expect(keyOf(folder, ['a.ts'], '200 by 7')).not.toBe(key);
});

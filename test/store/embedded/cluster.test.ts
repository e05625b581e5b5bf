// How the folder of an embedded Postgres is made. A script stands in for `initdb`: it keeps what it is given.
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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { prepareCluster, serverEnvironment } from '../../../src/store/embedded/cluster.ts';
import {
  canReach,
  makeReachable,
  type ServerUser,
  serverUser,
} from '../../../src/store/embedded/server-user.ts';
import { needPrograms } from '../../support/tools.ts';

let room: string;
let dataDir: string;
let said: string[];

beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'floatwatch-cluster-'));
  dataDir = join(room, 'data');
  mkdirSync(dataDir);
  said = [];
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(room, { recursive: true, force: true });
});

/** Prepares it with an `initdb` that does this, beside a Postgres 18. */
function prepared(initdb: string, place: { user?: ServerUser; state?: string } = {}) {
  const path = join(room, 'initdb');
  writeFileSync(path, `#!/bin/sh\nroom=${room}\n${initdb}\n`);
  chmodSync(path, 0o755);
  const binaries = { postgres: '/nowhere', initdb: path, major: '18' };
  const say = (message: string) => said.push(message);
  return prepareCluster({ dataDir, binaries, user: undefined, say, ...place });
}

// initdb -D CLUSTER -U USER --pwfile=FILE …
const WORKS = `
echo "$@" > $room/arguments; env > $room/environment; pwd > $room/folder
file="\${5#--pwfile=}"; cp "$file" $room/password; echo "$file" > $room/file
stat -c %a "$file" "$(dirname "$file")" > $room/modes 2>&1
echo 18 > "$2/PG_VERSION"`;
const FAILS = 'echo "creating …" >&2; echo "initdb: error: no space left" >&2; exit 1';
const kept = (name: string) => readFileSync(join(room, name), 'utf8').trim();

describe('a cluster that is not there is made', () => {
  beforeAll(needPrograms);

  test('with a password that only its owner reads, also while it is made, and that is given back', async () => {
    const { cluster, password } = await prepared(WORKS);
    expect(cluster).toBe(join(dataDir, 'cluster'));
    expect(password).toMatch(/^[\w-]{32}$/);
    expect(kept('password')).toBe(password);
    expect(readFileSync(join(dataDir, 'password'), 'utf8')).toBe(`${password}\n`);
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(cluster).mode & 0o777).toBe(0o700);
    if (process.platform === 'linux') expect(kept('modes')).toBe('600\n700');
    expect(existsSync(kept('file'))).toBe(false);
    expect(said).toEqual(['creating the database, once']);
  });

  test('in a folder of another name first, with the same rules everywhere', async () => {
    await prepared(WORKS);
    const draft = join(dataDir, `cluster.${process.pid}`);
    expect(kept('arguments')).toBe(
      `-D ${draft} -U floatwatch --pwfile=${kept('file')} --auth=scram-sha-256 --locale=C --encoding=UTF8 --no-instructions`,
    );
    expect(kept('folder')).toBe(dataDir);
    expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'password']);
  });

  test('without anything of our environment that could hold a secret', async () => {
    vi.stubEnv('PGPASSWORD', 'the-secret');
    await prepared(WORKS);
    expect(kept('environment')).toMatch(/^LC_ALL=C$/m);
    expect(kept('environment')).toMatch(/^TZ=UTC$/m);
    expect(kept('environment')).not.toContain('the-secret');
  });

  test('after what a crash has left of others, and nothing else, is taken away', async () => {
    mkdirSync(join(dataDir, 'cluster.1'));
    writeFileSync(join(dataDir, 'cluster.1', 'PG_VERSION'), '18');
    writeFileSync(join(dataDir, 'clusters.txt'), 'mine');
    await prepared(WORKS);
    expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'clusters.txt', 'password']);
  });

  test('or not at all, and it says why in the last words of initdb', async () => {
    await expect(prepared(FAILS)).rejects.toThrow(
      `initdb could not create a database in ${join(dataDir, `cluster.${process.pid}`)}: initdb: error: no space left`,
    );
    expect(readdirSync(dataDir)).toEqual(['password']);
  });
});

describe.runIf(process.getuid?.() === 0)('where we are root', () => {
  const user = { name: 'stranger', uid: 54_321, gid: 54_322 };
  const owner = (path: string) => {
    const { uid, gid } = statSync(path);
    return { uid, gid };
  };
  let state: string;

  beforeAll(needPrograms);
  beforeEach(() => {
    state = join(room, 'state');
    chmodSync(room, 0o777);
  });

  test('initdb runs as the user of the server, who owns the cluster, but not our password', async () => {
    chmodSync(dataDir, 0o777);
    const { cluster } = await prepared(`${WORKS}\nid -u > $room/uid; id -g > $room/gid`, { user, state });
    expect([kept('uid'), kept('gid'), kept('modes')]).toEqual(['54321', '54322', '600\n700']);
    expect(owner(cluster)).toEqual({ uid: 54_321, gid: 54_322 });
    expect(owner(join(dataDir, 'password'))).toEqual({ uid: 0, gid: process.getgid!() });
    expect([cluster, existsSync(state)]).toEqual([join(dataDir, 'cluster'), false]);
  });

  test('a cluster whose server can not reach our folder is kept in another, to which a link leads', async () => {
    chmodSync(dataDir, 0o700);
    const { cluster, password } = await prepared(WORKS, { user, state });
    const home = dirname(cluster);
    expect(home).toMatch(/\/state\/[\da-f]{12}$/);
    expect(said).toEqual([
      'creating the database, once',
      `keeping the database in ${home}, because the user "stranger" can't reach ${dataDir}`,
    ]);
    expect(readlinkSync(join(dataDir, 'cluster'))).toBe(cluster);
    expect([readdirSync(home), kept('folder')]).toEqual([['cluster'], home]);
    expect(canReach(user, cluster)).toBe(true);
    expect(await prepared(FAILS, { user, state })).toEqual({ cluster, password });
  });

  test('of such a cluster nothing stays where it can not be made', async () => {
    chmodSync(dataDir, 0o700);
    await expect(prepared(FAILS, { user, state })).rejects.toThrow('no space left');
    expect(readdirSync(state)).toEqual([]);
  });
});

test('one that is there is only read: its own password is given, and initdb is not called', async () => {
  const first = await prepared(WORKS);
  said = [];
  expect(await prepared(FAILS)).toEqual(first);
  expect(said).toEqual([]);
});

test('one of another major version is refused, with the two versions and what to do', async () => {
  await prepared(WORKS);
  writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '17\n');
  await expect(prepared(FAILS)).rejects.toThrow(
    `the data in ${join(dataDir, 'cluster')} was written by Postgres 17, the embedded one is 18: dump it with Postgres 17 and restore it (docs/database.md), or move ${dataDir} away`,
  );
});

test("what is not set in our environment is not set in the server's", () => {
  vi.stubEnv('PATH', undefined);
  vi.stubEnv('SystemRoot', undefined);
  expect(serverEnvironment()).toEqual({ LC_ALL: 'C', TZ: 'UTC' });
  vi.stubEnv('PATH', '/bin');
  vi.stubEnv('SystemRoot', 'C:\\Windows');
  expect(serverEnvironment()).toEqual({ LC_ALL: 'C', TZ: 'UTC', PATH: '/bin', SystemRoot: 'C:\\Windows' });
});

describe.runIf(process.platform === 'linux')('a path is reached', () => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const owner = { name: 'owner', uid, gid: gid + 1 };
  const member = { name: 'member', uid: uid + 1, gid };
  const other = { name: 'other', uid: uid + 1, gid: gid + 1 };

  test.each([
    ['its owner', owner, 0o500],
    ['its group', member, 0o050],
    ['others', other, 0o005],
  ])('by %s, who must read and pass through it, whatever others may', (_, user, needed) => {
    chmodSync(room, 0o711);
    for (const mode of [0o000, needed & 0o444, needed & 0o111, 0o777 & ~needed]) {
      chmodSync(dataDir, mode);
      expect(canReach(user, dataDir), mode.toString(8)).toBe(false);
    }
    for (const mode of [needed, 0o777]) {
      chmodSync(dataDir, mode);
      expect(canReach(user, dataDir), mode.toString(8)).toBe(true);
    }
  });

  test('only by who may pass through each folder above, and who need not read these', () => {
    chmodSync(dataDir, 0o755);
    chmodSync(room, 0o700);
    expect([owner, other].map((user) => canReach(user, dataDir))).toEqual([true, false]);
    chmodSync(room, 0o711);
    expect([owner, other].map((user) => canReach(user, dataDir))).toEqual([true, true]);
    chmodSync(room, 0o744);
    expect([owner, other].map((user) => canReach(user, dataDir))).toEqual([true, false]);
  });

  test('when it was made to be, with the folders above that were made too, and no others', async () => {
    chmodSync(room, 0o711);
    chmodSync(dataDir, 0o700);
    const before = process.umask(0o077);
    try {
      await makeReachable(join(dataDir, 'a', 'b'));
    } finally {
      process.umask(before);
    }
    const modes = ['', 'a', 'a/b'].map((path) => (statSync(join(dataDir, path)).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '755', '755']);
    chmodSync(join(dataDir, 'a'), 0o750);
    await makeReachable(join(dataDir, 'a'));
    expect(statSync(join(dataDir, 'a')).mode & 0o777).toBe(0o750);
  });
});

describe.runIf(process.getuid)('the user that runs the server', () => {
  const REFUSED =
    'Postgres refuses to run as root and there is no user "postgres" or "nobody" to run it as: start floatwatch as an ordinary user, or set database.url';

  test.each<[string, number, Readonly<Record<string, readonly [number, number]>>, unknown]>([
    ['our own, who is not root', 1_000, { postgres: [101, 102] }, undefined],
    [
      'postgres',
      0,
      { postgres: [101, 102], nobody: [65_534, 65_533] },
      { name: 'postgres', uid: 101, gid: 102 },
    ],
    [
      'nobody, where there is no postgres',
      0,
      { nobody: [65_534, 0] },
      { name: 'nobody', uid: 65_534, gid: 0 },
    ],
    [
      'nobody, where postgres is root',
      0,
      { postgres: [0, 0], nobody: [9, 9] },
      { name: 'nobody', uid: 9, gid: 9 },
    ],
    ['nobody at all, where there is neither', 0, {}, REFUSED],
  ])('is %s', (_, ours, users, expected) => {
    const cases = Object.entries(users).map(
      ([name, [uid, gid]]) => `'-u ${name}') echo ${uid};; '-g ${name}') echo ${gid};;`,
    );
    writeFileSync(join(room, 'id'), `#!/bin/sh\ncase "$*" in ${cases.join(' ')} *) exit 1;; esac\n`);
    chmodSync(join(room, 'id'), 0o755);
    vi.stubEnv('PATH', `${room}${delimiter}${process.env['PATH']}`);
    vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(ours);
    if (expected === REFUSED) expect(serverUser).toThrow(REFUSED);
    else expect(serverUser()).toEqual(expected);
  });
});

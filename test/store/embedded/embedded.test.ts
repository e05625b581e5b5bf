import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbedded } from '../../../src/store/embedded/embedded.ts';
import { processState } from '../../../src/store/embedded/postmaster.ts';
import { eventually } from '../../support/eventually.ts';
import { describeWith } from '../../support/tools.ts';

let room: string;
let undo: AsyncDisposableStack;

const made = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));

beforeAll(async () => {
  chmodSync(made, 0o755);
  await (await startEmbedded({ dataDir: made, port: 0 })).stop();
  // In its folder, and not in /dev/shm, where a server that is killed would leave it.
  appendFileSync(join(made, 'cluster', 'postgresql.conf'), 'dynamic_shared_memory_type = mmap\n');
});
afterAll(() => rmSync(made, { recursive: true }));

beforeEach(() => {
  undo = new AsyncDisposableStack();
  room = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));
  chmodSync(room, 0o755);
  undo.defer(() => rmSync(room, { recursive: true, force: true }));
  undo.defer(removeShared);
});
afterEach(() => undo.disposeAsync());

const start = async (said: string[] = [], dataDir = room, port = 0) =>
  undo.use(await startEmbedded({ dataDir, port, onProgress: (message) => said.push(message) }));

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

async function holder(): Promise<{ child: ChildProcess; pid: number; port: number; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'embedded-holder.ts'), room], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  undo.defer(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { pid: number; port: number; url: string }) };
}

function stateOf(pid: number): string {
  return processState(pid, join(room, 'cluster'));
}

/** The processes of a server whose data are there. */
function serversOf(folder: string): string[] {
  return globSync('/proc/[0-9]*/cmdline').filter((file) => {
    try {
      return readFileSync(file, 'utf8').includes(`\0${join(folder, 'cluster')}\0`);
    } catch {
      return false; // it has ended
    }
  });
}

/**
 * Removes the shared memory that a killed server has left, as the next one on its data would: it stays until the machine
 * restarts. A server that was stopped has left neither it nor the file that names it.
 */
function removeShared(): void {
  const file = join(room, 'cluster', 'postmaster.pid');
  const [, id] = /^ *\d+ +(\d+) *$/m.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? [];
  if (id !== undefined) spawnSync('ipcrm', ['--shmem-id', id]);
}

/** Saves the second that making a cluster takes. */
function useMade(): void {
  execFileSync('cp', ['-a', `${made}/.`, room]);
}

describe('a first start', () => {
  test('gives a database on loopback, its password kept for the owner only, and no server after stop', async () => {
    const said: string[] = [];
    const server = await start(said);
    expect(said).toContain('creating the database, once');
    expect(await query(server.url, "SELECT current_setting('listen_addresses') AS at")).toEqual([
      { at: '127.0.0.1' },
    ]);
    expect(new URL(server.url).password).toHaveLength(32);
    expect(statSync(join(room, 'password')).mode & 0o777).toBe(0o600);
    await expect(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    await server.stop();
    expect(stateOf(server.pid)).not.toBe('postgres');
    await server.stop();
  });

  test('two at once in two folders are two servers', async () => {
    const [a, b] = await Promise.all(['a', 'b'].map((name) => start([], join(room, name))));
    expect(a!.port).not.toBe(b!.port);
    expect(a!.url).not.toBe(b!.url);
  });

  test('on a port that is taken it says which setting to change', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    undo.defer(() => void other.close());
    const { port } = other.address() as { port: number };
    await expect(start([], room, port)).rejects.toThrow(
      `port ${port} is taken by another program: set database.embedded_port to a free one, or to 0`,
    );
    await start(); // the failed start left nothing in the way
  });

  test.runIf(process.getuid?.() === 0)(
    'as root in a folder that only root can enter the data live elsewhere',
    async () => {
      const closed = join(room, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const said: string[] = [];
      const server = await start(said, join(closed, 'data'));
      const cluster = realpathSync(join(closed, 'data', 'cluster'));
      undo.defer(() => rmSync(dirname(cluster), { recursive: true }));
      undo.use(server);
      expect(said.filter((line) => line.startsWith('keeping the database in '))).toHaveLength(1);
      await query(server.url, 'CREATE TABLE kept ()');
      await server.stop();
      const again: string[] = [];
      const second = await start(again, join(closed, 'data'));
      undo.use(second);
      expect(again).toEqual([]);
      expect(await query(second.url, 'SELECT * FROM kept')).toEqual([]);
    },
  );

  test.runIf(process.getuid?.() === 0)(
    'as root whose new files nobody else may read, the server’s user can reach its data all the same',
    async () => {
      const holder = join(import.meta.dirname, 'embedded-holder.ts');
      const data = join(room, 'data');
      const child = spawn('sh', ['-c', 'umask 077; exec "$0" "$@"', process.execPath, holder, data], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      undo.defer(() => void child.kill('SIGKILL'));
      const failed = once(child, 'exit').then(() => 'failed');
      const started = once(child.stdout, 'data').then(() => 'started');
      expect(await Promise.race([started, failed])).toBe('started');
      const cluster = realpathSync(join(data, 'cluster'));
      undo.defer(() => rmSync(dirname(cluster), { recursive: true }));
      child.kill('SIGTERM');
      await failed;
    },
  );
});

describe('a later start', () => {
  beforeEach(useMade);

  test('keeps the data and the password', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  test('adopts the server that a killed process of ours left, and stops it in the end', async () => {
    const before = await holder();
    before.child.kill('SIGKILL');
    await once(before.child, 'exit');
    expect(stateOf(before.pid)).toBe('postgres');
    const server = await start();
    expect(server).toMatchObject({ adopted: true, pid: before.pid, port: before.port, url: before.url });
    await server.stop();
    expect(stateOf(before.pid)).not.toBe('postgres');
  });

  test('shares the server of a live owner and leaves it running', async () => {
    const owner = await holder();
    const guest = await start();
    expect(guest).toMatchObject({ adopted: true, pid: owner.pid, url: owner.url });
    await guest.stop();
    expect(await query(owner.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    owner.child.kill('SIGTERM');
    await once(owner.child, 'exit');
    expect(stateOf(owner.pid)).not.toBe('postgres');
  });

  test('the owner hands a server that is shared over, and who shared it stops it in the end', async () => {
    const owner = await holder();
    const guest = await start();
    owner.child.kill('SIGTERM');
    await once(owner.child, 'exit');
    expect(stateOf(owner.pid)).toBe('postgres');
    expect(await query(guest.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await guest.stop();
    expect(stateOf(owner.pid)).not.toBe('postgres');
  });

  test('when owner and server were killed, who shared it starts it again on its port', async () => {
    const owner = await holder();
    const said: string[] = [];
    const guest = await start(said);
    await query(guest.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    owner.child.kill('SIGKILL');
    await once(owner.child, 'exit');
    process.kill(owner.pid, 'SIGKILL');
    await eventually(async () => {
      expect(await query(guest.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
      expect(guest.pid).not.toBe(owner.pid);
    });
    expect(said.at(0)).toBe(
      `using the Postgres (process ${owner.pid}) of another floatwatch, and leaving it running`,
    );
    await eventually(() =>
      expect(said.at(-1)).toBe('the floatwatch that ran this Postgres has ended: it is ours now'),
    );
    await guest.stop();
    expect(stateOf(guest.pid)).not.toBe('postgres');
  });

  test('recovers when both were killed', async () => {
    const before = await holder();
    await query(before.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    before.child.kill('SIGKILL');
    process.kill(before.pid, 'SIGKILL');
    const server = await start();
    expect(server.adopted).toBe(false);
    expect(await query(server.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  test('is not fooled by a process number that belongs to another program now', async () => {
    const first = await start();
    const lock = readFileSync(join(room, 'cluster', 'postmaster.pid'), 'utf8');
    await first.stop();
    const stranger = lock.replace(/^\d+/, String(process.pid));
    writeFileSync(join(room, 'cluster', 'postmaster.pid'), stranger);
    expect((await start()).adopted).toBe(false);
  });

  describeWith(['ps'], 'where there is no /proc, as on macOS', () => {
    test('nor is it fooled there', async () => {
      const { pid } = await start();
      const there = (each: number) => processState(each, join(room, 'cluster'), 'darwin');
      expect(there(pid)).toBe('postgres');
      expect(there(process.pid)).toBe('stranger');
    });
  });

  test('nor by one that belongs to another Postgres now, which is left alone', {
    timeout: 120_000,
  }, async () => {
    const other = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));
    chmodSync(other, 0o755);
    undo.defer(() => rmSync(other, { recursive: true, force: true }));
    const another = await start([], other);
    const first = await start();
    const lock = readFileSync(join(room, 'cluster', 'postmaster.pid'), 'utf8');
    await first.stop();
    writeFileSync(join(room, 'cluster', 'postmaster.pid'), lock.replace(/^\d+/, String(another.pid)));
    const again = await start();
    expect(again.adopted).toBe(false);
    await again.stop();
    expect(await query(another.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('refuses data of another major version with a sentence', async () => {
    await (await start()).stop();
    writeFileSync(join(room, 'cluster', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/was written by Postgres 9, the embedded one is \d+/);
  });

  test('begins no new database in the place of one that is kept elsewhere and not there now', async () => {
    const password = readFileSync(join(room, 'password'), 'utf8');
    rmSync(join(room, 'cluster'), { recursive: true });
    symlinkSync('/var/lib/floatwatch/not-mounted/cluster', join(room, 'cluster'));
    await expect(start()).rejects.toThrow(
      `is kept in /var/lib/floatwatch/not-mounted/cluster, which is not there: bring it back, as by mounting its disk, or remove ${join(room, 'cluster')} to begin a new one`,
    );
    expect(readlinkSync(join(room, 'cluster'))).toBe('/var/lib/floatwatch/not-mounted/cluster');
    expect(readFileSync(join(room, 'password'), 'utf8')).toBe(password);
  });
});

describe('while it runs', () => {
  beforeEach(useMade);

  test('a killed server is started again on its port with what was committed', async () => {
    const server = await start();
    await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const killed = server.pid;
    process.kill(killed, 'SIGKILL');
    await eventually(async () => {
      expect(await query(server.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
      expect(server.pid).not.toBe(killed);
    });
  });

  test('one that does not start again is told of once, and that is tried less and less often', async () => {
    const said: string[] = [];
    const server = await start(said);
    const settings = join(room, 'cluster', 'postgresql.conf');
    const right = readFileSync(settings, 'utf8');
    const tries = () => readFileSync(join(room, 'postgres.log'), 'utf8').split('syntax error').length - 1;
    writeFileSync(settings, 'this is no setting');
    const killedAt = performance.now();
    process.kill(server.pid, 'SIGKILL');
    await eventually(() => expect(tries()).toBeGreaterThanOrEqual(4));
    expect(performance.now() - killedAt).toBeGreaterThanOrEqual(500 + 1_000 + 2_000);
    const told = said.filter((each) => /start(ing it)? again/.test(each));
    expect(told).toEqual([
      'the embedded Postgres is gone: starting it again',
      expect.stringContaining('the embedded Postgres did not start again: '),
    ]);
    writeFileSync(settings, right);
    await eventually(async () => expect(await query(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]));
    process.kill(server.pid, 'SIGKILL');
    await eventually(() => expect(said.filter((each) => each === told[0])).toHaveLength(2));
  });

  test('stop does not hang on a server that died by itself, nor on a client in a transaction', async () => {
    const server = await start();
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    await client.query('BEGIN');
    await server.stop();
    expect(stateOf(server.pid)).not.toBe('postgres');

    const second = await start();
    process.kill(second.pid, 'SIGKILL');
    await second.stop();
    expect(stateOf(second.pid)).not.toBe('postgres');
  });

  test('nor on one that takes long to start again', async () => {
    const said: string[] = [];
    const server = await start(said);
    const settings = join(room, 'cluster', 'postgresql.auto.conf');
    rmSync(settings);
    execFileSync('mkfifo', ['-m', '644', settings]); // the server waits for somebody to write
    const write = () => closeSync(openSync(settings, 'r+'));
    undo.defer(write);
    process.kill(server.pid, 'SIGKILL');
    await eventually(() => expect(said).toContain('the embedded Postgres is gone: starting it again'));
    const stopped = server.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, setTimeout(20_000, 'still waiting')])).toBe('stopped');
    await eventually(() => {
      write(); // each time: one that opens the file only now waits for the next writer, and hears of no signal until then
      expect(serversOf(room)).toEqual([]);
    });
  });
});

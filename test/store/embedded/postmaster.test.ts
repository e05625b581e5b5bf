// What the lock file of a cluster says about its server, and what the system says about the process that it names. Scripts
// that are called `postgres` stand in for servers, and one that is called `ps` for the list of processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { processState, readPostmaster, until } from '../../../src/store/embedded/postmaster.ts';
import { adopt, shutDown } from '../../../src/store/embedded/server.ts';
import { eventually } from '../../support/eventually.ts';
import { needPrograms } from '../../support/tools.ts';

let room: string;
let cluster: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'floatwatch-postmaster-'));
  cluster = join(room, 'cluster');
  mkdirSync(cluster);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(room, { recursive: true, force: true });
});

/** An executable script in the room. */
function script(name: string, text: string): string {
  const path = join(room, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Starts a script, in the cluster's folder if nothing else is said; returns its first line once it is printed. */
async function started(path: string, cwd = cluster) {
  const child = spawn(path, { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, pid: child.pid!, line: line.toString().trim() };
}

const WAITING = 'echo ready; read _';
const file = () => join(cluster, 'postmaster.pid');
const lock = (pid: number | string, port: number | string, status: string) =>
  writeFileSync(file(), `${pid}\n/data\n1790000000\n${port}\n\n127.0.0.1\n  5432001  7\n${status}\n`);

describe('the lock file', () => {
  test.each([
    ['ready   ', { pid: 4217, port: 14_218, status: 'ready' }],
    ['starting', { pid: 4217, port: 14_218, status: 'starting' }],
    ['stopping', { pid: 4217, port: 14_218, status: 'stopping' }],
    ['standby ', { pid: 4217, port: 14_218, status: 'unknown' }],
    ['', { pid: 4217, port: 14_218, status: 'unknown' }],
  ])('of a server that is %j', (status, told) => {
    lock(4217, 14_218, status);
    expect(readPostmaster(cluster)).toEqual(told);
  });

  test('of a server that has only begun to write it has no port, and nothing is known of it', () => {
    writeFileSync(file(), '1\n/data\n');
    expect(readPostmaster(cluster)).toEqual({ pid: 1, port: 0, status: 'unknown' });
  });

  test.each(['', '\n', '0\n', '-4217\n', '4217.5\n', 'postgres\n'])(
    'that begins with %j is of none',
    (text) => {
      writeFileSync(file(), text);
      expect(readPostmaster(cluster)).toBeUndefined();
    },
  );

  test('that is not there is of none', () => expect(readPostmaster(cluster)).toBeUndefined());
});

describe.runIf(process.platform === 'linux')('by the kernel, a process', () => {
  test('called postgres that works in the cluster is its server; in another folder it serves another', async () => {
    const postgres = script('postgres', WAITING);
    expect(processState((await started(postgres)).pid, cluster)).toBe('postgres');
    expect(processState((await started(postgres, room)).pid, cluster)).toBe('stranger');
  });

  test('of another name is a stranger, wherever it works', async () => {
    expect(processState((await started(script('postgrest', WAITING))).pid, cluster)).toBe('stranger');
  });

  test('has its name read as a whole, brackets in it too', async () => {
    expect(processState((await started(script('postgres) S', WAITING))).pid, cluster)).toBe('stranger');
  });

  test('is believed to be the server when its cluster is gone', async () => {
    const { pid } = await started(script('postgres', WAITING), room);
    expect(processState(pid, join(room, 'gone'))).toBe('postgres');
  });

  test('that is dead and that nobody asked for is a zombie', async () => {
    const { line } = await started(script('parent', 'sleep 0.1 & echo $!; exec sleep 60'));
    await eventually(() => expect(processState(Number(line), cluster)).toBe('zombie'));
  });

  test('that has ended is gone', async () => {
    const { child, pid } = await started(script('postgres', WAITING));
    child.stdin.end();
    await once(child, 'exit');
    expect(processState(pid, cluster)).toBe('gone');
  });
});

describe('without /proc, by the list of processes, one that is listed', () => {
  beforeAll(needPrograms);

  test.each([
    ['S+   /opt/floatwatch/bin/postgres', 'postgres'],
    ['Ss   postgres', 'postgres'],
    ['S    (postgres)', 'postgres'],
    ['S    /opt/bin/notpostgres', 'stranger'],
    ['S    postgres_exporter', 'stranger'],
    ['S    node', 'stranger'],
    ['Z    postgres', 'zombie'],
    ['S    Zpostgres', 'stranger'],
  ])('as %j', (listed, state) => {
    script('ps', `[ "$*" = "-p ${process.pid} -o stat=,comm=" ] && echo '${listed}'`);
    vi.stubEnv('PATH', `${room}${delimiter}${process.env['PATH']}`);
    expect(processState(process.pid, cluster, 'darwin')).toBe(state);
  });

  test.each([
    ['is not listed any more', 1, 'gone'],
    ['could not be listed', 2, 'postgres'],
  ])('that %s', (_, code, state) => {
    script('ps', `exit ${code}`);
    vi.stubEnv('PATH', room);
    expect(processState(process.pid, cluster, 'darwin')).toBe(state);
  });

  test('where there is no list either, as on Windows, one that is alive is the server', () => {
    expect(processState(process.pid, cluster, 'win32')).toBe('postgres');
  });
});

describe('a server that may be adopted', () => {
  const asked: number[] = [];
  /** Answers with these, one after the other. */
  const answering = (...answers: boolean[]) => {
    asked.length = 0;
    return async (port: number) => {
      asked.push(port);
      return answers.shift() ?? expect.fail('asked too often');
    };
  };

  test('is none without a lock file', async () => {
    expect(await adopt(cluster, answering())).toBeUndefined();
  });

  test('is none when its process has ended; its file is left to the next server', async () => {
    const { child, pid } = await started(script('postgres', WAITING));
    child.stdin.end();
    await once(child, 'exit');
    lock(pid, 14_218, 'ready');
    expect(await adopt(cluster, answering())).toBeUndefined();
    expect(existsSync(file())).toBe(true);
  });

  test('is none when its number is now that of another program: the file is taken away', async () => {
    const { pid } = await started(script('stranger', WAITING));
    lock(pid, 14_218, 'ready');
    expect(await adopt(cluster, answering())).toBeUndefined();
    expect(existsSync(file())).toBe(false);
  });

  test.runIf(process.platform === 'linux')('is asked once it is ready, until it answers', async () => {
    const { pid } = await started(script('postgres', WAITING));
    lock(pid, 14_218, 'starting');
    const adopted = adopt(cluster, answering(false, false, true));
    setTimeout(() => lock(pid, 14_218, 'ready'), 60);
    expect(asked).toEqual([]);
    expect(await adopted).toMatchObject({ pid, port: 14_218 });
    expect(asked).toEqual([14_218, 14_218, 14_218]);
  });

  test.runIf(process.platform === 'linux')('is none when it dies instead of answering', async () => {
    const { child, pid } = await started(script('postgres', WAITING));
    lock(pid, 14_218, 'ready');
    const dying = async () => {
      child.stdin.end();
      await once(child, 'exit');
      return false;
    };
    expect(await adopt(cluster, dying)).toBeUndefined();
  });

  test.runIf(process.platform === 'linux')(
    'is waited for a minute, and then it is said what to do',
    async () => {
      const { pid } = await started(script('postgres', WAITING));
      lock(pid, 14_218, 'ready');
      const times = [0, 60_000, 60_001];
      vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? expect.fail('waited too long'));
      await expect(adopt(cluster, answering(false, false))).rejects.toThrow(
        `the Postgres of an earlier run (process ${pid}) neither gets ready nor goes away: end it, or remove ${file()} if that is another program`,
      );
      expect(asked).toHaveLength(2);
    },
  );
});

describe.runIf(process.platform === 'linux')('shutting down', () => {
  test('asks for a fast stop first, and resolves when the server is gone', async () => {
    const told = join(room, 'told');
    const traps = ['INT', 'TERM', 'QUIT'].map((name) => `trap 'echo ${name} >> ${told}; exit 0' ${name}`);
    const { child, pid } = await started(script('postgres', `${traps.join('\n')}\n${WAITING}`));
    const exited = once(child, 'exit');
    await shutDown(pid, cluster); // the end is seen in /proc, perhaps before this process is told of it
    expect(await exited).toEqual([0, null]);
    expect(readFileSync(told, 'utf8')).toBe('INT\n');
  });

  test.each([
    ['ends it at once where it takes longer than six seconds', ['INT'], [6_000], 'INT\nQUIT\n', [0, null]],
    ['kills it two seconds after that', ['INT', 'QUIT'], [6_000, 2_000], 'INT\nQUIT\n', [null, 'SIGKILL']],
  ])('%s', async (_, ignored, waits, said, end) => {
    const told = join(room, 'told');
    const traps = ['INT', 'TERM', 'QUIT'].map(
      (name) => `trap 'echo ${name} >> ${told}${ignored.includes(name) ? '' : '; exit 0'}' ${name}`,
    );
    const { child, pid } = await started(
      script('postgres', `${traps.join('\n')}\necho ready; while :; do read _; done`),
    );
    const exited = once(child, 'exit');
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const stopping = shutDown(pid, cluster);
    for (const [i, wait] of waits.entries()) {
      await until(() => existsSync(told) && readFileSync(told, 'utf8').split('\n').length === i + 2, 1);
      now += wait;
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(child.exitCode ?? child.signalCode).toBeNull(); // it has all of its time
      now += 1;
    }
    await stopping;
    expect([await exited, readFileSync(told, 'utf8')]).toEqual([end, said]);
  });

  test('leaves a process alone that is not the server of this cluster', async () => {
    const { child, pid } = await started(script('postgres', WAITING), room);
    await shutDown(pid, cluster);
    expect(child.kill(0)).toBe(true);
    expect(processState(pid, room)).toBe('postgres');
  });
});

test('waiting asks first and at the end, and tells whether it came true', async () => {
  expect(await until(() => true, 0)).toBe(true);
  let asked = 0;
  expect(await until(() => ++asked === 3, 60_000)).toBe(true);
  expect(asked).toBe(3);
  expect(await until(() => false, 0)).toBe(false);
});

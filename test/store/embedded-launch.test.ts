// How often a server that does not start is tried again, and what is said in the end. A script stands in for Postgres: it
// fails with the messages of a real one, and gets ready when it has none left.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { launch, type Server } from '../../src/store/embedded/server.ts';
import { needPrograms } from '../support/tools.ts';

const TAKEN = [
  'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
  'FATAL:  could not create any TCP/IP sockets',
].join('\n');
const SHARED =
  'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use\nHINT:  Terminate any old server processes';
const BROKEN = 'FATAL:  data directory has invalid permissions';

const SCRIPT = `#!/bin/sh
# postgres -D CLUSTER -p PORT …
echo "$4" >> "$2/ports"
echo "$@" > "$2/arguments"; env > "$2/environment"; pwd > "$2/folder"
next="$2/$(wc -l < "$2/ports" | tr -d ' ')"
if [ -f "$next" ]; then cat "$next"; exit 1; fi
printf '%s\\n%s\\n0\\n%s\\n\\n127.0.0.1\\n0\\nready\\n' "$$" "$2" "$4" > "$2/postmaster.pid"
exec sleep 60
`;

let room: string;
let server: Server;
const started: number[] = [];

beforeAll(needPrograms);
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'floatwatch-launch-'));
  const [postgres, cluster] = [join(room, 'postgres'), join(room, 'cluster')];
  mkdirSync(cluster);
  writeFileSync(postgres, SCRIPT);
  chmodSync(postgres, 0o755);
  server = { postgres, cluster, user: undefined, settings: {}, log: join(room, 'log') };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const pid of started.splice(0)) process.kill(pid, 'SIGKILL');
  rmSync(room, { recursive: true, force: true });
});

/** Starts it; its first attempts end with these messages. Returns the ports that were tried, and the one or the error. */
async function launched(messages: readonly string[], wanted: number, signal?: AbortSignal) {
  messages.forEach((message, i) => {
    writeFileSync(join(server.cluster, String(i + 1)), `${message}\n`);
  });
  const outcome = await launch(server, wanted, signal).then(
    ({ pid, port }) => {
      started.push(pid);
      return port;
    },
    (error: Error) => error.message.replaceAll(room, 'ROOM'),
  );
  const tried = join(server.cluster, 'ports');
  const ports = existsSync(tried) ? readFileSync(tried, 'utf8').trim().split('\n').map(Number) : [];
  return { ports, outcome };
}

test.each([
  ['a free port that was taken meanwhile: another one is tried', [TAKEN], 0, 2],
  ['the shared memory of a server that was killed: it is tried again', [SHARED, SHARED], 0, 3],
  ['the same where the port is a set one', [SHARED], 54_321, 2],
  ['nothing is in the way', [], 0, 1],
])('%s', async (_, messages, wanted, attempts) => {
  const { ports, outcome } = await launched(messages, wanted);
  expect(ports).toHaveLength(attempts);
  expect(outcome).toBe(ports.at(-1));
  if (wanted > 0) expect(ports).toEqual(ports.map(() => wanted));
  else expect(Math.min(...ports)).toBeGreaterThan(1_023);
});

test.each([
  [
    'a set port that is taken is told with its setting, at once',
    TAKEN,
    'port 54321 is taken by another program: set database.embedded_port to a free one, or to 0',
  ],
  [
    'what another attempt would not change is told at once, with the log',
    BROKEN,
    'the embedded Postgres did not start: data directory has invalid permissions (ROOM/log)',
  ],
])('%s', async (_, message, told) => {
  expect(await launched([message], 54_321)).toEqual({ ports: [54_321], outcome: told });
});

test('after ten attempts it gives up, with the last message', async () => {
  const { ports, outcome } = await launched(Array<string>(10).fill(SHARED), 54_321);
  expect(ports).toHaveLength(10);
  expect(outcome).toContain(
    'the embedded Postgres did not start: pre-existing shared memory block (key 1, ID 2) is still in use; ',
  );
});

test('nobody tries again for someone who no longer waits', async () => {
  const { ports, outcome } = await launched([SHARED], 0, AbortSignal.abort());
  expect(outcome).toBe('the embedded Postgres did not start: it was no longer wanted (ROOM/log)');
  expect(ports.length).toBeLessThan(2);
});

test('one that does not get ready within a minute is ended', async () => {
  execFileSync('mkfifo', [join(room, 'pipe')]);
  writeFileSync(
    server.postgres,
    `#!/bin/sh\ntrap 'echo quit > "${room}/told"; exit 0' QUIT\necho $$ > "${room}/pid"\nread _ < "${room}/pipe"\n`,
  );
  const times = [0, 60_000];
  vi.spyOn(performance, 'now').mockImplementation(() => {
    if (times.length === 1 && !existsSync(join(room, 'pid'))) return 60_000;
    return times.shift() ?? 60_001;
  });
  const { outcome } = await launched([], 54_321);
  expect(outcome).toBe('the embedded Postgres did not start: it was not ready after 60 s (ROOM/log)');
  await expect.poll(() => existsSync(join(room, 'told'))).toBe(true);
});

test('it listens on loopback alone, in UTC, with the settings that are asked for, and inherits no secret', async () => {
  vi.stubEnv('PGPASSWORD', 'the-secret');
  server = { ...server, settings: { fsync: 'off', timezone: 'Africa/Kampala' } };
  await launched([], 54_321);
  const kept = (name: string) => readFileSync(join(server.cluster, name), 'utf8').trim();
  expect(kept('arguments').replace(server.cluster, 'CLUSTER')).toBe(
    '-D CLUSTER -p 54321 -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=Africa/Kampala -c log_timezone=UTC -c fsync=off',
  );
  expect(kept('environment')).not.toContain('the-secret');
  expect(realpathSync(kept('folder'))).toBe(realpathSync(room));
});

test.each([
  [1_000_000, false],
  [1_000_001, true],
])('a log of %i bytes is put away before a start: %s', async (bytes, isPutAway) => {
  writeFileSync(server.log, 'x'.repeat(bytes));
  await launched([], 0);
  expect(existsSync(`${server.log}.1`)).toBe(isPutAway);
  expect(statSync(server.log).size).toBe(isPutAway ? 0 : bytes);
  if (isPutAway) expect(statSync(server.log).mode & 0o777).toBe(0o600);
});

test.each([
  [
    'lines that tell why, hints included, without what stands before them',
    [
      '2026-03-01 09:00:00.000 UTC [7] LOG:  starting PostgreSQL 18.1',
      '2026-03-01 09:00:00.000 UTC [7] LOG:  could not bind IPv4 address "127.0.0.1": Cannot assign',
      '2026-03-01 09:00:00.000 UTC [7] WARNING:  could not create listen socket',
      '2026-03-01 09:00:00.000 UTC [7] FATAL:  could not create any TCP/IP sockets',
      '2026-03-01 09:00:00.000 UTC [7] LOG:  database system is shut down',
      'HINT:  Is another one running?',
    ],
    'could not bind IPv4 address "127.0.0.1": Cannot assign; could not create any TCP/IP sockets; Is another one running?',
  ],
  [
    'a panic',
    ['LOG:  starting', 'PANIC:  could not locate a valid checkpoint', 'LOG:  gone'],
    'could not locate a valid checkpoint',
  ],
  ['the last two lines where none tells why', ['first', 'LOG:  second', 'third'], 'second; third'],
  ['how it exited where it says nothing', [], 'it exited with 1'],
])('of a server that does not start are told: %s', async (_, lines, told) => {
  writeFileSync(server.log, 'FATAL:  of an earlier start\n');
  const { outcome } = await launched([lines.join('\n')], 54_321);
  expect(outcome).toBe(`the embedded Postgres did not start: ${told} (ROOM/log)`);
});

test('a program that can not be run is told with its name', async () => {
  server = { ...server, postgres: join(room, 'nothing') };
  const { outcome } = await launched([], 54_321);
  expect(outcome).toBe('the embedded Postgres did not start: spawn ROOM/nothing ENOENT (ROOM/log)');
});

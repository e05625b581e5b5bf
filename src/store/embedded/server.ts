// Starts, adopts and stops the server process.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serverEnvironment } from './cluster.ts';
import { processState, readPostmaster, until } from './postmaster.ts';
import type { ServerUser } from './server-user.ts';

export const START_MS = 60_000; // enough for crash recovery with a large WAL
const FAST_STOP_MS = 6_000; // then an immediate stop: the whole program has 10 s to stop
const LOG_BYTES = 1_000_000;

export interface Server {
  readonly postgres: string;
  readonly cluster: string;
  readonly user: ServerUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: string;
}

/** Returns the running server when it `answers`; waits for one that is dead, starting or stopping. */
export async function adopt(
  cluster: string,
  answers: (port: number) => Promise<boolean>,
): Promise<{ pid: number; port: number } | undefined> {
  const end = performance.now() + START_MS;
  for (;;) {
    const found = readPostmaster(cluster);
    if (!found) return undefined;
    const state = processState(found.pid, cluster);
    if (state === 'gone') return undefined;
    if (state === 'stranger') rmSync(join(cluster, 'postmaster.pid'), { force: true });
    // A server that was just killed still looks ready, so ask it.
    if (state === 'postgres' && found.status === 'ready' && (await answers(found.port))) return found;
    if (performance.now() > end) {
      const file = join(cluster, 'postmaster.pid');
      throw new Error(
        `the Postgres of an earlier run (process ${found.pid}) neither gets ready nor goes away: end it, or remove ${file} if that is another program`,
      );
    }
    await setTimeout(20);
  }
}

/**
 * Starts a server; port 0 picks a free one. When the signal aborts before the server is ready, the server is ended.
 *
 * Rejects with the server's own message, or with the setting to change when the port is in use.
 */
export async function launch(
  server: Server,
  wanted: number,
  signal?: AbortSignal,
): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = wanted === 0 ? await freePort() : wanted;
    const outcome = await launchOnce(server, port, signal);
    if (typeof outcome === 'number') return { pid: outcome, port };
    const clash = /Address already in use/i.test(outcome);
    // Children of a killed server keep its shared memory for a moment.
    const again = /shared memory block .* is still in use/.test(outcome) || (clash && wanted === 0);
    if (!again || attempt === 10 || signal?.aborted) {
      if (clash) {
        throw new Error(
          `port ${port} is taken by another program: set database.embedded_port to a free one, or to 0`,
        );
      }
      throw new Error(`the embedded Postgres did not start: ${outcome} (${server.log})`);
    }
    await setTimeout(100 * attempt);
  }
}

/** Returns the process id when the server is ready, or its last message when it has exited. */
async function launchOnce(server: Server, port: number, signal?: AbortSignal): Promise<number | string> {
  const { postgres, cluster, user, log } = server;
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...server.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (sizeOf(log) > LOG_BYTES) renameSync(log, `${log}.1`);
  const from = sizeOf(log);
  const output = openSync(log, 'a', 0o600);
  const child = spawn(postgres, ['-D', cluster, '-p', String(port), ...flags], {
    cwd: dirname(cluster),
    env: serverEnvironment(),
    detached: true, // a Ctrl-C in the terminal is for us: we must store results first
    stdio: ['ignore', output, output],
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  closeSync(output);
  let failed: string | undefined;
  child.once('error', (error) => {
    failed = error.message;
  });
  child.once('exit', (code, signal) => {
    failed ??= lastWords(log, from) || `it exited with ${code ?? signal}`;
  });
  const ready = () => {
    const found = readPostmaster(cluster);
    return found?.pid === child.pid && found?.status === 'ready';
  };
  await until(() => failed !== undefined || ready() || signal?.aborted === true, START_MS);
  child.removeAllListeners('exit');
  if (failed !== undefined) return failed;
  if (!ready()) {
    child.kill('SIGQUIT');
    return signal?.aborted ? 'it was no longer wanted' : `it was not ready after ${START_MS / 1000} s`;
  }
  child.unref();
  return child.pid!;
}

/** Stops the server, first in fast mode: it rolls back open transactions and flushes the WAL. Resolves when it is gone. */
export async function shutDown(pid: number, cluster: string): Promise<void> {
  const gone = () => processState(pid, cluster) !== 'postgres';
  const steps = [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const;
  for (const [signal, withinMs] of steps) {
    if (gone()) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await until(gone, withinMs)) return;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The server's own reason for its exit: the telling lines of the log, hints included, or else the last two. */
function lastWords(log: string, from: number): string {
  const lines = readFileSync(log).subarray(from).toString('utf8').trim().split('\n');
  const telling = lines.filter(
    (line) => /(FATAL|PANIC|LOG: {2}could not|HINT):/.test(line) || /could not bind/.test(line),
  );
  return (telling.length > 0 ? telling : lines.slice(-2))
    .map((line) => line.replace(/^.*?(FATAL|LOG|HINT|PANIC): +/, ''))
    .join('; ');
}

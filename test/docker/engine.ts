// A Docker engine: the one that answers, or one of our own for as long as it is needed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findTool } from '../support/tools.ts';

const START_S = 60;
const run = promisify(execFile);

/** Runs the `docker` command; resolves with what it printed, both streams, and rejects when it fails. */
export type Docker = (...args: readonly string[]) => Promise<string>;

export interface Engine extends AsyncDisposable {
  readonly docker: Docker;
  /** Whether it is gone afterwards, with all that was put into it. */
  readonly isOurs: boolean;
  /**
   * To be called between the last build and the first network of containers.
   *
   * One of our own is started anew in a network namespace, with which its bridges and its rules of the firewall go. Before, it
   * shares the machine's network, changes nothing of it, and can do builds with `--network host` and nothing else.
   */
  setApart(): Promise<void>;
}

/**
 * `undefined` where no engine answers and none can be started: that takes root and a `dockerd`.
 *
 * One of our own keeps its images in the folder, and has mounts of its own.
 */
export async function openEngine(folder: string): Promise<Engine | undefined> {
  const theirs = commandsTo({});
  if (await answers(theirs)) {
    return { docker: theirs, isOurs: false, setApart: async () => {}, [Symbol.asyncDispose]: async () => {} };
  }
  const dockerd = findTool('dockerd');
  if (process.getuid?.() !== 0 || dockerd === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const host = `unix://${join(folder, 'docker.sock')}`;
  const places = ['data', 'exec'].flatMap((name) => [`--${name}-root`, join(folder, name)]);
  const command = [dockerd, '--host', host, '--pidfile', join(folder, 'pid'), ...places];
  const docker = commandsTo({ DOCKER_HOST: host });
  let end = await start([...command, '--bridge=none', '--iptables=false', '--ip-forward=false'], docker);
  return (
    end && {
      docker,
      isOurs: true,
      async setApart() {
        await end?.();
        end = await start(['--net', ...command], docker);
        if (!end) throw new Error('the engine has not come again');
      },
      [Symbol.asyncDispose]: async () => await end?.(),
    }
  );
}

/** Starts an engine by the arguments of `unshare`; resolves when it answers, with what ends it, or with `undefined`. */
async function start(args: readonly string[], docker: Docker): Promise<(() => Promise<void>) | undefined> {
  // Detached: Ctrl-C is for us, who still need the engine to clear up.
  const daemon = spawn('unshare', ['--mount', ...args], { stdio: 'ignore', detached: true });
  const gone = once(daemon, 'exit');
  const end = async () => {
    daemon.kill('SIGTERM');
    await gone;
  };
  for (let second = 0; second < START_S && daemon.exitCode === null; second++) {
    if (await answers(docker)) return end;
    await setTimeout(1_000);
  }
  await end();
  return undefined;
}

function commandsTo(env: Readonly<Record<string, string>>): Docker {
  return async (...args) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    const { stdout, stderr } = await run('docker', args, options);
    return stdout + stderr;
  };
}

async function answers(docker: Docker): Promise<boolean> {
  return await docker('version').then(
    () => true,
    () => false,
  );
}

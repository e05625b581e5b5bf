import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A child process whose output is kept; killed at the end of its scope if it is still there. */
export interface Running extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Sends a signal to it, or to its whole group. */
  tell(signal: NodeJS.Signals): void;
  /** What it has written so far, both streams. */
  output(): string;
  /** Resolves with the first match in the output; rejects with the whole output if it ends or `ms` pass first. */
  until(pattern: RegExp, ms?: number): Promise<RegExpExecArray>;
  /** Resolves when it has ended: its exit code, or the signal's name. */
  ended(): Promise<number | string>;
  /** Asks it to end, and waits for that: it takes what it has started along. */
  stop(): Promise<void>;
}

/** Starts the floatwatch command from this checkout. */
export function floatwatch(args: readonly string[], options: StartOptions = {}): Running {
  return start(process.execPath, [join(root, 'bin', 'floatwatch.js'), ...args], options);
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
  /** In a process group of its own, which is then told and killed whole: for what starts others, as npm does. */
  readonly group?: true;
}

/** Starts any program. */
export function start(command: string, args: readonly string[], options: StartOptions = {}): Running {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.group === true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    env: { ...process.env, NO_COLOR: '1', ...options.env },
  });
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
  }
  const end = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | string);
  const tell = (signal: NodeJS.Signals) => {
    if (!options.group) child.kill(signal);
    else if (child.pid !== undefined) process.kill(-child.pid, signal);
  };
  return {
    child,
    pid: child.pid ?? -1,
    tell,
    output: () => text,
    ended: () => end,
    async stop() {
      tell('SIGTERM');
      await end;
    },
    async until(pattern, ms = 60_000) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const fail = (why: string) => reject(new Error(`${why} before ${pattern} was seen in:\n${text}`));
      const look = () => {
        const match = pattern.exec(text);
        if (match) resolve(match);
      };
      const timer = setTimeout(() => fail(`${ms} ms passed`), ms);
      listeners.add(look);
      void end.then((code) => fail(`it ended with ${code}`));
      look();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        listeners.delete(look);
      }
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) tell('SIGKILL');
      await end;
    },
  };
}

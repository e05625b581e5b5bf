// The outside world as a command sees it, and the error of a command. `main.ts` makes the real one, tests make others.
import type { Readable, Writable } from 'node:stream';

/** The outside world as a command sees it, so that tests can run commands in-process. */
export interface Io {
  /** The user who may be asked; absent: nobody. */
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  /** Data, and nothing else. */
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Everything that is not data: progress, warnings, errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: NodeJS.ProcessEnv;
  /** Aborts on SIGINT and SIGTERM. A command that reads it must then end by itself; these signals end any other command. */
  readonly signal: AbortSignal;
  /** Registers what must be done before a command ends that doesn't end by itself, or whose output nobody reads. */
  onEarlyEnd(undo: () => Promise<void>): void;
  /** Calls back on each SIGHUP. */
  onHangUp(listener: () => void): void;
  /** The exit code of the process: 0 fine, 1 failed, 2 usage or configuration, 3 a threshold is breached. */
  exitCode: number;
}

/** Whether colour and moving progress are welcome on a stream: a terminal, not dumb, NO_COLOR unset. */
export function isLively(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** A failure whose message is all that the user needs; `exitCode` as in {@link Io.exitCode}. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

// The outside world as a command sees it, and how a command fails. `main.ts` makes the real one, tests another.
import type { Readable, Writable } from 'node:stream';

/** The outside world as a command sees it, so that tests can run commands in-process. */
export interface Io {
  /** Who may be asked something; absent: nobody. */
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  /** Data, and nothing else. */
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Everything that is not data: progress, warnings, errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: NodeJS.ProcessEnv;
  /** Aborts on SIGINT and SIGTERM. Whoever asks for it ends by itself then; a command that never does is ended by them. */
  readonly signal: AbortSignal;
  /** What must be done before a command is ended that doesn't end by itself, or whose output nobody reads on. */
  onEarlyEnd(undo: () => Promise<void>): void;
  /** Calls back on each SIGHUP. */
  onHangUp(listener: () => void): void;
  /** What the process will exit with: 0 fine, 1 failed, 2 usage or configuration, 3 a threshold is breached. */
  exitCode: number;
}

/** Whether colour and moving progress are welcome on a stream: a terminal, not dumb, NO_COLOR unset. */
export function isLively(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** A failure whose message is all that its reader needs; `exitCode` as in {@link Io.exitCode}. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

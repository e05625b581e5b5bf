// Holds keys, passwords and addresses with a password. A Secret can be used, but not shown.
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { inspect } from 'node:util';

const SHOWN = '[secret]';
const MAX_BYTES = 64 * 1024;

/** Says what is wrong with a value, without showing it; `undefined` when nothing is. */
export type SecretCheck = (value: string) => string | undefined;

/** A value that no log, error, JSON or debugger shows: it always prints as `[secret]`. */
export class Secret {
  readonly #current: () => string;
  readonly #watchers: ((value: string) => void)[] = [];

  /** Calls `current` on every {@link reveal}; use {@link secretOf} and {@link openSecretFile}. */
  constructor(current: (changed: (value: string) => void) => string) {
    this.#current = () => current((value) => this.#watchers.forEach((watcher) => void watcher(value)));
  }

  /** The present value: a changed file has been read again. Only for the request that needs it. */
  reveal(): string {
    return this.#current();
  }

  /** Calls the watcher with the value now and with every later one, so that each can be kept out of the logs. */
  watch(watcher: (value: string) => void): void {
    watcher(this.#current());
    this.#watchers.push(watcher);
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}

/** A secret that never changes. Throws, without the value, when it can't be sent in a header. */
export function secretOf(value: string, check: SecretCheck = flawOfKey): Secret {
  const problem = check(value);
  if (problem !== undefined) throw new Error(problem);
  return new Secret(() => value);
}

export interface SecretFileOptions {
  /** Whether others than the owner may be able to read the file: for containers, whose mounts are 0444. @default false */
  readonly anyPermissions?: boolean;
  /** @default flawOfKey */
  readonly check?: SecretCheck;
  /** Called once for each change of the file that can't be used. The last good value stays in use. */
  readonly onProblem?: (problem: string) => void;
}

/**
 * A secret in a file, which is read again when the file changes.
 *
 * One newline at the end is not part of the secret. Throws when the file can't be used at the start. Later, the last good
 * value is kept, and `onProblem` is called.
 */
export function openSecretFile(path: string, options: SecretFileOptions = {}): Secret {
  let seen = stamp(path); // before reading, so that a change in between is seen next time
  let value = readSecretFile(path, options);
  let told: string | undefined; // the change that `onProblem` was called for
  return new Secret((changed) => {
    const now = stamp(path);
    if (now === seen) return value;
    let next: string;
    try {
      next = readSecretFile(path, options);
    } catch (error) {
      // The next call tries again: the cause may be this process, such as too many open files.
      const problem = `${path}: ${(error as Error).message}; the value read before stays in use`;
      if (told !== now) options.onProblem?.(problem);
      told = now;
      return value;
    }
    seen = now;
    if (next === value) return value;
    value = next;
    changed(value);
    return value;
  });
}

function readSecretFile(path: string, options: SecretFileOptions): string {
  const file = openForReading(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error('is not a regular file');
    if (!options.anyPermissions && (stat.mode & 0o077) !== 0) {
      throw new Error(
        `can be read by others than its owner (mode ${(stat.mode & 0o777).toString(8).padStart(4, '0')}): ` +
          'chmod 600 it, or set secret_files.permissions: any where the file system is yours alone',
      );
    }
    if (stat.size > MAX_BYTES) throw new Error('is larger than 64 kB, so it is hardly a secret');
    const buffer = Buffer.alloc(MAX_BYTES + 1);
    const length = readSync(file, buffer, 0, buffer.length, 0);
    const value = buffer.toString('latin1', 0, length).replace(/\r?\n$/, '');
    const problem = (options.check ?? flawOfKey)(value);
    if (problem !== undefined) throw new Error(problem);
    return value;
  } finally {
    closeSync(file);
  }
}

/** Opens the file without blocking: to open a FIFO would wait for its writer for ever. */
function openForReading(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error('does not exist');
    if (code === 'EACCES') throw new Error('may not be read by this user');
    throw new Error(`can't be opened (${code})`);
  }
}

/** Differs whenever the file may have changed, in whatever way it was replaced. */
function stamp(path: string): string {
  try {
    const stat = statSync(path, { bigint: true });
    return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** Says what is wrong with a key, a token or a password. */
export function flawOfKey(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (/^[\x21-\x7e]+$/.test(value)) return undefined;
  if (/[\r\n]/.test(value)) return 'holds a line break; a secret is one line';
  if (/\s/.test(value)) return 'holds a space or a tab; a secret is printable ASCII without blanks';
  return 'holds a character that is not printable ASCII';
}

/** Says what is wrong with the value of a header: as for a key, but it may be several words. */
export function flawOfHeader(value: string): string | undefined {
  return flawOfKey(value.replaceAll(/(?<=[!-~]) +(?=[!-~])/g, ''));
}

// The errors of exports and imports: why a folder can't be used, and what to do about it.

/** Why a folder or a file of an export can't be used, and what to do, in a sentence. */
export class ExportError extends Error {
  /** The exit code of commands: 2 when the named folder is wrong. */
  readonly exitCode: number;
  override readonly name = 'ExportError';
  constructor(message: string, exitCode: 1 | 2 = 1, options: ErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The database has something else than the export: the same import fails again. */
export class ContradictionError extends ExportError {}

const TROUBLES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room there',
  EDQUOT: "this user's share of the disk is used up: make room there",
  EROFS: 'the disk is mounted read-only: name a folder on another',
  EACCES: 'this user lacks the right: give it the right, or name a folder of its own',
  EPERM: 'this user lacks the right: give it the right, or name a folder of its own',
  EIO: 'the disk fails: see what the system says of it',
  ENOENT: 'there is no such file or folder',
};

/** A failure of the file system as a sentence that names the file; any other error, such as a database's, as it is. */
export function fileError(path: string, what: string, cause: unknown, exitCode: 1 | 2 = 1): unknown {
  const { code = '', message, syscall } = cause as NodeJS.ErrnoException;
  const trouble = TROUBLES[code];
  if (syscall === 'connect' || (trouble === undefined && !FILE_CALLS.has(syscall ?? ''))) return cause;
  return new ExportError(`${path} ${what}: ${trouble ?? message}`, exitCode, { cause });
}

/** Calls that no connection makes. Connections read and write too. */
const FILE_CALLS = new Set(['open', 'fsync', 'rename', 'mkdir', 'stat', 'scandir', 'unlink', 'rm']);

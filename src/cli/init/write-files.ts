// Writes the files of a first configuration. It overwrites nothing.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { makeFolders } from '../../store/make-folder.ts';
import { CommandError } from '../terminal/io.ts';
import type { Answers, Key } from './answers.ts';

const OWNER_ONLY = 0o600;

interface NewFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** The paths of the keys, as the configuration names them from its own folder, and the files that must be made for them. */
export function keyFiles(
  configFile: string,
  { account, publicKey, secretKey }: Answers,
): { readonly publicKeyFile: string; readonly secretKeyFile: string; readonly files: readonly NewFile[] } {
  const folder = dirname(configFile);
  const files: NewFile[] = [];
  const place = ({ value, file }: Key, what: string): string => {
    if (file !== undefined) return isAbsolute(file) ? file : relative(folder, file);
    const name = join('keys', `${account}.${what}`);
    files.push({ path: join(folder, name), text: `${value}\n`, mode: OWNER_ONLY });
    return name;
  };
  return {
    publicKeyFile: place(publicKey, 'public-key'),
    secretKeyFile: place(secretKey, 'secret-key'),
    files,
  };
}

/** Throws a {@link CommandError} that names the first of these files that exists. */
export function requireNew(paths: readonly string[], hint: string): void {
  const there = paths.find((path) => existsSync(path));
  if (there !== undefined)
    throw new CommandError(`${there} exists already, and init overwrites nothing: ${hint}`, 2);
}

/** Writes all of the files or none; makes missing folders for their owner alone. Throws the error of the file system. */
export function writeNew(files: readonly NewFile[]): void {
  const written: string[] = [];
  try {
    for (const { path, text, mode } of files) {
      makeFolders(dirname(path), { mode: 0o700 });
      writeFileSync(path, text, { flag: 'wx', mode });
      written.push(path);
    }
  } catch (cause) {
    for (const path of written) rmSync(path, { force: true });
    throw new CommandError(`nothing was written: ${(cause as Error).message}`, 1, { cause });
  }
}

// The configuration file, from bytes to a Config, or to everything that is wrong with it at once.
import { closeSync, openSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import type { OpenSecret } from './check-secrets.ts';
import { checkTogether } from './checks.ts';
import { type Config, complete } from './complete.ts';
import type { Env } from './expand.ts';
import { ConfigError, formatPath, type Path, type Problem } from './problem.ts';
import { fileSchema } from './schema.ts';
import { openSecretFile, Secret } from './secret.ts';
import { nearest } from './spelling.ts';
import { entries } from './valid.ts';
import { type Place, readTree, type Tree } from './yaml.ts';

const MOST_BYTES = 1024 * 1024 + 1; // one more than is accepted

export interface LoadOptions {
  readonly env: Env;
  /** Told when a secret file changes into something unusable; the last good value stays in use. */
  readonly onSecretProblem?: (problem: string) => void;
}

export interface Loaded {
  readonly config: Config;
  readonly warnings: readonly Problem[];
}

/**
 * Reads and checks a configuration file; changes nothing.
 *
 * Throws a `ConfigError` with every problem that there is. Files named in it are relative to its folder.
 */
export function loadConfig(path: string, options: LoadOptions): Loaded {
  let text: string;
  try {
    text = readStart(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = code === 'ENOENT' ? 'there is no such file' : `can't be read (${code})`;
    throw new ConfigError([{ file: path, line: 1, col: 1, path: '', message }]);
  }
  return parseConfig(text, { ...options, file: path });
}

/** As {@link loadConfig}, for a text that is at hand; `file` is what messages call it. */
export function parseConfig(text: string, options: LoadOptions & { readonly file: string }): Loaded {
  const { file } = options;
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const note = (into: Problem[], { line, col }: Place, path: Path, message: string): void =>
    void into.push({ file, line, col, path: formatPath(path), message });

  const tree = readTree(text, options.env, (place, path, message) => note(problems, place, path, message));
  if (tree.isBroken([])) throw new ConfigError(problems);
  const findings = {
    problem: (path: Path, message: string): void => {
      if (!tree.isBroken(path))
        note(
          problems,
          tree.place(path),
          path,
          message.replaceAll('{got}', () => quote(tree, path)),
        );
    },
    warning: (path: Path, message: string): void => note(warnings, tree.place(path), path, message),
  };
  const open = createOpener(
    options,
    () => entries(entries(tree.root)['secret_files'])['permissions'] === 'any',
  );

  const parsed = fileSchema.safeParse(tree.root ?? {});
  for (const issue of parsed.error?.issues ?? [])
    tell(issue, [], tree, findings.problem, (path, message) =>
      note(problems, tree.keyPlace(path), path, message),
    );
  checkTogether(tree.root, findings, open);
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return { config: complete(parsed.data, open), warnings };
}

/** Every secret of a configuration: what a scrubber must know. */
export function secretsOf(config: Config): readonly Secret[] {
  const found = new Set<Secret>();
  const look = (value: unknown): void => {
    if (value instanceof Secret) found.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  look(config);
  return [...found];
}

/** Puts one issue of zod into words; an unknown setting is told at its name, everything else at its value. */
function tell(
  issue: z.core.$ZodIssue,
  base: Path,
  tree: Tree,
  atValue: (path: Path, message: string) => void,
  atKey: (path: Path, message: string) => void,
): void {
  const path = [...base, ...(issue.path as Path)];
  if (issue.code === 'unrecognized_keys') {
    const [, ...known] = issue.message.split('\n');
    for (const key of issue.keys) atKey([...path, key], `is no setting; ${nearest(key, known)}`);
  } else if (issue.code === 'invalid_union') {
    // A list's item that may be short or long: what was meant shows by its form.
    const section = !tree.source(path)?.startsWith('"') && typeof at(tree.root, path) === 'object';
    for (const inner of issue.errors[section ? 1 : 0] ?? []) tell(inner, path, tree, atValue, atKey);
  } else if (issue.code === 'invalid_key') {
    atKey(
      path,
      `is not a name of ${issue.issues[0]?.message.replace(/^must be |, not \{got\}$/g, '') ?? 'text'}`,
    );
  } else if (issue.code === 'invalid_type') {
    atValue(
      path,
      at(tree.root, path) === undefined ? 'is required' : (FORMS[issue.expected] ?? issue.message),
    );
  } else atValue(path, issue.message);
}

const FORMS: Readonly<Record<string, string>> = {
  object: 'must be a section: settings by their names, each on a line of its own and indented',
  record: 'must be a section: texts by their names, each on a line of its own and indented',
  array: 'must be a list: each item behind a dash on a line of its own, or [all, in, brackets]',
};

function at(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<string | number, unknown> | undefined)?.[part],
    root,
  );
}

/** What the file says at a path, shortened; never what a variable stands for. */
function quote(tree: Tree, path: Path): string {
  const value = at(tree.root, path);
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a section';
  const source = (tree.source(path) ?? '').trim();
  return source.length > 60 ? `${source.slice(0, 60)}…` : source;
}

/** Opens each secret file once, however often it is asked for. */
function createOpener(
  options: LoadOptions & { readonly file: string },
  anyPermissions: () => boolean,
): OpenSecret {
  const opened = new Map<string, Secret>();
  return (path, check) => {
    const known = opened.get(path);
    if (known) return known;
    const secret = openSecretFile(resolve(dirname(options.file), path), {
      anyPermissions: anyPermissions(),
      ...(check && { check }),
      ...(options.onSecretProblem && { onProblem: options.onSecretProblem }),
    });
    opened.set(path, secret);
    return secret;
  };
}

/** As much of a file as can matter: pipes are fine, and /dev/zero ends too. */
function readStart(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(MOST_BYTES);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(file, buffer, length, buffer.length - length, null);
    }
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}

// Reads the configuration file into a Config, or into everything that is wrong with it at once.
import { dirname, resolve } from 'node:path';
import type { OpenSecret } from './checks/check-secrets.ts';
import { checkTogether } from './checks/checks.ts';
import { ConfigError, formatPath, type Path, type Problem } from './problem.ts';
import { type Config, resolveConfig } from './resolve/resolve.ts';
import { fileSchema } from './schema/schema.ts';
import { openSecretFile, Secret } from './secret.ts';
import { entries } from './valid.ts';
import { misspeltVariables } from './variables.ts';
import type { Env } from './yaml/expand.ts';
import { maxBytes, readText, requireLasting, tooLarge } from './yaml/read-text.ts';
import { readTree, type YamlPosition } from './yaml/yaml.ts';
import { filledIn, inWords } from './zod-messages.ts';

export interface LoadOptions {
  readonly env: Env;
  /** Reads the file of `web.config_file` as the server does; throws an error that says what is wrong with it. */
  readonly readWebConfig?: (file: string) => void;
  /** Called when a secret file changes into something unusable; the last good value stays in use. */
  readonly onSecretProblem?: (problem: string) => void;
  /** The names that `accounts[].service` may have. @default any */
  readonly services?: readonly string[];
  /** Whether the running program reads the file again: then a file that can be read only once is refused. @default false */
  readonly again?: boolean;
}

export interface Loaded {
  readonly config: Config;
  readonly warnings: readonly Problem[];
}

/**
 * Reads and checks a configuration file, and the secret files that it names; changes nothing.
 *
 * Throws a `ConfigError` with every problem. File names in it are relative to its folder.
 */
export function loadConfig(path: string, options: LoadOptions): Loaded {
  let text: string;
  try {
    if (options.again) requireLasting(path);
    text = readText(path, maxBytes(options.env));
  } catch (error) {
    const hints = misspeltVariables(options.env);
    const message = [unreadable(error), ...hints].join('; ');
    throw new ConfigError([{ file: path, line: 1, col: 1, path: '', message }]);
  }
  return parseConfig(text, { ...options, file: path });
}

/** As {@link loadConfig}, for a text; messages name it by `file`. */
export function parseConfig(text: string, options: LoadOptions & { readonly file: string }): Loaded {
  const { env, file, services } = options;
  const problems = createNotes(file);
  const warnings = createNotes(file);

  const most = maxBytes(env);
  if (Buffer.byteLength(text) > most) {
    throw new ConfigError([{ file, line: 1, col: 1, path: '', message: tooLarge(most) }]);
  }
  for (const hint of misspeltVariables(env, text)) warnings.note({ line: 1, col: 1 }, [], hint);
  const tree = readTree(text, env, (place, path, message) => problems.note(place, path, message));
  if (tree.isBroken([])) throw new ConfigError(problems.all);
  const findings = {
    problem(path: Path, message: string): void {
      if (!tree.isBroken(path)) problems.note(tree.place(path), path, filledIn(message, tree, path));
    },
    warning: (path: Path, message: string): void => warnings.note(tree.place(path), path, message),
  };
  const folder = dirname(file);
  const anyPermissions = entries(entries(tree.root)['secret_files'])['permissions'] === 'any';
  const open = createOpener(folder, anyPermissions, options);

  const parsed = fileSchema.safeParse(tree.root ?? {});
  for (const { path, message, ofName } of parsed.error?.issues.flatMap((issue) => inWords(issue, tree)) ??
    []) {
    if (ofName) problems.note(tree.keyPlace(path), path, message);
    else findings.problem(path, message);
  }
  const { readWebConfig } = options;
  const accounts = parsed.data?.accounts;
  checkTogether(tree.root, findings, { open, folder, services, readWebConfig, accounts });
  if (!parsed.success || problems.all.length > 0) throw new ConfigError(problems.all);
  return { config: resolveConfig(parsed.data, { open, folder }), warnings: warnings.all };
}

interface Notes {
  readonly all: readonly Problem[];
  note(place: YamlPosition, path: Path, message: string): void;
}

/**
 * Collects what is said of a file, each message once: two checks may say the same. There may be one for each of ten
 * thousand accounts.
 */
function createNotes(file: string): Notes {
  const all = new Map<string, Problem>();
  return {
    get all() {
      return [...all.values()];
    },
    note({ line, col }, at, message) {
      const path = formatPath(at);
      const key = JSON.stringify([path, message]);
      if (!all.has(key)) all.set(key, { file, line, col, path, message });
    },
  };
}

/** Every secret of a configuration, or of a part of one, for a scrubber. */
export function secretsOf(config: Partial<Config>): readonly Secret[] {
  const found = new Set<Secret>();
  const look = (value: unknown): void => {
    if (value instanceof Secret) found.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  look(config);
  return [...found];
}

/** Opens each secret file once, however often it is asked for. */
function createOpener(
  folder: string,
  anyPermissions: boolean,
  { env, onSecretProblem }: LoadOptions,
): OpenSecret {
  const opened = new Map<string, Secret>();
  const credentials = env['CREDENTIALS_DIRECTORY']; // systemd's own folder, whose access lists look like open modes
  return (name, check) => {
    const path = resolve(folder, name);
    const secret =
      opened.get(path) ??
      openSecretFile(path, {
        anyPermissions: anyPermissions || (!!credentials && dirname(path) === resolve(credentials)),
        ...(check && { check }),
        ...(onSecretProblem && { onProblem: onSecretProblem }),
      });
    opened.set(path, secret);
    return secret;
  };
}

function unreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  if (code === 'ENOENT') return 'there is no such file (--config.file or FLOATWATCH_CONFIG_FILE names it)';
  if (code === 'EISDIR') return 'is a folder, not a file';
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not text in UTF-8' : `can't be read (${code})`;
}

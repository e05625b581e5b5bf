// Gathers what a first configuration needs, from flags, or from the user at the terminal.
import { parseConfig } from '../../config/load.ts';
import { ConfigError } from '../../config/problem.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { openSecretFile } from '../../config/secret.ts';
import { CommandError } from '../terminal/io.ts';
import type { Questions } from '../terminal/questions.ts';
import { KEY_VARIABLES } from './key-variables.ts';

/** A key, and the file that holds it already. Without such a file, init writes one. */
export interface Key {
  readonly value: string;
  readonly file?: string;
}

export interface Answers {
  readonly account: string;
  readonly baseUrl: string;
  readonly publicKey: Key;
  readonly secretKey: Key;
  readonly timezone: string;
  readonly schedule: string;
}

/** Answers that are given beforehand: the user isn't asked for them. */
export interface Given {
  readonly account?: string;
  readonly baseUrl?: string;
  readonly publicKeyFile?: string;
  readonly secretKeyFile?: string;
  readonly timezone?: string;
  readonly schedule?: string;
}

const PRESETS = { account: 'main', schedule: '*/5 * * * *' } as const;

/** For each field: the setting that it becomes, the text of its question, and the flag that gives it without a question. */
const FIELDS = {
  baseUrl: { setting: 'base_url', text: 'Address of the payment service', flag: '--base-url' },
  account: { setting: 'name', text: 'A name for the account', flag: '--account' },
  publicKey: { setting: 'public_key', text: 'Public key', flag: '--public-key-file' },
  secretKey: { setting: 'secret_key', text: 'Secret key', flag: '--secret-key-file' },
  timezone: { setting: 'timezone', text: 'Time zone of its business day', flag: '--timezone' },
  schedule: { setting: 'schedule', text: 'When to ask for balances, as cron', flag: '--schedule' },
} as const;
type Field = keyof typeof FIELDS;

/**
 * Gathers all answers. `before` are the answers of an earlier round, which are then offered again.
 *
 * Throws a {@link CommandError} for a flag that can't be used and, when there is nobody to ask, for every flag that is
 * missing.
 */
export async function gatherAnswers(
  given: Given,
  {
    questions,
    env,
    before,
  }: {
    readonly questions: Questions | undefined;
    readonly env: NodeJS.ProcessEnv;
    readonly before?: Answers;
  },
): Promise<Answers> {
  const keys = {
    publicKey: givenKey(given.publicKeyFile, FIELDS.publicKey.flag, env[KEY_VARIABLES.publicKey]),
    secretKey: givenKey(given.secretKeyFile, FIELDS.secretKey.flag, env[KEY_VARIABLES.secretKey]),
  };
  const presets = { ...PRESETS, timezone: ownTimezone() };
  if (!questions) requireAll({ baseUrl: given.baseUrl, ...keys });

  async function text(field: Exclude<Field, keyof typeof keys>): Promise<string> {
    const own = given[field];
    if (own !== undefined) return checked(field, own);
    const preset = before?.[field] ?? (field === 'baseUrl' ? undefined : presets[field]);
    if (!questions) return checked(field, preset!);
    const flaw = (answer: string) => flawOf(field, answer);
    return await questions.ask({ text: FIELDS[field].text, flaw, ...(preset !== undefined && { preset }) });
  }

  async function key(field: keyof typeof keys): Promise<Key> {
    const own = keys[field];
    if (own) return { ...own, value: checked(field, own.value) };
    const value = await questions!.ask({
      ...{ text: `${FIELDS[field].text} (not shown)`, isSecret: true },
      flaw: (answer) => flawOf(field, answer),
      ...(before && { preset: before[field].value }),
    });
    return { value };
  }

  const baseUrl = await text('baseUrl');
  const account = await text('account');
  const publicKey = await key('publicKey');
  const secretKey = await key('secretKey');
  const timezone = await text('timezone');
  return { account, baseUrl, publicKey, secretKey, timezone, schedule: await text('schedule') };
}

/** Makes a configuration from the answers, to ask the service with before anything is written. */
export function configFrom(answers: Partial<Answers>): Config {
  const sample = { name: 'main', base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk' };
  const { account, baseUrl, publicKey, secretKey, timezone, schedule } = answers;
  const settings = {
    ...sample,
    ...(account !== undefined && { name: account }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(publicKey && { public_key: publicKey.value }),
    ...(secretKey && { secret_key: secretKey.value }),
    ...(timezone !== undefined && { timezone }),
    ...(schedule !== undefined && { schedule }),
  };
  const text = JSON.stringify({ accounts: [settings] }).replaceAll('$', '$$$$'); // YAML reads JSON; nothing is expanded
  return parseConfig(text, { env: {}, file: 'floatwatch.yaml' }).config;
}

/** What the configuration says about an answer; `undefined` when it can be used. */
function flawOf(field: Field, answer: string): string | undefined {
  const value = field === 'publicKey' || field === 'secretKey' ? { value: answer } : answer;
  try {
    configFrom({ [field]: value });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ message }) => message).join('; ');
  }
}

/** The time zone of this machine; UTC where a configuration can't name it, as with an empty TZ. */
function ownTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { readonly timeZone?: string };
  return timeZone !== undefined && flawOf('timezone', timeZone) === undefined ? timeZone : 'UTC';
}

function checked(field: Field, value: string): string {
  const flaw = flawOf(field, value);
  if (flaw === undefined) return value;
  throw new CommandError(`${FIELDS[field].flag}: ${flaw}`, 2);
}

function givenKey(file: string | undefined, flag: string, fromEnv: string | undefined): Key | undefined {
  if (file === undefined) return fromEnv ? { value: fromEnv } : undefined;
  try {
    return { value: openSecretFile(file).reveal(), file };
  } catch (cause) {
    throw new CommandError(`${flag} ${file}: ${(cause as Error).message}`, 2, { cause });
  }
}

function requireAll(needed: { readonly [F in Field]?: unknown }): void {
  const missing = (Object.keys(needed) as Field[]).filter((field) => needed[field] === undefined);
  if (missing.length === 0) return;
  const names = missing.map((field) => {
    const { flag } = FIELDS[field];
    return field in KEY_VARIABLES
      ? `${flag} (or ${KEY_VARIABLES[field as keyof typeof KEY_VARIABLES]})`
      : flag;
  });
  throw new CommandError(`there is no terminal to ask on: needed are ${names.join(', ')}`, 2);
}

// The kinds of values of settings: how each is read, its JSON Schema, and the message for an invalid value. `<got>` in a
// message becomes what the file says there.
import { z } from 'zod';
import { CONFIDENCE_TEXT, confidenceOf, MAX_CONFIDENCE, MIN_CONFIDENCE } from '../../conditions/settings.ts';
import { formatDuration, parseDuration } from '../../domain/duration.ts';
import { isTimezone } from '../../domain/local-time.ts';
import { type Amount, compareAmounts, parseAmount, ZERO } from '../../domain/money.ts';
import { meantBy } from '../../domain/spelling.ts';
import { parseWalletKey, type WalletId } from '../../domain/wallet.ts';
import { parseListenAddress } from '../../net/listen-address.ts';
import { smallestInterval } from './interval.ts';
import { refuse, SettingRefusal } from './refusal.ts';

z.config({ jitless: true }); // no code is made at run time

type SettingJsonSchema = Readonly<Record<string, unknown>>;

/** The key in the JSON Schema under which a kind says what it takes; {@link ../json-schema.ts} makes a sentence of it. */
export const KIND = 'x-kind';

/** A JSON Schema for editors that also accepts a variable in place of the value. */
export const orVariable = (json: SettingJsonSchema): SettingJsonSchema => ({
  anyOf: [json, { type: 'string', pattern: '^\\$\\{' }],
});

/**
 * One kind of value. `expected` completes "must be …"; `read` returns `undefined` for anything else.
 *
 * Never coerces: it takes YAML's own number or boolean only where the setting means one.
 */
export function setting<T>(
  expected: string,
  json: SettingJsonSchema,
  read: (value: unknown) => T | SettingRefusal | undefined,
) {
  return z
    .unknown()
    .transform((value, context): T => {
      const result = value === undefined ? refuse(`is required: ${expected}`) : read(value);
      if (result !== undefined && !(result instanceof SettingRefusal)) return result;
      const message = result instanceof SettingRefusal ? result.message : `must be ${expected}, not <got>`;
      context.issues.push({ code: 'custom', message, input: value });
      return z.NEVER;
    })
    .meta({ ...json, [KIND]: expected });
}

/** Any text; a number or `true` must be quoted, so that YAML changes nothing. */
export const text = (
  expected = 'text',
  read: (value: string) => string | SettingRefusal | undefined = (v) => v,
) =>
  setting(expected, { type: 'string' }, (value) => {
    if (typeof value === 'number' || typeof value === 'boolean') {
      return refuse(`must be text: put it in quotes, as "<got>"`);
    }
    return typeof value === 'string' && value !== '' ? read(value) : undefined;
  });

export const flag = () =>
  setting('true or false', orVariable({ type: 'boolean' }), (value) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined; // from a variable
  });

export const confidence = () =>
  setting(
    CONFIDENCE_TEXT,
    orVariable({ type: 'number', minimum: MIN_CONFIDENCE, maximum: MAX_CONFIDENCE }),
    (value) =>
      typeof value === 'number' || (typeof value === 'string' && /^0\.\d+$/.test(value))
        ? confidenceOf(Number(value))
        : undefined,
  );

export const whole = (least: number, most: number) =>
  setting(
    `a whole number from ${least} to ${most}`,
    {
      anyOf: [
        { type: 'integer', minimum: least, maximum: most },
        { type: 'string', pattern: '^\\$\\{' },
      ],
    },
    (value) => {
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value; // from a variable
      return Number.isInteger(number) && (number as number) >= least && (number as number) <= most
        ? (number as number)
        : undefined;
    },
  );

/** Joins words as `a, b or c`. */
export const oneOf = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

export const choice = <const T extends string>(...words: readonly T[]) =>
  setting(oneOf(words), orVariable({ enum: words }), (value) => words.find((word) => word === value));

/** A duration, in milliseconds. */
export const duration = (least = 0, most = parseDuration('100y')!) =>
  setting('a duration such as 30s, 15m, 2h30m or 2d', { type: 'string' }, (value) => {
    if (typeof value === 'number') return refuse('needs a unit: <got>s, <got>m, <got>h or <got>d');
    const ms = typeof value === 'string' ? parseDuration(value) : undefined;
    if (ms === undefined) return undefined;
    if (ms < least) return refuse(`must be at least ${formatDuration(least)}, not <got>`);
    return ms > most ? refuse(`must be at most ${formatDuration(most)}, not <got>`) : ms;
  });

const bareAmount =
  'must be in quotes, "<got>": YAML would read the bare number as binary floating point, and amounts are exact';

/** An exact amount; it is quoted, because YAML turns a bare number into binary floating point. */
export const amount = (least?: Amount) =>
  setting('an amount in quotes, such as "5000000" or "12.50"', { type: 'string' }, (value) => {
    if (typeof value === 'number') return refuse(bareAmount);
    const exact = typeof value === 'string' ? parseAmount(value) : undefined;
    if (exact === undefined) return undefined;
    return least !== undefined && compareAmounts(exact, least) < 0
      ? refuse(`must not be less than ${least}, and is <got>`)
      : exact;
  });

/** An amount, or a percentage of the earlier value. */
export const change = () =>
  setting('an amount or a percentage in quotes, such as "2000000" or "40%"', { type: 'string' }, (value) => {
    if (typeof value === 'number') return refuse(bareAmount);
    if (typeof value !== 'string') return undefined;
    const percent = value.endsWith('%');
    const by = parseAmount(percent ? value.slice(0, -1) : value);
    if (by === undefined) return undefined;
    return compareAmounts(by, ZERO) <= 0 ? refuse('must be more than 0, and is <got>') : { by, percent };
  });

export const cron = () =>
  text('a cron schedule of 5 or 6 fields, such as "*/5 * * * *"', (value) => {
    try {
      smallestInterval(value); // throws for what isn't a schedule
      return value;
    } catch (error) {
      const words = (error as Error).message.replace('is a invalid expression', 'is not valid');
      return refuse(`is not a cron schedule, such as "*/5 * * * *" for every five minutes: ${words}`);
    }
  });

export const timezone = () =>
  text('a time zone by its IANA name, such as Africa/Kampala', (value) => {
    if (value.length === 3 && value !== 'UTC') return undefined; // for Postgres CET is an abbreviation, without summer time
    if (isTimezone(value)) return value;
    const meant = meantBy(value, Intl.supportedValuesOf('timeZone'));
    return meant && refuse(`must be a time zone by its IANA name, not <got>; did you mean ${meant}?`);
  });

export const label = () =>
  text(
    '1 to 64 letters, digits, dots, dashes or underscores',
    (value) => (/^(?!\.+$)[A-Za-z0-9_.-]{1,64}$/.test(value) ? value : undefined), // ".." has another meaning in an address
  );

/** A media type, in lower case and without parameters. */
export const mediaType = () =>
  text('a media type such as text/plain', (value) =>
    /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(value) ? value.toLowerCase() : undefined,
  );

export const currency = () =>
  text('an upper-case currency code, such as UGX', (value) =>
    /^[A-Z0-9]{2,12}$/.test(value) ? value : undefined,
  );

export const walletKey = () =>
  setting('a wallet as CURRENCY/WALLET_TYPE, such as UGX/MERCHANT_PAYOUT', { type: 'string' }, (value) => {
    const wallet = typeof value === 'string' && /^[A-Z0-9]{2,12}\/[\w.:-]{1,64}$/.test(value);
    return wallet ? (parseWalletKey(value) as WalletId) : undefined;
  });

/** A glob: `*` for any run of characters, `?` for any one. */
export const glob = () =>
  text('a name, in which * stands for anything and ? for one character', (value) =>
    /^[A-Za-z0-9_.:*?-]{1,128}$/.test(value) ? value : undefined,
  );

/** As {@link glob}, for currency codes. */
export const currencyGlob = () =>
  text('an upper-case currency code, in which * stands for anything and ? for one character', (value) =>
    /^[A-Z0-9*?]{1,32}$/.test(value) ? value : undefined,
  );

export const filePath = (of = 'file') =>
  text(`the path of a ${of}`, (value) => {
    if (/^~[\w-]*(?:\/|$)/.test(value))
      return refuse('begins with ~, which only a shell knows: write the whole path');
    return value.includes('\0') ? undefined : value;
  });

export const listenAddress = () =>
  setting('host:port, such as 127.0.0.1:14217 or :14217', { type: 'string' }, (value) =>
    typeof value === 'string' ? parseListenAddress(value) : undefined,
  );

/** A list or a section with any content, sent as JSON. `{{name}}` in its texts must be one of `names`. */
export const jsonTree = (names: readonly string[]) =>
  setting('a section or a list', {}, (value) => {
    if (typeof value !== 'object' || value === null) return refuse('must be a section or a list'); // it may hold a token
    const unknown = [...JSON.stringify(value).matchAll(/\{\{\s*(.*?)\s*\}\}/g)]
      .map(([, name]) => name ?? '')
      .find((name) => !names.includes(name));
    return unknown === undefined ? value : refuse(`knows no {{${unknown}}}; there are ${names.join(', ')}`);
  });

/** A section: settings by name, nothing else. */
export function section<const T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      return `unknown\n${Object.keys(shape).join('\n')}`; // zod-messages.ts makes a sentence of it for each key
    },
  });
}

/** A setting that may be absent. */
export const optional = <T extends z.ZodType>(kind: T) => kind.nullable().default(null as never);

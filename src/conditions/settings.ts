// Describes the settings of conditions as data: `config/` makes the schema of the file from it, and
// `floatwatch simulate --set` reads new values with it.
import { formatDuration, parseDuration } from '../domain/duration.ts';
import { MAX_LEAD_MS } from '../domain/forecast/history.ts';
import { type Amount, compareAmounts, parseAmount, ZERO } from '../domain/money.ts';
import { AMOUNT_FIELDS, type AmountField } from '../domain/wallet.ts';

/** An amount, or a percentage of the earlier value. */
export interface Change {
  readonly by: Amount;
  readonly percent: boolean;
}

/** The value of each kind of setting. */
export interface SettingValues {
  readonly amount: Amount;
  readonly change: Change;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds, or the account's own lead time. */
  readonly lead_time: number | 'top_up_lead_time';
  /** From 0.5 to 0.99. */
  readonly confidence: number;
  readonly field: AmountField;
  readonly true: true;
}
export type SettingKind = keyof SettingValues;

/** A setting of a condition. */
export interface Setting {
  readonly is: SettingKind;
  /** What it means, for the reference and the JSON Schema. */
  readonly text: string;
  /** The least amount that is accepted. @default any */
  readonly min?: Amount;
  /** The least duration that is accepted, in milliseconds. @default 0 */
  readonly minMs?: number;
  /** Why the condition needs it, with an example; absent: it is optional. */
  readonly needed?: string;
}

export type ValueOf<S extends Setting> = SettingValues[S['is']];
export type ValuesOf<More extends Readonly<Record<string, Setting>>> = {
  readonly [Name in keyof More]: More[Name] extends { readonly needed: string }
    ? ValueOf<More[Name]>
    : ValueOf<More[Name]> | null;
};

/** Turns the file's settings into a condition, and back. */
export interface FromSettings<C, Own extends Setting, More extends Readonly<Record<string, Setting>>> {
  /** The setting that has the condition's name. */
  readonly setting: Own;
  /** Further settings of this condition; other conditions may share them. */
  readonly more: More;
  /** The condition that these settings describe. */
  of(value: ValueOf<Own>, more: ValuesOf<More>): C;
  /** The values that {@link of} takes to make the same condition again. */
  settingsOf(condition: C): { readonly value: ValueOf<Own>; readonly more: ValuesOf<More> };
  /** What is wrong with values of which each is valid by itself; `undefined` when nothing is. */
  flaw?(
    value: ValueOf<Own>,
    more: ValuesOf<More>,
  ): { readonly setting: keyof More & string; readonly message: string } | undefined;
}

export const MIN_CONFIDENCE = 0.5;
export const MAX_CONFIDENCE = 0.99;
export const CONFIDENCE_TEXT = `a number from ${MIN_CONFIDENCE} to ${MAX_CONFIDENCE}, such as 0.95`;

/** A confidence that may be configured; `undefined` for any other number. */
export function confidenceOf(value: number): number | undefined {
  return value >= MIN_CONFIDENCE && value <= MAX_CONFIDENCE ? value : undefined;
}

/** What a value of each kind is called, and how it is read from text. */
const KINDS: {
  readonly [K in SettingKind]: {
    readonly called: string;
    readonly read: (text: string) => SettingValues[K] | undefined;
  };
} = {
  amount: { called: 'an amount', read: parseAmount },
  change: { called: 'an amount or a percentage above 0', read: changeOf },
  duration: { called: 'a duration', read: parseDuration },
  lead_time: {
    called: 'a duration of at most 59d or top_up_lead_time',
    read: (text) => (text === 'top_up_lead_time' ? text : leadOf(text)),
  },
  confidence: { called: CONFIDENCE_TEXT, read: (text) => confidenceOf(Number(text)) },
  field: {
    called: AMOUNT_FIELDS.join(' or '),
    read: (text) => AMOUNT_FIELDS.find((field) => field === text),
  },
  true: { called: 'true', read: (text) => (text === 'true' ? true : undefined) },
};

/** What a value of this setting is called, as in "is not an amount". */
export function kindName({ is, min, minMs }: Setting): string {
  const least = min ?? (minMs === undefined ? undefined : formatDuration(minMs));
  return least === undefined ? KINDS[is].called : `${KINDS[is].called} of at least ${least}`;
}

/** Reads a value from text; `undefined` when it isn't one that the setting takes in the file. */
export function readSetting(
  { is, min, minMs = 0 }: Setting,
  text: string,
): SettingValues[SettingKind] | undefined {
  const value = KINDS[is].read(text);
  const tooSmall =
    (is === 'amount' && min && value !== undefined && compareAmounts(value as Amount, min) < 0) ||
    (is === 'duration' && (value as number) < minMs);
  return tooSmall ? undefined : value;
}

/** Reads `2000000` or `40%`. */
function changeOf(text: string): Change | undefined {
  const percent = text.endsWith('%');
  const by = parseAmount(percent ? text.slice(0, -1) : text);
  return by === undefined || compareAmounts(by, ZERO) <= 0 ? undefined : { by, percent };
}

/** Reads a lead time: more than nothing, and no longer than forecasts reach; `undefined` for any other text. */
export function leadOf(text: string): number | undefined {
  const ms = parseDuration(text) ?? 0;
  return ms > 0 && ms <= MAX_LEAD_MS ? ms : undefined;
}

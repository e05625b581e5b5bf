// Makes texts from outside safe to keep: names of wallets and options. They become keys in the database and labels in
// metrics. So they are made storable, kept distinct, checked before exposure, and copied out of the response. Used by
// `records.ts`, and by `floatwatch import` for names in a CSV file.
import { createHash } from 'node:crypto';
import { ownCopy } from '../http/json.ts';

export interface Label {
  /** Storable as Postgres text and short enough for an index; different texts stay different. */
  readonly text: string;
  /** Whether it may appear as a label value in metrics. */
  readonly exposable: boolean;
}

const CURRENCY = /^[A-Za-z0-9]{3,12}$/;
const NAME = /^[A-Za-z0-9_.:-]{1,64}$/;
const UNSTORABLE = /[\0/]/; // Postgres can't store NUL; a slash separates the names in a wallet's key
const MAX_LENGTH = 128;
const INTERNED = new Map<string, string>(); // accounts use the same wallet names: one copy of each is kept
const MAX_INTERNED = 2_000;

/** A currency code in upper case; checked before the mapping, since `ı` and `ﬀ` map into ASCII. */
export function currencyLabel(raw: string): Label {
  return CURRENCY.test(raw)
    ? { text: intern(raw.toUpperCase()), exposable: true }
    : { text: storable(raw), exposable: false };
}

/** A name from the service, kept in its own case. */
export function nameLabel(raw: string): Label {
  return NAME.test(raw) ? { text: intern(raw), exposable: true } : { text: storable(raw), exposable: false };
}

/** A name that is compared without regard to case: ASCII letters become upper case. */
export function upperCaseLabel(raw: string): Label {
  return nameLabel(NAME.test(raw) ? raw.toUpperCase() : raw);
}

/** Text for people, never a key: made storable and cut at 200 characters. */
export function displayText(raw: string): string {
  return ownCopy(raw.slice(0, 200).replaceAll('\0', '\ufffd').toWellFormed());
}

function intern(text: string): string {
  const known = INTERNED.get(text);
  if (known !== undefined) return known;
  const copy = ownCopy(text);
  if (INTERNED.size < MAX_INTERNED) INTERNED.set(copy, copy);
  return copy;
}

function storable(raw: string): string {
  if (raw.length <= MAX_LENGTH && raw.isWellFormed() && !UNSTORABLE.test(raw)) return ownCopy(raw);
  // A changed name gets a hash of the original, because otherwise two different names could become one.
  const hash = createHash('sha256').update(raw, 'utf16le').digest('hex').slice(0, 16);
  const kept = raw.slice(0, MAX_LENGTH - 17).replaceAll(/[\0/]/g, '\ufffd');
  return `${kept.toWellFormed()}~${hash}`;
}

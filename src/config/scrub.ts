// Removes secrets from texts before they are logged, stored or sent. app/ makes one scrubber for the whole process.
import type { Secret } from './secret.ts';

const MIN_LENGTH = 6; // shorter ones would remove parts of ordinary words
const SHOWN = '[secret]';
const MAX_REMEMBERED_LENGTH = 64; // as long as names are: the same names come with every poll
const MAX_REMEMBERED_TEXTS = 1_000;

/** Replaces every secret that it knows, in any form, with `[secret]`. */
export interface Scrubber {
  (text: string): string;
  /** Learns more secrets, such as after a reload. Earlier ones stay known. */
  readonly add: (secrets: Iterable<Secret>) => void;
}

/**
 * Returns a function that removes secrets from a text: raw, URL-encoded, JSON-escaped, base64 and hexadecimal.
 *
 * It follows secrets that change. The time it takes grows with the text, not with the number of secrets. Secrets shorter
 * than six characters are left alone.
 */
export function createScrubber(secrets: Iterable<Secret>): Scrubber {
  const known = new Set<string>();
  const lengths = new Map<string, number[]>(); // lengths of the known forms by their first characters, longest first
  const withoutSecrets = new Set<string>(); // texts that were searched and hold no secret that is known now
  const learn = (value: string): void => {
    withoutSecrets.clear();
    for (const form of formsOf(value)) {
      known.add(form);
      const start = form.slice(0, MIN_LENGTH);
      const those = lengths.get(start) ?? [];
      // A sorted copy is as long as its content; a list that has grown has room for sixteen more.
      if (!those.includes(form.length))
        lengths.set(
          start,
          [...those, form.length].toSorted((a, b) => b - a),
        );
    }
  };
  const add = (more: Iterable<Secret>): void => {
    for (const secret of more) secret.watch((value) => partsOf(value).forEach(learn));
  };
  add(secrets);

  const scrub = (text: string): string => {
    if (withoutSecrets.has(text)) return text;
    let clean = '';
    let copied = 0;
    for (let at = 0; at + MIN_LENGTH <= text.length; at++) {
      const those = lengths.get(text.slice(at, at + MIN_LENGTH));
      const length = those?.find((one) => known.has(text.slice(at, at + one)));
      if (length === undefined) continue;
      clean += text.slice(copied, at) + SHOWN;
      copied = at + length;
      at = copied - 1;
    }
    if (copied === 0 && text.length <= MAX_REMEMBERED_LENGTH && text.isWellFormed()) remember(text);
    return clean + text.slice(copied);
  };
  const remember = (text: string): void => {
    if (withoutSecrets.size === MAX_REMEMBERED_TEXTS) withoutSecrets.clear();
    withoutSecrets.add(Buffer.from(text).toString()); // a copy: a slice would keep the whole original text in memory
  };
  return Object.assign(scrub, { add });
}

/**
 * The parts of a secret that must not show alone: of an address its password, or the token in its path; of a header its
 * last word.
 */
function partsOf(value: string): string[] {
  if (!/^[a-z]+:\/\//i.test(value) || !URL.canParse(value))
    return [value, value.slice(value.lastIndexOf(' ') + 1)];
  const url = new URL(value);
  const parts = [value, url.href, url.password, `${url.pathname}${url.search}`];
  try {
    parts.push(decodeURIComponent(url.password));
  } catch {
    // a lone percent sign: the password stays as it is
  }
  // A database's name or a path as short as `/hook` is no secret, and common in other texts.
  return parts.filter((part, i) => (i === 3 ? part.length >= 16 : true));
}

function formsOf(value: string): Set<string> {
  const escaped = JSON.stringify(value).slice(1, -1);
  const url = encodeURIComponent(value);
  const hex = Buffer.from(value).toString('hex');
  const forms = [
    value,
    escaped,
    JSON.stringify(escaped).slice(1, -1), // JSON within JSON
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => base64At(value, offset)),
  ];
  return new Set(forms.filter((form) => form.length >= MIN_LENGTH));
}

/** The base64 characters that depend on `value` alone when `offset` bytes stand before it, in both alphabets. */
function base64At(value: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  const own = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}

// Reads the text of an answer as JSON in one pass, exactly: numbers keep their own digits, a repeated key is refused,
// and the depth of nesting has a limit. Used by `send.ts` for every service; services read their records from the
// `Json` it returns. In everything else it agrees with JSON.parse; a property test compares the two. JSON.parse with
// a reviver that sees source texts takes 30 to 50 ms for the megabyte we allow, and still keeps the last of two equal
// keys.

/** A number, as the text that stood in the document. */
export interface JsonNumber {
  readonly source: string;
}

/** Never a plain object, so that no key of the document can reach a prototype. */
export type JsonObject = ReadonlyMap<string, Json>;

export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;

/** Why a text was not read: `syntax` is not JSON at all, the others are JSON that can't be trusted. */
export type JsonProblem = 'syntax' | 'duplicate_key' | 'too_deep' | 'too_many';

export type JsonReading = { readonly value: Json } | { readonly problem: JsonProblem };

/** Why the text of an answer is refused: it is not JSON, or it is JSON that can't be trusted. */
export type BodyFlaw = 'empty' | 'web_page' | 'byte_order_mark' | JsonProblem;

export type JsonBody = { readonly json: Json } | { readonly flaw: BodyFlaw };

const MAX_DEPTH = 64;
const MAX_VALUES = 20_000; // about 2,500 wallets; a megabyte of `{},` would block the event loop for 0.2 s
const EMPTY: JsonObject = new Map();
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y; // linear: no digit can match in two ways

/** Reads the whole text of an answer; `null` stands for a text that was not read or is not UTF-8. */
export function readJsonBody(text: string | null): JsonBody {
  if (text === null) return { flaw: 'syntax' };
  if (text.startsWith('\ufeff')) return { flaw: 'byte_order_mark' };
  const reading = readJson(text);
  if (!('problem' in reading)) return { json: reading.value };
  if (reading.problem !== 'syntax') return { flaw: reading.problem };
  const start = text.trimStart();
  return { flaw: start === '' ? 'empty' : start.startsWith('<') ? 'web_page' : 'syntax' };
}

/**
 * Reads a whole JSON text in time linear in its length.
 *
 * More than 64 levels of nesting are `too_deep`, more than 20,000 values are `too_many`. So any text of a megabyte is
 * read or refused in less than 50 ms.
 */
export function readJson(text: string): JsonReading {
  let at = 0;
  let values = 0;
  try {
    const value = readValue(0);
    skipSpace();
    return at === text.length ? { value } : { problem: 'syntax' };
  } catch (error) {
    if (error instanceof JsonRefusal) return { problem: error.problem };
    throw error;
  }

  function readValue(depth: number): Json {
    if (++values > MAX_VALUES) throw new JsonRefusal('too_many');
    skipSpace();
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        return readObject(depth + 1);
      case 0x5b: // [
        return readArray(depth + 1);
      case 0x22: // "
        return readString();
      case 0x74:
        return readWord('true', true);
      case 0x66:
        return readWord('false', false);
      case 0x6e:
        return readWord('null', null);
      default:
        return readNumber();
    }
  }

  function readObject(depth: number): JsonObject {
    if (depth > MAX_DEPTH) throw new JsonRefusal('too_deep');
    at++;
    skipSpace();
    if (took(0x7d)) return EMPTY;
    const object = new Map<string, Json>();
    do {
      skipSpace();
      if (text.charCodeAt(at) !== 0x22) throw new JsonRefusal('syntax');
      const key = readString();
      skipSpace();
      if (!took(0x3a)) throw new JsonRefusal('syntax');
      const size = object.size;
      object.set(key, readValue(depth));
      if (object.size === size) throw new JsonRefusal('duplicate_key'); // the size shows it: has() would hash the key again
      skipSpace();
    } while (took(0x2c));
    if (!took(0x7d)) throw new JsonRefusal('syntax');
    return object;
  }

  function readArray(depth: number): readonly Json[] {
    if (depth > MAX_DEPTH) throw new JsonRefusal('too_deep');
    const array: Json[] = [];
    at++;
    skipSpace();
    if (took(0x5d)) return array;
    do {
      array.push(readValue(depth));
      skipSpace();
    } while (took(0x2c));
    if (!took(0x5d)) throw new JsonRefusal('syntax');
    return array;
  }

  function readString(): string {
    const start = ++at;
    let end = start; // a local variable makes the loop several times faster
    let escaped = false;
    for (;;) {
      const code = text.charCodeAt(end);
      if (code === 0x22) break;
      if (!(code >= 0x20)) throw new JsonRefusal('syntax'); // a control character, or the end (NaN)
      if (code === 0x5c) {
        escaped = true;
        end++;
      }
      end++;
    }
    at = end + 1;
    const raw = text.slice(start, end);
    return escaped ? readEscapes(raw) : raw;
  }

  function readNumber(): JsonNumber {
    NUMBER.lastIndex = at;
    const start = at;
    if (!NUMBER.test(text)) throw new JsonRefusal('syntax');
    at = NUMBER.lastIndex;
    return { source: text.slice(start, at) };
  }

  function readWord<T>(word: string, value: T): T {
    if (!text.startsWith(word, at)) throw new JsonRefusal('syntax');
    at += word.length;
    return value;
  }

  function took(code: number): boolean {
    if (text.charCodeAt(at) !== code) return false;
    at++;
    return true;
  }

  function skipSpace(): void {
    let next = at;
    for (;;) {
      const code = text.charCodeAt(next);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      next++;
    }
    at = next;
  }
}

/** A copy of a text from the document: a slice would make V8 keep the whole document in memory. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString(); // V8 copies short slices itself
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

export function isJsonNumber(value: Json | undefined): value is JsonNumber {
  return typeof value === 'object' && value !== null && 'source' in value;
}

/** Leaves the reading from any depth; never leaves this file. */
class JsonRefusal extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem);
    this.problem = problem;
  }
}

function readEscapes(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    throw new JsonRefusal('syntax');
  }
}

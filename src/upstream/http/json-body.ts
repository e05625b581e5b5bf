// The text of an answer, read as JSON, or what it is instead. Used by the request, for every service.
import { type Json, type JsonProblem, readJson } from './json.ts';

/** What a text is that is no JSON, or JSON that can't be trusted. */
export type BodyFlaw = 'empty' | 'web_page' | 'byte_order_mark' | JsonProblem;

export type JsonBody = { readonly json: Json } | { readonly flaw: BodyFlaw };

/** Reads the whole text of an answer; `null` is one that wasn't read, or isn't UTF-8. */
export function readJsonBody(text: string | null): JsonBody {
  if (text === null) return { flaw: 'syntax' };
  if (text.startsWith('\ufeff')) return { flaw: 'byte_order_mark' };
  const reading = readJson(text);
  if (!('problem' in reading)) return { json: reading.value };
  if (reading.problem !== 'syntax') return { flaw: reading.problem };
  const start = text.trimStart();
  return { flaw: start === '' ? 'empty' : start.startsWith('<') ? 'web_page' : 'syntax' };
}

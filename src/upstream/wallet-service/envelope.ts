// The envelope that both operations of the service put around their list of records.
import { isJsonNumber, isJsonObject, type Json } from '../http/json.ts';
import type { OnContractDeviation, Reader } from '../records/contract-deviation.ts';
import { booleanIn, displayIn, fieldsOf } from '../records/field.ts';

const FIELDS = new Set(['code', 'status', 'message', 'data']);
const FAILURES = new Set(['false', 'error', 'failed', 'fail', 'failure']);

export interface Envelope {
  /** `null` when absent, `NaN` when it isn't a whole number. */
  readonly code: number | null;
  /** What the status field says: that it went well, that it failed, or (`null`) nothing that we know. */
  readonly success: boolean | null;
  readonly data: Json | undefined;
}

/** Opens an answer; `null` for JSON that is no object. The message is never looked at. */
export function readEnvelope(json: Json, onDeviation: OnContractDeviation): Envelope | null {
  if (!isJsonObject(json)) return null;
  const fields = fieldsOf(json, FIELDS, { onDeviation });
  const status = booleanIn(fields, 'status') ?? displayIn(fields, 'status').toLowerCase();
  const success = FAILURES.has(String(status))
    ? false
    : status === 'success' || status === true
      ? true
      : null;
  return { code: readCode(json.get('code'), onDeviation), success, data: json.get('data') };
}

function readCode(value: Json | undefined, onDeviation: OnContractDeviation): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') onDeviation('code_as_string');
  const text = typeof value === 'string' ? value : isJsonNumber(value) ? value.source : '';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/** The list of that name in an envelope's data; `undefined` when the data hasn't the documented shape. */
export function listIn(
  data: Json | undefined,
  name: string,
  { onDeviation }: Reader,
): readonly Json[] | undefined {
  if (!isJsonObject(data)) return undefined;
  if (data.size > 1) onDeviation('unknown_field');
  const list = data.get(name);
  return Array.isArray(list) ? list : undefined;
}

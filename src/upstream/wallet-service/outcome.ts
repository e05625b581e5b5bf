// The outcome of an answer that is fine by HTTP: what the service's envelope and its records say. Used by the readers
// in `source.ts`; `http/outcome.ts` judges everything before the envelope.
import { counted } from '../../domain/counted.ts';
import { final, keysRefused, type OutcomeWithDetail, rateLimited } from '../http/outcome.ts';
import { MAX_RECORDS } from '../records/records.ts';

/** What the envelope says of the request. */
export interface EnvelopeHead {
  /** `null` when absent, `NaN` when it is not a whole number. */
  readonly code: number | null;
  /** What the status field says: `true` for success, `false` for failure, `null` for nothing that we know. */
  readonly success: boolean | null;
}

/** The counts of an answer's records. */
export interface RecordCounts {
  /** Whether everything that was sent was read, with every field. */
  readonly whole: boolean;
  /** How many elements the list had, and how many of them can't be believed. */
  readonly sent: number;
  readonly lost: number;
}

/**
 * Judges the envelope's code first, then its status, then the records. `records` is `undefined` when the data does
 * not have the documented shape.
 */
export function outcomeOfEnvelope(
  envelope: EnvelopeHead | null,
  records: RecordCounts | undefined,
): OutcomeWithDetail {
  if (!envelope) return final('invalid', "The answer is JSON, but not in the service's envelope.");
  const { code, success } = envelope;
  if (code === 401 || code === 403) return keysRefused(`code ${code} in its answer`);
  if (code === 429) return rateLimited('code 429 in its answer');
  if (Number.isNaN(code)) return final('invalid', "The code in the answer's envelope is not a number.");
  if (!isGoodCode(code))
    return final('rejected', `The service rejected the request (code ${code} in its answer).`);
  if (success === false) return final('rejected', 'The service says in its answer that the request failed.');
  if (!records) return final('invalid', 'The answer does not hold the list that was asked for.');
  return records.whole ? final('ok', null) : final('partial', describePartial(records));
}

/** Whether HTTP and the envelope, or the envelope's own code and status, contradict each other. */
export function contradictsItself(httpStatus: number, { code, success }: EnvelopeHead): boolean {
  const voices = [httpStatus >= 200 && httpStatus <= 299];
  if (code !== null) voices.push(isGoodCode(code));
  if (success !== null) voices.push(success);
  return voices.includes(true) && voices.includes(false);
}

function describePartial({ lost, sent }: RecordCounts): string {
  const parts = [];
  if (lost > 0) {
    parts.push(
      `${lost} of ${counted(sent, 'record')} can't be believed (told twice differently, or unreadable)`,
    );
  }
  if (sent > MAX_RECORDS) parts.push(`only the first ${MAX_RECORDS} of ${sent} records are kept`);
  if (parts.length === 0) parts.push("single fields can't be read and count as unknown");
  return `The answer was read in part: ${parts.join('; ')}.`;
}

/** Whether an envelope's code means success; an absent code does not deny it. */
function isGoodCode(code: number | null): boolean {
  return code === null || (code >= 200 && code <= 299);
}

// The result of one poll, of one question or of several. Made by `request-with-retry.ts`, read by the folders of services.
import { succeeded } from '../../domain/observation.ts';
import type { Reading } from '../../monitor/polling/ports.ts';
import type { RequestEvidence } from './send.ts';

/** The result of one poll. */
export interface RequestResult {
  readonly outcome: Reading['outcome'];
  readonly httpStatus: number | null;
  readonly envelopeCode: number | null;
  readonly detail: string | null;
  /** Whether each question has an answer that can be believed. None has when the poll did not succeed. */
  readonly answered: readonly boolean[];
  /** The evidence of the last request; `null` when none was made. */
  readonly evidence: RequestEvidence | null;
  /** Requests made, retries included. */
  readonly requests: number;
}

/** Joins the results of a poll's questions; `subjects` has those of all questions, also of those that were not asked. */
export function joinResults(results: readonly RequestResult[], subjects: readonly string[]): RequestResult {
  const last = results.at(-1)!;
  const failed = results.find(({ outcome }) => !succeeded(outcome));
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const answered = subjects.map((_, i) => results[i]?.answered[0] ?? false);
  const whole = { ...last, requests, answered };
  if (last.outcome === 'aborted') return { ...whole, answered: subjects.map(() => false) };
  if (failed && !answered.includes(true)) return { ...whole, ...endingOf(failed) };
  if (failed) {
    const unread = subjects.filter((_, i) => !answered[i]);
    const were = unread.length === 1 ? 'was' : 'were';
    const detail = `${unread.join(', ')} ${were} not read: ${failed.detail}`;
    return { ...whole, ...endingOf(failed), outcome: 'partial', detail };
  }
  const worst = results.find(({ outcome }) => outcome === 'partial') ?? last;
  return { ...whole, outcome: worst.outcome, detail: worst.detail };
}

function endingOf({ outcome, httpStatus, envelopeCode, detail, evidence }: RequestResult) {
  return { outcome, httpStatus, envelopeCode, detail, evidence };
}

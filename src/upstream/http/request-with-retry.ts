// Asks one account's service within the deadline, and asks again where that may help; every accident becomes an
// outcome. The service's own code decides what is asked and what an answer means: it passes `Question`s, which keep
// the answers. Used by the folders of services, beside `http/`.
import { formatDuration } from '../../domain/duration.ts';
import { type Instant, type Outcome, succeeded } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import { backoff, parseRetryAfter } from './backoff.ts';
import { readBaseUrl } from './base-url.ts';
import type { WireRequest } from './connection.ts';
import { UnusableKey } from './credentials.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import type { Origins } from './origins.ts';
import { final, type OutcomeWithDetail, outcomeOfAccident, outcomeOfAnswer } from './outcome.ts';
import { createRest, type Rest } from './rest.ts';
import { joinResults, type RequestResult } from './result.ts';
import { type PermitRequest, type ReadJson, type RequestEvidence, send } from './send.ts';

export interface RequesterOptions {
  /** Throws when it can never be used: see {@link readBaseUrl}. */
  readonly baseUrl: string;
  readonly allowInsecureHttp: boolean;
  /** Milliseconds for a whole poll: waiting for a permit, all questions and all retries. */
  readonly deadlineMs: number;
  /** The most retries of one question. */
  readonly retries: number;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Removes secrets from a text. */
  readonly scrub: (text: string) => string;
  /** Media types that count as JSON besides JSON's own. */
  readonly jsonMediaTypes: readonly string[];
  readonly origins: Origins;
  /** The wait that the service asked for, over polls. @default remembered by this requester alone */
  readonly rest?: Rest;
}

/** One question of one poll. */
export interface Question {
  /** What it is about, in a word or two, such as `UGX`. Used when other questions are answered and this one is not. */
  readonly subject: string;
  /** Its headers are the service's own. Throws an {@link UnusableKey} when a key that it needs can't be sent. */
  request(): WireRequest;
  /** Keeps what an answer says. After several answers the last counts, if the question is then `answered`. */
  readonly read: ReadJson;
}

/** What one poll asks, and what it returns from the result. */
export interface Conversation<T> {
  readonly questions: readonly Question[];
  end(result: RequestResult): T;
}

interface ReadRequest {
  readonly notAfter: Instant;
  readonly signal: AbortSignal;
}

interface Attempt {
  readonly verdict: OutcomeWithDetail;
  /** The service's own status code. */
  readonly code?: number | null;
  readonly evidence: RequestEvidence | null;
  readonly retryAfter?: string | null;
  /** When the answer was sent, by the service's clock. */
  readonly sentAt?: Instant | null;
}

/**
 * Returns a function that asks the questions of one poll, one after the other, and never rejects.
 *
 * When some are answered and others are not, the outcome is `partial` and the result says which are missing: half of
 * the wallets must not pass for all of them. When none is answered, the first failure is the outcome.
 */
export function createRequester({
  baseUrl,
  clock,
  deadlineMs,
  ...options
}: RequesterOptions): <T>(begin: () => Conversation<T>, asking: ReadRequest) => Promise<T> {
  const base = readBaseUrl(baseUrl, options);
  const origin = options.origins.at(base, options);
  const rest = options.rest ?? createRest(clock);
  const prefix = base.pathname.replace(/\/+$/, '');
  const ourHeaders = {
    accept: 'application/json',
    'accept-encoding': 'identity', // a compressed answer could be a bomb: we neither ask for one nor open one
    'user-agent': options.userAgent,
  };

  // Thousands of polls may wait at once: until its permit comes, a poll holds only its request for one.
  return (begin, asking) => {
    const resting = rest.left();
    if (resting && !asking.signal.aborted) {
      return Promise.resolve(begin().end(conclude(restedOutcome(resting), 0)));
    }
    const deadline = createDeadline(deadlineMs, asking.signal, clock);
    const first = requestPermit(deadline);
    const go = async () => {
      const { questions, end } = begin();
      return end(await askAll(questions, first, { ...asking, deadline }));
    };
    return first.permit.then(go, go);
  };

  function requestPermit(deadline: Deadline): PermitRequest {
    return { since: clock.monotonic(), permit: origin.take(deadline) };
  }

  /** Asks the questions one by one, the first with the permit that the poll waited for. */
  async function askAll(
    questions: readonly Question[],
    first: PermitRequest,
    asking: ReadRequest & { readonly deadline: Deadline },
  ): Promise<RequestResult> {
    const { deadline } = asking;
    let waited: PermitRequest | undefined = first;
    const nextPermit = (): PermitRequest => {
      const next = waited ?? requestPermit(deadline);
      waited = undefined;
      return next;
    };
    const results: RequestResult[] = [];
    try {
      for (const question of questions) {
        const result = await askUntil(question, { ...asking, nextPermit });
        results.push(result);
        if (ENDS_THE_POLL.has(result.outcome)) break;
        const left = rest.left();
        if (!left) continue;
        // The service asked us to wait: the questions that are not asked any more count as not answered.
        if (succeeded(result.outcome) && results.length < questions.length) {
          results.push(conclude(restedOutcome(left), 0));
        }
        break;
      }
    } finally {
      // Disposed of by hand: `using` takes V8 five times as long, and each poll does this.
      waited?.permit.then((its) => its.giveBack(its.reused)).catch(() => {}); // the permit was not used
      deadline[Symbol.dispose]();
    }
    return questions.length === 1
      ? results[0]!
      : joinResults(
          results,
          questions.map(({ subject }) => subject),
        );
  }

  /** Asks one question until it is answered, or until asking again can't help. */
  async function askUntil(
    question: Question,
    asking: ReadRequest & { readonly deadline: Deadline; readonly nextPermit: () => PermitRequest },
  ): Promise<RequestResult> {
    const { deadline, notAfter, signal, nextPermit } = asking;
    for (let requests = 1; ; requests++) {
      if (signal.aborted) return conclude(STOPPED, requests - 1);
      const attempt = await askOnce(question, deadline, nextPermit);
      const made = attempt.evidence?.permitAfterMs == null ? requests - 1 : requests; // this attempt got no permit, or had no key
      const result = conclude(attempt, made);
      if (!attempt.verdict.retry) return result;
      const now = clock.now();
      const demanded = parseRetryAfter(attempt.retryAfter ?? null, attempt.sentAt ?? now);
      if (demanded !== null) rest.begin(demanded, attempt.verdict.outcome);
      else if (attempt.verdict.outcome === 'rate_limited') return result; // asking again would make it worse
      const wait = Math.max(demanded ?? 0, backoff(requests - 1, options.random));
      if (requests > options.retries || wait >= deadline.remaining()) return result;
      if (demanded !== null && now + wait >= notAfter) return result;
      await deadline.sleep(wait);
      if (!signal.aborted && deadline.remaining() === 0) return result;
    }
  }

  async function askOnce(
    question: Question,
    deadline: Deadline,
    nextPermit: () => PermitRequest,
  ): Promise<Attempt> {
    let request: WireRequest;
    try {
      request = question.request();
    } catch (error) {
      if (!(error instanceof UnusableKey)) throw error;
      const verdict = outcomeOfAccident({ kind: 'unusable_key', name: error.setting });
      return { verdict, evidence: null };
    }
    const ours = { path: prefix + request.path, headers: { ...request.headers, ...ourHeaders } };
    const sent = await send(nextPermit(), ours, { deadline, clock, deadlineMs, read: question.read });
    const { evidence } = sent;
    if ('accident' in sent) return { verdict: outcomeOfAccident(sent.accident), evidence };
    const { answer } = sent;
    const { retryAfter, sentAt } = answer;
    const verdict = outcomeOfAnswer(answer, answer.flaw, options.jsonMediaTypes);
    const said = answer.flaw === null ? answer.verdict : undefined;
    return { verdict: verdict ?? said!, code: said?.code ?? null, evidence, retryAfter, sentAt };
  }

  function conclude(attempt: Attempt, requests: number): RequestResult {
    const { verdict, code = null, evidence } = attempt;
    return {
      outcome: verdict.outcome,
      httpStatus: evidence?.httpStatus ?? null,
      envelopeCode: code,
      detail: verdict.detail === null ? null : options.scrub(verdict.detail),
      answered: [succeeded(verdict.outcome)],
      evidence,
      requests,
    };
  }
}

/** Failures after which the other questions of a poll are not asked: they would fail too, or make it worse. */
const ENDS_THE_POLL: ReadonlySet<Outcome> = new Set(['auth', 'rate_limited', 'deadline', 'aborted']);

const STOPPED = { verdict: outcomeOfAccident({ kind: 'aborted' }), evidence: null };

/** The outcome of a poll that sends nothing, because the service asked us to wait. */
function restedOutcome({ ms, outcome }: NonNullable<ReturnType<Rest['left']>>): Attempt {
  const wait = formatDuration(Math.ceil(ms / 1_000) * 1_000);
  const detail = `Nothing was sent: the service asked us to wait (Retry-After), and ${wait} are left of that.`;
  return { verdict: final(outcome, detail), evidence: null };
}

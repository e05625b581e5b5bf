// The truth table: what happened on the wire goes in, exactly one outcome and one sentence for people come out.
import { formatDuration } from '../../domain/duration.ts';
import type { Reading } from '../../monitor/polling/ports.ts';
import { type CollectedRecords, MAX_RECORDS } from './collect-records.ts';
import type { BodyForm } from './wire.ts';

/** How far an attempt had come. */
export type Phase = 'queued' | 'connecting' | 'handshake' | 'waiting' | 'answering';

/** What kept an answer from arriving whole. */
export type Accident =
  | { readonly kind: 'deadline'; readonly phase: Phase; readonly deadlineMs: number }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'unusable_key'; readonly name: string }
  | { readonly kind: 'refused_address'; readonly why: string }
  | { readonly kind: 'broken'; readonly phase: Phase; readonly code: string }
  | { readonly kind: 'too_large'; readonly limit: number };

/** What an answer turned out to be, without its content. */
export interface ServiceAnswer {
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  readonly body: BodyForm;
  readonly envelopeCode: number | null;
  readonly envelopeSuccess: boolean | null;
  /** What was gathered from the data; `undefined` when it hadn't the documented shape. */
  readonly data: CollectedRecords<unknown, unknown> | undefined;
}

export interface OutcomeWithDetail {
  readonly outcome: Reading['outcome'];
  /** `null` when all went well. */
  readonly detail: string | null;
  /** Asking again within the same poll may help. */
  readonly retry: boolean;
}

/** Judges an attempt that brought no whole answer. */
export function outcomeOfAccident(accident: Accident): OutcomeWithDetail {
  switch (accident.kind) {
    case 'deadline':
      return verdict(
        'deadline',
        `No complete answer within ${formatDuration(accident.deadlineMs)}: ${PHASES[accident.phase]}.`,
      );
    case 'aborted':
      return verdict('aborted', 'We stopped before the answer came.');
    case 'unusable_key':
      return verdict(
        'auth',
        `Nothing was sent: the ${accident.name} can't be read, or holds characters that no key has. Check the configuration.`,
      );
    case 'refused_address':
      return verdict('connect', `No connection was made: ${accident.why}.`);
    case 'too_large':
      return verdict(
        'too_large',
        `The answer is larger than ${accident.limit} bytes, far more than any list of wallets. Check base_url.`,
      );
    case 'broken':
      return judgeBroken(accident.phase, accident.code);
  }
}

/** Judges an answer that came: HTTP is asked first, then the encoding, the type, the text, the envelope, its data. */
export function outcomeOfAnswer(answer: ServiceAnswer): OutcomeWithDetail {
  const { httpStatus: status } = answer;
  if (status >= 200 && status <= 299) return judgeSuccess(answer);
  const portal = answer.body === 'web_page' || isHtml(answer) ? ` ${PORTAL}` : '';
  if (status === 401 || status === 403)
    return verdict('auth', `The service refused our keys (HTTP ${status}). ${KEYS}${portal}`);
  if (status === 429)
    return {
      ...verdict('rate_limited', `The service says that we ask too often (HTTP 429). ${SLOWER}`),
      retry: true,
    };
  if (status >= 500)
    return {
      ...verdict(
        'upstream_5xx',
        `The service failed by itself (HTTP ${status}); nothing is wrong on our side.${portal}`,
      ),
      retry: true,
    };
  if (status >= 400)
    return verdict(
      'upstream_4xx',
      `The service doesn't accept the request (HTTP ${status}). Check base_url.${portal}`,
    );
  if (status >= 300)
    return verdict(
      'redirect',
      `The address sends us elsewhere (HTTP ${status}); we don't follow, because our keys would go along. ${PORTAL}`,
    );
  return verdict('protocol', `The service answered with HTTP status ${status}, which has no meaning.`);
}

/** Whether HTTP and the envelope, or the envelope's own two words, say opposite things. */
export function contradictsItself({
  httpStatus,
  body,
  envelopeCode,
  envelopeSuccess,
}: ServiceAnswer): boolean {
  if (body !== 'envelope') return false;
  const voices = [httpStatus >= 200 && httpStatus <= 299];
  if (envelopeCode !== null) voices.push(isGoodCode(envelopeCode));
  if (envelopeSuccess !== null) voices.push(envelopeSuccess);
  return voices.includes(true) && voices.includes(false);
}

const KEYS =
  'Check public_key and secret_key of this account, and ask the provider whether they are still valid.';
const SLOWER = 'Poll less often, or ask the provider for a higher limit.';
const PORTAL =
  "It looks like the address of a portal for people, not of the service's interface: check base_url.";

const PHASES: Record<Phase, string> = {
  queued: 'it was still waiting for its turn behind other accounts of this address',
  connecting: 'the connection was not made',
  handshake: 'the TLS handshake was not finished',
  waiting: 'the service took the request and did not answer',
  answering: 'the answer began and did not end',
};

const CONNECT: Record<string, string> = {
  ENOTFOUND: 'its host name is not known. Check base_url',
  EAI_AGAIN: 'its host name could not be looked up. Check the name server',
  ECONNREFUSED: 'the connection was refused. The service is down, or base_url names a wrong port',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'its address can not be reached from here',
  ENETUNREACH: 'its address can not be reached from here',
};

const NOT_HTTP = new Set(['HTTP_PARSER', 'UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

const TLS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or our clock is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an authority that is not trusted here',
};

function judgeSuccess(answer: ServiceAnswer): OutcomeWithDetail {
  const { httpStatus, contentEncoding, envelopeCode: code } = answer;
  if (!['', 'identity'].includes((contentEncoding ?? '').trim().toLowerCase())) {
    return verdict(
      'encoding',
      'The answer is compressed although we asked for plain text; it was not opened.',
    );
  }
  if (answer.body === 'web_page' || isHtml(answer))
    return verdict('not_json', `The address answered with a web page. ${PORTAL}`);
  if (!isJson(answer)) return verdict('not_json', 'The answer is not declared as JSON. Check base_url.');
  switch (answer.body) {
    case 'empty':
      return verdict('not_json', `The answer is empty (HTTP ${httpStatus}).`);
    case 'byte_order_mark':
      return verdict('not_json', 'The answer begins with a byte order mark, which JSON must not have.');
    case 'syntax':
      return verdict('not_json', 'The answer is broken: it is declared as JSON and is not.');
    case 'duplicate_key':
      return verdict(
        'invalid',
        'The answer names a field twice, so that nobody can say which value is true.',
      );
    case 'too_deep':
      return verdict('invalid', 'The answer is nested deeper than any list of wallets.');
    case 'too_many':
      return verdict('too_large', 'The answer holds far more values than any list of wallets.');
    case 'no_envelope':
      return verdict('invalid', "The answer is JSON, but not in the service's envelope.");
    case 'envelope':
  }
  if (code === 401 || code === 403)
    return verdict('auth', `The service refused our keys (code ${code} in its answer). ${KEYS}`);
  if (code === 429)
    return {
      ...verdict(
        'rate_limited',
        `The service says that we ask too often (code 429 in its answer). ${SLOWER}`,
      ),
      retry: true,
    };
  if (Number.isNaN(code)) return verdict('invalid', "The code in the answer's envelope is not a number.");
  if (!isGoodCode(code))
    return verdict('rejected', `The service rejected the request (code ${code} in its answer).`);
  if (answer.envelopeSuccess === false)
    return verdict('rejected', 'The service says in its answer that the request failed.');
  if (!answer.data) return verdict('invalid', 'The answer does not hold the list that was asked for.');
  return answer.data.whole ? verdict('ok', null) : verdict('partial', describePartial(answer.data));
}

function describePartial({ unreadable, sent }: CollectedRecords<unknown, unknown>): string {
  const parts = [];
  if (unreadable.length > 0) {
    parts.push(
      `${unreadable.length} of ${sent} records can't be believed (told twice differently, or unreadable)`,
    );
  }
  if (sent > MAX_RECORDS) parts.push(`only the first ${MAX_RECORDS} of ${sent} records are kept`);
  if (parts.length === 0) parts.push("single fields can't be read and count as unknown");
  return `The answer was read in part: ${parts.join('; ')}.`;
}

/** Whether an envelope's code says that it went well; an absent one doesn't say otherwise. */
function isGoodCode(code: number | null): boolean {
  return code === null || (code >= 200 && code <= 299);
}

function judgeBroken(phase: Phase, code: string): OutcomeWithDetail {
  const known = TLS[code];
  if (phase === 'handshake' || known) {
    return verdict(
      'tls',
      `No trusted connection to the service: ${known ?? `the TLS handshake failed (${code})`}.`,
    );
  }
  if (NOT_HTTP.has(code)) {
    return verdict(
      'protocol',
      'The answer is not proper HTTP. Check base_url: another kind of service may listen there.',
    );
  }
  if (phase === 'answering')
    return { ...verdict('protocol', 'The answer broke off in the middle.'), retry: true };
  return {
    ...verdict('connect', `The service can not be reached: ${CONNECT[code] ?? `no connection (${code})`}.`),
    retry: true,
  };
}

function isJson({ contentType }: ServiceAnswer): boolean {
  return /^(?:application\/(?:[\w.-]+\+)?json|text\/json)$/.test(mediaType(contentType));
}

function isHtml({ contentType }: ServiceAnswer): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType(contentType));
}

function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

function verdict(outcome: OutcomeWithDetail['outcome'], detail: string | null): OutcomeWithDetail {
  return { outcome, detail, retry: false };
}

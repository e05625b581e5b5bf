// The outcome of an HTTP exchange with any service: accidents, statuses, encodings, and texts that are not JSON. Used
// for each request; the service's own code judges its envelope (`wallet-service/outcome.ts`).
import { formatDuration } from '../../domain/duration.ts';
import type { Reading } from '../../monitor/polling/ports.ts';
import type { BodyFlaw } from './json.ts';

/** How far an attempt got. */
export type Phase = 'queued' | 'connecting' | 'handshake' | 'waiting' | 'answering';

/** Why an answer did not arrive whole. */
export type Accident =
  | { readonly kind: 'deadline'; readonly phase: Phase; readonly deadlineMs: number }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'unusable_key'; readonly name: string }
  | { readonly kind: 'refused_address'; readonly why: string }
  | { readonly kind: 'broken'; readonly phase: Phase; readonly code: string }
  | { readonly kind: 'too_large'; readonly limit: number };

/** The part of an answer's head that says how the exchange went. */
export interface AnswerHead {
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
}

export interface OutcomeWithDetail {
  readonly outcome: Reading['outcome'];
  /** One sentence for people; `null` when all went well. */
  readonly detail: string | null;
  /** Whether asking again within the same poll may help. */
  readonly retry: boolean;
}

/** How a service's own code judges the JSON of an answer. */
export interface ServiceVerdict extends OutcomeWithDetail {
  /** The service's own status code; `null` when there is none that is a whole number. */
  readonly code: number | null;
}

/** An outcome after which asking again within the same poll can't help. */
export function final(outcome: OutcomeWithDetail['outcome'], detail: string | null): OutcomeWithDetail {
  return { outcome, detail, retry: false };
}

function retryable(outcome: OutcomeWithDetail['outcome'], detail: string): OutcomeWithDetail {
  return { outcome, detail, retry: true };
}

/** The outcome when the service refused the keys; `where` is a text such as "HTTP 401". */
export function keysRefused(where: string): OutcomeWithDetail {
  return final(
    'auth',
    `The service refused our keys (${where}). Check public_key and secret_key of this account, and ask the provider whether they are still valid.`,
  );
}

/** The outcome when we ask too often; `where` is a text such as "HTTP 429". */
export function rateLimited(where: string): OutcomeWithDetail {
  return retryable(
    'rate_limited',
    `The service says that we ask too often (${where}). Poll less often, or ask the provider for a higher limit.`,
  );
}

/** The outcome of an attempt without a whole answer. */
export function outcomeOfAccident(accident: Accident): OutcomeWithDetail {
  switch (accident.kind) {
    case 'deadline':
      return final(
        'deadline',
        `No complete answer within ${formatDuration(accident.deadlineMs)}: ${PHASES[accident.phase]}.`,
      );
    case 'aborted':
      return final('aborted', 'We stopped before the answer came.');
    case 'unusable_key':
      return final(
        'auth',
        `Nothing was sent: the ${accident.name} can't be read, or holds characters that no key has. Check the configuration.`,
      );
    case 'refused_address':
      return final('connect', `No connection was made: ${accident.why}.`);
    case 'too_large':
      return final(
        'too_large',
        `The answer is larger than ${accident.limit} bytes, far more than any list of wallets. Check base_url.`,
      );
    case 'broken':
      return outcomeOfBroken(accident.phase, accident.code);
  }
}

/**
 * The outcome of an answer that failed by HTTP or is not JSON; `null` when the service's own code must judge it.
 *
 * `flaw` says why the text is refused, and is `null` for JSON. `jsonMediaTypes`, in lower case, count as JSON. The
 * HTTP status is checked first, then the encoding, the declared type and the text.
 */
export function outcomeOfAnswer(
  head: AnswerHead,
  flaw: BodyFlaw | null,
  jsonMediaTypes: readonly string[] = [],
): OutcomeWithDetail | null {
  if (head.httpStatus < 200 || head.httpStatus > 299) return outcomeOfFailure(head, flaw);
  if (!['', 'identity'].includes((head.contentEncoding ?? '').trim().toLowerCase())) {
    return final('encoding', 'The answer is compressed although we asked for plain text; it was not opened.');
  }
  if (flaw === 'web_page' || isHtml(head))
    return final('not_json', `The address answered with a web page. ${PORTAL}`);
  if (!isJson(head) && !jsonMediaTypes.includes(mediaType(head.contentType))) return NOT_DECLARED;
  if (flaw === 'empty') return final('not_json', `The answer is empty (HTTP ${head.httpStatus}).`);
  return flaw === null ? null : final(...FLAWS[flaw]);
}

function outcomeOfFailure(head: AnswerHead, flaw: BodyFlaw | null): OutcomeWithDetail {
  const { httpStatus: status } = head;
  const isPage = flaw === 'web_page' || isHtml(head);
  const portal = isPage ? ` ${PORTAL}` : '';
  if (status === 401 || status === 403) {
    const refused = keysRefused(`HTTP ${status}`);
    return { ...refused, detail: `${refused.detail}${portal}` };
  }
  if (status === 429) return rateLimited('HTTP 429');
  if (status >= 500)
    return retryable(
      'upstream_5xx',
      `The service failed by itself (HTTP ${status})${isPage ? ', with a web page as a gateway in front of it sends it' : ''}; nothing is wrong on our side.`,
    );
  if (status >= 400)
    return final(
      'upstream_4xx',
      `The service doesn't accept the request (HTTP ${status}). Check base_url.${portal}`,
    );
  if (status >= 300)
    return final(
      'redirect',
      `The address sends us elsewhere (HTTP ${status}); we don't follow, because our keys would go along. ${PORTAL}`,
    );
  return final('protocol', `The service answered with HTTP status ${status}, which has no meaning.`);
}

function outcomeOfBroken(phase: Phase, code: string): OutcomeWithDetail {
  const known = TLS[code];
  if (phase === 'handshake' || known) {
    return final(
      'tls',
      `No trusted connection to the service: ${known ?? `the TLS handshake failed (${code})`}.`,
    );
  }
  if (NOT_HTTP.has(code)) {
    return final(
      'protocol',
      'The answer is not proper HTTP. Check base_url: another kind of service may listen there.',
    );
  }
  if (phase === 'answering') return retryable('protocol', 'The answer broke off in the middle.');
  return retryable(
    'connect',
    `The service can not be reached: ${CONNECT[code] ?? `no connection (${code})`}.`,
  );
}

const FLAWS: Record<Exclude<BodyFlaw, 'empty' | 'web_page'>, Parameters<typeof final>> = {
  byte_order_mark: ['not_json', 'The answer begins with a byte order mark, which JSON must not have.'],
  syntax: ['not_json', 'The answer is broken: it is declared as JSON and is not.'],
  duplicate_key: ['invalid', 'The answer names a field twice, so that nobody can say which value is true.'],
  too_deep: ['invalid', 'The answer is nested deeper than any list of wallets.'],
  too_many: ['too_large', 'The answer holds far more values than any list of wallets.'],
};

const NOT_DECLARED = final(
  'not_json',
  'The answer is not declared as JSON. Check base_url; if the service is known to declare another type, allow it by json_media_types.',
);
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
  ERR_SSL_WRONG_VERSION_NUMBER: 'what listens there does not speak TLS. Check the port in base_url',
};

function isJson({ contentType }: AnswerHead): boolean {
  return /^(?:application\/(?:[\w.-]+\+)?json|text\/json)$/.test(mediaType(contentType));
}

function isHtml({ contentType }: AnswerHead): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType(contentType));
}

function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

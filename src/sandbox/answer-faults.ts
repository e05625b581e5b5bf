// Faults: proper HTTP answers that are no success: error statuses, redirects, rate limits, and envelopes that contradict
// the status. Listed by name in `faults.ts`.
import { HOUR_MS } from '../domain/duration.ts';
import { envelopeText, errorText } from './answers.ts';
import { type Fault, type FaultContext, reply, wholeNumber } from './fault.ts';

const HTML_TYPE = 'text/html; charset=utf-8';

export const ANSWER_FAULTS: readonly Fault[] = [
  ...[301, 302, 303, 307, 308].map(
    (status): Fault => ({
      name: `redirect-${status}`,
      cases: ['U11'],
      description: `${status} to another host`,
      value: { meaning: 'Location', default: 'http://elsewhere.invalid/data/wallet-balances' },
      act: (exchange) => redirect(exchange, status, exchange.value),
    }),
  ),
  redirects(
    'redirect-same-host',
    '307 to another path of the same host',
    ({ url }) => new URL('/v2/data', url).href,
  ),
  redirects('redirect-loop', '307 to the very address that was asked', ({ url }) => url),
  redirects('redirect-file', '307 to file:///etc/passwd', () => 'file:///etc/passwd'),
  redirects('redirect-downgrade', '307 to http on the default port of the host', ({ url }) => {
    return `http://${new URL(url).hostname}/data/wallet-balances`;
  }),
  redirects('redirect-nowhere', '307 without a Location', () => undefined),
  refusal('unauthorized', ['U12'], 401, 'Unauthorized API access. Unknown Merchant'),
  refusal('forbidden', ['U12'], 403, 'Forbidden'),
  refusal('not-found', ['U12'], 404, 'Not Found'),
  refusal('unprocessable', ['U12'], 422, 'Unprocessable Entity'),
  limited('rate-limit', 'Retry-After in seconds', ({ value }) => value, {
    meaning: 'Retry-After',
    default: '30',
  }),
  limited('rate-limit-date', 'Retry-After as a date half a minute ahead', () => date(30_000)),
  limited('rate-limit-day', 'Retry-After: 86400', () => '86400'),
  limited('rate-limit-negative', 'Retry-After: -5', () => '-5'),
  limited('rate-limit-garbage', 'Retry-After: soon', () => 'soon'),
  limited('rate-limit-past', 'Retry-After as a date an hour ago', () => date(-HOUR_MS)),
  limited('rate-limit-silent', 'no Retry-After', () => undefined),
  ...[500, 502, 503, 504].map(
    (status): Fault => ({
      name: `error-${status}`,
      cases: ['U14'],
      description: `${status} with a proxy's web page`,
      act: (exchange) => brokenProxy(exchange, status),
    }),
  ),
  {
    name: 'flapping',
    cases: ['U14'],
    description: '500 the first time, the good answer the second, and so on in turn',
    act: (exchange) =>
      exchange.times % 2 === 1 ? brokenProxy(exchange, 500) : reply(exchange, 200, exchange.body),
  },
  envelope('envelope-401', 'HTTP 200, and an envelope that says 401', () =>
    errorText(401, 'Unknown Merchant'),
  ),
  envelope('envelope-429', 'HTTP 200, and an envelope that says 429', () =>
    errorText(429, 'Too many requests'),
  ),
  envelope('envelope-500', 'HTTP 200, and an envelope that says 500', () =>
    errorText(500, 'Something went wrong'),
  ),
  envelope('code-string', 'a good answer whose code is "200", a string', ({ body }) =>
    body.replace(':200,', ':"200",'),
  ),
  envelope('code-missing', 'a good answer without a code', ({ body }) => body.replace('"code":200,', '')),
  envelope('status-false', 'a good answer whose status is "false"', ({ body }) =>
    body.replace('"success"', '"false"'),
  ),
  envelope('status-missing', 'a good answer without a status', ({ body }) =>
    body.replace('"status":"success",', ''),
  ),
  envelope('message-list', 'a good answer whose message is a list', ({ body }) =>
    body.replace('"Request completed successfully."', '["Request","completed"]'),
  ),
  envelope('envelope-null', 'null', () => 'null'),
  envelope('envelope-list', 'an empty list', () => '[]'),
  envelope('envelope-bare', 'the code and the status, nothing else', () =>
    envelopeText({ code: '200', status: '"success"' }),
  ),
  {
    name: 'error-says-200',
    cases: ['U15'],
    description: 'HTTP 500, and a good answer in it',
    act: (exchange) => reply(exchange, 500, exchange.body),
  },
  {
    name: 'date-skew',
    cases: ['U21'],
    description: 'the good answer under a Date that is wrong',
    value: { meaning: 'milliseconds ahead', default: String(HOUR_MS) },
    act: (exchange) => reply(exchange, 200, exchange.body, { date: date(wholeNumber(exchange, HOUR_MS)) }),
  },
  {
    name: 'status',
    cases: [],
    description: 'any status, an error envelope in its body',
    value: { meaning: 'the status', default: '418' },
    act(exchange) {
      const status = wholeNumber(exchange, 418);
      reply(exchange, status, errorText(status, 'As asked for'));
    },
  },
];

function redirect(exchange: FaultContext, status: number, location: string | undefined): void {
  reply(exchange, status, '', { 'content-type': HTML_TYPE, location });
}

function redirects(
  name: string,
  description: string,
  to: (exchange: FaultContext) => string | undefined,
): Fault {
  return { name, cases: ['U11'], description, act: (exchange) => redirect(exchange, 307, to(exchange)) };
}

function refusal(name: string, cases: readonly string[], status: number, message: string): Fault {
  return {
    name,
    cases,
    description: `${status} in an envelope`,
    act: (exchange) => reply(exchange, status, errorText(status, message)),
  };
}

function limited(
  name: string,
  description: string,
  retryAfter: (exchange: FaultContext) => string | undefined,
  value?: Fault['value'],
): Fault {
  return {
    name,
    cases: ['U13'],
    description: `429, ${description}`,
    ...(value && { value }),
    act: (exchange) =>
      reply(exchange, 429, errorText(429, 'Too many requests'), { 'retry-after': retryAfter(exchange) }),
  };
}

function brokenProxy(exchange: FaultContext, status: number): void {
  const page = `<html><head><title>${status}</title></head><body><center>nginx</center></body></html>`;
  reply(exchange, status, page, { 'content-type': HTML_TYPE });
}

function envelope(name: string, description: string, body: (exchange: FaultContext) => string): Fault {
  return { name, cases: ['U15'], description, act: (exchange) => reply(exchange, 200, body(exchange)) };
}

function date(ahead: number): string {
  return new Date(Date.now() + ahead).toUTCString();
}

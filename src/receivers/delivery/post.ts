// Sends one request, with a deadline that always holds. Follows no redirect, retries nothing and trusts no body.
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { Agent, request } from 'undici';
import { addressRefusal } from '../../net/address.ts';
import { guardLookup, type Lookup, RefusedAddress } from '../../net/lookup.ts';
import { systemLookup } from '../../net/resolver.ts';

/** How a delivery ended: a closed list. */
export type DeliveryOutcome =
  | 'ok'
  | 'rejected' // 400: what we said is refused
  | 'auth' // 401, 403
  | 'too_large' // 413
  | 'unsupported' // 415
  | 'rate_limited' // 429
  | 'server_error' // 5xx
  | 'redirect' // never followed
  | 'refused_address' // the name leads to an address that must not be contacted
  | 'connect'
  | 'deadline'
  | 'other';

export interface Delivery {
  readonly outcome: DeliveryOutcome;
  readonly status: number | null;
  /** One sentence for people; nothing secret in it. */
  readonly detail: string | null;
  /** Whether the request may have arrived, though no answer came. */
  readonly sent: boolean;
  /**
   * What the receiver answered, for receivers whose answers say more than their status. Not scrubbed; empty if it is longer
   * than `maxAnswerBytes`.
   */
  readonly body: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface PosterOptions {
  /**
   * The deadline of one request, in milliseconds.
   * @default 10_000
   */
  readonly timeoutMs?: number | undefined;
  /** TLS and name resolution, as `tls.connect` and `net.connect` take them. */
  readonly connect?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>;
  /** Makes no connection to link-local addresses and metadata services, whatever a name leads to. @default false */
  readonly guarded?: boolean;
  /** How names are looked up. @default by the system's hosts file and name servers */
  readonly lookup?: Lookup;
  /**
   * Takes secrets out of what an answer says: some answers quote the address of the request.
   * @default nothing is taken out
   */
  readonly scrub?: (text: string) => string;
  /** The longest answer that is read. @default 64 KiB */
  readonly maxAnswerBytes?: number;
}

export interface Poster {
  /** Never rejects, and ends at the deadline at the latest. */
  post(url: URL, body: string | Uint8Array, headers: Readonly<Record<string, string>>): Promise<Delivery>;
  /** As {@link post}, with a GET and no body. */
  get(url: URL, headers: Readonly<Record<string, string>>): Promise<Delivery>;
  /** Breaks off requests under way. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const COMMON_HEADERS = { 'accept-encoding': 'identity', 'user-agent': 'floatwatch' }; // some servers refuse an unnamed client
const MAX_BODY = 64 * 1024;
const MAX_DETAIL = 200;

/** Posts to one receiver. Owns its connections. */
export function createPoster(options: PosterOptions): Poster {
  const { timeoutMs = TIMEOUT_MS, scrub = (text) => text } = options;
  let agent = newAgent();

  return {
    post: (url, body, headers) => inTime({ url, body, headers }),
    get: (url, headers) => inTime({ url, body: null, headers }),
    close: () => agent.destroy(),
  };

  async function inTime(asked: Pick<Sending, 'url' | 'body' | 'headers'>): Promise<Delivery> {
    const abort = new AbortController();
    const progress = { sent: false };
    const late = Promise.withResolvers<Delivery>();
    const timer = setTimeout(() => {
      // A signal alone doesn't end a request that is queued or still connecting.
      late.resolve(failed('deadline', `no answer within ${timeoutMs} ms`, progress.sent));
      abort.abort();
      const hung = agent;
      agent = newAgent();
      void hung.destroy().catch(() => {});
    }, timeoutMs);
    try {
      return await Promise.race([send({ ...asked, signal: abort.signal, progress }), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  function newAgent(): Agent {
    const { lookup = systemLookup, guarded = false } = options;
    const guard = guarded ? guardLookup(lookup, addressRefusal) : lookup;
    const connect = { timeout: timeoutMs, ...options.connect, lookup: guard as LookupFunction };
    return new Agent({ connect, pipelining: 0, maxResponseSize: options.maxAnswerBytes ?? MAX_BODY });
  }

  async function send({ url, body, headers, signal, progress }: Sending): Promise<Delivery> {
    // A socket looks up only names, so an address is checked here.
    const refusal = options.guarded ? addressRefusal(url.hostname) : undefined;
    if (refusal) return failed('refused_address', refusal);
    try {
      const response = await request(url, {
        ...(body === null ? { method: 'GET' } : written(body, progress)),
        headers: { ...(body !== null && headersOf(body)), ...COMMON_HEADERS, ...headers },
        dispatcher: agent,
        signal,
      });
      const { statusCode: status } = response;
      const text = await response.body.text().catch(() => ''); // the status is enough
      const outcome = outcomeOf(status);
      return {
        outcome,
        status,
        sent: true,
        body: text,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
        ),
        detail: outcome === 'ok' ? null : [status, readable(scrub(text))].filter(Boolean).join(': '),
      };
    } catch (error) {
      if (error instanceof RefusedAddress) return failed('refused_address', error.message);
      const { code = 'the connection failed' } = error as { code?: string };
      return failed('connect', code, progress.sent);
    }
  }
}

interface Sending {
  readonly url: URL;
  /** `null`: a GET without a body. */
  readonly body: string | Uint8Array | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly progress: { sent: boolean };
}

function written(body: string | Uint8Array, progress: { sent: boolean }) {
  return { method: 'POST', body: Readable.from(watched(body, progress)) } as const;
}

function headersOf(body: string | Uint8Array) {
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
}

/** The body. It is read only once there is a connection to write it to. */
async function* watched(body: string | Uint8Array, progress: { sent: boolean }): AsyncGenerator<Buffer> {
  progress.sent = true;
  yield Buffer.from(body);
}

/** The outcome of a delivery, by its HTTP status. */
export function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'auth';
  if (status >= 500) return 'server_error';
  const known: Record<number, DeliveryOutcome> = {
    400: 'rejected',
    413: 'too_large',
    415: 'unsupported',
    429: 'rate_limited',
  };
  return known[status] ?? 'other';
}

function failed(outcome: DeliveryOutcome, detail: string | null, sent = false): Delivery {
  return { outcome, status: null, detail, sent, body: '', headers: {} };
}

function readable(text: string): string {
  const line = text.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL)}…` : line;
}

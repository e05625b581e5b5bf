// Refuses requests before a route is looked for: other methods, unusual targets, other host names, other sites' pages.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

export interface RequestGuardOptions {
  /** Paths that take POST (and nothing else). */
  readonly posts: readonly string[];
  /** Our host names, in lower case and without a port, besides `localhost` and bare addresses. */
  readonly names: readonly string[];
  /** Whether other names are refused for reading too. False beyond loopback: there we can't know all our names. */
  readonly strict: boolean;
}

export interface RequestRefusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GuardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Decides about a request by its head alone; `undefined` lets it through. */
export function refusalOf(asked: GuardedRequest, options: RequestGuardOptions): RequestRefusal | undefined {
  const { method, url, headers } = asked;
  if (
    !url.startsWith('/') ||
    url.startsWith('//') ||
    /[\0\\]|%2f/i.test(url.split('?', 1)[0]!) ||
    url.includes('%00') // no name has a NUL, and no database takes one
  ) {
    return { status: 400, text: 'The request target must be a plain absolute path.' };
  }
  const host = headers.host;
  if (options.strict && host !== undefined && !isOurs(host, options.names)) {
    return {
      status: 400,
      text: 'This server does not answer to that host name (web.external_url names ours).',
    };
  }
  const posts = options.posts.includes(url.split('?', 1)[0]!);
  if (posts ? method !== 'POST' : method !== 'GET' && method !== 'HEAD') {
    const allow = posts ? 'POST' : 'GET, HEAD';
    return { status: 405, text: `Only ${allow} here.`, headers: { allow } };
  }
  return posts ? refusalOfPost(headers, host, options.names) : undefined;
}

/** Browsers say which site a POST comes from. A client that doesn't say so is no browser, so no page can misuse it. */
function refusalOfPost(
  headers: GuardedRequest['headers'],
  host: string | undefined,
  names: readonly string[],
): RequestRefusal | undefined {
  const site = single(headers['sec-fetch-site']);
  const origin = headers.origin;
  const foreign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && (host === undefined || hostOf(origin) !== host.toLowerCase()));
  // Another site whose name resolves to our address looks like our own site to a browser (DNS rebinding).
  const rebound = origin !== undefined && host !== undefined && !isOurs(host, names);
  return foreign || rebound ? { status: 403, text: 'Requests from other sites are refused.' } : undefined;
}

function isOurs(host: string, names: readonly string[]): boolean {
  const name = host.toLowerCase().replace(/:\d*$/, '');
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isIP(address) !== 0 || names.includes(name);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

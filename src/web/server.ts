// The web server: its listeners, the checks that every request must pass, its routes and how it is closed. app/ opens it.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { isLoopbackListen, type ListenAddress } from '../net/listen-address.ts';
import { withoutSchemas } from '../net/without-schemas.ts';
import { registerApi } from './api/api.ts';
import { REQUESTED_PATH, registerRequested } from './api/requested.ts';
import { type AuthResult, type BasicAuth, createBasicAuth } from './http/basic-auth.ts';
import { type ConnectionLimits, createGuard, DEFAULT_LIMITS, SERVER_LIMITS } from './http/connections.ts';
import { listen } from './http/listen.ts';
import { type LiveConfig, watchWebConfig } from './http/live-config.ts';
import { type Operations, registerOperations } from './http/operations.ts';
import { type RequestGuardOptions, type RequestRefusal, refusalOf } from './http/request-guard.ts';
import { createHttpsServer } from './http/tls.ts';
import { createPageContext } from './pages/context.ts';
import { sendNotFound } from './pages/not-found.ts';
import { registerPages } from './pages/pages.ts';
import type { PageSources } from './sources.ts';
import { createStatus } from './status.ts';

/** With an import, Node would also load its own fetch, which that module names: 14 MB and 36 ms for each process. */
const http = process.getBuiltinModule('node:http');

export interface WebServerOptions {
  readonly listen: readonly ListenAddress[];
  /** How people reach this server; it answers to this host name. */
  readonly externalUrl: string;
  readonly operations: Operations;
  /** What the pages show; without it there are only the routes of {@link Operations}. */
  readonly pages?: PageSources;
  /** @default 64 connections, 60 s between looks at an answer's reader */
  readonly limits?: ConnectionLimits;
  /** TLS, users and headers, in the format of Prometheus' exporter-toolkit; read again when it changes. */
  readonly configFile?: string;
  /** Called when a request fails by our fault; the client learns nothing but that. */
  readonly onError?: (error: unknown) => void;
}

export interface WebServer {
  /** `127.0.0.1:43121`, one for each `listen`. */
  readonly addresses: readonly string[];
  /**
   * Stops listening, lets answers under way end until the deadline, then closes all connections.
   *
   * @default deadlineMs 3000
   */
  close(deadlineMs?: number): Promise<void>;
}

/** Listens on all addresses, or on none: rejects with a sentence when one of them is taken. */
export async function createWebServer(options: WebServerOptions): Promise<WebServer> {
  const connections = createGuard(options.limits ?? DEFAULT_LIMITS);
  const live =
    options.configFile === undefined ? undefined : watchWebConfig(options.configFile, options.onError);
  const auth = createBasicAuth();
  const app = await createRoutes(options, {
    onlyLoopback: options.listen.every(isLoopbackListen),
    live,
    auth,
  });
  const handler = connections.handling((request, response) => app.routing(request, response));
  const tls = () => live?.current().tls;
  const servers = options.listen.map(() => {
    const first = tls();
    return first
      ? createHttpsServer(() => tls() ?? first, handler)
      : http.createServer(SERVER_LIMITS, handler);
  });
  for (const server of servers) {
    connections.watch(server);
    server.on('clientError', refuseBroken);
  }

  const close = async (deadlineMs = 3_000): Promise<void> => {
    const cut = setTimeout(connections.cut, deadlineMs);
    await Promise.all(
      servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))),
    );
    clearTimeout(cut);
    await auth.close();
    await app.close();
  };

  try {
    const bound = [];
    for (const [i, server] of servers.entries()) bound.push(await listen(server, options.listen[i]!));
    return { addresses: bound, close };
  } catch (error) {
    await close(0);
    throw error;
  }
}

interface RequestChecks {
  readonly onlyLoopback: boolean;
  readonly live: LiveConfig | undefined;
  readonly auth: BasicAuth;
}

async function createRoutes(
  options: WebServerOptions,
  { onlyLoopback, live, auth }: RequestChecks,
): Promise<FastifyInstance> {
  const { shard = 0, total = 1 } = options.pages?.shards ?? {};
  const ownHeaders = { ...SECURITY_HEADERS, ...(total > 1 && { 'floatwatch-shard': `${shard}/${total}` }) };
  const withHeaders = (reply: FastifyReply) =>
    reply.headers(ownHeaders).headers(live?.current().headers ?? {});
  const app = Fastify({
    ...withoutSchemas,
    logger: false,
    exposeHeadRoutes: true,
    bodyLimit: 1_024,
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: 200,
    },
    // An address that can't be read comes to no hook.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void withHeaders(reply).code(400).type('text/plain; charset=utf-8').send('Bad request.\n'),
  });
  const posts = [
    ...(options.operations.lifecycle ? ['/-/reload', '/-/quit'] : []),
    ...(options.pages?.requestTopUp ? [REQUESTED_PATH] : []),
  ];
  const guardOptions: RequestGuardOptions = {
    names: [new URL(options.externalUrl).hostname.toLowerCase()],
    strict: onlyLoopback,
    posts,
  };

  // Bodies stay bytes, whatever their content type: the one route that takes a body reads it itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    withHeaders(reply);
    const web = live?.current();
    const refusal =
      refusalOf(request.raw as IncomingMessage & { url: string; method: string }, guardOptions) ??
      (web && web.users.size > 0
        ? REFUSALS[await auth.authenticate(request.headers.authorization, web.users)]
        : undefined);
    if (!refusal) return;
    reply
      .code(refusal.status)
      .headers(refusal.headers ?? {})
      .type('text/plain; charset=utf-8');
    return reply.send(`${refusal.text}\n`);
  });
  const { pages } = options;
  const context = pages && createPageContext(pages, createStatus(pages));
  app.setNotFoundHandler((request, reply) => sendNotFound(reply, request.headers.accept, context));
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 && !reply.raw.destroyed) options.onError?.(error); // a reader who leaves cancels the reads for it
    const text = status >= 500 ? 'Something went wrong here; the log has it.' : 'Bad request.';
    void reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`);
  });
  registerOperations(app, options.operations);
  if (context) {
    registerPages(app, context);
    registerApi(app, context.sources, context.statusNow);
    const { requestTopUp } = context.sources;
    if (requestTopUp) registerRequested(app, requestTopUp, () => (live?.current().users.size ?? 0) > 0);
  }
  await app.ready();
  return app;
}

const REFUSALS: Readonly<Record<AuthResult, RequestRefusal | undefined>> = {
  welcome: undefined,
  refused: {
    status: 401,
    text: 'Unauthorized.',
    headers: { 'www-authenticate': 'Basic realm="floatwatch", charset="UTF-8"' },
  },
  busy: { status: 503, text: 'Too many logins at once; try again.', headers: { 'retry-after': '2' } },
};

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** A request that isn't readable as HTTP gets one line, if anything; then its connection is closed. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  const isDeaf = error.code === 'ECONNRESET' || error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT'; // no answer gets through
  if (isDeaf || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

// What the tests of this room stand on: servers of their own on loopback, and a client for them.
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket, type Server as TcpServer } from 'node:net';
import { readJsonBody } from '../../src/upstream/http/json.ts';
import { createOrigins, type OriginsOptions } from '../../src/upstream/http/origins.ts';
import type {
  ContractDeviation,
  OnContractDeviation,
} from '../../src/upstream/records/contract-deviation.ts';
import type { BalanceSourceOptions } from '../../src/upstream/service.ts';
import { createBalanceSource } from '../../src/upstream/wallet-service/client.ts';
import { readEnvelope } from '../../src/upstream/wallet-service/source.ts';

export const KEYS = { publicKey: 'pk-canary-1f0c', secretKey: 'sk-canary-77ab' };

export const WALLET = {
  currency: 'UGX',
  wallet_type: 'MERCHANT_PAYOUT',
  available_balance: 40000.5,
  actual_balance: 40000.5,
  uncleared_balance: 0,
  reserve_balance: 0,
};

export function envelope(wallets: unknown = [WALLET], fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    code: 200,
    status: 'success',
    message: 'ok',
    data: { merchant_wallets: wallets },
    ...fields,
  });
}

export const GOOD = envelope();

/** The envelope in a text that is JSON. */
export function opened(text: string, onDeviation: OnContractDeviation = () => {}) {
  const body = readJsonBody(text);
  if ('flaw' in body) throw new Error(`the text is not to be trusted: ${body.flaw}`);
  return readEnvelope(body.json, onDeviation);
}

export interface Service extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Requests, or connections of a raw server, so far. */
  readonly hits: number;
}

/** An HTTP server on a free port. */
export async function serveHttp(listener: RequestListener): Promise<Service & { readonly server: Server }> {
  let hits = 0;
  const server = createHttp({ keepAliveTimeout: 60_000 }, (request, response) => {
    hits++;
    listener(request, response);
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    get hits() {
      return hits;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An HTTP server that answers the same to everybody. */
export function answering(
  body: string | Buffer = GOOD,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Record<string, string> } = {},
) {
  return serveHttp((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });
}

/** A TCP server, on a free port unless told otherwise; `talk` is called with each connection. */
export async function serveTcp(
  talk: (socket: Socket) => void,
  { host = '127.0.0.1', port: wanted = 0 } = {},
): Promise<Service> {
  let hits = 0;
  const sockets = new Set<Socket>();
  const server: TcpServer = createTcp((socket) => {
    hits++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(wanted, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host}:${port}`,
    get hits() {
      return hits;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A TCP server that answers each request on its connection with these bytes, and maybe ends the connection. */
export function replying(bytes: string | Buffer, { end = true } = {}): Promise<Service> {
  return serveTcp((socket) => {
    socket.on('data', (data) => {
      if (!data.includes('\r\n\r\n')) return;
      socket.write(bytes);
      if (end) socket.end();
    });
  });
}

function listen(server: { listen(port: number, host: string, done: () => void): unknown }): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** A client of `url`, impatient and without retries unless told otherwise. */
export function clientOf(
  url: string,
  {
    ca,
    lookup,
    concurrency = 8,
    ...options
  }: Partial<BalanceSourceOptions & Omit<OriginsOptions, 'concurrency'>> & {
    readonly concurrency?: number;
  } = {},
) {
  const deviations: ContractDeviation[] = [];
  const origins = createOrigins({
    concurrency: () => concurrency,
    ...(ca ? { ca } : {}),
    ...(lookup ? { lookup } : {}),
  });
  const source = createBalanceSource({
    baseUrl: url,
    publicKey: () => KEYS.publicKey,
    secretKey: () => KEYS.secretKey,
    deadlineMs: 15_000,
    retries: 0,
    currencies: [],
    allowInsecureHttp: false,
    jsonMediaTypes: [],
    userAgent: 'floatwatch/test',
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: () => 0,
    scrub: (text) => text,
    onDeviation: (deviation) => deviations.push(deviation),
    origins,
    ...options,
  });
  return {
    ...source,
    origins,
    deviations,
    read: (notAfter = Date.now() + 60_000, signal = new AbortController().signal) =>
      source.read({ notAfter, signal }),
    probe: (signal = new AbortController().signal) => source.probe({ notAfter: Date.now() + 60_000, signal }),
    [Symbol.dispose]: () => origins.close(),
  };
}

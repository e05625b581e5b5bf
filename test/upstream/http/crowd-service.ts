// The service of `crowd.test.ts`, on a thread of its own: what it costs to misbehave is not the client's.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { envelope, GOOD, WALLET } from '../service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FIVE = envelope(Array.from({ length: 5 }, (_, i) => ({ ...WALLET, wallet_type: `W${i}` })));

type Misbehaviour = (response: ServerResponse) => void;
const says =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): Misbehaviour =>
  (response) =>
    void response.writeHead(status, { ...JSON_TYPE, ...headers }).end(body);

/** Keeps writing as long as the other end takes it. */
const floods =
  (chunk: string): Misbehaviour =>
  (response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.writeHead(200, JSON_TYPE).on('drain', more);
    more();
  };

const drips: Misbehaviour = (response) => {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write('['), 20);
  response.on('close', () => clearInterval(timer));
};

/** How an account misbehaves, and what that is called: asked for as `/bad-0`, `/bad-1` and so on. */
export const MISBEHAVIOURS: Record<string, readonly [Misbehaviour, string]> = {
  hangs: [() => {}, 'deadline'],
  'drips its body': [drips, 'deadline'],
  'stalls in its body': [(response) => void response.writeHead(200, JSON_TYPE).write('{'), 'deadline'],
  'hangs up': [(response) => void response.destroy(), 'connect'],
  resets: [(response) => void response.socket?.resetAndDestroy(), 'connect'],
  'breaks off': [
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': 999 }).write(GOOD, () => response.destroy());
    },
    'protocol',
  ],
  'speaks no HTTP': [(response) => void response.socket?.end('HELO\r\n\r\n'), 'protocol'],
  'sends long headers': [says(GOOD, 200, { 'x-long': 'x'.repeat(60_000) }), 'protocol'],
  'floods with space': [floods(' '.repeat(65_536)), 'too_large'],
  'floods with wallets': [floods('{},'.repeat(20_000)), 'too_large'],
  'declares too much': [says('', 200, { 'content-length': '99999999' }), 'too_large'],
  'sends 50,000 wallets': [says(envelope(Array(50_000).fill({}))), 'too_large'],
  'sends 2,000 wallets': [says(envelope(Array(2_000).fill(WALLET))), 'partial'],
  'nests deeply': [says('['.repeat(200_000)), 'invalid'],
  'sends a bomb': [
    says(gzipSync(Buffer.alloc(50 * 2 ** 20)), 200, { 'content-encoding': 'gzip' }),
    'encoding',
  ],
  'compresses unknown': [says(GOOD, 200, { 'content-encoding': 'br' }), 'encoding'],
  redirects: [says('', 307, { location: 'http://127.0.0.1:1/' }), 'redirect'],
  'refuses keys': [says('', 401), 'auth'],
  'refuses keys within': [says(envelope({}, { code: 401 })), 'auth'],
  'slows down for a day': [says('', 429, { 'retry-after': '86400' }), 'rate_limited'],
  'slows down within': [says(envelope({}, { code: 429 })), 'rate_limited'],
  'knows nothing': [says('{}', 404), 'upstream_4xx'],
  fails: [says('<html>', 500), 'upstream_5xx'],
  'is in maintenance': [says('', 503, { 'retry-after': '3600' }), 'upstream_5xx'],
  'is a portal': [says('<html>', 200, { 'content-type': 'text/html' }), 'not_json'],
  'says nothing': [says(''), 'not_json'],
  'writes NaN': [says(GOOD.replace('40000.5', 'NaN')), 'not_json'],
  'tells twice': [says(GOOD.replace('{', '{"code":1,')), 'invalid'],
  'changed its shape': [says(envelope({ UGX: 1 })), 'invalid'],
  'says no': [says(envelope([], { status: 'failed' })), 'rejected'],
};

if (!isMainThread && parentPort) {
  const ways = Object.values(MISBEHAVIOURS);
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    response.on('error', () => {});
    const way = /^\/bad-(\d+)/.exec(request.url ?? '');
    if (way) ways[Number(way[1])]![0](response);
    else says(FIVE)(response);
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

// What a fault is: a name to switch it on by, the cases that it shows, and its answer in place of the good one.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RawRecord } from './answers.ts';
import type { SandboxOperation } from './service.ts';

export interface Fault {
  readonly name: string;
  /** The numbers of the cases that it shows, as the tests name them: `U4`, `M12`. */
  readonly cases: readonly string[];
  /** One clause for people: what the client gets. */
  readonly description: string;
  /** What the fault's value means, and its default. */
  readonly value?: { readonly meaning: string; readonly default: string };
  /** Sends the whole answer itself, or nothing. The connection may break at any moment. */
  act(exchange: FaultContext): void | Promise<void>;
}

/** One request that a fault answers. */
export interface FaultContext {
  readonly operation: SandboxOperation;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** The good answer, as text and as the records in it. */
  readonly body: string;
  readonly records: readonly RawRecord[];
  /** How often this fault has acted since it was switched on; 1 the first time. */
  readonly times: number;
  readonly value: string;
  /** `http://127.0.0.1:14219/data/wallet-balances?currency=UGX`: what was asked. */
  readonly url: string;
  /** Resolves to true after these milliseconds of the wall; to false when the connection is gone by then. */
  wait(ms: number): Promise<boolean>;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers like an ordinary server. `headers` override the content type; `undefined` removes a header. */
export function reply(
  { response }: FaultContext,
  status: number,
  body: string | Uint8Array,
  headers: OutgoingHttpHeaders = {},
): void {
  const all = { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body), ...headers };
  response.writeHead(
    status,
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
  );
  response.end(body);
}

/** The head of an answer as it is sent: each line ends with CRLF, and so does the empty line at the end. */
export function head(...headers: readonly string[]): string {
  return [
    'HTTP/1.1 200 OK',
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${JSON_TYPE}`,
    ...headers,
    '',
    '',
  ].join('\r\n');
}

/** Writes, and waits until the client has room for more; false when the connection is gone. */
export function push(socket: Socket, bytes: string | Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve(false);
    const done = () => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve(!socket.destroyed);
    };
    if (socket.write(bytes)) return resolve(true);
    socket.once('drain', done);
    socket.once('close', done);
  });
}

/** The value as a whole number; the default when it isn't one. */
export function wholeNumber({ value }: FaultContext, otherwise: number): number {
  return /^\d{1,12}$/.test(value) ? Number(value) : otherwise;
}

// One connection to an origin, used by one request at a time. It knows its phase and can be cut in any phase, a
// handshake included. A pool of undici can't: it keeps a connecting socket until its connect timeout. Used by
// `origins.ts`.
import type { Socket } from 'node:net';
import { Client } from 'undici';
import { openSocket, type SocketOptions } from './socket.ts';

/** The largest answer in bytes on the wire: hundreds of times the longest list of wallets. */
export const MAX_BYTES = 1_048_576;
const IDLE_MS = 4_000; // long enough for the accounts of one sweep; short enough to notice a changed DNS address

/** A GET request, without a body. */
export interface WireRequest {
  /** Is appended to the base address; begins with a slash and includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The status and headers of an answer. */
export interface WireHead {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface UpstreamConnection {
  readonly phase: 'connecting' | 'handshake' | 'waiting';
  /** The address at the other end; `null` before it is known. */
  readonly address: string | null;
  /**
   * Resolves with the whole body.
   *
   * Calls `onHead` at most once, with the status and headers. When `onHead` throws, the promise rejects with that
   * error and nothing more is read.
   */
  send(request: WireRequest, onHead: (head: WireHead) => void): Promise<Buffer>;
  /** Closes the connection at once, in any phase, and its request with it. */
  destroy(): void;
}

/** Makes a connection; the real one is {@link createUpstreamConnection}. */
export type OpenConnection = (options: SocketOptions) => UpstreamConnection;

/** A connection that opens with the first request, and opens again after it was idle for long. */
export function createUpstreamConnection(options: SocketOptions): UpstreamConnection {
  let socket: Socket | undefined;
  let phase: UpstreamConnection['phase'] = 'connecting';
  let address: string | null = null;

  const client = new Client(options.url.origin, {
    connect(_, callback) {
      phase = 'connecting';
      try {
        socket = openSocket(options);
      } catch (error) {
        queueMicrotask(() => callback(error as Error, null));
        return;
      }
      const secure = options.url.protocol === 'https:';
      const opened = socket;
      opened.once('connect', () => {
        address = opened.remoteAddress ?? null;
        phase = 'handshake'; // plain http has no handshake: the listener below ends this phase at once
      });
      const onError = (error: Error) => callback(error, null);
      opened.once('error', onError);
      opened.once(secure ? 'secureConnect' : 'connect', () => {
        phase = 'waiting';
        opened.off('error', onError);
        callback(null, opened);
      });
      opened.once('close', () => {
        phase = 'connecting';
      });
    },
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxResponseSize: MAX_BYTES,
    headersTimeout: 0, // the poll's own deadline bounds everything
    bodyTimeout: 0,
  });

  return {
    get phase() {
      return phase;
    },
    get address() {
      return address;
    },
    // dispatch() is what undici's own request() uses. request() adds a stream for each body, which takes a third of the time.
    send: ({ path, headers }, onHead) =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        client.dispatch(
          { method: 'GET', path, headers },
          {
            onRequestStart() {},
            onResponseStart(_, status, head) {
              if (status >= 200) onHead({ status, headers: head }); // a 1xx status is not the answer yet
            },
            onResponseData(_, chunk) {
              chunks.push(chunk);
            },
            onResponseEnd() {
              resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
            },
            onResponseError(_, error) {
              reject(error);
            },
          },
        );
      }),
    destroy() {
      socket?.destroy();
      client.destroy().catch(() => {}); // undici rejects its requests; nobody else waits
    },
  };
}

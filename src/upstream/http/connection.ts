// One connection to an origin, used by one request at a time. It knows how far it has come and can be cut at any point,
// in the middle of a handshake too: a pool of undici's keeps a connecting socket until its connect timeout. Used by
// `origins.ts`.
import type { Socket } from 'node:net';
import { Client } from 'undici';
import { openSocket, type SocketOptions } from './socket.ts';

/** Bytes of one answer on the wire: hundreds of times the longest list of wallets. */
export const MAX_BYTES = 1_048_576;
const IDLE_MS = 4_000; // lasts for the accounts of one sweep, and not until a name has another address

/** A GET request, without body. */
export interface WireRequest {
  /** To be put behind the base address; begins with a slash and holds the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How an answer begins. */
export interface WireHead {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface UpstreamConnection {
  readonly phase: 'connecting' | 'handshake' | 'waiting';
  /** The address at the other end; `null` before there is one. */
  readonly address: string | null;
  /**
   * Resolves with the body once it is whole. `onHead` is shown how the answer begins, once at most; what it throws is what the
   * promise rejects with, and then no more is read.
   */
  send(request: WireRequest, onHead: (head: WireHead) => void): Promise<Buffer>;
  /** Ends it at once, in whatever phase, and what is under way with it. */
  destroy(): void;
}

/** Makes a connection; the real one is {@link createUpstreamConnection}. */
export type OpenConnection = (options: SocketOptions) => UpstreamConnection;

/** A connection that is made with the first request, and made again when it was idle for long. */
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
        phase = 'handshake'; // of plain http it is over at once: below
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
    // By what undici's own request() is made of: that makes a stream for each body, which takes a third of the time.
    send: ({ path, headers }, onHead) =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        client.dispatch(
          { method: 'GET', path, headers },
          {
            onRequestStart() {},
            onResponseStart(_, status, head) {
              if (status >= 200) onHead({ status, headers: head }); // before, it isn't the answer yet
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
      client.destroy().catch(() => {}); // its requests are told; nobody else waits
    },
  };
}

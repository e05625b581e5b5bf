// Limits how many connections there are, and for how long. Beyond the limit, the server first closes connections that
// never got an answer, so that a flood of connections doesn't keep Prometheus from scraping. Used by `server.ts`.
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /**
   * The most connections at once over all listeners. One more closes the oldest connection that never got an answer; else
   * the one that idled longest, whose client connects anew; else the one that is busy longest.
   *
   * @default 64
   */
  readonly connections: number;
  /**
   * Milliseconds between two looks at the reader of an answer, from the answer's first byte on. At each look the reader
   * must have taken {@link SLOWEST} bytes per millisecond, or all that there was. On a slow line it takes a minute or so
   * to see that: the system takes more only once hundreds of kB of its own buffer are free.
   *
   * @default 60000
   */
  readonly writeMs: number;
}

export const DEFAULT_LIMITS: ConnectionLimits = { connections: 64, writeMs: 60_000 };

/** Bytes per millisecond: slower than any reader's line, faster than a client that wants to hold us up. */
const SLOWEST = 4;

/** Requests under way on one connection: no usual client sends more without waiting, and one more closes the connection. */
const MAX_PIPELINED = 2;

/** Node's own limits, against clients that send their request byte by byte. */
export const SERVER_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 65_000, // longer than the usual scrape interval
  maxHeaderSize: 32_768, // with the cookies and tokens of a single sign-on, proxies pass on far more than 8 KiB
} as const;

export interface Guard {
  /** Watches the connections of a listener. */
  watch(server: Server): void;
  /** Wraps the handler: marks its connection busy, and limits the time that the reader may take for the answer. */
  handling(listener: RequestListener): RequestListener;
  /** Closes every connection at once, also during the TLS handshake: Node's own method doesn't know of those. */
  cut(): void;
}

export function createGuard(limits: ConnectionLimits = DEFAULT_LIMITS): Guard {
  const open = new Map<string, Socket>();
  // Each of these keeps the order in which its connections entered it.
  const unanswered = new Set<string>(); // idle, or sending their first request
  const busy = new Map<string, number>(); // with the number of requests under way
  const idle = new Set<string>(); // after an answer

  return {
    watch(server) {
      server.on('connection', (socket: Socket) => {
        const peer = peerOf(socket);
        if (open.size >= limits.connections) {
          const [victim] = unanswered.size > 0 ? unanswered : idle.size > 0 ? idle : busy.keys();
          if (victim !== undefined) drop(victim);
        }
        open.set(peer, socket);
        unanswered.add(peer);
        socket.once('close', () => forget(peer));
      });
    },

    handling: (listener) => (request, response) => {
      const { socket } = request;
      const peer = peerOf(socket);
      const underWay = (busy.get(peer) ?? 0) + 1;
      if (socket.destroyed || underWay > MAX_PIPELINED) return void socket.destroy();
      if (open.has(peer)) {
        unanswered.delete(peer);
        idle.delete(peer);
        busy.set(peer, underWay);
      }
      const { writeHead } = response;
      let timer: NodeJS.Timeout | undefined;
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        if (!response.closed) timer ??= cutOffSlow(open.get(peer) ?? socket, response); // if it is closed, its reader has gone
        return writeHead.apply(response, head);
      }) as typeof writeHead;
      response.once('close', () => {
        clearInterval(timer);
        if (!open.has(peer)) return;
        const left = busy.get(peer)! - 1;
        if (left > 0) busy.set(peer, left);
        else if (busy.delete(peer)) idle.add(peer);
      });
      listener(request, response);
    },

    cut() {
      for (const peer of [...open.keys()]) drop(peer);
    },
  };

  /**
   * A reader is slow only while bytes wait for it: an answer that takes long to make isn't its fault. `socket` is the one
   * below TLS.
   */
  function cutOffSlow(socket: Socket, response: ServerResponse): NodeJS.Timeout {
    let before = takenOf(socket);
    return setInterval(() => {
      const taken = takenOf(socket);
      const isSlow = taken - before < limits.writeMs * SLOWEST;
      if (isSlow && response.writableLength > 0) socket.destroy();
      before = taken;
    }, limits.writeMs);
  }

  function drop(peer: string): void {
    const socket = open.get(peer);
    forget(peer);
    socket?.destroy();
  }

  function forget(peer: string): void {
    open.delete(peer);
    unanswered.delete(peer);
    idle.delete(peer);
    busy.delete(peer);
  }
}

/**
 * How many bytes the system has taken, also of a write under way: that may have megabytes, and the socket itself counts
 * it only once all of it is taken.
 */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: SocketHandle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** What only Node's own handle of a socket tells; the handle is `null` once the socket is closed. */
interface SocketHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** Under TLS the connection and the request have different sockets, but the same other end. */
function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress} ${socket.localPort}`;
}

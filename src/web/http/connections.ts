// How many connections there may be, and for how long. Beyond the limit the server closes those that never got an answer
// first, so that a flood of connections doesn't keep Prometheus from scraping. Used by `server.ts`.
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /**
   * Connections at once over all listeners. A new one beyond closes the oldest that never got an answer, else the one that
   * idled longest, whose client connects anew, else the one longest under way.
   *
   * @default 64
   */
  readonly connections: number;
  /**
   * From the first byte of an answer on, its reader is looked at each time that so many milliseconds have passed: it must
   * have taken {@link SLOWEST} bytes for each of them, or all that there was. On a slow line that is seen over a minute or so: the
   * system takes more only once a part of its own buffer is empty, hundreds of kB.
   *
   * @default 60000
   */
  readonly writeMs: number;
}

export const DEFAULT_LIMITS: ConnectionLimits = { connections: 64, writeMs: 60_000 };

/** Bytes a millisecond: slower than any line to a person, faster than one who wants to hold us up. */
const SLOWEST = 4;

/** Requests under way on one connection: no usual client sends more without waiting, and more close the connection. */
const MAX_PIPELINED = 2;

/** Node's own limits, against clients that send their request byte by byte. */
export const SERVER_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 65_000, // longer than the usual scrape interval
  maxHeaderSize: 32_768, // what proxies pass on: with the cookies and tokens of a single sign-on it is far more than 8 KiB
} as const;

export interface Guard {
  /** Watches the connections of a listener. */
  watch(server: Server): void;
  /** Wraps the handler: marks its connection busy, and bounds the time that the answer may take to be read. */
  handling(listener: RequestListener): RequestListener;
  /** Ends every connection at once, those that haven't shaken hands too: Node's own way knows of none of these. */
  cut(): void;
}

export function createGuard(limits: ConnectionLimits = DEFAULT_LIMITS): Guard {
  const open = new Map<string, Socket>();
  // Each of these is in the order in which its connections came to be in it.
  const unanswered = new Set<string>(); // idle, or sending their first request
  const busy = new Map<string, number>(); // with the requests under way
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
        if (!response.closed) timer ??= cutOffSlow(open.get(peer) ?? socket, response); // its reader may have gone
        return writeHead.apply(response, head);
      }) as typeof writeHead;
      response.once('close', () => {
        clearInterval(timer);
        if (!open.has(peer)) return;
        const left = (busy.get(peer) ?? 1) - 1;
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
   * A reader is slow only while bytes wait for it: an answer that takes long to make isn't its fault. `socket` is the one below
   * TLS.
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
 * How much the system has taken, also of a write under way: that may be megabytes, which the socket itself counts once all of
 * it is taken.
 */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: SocketHandle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** Of Node's own part of a socket what nothing else tells; `null` once it is closed. */
interface SocketHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** Under TLS the connection and the request have different sockets, but the same other end. */
function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress} ${socket.localPort}`;
}

// A TCP proxy on loopback that does to a connection what networks do: cuts, resets, stalls or drips it, at any byte
// and in either direction.
import { connect, createServer, type Socket } from 'node:net';

/** What happens to one direction of a connection. */
export interface Fault {
  /** `cut` ends the connection properly, `reset` doesn't, `stall` lets nothing more through, `drip` one byte at a time. */
  readonly kind: 'cut' | 'reset' | 'stall' | 'drip';
  /** Bytes that pass unharmed before. Default 0. */
  readonly after?: number;
  /** Milliseconds between dripping bytes. Default 10. */
  readonly everyMs?: number;
}

/** Faults of one connection: towards the server, and back towards the client. */
export interface Faults {
  readonly up?: Fault;
  readonly down?: Fault;
}

export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections accepted so far. */
  readonly accepted: number;
  /** Connections that are open now. */
  readonly open: number;
  /** What happens to connections made from now on, to the first, the second, …; the last repeats. None: nothing. */
  inject(...faults: Faults[]): void;
  /** Resets every open connection. */
  resetAll(): void;
  /** Lets nothing more through, of connections that are open or made later, and tells nobody. */
  freeze(): void;
}

/** Listens on a free port of 127.0.0.1 and passes everything on to `target`. */
export async function createTcpProxy(target: {
  readonly port: number;
  readonly host?: string;
}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let plan: Faults[] = [];
  let accepted = 0;
  let isFrozen = false;

  const server = createServer((client) => {
    accepted++;
    const faults = (plan.length > 1 ? plan.shift() : plan[0]) ?? {};
    const upstream = connect({ port: target.port, host: target.host ?? '127.0.0.1' });
    const pair = [client, upstream];
    for (const socket of pair) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of pair) if (other !== socket) other.destroy();
      });
    }
    if (isFrozen) return;
    pass(client, upstream, faults.up);
    pass(upstream, client, faults.down);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as { port: number }).port,
    get accepted() {
      return accepted;
    },
    get open() {
      return sockets.size / 2;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    inject(...faults) {
      plan = faults;
    },
    resetAll() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(from: Socket, to: Socket, fault: Fault | undefined): void {
  let unharmed = fault ? (fault.after ?? 0) : Number.POSITIVE_INFINITY;
  let dripping = Promise.resolve();
  from.on('data', (chunk) => {
    const good = chunk.subarray(0, unharmed);
    const rest = chunk.subarray(good.length);
    unharmed -= good.length;
    if (good.length > 0) to.write(good);
    if (unharmed === 0 && fault) dripping = dripping.then(() => harm(rest, fault));
  });
  from.on('end', () => dripping.then(() => to.end()));

  async function harm(rest: Buffer, { kind, everyMs = 10 }: Fault): Promise<void> {
    if (kind === 'cut') {
      to.end();
      from.destroy();
    } else if (kind === 'reset') {
      to.resetAndDestroy();
      from.resetAndDestroy();
    } else if (kind === 'drip') {
      for (const byte of rest) {
        if (to.destroyed) return;
        to.write(Buffer.of(byte));
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    }
  }
}

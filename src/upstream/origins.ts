// Turns and connections, shared by all accounts of one address: so many requests at once, the others wait in line.
import type { Lookup } from '../domain/address.ts';
import { type Connection, createConnection } from './connection.ts';
import type { Cut } from './cut.ts';

export interface Origins {
  /** The origin of a base address; the same one for every account that names it. */
  at(url: URL, options: { readonly allowInsecureHttp: boolean }): Origin;
  /** Cuts every connection. */
  close(): void;
}

export interface Origin {
  /** Waits for a turn; rejects as `cut.over` does. The taker gives it back. */
  take(cut: Cut): Promise<Turn>;
}

/** The right to use one connection until it is given back. */
export interface Turn {
  /** Whether the connection has served a request before. */
  readonly reused: boolean;
  readonly connection: Connection;
  /** Cuts the connection and takes a new one in its place, keeping the turn. */
  renew(): void;
  /** Gives the turn to the next in line; `keep` leaves the connection open for whoever comes soon. */
  giveBack(keep: boolean): void;
}

export interface OriginsOptions {
  /** Requests at once per origin. */
  readonly concurrency: number;
  /** Certificates of authorities to trust instead of the usual ones, as PEM. */
  readonly ca?: string;
  /** Default: the system's resolver. */
  readonly lookup?: Lookup;
}

/** Owns every connection of the sources that are made with it; closed by whoever created it. */
export function createOrigins({ concurrency, ca, lookup }: OriginsOptions): Origins {
  const origins = new Map<string, Origin>();
  const open = new Set<Connection>();

  const connect = (url: URL, allowInsecureHttp: boolean): Connection => {
    const connection = createConnection({ url, allowInsecureHttp, ca, lookup });
    open.add(connection);
    return connection;
  };
  const cutOff = (connection: Connection): void => {
    open.delete(connection);
    connection.destroy();
  };

  return {
    at(url, { allowInsecureHttp }) {
      const key = `${url.origin} ${allowInsecureHttp}`;
      const known = origins.get(key);
      if (known) return known;
      const origin = createOrigin(concurrency, () => connect(url, allowInsecureHttp), cutOff);
      origins.set(key, origin);
      return origin;
    },
    close() {
      for (const connection of open) cutOff(connection);
    },
  };
}

function createOrigin(
  concurrency: number,
  connect: () => Connection,
  cutOff: (connection: Connection) => void,
): Origin {
  const line = new Set<() => void>(); // in the order in which they came
  const idle: Connection[] = [];
  let free = concurrency;

  return {
    async take(cut) {
      if (free > 0) free--;
      else await turn(cut);
      const waiting = idle.pop();
      return createTurn(waiting ?? connect(), waiting !== undefined);
    },
  };

  async function turn(cut: Cut): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    line.add(resolve);
    try {
      await Promise.race([promise, cut.over]);
    } catch (error) {
      if (!line.delete(resolve)) passOn(); // it was our turn already when the time was up
      throw error;
    }
  }

  function passOn(): void {
    for (const next of line) {
      line.delete(next);
      next();
      return;
    }
    free++;
  }

  function createTurn(first: Connection, used: boolean): Turn {
    let connection = first;
    let reused = used;
    return {
      get connection() {
        return connection;
      },
      get reused() {
        return reused;
      },
      renew() {
        cutOff(connection);
        connection = connect();
        reused = false;
      },
      giveBack(keep) {
        if (keep) idle.push(connection);
        else cutOff(connection);
        passOn();
      },
    };
  }
}

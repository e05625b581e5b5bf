// Turns and connections, shared by all accounts of one address: so many requests at once, the others wait in line.
import type { Lookup } from '../../net/lookup.ts';
import { createUpstreamConnection, type UpstreamConnection } from './connection.ts';
import type { Deadline } from './deadline.ts';

export interface Origins {
  /** The origin of a base address; the same one for every account that names it. */
  at(url: URL, options: { readonly allowInsecureHttp: boolean }): Origin;
  /** Cuts every connection. */
  close(): void;
}

export interface Origin {
  /** Waits for a turn; rejects with a `CutShort` when the cut comes first. The taker gives it back. */
  take(cut: Deadline): Promise<Permit>;
}

/** The right to use one connection until it is given back. */
export interface Permit {
  /** Whether the connection has served a request before. */
  readonly reused: boolean;
  readonly connection: UpstreamConnection;
  /** Cuts the connection and takes a new one in its place, keeping the turn. */
  renew(): void;
  /**
   * Gives the turn to the next in line; `keep` leaves the connection open for whoever comes soon. A turn is given back
   * once: a second time changes nothing.
   */
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
  const open = new Set<UpstreamConnection>();

  const connect = (url: URL, allowInsecureHttp: boolean): UpstreamConnection => {
    const connection = createUpstreamConnection({ url, allowInsecureHttp, ca, lookup });
    open.add(connection);
    return connection;
  };
  const cutOff = (connection: UpstreamConnection): void => {
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
  connect: () => UpstreamConnection,
  cutOff: (connection: UpstreamConnection) => void,
): Origin {
  const line = new Set<() => void>(); // in the order in which they came
  const idle: UpstreamConnection[] = [];
  let free = concurrency;

  return {
    take: (cut) =>
      new Promise((resolve, reject) => {
        const enter = () => resolve(createTurn());
        line.add(enter);
        cut.tell((why) => {
          line.delete(enter);
          reject(why);
        });
        if (free > 0 && line.has(enter)) {
          free--;
          passOn();
        }
      }),
  };

  function passOn(): void {
    for (const next of line) {
      line.delete(next);
      next();
      return;
    }
    free++;
  }

  function createTurn(): Permit {
    const waiting = idle.pop();
    let connection = waiting ?? connect();
    let reused = waiting !== undefined;
    let given = false;
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
        if (given) return;
        given = true;
        if (keep) idle.push(connection);
        else cutOff(connection);
        passOn();
      },
    };
  }
}

// Permits and connections, shared by all accounts of one origin. Used by `request-with-retry.ts`; `app/sources.ts`
// makes and closes it.
import type { Lookup } from '../../net/lookup.ts';
import { createUpstreamConnection, type OpenConnection, type UpstreamConnection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { createPermitLines, type PermitLine, type PermitLines } from './permits.ts';

export interface Origins {
  /** The origin of a base address; every account with that address gets the same one. */
  at(url: URL, options: { readonly allowInsecureHttp: boolean }): Origin;
  /** Closes every connection at once. */
  close(): void;
}

export interface Origin {
  /** Waits for a permit; rejects with a `DeadlineError` when the time is up first. The caller gives the permit back. */
  take(deadline: Deadline): Promise<Permit>;
}

/** The right to use one connection, until it is given back. */
export interface Permit {
  /** Whether the connection has served a request before. */
  readonly reused: boolean;
  readonly connection: UpstreamConnection;
  /** Closes the connection and opens a new one in its place, under the same permit. */
  renew(): void;
  /**
   * Gives the permit to the next request in the line; `keep` leaves the connection open for it.
   *
   * A second call changes nothing.
   */
  giveBack(keep: boolean): void;
}

export interface OriginsOptions {
  /** The most requests at once to an origin, such as `https://pay.example.com`, over all its accounts. */
  readonly concurrency: (origin: string) => number;
  /** The lines of all origins; pass them to share them with other `Origins`. @default its own */
  readonly lines?: PermitLines;
  /** PEM certificates of the authorities to trust instead of the usual ones. */
  readonly ca?: string;
  /** @default by the system's hosts file and name servers */
  readonly lookup?: Lookup;
  /** How connections are made. @default createUpstreamConnection */
  readonly connect?: OpenConnection;
}

/** Owns every connection of the sources that use it; its creator closes it. */
export function createOrigins(options: OriginsOptions): Origins {
  const { concurrency, lines = createPermitLines(), ca, lookup } = options;
  const { connect: openConnection = createUpstreamConnection } = options;
  const origins = new Map<string, Origin>();
  const open = new Set<UpstreamConnection>();

  const connect = (url: URL, allowInsecureHttp: boolean): UpstreamConnection => {
    const connection = openConnection({ url, allowInsecureHttp, ca, lookup });
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
      let line: PermitLine | undefined; // made with the first request, because a reload may be refused before that
      const lineOf = () => (line ??= lines.of(url.origin, concurrency(url.origin)));
      const origin = createOrigin(lineOf, () => connect(url, allowInsecureHttp), cutOff);
      origins.set(key, origin);
      return origin;
    },
    close() {
      for (const connection of open) cutOff(connection);
    },
  };
}

function createOrigin(
  line: () => PermitLine,
  connect: () => UpstreamConnection,
  cutOff: (connection: UpstreamConnection) => void,
): Origin {
  const connections = { idle: [], line, connect, cutOff };
  return {
    take: (deadline) =>
      new Promise((resolve, reject) => {
        line().enter(deadline, () => resolve(new ConnectionPermit(connections)), reject);
      }),
  };
}

interface OriginConnections {
  readonly idle: UpstreamConnection[];
  readonly line: () => PermitLine;
  readonly connect: () => UpstreamConnection;
  readonly cutOff: (connection: UpstreamConnection) => void;
}

/** A class, because it is small: each request has one. */
class ConnectionPermit implements Permit {
  readonly #origin: OriginConnections;
  #given = false;
  connection: UpstreamConnection;
  reused: boolean;

  constructor(origin: OriginConnections) {
    const kept = origin.idle.pop();
    this.#origin = origin;
    this.connection = kept ?? origin.connect();
    this.reused = kept !== undefined;
  }

  renew(): void {
    this.#origin.cutOff(this.connection);
    this.connection = this.#origin.connect();
    this.reused = false;
  }

  giveBack(keep: boolean): void {
    if (this.#given) return;
    this.#given = true;
    if (keep) this.#origin.idle.push(this.connection);
    else this.#origin.cutOff(this.connection);
    this.#origin.line().leave();
  }
}

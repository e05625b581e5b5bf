// Permits and connections, shared by all accounts of one origin. Used by `request-with-retry.ts`; made and closed by
// `app/sources.ts`.
import type { Lookup } from '../../net/lookup.ts';
import { createUpstreamConnection, type OpenConnection, type UpstreamConnection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { createPermitLines, type PermitLine, type PermitLines } from './permits.ts';

export interface Origins {
  /** The origin of a base address; the same one for every account that names it. */
  at(url: URL, options: { readonly allowInsecureHttp: boolean }): Origin;
  /** Cuts every connection. */
  close(): void;
}

export interface Origin {
  /** Waits for a permit; rejects with a `DeadlineError` when the time is up before. The taker gives it back. */
  take(deadline: Deadline): Promise<Permit>;
}

/** The right to use one connection until it is given back. */
export interface Permit {
  /** Whether the connection has served a request before. */
  readonly reused: boolean;
  readonly connection: UpstreamConnection;
  /** Cuts the connection and takes a new one in its place, under the same permit. */
  renew(): void;
  /**
   * Lets the next in line have it; `keep` leaves the connection open for whoever comes soon. A permit is given back
   * once: a second time changes nothing.
   */
  giveBack(keep: boolean): void;
}

export interface OriginsOptions {
  /** Requests at once to an origin, such as `https://pay.example.com`, over all its accounts. */
  readonly concurrency: (origin: string) => number;
  /** The lines of origins that others may use too. @default its own */
  readonly lines?: PermitLines;
  /** Certificates of authorities to trust instead of the usual ones, as PEM. */
  readonly ca?: string;
  /** @default by the system's hosts file and name servers */
  readonly lookup?: Lookup;
  /** How connections are made. @default createUpstreamConnection */
  readonly connect?: OpenConnection;
}

/** Owns every connection of the sources that are made with it; closed by whoever created it. */
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
      let line: PermitLine | undefined; // asked for with the first request: a reload may be refused before
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

/** A class, for its size: one is made for each request. */
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

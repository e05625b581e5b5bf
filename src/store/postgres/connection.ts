// Configures every connection of ours to Postgres.
import { readFileSync } from 'node:fs';
import pg, { type ClientConfig } from 'pg';
import type { Lookup } from '../../net/lookup.ts';
import { createNamedSocket } from '../../net/named-socket.ts';
import { type PostgresUrl, parsePostgresUrl } from '../../net/postgres-url.ts';
import { systemLookup } from '../../net/resolver.ts';

export interface Connection {
  /**
   * `postgres://user:password@host:port/database`.
   *
   * It uses TLS and checks the server's certificate (`sslrootcert=FILE` for an authority of your own), unless the
   * host is this machine or the URL has `sslmode=disable`. A function is called for each new connection, because a
   * password may change.
   */
  readonly url: string | (() => string);
  /** Where our tables are. */
  readonly schema: string;
}

/** The address of a server, and how its name is looked up. */
export interface ServerAddress extends Pick<Connection, 'url'> {
  /** @default by the system's hosts file and name servers */
  readonly lookup?: Lookup | undefined;
}

/** A schema's name for a statement, in double quotes. The type keeps unquoted names out of statements. */
export type Schema = `"${string}"`;

/** Quotes a schema's name for a statement; throws when it is not a plain identifier. */
export function quoteSchema(schema: string): Schema {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw new RangeError(
      `not a name for a schema: ${JSON.stringify(schema)} (lower-case letters, digits and _)`,
    );
  }
  return `"${schema}"`;
}

/** Begins a transaction, whatever the server's default level: a second writer waits for the first, then goes on. */
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/**
 * The driver's client. It asks for dates in ISO 8601, the only style that the driver reads; a server may be set to
 * another.
 *
 * It asks when it connects, which PgBouncer allows. PgBouncer refuses other settings at that time.
 */
export class Client extends pg.Client {
  readonly #settings: Readonly<Record<string, string>>;

  constructor(config: ClientConfig, settings = {}) {
    super(config);
    this.#settings = settings;
  }

  getStartupConf(): object {
    const { getStartupConf } = pg.Client.prototype as unknown as Pick<Client, 'getStartupConf'>; // the types lack it
    return { ...getStartupConf.call(this), datestyle: 'ISO', ...this.#settings };
  }
}

/** The driver's configuration, with the TLS policy. Throws, with a sentence, for a URL that is refused. */
export function clientConfig({ url, lookup = systemLookup }: ServerAddress): ClientConfig {
  const { tls, rootFile, ...address } = read(typeof url === 'function' ? url() : url);
  return {
    ...address,
    application_name: 'floatwatch',
    ssl: tls && { rejectUnauthorized: true, ...(rootFile && { ca: readFileSync(rootFile, 'utf8') }) },
    stream: () => createNamedSocket(lookup),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 3_000,
  };
}

function read(url: string): PostgresUrl {
  try {
    return parsePostgresUrl(url);
  } catch (error) {
    throw new Error(`database.url ${(error as Error).message}`, { cause: error });
  }
}

const UNTRUSTED = new Set([
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
]);

/** Says why no connection was made, and what to do where the driver does not say that. */
export function connectionTrouble({ message, code = '' }: Error & { readonly code?: string }): string {
  const said = message || code; // after several addresses there is only a code
  if (said.includes('does not support SSL'))
    return `${said}; ?sslmode=disable in database.url does without, in a network that you trust`;
  if (UNTRUSTED.has(code)) return `${said}; ?sslrootcert=FILE in database.url names an authority of your own`;
  return said;
}

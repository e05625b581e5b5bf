// How every connection of ours to Postgres is made.
import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import type { Lookup } from '../../net/lookup.ts';
import { createNamedSocket } from '../../net/named-socket.ts';
import { systemLookup } from '../../net/resolver.ts';

export interface Connection {
  /**
   * `postgres://user:password@host:port/database`, over TLS with the server's certificate checked
   * (`sslrootcert=FILE` for an authority of your own), unless the host is this machine or `sslmode=disable` is said.
   */
  readonly url: string;
  /** Where our tables are. */
  readonly schema: string;
}

/** Where a server is, and how its name is looked up. */
export interface ServerAddress extends Pick<Connection, 'url'> {
  /** @default by the system's hosts file and name servers */
  readonly lookup?: Lookup | undefined;
}

/** A schema's name as it stands in a statement, in its quotes: so that no plain name gets into one. */
export type Schema = `"${string}"`;

/** A schema's name as it stands in a statement; throws for one that is no plain identifier. */
export function quoteSchema(schema: string): Schema {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw new RangeError(
      `not a name for a schema: ${JSON.stringify(schema)} (lower-case letters, digits and _)`,
    );
  }
  return `"${schema}"`;
}

/** The driver's configuration, TLS policy included; throws a sentence for a URL that is refused. */
export function clientConfig({ url, lookup = systemLookup }: ServerAddress): ClientConfig {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new Error(
      'database.url is not a URL: it should look like postgres://user:password@host:5432/database',
    );
  }
  if (!/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new Error(`database.url should start with postgres://, not ${parsed.protocol}//`);
  }
  const parameters = parsed.searchParams;
  const mode = parameters.get('sslmode') ?? (isLocal(parsed.hostname) ? 'disable' : 'verify-full');
  const rootFile = parameters.get('sslrootcert');
  for (const name of parameters.keys()) {
    if (name !== 'sslmode' && name !== 'sslrootcert') {
      throw new Error(
        `database.url has the parameter ${name}, which is not supported: only sslmode and sslrootcert are`,
      );
    }
  }
  if (mode !== 'verify-full' && mode !== 'disable') {
    throw new Error(
      `database.url says sslmode=${mode}: only verify-full and disable are supported, because the others trust any certificate`,
    );
  }
  return {
    host: decodeURIComponent(parsed.hostname).replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username) || 'floatwatch',
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'floatwatch',
    application_name: 'floatwatch',
    ssl:
      mode === 'disable'
        ? false
        : { rejectUnauthorized: true, ...(rootFile && { ca: readFileSync(rootFile, 'utf8') }) },
    stream: () => createNamedSocket(lookup),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 3_000,
  };
}

/** Loopback, or a socket's folder: nobody can listen in between. */
function isLocal(host: string): boolean {
  return (
    host === '' ||
    host === 'localhost' ||
    host === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    host.startsWith('%2F')
  );
}

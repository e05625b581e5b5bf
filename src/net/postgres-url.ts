// Reads the address (connection URI) of a Postgres, and refuses addresses that aren't supported. Used by the
// configuration, which checks the address, and by the store, which connects to it.

export interface PostgresUrl {
  /** A name, an address without brackets, or a socket's folder. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Whether TLS is spoken, with the server's certificate checked. */
  readonly tls: boolean;
  /** A file with the certificates to trust instead of the system's. */
  readonly rootFile: string | undefined;
}

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…&sslrootcert=…`.
 *
 * Throws an `Error` for an address that is refused; its message goes on after "the address …" and never quotes user or
 * password.
 */
export function parsePostgresUrl(text: string): PostgresUrl {
  if (/^postgres(ql)?:\/\/[^/?#]*,[^@/?#]*(?:[/?#]|$)/.test(text)) {
    throw new Error(
      'names several hosts: only one is supported, so name an address that leads to the primary',
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:\/\/./.test(text)) {
    throw new Error('is not an address such as postgres://user:password@host:5432/database');
  }
  const parts = [url.pathname, ...url.searchParams.keys(), ...url.searchParams.getAll('sslmode')];
  if (url.hash !== '' || parts.some((part) => part.includes('@'))) {
    throw new Error(
      'has a "/", "?" or "#" in its user or password: write %2F, %3F or %23 there, and %40 for a "@"',
    );
  }
  for (const name of url.searchParams.keys()) {
    if (name === 'sslmode' || name === 'sslrootcert') continue;
    throw new Error(`has the parameter ${name}, which is not supported: only sslmode and sslrootcert are`);
  }
  const mode = url.searchParams.get('sslmode') ?? (isLocal(url.hostname) ? 'disable' : 'verify-full');
  if (mode !== 'verify-full' && mode !== 'disable') {
    throw new Error(
      `says sslmode=${mode}: only verify-full and disable are supported, because the others trust any certificate`,
    );
  }
  return {
    host: decoded(url.hostname).replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: url.port === '' ? 5432 : Number(url.port),
    user: decoded(url.username) || 'floatwatch',
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)) || 'floatwatch',
    tls: mode === 'verify-full',
    rootFile: url.searchParams.get('sslrootcert') || undefined,
  };
}

/** Loopback, or a socket's folder: nobody can listen in between. */
function isLocal(host: string): boolean {
  return (
    host === '' ||
    host === 'localhost' ||
    host === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    /^%2f/i.test(host)
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('has a "%" that is not followed by two digits of a hexadecimal number: write it as %25');
  }
}

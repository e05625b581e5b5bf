// Authentication and TLS towards an Alertmanager; OTLP uses the same.
import { readFileSync, statSync } from 'node:fs';
import type { PosterOptions } from '../delivery/post.ts';
import type { SecretSetting } from '../delivery/settings.ts';

/** How floatwatch authenticates itself; files are absolute paths. */
export interface AccessSettings {
  readonly basic_auth: { readonly username: string; readonly password: SecretSetting } | null;
  readonly bearer_token: SecretSetting | null;
  readonly tls: {
    readonly ca_file: string | null;
    readonly cert_file: string | null;
    readonly key_file: string | null;
    readonly server_name: string | null;
  } | null;
}

/** Settings of `alerts.alertmanagers`. */
export interface AlertmanagerSettings extends AccessSettings {
  /** The address, with a path prefix if there is one: `http://127.0.0.1:9093`. */
  readonly url: string;
}

/** The header `Authorization`. It is made for each request, because secrets change. */
export function authorization({
  bearer_token,
  basic_auth,
}: Omit<AccessSettings, 'tls'>): Readonly<Record<string, string>> {
  if (bearer_token) return { authorization: `Bearer ${bearer_token.reveal()}` };
  if (!basic_auth) return {};
  const pair = `${basic_auth.username}:${basic_auth.password.reveal()}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

type TlsOptions = NonNullable<PosterOptions['connect']>;

/**
 * Gives the TLS options for connections: the same object until a file has changed. Throws when the files can't be read at
 * first; later it keeps the options that it read before.
 */
export function openTls(tls: AccessSettings['tls']): () => TlsOptions {
  let seen = stampOf(tls); // before reading, so that a change in between is seen next time
  let options = read(tls);
  return () => {
    try {
      const now = stampOf(tls);
      if (now !== seen) options = read(tls);
      seen = now;
    } catch {
      // The next call looks again: a file may be there a moment later.
    }
    return options;
  };
}

/** A text that differs whenever a file may have changed, however it was replaced. */
function stampOf(tls: AccessSettings['tls']): string {
  return [tls?.ca_file, tls?.cert_file, tls?.key_file]
    .map((path) => (path ? statSync(path, { bigint: true, throwIfNoEntry: false }) : undefined))
    .map((stat) => stat && `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`)
    .join(', ');
}

function read(tls: AccessSettings['tls']): TlsOptions {
  return {
    ...(tls?.ca_file && { ca: readFileSync(tls.ca_file) }),
    ...(tls?.cert_file && { cert: readFileSync(tls.cert_file) }),
    ...(tls?.key_file && { key: readFileSync(tls.key_file) }),
    ...(tls?.server_name && { servername: tls.server_name }),
  };
}

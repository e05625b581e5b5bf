// Authentication and TLS towards an Alertmanager; OTLP uses the same.
import { readFileSync, statSync } from 'node:fs';
import type { PosterOptions } from '../delivery/post.ts';
import type { SecretSetting } from '../delivery/settings.ts';

/** How one is let in; files are absolute paths. */
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
  /** Its address, a path prefix included: `http://127.0.0.1:9093`. */
  readonly url: string;
}

/** The header `Authorization`, made anew for each request: secrets change. */
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
 * What its connections need to know of TLS: the same object until a file has changed. Throws when the files can't be read
 * at first; later what was read before stays in use.
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
      // It is looked again each time: a file may be there a moment later.
    }
    return options;
  };
}

/** Differs whenever a file may have changed, whichever way it was replaced. */
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

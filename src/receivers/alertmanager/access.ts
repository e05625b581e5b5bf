// How an Alertmanager is reached, and how it knows us.
import { readFileSync } from 'node:fs';
import type { PosterOptions } from '../delivery/post.ts';
import type { SecretSetting } from '../delivery/settings.ts';

/** Settings of `alerts.alertmanagers`; files are absolute paths. */
export interface AlertmanagerSettings {
  /** Its address, a path prefix included: `http://127.0.0.1:9093`. */
  readonly url: string;
  readonly basic_auth: { readonly username: string; readonly password: SecretSetting } | null;
  readonly bearer_token: SecretSetting | null;
  readonly tls: {
    readonly ca_file: string | null;
    readonly cert_file: string | null;
    readonly key_file: string | null;
    readonly server_name: string | null;
  } | null;
}

/** The header `Authorization`, made anew for each request: secrets change. */
export function authorization({
  bearer_token,
  basic_auth,
}: AlertmanagerSettings): Readonly<Record<string, string>> {
  if (bearer_token) return { authorization: `Bearer ${bearer_token.reveal()}` };
  if (!basic_auth) return {};
  const pair = `${basic_auth.username}:${basic_auth.password.reveal()}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** What its connections need to know of TLS. Reads the files now, and throws when they can't be read. */
export function tlsOptions(tls: AlertmanagerSettings['tls']): NonNullable<PosterOptions['connect']> {
  return {
    ...(tls?.ca_file && { ca: readFileSync(tls.ca_file) }),
    ...(tls?.cert_file && { cert: readFileSync(tls.cert_file) }),
    ...(tls?.key_file && { key: readFileSync(tls.key_file) }),
    ...(tls?.server_name && { servername: tls.server_name }),
  };
}

// Resolves the settings for authentication and TLS: opens secrets, and makes paths absolute. Used by the other resolve files.
import { resolve } from 'node:path';
import type { AccessSettings } from '../../receivers/alertmanager/access.ts';
import type { OpenSecret } from '../checks/check-secrets.ts';
import type { FileConfig } from '../schema/schema.ts';
import type { Secret } from '../secret.ts';

export interface Resolving {
  readonly open: OpenSecret;
  readonly folder: string;
}

/** Resolves the settings of schema-access.ts, which have passed every check. */
export function resolveAccess(
  {
    basic_auth,
    bearer_token,
    bearer_token_file,
    tls,
  }: Omit<FileConfig['alerts']['alertmanagers'][number], 'url'>,
  { open, folder }: Resolving,
): AccessSettings {
  const inFolder = (path: string | null): string | null => path && resolve(folder, path);
  const secret = (value: Secret | null, from: string | null): Secret | null =>
    value ?? (from === null ? null : open(from));
  return {
    basic_auth: basic_auth && {
      username: basic_auth.username,
      password: secret(basic_auth.password, basic_auth.password_file) as Secret, // the checks have ensured it
    },
    bearer_token: secret(bearer_token, bearer_token_file),
    tls: tls && {
      ca_file: inFolder(tls.ca_file),
      cert_file: inFolder(tls.cert_file),
      key_file: inFolder(tls.key_file),
      server_name: tls.server_name,
    },
  };
}

// Reads the file of `web.config_file`: the format of Prometheus' own tools (exporter-toolkit), read as strictly.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { stampOf } from './file-stamp.ts';
import { CIPHERS, CURVES } from './tls-names.ts';

const VERSIONS = { TLS10: 'TLSv1', TLS11: 'TLSv1.1', TLS12: 'TLSv1.2', TLS13: 'TLSv1.3' } as const;
const CLIENT_AUTH = [
  'NoClientCert',
  'RequestClientCert',
  'RequireClientCert',
  'RequireAnyClientCert',
  'VerifyClientCertIfGiven',
  'RequireAndVerifyClientCert',
] as const;
/** Headers that may be set, with the allowed values where these are few. */
const HEADERS: Readonly<Record<string, readonly string[] | undefined>> = {
  'strict-transport-security': undefined,
  'x-content-type-options': ['nosniff'],
  'x-frame-options': ['deny', 'sameorigin'],
  'x-xss-protection': undefined,
  'content-security-policy': undefined,
};
const BCRYPT = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/;
const MAX_BYTES = 1 << 20;

const text = z.string();
const version = z.enum(Object.keys(VERSIONS) as (keyof typeof VERSIONS)[], { error: 'unknown TLS version' });
const schema = z.strictObject({
  tls_server_config: z
    .strictObject({
      cert: text,
      cert_file: text,
      key: text,
      key_file: text,
      client_ca: text,
      client_ca_file: text,
      client_auth_type: z.enum(['', ...CLIENT_AUTH], { error: 'invalid ClientAuth' }),
      client_allowed_sans: z.array(text).nullable(),
      min_version: version,
      max_version: version,
      cipher_suites: z.array(z.enum(Object.keys(CIPHERS), { error: 'unknown cipher' })).nullable(),
      prefer_server_cipher_suites: z.boolean(),
      curve_preferences: z.array(z.enum(Object.keys(CURVES), { error: 'unknown curve' })).nullable(),
    })
    .partial()
    .nullish(),
  http_server_config: z
    .strictObject({ http2: z.boolean().optional(), headers: z.record(text, text).nullish() })
    .nullish(),
  basic_auth_users: z
    .record(text, z.string().regex(BCRYPT, 'not a bcrypt hash (htpasswd -nBC 10 makes one)'))
    .nullish(),
  rate_limit: z.never({ error: 'not supported: connections and answers are limited as they are' }).optional(),
});

export interface TlsSettings {
  readonly cert: string;
  readonly key: string;
  readonly ca: string | undefined;
  readonly clientAuth: (typeof CLIENT_AUTH)[number];
  /** A client's certificate must have one of these names; if empty, any trusted certificate is enough. */
  readonly allowedSans: readonly string[];
  readonly minVersion: (typeof VERSIONS)[keyof typeof VERSIONS];
  readonly maxVersion: (typeof VERSIONS)[keyof typeof VERSIONS];
  /** In OpenSSL's names; undefined: OpenSSL's own choice. */
  readonly ciphers: string | undefined;
  readonly curves: string | undefined;
  readonly serverOrder: boolean;
}

export interface WebConfig {
  readonly tls: TlsSettings | undefined;
  /** bcrypt hashes by user; empty: no authentication. */
  readonly users: ReadonlyMap<string, string>;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Every file that was read, with its stamp from before: when one of these files changes, so does the configuration. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads the file and the files it names, whose paths are relative to it. Throws an `Error` with one sentence. */
export function readWebConfig(path: string): WebConfig {
  const fail = (why: string): never => {
    throw new Error(`${path}: ${why}`);
  };
  const files = new Map([[path, stampOf(path)]]);
  const read = (file: string): string => {
    const full = resolve(dirname(path), file);
    if (!files.has(full)) files.set(full, stampOf(full)); // one file may have both certificate and key
    return readText(full);
  };

  const document = parseDocument(readText(path), { version: '1.1' });
  const [broken] = document.errors;
  if (broken) fail(`not YAML: ${broken.message.split('\n', 1)[0]}`);
  const parsed = schema.safeParse(document.toJS() ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
  }
  const { tls_server_config, http_server_config, basic_auth_users } = parsed.data;

  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(http_server_config?.headers ?? {})) {
    const lower = name.toLowerCase();
    if (!(lower in HEADERS)) fail(`http_server_config.headers: HTTP header "${name}" can not be configured`);
    if (HEADERS[lower] && !HEADERS[lower].includes(value.toLowerCase())) {
      fail(
        `http_server_config.headers: invalid value for "${name}": allowed is ${HEADERS[lower].join(', ')}`,
      );
    }
    if (!/^[\x20-\x7e]*$/.test(value)) fail(`http_server_config.headers: invalid value for "${name}"`);
    headers[lower] = value;
  }
  const users = new Map(Object.entries(basic_auth_users ?? {}));
  const tls = tls_server_config ?? {};
  if (Object.keys(tls).length === 0) return { tls: undefined, users, headers, files };

  const inlineOrFile = (name: 'cert' | 'key' | 'client_ca'): string => {
    const inline = tls[name] ?? '';
    const file = tls[`${name}_file`] ?? '';
    if (inline !== '' && file !== '') fail(`tls_server_config: both ${name} and ${name}_file are given`);
    return file === '' ? inline : read(file);
  };
  const cert = inlineOrFile('cert');
  if (cert === '') fail('tls_server_config: missing one of cert or cert_file');
  const key = inlineOrFile('key');
  if (key === '') fail('tls_server_config: missing one of key or key_file');
  const ca = inlineOrFile('client_ca');
  const clientAuth = tls.client_auth_type || 'NoClientCert';
  if (ca !== '' && clientAuth === 'NoClientCert') {
    fail("tls_server_config: client CA's have been configured without a Client Auth Policy");
  }
  const allowedSans = tls.client_allowed_sans ?? [];
  if (allowedSans.length > 0 && clientAuth !== 'RequireAndVerifyClientCert') {
    fail('tls_server_config: client_allowed_sans needs client_auth_type: RequireAndVerifyClientCert');
  }
  const minVersion = VERSIONS[tls.min_version ?? 'TLS12'];
  const maxVersion = VERSIONS[tls.max_version ?? 'TLS13'];
  if (minVersion > maxVersion) fail('tls_server_config: min_version is above max_version');
  return {
    tls: {
      ...{ cert, key, clientAuth, allowedSans, minVersion, maxVersion },
      ca: ca === '' ? undefined : ca,
      ciphers: tls.cipher_suites?.map((name) => CIPHERS[name]).join(':') || undefined,
      curves: tls.curve_preferences?.map((name) => CURVES[name]).join(':') || undefined,
      serverOrder: tls.prefer_server_cipher_suites ?? true,
    },
    users,
    headers,
    files,
  };
}

function readText(path: string): string {
  try {
    const content = readFileSync(path, 'utf8');
    if (content.length > MAX_BYTES) throw new Error('larger than 1 MiB');
    return content;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'no such file' : code === 'EACCES' ? 'not readable for us' : message;
    throw new Error(`${path}: ${why}`, { cause: error });
  }
}

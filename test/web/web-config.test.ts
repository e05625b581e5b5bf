// The cases that exporter-toolkit publishes with its format (web/testdata), in files of our own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchWebConfig } from '../../src/web/http/live-config.ts';
import { describeWith } from '../support/tools.ts';
import { makeCertificate, type Pair } from './certificates.ts';

const HASH = '$2y$10$8mBbm5B0hiYe2pv1R0aQKuEwL1VGXPDt0J1mpmKFVnVyuTfeSx8y2';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-web-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (text: string) => {
  const path = join(folder, 'web.yml');
  writeFileSync(path, text);
  return watchWebConfig(path).current();
};

describe('a web.config file', () => {
  test.each([
    ['empty', ''],
    ['only a comment', '# nothing yet\n'],
    ['users without TLS', `basic_auth_users:\n  alice: ${HASH}\n`],
    [
      'headers',
      'http_server_config:\n  headers:\n    X-Frame-Options: deny\n    Strict-Transport-Security: max-age=31536000\n',
    ],
  ])('good: %s', (_name, text) => {
    expect(() => read(text)).not.toThrow();
  });

  test.each([
    ['not YAML', 'tls_server_config: [', /not YAML/],
    ['not a mapping', 'hello', /the file/],
    ['an unknown key', 'tls_config: {}', /tls_config/],
    ['no certificate', 'tls_server_config:\n  key_file: server.key', /missing one of cert or cert_file/],
    [
      'an empty certificate',
      'tls_server_config:\n  cert_file: ""\n  key_file: server.key',
      /missing one of cert or cert_file/,
    ],
    [
      'a password in the clear',
      'basic_auth_users:\n  alice: hunter2',
      /not a bcrypt hash \(htpasswd -nBC 10 makes one\)/,
    ],
    [
      'a header that may not be set',
      'http_server_config:\n  headers:\n    Set-Cookie: a=b',
      /can not be configured/,
    ],
    [
      'a value that is not allowed',
      'http_server_config:\n  headers:\n    X-Frame-Options: allow',
      /invalid value/,
    ],
    [
      'another content type option',
      'http_server_config:\n  headers:\n    X-Content-Type-Options: sniff',
      /invalid value/,
    ],
    [
      'a header that ends its line',
      'http_server_config:\n  headers:\n    X-XSS-Protection: "1\\r\\nSet-Cookie: a"',
      /invalid value/,
    ],
    [
      'a rate limit',
      'rate_limit: {burst: 1, interval: 1s}',
      /rate_limit: not supported: connections and answers are limited as they are/,
    ],
  ])('bad: %s', (_name, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('a bad hash is not repeated in the message', () => {
    expect(() => read('basic_auth_users:\n  alice: hunter2')).not.toThrow(/hunter2/);
  });

  test('a file that is not there is named', () => {
    expect(() => watchWebConfig(join(folder, 'absent.yml'))).toThrow(/absent\.yml: no such file/);
  });
});

describeWith(['openssl'], 'a web.config file with certificates', () => {
  let server: Pair;
  let inline: string;

  beforeAll(() => {
    server = makeCertificate(folder, 'server');
    makeCertificate(folder, 'other');
    inline = `cert: |\n${indent(server.cert)}  key: |\n${indent(server.key)}`;
  });

  const PAIR = 'cert_file: server.crt\n  key_file: server.key';
  const tls = (more = '') => `tls_server_config:\n  ${PAIR}\n  ${more}\n`;

  test.each([
    ['certificate and key by files', () => tls()],
    ['certificate and key inline', () => `tls_server_config:\n  ${inline}`],
    ['all versions', () => tls('min_version: TLS12\n  max_version: TLS13')],
    ['some ciphers', () => tls('cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256]')],
    ['ciphers in the order of the client', () => tls('prefer_server_cipher_suites: false')],
    ['all curves', () => tls('curve_preferences: [CurveP256, CurveP384, CurveP521, X25519]')],
    ['no HTTP/2', () => `${tls()}http_server_config:\n  http2: false\n`],
    ['any client certificate', () => tls('client_auth_type: RequireAnyClientCert')],
    ['a client CA', () => tls('client_auth_type: RequireAndVerifyClientCert\n  client_ca_file: other.crt')],
    ['users with TLS', () => `${tls()}basic_auth_users:\n  alice: ${HASH}\n`],
  ])('good: %s', (_name, text) => {
    expect(() => read(text())).not.toThrow();
  });

  test.each([
    ['no key', () => 'tls_server_config:\n  cert_file: server.crt', /missing one of key or key_file/],
    [
      'both kinds of certificate',
      () => `tls_server_config:\n  ${inline}  cert_file: server.crt`,
      /both cert and cert_file/,
    ],
    [
      'a certificate that is not there',
      () => 'tls_server_config:\n  cert_file: no.crt\n  key_file: server.key',
      /no such file/,
    ],
    [
      'a key that is not there',
      () => 'tls_server_config:\n  cert_file: server.crt\n  key_file: no.key',
      /no such file/,
    ],
    [
      'a key of another certificate',
      () => 'tls_server_config:\n  cert_file: server.crt\n  key_file: other.key',
      /can't be used/,
    ],
    ['a client CA without a policy', () => tls('client_ca_file: other.crt'), /without a Client Auth Policy/],
    [
      'a client CA that is not there',
      () => tls('client_auth_type: RequireAndVerifyClientCert\n  client_ca_file: no.crt'),
      /no such file/,
    ],
    ['an invented policy', () => tls('client_auth_type: Perhaps'), /invalid ClientAuth/],
    [
      'names of clients that nobody verifies',
      () => tls('client_allowed_sans: [me]'),
      /RequireAndVerifyClientCert/,
    ],
    ['an invented cipher', () => tls('cipher_suites: [TLS_SECRET]'), /unknown cipher/],
    ['an invented curve', () => tls('curve_preferences: [CurveP1]'), /unknown curve/],
    ['an invented version', () => tls('min_version: TLS111'), /unknown TLS version/],
    [
      'versions the wrong way round',
      () => tls('min_version: TLS13\n  max_version: TLS12'),
      /tls_server_config: min_version is above max_version/,
    ],
  ])('bad: %s', (_name, text, message) => {
    expect(() => read(text())).toThrow(message);
  });
});

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

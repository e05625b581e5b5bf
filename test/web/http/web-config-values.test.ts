// What a web.config file says, as the server takes it: each value, what is left out, and what OpenSSL gets of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CIPHERS, CURVES } from '../../../src/web/http/tls-names.ts';
import { optionsOf } from '../../../src/web/http/tls-options.ts';
import { readWebConfig, type TlsSettings } from '../../../src/web/http/web-config.ts';

const HASH = '$2y$10$8mBbm5B0hiYe2pv1R0aQKuEwL1VGXPDt0J1mpmKFVnVyuTfeSx8y2';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-web-values-'));
  mkdirSync(join(folder, 'tls'));
  for (const name of ['cert', 'key', 'ca']) writeFileSync(join(folder, 'tls', name), `the ${name}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (text: string) => {
  const path = join(folder, 'web.yml');
  writeFileSync(path, text);
  return readWebConfig(path);
};
const tls = (more = '') =>
  read(`tls_server_config:\n  cert_file: tls/cert\n  key_file: ${folder}/tls/key\n  ${more}\n`).tls;

const PLAIN: TlsSettings = {
  ...{ cert: 'the cert\n', key: 'the key\n', ca: undefined, clientAuth: 'NoClientCert', allowedSans: [] },
  ...{
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers: undefined,
    curves: undefined,
    serverOrder: true,
  },
};

test.each([
  '',
  '# nothing\n',
  'tls_server_config:\n',
  'tls_server_config: {}\n',
  'http_server_config:\nbasic_auth_users:\n',
])('a file that says nothing, %j, asks for nothing', (text) => {
  const { files, ...config } = read(text);
  expect(config).toEqual({ tls: undefined, users: new Map(), headers: {} });
  expect([...files.keys()]).toEqual([join(folder, 'web.yml')]);
});

test('users and headers are taken as they stand, headers by their name in lower case', () => {
  const headers =
    '    X-Frame-Options: SAMEORIGIN\n    Content-Security-Policy: "a ~"\n    X-XSS-Protection: ""\n';
  const config = read(
    `http_server_config:\n  headers:\n${headers}basic_auth_users:\n  anna: ${HASH}\n  "": ${HASH}\n`,
  );
  expect(config.headers).toEqual({
    ...{ 'x-frame-options': 'SAMEORIGIN', 'content-security-policy': 'a ~', 'x-xss-protection': '' },
  });
  expect([...config.users]).toEqual([
    ['anna', HASH],
    ['', HASH],
  ]);
});

describe('TLS', () => {
  test('of a certificate and its key is as Go has it', () => {
    expect(tls()).toEqual(PLAIN);
  });

  test.each<[string, Partial<TlsSettings>]>([
    ['min_version: TLS10', { minVersion: 'TLSv1' }],
    ['min_version: TLS11', { minVersion: 'TLSv1.1' }],
    ['min_version: TLS13', { minVersion: 'TLSv1.3' }],
    ['max_version: TLS12', { maxVersion: 'TLSv1.2' }],
    ['prefer_server_cipher_suites: false', { serverOrder: false }],
    ['client_auth_type: ""', {}],
    ['client_auth_type: RequestClientCert', { clientAuth: 'RequestClientCert' }],
    ['client_auth_type: RequireAnyClientCert', { clientAuth: 'RequireAnyClientCert' }],
    [
      'client_auth_type: RequireAndVerifyClientCert\n  client_ca_file: tls/ca\n  client_allowed_sans: [a, b]',
      { clientAuth: 'RequireAndVerifyClientCert', ca: 'the ca\n', allowedSans: ['a', 'b'] },
    ],
    ['client_allowed_sans:', {}],
    [
      'cipher_suites: [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384]',
      { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384' },
    ],
    ['cipher_suites: []', {}],
    ['cipher_suites:', {}],
    ['curve_preferences: []', {}],
    ['curve_preferences: [X25519, CurveP256]', { curves: 'X25519:P-256' }],
  ])('%s', (text, change) => {
    expect(tls(text)).toEqual({ ...PLAIN, ...change });
  });

  test('tells each file that was read, once', () => {
    const both = join(folder, 'both');
    writeFileSync(both, 'cert and key');
    const { files, tls: settings } = read('tls_server_config:\n  cert_file: both\n  key_file: both\n');
    expect([...files.keys()]).toEqual([join(folder, 'web.yml'), both]);
    expect(settings).toMatchObject({ cert: 'cert and key', key: 'cert and key' });
  });
});

describe('OpenSSL gets', () => {
  test('the settings, without those that are left out', () => {
    expect(optionsOf(PLAIN)).toEqual({
      ...{ cert: PLAIN.cert, key: PLAIN.key, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' },
      ...{ honorCipherOrder: true, requestCert: false, rejectUnauthorized: false },
    });
    expect(optionsOf({ ...PLAIN, ca: 'ca', ciphers: 'A:B', curves: 'C', serverOrder: false })).toMatchObject({
      ...{ ca: 'ca', ciphers: 'A:B', ecdhCurve: 'C', honorCipherOrder: false },
    });
  });

  test.each([
    ['NoClientCert', false, false],
    ['RequestClientCert', true, false],
    ['RequireClientCert', true, false],
    ['RequireAnyClientCert', true, false],
    ['VerifyClientCertIfGiven', true, false],
    ['RequireAndVerifyClientCert', true, true],
  ] as const)(
    '%s as requestCert %s, rejectUnauthorized %s',
    (clientAuth, requestCert, rejectUnauthorized) => {
      expect(optionsOf({ ...PLAIN, clientAuth })).toMatchObject({ requestCert, rejectUnauthorized });
    },
  );

  test('names of ciphers and curves that it knows', () => {
    expect(() => createSecureContext({ ciphers: Object.values(CIPHERS).join(':') })).not.toThrow();
    for (const cipher of Object.values(CIPHERS))
      expect(() => createSecureContext({ ciphers: cipher }), cipher).not.toThrow();
    for (const curve of Object.values(CURVES))
      expect(() => createSecureContext({ ecdhCurve: curve }), curve).not.toThrow();
  });
});

// Secrets, and what is sent with them: each is given once, readable, fit for its use, and not sent in the clear unseen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'key'), 'key-123456\n', { mode: 0o600 });
writeFileSync(join(folder, 'words'), 'two words\n', { mode: 0o600 });

const KEYS = 'public_key: pk-123456, secret_key: sk-123456';
const file = (more: string, keys = KEYS) =>
  `accounts: [{name: a, base_url: "https://pay.example.com"${keys && `, ${keys}`}}]\n${more}`;

/** Each problem or warning as `path: message`. */
function said(text: string): readonly string[] {
  try {
    const { warnings } = parseConfig(text, { file: join(folder, 'f.yaml'), env: {} });
    return warnings.map(({ path, message }) => `warning: ${path}: ${message}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

const required = (path: string) =>
  `${path}: is required: \${VARIABLE}, or ${path.split('.').at(-1)}_file with the path of a file`;
test.each([
  ['both here', KEYS, []],
  ['both in files', 'public_key_file: key, secret_key_file: key', []],
  ['neither', '', [required('accounts[0].public_key'), required('accounts[0].secret_key')]],
  [
    'one twice',
    `${KEYS}, secret_key_file: key`,
    ['accounts[0].secret_key_file: stands beside secret_key: keep one of them'],
  ],
  [
    'an empty name of a file',
    'public_key: pk-123456, secret_key_file: ""',
    [expect.stringMatching(/^accounts\[0\]\.secret_key_file: must be the path of a file/)],
  ],
  [
    'a file that is not there',
    'public_key: pk-123456, secret_key_file: none',
    [
      'accounts[0].secret_key_file: the file does not exist; its path begins at the folder of the configuration',
    ],
  ],
  [
    'a file that is not there, by its whole path',
    'public_key: pk-123456, secret_key_file: /nowhere/none',
    ['accounts[0].secret_key_file: the file does not exist'],
  ],
  [
    'words in a file',
    'public_key: pk-123456, secret_key_file: words',
    [expect.stringMatching(/^accounts\[0\]\.secret_key_file: the file holds a space or a tab/)],
  ],
])('the keys of an account: %s', (_, keys, expected) => {
  expect(said(file('', keys))).toEqual(expected);
});

test.each([
  ['database: {url: "postgres://db.example.com/x"}', []],
  [
    'database: {url: "mysql://db.example.com/x"}',
    ['database.url: is not an address such as postgres://user:password@host:5432/database'],
  ],
  [
    'database: {url: "postgres://db.example.com/x", url_file: key}',
    ['database.url_file: stands beside url: keep one of them'],
  ],
  [
    'database: {url_file: key}',
    [
      'database.url_file: the file is not an address such as postgres://user:password@host:5432/database; its path begins at the folder of the configuration',
    ],
  ],
  ['database: {}', []],
])('the address of the database: %s', (more, expected) => {
  expect(said(file(more))).toEqual(expected);
});

const AM = 'alerts.alertmanagers[0]';
const TRAVELS = 'its password or token travels unencrypted over http://';
test.each([
  ['url: "https://am.example.com"', []],
  ['url: "http://am.example.com"', []],
  ['url: "http://am.example.com", bearer_token: token-123', [`warning: ${AM}.url: ${TRAVELS}`]],
  ['url: "http://am.example.com", bearer_token_file: key', [`warning: ${AM}.url: ${TRAVELS}`]],
  [
    'url: "http://am.example.com", basic_auth: {username: u, password: password-1}',
    [`warning: ${AM}.url: ${TRAVELS}`],
  ],
  ['url: "http://127.0.0.1:9093", bearer_token: token-123', []],
  ['url: "https://am.example.com", bearer_token: token-123', []],
  [
    'url: "https://am.example.com", bearer_token: two words',
    [`${AM}.bearer_token: holds a space or a tab; a secret is printable ASCII without blanks`],
  ],
  [
    'url: "https://am.example.com", bearer_token_file: words',
    [
      `${AM}.bearer_token_file: the file holds a space or a tab; a secret is printable ASCII without blanks; its path begins at the folder of the configuration`,
    ],
  ],
  [
    'url: "https://am.example.com", bearer_token: t-123456, bearer_token_file: key',
    [`${AM}.bearer_token_file: stands beside bearer_token: keep one of them`],
  ],
  [
    'url: "https://am.example.com", bearer_token: t-123456, basic_auth: {username: u, password: p-123456}',
    [`${AM}.basic_auth: stands beside a bearer token: keep one of them`],
  ],
  [
    'url: "https://am.example.com", bearer_token_file: key, basic_auth: {username: u, password: p-123456}',
    [`${AM}.basic_auth: stands beside a bearer token: keep one of them`],
  ],
  ['url: "https://am.example.com", basic_auth: {username: u}', [required(`${AM}.basic_auth.password`)]],
  ['url: "https://am.example.com", basic_auth: {username: u, password_file: key}', []],
  [
    'url: "https://am.example.com", tls: {cert_file: none.pem}',
    [
      `${AM}.tls: needs cert_file and key_file together, or neither`,
      `${AM}.tls.cert_file: none.pem does not exist`,
    ],
  ],
  [
    'url: "https://am.example.com", tls: {key_file: none.key}',
    [
      `${AM}.tls: needs cert_file and key_file together, or neither`,
      `${AM}.tls.key_file: the file does not exist`,
    ],
  ],
  ['url: "https://am.example.com", tls: {ca_file: none.pem}', [`${AM}.tls.ca_file: none.pem does not exist`]],
  ['url: "https://am.example.com", tls: {ca_file: .}', [`${AM}.tls.ca_file: . is not a regular file`]],
])('an Alertmanager with %s', (settings, expected) => {
  expect(said(file(`alerts: {alertmanagers: [{${settings}}]}`))).toEqual(expected);
});

const OTLP = 'url: "https://otlp.example.com/v1/metrics"';
test.each([
  [`${OTLP}, headers: [{name: X-Key, value: one two}]`, []],
  [`${OTLP}, headers: [{name: X-Key, value_file: words}]`, []],
  [`${OTLP}, headers: [{name: X-Key}]`, [required('otlp.headers[0].value')]],
  [
    `${OTLP}, headers: [{value: one}]`,
    ['otlp.headers[0].name: is required: the name of a header, such as X-Scope-OrgID'],
  ],
  [
    `${OTLP}, headers: [{name: X-Key, value: "one\\ttwo"}]`,
    [expect.stringMatching(/^otlp\.headers\[0\]\.value: holds a space or a tab/)],
  ],
  [
    `${OTLP}, headers: [{name: X-Key, value: a-12345}, {name: x-key, value: b-12345}]`,
    ['otlp.headers[1].name: is sent already: keep one of them'],
  ],
  [
    `${OTLP}, bearer_token: t-123456, headers: [{name: Authorization, value: a-12345}]`,
    ['otlp.headers[0].name: is sent already: keep one of them'],
  ],
  [
    `${OTLP}, basic_auth: {username: u, password: p-123456}, headers: [{name: Authorization, value: a-12345}]`,
    ['otlp.headers[0].name: is sent already: keep one of them'],
  ],
  [`${OTLP}, headers: [{name: Authorization, value: a-12345}]`, []],
  [
    'url: "http://otlp.example.com/v1/metrics", headers: [{name: X-Key, value: a-12345}]',
    ['warning: otlp.url: its password or token travels unencrypted over http://'],
  ],
  ['url: "http://otlp.example.com/v1/metrics", headers: []', []],
])('what is pushed by OTLP: %s', (settings, expected) => {
  expect(said(file(`otlp: {${settings}}`))).toEqual(expected);
});

const HTTPS = 'must begin with https:// (or allow_insecure_http: true beside it, if that is acceptable)';
test.each([
  ['telegram', 'token: "1:abc", chat_id: "1"', []],
  [
    'telegram',
    'token: "1:abc", chat_id: "1", url: "http://bots.example.com"',
    ['url: must begin with https:// (or allow_insecure_http: true beside it, if that is acceptable)'],
  ],
  ['telegram', 'token: "1:abc", chat_id: "1", url: "http://127.0.0.1:8081"', []],
  [
    'telegram',
    'token: "1:abc", chat_id: "1", url: nowhere',
    [expect.stringMatching(/^url: must be an address such as/)],
  ],
  ['telegram', 'chat_id: "1"', [required('token')]],
  [
    'telegram',
    'token: "two words", chat_id: "1"',
    ['token: holds a space or a tab; a secret is printable ASCII without blanks'],
  ],
  ['teams', 'url: "https://t.example.com/x"', []],
  ['teams', 'url: "http://t.example.com/x"', [`url: ${HTTPS}`]],
  ['teams', 'url: "http://localhost/x"', []],
  [
    'teams',
    'url_file: key',
    [
      'url_file: the file is not an address such as https://hooks.example.com/float; its path begins at the folder of the configuration',
    ],
  ],
  ['teams', 'url: nowhere', ['url: is not an address such as https://hooks.example.com/float']],
  ['teams', '', [required('url')]],
  ['email', 'host: mail.example.com, from: a@example.com, to: [b@example.com]', []],
  [
    'email',
    'host: mail.example.com, from: a@example.com, to: [b@example.com], password: "", username: u',
    [expect.stringMatching(/^password: /)],
  ],
  [
    'email',
    'host: mail.example.com, from: a@example.com, to: [b@example.com], password_file: none, username: u',
    ['password_file: the file does not exist; its path begins at the folder of the configuration'],
  ],
])('a receiver of the kind %s with %s', (kind, settings, expected) => {
  const path = `alerts.receivers.${kind}[0].`;
  const found = said(file(`alerts: {receivers: {${kind}: [{name: r${settings && `, ${settings}`}}]}}`));
  expect(found.map((line) => line.replace(path, ''))).toEqual(expected);
});

test('what is allowed to be http:// is no problem', () => {
  const webhook = 'alerts: {webhooks: [{name: w, url: "http://h.example.com/x", allow_insecure_http: true}]}';
  expect(said(file(webhook))).toEqual([]);
  expect(said(file(webhook.replace('true', 'false')))).toEqual([`alerts.webhooks[0].url: ${HTTPS}`]);
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parseConfig, secretsOf } from '../../src/config/load.ts';
import { openSecretFile, type Secret, secretOf } from '../../src/config/secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string, mode = 0o600): string {
  const path = join(folder, `secret-${files++}`);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

const CANARIES = {
  database: 'postgres://user:canary-database@db.example.com/x',
  publicKey: 'canary-public-key',
  secretKey: 'canary-secret-key',
  password: 'canary-password',
  token: 'canary-token',
  hook: 'https://hooks.example.com/canary-hook',
  hmac: 'canary-hmac',
};

function loaded() {
  return parseConfig(
    `
database: {url: "${CANARIES.database}"}
accounts:
  - name: acme
    base_url: https://pay.example.com
    public_key: ${CANARIES.publicKey}
    secret_key_file: ${file(`${CANARIES.secretKey}\n`)}
alerts:
  alertmanagers:
    - {url: "https://am.example.com", basic_auth: {username: u, password: ${CANARIES.password}}}
    - {url: "https://am2.example.com", bearer_token: ${CANARIES.token}}
  webhooks: [{name: ops, url: "${CANARIES.hook}", hmac_secret: ${CANARIES.hmac}}]
`,
    { file: 'f.yaml', env: {} },
  ).config;
}

test('X1 a loaded configuration shows none of its secrets, however it is printed', () => {
  const config = loaded();
  const shown = [
    JSON.stringify(config),
    inspect(config, { depth: null, showHidden: true, getters: true }),
    format('%o %O %j %s', config, config, config, config.accounts[0]?.secret_key),
    `${config.accounts[0]?.secret_key} ${String(config.database.url)}`,
    JSON.stringify(structuredClone({ ...config.accounts[0] })),
    JSON.stringify(secretsOf(config).map((secret) => Object.entries(secret))),
    JSON.stringify(Object.getOwnPropertyDescriptors(config.accounts[0]?.secret_key)),
  ].join('\n');
  expect(shown).not.toContain('canary');
  expect(shown).toContain('[secret]');
});

test('every secret is there for those who need it, and secretsOf finds them all', () => {
  const config = loaded();
  expect(config.accounts[0]?.secret_key.reveal()).toBe(CANARIES.secretKey);
  const revealed = secretsOf(config).map((secret) => secret.reveal());
  expect(revealed.sort()).toEqual(Object.values(CANARIES).sort());
});

test.each([
  ['a line break', 'canary\r\nx: 1', 'holds a line break; a secret is one line'],
  ['NUL', 'canary\0', 'holds a character that is not printable ASCII'],
  ['a blank', 'canary key', 'holds a space or a tab; a secret is printable ASCII without blanks'],
  ['U+200B', 'canary\u200bkey', 'holds a character that is not printable ASCII'],
  ['a newline too many', 'canary\n\n', 'holds a line break; a secret is one line'],
  ['nothing', '', 'is empty'],
])('X2 %s is refused without showing the value, given by itself or in a file', (_, value, message) => {
  expect(() => openSecretFile(file(value))).toThrow(message);
  if (value !== 'canary\n\n') expect(() => secretOf(value)).toThrow(message);
});

test('X2 one newline at the end of a file, of either kind, is not part of the secret', () => {
  expect(openSecretFile(file('key-123\n')).reveal()).toBe('key-123');
  expect(openSecretFile(file('key-123\r\n')).reveal()).toBe('key-123');
  expect(openSecretFile(file('key-123')).reveal()).toBe('key-123');
});

test('X4 what is not a private, small, regular file is refused', () => {
  expect(() => openSecretFile(file('key-123', 0o644))).toThrow(
    'can be read by others than its owner (mode 0644): chmod 600 it, or set secret_files.permissions: any where the file system is yours alone',
  );
  expect(() => openSecretFile(file('key-123', 0o640))).toThrow('(mode 0640)');
  expect(openSecretFile(file('key-123', 0o444), { anyPermissions: true }).reveal()).toBe('key-123');

  expect(() => openSecretFile(folder)).toThrow('is not a regular file');
  expect(() => openSecretFile('/dev/zero')).toThrow('is not a regular file');
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', ['-m', '600', fifo]);
  expect(() => openSecretFile(fifo)).toThrow('is not a regular file');

  const huge = file('x');
  truncateSync(huge, 1024 ** 3);
  expect(() => openSecretFile(huge)).toThrow('is larger than 64 kB');

  const link = join(folder, 'link');
  symlinkSync(file('key-123', 0o644), link);
  expect(() => openSecretFile(link)).toThrow('(mode 0644)');
});

test('a file that changes is read again, however it is replaced', () => {
  const path = file('first-1');
  const secret = openSecretFile(path);
  writeFileSync(path, 'second');
  expect(secret.reveal()).toBe('second');
  renameSync(file('thirds'), path);
  expect(secret.reveal()).toBe('thirds');

  // As Kubernetes does it: a link to a folder is exchanged.
  for (const version of ['v1', 'v2']) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'key'), `key-of-${version}`, { mode: 0o600 });
  }
  symlinkSync('v1', join(folder, 'data'));
  const mounted = openSecretFile(join(folder, 'data', 'key'));
  expect(mounted.reveal()).toBe('key-of-v1');
  symlinkSync('v2', join(folder, 'data.new'));
  renameSync(join(folder, 'data.new'), join(folder, 'data'));
  expect(mounted.reveal()).toBe('key-of-v2');
});

test('a file that goes bad is told once, and the value before stays', () => {
  const path = file('canary-1');
  const problems: string[] = [];
  const secret = openSecretFile(path, { onProblem: (problem) => problems.push(problem) });
  const use = (times: number) => Array.from({ length: times }, () => secret.reveal());

  rmSync(path);
  expect(use(3)).toEqual(['canary-1', 'canary-1', 'canary-1']);
  expect(problems).toEqual([`${path}: does not exist; the value read before stays in use`]);

  writeFileSync(path, 'canary key', { mode: 0o600 });
  use(3);
  expect(problems).toHaveLength(2);
  expect(problems[1]).toContain('holds a space');
  expect(problems.join()).not.toContain('canary key');

  writeFileSync(path, 'canary-2');
  expect(use(1)).toEqual(['canary-2']);
  expect(problems).toHaveLength(2);
});

test('a file that could not be opened, for want of descriptors, is read when it can be', () => {
  const path = file('first-1');
  const script = `
    import { closeSync, openSync, writeFileSync } from 'node:fs';
    import { openSecretFile } from '${new URL('../../src/config/secret.ts', import.meta.url)}';
    const problems = [];
    const secret = openSecretFile('${path}', { onProblem: (problem) => problems.push(problem) });
    writeFileSync('${path}', 'second-2');
    const open = [];
    try { for (;;) open.push(openSync('/dev/null')); } catch {}
    const meanwhile = [secret.reveal(), secret.reveal()];
    open.forEach((one) => closeSync(one));
    console.log(JSON.stringify([meanwhile, secret.reveal(), problems]));`;
  const told = execFileSync('sh', [
    '-c',
    'ulimit -n 80; exec "$@"',
    'sh',
    process.execPath,
    '--eval',
    script,
  ]);
  expect(JSON.parse(told.toString())).toEqual([
    ['first-1', 'first-1'],
    'second-2',
    [`${path}: can't be opened (EMFILE); the value read before stays in use`],
  ]);
});

test('whoever watches a secret is told its value now and each later one', () => {
  const path = file('first-1');
  const seen: string[] = [];
  const secret: Secret = openSecretFile(path);
  secret.watch((value) => seen.push(value));
  writeFileSync(path, 'second-2');
  secret.reveal();
  secret.reveal();
  expect(seen).toEqual(['first-1', 'second-2']);
});

import { expect, test } from 'vitest';
import { loadConfig, parseConfig } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';
import { computingMs } from '../support/cpu.ts';

const ACCOUNT = `
accounts:
  - {name: acme, base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456}
`;

function messageFor(text: string, env = {}): string {
  try {
    parseConfig(text, { file: 'f', env });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

test('X14 an alias bomb is refused before it has grown', () => {
  const levels = Array.from({ length: 12 }, (_, i) =>
    i === 0
      ? 'a0: &a0 [x, x, x, x]'
      : `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
  );
  const ms = computingMs(() =>
    expect(messageFor(levels.join('\n'))).toContain('grown by aliases beyond all measure'),
  );
  expect(ms).toBeLessThan(5_000);
});

test('X14 ten megabytes are refused unread, unless they are allowed', () => {
  const long = `data_dir: ${'x'.repeat(10 * 1024 * 1024)}${ACCOUNT}`;
  expect(messageFor(long)).toContain('larger than 8 MiB; FLOATWATCH_CONFIG_MAX_BYTES allows more');
  expect(messageFor(long, { FLOATWATCH_CONFIG_MAX_BYTES: '16777216' })).toBe('');
  const said = messageFor(`data_dir: x${ACCOUNT}`, { FLOATWATCH_CONFIG_MAX_BYTES: '10' });
  expect(said).toContain('larger than 10 bytes');
});

test('X14 a file without an end is read as far as it may be, and a limit that is no number is told', () => {
  const load = (env: Record<string, string>) => () => loadConfig('/dev/zero', { env });
  expect(load({})).toThrow('/dev/zero:1:1: the file is larger than 8 MiB');
  expect(load({ FLOATWATCH_CONFIG_MAX_BYTES: '8MB' })).toThrow(
    'FLOATWATCH_CONFIG_MAX_BYTES must be a number of bytes such as 16777216, not 8MB',
  );
});

test('X14 four thousand accounts with a problem of each key are refused about as fast as good ones are read', {
  tags: 'timed',
}, () => {
  const timed = (keys: (i: number) => string) => {
    const accounts = Array.from({ length: 4_000 }, (_, i) => {
      return `  - name: m-${i}\n    base_url: https://pay.example.com\n    ${keys(i)}\n`;
    });
    let message = '';
    const ms = computingMs(() => {
      message = messageFor(`accounts:\n${accounts.join('')}`);
    });
    return { ms, message };
  };
  messageFor(ACCOUNT); // the first is slower
  const good = timed((i) => `public_key: "pk-${i}-123"\n    secret_key: "sk-${i}-123"`);
  expect(good.message).toBe('');
  const { ms, message } = timed((i) => `public_key: \${PK_${i}}\n    secret_key: \${SK_${i}}`);
  expect(message).toContain('accounts[3999].secret_key: the environment variable SK_3999 is not set');
  expect(ms).toBeLessThan(3 * good.ms);
});

test('X14 what stands where a list is to be is refused at once, however many addresses are in it', {
  tags: 'timed',
}, () => {
  const ms = computingMs(() =>
    expect(messageFor(`accounts:\n  a: "${'//x'.repeat(50_000)}"`)).toMatch(
      /^f:2:3: accounts: must be a list/,
    ),
  );
  expect(ms).toBeLessThan(1_000);
});

test('X14 nesting without end is refused', () => {
  expect(messageFor('['.repeat(100_000))).toContain('nested more deeply');
  expect(messageFor(`a: ${'['.repeat(50)}${']'.repeat(50)}`)).toContain('nested more deeply');
});

test('X14 a problem never quotes a secret that an anchor, a wrong place or broken YAML brings into it', () => {
  const env = { KEY: 'canary-from-env' };
  for (const text of [
    `log: {level: "\${KEY}"}${ACCOUNT}`,
    'accounts: [{secret_key: &k canary-inline, name: *k, schedule: *k, timezone: *k, deadline: *k}]',
    'log: {level: debug, format: &k json}\nweb: {listen: [*k], enable_lifecycle: *canary}',
    'accounts:\n  - secret_key: "\\canary-inline"',
    'accounts:\n  - secret_key: *canary-inline',
    'accounts:\n  - secret_key: %canary-inline',
    'accounts:\n  - secret_key: "canary-inline',
    'accounts:\n  - secret_key: canary: inline',
    'accounts:\n  - secret_key: @canary-inline',
    'accounts:\n  - secret_key: [canary-inline]',
    'accounts:\n  - secret_key: !canary-inline x',
  ]) {
    const message = messageFor(text, env);
    expect(message).not.toBe('');
    expect(message).not.toContain('canary');
  }
});

test.each([
  'accounts: [{base_url: "https://ann:canary@pay.example.com:99999"}]',
  'accounts: [{base_url: "https://ann:cana/ry@canary@pay.example.com:x"}]',
  'web: {external_url: "https://ann:canary@float.example.com:x"}',
  'otlp: {url: "http://ann:canary@collector:x/v1/metrics"}',
  'alerts: {alertmanagers: ["https://ann:canary@am:x"]}',
  'alerts: {receivers: {telegram: [{name: t, url: "https://ann:canary@t:x"}]}}',
  'alerts: {receivers: {http: [{name: h, body: "token=canary"}]}}',
])('X14 a password in an address that is none is not quoted, nor a body: %s', (text) => {
  const message = messageFor(text);
  expect(message).toMatch(/must be (?:an address|a section or a list)/);
  expect(message).not.toContain('canary');
});

test('X13 nothing in the file or the environment reaches Object.prototype', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).sort();
  for (const text of [
    `__proto__: {polluted: yes}${ACCOUNT}`,
    `log: {"__proto__": {polluted: yes}}${ACCOUNT}`,
    `constructor: {prototype: {polluted: yes}}${ACCOUNT}`,
    `${ACCOUNT}alerts: {rules: [{name: a, missing: true, labels: {"__proto__": "x"}}]}`,
  ]) {
    expect(messageFor(text)).not.toBe('');
  }
  messageFor(`data_dir: "\${__proto__}"${ACCOUNT}`, { ['__proto__']: 'x' });
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('X15 patterns are globs: a regular expression is refused, a costly glob is cheap', () => {
  const rule = (glob: string) =>
    `${ACCOUNT}alerts: {rules: [{name: a, missing: true, wallets: {account: "${glob}"}}]}`;
  expect(messageFor(rule('(a+)+b'))).toContain(
    'wallets.account: must be a name, in which * stands for anything',
  );
  const ms = computingMs(() => expect(messageFor(rule(`${'*a'.repeat(60)}b`))).toBe(''));
  expect(ms).toBeLessThan(1_000);
});

test('X5 a service is called over https, or on this machine', () => {
  const account = (url: string, more = '') =>
    messageFor(
      `accounts: [{name: a, base_url: "${url}", public_key: pk-123456, secret_key: sk-123456${more}}]`,
    );
  for (const good of [
    'https://pay.example.com',
    'http://localhost:14219',
    'http://127.0.0.1:1',
    'http://[::1]:14219/base',
    'https://10.0.0.1',
  ]) {
    expect(account(good)).toBe('');
  }
  for (const bad of [
    'http://pay.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'file:///etc/passwd',
    'ftp://pay.example.com',
    'javascript://pay.example.com',
    'https://user:pass@pay.example.com',
    'https://user@pay.example.com',
    'https://169.254.169.254/latest',
    'http://169.254.169.254/latest',
    'https://2852039166',
    'https://[fd00:ec2::254]',
    'https://[fe80::1]',
    'https://[::ffff:169.254.169.254]',
    'https://0.0.0.0',
    'https://pay.example.com?x=1',
    'https://pay.example.com/#x',
    'https://p\u0430y.example.com',
    'https://',
    'pay.example.com',
    '//pay.example.com',
  ]) {
    expect(account(bad), bad).toContain('base_url');
  }
  expect(account('http://pay.example.com', ', allow_insecure_http: true')).toBe('');
  expect(account('http://169.254.169.254', ', allow_insecure_http: true')).toContain('never called');
});

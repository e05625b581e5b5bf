// A configuration that can't be read, and what is shown of the values of one that can.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig, parseConfig } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-unreadable-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function written(content: string | Buffer, mode = 0o600): string {
  const path = join(folder, `f${files++}.yaml`);
  writeFileSync(path, content, { mode });
  return path;
}
const refusal = (run: () => unknown): string => {
  try {
    run();
    return '';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.replaceAll(`${folder}/`, '');
  }
};

const ACCOUNT =
  'accounts: [{name: a, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456}]\n';
const loading = (path: string, env = {}, again = false) => refusal(() => loadConfig(path, { env, again }));

test('a file that is not there, or is no text, is told of at its beginning', () => {
  expect(loading(join(folder, 'none.yaml'))).toBe(
    'none.yaml:1:1: there is no such file (--config.file or FLOATWATCH_CONFIG_FILE names it)',
  );
  mkdirSync(join(folder, 'folder'));
  expect(loading(join(folder, 'folder'))).toBe('folder:1:1: is a folder, not a file');
  expect(loading(written(Buffer.from([0x61, 0xff])))).toMatch(/^f\d+\.yaml:1:1: is not text in UTF-8$/);
  expect(loading(written(ACCOUNT))).toBe('');
});

test('a file is as large as is allowed, or a byte larger', () => {
  const bytes = Buffer.byteLength(ACCOUNT);
  const limited = (most: number) => ({ FLOATWATCH_CONFIG_MAX_BYTES: String(most) });
  const larger = `the file is larger than ${bytes - 1} bytes; FLOATWATCH_CONFIG_MAX_BYTES allows more, as a number of bytes`;
  const path = written(ACCOUNT);
  expect(loading(path, limited(bytes))).toBe('');
  expect(loading(path, limited(bytes - 1)).split(':1:1: ')[1]).toBe(larger);
  const parsing = (most: number) => refusal(() => parseConfig(ACCOUNT, { file: 'f', env: limited(most) }));
  expect(parsing(bytes)).toBe('');
  expect(parsing(bytes - 1)).toBe(`f:1:1: ${larger}`);
});

test.each(['0', '-1', '8MB', '1.5', '12345678901', '1e6', ' 5'])('%j is no number of bytes', (said) => {
  expect(loading(written(ACCOUNT), { FLOATWATCH_CONFIG_MAX_BYTES: said }).split(':1:1: ')[1]).toBe(
    `FLOATWATCH_CONFIG_MAX_BYTES must be a number of bytes such as 16777216, not ${said}`,
  );
});

test('what can be read only once is no file for a program that reads it again', () => {
  const said = loading('/dev/null', {}, true);
  expect(said).toBe(
    '/dev/null:1:1: is a pipe or a device, which is read once: start again for another configuration',
  );
  expect(loading('/dev/null')).toMatch(/^\/dev\/null:1:1: accounts: /);
  expect(loading(written(ACCOUNT), {}, true)).toBe('');
});

test('a text of several pieces is read whole, also where a letter is cut in two', () => {
  const text = `data_dir: ${'é'.repeat(100_000)}\n${ACCOUNT}`;
  for (const comment of ['', '#\n']) {
    expect(loadConfig(written(comment + text), { env: {} }).config.data_dir).toContain('é'.repeat(100_000));
  }
});

test('who else may read a secret file is asked, unless the file or systemd says that it does not matter', () => {
  writeFileSync(join(folder, 'key'), 'key-123456', { mode: 0o644 });
  execFileSync('chmod', ['644', join(folder, 'key')]);
  const account = ACCOUNT.replace('secret_key: sk-123456', 'secret_key_file: key');
  const open = 'the file can be read by others than its owner (mode 0644)';
  expect(loading(written(account))).toContain(open);
  expect(loading(written(`secret_files: {permissions: any}\n${account}`))).toBe('');
  expect(loading(written(`secret_files: {permissions: owner}\n${account}`))).toContain(open);
  expect(loading(written(account), { CREDENTIALS_DIRECTORY: folder })).toBe('');
  expect(loading(written(account), { CREDENTIALS_DIRECTORY: `${folder}/` })).toBe('');
  expect(loading(written(account), { CREDENTIALS_DIRECTORY: '/run/credentials' })).toContain(open);
  expect(loading(written(account), { CREDENTIALS_DIRECTORY: '' })).toContain(open);
});

test('accounts with one file for their keys have one secret', () => {
  writeFileSync(join(folder, 'shared'), 'key-123456', { mode: 0o600 });
  const account = (name: string) =>
    `{name: ${name}, base_url: "https://pay.example.com", public_key_file: shared, secret_key_file: ./shared}`;
  const { config } = loadConfig(written(`accounts: [${account('a')}, ${account('b')}]`), { env: {} });
  const keys = config.accounts.flatMap(({ public_key, secret_key }) => [public_key, secret_key]);
  expect(new Set(keys).size).toBe(1);
});

const saying = (more: string, env = {}) =>
  refusal(() => parseConfig(`${ACCOUNT}${more}`, { file: 'f', env }));
test.each([
  ['a word', 'web: {listen: [x]}', 'x'],
  ['sixty letters', `web: {listen: [${'x'.repeat(60)}]}`, 'x'.repeat(60)],
  ['more than sixty', `web: {listen: [${'x'.repeat(61)}]}`, `${'x'.repeat(60)}…`],
  ['a list', 'web: {listen: [[x]]}', 'a list'],
  ['a section', 'web: {listen: [{x: 1}]}', 'a section'],
  ['nothing', 'web: {listen: [""]}', '""'],
  ['a variable', `web: {listen: ["\${NAME}"]}`, `"\${NAME}"`],
  ['a password in an address', 'web: {listen: ["http://ann:canary@x"]}', '"http://…@x"'],
  ['an address without a password', 'web: {listen: ["http://x/y"]}', '"http://x/y"'],
  ['a sign before an address', 'web: {listen: ["a@b://x"]}', '"a@b://x"'],
  ['an address from its first letter', 'web: {listen: [//ann:canary@x]}', '//…@x'],
])('what a value is not is told by the value: %s', (_, more, got) => {
  expect(saying(more, { NAME: 'canary' })).toMatch(/^f:2:\d+: web\.listen\[0\]: must be host:port/);
  expect(saying(more, { NAME: 'canary' }).split(', not ')[1]).toBe(got);
});

test.each([
  ['what an alias brings', 'log: &l {level: debug}\nweb: {listen: [*l]}', 'a section'],
  ['a text that an alias brings', 'log: {level: &l debug}\nweb: {listen: [*l]}', '*l'],
])('and for want of one by what it is: %s', (_, more, got) => {
  expect(saying(more)).toContain(`, not ${got}`);
});

test('what is wrong in a section that an alias brings is told without words of the file', () => {
  const account = `{name: "a b", base_url: "https://pay.example.com", public_key: pk-1234, secret_key: sk-1234}`;
  const said = refusal(() => parseConfig(`accounts: [&a ${account}, *a]`, { file: 'f', env: {} }));
  const [first, second] = said.split('\n').map((line) => line.split(', not ')[1]);
  expect([first, second]).toEqual(['"a b"', 'what the alias brings']);
});

test('of a required setting the variable is named that came out empty', () => {
  const keys = ['base_url: https://pay.example.com', 'public_key: pk-123456', 'secret_key: sk-123456'];
  const text = ['accounts:', `  - name: \${NAME}`, ...keys.map((key) => `    ${key}`)].join('\n');
  expect(refusal(() => parseConfig(text, { file: 'f', env: { NAME: '' } }))).toBe(
    `f:2:11: accounts[0].name: is required: 1 to 64 letters, digits, dots, dashes or underscores (\${NAME} came out empty)`,
  );
});

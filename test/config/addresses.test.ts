// Addresses, keys and headers: which of them can be used, and what is said of the others without showing them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  flawOfDatabaseUrl,
  flawOfSecretUrl,
  grafanaUrl,
  httpUrl,
  mailHost,
  otlpUrl,
} from '../../src/config/schema/address.ts';
import { readHttpUrl } from '../../src/config/schema/http-url.ts';
import { flawOfHeader, flawOfKey, openSecretFile, secretOf } from '../../src/config/secret.ts';
import { nearest } from '../../src/domain/spelling.ts';

const result = (kind: z.ZodType, value: string) => {
  const { data, error } = kind.safeParse(value);
  return data ?? error?.issues[0]?.message;
};
const SUCH = (example: string) => `must be an address such as ${example}, not <got>`;
const SCHEME = 'must begin with https:// (or http://)';
const NAMED = 'must not hold a user name or password: those have settings of their own';
const A_HOST =
  'must be the name of a host alone, such as mail.example.com (the port is a setting of its own), not <got>';
const MARKS = 'must not hold a "?" or "#"';

test.each([
  ['https://a.example.com', 'https://a.example.com'],
  ['https://A.example.com/x//', 'https://a.example.com/x'],
  ['http://a.example.com:80/', 'http://a.example.com'],
  ['ftp://a.example.com', SCHEME],
  ['svn+ssh://a.example.com', SCHEME],
  ['a.example.com', SUCH('http://x')],
  ['https://', SUCH('http://x')],
  ['https:///x', SUCH('http://x')],
  ['https://a.example.com:x', SUCH('http://x')],
  ['https://ann@a.example.com', NAMED],
  ['https://:p@a.example.com', NAMED],
  ['https://a.example.com?x=1', MARKS],
  ['https://a.example.com#x', MARKS],
  [
    'https://ä.example.com',
    'must be plain ASCII: a foreign letter can look like another one (write xn--… if it is meant)',
  ],
  ['http://0.0.0.0:80', 'is an address to listen on, not one to call'],
  ['http://[::]', 'is an address to listen on, not one to call'],
  ['http://169.254.169.254', 'is a link-local or metadata address, which is never called'],
  ['http://metadata.google.internal', 'is a link-local or metadata address, which is never called'],
])('an address of a service: %s', (value, said) => {
  expect(result(httpUrl('http://x'), value)).toBe(said);
});

test('a query is part of an address only where it may hold a token', () => {
  expect(readHttpUrl('https://a.example.com/x?t=1', true)).toBe('https://a.example.com/x?t=1');
  expect(readHttpUrl('https://a.example.com/x?t=1')).toMatchObject({ message: MARKS });
  expect(readHttpUrl('https://a.example.com/x?t=1#y', true)).toMatchObject({ message: MARKS });
});

test.each([
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://g.example.com/grafana/', 'https://g.example.com/grafana'],
  ['https://g.example.com/d', 'https://g.example.com/d'],
  ['https://g.example.com/d/abc', 'is the address of a dashboard: leave out /d/ and what follows'],
  ['ftp://g.example.com/d/abc', SCHEME],
  [
    'https://ann@g.example.com',
    'must not hold a user name or password: whoever opens the page could read them',
  ],
  [
    'https://:p@g.example.com',
    'must not hold a user name or password: whoever opens the page could read them',
  ],
  ['nowhere', SUCH('http://localhost:3000')],
])('the address of Grafana: %s', (value, said) => {
  expect(result(grafanaUrl(), value)).toBe(said);
});

test.each([
  ['http://c:4318/v1/metrics', 'http://c:4318/v1/metrics'],
  ['http://c:4318', 'has no path: of a collector it is /v1/metrics, of Prometheus /api/v1/otlp/v1/metrics'],
  ['http://c:4318/', 'has no path: of a collector it is /v1/metrics, of Prometheus /api/v1/otlp/v1/metrics'],
  ['nowhere', SUCH('http://127.0.0.1:4318/v1/metrics')],
  ['ftp://c', SCHEME],
])('the address that metrics are pushed to: %s', (value, said) => {
  expect(result(otlpUrl(), value)).toBe(said);
});

test.each([
  ['mail.example.com', 'mail.example.com'],
  ['mail', 'mail'],
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['mail.example.com:587', A_HOST],
  ['https://mail.example.com', A_HOST],
  ['ann@mail.example.com', A_HOST],
  ['169.254.169.254', 'is a link-local or metadata address, which is never called'],
  ['[fe80::1]', 'is a link-local or metadata address, which is never called'],
  ['Metadata.Google.internal', 'is a link-local or metadata address, which is never called'],
])('the host of a mail server: %s', (value, said) => {
  expect(result(mailHost(), value)).toBe(said);
});

test.each([
  ['https://h.example.com/x?token=1', undefined],
  ['', 'is empty'],
  ['https://h.example.com/x y', 'holds a space or a tab; a secret is printable ASCII without blanks'],
  ['nowhere', 'is not an address such as https://hooks.example.com/float'],
  ['ftp://h.example.com', SCHEME],
  ['https://h.example.com/#x', MARKS],
])('a secret address: %j', (value, flaw) => {
  expect(flawOfSecretUrl(value)).toBe(flaw);
});

test('the address of a database, and the file that it names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-address-'));
  try {
    writeFileSync(join(folder, 'text'), 'no certificate');
    const url = (file: string) => `postgres://db.example.com/x?sslrootcert=${join(folder, file)}`;
    expect(flawOfDatabaseUrl('postgres://u:p@db.example.com/x')).toBeUndefined();
    expect(flawOfDatabaseUrl('')).toBe('is empty');
    expect(flawOfDatabaseUrl('postgres://u:p p@db')).toMatch(/^holds a space or a tab/);
    expect(flawOfDatabaseUrl('db')).toBe(
      'is not an address such as postgres://user:password@host:5432/database',
    );
    expect(flawOfDatabaseUrl(url('none'))).toBe(
      `names the file ${join(folder, 'none')}, which does not exist`,
    );
    expect(flawOfDatabaseUrl(url('text'))).toBe(
      `names the file ${join(folder, 'text')}, which can't be read as a certificate in PEM`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const BLANK = 'holds a space or a tab; a secret is printable ASCII without blanks';
const BREAK = 'holds a line break; a secret is one line';
const LETTER = 'holds a character that is not printable ASCII';
test.each([
  ['!~', undefined, undefined],
  ['', 'is empty', 'is empty'],
  ['one two', BLANK, undefined],
  ['one  two three', BLANK, undefined],
  [' one', BLANK, BLANK],
  ['one ', BLANK, BLANK],
  [' ', BLANK, BLANK],
  ['one\ttwo', BLANK, BLANK],
  ['one\ntwo', BREAK, BREAK],
  ['one\rtwo', BREAK, BREAK],
  ['é', LETTER, LETTER],
  ['one é', BLANK, BLANK],
  ['\x7f', LETTER, LETTER],
])('what can be sent: %j as a key, and as a header', (value, ofKey, ofHeader) => {
  expect([flawOfKey(value), flawOfHeader(value)]).toEqual([ofKey, ofHeader]);
});

test('a secret shows itself as [secret] alone', () => {
  const secret = secretOf('canary-1');
  expect([
    String(secret),
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ secret }),
    secret.reveal(),
  ]).toEqual(['[secret]', '{"secret":"[secret]"}', '[secret]', '{ secret: [secret] }', 'canary-1']);
  expect(() => secretOf('two words')).toThrow(BLANK);
  expect(secretOf('two words', () => undefined).reveal()).toBe('two words');
});

test('a secret file has 64 kB at most', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-address-'));
  try {
    const of = (bytes: number) => {
      writeFileSync(join(folder, 'key'), 'x'.repeat(bytes), { mode: 0o600 });
      return openSecretFile(join(folder, 'key')).reveal().length;
    };
    expect(of(64 * 1024)).toBe(64 * 1024);
    expect(() => of(64 * 1024 + 1)).toThrow('is larger than 64 kB, so it is hardly a secret');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['abcdefgh', 'abcdexyh', 'did you mean abcdexyh?'], // two of eight letters
  ['abcdefgh', 'abcdxyzh', 'here there are abcdxyzh'], // three
  ['abcdefg', 'abcdexy', 'here there are abcdexy'], // two of seven
  ['abc', 'abd', 'did you mean abd?'], // one, however short
  ['x'.repeat(64), 'x'.repeat(63), `did you mean ${'x'.repeat(63)}?`],
  ['x'.repeat(65), `${'x'.repeat(63)}y`, `here there are ${'x'.repeat(63)}y`],
  ['urls', 'url', 'did you mean url?'],
  ['abcdef', 'abc', 'did you mean abc?'], // it begins with it
  ['abcdef', 'ab', 'here there are ab'],
  ['A.B-C_1', 'abc1', 'did you mean abc1?'],
])('%s, where there is %s', (name, known, said) => {
  expect(nearest(name, [known])).toBe(said);
});

test('of several names the nearest is meant, and of equally near ones the first', () => {
  expect(nearest('deadlin', ['deadbin', 'deadline', 'x'])).toBe('did you mean deadbin?');
  expect(nearest('deadline', ['deadlime', 'deadline'])).toBe('did you mean deadline?');
});

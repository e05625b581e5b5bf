// When a web.config file is read again, and which of its changes come into force.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchWebConfig } from '../../../src/web/http/live-config.ts';

const HASH = '$2y$10$8mBbm5B0hiYe2pv1R0aQKuEwL1VGXPDt0J1mpmKFVnVyuTfeSx8y2';
const users = (...names: readonly string[]) =>
  `basic_auth_users:\n${names.map((name) => `  ${name}: ${HASH}\n`).join('')}`;

let folder: string;
let path: string;
let now = 1_000;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-live-config-'));
  path = join(folder, 'web.yml');
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function watch(text: string) {
  writeFileSync(path, text);
  const told: string[] = [];
  const live = watchWebConfig(path, (error) => told.push((error as Error).message));
  const namesOf = () => [...live.current().users.keys()].join(' ');
  return { live, told, namesOf };
}

test('a change comes into force half a second after the last look', () => {
  const { namesOf } = watch(users('anna'));
  writeFileSync(path, users('anna', 'ben'));
  now += 499;
  expect(namesOf()).toBe('anna');
  now += 1;
  expect(namesOf()).toBe('anna ben');
  writeFileSync(path, users('cleo', 'ben', 'anna'));
  now += 499;
  expect(namesOf()).toBe('anna ben');
  now += 1;
  expect(namesOf()).toBe('cleo ben anna');
});

test('while nothing has changed it is the same', () => {
  const { live } = watch(users('anna'));
  const first = live.current();
  now += 1_000;
  expect(live.current()).toBe(first);
});

test('a bad file is told once, and what was good stays in force until one is good again', () => {
  const { namesOf, told } = watch(users('anna'));
  const look = (text: string) => {
    writeFileSync(path, text);
    now += 500;
    return namesOf();
  };
  expect(look('basic_auth_users: [')).toBe('anna');
  now += 500;
  expect(namesOf()).toBe('anna');
  expect(told).toEqual([expect.stringContaining('not YAML')]);
  expect(look(users('anna', 'ben'))).toBe('anna ben');
  expect(look('basic_auth_users: [')).toBe('anna ben');
  expect(told).toHaveLength(2); // told anew, as it was good in between
});

test('that nobody needs a password any more is so by a restart only', () => {
  const { namesOf, told } = watch(users('anna'));
  writeFileSync(path, '');
  now += 500;
  expect([namesOf(), told]).toEqual(['anna', [`${path}: no users any more; that is so by a restart only`]]);
});

test('that everybody needs one is so at once', () => {
  const { namesOf, told } = watch('');
  writeFileSync(path, users('anna'));
  now += 500;
  expect([namesOf(), told]).toEqual(['anna', []]);
});

test('a file that is bad at the start is refused', () => {
  expect(() => watch('rate_limit: {}')).toThrow(`${path}: rate_limit: not supported`);
  expect(() => watch('tls_server_config:\n  cert: none\n  key: none\n')).toThrow(
    `${path}: tls_server_config can't be used:`,
  );
});

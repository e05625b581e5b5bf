// Which files the web configuration can be made of, and what is said of one that can't be read.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWebConfig } from '../../../src/web/http/web-config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-web-files-'));
  mkdirSync(join(folder, 'folder'));
  for (const name of ['cert', 'key']) writeFileSync(join(folder, name), `the ${name}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const MIB = 1_048_576;
const at = (name: string) => join(folder, name);
const withCa = (ca: string) => {
  const lines = [
    'tls_server_config:',
    '  cert_file: cert',
    '  key_file: key',
    '  client_auth_type: RequestClientCert',
    `  client_ca_file: ${ca}`,
  ];
  writeFileSync(at('web.yml'), lines.join('\n'));
  return readWebConfig(at('web.yml')).tls?.ca?.length;
};

test('a file may have one MiB and no more', () => {
  writeFileSync(at('most'), 'x'.repeat(MIB));
  writeFileSync(at('more'), 'x'.repeat(MIB + 1));
  expect(withCa('most')).toBe(MIB);
  expect(() => withCa('more')).toThrow(new Error(`${at('more')}: larger than 1 MiB`));
  writeFileSync(at('long.yml'), `#${'x'.repeat(MIB)}`);
  expect(() => readWebConfig(at('long.yml'))).toThrow(new Error(`${at('long.yml')}: larger than 1 MiB`));
});

test('of a file that is not there, or is none, its path and the reason are told', () => {
  expect(() => withCa('absent')).toThrow(new Error(`${at('absent')}: no such file`));
  expect(() => readWebConfig(at('none.yml'))).toThrow(new Error(`${at('none.yml')}: no such file`));
  expect(() => withCa('folder')).toThrow(/folder: EISDIR/);
});

// The folder of data may be made later, and is no file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-data-dir-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['', ''],
  ['later', ''],
  ['later/still', ''],
  ['file', 'f.yaml:1:11: data_dir: is a file: name a folder'],
  ['file/in/it', 'f.yaml:1:11: data_dir: leads through a file: name a folder'],
])('"%s": %s', (name, flaw) => {
  writeFileSync(join(folder, 'file'), '');
  const text = `data_dir: ${join(folder, name)}
accounts: [{name: acme, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456}]`;
  const reading = () => parseConfig(text, { file: 'f.yaml', env: {} });
  if (flaw) expect(reading).toThrow(flaw);
  else expect(reading().config.data_dir).toBe(join(folder, name));
});

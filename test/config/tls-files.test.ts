import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { makeCertificates } from '../support/certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-tls-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  const { ca, good, otherHost } = makeCertificates();
  const files = { ca, cert: good.cert, key: good.key, other: otherHost.key, text: 'none of them\n' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});

/** What is wrong with a configuration whose Alertmanager has these files and whose database this root. */
function flawsOf(tls: string, root = 'ca'): string {
  const text = `
database: {url: "postgres://db.example.com/f?sslrootcert=${join(folder, root)}"}
accounts: [{name: acme, base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456}]
alerts: {alertmanagers: [{url: https://am.example.com, tls: {${tls}}}]}
`;
  try {
    parseConfig(text, { file: join(folder, 'f.yaml'), env: {} });
    return '';
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }
}

test('certificates, and the key of one, are taken', () => {
  expect(flawsOf('ca_file: ca, cert_file: cert, key_file: key')).toBe('');
});

test('what holds no certificate is refused as one', () => {
  expect(flawsOf('ca_file: text')).toBe(
    "f.yaml:4:71: alerts.alertmanagers[0].tls.ca_file: text can't be read as a certificate in PEM",
  );
  expect(flawsOf('', 'text')).toBe(
    "f.yaml:2:17: database.url: names the file text, which can't be read as a certificate in PEM",
  );
});

test('a certificate and a key that do not belong together are refused', () => {
  expect(flawsOf('cert_file: cert, key_file: other')).toBe(
    'f.yaml:4:89: alerts.alertmanagers[0].tls.key_file: the file is not the key of cert_file',
  );
  expect(flawsOf('cert_file: cert, key_file: text')).toBe(
    "f.yaml:4:89: alerts.alertmanagers[0].tls.key_file: the file can't be used with cert_file: error:1E08010C:DECODER routines::unsupported",
  );
});

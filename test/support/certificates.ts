// Certificates made for one test run by the openssl command: none is kept.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** An authority and what it signed: for this machine, for another host, and one that is past. */
export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-tls-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const sign = (name: string, alternative: string, days: string): Certificate => {
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${alternative}\n`);
    openssl('req', ...CURVE, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    const output = ['-extfile', `${name}.ext`, '-out', `${name}.pem`];
    openssl('x509', '-req', '-in', `${name}.csr`, ...authority, '-days', days, ...output);
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  try {
    openssl(
      'req',
      '-x509',
      ...CURVE,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-subj',
      '/CN=authority',
      '-days',
      '2',
    );
    return {
      ca: read('ca.pem'),
      good: sign('good', 'DNS:localhost,IP:127.0.0.1', '2'),
      otherHost: sign('other', 'DNS:elsewhere.example', '2'),
      expired: sign('expired', 'DNS:localhost,IP:127.0.0.1', '-1'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

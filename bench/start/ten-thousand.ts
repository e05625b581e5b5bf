// Measures how much a strict check of a large configuration costs beyond reading it as YAML.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/load.ts';
import { alternating, cpuMs, type Measurement } from '../measure.ts';

const ACCOUNTS = 10_000;

/** CPU of `loadConfig` as a multiple of the YAML library's CPU for the same text. */
export async function tenThousandAccounts(): Promise<Measurement> {
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  try {
    const text = `accounts:\n${Array.from({ length: ACCOUNTS }, (_, i) => account(i)).join('')}`;
    const file = join(room, 'floatwatch.yaml');
    writeFileSync(file, text);
    const taken = await alternating({
      yaml: () => cpuMs(() => parse(text)),
      check: () => cpuMs(() => loadConfig(file, { env: {} })),
    });
    return { value: taken.check / taken.yaml, unit: '× YAML', floor: 1, target: 1.5 };
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function account(i: number): string {
  return [
    `  - name: account-${i}`,
    `    base_url: https://pay.example.com/${i}`,
    `    public_key: pk-account-${i}-0123456789`,
    `    secret_key: sk-account-${i}-0123456789abcdef`,
    '    timezone: Africa/Kampala',
    '    currencies: [UGX, KES]',
    '    expect: [UGX/MERCHANT_PAYOUT]',
    '',
  ].join('\n');
}

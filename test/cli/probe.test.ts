import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import { answering, GOOD } from '../upstream/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-probe-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function probe(accounts: Record<string, string>, ...flags: string[]) {
  const file = join(folder, 'floatwatch.yaml');
  const entries = Object.entries(accounts).map(
    ([name, url]) =>
      `  - {name: ${name}, base_url: "${url}", public_key: pk-canary-1f0c, secret_key: sk-canary-77ab, retries: 0}`,
  );
  writeFileSync(file, `accounts:\n${entries.join('\n')}\n`);
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += chunk;
        done();
      },
    });
  const io: Io = {
    stdout: into('stdout'),
    stderr: into('stderr'),
    env: {},
    signal: new AbortController().signal,
    onEarlyEnd: () => {},
    onHangUp: () => {},
    exitCode: 0,
  };
  const code = await main(['probe', '--config.file', file, ...flags], io);
  return { code, ...written };
}

test('a good account: its wallets, and how it was asked', async () => {
  await using service = await answering();
  const { code, stdout, stderr } = await probe({ good: service.url });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.replaceAll(/\d+ ms/g, 'N ms')).toBe(
    [
      'good: ok, 1 wallet',
      `  asked      ${service.url} at 127.0.0.1, 1 request`,
      `  answer     HTTP 200, application/json, ${GOOD.length} bytes`,
      '  time       answer began after N ms, ended after N ms',
      '  WALLET               AVAILABLE    ACTUAL',
      '  UGX/MERCHANT_PAYOUT   40,000.5  40,000.5',
      '',
    ].join('\n'),
  );
});

test('one that fails: a sentence to forward, and exit code 1; nothing of the page, no key', async () => {
  const page = '<html>hello sk-canary-77ab</html>';
  await using good = await answering();
  await using portal = await answering(page, { headers: { 'content-type': 'text/html; x=pk-canary-1f0c' } });
  const accounts = { good: good.url, portal: portal.url };
  for (const flags of [[], ['--json']]) {
    const { code, stdout } = await probe(accounts, ...flags);
    expect(code).toBe(1);
    expect(stdout).toContain('looks like the address of a portal for people');
    expect(stdout).not.toMatch(/hello|canary/);
  }
  expect(await probe(accounts, 'good')).toMatchObject({ code: 0 });
});

test('--json is one object per account, amounts as text', async () => {
  await using service = await answering();
  const { stdout } = await probe({ good: service.url }, '--json');
  expect(JSON.parse(stdout)).toMatchObject([
    {
      account: 'good',
      base_url: service.url,
      reading: {
        outcome: 'ok',
        http_status: 200,
        wallets: [{ wallet_type: 'MERCHANT_PAYOUT', available: '40000.5' }],
      },
      evidence: { address: '127.0.0.1', http_status: 200, content_type: 'application/json' },
      requests: 1,
    },
  ]);
});

test('an account that does not exist is a usage error', async () => {
  const { code, stderr } = await probe({ good: 'https://pay.example.com' }, 'bad');
  expect(code).toBe(2);
  expect(stderr).toContain('no account is called bad; there are good');
});

// What the sandbox prints when it listens, as a whole.
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

/** Runs it until it has said that it listens. */
async function said(...argv: string[]) {
  const stop = new AbortController();
  const { io, written } = capture();
  const write = io.stdout.write.bind(io.stdout);
  const stdout = Object.assign(io.stdout, {
    write(text: string) {
      setImmediate(() => stop.abort());
      return write(text);
    },
  });
  const code = await main(['sandbox', ...argv], { ...io, stdout, signal: stop.signal });
  return { code, ...written(), stdout: written().stdout.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT') };
}
const ANY = ['--listen-address', '127.0.0.1:0'];
const keys = (text: string) => text.split('\n').filter((line) => line.startsWith('  m-'));

test('of merchants that are made five are named, and the last', async () => {
  const five = await said(...ANY, '--merchants', '5', '--wallets', '1');
  expect({ code: five.code, stderr: five.stderr }).toEqual({ code: 0, stderr: '' });
  expect(keys(five.stdout).map((line) => line.trim().split(/ +/))).toEqual(
    [1, 2, 3, 4, 5].map((i) => [
      `m-0000${i}`,
      'public-key:',
      `pk-sandbox-m-0000${i}`,
      'secret-key:',
      `sk-sandbox-m-0000${i}`,
    ]),
  );
  expect(five.stdout).not.toContain('…');
  const six = await said(...ANY, '--merchants', '6', '--wallets', '1');
  expect(keys(six.stdout)).toEqual(keys(five.stdout));
  expect(six.stdout).toContain('\n  … and so on to m-00006\n\nAsk for balances:\n');
});

test('the named ones stand in columns, with a first request', async () => {
  const { stdout } = await said(...ANY);
  expect(stdout).toBe(`The sandbox listens on http://127.0.0.1:PORT

Merchants and their keys (invented; they open nothing but this sandbox):
  acme-ug          public-key: pk-sandbox-acme-ug           secret-key: sk-sandbox-acme-ug
  acme-ke          public-key: pk-sandbox-acme-ke           secret-key: sk-sandbox-acme-ke
  zebra-tz         public-key: pk-sandbox-zebra-tz          secret-key: sk-sandbox-zebra-tz
  lakeside-loans   public-key: pk-sandbox-lakeside-loans    secret-key: sk-sandbox-lakeside-loans

Ask for balances:
  curl -H 'public-key: pk-sandbox-acme-ug' -H 'secret-key: sk-sandbox-acme-ug' http://127.0.0.1:PORT/data/wallet-balances
`);
});

test('simulated time and an open control door are told', async () => {
  const { stdout } = await said(
    ...ANY,
    '--speed',
    '60',
    '--start',
    '2026-03-01T09:00:00Z',
    '--control.listen-address',
    '127.0.0.1:0',
  );
  const lines = stdout.split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'The sandbox listens on http://127.0.0.1:PORT',
    "Simulated time: 60 times the wall's since --start 2026-03-01T09:00:00.000Z",
    '',
  ]);
  expect(lines.slice(-4)).toEqual([
    '',
    'The control door is open; see what there is:',
    '  curl http://127.0.0.1:PORT/state',
    '',
  ]);
});

test('a port that another program has is a failure, and an address that is none a mistake', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { readonly port: number };
  const { code, stdout, stderr } = await said('--listen-address', `127.0.0.1:${port}`);
  await new Promise((resolve) => taken.close(resolve));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^floatwatch: can't listen on 127\.0\.0\.1:\d+/);
  expect(await said(...ANY, '--merchants', '2', '--wallets', '43')).toMatchObject({
    code: 2,
    stderr: 'floatwatch: --wallets: a generated merchant has 1 to 42 wallets, not 43\n',
  });
  expect((await said('--listen-address', 'nowhere')).code).toBe(2);
});

test('the words of faults are broken below each other on a terminal', async () => {
  const { io, written } = capture();
  Object.assign(io.stdout, { isTTY: true, columns: 100 });
  expect(await main(['sandbox', '--list-faults'], io)).toBe(0);
  const wide = await said('--list-faults');
  expect(
    Math.max(
      ...written()
        .stdout.split('\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(100);
  const unbroken = written().stdout.replaceAll(/\n {20,}/g, ' ');
  expect(unbroken).toBe(wide.stdout);
  expect(wide.stdout).toContain('default none)');
});

import { Writable } from 'node:stream';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import { eventually } from '../support/eventually.ts';

function run(...argv: string[]) {
  const stop = new AbortController();
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _, done) {
        written[name] += chunk;
        done();
      },
    });
  const io: Io = {
    stdout: into('stdout'),
    stderr: into('stderr'),
    env: {},
    signal: stop.signal,
    onEarlyEnd: () => {},
    onHangUp: () => {},
    exitCode: 0,
  };
  const ended = main(['sandbox', ...argv], io);
  return { written, ended, stop: () => stop.abort() };
}

test('a stranger who pastes what is printed at the start gets balances', async () => {
  const { written, ended, stop } = run(
    '--listen-address',
    '127.0.0.1:0',
    '--control.listen-address',
    '127.0.0.1:0',
  );
  await eventually(() => expect(written.stdout).toContain('/state'));
  const [, publicKey, secretKey, url] =
    /curl -H 'public-key: (\S+)' -H 'secret-key: (\S+)' (\S+)/.exec(written.stdout) ?? [];
  const answer = await request(url!, { headers: { 'public-key': publicKey!, 'secret-key': secretKey! } });
  expect(await answer.body.json()).toMatchObject({ code: 200, status: 'success' });
  const [, state] = /curl (\S+\/state)/.exec(written.stdout) ?? [];
  expect(await (await request(state!)).body.json()).toMatchObject({ speed: 1, frozen: false });
  stop();
  expect(await ended).toBe(0);
  await expect(request(url!)).rejects.toThrow();
});

test('without the flag there is no control door', async () => {
  const { written, ended, stop } = run(
    '--listen-address',
    '127.0.0.1:0',
    '--merchants',
    '7',
    '--wallets',
    '3',
  );
  await eventually(() => expect(written.stdout).toContain('curl'));
  expect(written.stdout).toContain('pk-sandbox-m-00001');
  expect(written.stdout).toContain('and so on to m-00007');
  expect(written.stdout).not.toContain('control');
  stop();
  expect(await ended).toBe(0);
});

test('--list-faults describes every fault with its cases', async () => {
  const { written, ended } = run('--list-faults');
  expect(await ended).toBe(0);
  expect(written.stdout).toMatch(/^drip-body +U4 +the headers at once, the body one byte at a time/m);
  expect(written.stdout).toMatch(
    /^many-wallets +M10 +very many wallets \(value: how many; default 50000\)$/m,
  );
});

test.each([
  [
    ['--listen-address', 'nowhere'],
    'not a listen address: "nowhere"; write host:port, for example 127.0.0.1:14219',
  ],
  [['--control.listen-address', '0.0.0.0:1'], 'the control door opens on loopback only, not on 0.0.0.0:1'],
  [['--merchants', '2', '--wallets', '43'], 'a generated merchant has 1 to 42 wallets, not 43'],
  [['--speed', 'fast'], 'A positive number, please.'],
  [['--start', 'yesterday'], 'A date such as 2026-11-01T00:00:00Z, or epoch seconds.'],
])('%j is refused with exit code 2', async (argv, message) => {
  const { written, ended } = run(...argv);
  expect(await ended).toBe(2);
  expect(written.stderr).toContain(message);
});

test('--start at an instant that no date has is refused with exit code 2', async () => {
  const { written, ended } = run('--start', '99999999999999');
  expect(await ended).toBe(2);
  expect(written.stderr).toContain('A date such as 2026-11-01T00:00:00Z, or epoch seconds.');
});

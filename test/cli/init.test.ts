// `floatwatch init`: a first configuration, with a terminal to ask on and without one.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { loadConfig } from '../../src/config/load.ts';
import { amountOf } from '../../src/domain/money.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { eventually } from '../support/eventually.ts';
import { capture } from '../support/io.ts';

const [MERCHANT] = MERCHANTS;
const KEYS = { FLOATWATCH_PUBLIC_KEY: MERCHANT!.publicKey, FLOATWATCH_SECRET_KEY: MERCHANT!.secretKey };

let folder: string;
let service: Sandbox;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-init-'));
  service = createSandbox({ scenario: createScenario({ seed: 'init', merchants: MERCHANTS }) });
  await service.start();
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'floatwatch.yaml');

async function init(flags: readonly string[], env: NodeJS.ProcessEnv = KEYS) {
  const { io, written } = capture();
  const code = await main(['init', '--config.file', file(), ...flags], { ...io, env });
  return { code, ...written() };
}

describe('by flags alone', () => {
  test('asks the service, writes what it saw, and says what is next', async () => {
    const flags = ['--base-url', service.address, '--account', 'acme-ug', '--timezone', 'Africa/Kampala'];
    const { code, stdout, stderr } = await init(flags);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^acme-ug: ok, 5 wallets$/m);
    expect(stdout).toMatch(/^ {2}UGX\/MERCHANT_PAYOUT +[\d,]+/m);
    expect(stdout).toContain(`Next:\n  npx floatwatch run --config.file ${file()}\n`);
    const { config, warnings } = loadConfig(file(), { env: {} });
    expect(warnings).toEqual([]);
    const [account] = config.accounts;
    expect(account).toMatchObject({
      ...{ name: 'acme-ug', base_url: service.address, schedule: '*/5 * * * *', timezone: 'Africa/Kampala' },
      expect: [
        { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' },
        { currency: 'USD', walletType: 'MERCHANT_PAYOUT' },
      ],
    });
    expect(account!.public_key.reveal()).toBe(KEYS.FLOATWATCH_PUBLIC_KEY);
    expect(account!.secret_key.reveal()).toBe(KEYS.FLOATWATCH_SECRET_KEY);
    expect(config.alerts.rules.map(({ name }) => name)).toEqual(['PayoutFloatLow', 'PayoutFloatLow']);
  });

  test('of an empty wallet it says that the alert fires', async () => {
    const wallet = { currency: 'USD', walletType: 'MERCHANT_PAYOUT' };
    service.overrides.setWallet(MERCHANT!.name, wallet, { available: amountOf('0.00') });
    const { code, stdout } = await init(['--base-url', service.address]);
    expect(code).toBe(0);
    const said = 'USD/MERCHANT_PAYOUT below 1 (it holds 0.00, so the alert fires until money comes).';
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(said);
    expect(stdout.match(/fires until/g)).toHaveLength(1);
    expect(readFileSync(file(), 'utf8')).toMatch(
      /^ {4}# USD\/MERCHANT_PAYOUT held 0.00 on [\d-]+, so this alert fires until money comes\./m,
    );
  });

  // An empty TZ, GMT, and a zone that Node doesn't know.
  test.each(['Etc/Unknown', '+00:00', undefined])(
    'a machine whose own time zone is %s gets UTC',
    async (timeZone) => {
      const spied = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
      onTestFinished(() => spied.mockRestore());
      spied.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
      const { code, stderr } = await init(['--base-url', 'https://pay.example.com', '--no-probe']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(loadConfig(file(), { env: {} }).config.accounts[0]).toMatchObject({ timezone: 'UTC' });
    },
  );

  test('keys are in files that only their owner reads, and nowhere else', async () => {
    const { stdout } = await init(['--base-url', service.address]);
    const keys = join(folder, 'keys');
    expect(readdirSync(keys).sort()).toEqual(['main.public-key', 'main.secret-key']);
    for (const name of readdirSync(keys)) expect(statSync(join(keys, name)).mode & 0o777).toBe(0o600);
    expect(statSync(keys).mode & 0o777).toBe(0o700);
    for (const text of [stdout, readFileSync(file(), 'utf8')])
      for (const key of Object.values(KEYS)) expect(text).not.toContain(key);
  });

  test('takes key files that are there, as the configuration finds them', async () => {
    for (const [name, key] of [
      ['pk', KEYS.FLOATWATCH_PUBLIC_KEY],
      ['sk', KEYS.FLOATWATCH_SECRET_KEY],
    ] as const)
      writeFileSync(join(folder, name), key, { mode: 0o600 });
    const flags = ['--public-key-file', join(folder, 'pk'), '--secret-key-file', join(folder, 'sk')];
    expect(await init(['--base-url', service.address, ...flags], {})).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'keys'))).toBe(false);
    expect(loadConfig(file(), { env: {} }).config.accounts[0]!.secret_key.reveal()).toBe(
      KEYS.FLOATWATCH_SECRET_KEY,
    );
  });

  test('names whatever is missing', async () => {
    const { code, stderr } = await init([], {});
    expect(code).toBe(2);
    expect(stderr).toBe(
      'floatwatch: there is no terminal to ask on: needed are --base-url, --public-key-file (or FLOATWATCH_PUBLIC_KEY), ' +
        '--secret-key-file (or FLOATWATCH_SECRET_KEY)\n',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    [['--base-url', 'pay.example.com'], '--base-url: must be an address such as https://pay.example.com'],
    [['--base-url', 'https://pay.example.com', '--account', 'acme ug'], '--account: '],
    [['--base-url', 'https://pay.example.com', '--timezone', 'Kampala'], '--timezone: '],
    [['--base-url', 'https://pay.example.com', '--schedule', 'often'], '--schedule: '],
    [
      ['--base-url', 'https://pay.example.com', '--public-key-file', '/nowhere'],
      '--public-key-file /nowhere: does not exist',
    ],
  ])('%j is refused in a sentence, and nothing is written', async (flags, said) => {
    const { code, stderr } = await init(flags);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('nothing is written when the service tells no balances, unless it isn’t asked', async () => {
    const flags = ['--base-url', service.address];
    const { code, stdout, stderr } = await init(flags, { ...KEYS, FLOATWATCH_SECRET_KEY: 'sk-wrong' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^main: auth$/m);
    expect(stderr).toContain(
      'nothing was written: the service told no balances (--no-probe writes it all the same)\n',
    );
    expect(readdirSync(folder)).toEqual([]);
    expect(await init([...flags, '--no-probe'])).toMatchObject({ code: 0 });
    expect(loadConfig(file(), { env: {} }).config.alerts.rules).toEqual([]);
  });

  test.each([
    ['floatwatch.yaml', 'another one goes to --config.file; floatwatch check-config reads this one'],
    ['keys/main.secret-key', '--public-key-file and --secret-key-file take files that are there'],
  ])('%s that exists is not written over, and it is said what else there is to do', async (name, hint) => {
    const path = join(folder, name);
    mkdirSync(join(folder, 'keys'), { recursive: true });
    writeFileSync(path, 'mine');
    const { code, stderr } = await init(['--base-url', service.address]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${path} exists already, and init overwrites nothing: ${hint}\n`);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'keys/main.public-key'))).toBe(false);
    expect(existsSync(file())).toBe(name === 'floatwatch.yaml');
  });

  test('a dollar sign is one', async () => {
    const env = { FLOATWATCH_PUBLIC_KEY: `pk-\${HOME}`, FLOATWATCH_SECRET_KEY: 'sk-$$' };
    const url = `${service.address}/$`;
    expect(await init(['--base-url', url, '--no-probe'], env)).toMatchObject({ code: 0 });
    const [account] = loadConfig(file(), { env: {} }).config.accounts;
    expect(account!.base_url).toBe(url);
    expect(account!.public_key.reveal()).toBe(env.FLOATWATCH_PUBLIC_KEY);
    expect(account!.secret_key.reveal()).toBe(env.FLOATWATCH_SECRET_KEY);
  });
});

describe('on a terminal', () => {
  /** Types each answer when its question has been asked. */
  async function typed(answers: readonly (readonly [question: string, answer: string])[], env = {}) {
    const stdin = new PassThrough();
    const { io, written } = capture();
    const asking = { ...io, env, stdin: Object.assign(stdin, { isTTY: true }) };
    const ended = main(['init', '--config.file', file()], asking);
    let from = 0;
    for (const [question, answer] of answers) {
      await eventually(() => expect(written().stderr.slice(from)).toContain(question));
      from = written().stderr.length;
      stdin.write(answer);
    }
    return { code: await ended, ...written() };
  }

  test('asks for each, keeps keys unseen, and asks again when the service refuses them', async () => {
    const { code, stdout, stderr } = await typed([
      ['Address of the payment service: ', `not an address\r`],
      ['Address of the payment service: ', `${service.address}\r`],
      ['A name for the account [main]: ', 'acme-ug\r'],
      ['Public key (not shown): ', `${KEYS.FLOATWATCH_PUBLIC_KEY}\r`],
      ['Secret key (not shown): ', 'sk-mistyped\r'],
      ['Time zone of its business day [', 'Africa/Kampala\r'],
      ['When to ask for balances, as cron [*/5 * * * *]: ', '\r'],
      [`Address of the payment service [`, '\r'],
      ['A name for the account [acme-ug]: ', '\r'],
      ['Public key (not shown) [as before]: ', '\r'],
      ['Secret key (not shown) [as before]: ', `${KEYS.FLOATWATCH_SECRET_KEY}\r`],
      ['Time zone of its business day [Africa/Kampala]: ', '\r'],
      ['When to ask for balances, as cron [*/5 * * * *]: ', '\r'],
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('must be an address such as https://pay.example.com');
    expect(stderr).toContain('\nThe service told no balances. Once more, or Ctrl-C:\n');
    expect(stdout).toMatch(/^acme-ug: auth$[\s\S]*^acme-ug: ok, 5 wallets$/m);
    for (const key of [...Object.values(KEYS), 'sk-mistyped']) expect(stdout + stderr).not.toContain(key);
    const [account] = loadConfig(file(), { env: {} }).config.accounts;
    expect(account).toMatchObject({ name: 'acme-ug', timezone: 'Africa/Kampala' });
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s stops it, and nothing is written', async (_, key) => {
    const { code, stderr } = await typed([['Address of the payment service: ', key]], KEYS);
    expect(code).toBe(1);
    expect(stderr).toContain('stopped: nothing was written');
    expect(readdirSync(folder)).toEqual([]);
  });
});

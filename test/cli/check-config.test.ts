import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/cli/input/read-config.ts';
import { main } from '../../src/cli/main.ts';
import type { Io } from '../../src/cli/terminal/io.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const GOOD = `
accounts:
  - {name: acme, base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456}
`;

async function run(argv: string[], env: NodeJS.ProcessEnv = {}) {
  let stdout = '';
  let stderr = '';
  const io = ioWith({
    stdout: into((text) => {
      stdout += text;
    }),
    stderr: into((text) => {
      stderr += text;
    }),
    env,
  });
  const code = await main(argv, io);
  return { code, stdout, stderr };
}

function into(add: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      add(String(chunk));
      done();
    },
  });
}

function ioWith(parts: Partial<Io>): Io {
  const { stdout, stderr } = process;
  const signal = new AbortController().signal;
  return { stdout, stderr, env: {}, signal, onEarlyEnd: () => {}, onHangUp: () => {}, exitCode: 0, ...parts };
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('check-config', () => {
  test('names the services that there are', async () => {
    const path = file('service.yaml', GOOD.replace('name: acme,', 'name: acme, service: pay-by-owl,'));
    expect(await run(['check-config', '--config.file', path])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${path}:3:27: accounts[0].service: must be wallet-service, not pay-by-owl\n`,
    });
  });

  test('says one line about a good file, and nothing else', async () => {
    const path = file('good.yaml', GOOD);
    expect(await run(['check-config', '--config.file', path])).toEqual({
      code: 0,
      stdout: `${path} is fine: 1 account (acme); 0 rules\n`,
      stderr: '',
    });
  });

  test.each([
    ['shards: {shard: 0, total: 2}', [], '; shard 0 of 2 has 1 account (b)'],
    ['', ['--shard', '1', '--total-shards', '2'], '; shard 1 of 2 has 2 accounts (a, c)'],
    ['shards: {total: 2}', ['--shard=1'], '; shard 1 of 2 has 2 accounts (a, c)'],
    ['shards: {shard: 99, total: 100}', [], '; shard 99 of 100 has 0 accounts'],
    ['shards: {total: 2}', [], '; 2 shards, and run must be told which of them it is'],
    ['shards: {shard: 1}', [], '; shard 1, and run must be told of how many'],
    ['shards: {shard: 0, total: 1}', [], ''],
  ])('says how many accounts are of the shard: %s %j', async (shards, flags, said) => {
    const account = (name: string) => GOOD.trim().split('\n')[1]!.replace('name: acme', `name: ${name}`);
    const accounts = ['a', 'b', 'c'].map(account).join('\n  ');
    const database = 'database: {url: "postgres://u:p@db/f"}';
    const path = file('shards.yaml', `${database}\naccounts:\n  ${accounts}\n${shards}\n`);
    expect(await run(['check-config', '--config.file', path, ...flags])).toEqual({
      code: 0,
      stdout: `${path} is fine: 3 accounts (a, b, c); 0 rules${said}\n`,
      stderr: '',
    });
  });

  test('warns without failing', async () => {
    const path = file(
      'warning.yaml',
      `${GOOD}alerts: {rules: [{name: R, wallets: {account: x}, missing: true}]}`,
    );
    const { code, stderr } = await run(['check-config', '--config.file', path]);
    expect(code).toBe(0);
    expect(stderr).toBe(`${path}:4:37: alerts.rules[0].wallets: warning: no account has a name like "x"\n`);
  });

  test.each([
    ['{account: x}', 'no account has a name like "x"'],
    ['{}', 'no account that it watches is asked for such payment options'],
  ])('warns of a rule over options %s, which nobody polls', async (options, warning) => {
    const path = file(
      'options.yaml',
      `${GOOD}alerts: {rules: [{name: R, options: ${options}, vanished: true}]}`,
    );
    const { code, stderr } = await run(['check-config', '--config.file', path]);
    expect(code).toBe(0);
    expect(stderr).toBe(`${path}:4:37: alerts.rules[0].options: warning: ${warning}\n`);
  });

  test.each([
    ['currency: KES', 1],
    ['transaction_type: PAYOUT', 1],
    ['currency: U*, transaction_type: COLL*', 0],
  ])('a rule over options {%s} is warned of when it can match none: %i', async (options, warnings) => {
    const asked = '{schedule: "0 * * * *", currencies: [UGX], transaction_types: [COLLECTION]}';
    const polled = GOOD.replace('sk-123456}', `sk-123456, payment_options: ${asked}}`);
    const path = file(
      'polled.yaml',
      `${polled}alerts: {rules: [{name: R, options: {${options}}, vanished: true}]}`,
    );
    const { code, stderr } = await run(['check-config', '--config.file', path]);
    expect([code, stderr.match(/warning: no account that it watches/g)?.length ?? 0]).toEqual([0, warnings]);
  });

  test('exits with 2 and a line for each problem', async () => {
    const path = file('bad.yaml', `${GOOD}log: {levl: info}\ndata_dir: 5\n`);
    const { code, stdout, stderr } = await run(['check-config', '--config.file', path]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `${path}:4:7: log.levl: is no setting; did you mean level?\n` +
        `${path}:5:11: data_dir: must be text: put it in quotes, as "5"\n`,
    );
  });

  test('says that there is no file', async () => {
    const { code, stderr } = await run(['check-config', '--config.file', join(folder, 'nowhere.yaml')]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `${join(folder, 'nowhere.yaml')}:1:1: there is no such file (--config.file or FLOATWATCH_CONFIG_FILE names it)\n`,
    );
  });

  test('takes the file from FLOATWATCH_CONFIG_FILE', async () => {
    const path = file('from-env.yaml', GOOD);
    const before = process.env['FLOATWATCH_CONFIG_FILE'];
    process.env['FLOATWATCH_CONFIG_FILE'] = path;
    try {
      expect((await run(['check-config'])).stdout).toContain(`${path} is fine`);
    } finally {
      if (before === undefined) delete process.env['FLOATWATCH_CONFIG_FILE'];
      else process.env['FLOATWATCH_CONFIG_FILE'] = before;
    }
  });
});

describe('E17 what run would refuse is refused', () => {
  writeFileSync(join(folder, 'broken-web.yml'), 'tls_server_config: {cert: x}\n');
  writeFileSync(join(folder, 'no.pem'), 'no certificate\n');

  test.each([
    [
      'database: {url: "postgres://u:p@h/db?sslmode=require"}',
      'database.url: ',
      'only verify-full and disable',
    ],
    ['database: {url: "postgres://u:p@h/db?options=x"}', 'database.url: ', 'the parameter options'],
    ['database: {url: "postgres://u:p%zz@h/db"}', 'database.url: ', '"%" that is not followed by two digits'],
    [
      'database: {url: "postgres://u:p@h/db?sslrootcert=/nowhere/ca.pem"}',
      'database.url: ',
      'names the file /nowhere/ca.pem, which does not exist',
    ],
    [
      'database: {schema: pg_float}',
      'database.schema: ',
      'must be a lower-case name that does not begin with pg_',
    ],
    ['web: {config_file: broken-web.yml}', 'web.config_file: ', 'missing one of key or key_file'],
  ])('E17 %s', async (settings, setting, message) => {
    const path = file('refused.yaml', `${settings}${GOOD}`);
    const { code, stderr } = await run(['check-config', '--config.file', path]);
    expect(stderr).toContain(setting);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

test('run stops at a bad configuration, with every problem on a line that begins with its place', async () => {
  const path = file('run.yaml', `${GOOD}log: {levl: info}\n`);
  expect(await run(['run', '--config.file', path])).toEqual({
    code: 2,
    stdout: '',
    stderr: `floatwatch: the configuration can't be used:\n${path}:4:7: log.levl: is no setting; did you mean level?\n`,
  });
});

test('a secret file that goes bad while running is told on stderr, once and without the value', () => {
  const secret = file('secret', 'canary-1');
  chmodSync(secret, 0o600);
  const text = GOOD.replace('secret_key: sk-123456', `secret_key_file: ${secret}`);
  const told: string[] = [];
  const stderr = into((line) => told.push(line));
  const config = readConfig(file('with-secret.yaml', text), ioWith({ stderr }));
  writeFileSync(secret, 'canary 2');
  expect([1, 2, 3].map(() => config.accounts[0]?.secret_key.reveal())).toEqual(Array(3).fill('canary-1'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`floatwatch: a secret was not read again: ${secret}: holds a space`);
  expect(told[0]).not.toContain('canary');
});

test('schema prints a JSON Schema', async () => {
  const { code, stdout } = await run(['schema']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    additionalProperties: false,
    required: ['accounts'],
  });
});

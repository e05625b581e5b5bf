// The first configuration as a whole, and the answers that it is made of.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answers, configFrom, type Given, gatherAnswers } from '../../src/cli/init/answers.ts';
import { type FirstFile, firstFileText } from '../../src/cli/init/first-file.ts';
import { proposeRules } from '../../src/cli/init/first-rule.ts';
import { keyFiles, requireNew, writeNew } from '../../src/cli/init/write-files.ts';
import type { Questions, TerminalQuestion } from '../../src/cli/terminal/questions.ts';
import { parseConfig } from '../../src/config/load.ts';
import { wallet } from '../support/ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-first-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ['pk', 'sk']) writeFileSync(join(folder, name), `${name}-123456`, { mode: 0o600 });

const BARE: FirstFile = {
  ...{
    account: 'main',
    baseUrl: 'https://pay.example.com',
    timezone: 'Africa/Kampala',
    schedule: '*/5 * * * *',
  },
  ...{ publicKeyFile: 'keys/main.public-key', secretKeyFile: 'keys/main.secret-key', day: '2026-11-22' },
  ...{ wallets: [], rules: [] },
};
const payout = (available: string, more = {}) =>
  wallet(available, { walletType: 'MERCHANT_PAYOUT', ...more });

test('without wallets the file has a rule to begin with, as a remark', async () => {
  await expect(firstFileText(BARE)).toMatchFileSnapshot('golden/first-file-bare.yaml');
});

test('without wallets, too, a rule that is a remark becomes one when its marks are taken away', () => {
  const text = firstFileText(BARE).replace(/public_key_file: .*/, 'public_key: pk-123456');
  const file = text
    .replace(/secret_key_file: .*/, 'secret_key: sk-123456')
    .replace(/^ {4}# (- | {2})/gm, '    $1');
  const { config } = parseConfig(file, { file: 'f', env: {} });
  expect(config.alerts.rules.map(({ name }) => name)).toEqual(['PayoutFloatLow', 'PayoutRunwayShort']);
  expect(
    parseConfig(text.replace(/secret_key_file: .*/, 'secret_key: sk-123456'), { file: 'f', env: {} }).config
      .alerts.rules,
  ).toEqual([]);
});

test('with wallets it has a rule for each that pays out, and names the others', async () => {
  const wallets = [
    payout('9876543.21'),
    payout('0', { currency: 'KES' }),
    wallet('5', { walletType: 'A, B: "C"' }),
    wallet('5', { walletType: 'é\nx' }),
  ];
  const text = firstFileText({ ...BARE, account: 'acme-ug', wallets, rules: proposeRules(wallets) });
  await expect(text).toMatchFileSnapshot('golden/first-file.yaml');
});

test('whatever it is made of, it is read as that', () => {
  const odd = payout('1000', { walletType: 'PAYOUT-1.a:b' });
  const file = {
    ...BARE,
    account: '5',
    baseUrl: 'https://pay.example.com/a$b,c',
    timezone: 'UTC',
    schedule: '0 9 * * *',
  };
  const text = firstFileText({ ...file, wallets: [odd], rules: proposeRules([odd]) })
    .replace(/public_key_file: .*/, 'public_key: pk-123456')
    .replace(/secret_key_file: .*/, 'secret_key: sk-123456');
  const { config, warnings } = parseConfig(text, { file: 'f', env: {} });
  expect(warnings).toEqual([]);
  expect(config.accounts[0]).toMatchObject({
    ...{ name: '5', base_url: 'https://pay.example.com/a$b,c', timezone: 'UTC', schedule: '0 9 * * *' },
    expect: [{ currency: 'UGX', walletType: 'PAYOUT-1.a:b' }],
    top_up_lead_time: 2 * 86_400_000,
  });
  expect(config.alerts.rules).toMatchObject([
    {
      ...{ name: 'PayoutFloatLow', severity: 'critical', forMs: 600_000 },
      wallets: { account: '5', currency: 'UGX', walletType: 'PAYOUT-1.a:b' },
      condition: { kind: 'below', threshold: '200' },
      annotations: { summary: '{{account}} can pay out {{value}} {{currency}}; threshold {{threshold}}' },
    },
  ]);
});

test('a configuration to try has what is known, and anything that can be used for the rest', () => {
  const shown = (answers: Partial<Answers>) => {
    const [account] = configFrom(answers).accounts;
    const { name, base_url, timezone, schedule, public_key, secret_key } = account!;
    return [name, base_url, public_key.reveal(), secret_key.reveal(), timezone, schedule];
  };
  expect(shown({})).toEqual(['main', 'https://pay.example.com', 'pk', 'sk', 'UTC', '* * * * *']);
  expect(
    shown({
      ...{
        account: 'a',
        baseUrl: 'https://x.example.com',
        timezone: 'Africa/Kampala',
        schedule: '0 9 * * *',
      },
      ...{ publicKey: { value: 'p$HOME' }, secretKey: { value: 's$$\'"' } },
    }),
  ).toEqual(['a', 'https://x.example.com', 'p$HOME', 's$$\'"', 'Africa/Kampala', '0 9 * * *']);
});

describe('answers without a terminal', () => {
  const KEYS = { FLOATWATCH_PUBLIC_KEY: 'pk-of-env', FLOATWATCH_SECRET_KEY: 'sk-of-env' };
  const gathered = (given: Given, env: NodeJS.ProcessEnv = KEYS) =>
    gatherAnswers({ timezone: 'UTC', ...given }, { questions: undefined, env });

  test('are those of the flags, of the environment, and what is usual', async () => {
    expect(await gathered({ baseUrl: 'https://x.example.com' })).toEqual({
      ...{ account: 'main', baseUrl: 'https://x.example.com', timezone: 'UTC', schedule: '*/5 * * * *' },
      ...{ publicKey: { value: 'pk-of-env' }, secretKey: { value: 'sk-of-env' } },
    });
    const files = { publicKeyFile: join(folder, 'pk'), secretKeyFile: join(folder, 'sk') };
    const all = {
      account: 'a',
      baseUrl: 'https://x.example.com',
      timezone: 'Africa/Kampala',
      schedule: '0 9 * * *',
    };
    expect(await gathered({ ...all, ...files })).toEqual({
      ...all,
      publicKey: { value: 'pk-123456', file: files.publicKeyFile },
      secretKey: { value: 'sk-123456', file: files.secretKeyFile },
    });
  });

  const NEEDED = 'there is no terminal to ask on: needed are';
  const [PUBLIC, SECRET] = [
    '--public-key-file (or FLOATWATCH_PUBLIC_KEY)',
    '--secret-key-file (or FLOATWATCH_SECRET_KEY)',
  ];
  const url = 'https://x.example.com';
  test.each<[Given, NodeJS.ProcessEnv, string]>([
    [{}, {}, `${NEEDED} --base-url, ${PUBLIC}, ${SECRET}`],
    [{ baseUrl: url }, {}, `${NEEDED} ${PUBLIC}, ${SECRET}`],
    [{ baseUrl: url }, { FLOATWATCH_PUBLIC_KEY: 'pk', FLOATWATCH_SECRET_KEY: '' }, `${NEEDED} ${SECRET}`],
    [{}, KEYS, `${NEEDED} --base-url`],
    [{ baseUrl: 'x' }, KEYS, '--base-url: must be an address such as https://pay.example.com, not "x"'],
    [
      { baseUrl: url, account: 'a b' },
      KEYS,
      '--account: must be 1 to 64 letters, digits, dots, dashes or underscores, not "a b"',
    ],
    [
      { baseUrl: url, timezone: 'x' },
      KEYS,
      '--timezone: must be a time zone by its IANA name, such as Africa/Kampala, not "x"',
    ],
    [{ baseUrl: url, schedule: 'x' }, KEYS, '--schedule: is not a cron schedule'],
    [
      { baseUrl: url },
      { ...KEYS, FLOATWATCH_PUBLIC_KEY: 'two words' },
      '--public-key-file: holds a space or a tab',
    ],
    [{ baseUrl: url, secretKeyFile: '/nowhere/sk' }, KEYS, '--secret-key-file /nowhere/sk: does not exist'],
  ])('%j with %j: %s', async (given, env, said) => {
    const error = await gathered(given, env).catch((each: Error) => each);
    expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(said) });
    expect(String((error as Error).message).startsWith(said)).toBe(true);
  });
});

describe('answers at a terminal', () => {
  /** Answers each question as told; an empty answer is the preset. */
  function asking(answers: readonly string[]) {
    const asked: string[] = [];
    const left = [...answers];
    const questions = {
      async ask({ text, preset, isSecret, flaw }: TerminalQuestion) {
        const answer = left.shift()! || preset!;
        asked.push(
          `${text}${preset === undefined ? '' : ` [${preset}]`}${isSecret ? ' secret' : ''} ${flaw?.(answer) ?? 'fine'}`,
        );
        return answer;
      },
      until: new AbortController().signal,
      [Symbol.dispose]() {},
    } satisfies Questions;
    return { questions, asked };
  }

  test('what is not given is asked for, with what is usual or what was answered before', async () => {
    const { questions, asked } = asking(['https://x.example.com', '', 'pk-1', 'sk-1', 'UTC', '']);
    const first = await gatherAnswers({}, { questions, env: {} });
    expect(first).toEqual({
      ...{ account: 'main', baseUrl: 'https://x.example.com', timezone: 'UTC', schedule: '*/5 * * * *' },
      ...{ publicKey: { value: 'pk-1' }, secretKey: { value: 'sk-1' } },
    });
    expect(asked.map((line) => line.replace(/business day \[.*?\]/, 'business day [ZONE]'))).toEqual([
      'Address of the payment service fine',
      'A name for the account [main] fine',
      'Public key (not shown) secret fine',
      'Secret key (not shown) secret fine',
      'Time zone of its business day [ZONE] fine',
      'When to ask for balances, as cron [*/5 * * * *] fine',
    ]);
    const again = asking(['', '', '', 'sk-2', '', '']);
    expect(await gatherAnswers({}, { questions: again.questions, env: {}, before: first })).toEqual({
      ...first,
      secretKey: { value: 'sk-2' },
    });
    expect(again.asked[0]).toBe('Address of the payment service [https://x.example.com] fine');
    expect(again.asked[2]).toBe('Public key (not shown) [pk-1] secret fine');
  });

  test('what is given is not asked for; what is wrong is said', async () => {
    const given = { baseUrl: 'https://x.example.com', account: 'a', timezone: 'UTC' };
    const { questions, asked } = asking(['sk 1', 'often']);
    await gatherAnswers(given, { questions, env: { FLOATWATCH_PUBLIC_KEY: 'pk' } });
    expect(asked).toEqual([
      'Secret key (not shown) secret holds a space or a tab; a secret is printable ASCII without blanks',
      expect.stringMatching(
        /^When to ask for balances, as cron \[\*\/5 \* \* \* \*\] is not a cron schedule/,
      ),
    ]);
  });
});

describe('files', () => {
  const answers = (publicKey: Answers['publicKey'], secretKey: Answers['secretKey']): Answers => ({
    ...{ account: 'a', baseUrl: '', timezone: '', schedule: '', publicKey, secretKey },
  });

  test('of keys are beside the configuration, or where they are', () => {
    expect(keyFiles('/etc/f/floatwatch.yaml', answers({ value: 'p' }, { value: 's' }))).toEqual({
      ...{ publicKeyFile: 'keys/a.public-key', secretKeyFile: 'keys/a.secret-key' },
      files: [
        { path: '/etc/f/keys/a.public-key', text: 'p\n', mode: 0o600 },
        { path: '/etc/f/keys/a.secret-key', text: 's\n', mode: 0o600 },
      ],
    });
    expect(
      keyFiles(
        'etc/floatwatch.yaml',
        answers({ value: 'p', file: '/run/p' }, { value: 's', file: 'keys/s' }),
      ),
    ).toEqual({
      ...{ publicKeyFile: '/run/p', secretKeyFile: '../keys/s', files: [] },
    });
  });

  test('are all written, or none', () => {
    const path = (name: string) => join(folder, 'new', name);
    const file = (name: string) => ({ path: path(name), text: name, mode: 0o600 });
    writeNew([file('one'), file('deep/two')]);
    expect(readFileSync(path('deep/two'), 'utf8')).toBe('deep/two');
    expect([statSync(path('one')).mode & 0o777, statSync(path('deep')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(() => writeNew([file('three'), file('one')])).toThrow(/^nothing was written: EEXIST/);
    expect(existsSync(path('three'))).toBe(false);
    expect(readFileSync(path('one'), 'utf8')).toBe('one');
    mkdirSync(path('folder'));
    expect(() => requireNew([path('none'), path('one')], 'take another')).toThrow(
      `${path('one')} exists already, and init overwrites nothing: take another`,
    );
    expect(() => requireNew([path('none')], 'x')).not.toThrow();
  });
});

// The JSON of commands that tell a stored past, kept in golden/, and what they say where nothing or too little is known.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { command } from '../support/command.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { ledgerOf, observation, optionLedgerOf, wallet } from '../support/ledger.ts';
import { option, optionPoll } from '../support/options.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { MINUTE, START } from '../support/watching.ts';
import { RULES, toldPast } from './told-past.ts';

const now = Date.now();
const UNKNOWN = 'acme-ug/UGX/UNKNOWN';
let db: TestDatabase;

beforeAll(async () => {
  db = await toldPast(now);
  const wallets = [wallet(null, { walletType: 'UNKNOWN' })];
  await ledgerOf(db.pool).complete([observation(START + 5 * MINUTE, { wallets })]);
  const fresh = optionLedgerOf(db.pool, 'a', { staleAt: () => Date.UTC(2199, 0, 1) });
  await fresh.complete([optionPoll(now - 60_000, [option({ currency: 'KES' })], { account: 'acme-ke' })]);
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterAll(async () => {
  vi.useRealTimers();
  await db[Symbol.asyncDispose]();
});

const run = (argv: readonly string[], how: Partial<Parameters<typeof command>[1]> = {}) =>
  command(argv, { url: db.url, timezone: 'Africa/Kampala', yaml: RULES, env: { NO_COLOR: '1' }, ...how });
const range = ['--from', '2026-03-02', '--to', '2026-03-02'];

test('the JSON of each', async () => {
  const texts = [];
  for (const argv of [
    ['alerts'],
    ['alerts', '--history', '--since', '2026-01-01'],
    ['options', '--changes', '--since', '2026-01-01'],
    ['history', UNKNOWN, ...range],
    ['history', UNKNOWN, ...range, '--step', 'day'],
    ['statement', ...range, '--currency', 'KES'],
  ]) {
    if (argv[0] === 'alerts') vi.setSystemTime(START + 90 * MINUTE); // how long they have lasted is told
    const { code, stdout } = await run([...argv, '--json']);
    expect(code).toBe(0);
    texts.push(`$ floatwatch ${argv.join(' ')} --json\n${stdout}`);
    vi.setSystemTime(now);
  }
  await expect(texts.join('\n')).toMatchFileSnapshot('golden/told-json.txt');
});

test('payment options have their limits and what they are called in JSON, in the order of the table', async () => {
  const options = JSON.parse((await run(['options', '--json'])).stdout) as Record<string, unknown>[];
  expect(
    options.map((each) => [each['account'], each['provider_code'], each['active'], each['state']]),
  ).toEqual([
    ['acme-ke', 'MANGO_UG', true, 'fresh'],
    ['acme-ug', 'KIWI_UG', null, 'stale'],
    ['acme-ug', 'MANGO_UG', false, 'stale'],
  ]);
  expect(options[2]).toMatchObject({
    ...{ transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY', provider_name: 'Mango' },
    ...{ min_amount: '500', max_amount: '7500000.50', max_daily_amount: '20000000', prefixes: ['77', '78'] },
    ...{ method_name: 'Mobile Money', vanished_at: null },
  });
});

test('an option that is active says yes, and one that is fresh has no colour', async () => {
  const { stdout } = await run(['options'], { terminal: 200, env: {} });
  const [kenya] = stdout.replaceAll('\u001b', '␛').match(/^acme-ke.*$/m)!;
  expect(kenya).toMatch(/ yes .* fresh /);
  expect(kenya).not.toContain('␛');
});

test('a balance that is not known is a question mark, never nothing', async () => {
  const { stdout } = await run(['history', UNKNOWN, ...range, '--step', 'raw']);
  expect(stdout.split('\n')[1]).toMatch(/^2026-03-02 15:05:00 +\? +\? +0 +0\.00$/);
});

describe('what is asked of nothing', () => {
  test.each([
    [
      ['alerts', '--since', 'x'],
      '--since x: give a date, such as 2026-05-04, 2026-05-04T14:05 or yesterday, or a duration ago',
    ],
    [['options', '--changes', '--since', 'x'], '--since x: give a date, such as'],
    [['history', 'acme-ug/UGX/NONE'], 'no wallet acme-ug/UGX/NONE was ever seen; there are acme-ug/'],
  ])('%j is a mistake', async (argv, said) => {
    const { code, stdout, stderr } = await run(argv);
    expect(stderr).toContain(`floatwatch: ${said}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('of an empty database each command says that nothing is known', async () => {
    await using empty = await testDatabase();
    const of = async (...argv: string[]) => await run(argv, { url: empty.url });
    expect(await of('history', 'acme-ug/UGX/NONE')).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: 'floatwatch: no wallet acme-ug/UGX/NONE was ever seen; there are none\n',
    });
    expect((await of('options')).stdout).toBe(
      'No payment option is known yet: "run" asks for them with "payment_options" set.\n',
    );
    expect((await of('alerts')).stderr).toBe(
      'floatwatch: no fresh balance is known of acme-ug, acme-ke: alerts about them may be outdated\n',
    );
    expect(await of('alerts', '--history', '--since', '3d')).toEqual({
      ...{ code: 0, stderr: '', stdout: 'No alert of an account fired (--since 3d).\n' },
    });
    for (const argv of [['options'], ['options', '--changes'], ['alerts'], ['alerts', '--history']])
      expect((await of(...argv, '--json')).stdout, argv.join(' ')).toBe('[]\n');
  });
});

test('with a clock that is behind the monitor’s, an alert has lasted no time, and not less', async () => {
  vi.setSystemTime(START - MINUTE);
  for (const argv of [['alerts'], ['alerts', '--history', '--since', '2026-01-01']]) {
    const alerts = JSON.parse((await run([...argv, '--json'])).stdout) as Record<string, unknown>[];
    const lasting = alerts.filter(({ phase }) => phase !== 'resolved');
    expect(lasting.map((alert) => alert['lasted_seconds'])).toEqual(lasting.map(() => 0));
    expect(lasting).not.toEqual([]);
  }
});

test.each([
  [{}, 'no receiver is called op; there are none'],
  [
    { webhooks: ['a', 'b'].map((name) => ({ name, url: 'http://127.0.0.1:1' })) },
    'no receiver is called op; there are a, b',
  ],
])('a test alert for a receiver of another name: of %j', async (alerts, said) => {
  const account = { name: 'a', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' };
  await using config = await configFolder({ accounts: [account], alerts });
  const { io, written } = capture();
  expect(await main(['alerts', 'test', 'op', '--config.file', config.file], io)).toBe(2);
  expect(written()).toEqual({ stdout: '', stderr: `floatwatch: ${said}\n` });
});

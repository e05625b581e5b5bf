import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { fakeReceiver, realAlertmanager } from '../support/alertmanager.ts';
import { type ConfigFolder, configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { ledgerOf, observation, recentSlot } from '../support/ledger.ts';
import { ENGINE, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { describeWith } from '../support/tools.ts';
import { lowRule, MINUTE, payout, START, watching } from '../support/watching.ts';

let db: TestDatabase;
let config: ConfigFolder;
const account = { name: 'acme-ug', base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk' };

beforeAll(async () => {
  db = await testDatabase();
  config = await configFolder({ database: { url: db.url, engine: ENGINE }, accounts: [account] });
  const { watch, see } = watching({ rules: [lowRule(), lowRule({ name: 'Slow', forMs: 60 * MINUTE })] });
  const log = createAlertLog({ pool: db.pool, schema: '"floatwatch"' });
  for (const [minute, amount] of ['1234.50', '9000000', '4000000.00'].entries()) {
    see(minute, [payout(amount)]);
    await log.save(watch.unsaved());
  }
});
afterAll(async () => {
  await config[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

async function run(file: string, ...argv: string[]) {
  const { io, written } = capture();
  const code = await main([...argv, '--config.file', file], io);
  return { code, ...written() };
}

describe('floatwatch alerts', () => {
  test('lists what fires and what is pending', async () => {
    const { code, stdout } = await run(config.file, 'alerts');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /firing +PayoutFloatLow +warning +acme-ug\/UGX\/MERCHANT_PAYOUT +2026-03-02 12:02:00Z +\S+ +5,000,000\n/,
    );
    expect(stdout).toMatch(/pending +Slow .*2026-03-02 12:02:00Z/);
    expect(stdout.split('\n')).toHaveLength(4);
  });

  test('--history has the episodes that are over, the newest first; --since bounds them', async () => {
    const { stdout } = await run(config.file, 'alerts', '--history', '--since', '2026-01-01', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { phase: 'firing', value: '4000000.00', resolved_at: null },
      {
        phase: 'resolved',
        rule: 'PayoutFloatLow',
        wallet_type: 'MERCHANT_PAYOUT',
        firing_at: new Date(START).toISOString(),
        resolved_at: new Date(START + MINUTE).toISOString(),
        lasted_seconds: 60,
        value: '1234.50',
        threshold: '5000000',
      },
    ]);
    const late = await run(config.file, 'alerts', '--history', '--since', '2026-03-02T12:02', '--json');
    expect(JSON.parse(late.stdout)).toHaveLength(1);
  });
});

test('an alert about a payment option says which one', async () => {
  const { watch, see } = watching({ rules: [lowRule()] });
  see(0, [payout('1')]);
  const [low] = watch.unsaved();
  const id = { transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY', provider_code: 'MANGO_UG' };
  const labels = { ...id, team: 'finance' };
  const about = { account: 'offers', rule: 'OptionInactive', currency: 'UGX', walletType: '', labels };
  const log = createAlertLog({ pool: db.pool, schema: '"floatwatch"' });
  await log.save([{ ...low!, ...about, fingerprint: 'f'.repeat(64) }]);
  await using its = await configFolder({
    database: { url: db.url, engine: ENGINE },
    accounts: [{ ...account, name: 'offers' }],
  });
  for (const more of [[], ['--history', '--since', '2026-01-01']]) {
    const { stdout } = await run(its.file, 'alerts', ...more);
    expect(stdout).toMatch(/^firing +OptionInactive +warning +offers\/UGX\/PAYOUT\/MOBILE_MONEY\/MANGO_UG /m);
    const { stdout: json } = await run(its.file, 'alerts', ...more, '--json');
    expect(JSON.parse(json)).toContainEqual(
      expect.objectContaining({ rule: 'OptionInactive', wallet_type: '', labels }),
    );
  }
});

test('where none is known it is said that floatwatch tells of itself elsewhere', async () => {
  const other = { ...account, name: 'acme-ke' };
  await using its = await configFolder({ database: { url: db.url, engine: ENGINE }, accounts: [other] });
  const { code, stdout } = await run(its.file, 'alerts');
  expect(code).toBe(0);
  expect(stdout).toBe(
    'No alert of an account fires or is pending; --history lists those that are over. What floatwatch reports of itself, such as NotificationFailing, is on its page /alerts alone.\n',
  );
});

test('of whom no fresh balance is known is said: that none of their alerts fires may be false', async () => {
  const seen = { ...account, name: 'seen' };
  const ledger = ledgerOf(db.pool, 'a', { staleAt: (_, slot) => slot + 60 * MINUTE });
  await ledger.complete([observation(recentSlot(), { account: 'seen' })]);
  await using its = await configFolder({
    database: { url: db.url, engine: ENGINE },
    accounts: [account, seen],
  });
  const { code, stderr } = await run(its.file, 'alerts', '--json');
  expect(code).toBe(0);
  expect(stderr).toBe('floatwatch: no fresh balance is known of acme-ug: alerts about it may be outdated\n');
});

describe('floatwatch alerts test', () => {
  test('a webhook gets a beginning and an end, signed', async () => {
    await using receiver = await fakeReceiver(() => 200);
    const webhooks = [{ name: 'ops', url: receiver.url, hmac_secret: 'hush-hush-hush' }];
    await using its = await configFolder({ accounts: [account], alerts: { webhooks } });
    const { code, stdout } = await run(its.file, 'alerts', 'test', 'ops');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'ops accepted the alert FloatwatchTest\n' });
    expect(receiver.requests.map(({ body }) => JSON.parse(body).status)).toEqual(['firing', 'resolved']);
    expect(receiver.requests[0]!.headers['x-floatwatch-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
  });

  test('E8 an answer that quotes a secret of ours does not bring it to the terminal', async () => {
    await using receiver = await fakeReceiver((_, body, response) => {
      response
        .writeHead(403)
        .end(`no entry by /services/T00/B00/canary-of-url with canary-of-hmac for ${body.length}`);
      return undefined;
    });
    const url = `${receiver.url}/services/T00/B00/canary-of-url`;
    const webhooks = [{ name: 'ops', url, hmac_secret: 'canary-of-hmac' }];
    await using its = await configFolder({ accounts: [account], alerts: { webhooks } });
    const { code, stderr } = await run(its.file, 'alerts', 'test', 'ops');
    expect(code).toBe(1);
    expect(stderr).toContain('auth: 403: no entry by [secret] with [secret]');
    expect(stderr).not.toContain('canary');
  });

  test('what was not accepted is said, and is a failure; an unknown name is a usage error', async () => {
    await using receiver = await fakeReceiver(() => 403);
    await using its = await configFolder({
      accounts: [account],
      alerts: { webhooks: [{ name: 'ops', url: receiver.url }] },
    });
    const refused = await run(its.file, 'alerts', 'test', 'ops');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('ops did not accept it: auth: 403');
    const unknown = await run(its.file, 'alerts', 'test', 'op');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('no receiver is called op; did you mean ops?');
    expect((await run(its.file, 'alerts', 'test')).code).toBe(2);
  });
});

describeWith(['prometheus-alertmanager'], 'floatwatch alerts test, with a real Alertmanager', () => {
  test('shows an alert that ends within a minute', async () => {
    await using am = await realAlertmanager();
    await using its = await configFolder({ accounts: [account], alerts: { alertmanagers: [am.url] } });
    expect((await run(its.file, 'alerts', 'test', am.url)).code).toBe(0);
    const [shown] = await am.active();
    expect(shown?.labels).toEqual({ alertname: 'FloatwatchTest', severity: 'info' });
    expect(Date.parse(shown!.endsAt) - Date.now()).toBeLessThanOrEqual(60_000);
  });
});

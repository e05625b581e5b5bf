import { afterAll, beforeAll, expect, test } from 'vitest';
import { newest } from '../../src/cli/input/newest.ts';
import { main } from '../../src/cli/main.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { type ConfigFolder, configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { ENGINE, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { lowRule, payout, watching } from '../support/watching.ts';

const MANY = 2_500;

let db: TestDatabase;
let config: ConfigFolder;

beforeAll(async () => {
  db = await testDatabase();
  const account = {
    name: 'acme-ug',
    base_url: 'https://pay.example.com',
    public_key: 'pk',
    secret_key: 'sk',
  };
  config = await configFolder({ database: { url: db.url, engine: ENGINE }, accounts: [account] });
  const { watch, see } = watching({ rules: [lowRule()] });
  see(0, [payout('1')]);
  await createAlertLog({ pool: db.pool, schema: '"floatwatch"' }).save(watch.unsaved());
  await db.pool.query(
    `INSERT INTO floatwatch.alert_episode (account_id, alert, rule, severity, currency, wallet_type, labels, at, firing_at, resolved_at)
     SELECT account_id, alert, rule, severity, currency, wallet_type, labels, at + n * interval '1 minute',
       at + n * interval '1 minute', at + n * interval '1 minute'
     FROM floatwatch.alert_episode, generate_series(1, $1) AS n`,
    [MANY],
  );
  await db.pool.query(
    `INSERT INTO floatwatch.payment_option (account_id, first_seen, exposable, currency, transaction_type, transaction_method,
       provider_code, provider_name, method_name, prefixes)
     SELECT account_id, now(), true, 'UGX', 'PAYOUT', 'MOBILE_MONEY', 'MTN', 'MTN', 'Mobile money', '{}'
     FROM floatwatch.account`,
  );
  await db.pool.query(
    `INSERT INTO floatwatch.payment_option_change (account_id, option_id, slot, seen_at, field, old_value, new_value)
     SELECT account_id, option_id, now() - n * interval '1 minute', now() - n * interval '1 minute', 'active', 'true', 'false'
     FROM floatwatch.payment_option, generate_series(1, $1) AS n`,
    [MANY],
  );
});
afterAll(async () => {
  await config[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

async function listed(...argv: string[]): Promise<number> {
  const { io, written } = capture();
  expect(await main([...argv, '--since', '2026-01-01', '--json', '--config.file', config.file], io)).toBe(0);
  expect(written().stderr).toBe('');
  return JSON.parse(written().stdout).length;
}

test('alerts --history lists every episode since then, however many there are', async () => {
  expect(await listed('alerts', '--history')).toBe(1 + MANY);
});

test('options --changes lists every change since then', async () => {
  expect(await listed('options', '--changes')).toBe(MANY);
});

test('of more than there is room for the newest are listed, and that there are more is said', async () => {
  const { io, written } = capture();
  const found = await newest(io, async (most) => Array.from({ length: most }, (_, i) => i));
  expect([found.length, found.at(-1)]).toEqual([100_000, 99_999]);
  expect(written().stderr).toBe(
    'floatwatch: there are more than 100,000: only the newest are listed, so ask for less with --since\n',
  );
});

test('where there is just room for all of them nothing is said', async () => {
  const { io, written } = capture();
  expect(await newest(io, async () => Array.from({ length: 100_000 }, (_, i) => i))).toHaveLength(100_000);
  expect(written().stderr).toBe('');
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { type ConfigFolder, configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../support/ledger.ts';
import { ENGINE, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { lowRule, payout, watching } from '../support/watching.ts';

let db: TestDatabase;
let config: ConfigFolder;
beforeAll(async () => {
  db = await testDatabase();
  const accounts = ['acme-ug', 'flapping'].map((name) => ({
    name,
    base_url: 'https://pay.example.com',
    public_key: 'p',
    secret_key: 's',
  }));
  config = await configFolder({ database: { url: db.url, engine: ENGINE }, accounts });
});
afterAll(async () => {
  await config[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

async function forget(wallet: string) {
  const { io, written } = capture();
  const code = await main(['forget', wallet, '--config.file', config.file], io);
  return { code, ...written() };
}

test('what was never seen is not forgotten; what an alert waits for is, once', async () => {
  expect(await forget('acme-ug/UGX/NONE')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no wallet \S+ was ever seen; (?:did you mean|there are) /),
  });
  const { watch, see } = watching({ rules: [lowRule()] });
  see(0, [payout('1')]);
  await createAlertLog({ pool: db.pool, schema: '"floatwatch"' }).save(watch.unsaved());
  const wallet = 'acme-ug/UGX/MERCHANT_PAYOUT';
  expect(await forget(wallet)).toMatchObject({ code: 0, stdout: expect.stringMatching(/is forgotten/) });
  await db.pool.query('DELETE FROM floatwatch.alert_state');
  expect(await forget(wallet)).toMatchObject({ code: 1, stderr: expect.stringMatching(/forgotten already/) });
});

test('a wallet that came back, and went again within a minute, is forgotten again', async () => {
  const account = 'flapping'; // no other test's: theirs ask which of its polls is the newest
  const name = `${account}/UGX/FLAPS`;
  const named = wallet('7', { walletType: 'FLAPS' });
  for (const at of [recentSlot() - 120_000, recentSlot() - 90_000]) {
    const seen = { account, observedAt: Date.now(), wallets: [named, wallet('1')] };
    await ledgerOf(db.pool).complete([observation(at, seen)]);
    await ledgerOf(db.pool).complete([observation(at + 1_000, { account, wallets: [wallet('1')] })]);
    expect(await forget(name)).toMatchObject({ code: 0 });
  }
  const rows = await db.pool.query(`SELECT FROM floatwatch.forgotten_wallet WHERE wallet_type = 'FLAPS'`);
  expect(rows).toHaveLength(2);
});

describe('a wallet of the history', () => {
  const slot = recentSlot();
  let at = slot - 60_000; // of the newest poll
  const [now, past] = [{}, { staleAt: () => slot - 1 }];

  test.each([
    ['is named', 'acme-ug/UGX/FRESH', [now, ['FRESH']], 1, /is named by the service: it would be back/],
    [
      'is not, in an outage',
      'acme-ug/UGX/STALE',
      [past, ['STALE']],
      1,
      /is stale: no good response says that it is gone/,
    ],
    [
      'of an account that was polled until now',
      'gone/UGX/FRESH',
      [now, ['FRESH']],
      1,
      /seen by a poll just now/,
    ],
    ['of an account that nobody polls any more', 'gone/UGX/STALE', [past, ['STALE']], 0, /^$/],
    ['is the last, and the service has none any more', 'acme-ug/UGX/LAST', [past, ['LAST'], []], 0, /^$/],
    ['can be read no more', 'acme-ug/UGX/ODD', [past, ['ODD'], ['?ODD', 'OTHER']], 0, /^$/],
    ['is gone', 'acme-ug/UGX/OLD', [now, ['OLD'], ['OTHER']], 0, /^$/],
    ['is gone, and then came an outage', 'acme-ug/UGX/LOST', [past, ['LOST'], ['OTHER']], 0, /^$/],
  ] as const)('%s', async (_, name, [stale, ...answers], code, stderr) => {
    const [account] = name.split('/');
    const ledger = ledgerOf(db.pool, 'a', stale);
    for (const types of answers) {
      at += 1_000;
      const wallets = types.flatMap((walletType) =>
        walletType.startsWith('?') ? [] : wallet('7', { walletType }),
      );
      const unreadable = types.flatMap((type) =>
        type.startsWith('?')
          ? { currency: 'UGX', walletType: type.slice(1), reason: 'malformed' as const }
          : [],
      );
      const outcome = unreadable.length > 0 ? 'partial' : wallets.length > 0 ? 'ok' : 'empty';
      await ledger.complete([observation(at, { account: account!, outcome, wallets, unreadable })]);
    }
    expect(await forget(name)).toMatchObject({ code, stderr: expect.stringMatching(stderr) });
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf, compareAmounts } from '../../../src/domain/money.ts';
import type { Lookback, PastValue } from '../../../src/monitor/alerts/ports.ts';
import { createPool, type Pool } from '../../../src/store/postgres/pool.ts';
import { createReadPastValues } from '../../../src/store/queries/window-backfill.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { execute, heldTransaction, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const MINUTE = 60_000;
const SLOT = recentSlot() - 60 * MINUTE;
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

test('of the past comes what no later value has reached, exact, of each wallet, and nothing else', async () => {
  const amounts = fc.constantFrom(null, '-3', '0.10', '7', '7.000000000000000001', '12345678901234567.89');
  const [values] = fc.sample(fc.array(fc.tuple(amounts, amounts), { minLength: 60, maxLength: 60 }), {
    numRuns: 1,
    seed: 6,
  });
  const observations = values!.map(([payout, other], minute) =>
    observation(SLOT + minute * MINUTE, {
      wallets: [
        wallet(payout),
        wallet(other, { walletType: 'OTHER' }),
        wallet('1', { walletType: 'not to be exposed', exposable: false }),
      ],
    }),
  );
  const ledger = ledgerOf(db.pool);
  await ledger.complete(observations);
  await ledger.complete([observation(SLOT, { account: 'other' })]);
  const readPast = createReadPastValues(db.pool, '"floatwatch"');
  for (const extreme of ['max', 'min'] as const) {
    for (const minutes of [0, 1, 20, 61]) {
      const lookback: Lookback = { extreme, field: 'available', since: SLOT + (60 - minutes) * MINUTE };
      const sign = extreme === 'max' ? 1 : -1;
      const all = observations.flatMap(({ account, slot, wallets }) =>
        wallets.flatMap(({ currency, walletType, available, exposable }) =>
          exposable && available !== null && slot >= lookback.since
            ? [{ account, currency, walletType, slot, amount: available }]
            : [],
        ),
      );
      const left = all.filter(
        ({ walletType, slot, amount }) =>
          !all.some(
            (later) =>
              later.walletType === walletType &&
              later.slot > slot &&
              compareAmounts(later.amount, amount) * sign >= 0,
          ),
      );
      expect(sorted(await readPast(['acme-ug', 'unheard of'], lookback))).toEqual(sorted(left));
    }
  }
  expect(await readPast(['other'], { extreme: 'max', field: 'reserve', since: SLOT })).toMatchObject([
    { account: 'other', slot: SLOT, amount: amountOf('0.00') },
  ]);
});

test('the past is waited for beyond what other statements may take', async () => {
  const slot = SLOT;
  await ledgerOf(db.pool).complete([observation(slot, { account: 'slow', wallets: [wallet('7.50')] })]);
  await using pool = createPool({ url: db.url, queryTimeoutMs: 500 });
  const held = await heldTransaction(db.url, 'LOCK TABLE floatwatch.snapshot');
  const read = createReadPastValues(pool, '"floatwatch"')(['slow'], {
    extreme: 'max',
    field: 'available',
    since: slot,
  }).catch(String);
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
    AND clock_timestamp() - query_start > interval '600 ms'`;
  await eventually(async () => expect(await execute(db.url, waiting)).not.toEqual([]));
  await held[Symbol.asyncDispose]();
  expect(await read).toMatchObject([{ account: 'slow', slot, amount: '7.50' }]);
});

test('D11 of a wallet that was forgotten comes what was seen since, of others all', async () => {
  const at = (minute: number, change: object) =>
    observation(SLOT + minute * MINUTE, { account: 'closer', ...change });
  await ledgerOf(db.pool).complete([
    at(0, { wallets: [wallet('9'), wallet('9', { walletType: 'OTHER' })] }),
    at(2, { wallets: [wallet('7')], observedAt: SLOT + 2 * MINUTE + 5_000 }),
    at(3, { wallets: [wallet('6')] }),
  ]);
  await execute(
    db.url,
    `INSERT INTO floatwatch.forgotten_wallet (forgotten_at, account, currency, wallet_type, forgotten_by)
     SELECT at, 'closer', 'UGX', 'MERCHANT_PAYOUT', 'ops' FROM unnest(ARRAY[
       '${new Date(SLOT + MINUTE).toISOString()}', '${new Date(SLOT + 2 * MINUTE + 1_000).toISOString()}'
     ]::timestamptz[]) at`,
  );
  const past = await createReadPastValues(db.pool, '"floatwatch"')(['closer'], {
    extreme: 'max',
    field: 'available',
    since: SLOT,
  });
  expect(sorted(past).map(({ walletType, amount }) => `${walletType} ${amount}`)).toEqual([
    'OTHER 9',
    'MERCHANT_PAYOUT 7',
    'MERCHANT_PAYOUT 6',
  ]);
});

test('of many wallets that have fallen for days all comes', async () => {
  const fall = Array.from({ length: 150_000 }, (_, i) => ({
    ...{ account_id: 7, currency: 'UGX', wallet_type: `W${i % 100}` },
    ...{ slot: new Date(SLOT + i * MINUTE), amount: amountOf(String(1_000_000 - i)) },
  }));
  const answers = (rows: readonly object[]) => ({ query: () => Promise.resolve(rows) });
  const pool = { ...answers([{ account_id: 7, name: 'acme-ug' }]), patient: () => answers(fall) };
  const read = createReadPastValues(pool as unknown as Pool, '"floatwatch"');
  const past = await read(['acme-ug'], { extreme: 'max', field: 'available', since: SLOT });
  expect(past).toHaveLength(fall.length);
});

function sorted(values: readonly PastValue[]): PastValue[] {
  return values.toSorted((a, b) => a.slot - b.slot || (a.walletType < b.walletType ? -1 : 1));
}

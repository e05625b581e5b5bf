// Plans in Postgres: numbered, so that one replica's record is the record of all; with what came of them.
import { expect, test } from 'vitest';
import { dayOf } from '../../../src/domain/forecast/day.ts';
import { amountOf } from '../../../src/domain/money.ts';
import type { NewPlan } from '../../../src/monitor/storage/ports.ts';
import { createMaintenance } from '../../../src/store/maintenance/maintenance.ts';
import { createPlanLog } from '../../../src/store/plans/plan-log.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const AT = recentSlot() - 60 * MINUTE;
const schema = '"floatwatch"' as const;
const COLLECTION = 'acme-ug/UGX/MERCHANT_COLLECTION';

const logOf = (db: TestDatabase, replica = 'a') => createPlanLog({ db: db.pool, schema, replica });

/** A wallet that was seen each minute from `AT` on. */
async function seen(db: TestDatabase, looks: readonly (string | null)[]) {
  await ledgerOf(db.pool).complete(
    looks.map((available, i) => observation(AT + i * MINUTE, { wallets: [wallet(available)] })),
  );
  const [kept] = await logOf(db).newest(['acme-ug']);
  return kept!;
}

function plan(wallet: { accountId: number; walletId: number }, change: Partial<NewPlan> = {}): NewPlan {
  return {
    ...{ accountId: wallet.accountId, walletId: wallet.walletId, number: 1, at: AT },
    ...{ available: amountOf('500.25'), coming: amountOf('0'), needed: amountOf('1000.5') },
    ...{ by: AT + DAY, late: false, confidence: 0.95, source: COLLECTION, shortfall: amountOf('0') },
    ...{ doubts: 'young jump:2026-05-05', historyUntil: dayOf('2026-05-06')! },
    ...{ arrives: AT + 2 * DAY, lastsUntil: AT + 3 * DAY, thenLastsUntil: null },
    ...{ given: amountOf('1000.5'), topUp: null },
    ...change,
  };
}

test('the newest plan of every wallet is read as it was written', async () => {
  await using db = await testDatabase();
  const kept = await seen(db, ['500.25']);
  expect(kept).toMatchObject({ account: 'acme-ug', currency: 'UGX', newest: null, topUp: null });
  const log = logOf(db);
  const second = plan(kept, {
    number: 2,
    at: AT + MINUTE,
    by: null,
    doubts: '',
    source: null,
    shortfall: null,
  });
  expect(await log.add([plan(kept), second])).toEqual([true, true]);
  const { arrives, lastsUntil, thenLastsUntil, given, topUp, accountId, walletId, ...gist } = second;
  expect((await log.newest(['acme-ug', 'nobody']))[0]!.newest).toEqual({ ...gist, replica: 'a' });
  expect(await log.newest(['nobody'])).toEqual([]);
});

test('a number is taken once, by whichever replica is first', async () => {
  await using db = await testDatabase();
  const kept = await seen(db, ['500.25']);
  expect(await logOf(db).add([plan(kept)])).toEqual([true]);
  const other = [plan(kept, { needed: amountOf('7') }), plan(kept, { number: 2 })];
  expect(await logOf(db, 'b').add(other)).toEqual([false, true]);
  const rows = await execute(db.url, 'SELECT number, needed, replica FROM floatwatch.plan ORDER BY number');
  expect(rows).toEqual([
    { number: 1, needed: '1000.5', replica: 'a' },
    { number: 2, needed: '1000.5', replica: 'b' },
  ]);
});

test('a top-up is the largest rise since the plan, beside what was left, since when it was empty, and what was told', async () => {
  await using db = await testDatabase();
  const kept = await seen(db, ['500', '900', '0', '20', null, '-3', '1000.25', '990', '1090']);
  const log = logOf(db);
  const quiet = plan(kept, { needed: amountOf('0') });
  const asks = plan(kept, { number: 2, at: AT + 1.5 * MINUTE, by: AT + 90 * MINUTE });
  const late = plan(kept, { number: 3, at: AT + 2.5 * MINUTE, by: null, late: true });
  await log.add([quiet, asks, late]);
  const newest = { accountId: kept.accountId, walletId: kept.walletId, number: 3, at: late.at };
  expect(await log.topUpSince(newest)).toEqual({
    ...{ at: AT + 6 * MINUTE + 350, amount: '1003.25', leftBefore: '-3', emptySince: AT + 2 * MINUTE },
    told: [
      { at: asks.at, by: asks.by },
      { at: late.at, by: null },
    ],
  });
  expect(await log.topUpSince({ ...newest, at: AT + 8.5 * MINUTE })).toBeUndefined();
});

test('a top-up that is seen by the first look after the plan is one', async () => {
  await using db = await testDatabase();
  const kept = await seen(db, ['600', '500', null, '1400']);
  const asks = plan(kept, { at: AT + 2.5 * MINUTE });
  await logOf(db).add([asks]);
  expect(await logOf(db).topUpSince({ ...kept, number: 1, at: asks.at })).toEqual({
    ...{ at: AT + 3 * MINUTE + 350, amount: '900', leftBefore: '500', emptySince: null },
    told: [{ at: asks.at, by: asks.by }],
  });
});

test('what was told before money was said to be requested is told of its top-up', async () => {
  await using db = await testDatabase();
  const kept = await seen(db, ['500', '400', '0', '1000']);
  const log = logOf(db);
  const asks = plan(kept, { at: AT + 0.5 * MINUTE });
  const requested = plan(kept, {
    ...{ number: 2, at: AT + 1.5 * MINUTE, by: null },
    ...{ needed: amountOf('0'), coming: amountOf('1000.5') },
  });
  await log.add([asks, requested]);
  expect(await log.topUpSince({ ...kept, number: 2, at: requested.at })).toEqual({
    ...{ at: AT + 3 * MINUTE + 350, amount: '1000', leftBefore: '0', emptySince: AT + 2 * MINUTE },
    told: [{ at: asks.at, by: asks.by }],
  });
});

test('what came before another top-up is not told of this one', async () => {
  await using db = await testDatabase();
  const kept = await seen(db, ['500', '0', '700', '650', '1400']);
  const log = logOf(db);
  const topUp = {
    ...{ at: AT + 2 * MINUTE + 350, amount: amountOf('700'), leftBefore: amountOf('0') },
    ...{ emptySince: AT + MINUTE, verdict: 'not_followed' as const },
  };
  const after = plan(kept, { number: 2, at: AT + 2.5 * MINUTE, topUp });
  await log.add([plan(kept), after]);
  const seenAgain = await log.topUpSince({ ...kept, number: 2, at: after.at });
  expect(seenAgain).toMatchObject({ amount: '750', leftBefore: '650', emptySince: null });
  expect(seenAgain!.told).toEqual([{ at: after.at, by: after.by }]);
  expect((await log.newest(['acme-ug']))[0]!.topUp).toEqual(topUp);
  const rows = await execute(
    db.url,
    `SELECT account, currency, wallet_type, needed, doubts, confidence, outcome, top_up, left_before,
       planned_until IS NULL AS stands FROM floatwatch.plans ORDER BY planned_at`,
  );
  const wallet = { account: 'acme-ug', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };
  const both = { ...wallet, needed: '1000.5', doubts: ['young', 'jump:2026-05-05'], confidence: '0.95' };
  expect(rows).toEqual([
    { ...both, outcome: 'not_followed', top_up: '700', left_before: '0', stands: false },
    { ...both, outcome: null, top_up: null, left_before: null, stands: true },
  ]);
});

test('retention takes plans as old as hourly figures, and no others', async () => {
  await using db = await testDatabase();
  const kept = await seen(db, ['500']);
  await logOf(db).add([
    plan(kept, { at: Date.now() - 31 * DAY }),
    plan(kept, { number: 2, at: Date.now() - 29 * DAY }),
  ]);
  const failed: unknown[] = [];
  const maintenance = createMaintenance({
    ...{ pool: db.pool, schema, replica: 'a' },
    retention: { snapshotsMs: 400 * DAY, pollsMs: 400 * DAY, hourlyMs: 30 * DAY },
    events: { dropped() {}, lost() {}, failed: (_, error) => failed.push(error) },
  });
  await maintenance.run();
  expect(failed).toEqual([]);
  expect(await execute(db.url, 'SELECT number FROM floatwatch.plan')).toEqual([{ number: 2 }]);
});

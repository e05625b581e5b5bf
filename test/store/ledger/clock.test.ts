// One notion of time for what is stored: whatever a replica's clock says, the database's bounds it.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMaintenance } from '../../../src/store/maintenance/maintenance.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { ledgerOf, observation, optionLedgerOf, recentSlot, wallet } from '../../support/ledger.ts';
import { option, optionPoll } from '../../support/options.ts';
import { execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const slot = recentSlot();
const account = 'acme-ug';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() =>
  execute(
    db.url,
    `TRUNCATE floatwatch.poll, floatwatch.snapshot, floatwatch.payment_option_seen, floatwatch.payment_option,
       floatwatch.payment_option_change`,
  ),
);

const sql = (text: string) => execute(db.url, text);
const clockAt = (byMs: number) => ({ now: () => Date.now() + byMs, monotonic: () => performance.now() });
const latest = () => sql('SELECT available, slot FROM floatwatch.balances_latest');

/** As a floatwatch of before stored it, whose clock was an hour ahead. */
async function storeAhead(): Promise<void> {
  await ledgerOf(db.pool).complete([observation(slot - 1, { wallets: [wallet('1')] })]);
  for (const table of ['poll', 'snapshot']) {
    await sql(`UPDATE floatwatch.${table} SET slot = '${new Date(slot - 1 + HOUR).toISOString()}'`);
  }
  await ledgerOf(db.pool).complete([observation(slot, { wallets: [wallet('2')] })]);
}

describe('a replica whose clock is an hour ahead', () => {
  const early = { account, slot: slot + HOUR };
  const hasty = () => ledgerOf(db.pool, 'hasty', { clock: clockAt(HOUR) });

  test('E5 alone, it polls but claims no slot that the database has not reached', async () => {
    expect(await hasty().claim([early])).toEqual([early]); // better a poll without a claim than none
    expect(await sql('SELECT FROM floatwatch.poll')).toEqual([]);
  });

  test('E5 what it stores is refused, and shown nowhere', async () => {
    const outcomes = await hasty().complete([observation(early.slot), observation(slot)]);
    expect(outcomes).toEqual(['future', 'stored']);
    expect(await sql('SELECT slot FROM floatwatch.poll')).toEqual([{ slot: new Date(slot) }]);
    expect(await latest()).toMatchObject([{ slot: new Date(slot) }]);
  });

  test('E5 payment options are refused as well', async () => {
    const options = optionLedgerOf(db.pool, 'hasty', { clock: clockAt(HOUR) });
    const seen = [optionPoll(early.slot, [option({ active: false })]), optionPoll(slot, [option()])];
    expect(await options.complete(seen)).toEqual(['future', 'stored']);
    expect(await sql('SELECT active FROM floatwatch.payment_options')).toEqual([{ active: true }]);
  });

  test('E4 drops nothing that is not old by the database’s clock', async () => {
    await ledgerOf(db.pool).complete([observation(slot)]);
    const dropped: string[] = [];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 365 * DAY });
    onTestFinished(() => void vi.useRealTimers());
    await createMaintenance({
      pool: db.pool,
      schema: '"floatwatch"',
      replica: 'hasty',
      retention: { snapshotsMs: 400 * DAY, pollsMs: 400 * DAY, hourlyMs: 400 * DAY },
      events: { dropped: (names) => dropped.push(...names), lost() {}, failed() {} },
    }).run();
    expect(dropped).toEqual([]);
    expect(await latest()).toMatchObject([{ available: '1250000.50' }]);
  });
});

test('a clock that is set back just after it was found to be right: what others saw an hour ago is old', async () => {
  let byMs = 0;
  const clock = { now: () => Date.now() - byMs, monotonic: () => performance.now() };
  const other = ledgerOf(db.pool, 'other');
  await other.complete([observation(slot - HOUR), observation(slot)]);
  const ours = ledgerOf(db.pool, 'ours', { clock });
  expect(await ours.claim([{ account, slot }])).toEqual([]); // it asks the database what time it is
  byMs = HOUR;
  const due = { account, slot: slot - HOUR };
  expect(await ours.claim([due])).toEqual([due]); // it looks for itself
});

test('E5 slots that lie ahead are not what is known now', async () => {
  await storeAhead();
  expect(await latest()).toMatchObject([{ available: '2', slot: new Date(slot) }]);
  expect(await sql("SELECT available FROM floatwatch.balances_at(now() + interval '1 day')")).toMatchObject([
    { available: '2' },
  ]);
});

test('D16 a restart does not begin with a slot that lies ahead', async () => {
  await storeAhead();
  expect(await ledgerOf(db.pool).latest([account])).toMatchObject([{ slot, wallets: [{ available: '2' }] }]);
});

describe('a clock of the database that falls half an hour behind, beside another replica', () => {
  const MINUTE = 60_000;

  /** A replica of a right clock at the database of now, and what it claims at slots from one minute to the next. */
  async function claimsOf(meanwhile: (minute: number) => Promise<unknown>): Promise<number[]> {
    const behind = (text: string) =>
      text.replaceAll(/(now|clock_timestamp)\(\)/g, "($1() - interval '30 minutes')");
    const pool: Pool = { ...db.pool, query: (text, values) => db.pool.query(behind(text), values) };
    let minute = 0;
    const clock = {
      now: () => slot + minute * MINUTE,
      monotonic: () => 1_000_000 + minute * MINUTE,
    };
    const ours = ledgerOf(pool, 'ours', { clock });
    const polled: number[] = [];
    for (minute = 1; minute <= 6; minute++) {
      await meanwhile(minute);
      const claimed = await ours.claim([{ account, slot: slot + minute * MINUTE }]);
      polled.push(...claimed.map(() => minute));
    }
    return polled;
  }
  const claimedByOther = (at: number) => ledgerOf(db.pool, 'other').claim([{ account, slot: at }]);

  test('each polls by itself as soon as the other is seen not to', async () => {
    await claimedByOther(slot);
    const polled = await claimsOf(async () => {});
    expect(polled).toEqual([3, 4, 5, 6]);
  });

  test('ours is the wrong one when the other goes on: then that polls', async () => {
    const polled = await claimsOf((minute) => claimedByOther(slot - 30 * MINUTE + minute * MINUTE));
    expect(polled).toEqual([]);
  });
});

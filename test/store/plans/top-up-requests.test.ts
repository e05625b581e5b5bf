// Requests of top-ups in Postgres, with how the balance rose after them.
import { expect, test } from 'vitest';
import { createApproval } from '../../../src/domain/forecast/approval.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';
import { amountOf } from '../../../src/domain/money.ts';
import { requestedSince } from '../../../src/monitor/forecast/plans.ts';
import { createRequests } from '../../../src/monitor/forecast/requests.ts';
import { createTopUpLog } from '../../../src/store/plans/top-up-requests.ts';
import type { Queryable } from '../../../src/store/postgres/pool.ts';
import { handClock } from '../../support/clock.ts';
import { ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { testDatabase } from '../../support/postgres.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AT = Date.UTC(2026, 4, 4, 12);
const seen = wallet('1');
const since = (at: number) => new Map([['acme-ug', at]]);
const PAYOUT = { account: 'acme-ug', currency: seen.currency, walletType: seen.walletType };

test('what was asked for is read with the rises since, the same of an instant once', async () => {
  await using db = await testDatabase();
  const log = createTopUpLog(db.pool, '"floatwatch"' as Parameters<typeof createTopUpLog>[1]);
  const amount = amountOf('1000.50');
  const request = { ...PAYOUT, amount, by: 'alert Short', at: AT };
  await log.add(request);
  await log.add(request);
  await log.add({ ...request, walletType: 'NEVER_SEEN', by: 'api kim' });
  const looks = ['500', '400', null, '900', '850', '1400.50', '1400.50'] as const;
  const polls = looks.map((available, i) =>
    observation(AT + (i - 1) * MINUTE, { account: 'acme-ug', wallets: [wallet(available)] }),
  );
  await ledgerOf(db.pool, 'a').complete(polls);
  const read = await log.read(since(AT - MINUTE));
  expect(read.toSorted((a, b) => (a.walletType < b.walletType ? -1 : 1))).toEqual(
    [
      {
        ...PAYOUT,
        requests: [{ at: AT, amount }],
        rises: [
          { since: AT, at: AT + 2 * MINUTE, amount: '500' },
          { since: AT + 3 * MINUTE, at: AT + 4 * MINUTE, amount: '550.50' },
        ],
        available: '1400.50',
      },
      { ...PAYOUT, walletType: 'NEVER_SEEN', requests: [{ at: AT, amount }], rises: [], available: null },
    ].toSorted((a, b) => (a.walletType < b.walletType ? -1 : 1)),
  );
  expect(await log.read(since(AT))).toEqual([]);
  expect(await log.read(new Map())).toEqual([]);
  await expect(log.add({ ...request, amount: amountOf('0') })).rejects.toThrow();
  const { rows } = {
    rows: await db.pool.query('SELECT requested_by FROM floatwatch.top_up_requests ORDER BY 1'),
  };
  expect(rows).toEqual([{ requested_by: 'alert Short' }, { requested_by: 'api kim' }]);
});

test('what came before the first look after days without any has come', async () => {
  await using db = await testDatabase();
  const log = createTopUpLog(db.pool, '"floatwatch"' as Parameters<typeof createTopUpLog>[1]);
  // Asked for on a Sunday; nobody looks from Friday to Monday.
  await log.add({ ...PAYOUT, amount: amountOf('500'), by: 'command kim', at: AT });
  const look = (at: number, available: string | null) =>
    observation(at, { account: 'acme-ug', wallets: [wallet(available)] });
  const polls = [look(AT - 46 * HOUR, '70'), look(AT - 45 * HOUR, '20'), look(AT - 44 * HOUR, null)];
  await ledgerOf(db.pool, 'a').complete([...polls, look(AT + 20 * HOUR, '480')]);
  expect(await log.read(since(AT - 1))).toMatchObject([{ rises: [{ at: AT + 20 * HOUR, amount: '460' }] }]);
});

test('a rise says since when nobody had looked', async () => {
  await using db = await testDatabase();
  const log = createTopUpLog(db.pool, '"floatwatch"' as Parameters<typeof createTopUpLog>[1]);
  await log.add({ ...PAYOUT, amount: amountOf('500'), by: 'command kim', at: AT });
  const look = (at: number, available: string | null) =>
    observation(at, { account: 'acme-ug', wallets: [wallet(available)] });
  const polls = [look(AT - HOUR, '20'), look(AT + HOUR, null), look(AT + 20 * HOUR, '480')];
  await ledgerOf(db.pool, 'a').complete([...polls, look(AT + 21 * HOUR, '500')]);
  const first = { since: AT - HOUR, at: AT + 20 * HOUR, amount: '460' };
  const second = { since: AT + 20 * HOUR, at: AT + 21 * HOUR, amount: '20' };
  expect(await log.read(since(AT - 1))).toMatchObject([{ rises: [first, second] }]);
});

test('of a wallet only what was seen since the last reading is read, and now and then all that may have come late', async () => {
  await using db = await testDatabase();
  const asked: unknown[] = [];
  const spied: Queryable = {
    query(text, values = []) {
      if (text.includes('snapshot')) asked.push(values[2]);
      return db.pool.query(text, values);
    },
  };
  const schema = '"floatwatch"' as Parameters<typeof createTopUpLog>[1];
  const log = createTopUpLog(spied, schema);
  const request = { ...PAYOUT, amount: amountOf('500'), by: 'command kim' };
  await log.add({ ...request, at: AT });
  const ledger = ledgerOf(db.pool, 'a');
  const see = (minute: number, available: string | null) =>
    ledger.complete([
      observation(AT + minute * MINUTE, { account: 'acme-ug', wallets: [wallet(available)] }),
    ]);
  const whole = (at = AT - 1) => createTopUpLog(db.pool, schema).read(since(at));
  await see(0, '20');
  await see(2, '220');
  expect(await log.read(since(AT - 1))).toEqual(await whole());
  await see(3, '200');
  await see(4, '300');
  await see(5, null);
  expect(await log.read(since(AT - 1))).toEqual(await whole());
  expect(await log.read(since(AT - 1))).toEqual(await whole());
  const time = (minute: number) => new Date(AT + minute * MINUTE).toISOString();
  expect(asked).toEqual([time(0), time(2), time(4)]);

  // Another one, from before the first that was known: all is read; and without the older one its rises are gone.
  await log.add({ ...request, at: AT - MINUTE });
  await log.add({ ...request, at: AT + 3 * MINUTE });
  expect(await log.read(since(AT - HOUR))).toEqual(await whole(AT - HOUR));
  expect(asked.at(-1)).toBe(time(-1));
  expect(await log.read(since(AT + MINUTE))).toEqual(await whole(AT + MINUTE));
  expect(await log.read(since(AT + MINUTE))).toMatchObject([{ rises: [{ at: AT + 4 * MINUTE }] }]);

  await see(1, '10'); // from a spool
  for (let i = 0; i < 2 * 60; i++) await log.read(since(AT - HOUR));
  expect(await log.read(since(AT - HOUR))).toEqual(await whole(AT - HOUR));
  expect(await log.read(since(AT - HOUR))).toMatchObject([{ rises: [{ amount: '210' }, { amount: '100' }] }]);
  expect(await log.read(since(AT + HOUR))).toEqual([]);
});

test('what was requested for accounts of others crowds nothing out, nor is it read', async () => {
  await using db = await testDatabase();
  const schema = '"floatwatch"' as Parameters<typeof createTopUpLog>[1];
  const log = createTopUpLog(db.pool, schema);
  await log.add({ ...PAYOUT, amount: amountOf('500'), by: 'command kim', at: AT });
  await db.pool.query(
    `INSERT INTO floatwatch.top_up_request (requested_at, account, currency, wallet_type, amount, requested_by)
     SELECT $1::timestamptz + n * interval '1 second', 'of-another-shard', 'UGX', 'MERCHANT_PAYOUT', 1, 'alert Short'
     FROM generate_series(1, 10000) n`,
    [new Date(AT).toISOString()],
  );
  const approval = {
    timezone: 'UTC',
    leadMs: 8 * HOUR,
    confidence: 0.95,
    window: null,
    isClosed: () => false,
  };
  const sums = { roundTo: amountOf('1'), minimum: amountOf('0'), target: { coverMs: HOUR }, source: null };
  const requests = createRequests({
    log,
    clock: handClock(new Date(AT + 4 * HOUR).toISOString()),
    since: (at) => requestedSince([{ account: PAYOUT.account, ...approval, ...sums }], at),
    onFailure(error) {
      throw error;
    },
  });
  await requests.refresh();
  const seen = { at: AT + 4 * HOUR, available: amountOf('20'), leadMs: 8 * HOUR };
  const coming = (wallet: typeof PAYOUT) =>
    requests.comingTo(wallet, {
      ...{ ...seen, approval: createApproval(zoneOf('UTC'), undefined) },
      usuallyGone: () => amountOf('0'),
    }).coming;
  expect(coming(PAYOUT)).toBe('500');
  expect(coming({ ...PAYOUT, account: 'of-another-shard' })).toBe('0');
});

test('not all wallets are read whole in the same minute', async () => {
  await using db = await testDatabase();
  const whole: boolean[] = [];
  const spied: Queryable = {
    query(text, values = []) {
      if (text.includes('snapshot')) whole.push(values[2] === new Date(AT).toISOString());
      return db.pool.query(text, values);
    },
  };
  const log = createTopUpLog(spied, '"floatwatch"' as Parameters<typeof createTopUpLog>[1]);
  const wallets = ['1', '2', '3'].map((n) => wallet(n, { walletType: `PAYOUT_${n}` }));
  for (const { walletType } of wallets)
    await log.add({ ...PAYOUT, walletType, amount: amountOf('500'), by: 'command kim', at: AT });
  for (const minute of [0, 1])
    await ledgerOf(db.pool, 'a').complete([
      observation(AT + minute * MINUTE, { account: 'acme-ug', wallets }),
    ]);
  const atOnce: number[] = [];
  for (let minute = 0; minute < 2 * 60; minute++) {
    await log.read(since(AT - MINUTE));
    atOnce.push(whole.splice(0).filter(Boolean).length);
  }
  expect(atOnce[0]).toBe(3);
  expect(Math.max(...atOnce.slice(1))).toBe(1);
  expect(atOnce.slice(1).filter((each) => each > 0)).toHaveLength(3);
});

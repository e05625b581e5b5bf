// The record of plans: what is news is kept once, whoever tells it, also over an outage; and what came of it.
import { expect, test } from 'vitest';
import { dayOf } from '../../src/domain/forecast/day.ts';
import type { Doubt } from '../../src/domain/forecast/plan.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createPlanRecord } from '../../src/monitor/forecast/plan-record.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';
import type { KeptPlan, NewPlan, PlanLog, SeenTopUp } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LEAD = 2 * DAY;
const PAYOUT = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const IDS = { accountId: 1, walletId: 1 };

/** A table of plans that several replicas share. */
function sharedLog() {
  const rows: (NewPlan & { readonly replica: string })[] = [];
  const state = { down: false, seen: undefined as SeenTopUp | undefined, asked: 0 };
  const ask = () => {
    if (state.down) throw new Error('away');
  };
  const logOf = (replica: string): PlanLog => ({
    async newest(accounts) {
      ask();
      const last = rows.at(-1);
      const topUp = rows.findLast((row) => row.topUp)?.topUp ?? null;
      const kept: KeptPlan = { ...PAYOUT, ...IDS, newest: last ?? null, topUp };
      return accounts.includes(PAYOUT.account) ? [kept] : [];
    },
    async topUpSince() {
      state.asked++;
      ask();
      return state.seen;
    },
    async add(plans) {
      ask();
      return plans.map((plan) => {
        if (rows.some(({ number }) => number === plan.number)) return false;
        rows.push({ ...plan, replica });
        return true;
      });
    },
  });
  return { rows, state, logOf };
}

interface Told {
  readonly available: string;
  readonly needed: string;
  readonly coming?: string;
  readonly by: number;
  readonly planned: boolean;
  /** By default none. */
  readonly doubts?: readonly Doubt[];
  /** The first day of a new level. */
  readonly jumped?: string;
}

function rowOf(
  wallet: typeof PAYOUT,
  { available, needed, coming = '0', by, planned, doubts = [], jumped }: Told,
  now: number,
): PlanRow {
  return {
    ...{ ...wallet, timezone: 'UTC', source: undefined, available: amountOf(available) },
    topUp: planned
      ? {
          ...{ needed: amountOf(needed), by, late: false, open: true, confidence: 0.95 },
          ...{ requestable: now, arrives: now + LEAD, lastsUntil: by + LEAD },
          ...{
            thenLastsUntil: undefined,
            coming: amountOf(coming),
            expired: [],
            doubts,
            jump: jumped === undefined ? undefined : { since: dayOf(jumped)!, until: 0, factor: 2 },
          },
          ...{ record: { held: 0, of: 0 }, given: undefined, shortfall: undefined },
          reckoning: {
            ...{ available: amountOf(available), most: amountOf('0'), expected: amountOf('0') },
            ...{ target: { coverMs: 7 * DAY }, roundTo: amountOf('1'), minimum: amountOf('0') },
          },
        }
      : { unplanned: 'balance_unknown' },
  };
}

function recording(shared = sharedLog(), name = 'a') {
  const clock = handClock('2026-05-04T10:00:00Z');
  const failures: unknown[] = [];
  const told = {
    ...{ available: '500', needed: '1000', by: clock.now() + DAY, history: 100, planned: true },
    beside: [] as (typeof PAYOUT)[],
  };
  const row = (wallet: typeof PAYOUT) => rowOf(wallet, told, clock.now());
  const record = createPlanRecord({
    planner: { all: async () => [...told.beside, PAYOUT].map(row) },
    board: { accounts: [PAYOUT.account] },
    runways: { forecastOf: () => ({ outlook: { from: told.history } as never, lookMs: MINUTE }) },
    log: shared.logOf(name),
    clock,
    replica: name,
    leadOf: () => LEAD,
    onFailure: (error) => failures.push(error),
  });
  const note = async (change: Partial<Told & typeof told> = {}, afterMs = MINUTE) => {
    Object.assign(told, change);
    clock.advance(afterMs);
    await record.note();
  };
  return { ...shared, record, note, failures, told, clock };
}

const needs = (rows: readonly NewPlan[]) => rows.map(({ number, needed }) => [number, needed]);

test('the first plan is kept, then what is news, and one a day', async () => {
  const { rows, note } = recording();
  await note();
  await note();
  await note({ needed: '1010' });
  expect(needs(rows)).toEqual([[1, '1000']]);
  await note({ needed: '1300' });
  expect(needs(rows).at(-1)).toEqual([2, '1300']);
  await note({}, DAY - 1);
  expect(rows).toHaveLength(2);
  await note({}, MINUTE);
  expect(needs(rows).at(-1)).toEqual([3, '1300']);
});

test('a plan that is doubted for another reason is news, and so is one of another jump', async () => {
  const { rows, note, failures } = recording();
  const doubted = () => rows.map(({ doubts }) => doubts);
  await note({ doubts: ['young'] });
  await note();
  await note({ doubts: ['young', 'jump'], jumped: '2026-05-01' });
  await note();
  await note({ jumped: '2026-05-03' });
  await note({ doubts: [], jumped: undefined as never });
  expect(doubted()).toEqual(['young', 'young jump:2026-05-01', 'young jump:2026-05-03', '']);
  expect(failures).toEqual([]);
});

test('without a plan there is nothing to keep', async () => {
  const { rows, note, failures } = recording();
  await note({ planned: false });
  expect([rows, failures]).toEqual([[], []]);
});

test('what was planned while Postgres was away is kept when it is back, in order', async () => {
  const { rows, state, note, failures } = recording();
  await note();
  state.down = true;
  await note({ needed: '2000' });
  await note({ needed: '3000' });
  expect(rows).toHaveLength(1);
  expect(failures).toHaveLength(2);
  state.down = false;
  await note();
  expect(needs(rows)).toEqual([
    [1, '1000'],
    [2, '2000'],
    [3, '3000'],
  ]);
  expect(rows[1]!.at).toBeLessThan(rows[2]!.at);
});

test('what is planned now is kept when Postgres is back, also beside a wallet that it does not know yet', async () => {
  const { rows, state, note } = recording();
  await note();
  state.down = true;
  await note({ needed: '2000', beside: [{ ...PAYOUT, currency: 'KES' }] });
  state.down = false;
  await note({ needed: '3000' });
  expect(needs(rows).at(-1)).toEqual([2, '3000']);
});

test('two replicas that plan the same keep one record, and the other takes over when one has gone', async () => {
  const shared = sharedLog();
  const [a, b] = [recording(shared, 'a'), recording(shared, 'b')];
  for (const needed of ['1000', '2000', '2000', '2000', '3000', '3000']) {
    await a.note({ needed });
    await b.note({ needed });
  }
  expect(needs(shared.rows)).toEqual([
    [1, '1000'],
    [2, '2000'],
    [3, '3000'],
  ]);
  expect(new Set(shared.rows.map(({ replica }) => replica))).toEqual(new Set(['a']));
  for (let minute = 0; minute < 8; minute++) await b.note({ needed: '9000' });
  expect(needs(shared.rows).at(-1)).toEqual([4, '9000']);
  expect(shared.rows.at(-1)!.replica).toBe('b');
});

test('a replica whose history is older never writes over what was planned with a newer one', async () => {
  const shared = sharedLog();
  await recording(shared, 'a').note();
  const b = recording(shared, 'b');
  for (let minute = 0; minute < 10; minute++) await b.note({ history: 99, needed: '9000' });
  expect(shared.rows).toHaveLength(1);
});

test('what came of a plan is kept with the next one, and told', async () => {
  const { rows, state, note, record, clock } = recording();
  await note();
  expect(record.lastTopUp(PAYOUT)).toBeUndefined();
  await note({ available: '450' });
  const at = clock.now() + 30_000;
  state.seen = {
    ...{ at, amount: amountOf('800'), leftBefore: amountOf('440'), emptySince: null },
    told: [{ at: rows[0]!.at, by: rows[0]!.by }],
  };
  await note({ available: '1240', needed: '250' });
  const outcome = { at, amount: '800', leftBefore: '440', emptySince: null, verdict: 'in_time' };
  expect(rows.at(-1)).toMatchObject({ number: 2, needed: '250', topUp: outcome });
  expect(record.lastTopUp(PAYOUT)).toEqual(outcome);
  expect(record.lastTopUp({ ...PAYOUT, currency: 'KES' })).toBeUndefined();
});

test('what came of a plan is kept where its sum was said to be requested', async () => {
  const { rows, state, note, record } = recording();
  await note();
  await note({ needed: '0', coming: '1000' });
  state.seen = {
    ...{ at: 0, amount: amountOf('1000'), leftBefore: amountOf('490'), emptySince: null },
    told: [{ at: rows[0]!.at, by: rows[0]!.by }],
  };
  await note({ available: '1490', coming: '0' });
  expect(rows.at(-1)).toMatchObject({ number: 3, topUp: { amount: '1000', verdict: 'in_time' } });
  expect(record.lastTopUp(PAYOUT)).toMatchObject({ amount: '1000' });
});

test('a rise that is far from what was asked for is looked at once, and is no top-up', async () => {
  const { rows, state, note } = recording();
  await note();
  await note({ available: '620' }); // a refund, below an eighth of what was asked for
  expect(state.asked).toBe(0);
  state.seen = {
    ...{ at: 0, amount: amountOf('249'), leftBefore: amountOf('620'), emptySince: null },
    told: [],
  };
  await note({ available: '869' });
  await note({ available: '860' });
  expect(state.asked).toBe(1);
  expect(rows).toHaveLength(1);
  state.seen = { ...state.seen, amount: amountOf('250') };
  await note({ available: '1110' });
  expect(rows.at(-1)).toMatchObject({ number: 2, topUp: { amount: '250' } });
});

test('a top-up that Postgres cannot tell of yet is told of later', async () => {
  const { rows, state, note } = recording();
  await note();
  state.seen = {
    ...{ at: 0, amount: amountOf('1000'), leftBefore: amountOf('500'), emptySince: null },
    told: [],
  };
  state.down = true;
  await note({ available: '1500', needed: '0' });
  state.down = false;
  await note();
  expect(rows.at(-1)).toMatchObject({ number: 2, topUp: { amount: '1000', verdict: 'in_time' } });
});

test('of ever so many wallets each first plan is kept, and none holds up the event loop', async () => {
  const wallets = Array.from({ length: 10_001 }, (_, i) => ({ ...PAYOUT, walletType: `PAYOUT_${i}` }));
  const { log, kept, most } = logOfMany(wallets);
  const record = recordOf(wallets, log);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await record.note();
  clearInterval(timer);
  expect(kept).toEqual(new Set(wallets.map((_, i) => i)));
  expect(most()).toBeLessThanOrEqual(1_000);
  expect(turns).toBeGreaterThan(3);
});

test('while Postgres takes none, the newest ten thousand plans wait for it', async () => {
  const wallets = Array.from({ length: 10_002 }, (_, i) => ({ ...PAYOUT, walletType: `PAYOUT_${i}` }));
  const { log, kept } = logOfMany(wallets);
  const failures: unknown[] = [];
  const away = new Error('away');
  let isAway = true;
  const add: PlanLog['add'] = async (plans) => (isAway ? Promise.reject(away) : log.add(plans));
  const record = recordOf(wallets, { ...log, add }, (error) => void failures.push(error));
  await record.note();
  expect([kept.size, failures]).toEqual([0, [away]]);
  isAway = false;
  await record.note();
  expect(failures).toHaveLength(1);
  expect([kept.size, Math.min(...kept)]).toEqual([10_000, 2]);
});

function recordOf(
  wallets: readonly (typeof PAYOUT)[],
  log: PlanLog,
  onFailure = (error: unknown): void => {
    throw error;
  },
) {
  const clock = handClock('2026-05-04T10:00:00Z');
  const told = { available: '500', needed: '1000', by: clock.now() + DAY, planned: true };
  return createPlanRecord({
    planner: { all: async () => wallets.map((wallet) => rowOf(wallet, told, clock.now())) },
    board: { accounts: [PAYOUT.account] },
    runways: { forecastOf: () => ({ outlook: { from: 100 } as never, lookMs: MINUTE }) },
    ...{ log, clock, replica: 'a', leadOf: () => LEAD, onFailure },
  });
}

/** A log that knows these wallets and no plan of theirs, and how many plans it is given at once. */
function logOfMany(wallets: readonly (typeof PAYOUT)[]) {
  const kept = new Set<number>();
  let most = 0;
  const log: PlanLog = {
    newest: async () =>
      wallets.map((wallet, walletId) => ({ ...wallet, accountId: 1, walletId, newest: null, topUp: null })),
    topUpSince: async () => undefined,
    async add(plans) {
      most = Math.max(most, plans.length);
      for (const { walletId } of plans) kept.add(walletId);
      return plans.map(() => true);
    },
  };
  return { log, kept, most: () => most };
}

// Which accounts a scrape renders anew: those of which something has changed, and no others.
import { expect, test } from 'vitest';
import { createBalances } from '../../src/metrics/balances.ts';
import { createCounters } from '../../src/metrics/counters.ts';
import { createSeriesLimit } from '../../src/metrics/series-limit.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { observation, wallet } from '../support/fakes.ts';
import { NOON } from './house.ts';

const MINUTE = 60_000;
const STALE_MS = 20 * MINUTE + 30_000; // two missed slots, and half a minute

/** Accounts that are polled each ten minutes, and were at noon; the wallets of `rendered` are shown in that order. */
function balancesOf(names: readonly string[]) {
  const clock = handClock(NOON);
  const schedule = createSchedule('*/10 * * * *', 'UTC');
  const boardOf = (all: readonly string[]) =>
    createBoard(
      all.map((name) => ({ name, schedule, staleAfter: 2, expect: [] })),
      clock,
    );
  const counters = createCounters();
  const forecasts = new Map<string | undefined, number>();
  const rendered: string[] = [];
  let board = boardOf(names);
  let derived = 0;
  const limit = createSeriesLimit();
  const kept: string[][] = [];
  const balances = createBalances({
    ...{ board: () => board, clock, counters },
    seriesLimit: {
      ...limit,
      keepOnly(accounts) {
        kept.push([...accounts]);
        limit.keepOnly(accounts);
      },
    },
    derived() {
      derived++;
      return { difference: false, inactive: false };
    },
    runway({ account }) {
      rendered.push(account);
      return [];
    },
    forecasts: (account) => forecasts.get(account) ?? 0,
  });
  const poll = (account: string) =>
    board.observe(
      observation({
        account,
        slot: clock.now() - (clock.now() % (10 * MINUTE)),
        observedAt: clock.now(),
        wallets: [wallet('1')],
      }),
    );
  for (const name of names) poll(name);
  return {
    ...{ clock, counters, poll, kept, lease: balances.lease, derived: () => derived },
    forecast(account: string) {
      forecasts.set(account, (forecasts.get(account) ?? 0) + 1);
      forecasts.set(undefined, (forecasts.get(undefined) ?? 0) + 1);
    },
    /** A reload with these accounts, of which nothing is known yet. */
    reload(all: readonly string[]) {
      board = boardOf(all);
    },
    /** A scrape: which accounts with a wallet that is fresh were rendered for it. */
    async scrape() {
      rendered.length = 0;
      const { body, release } = await balances.lease();
      release();
      return { body, rendered: [...rendered] };
    },
  };
}

test('a first scrape renders each account, and what has not changed since is shared', async () => {
  const it = balancesOf(['a', 'b']);
  const first = await it.scrape();
  expect(first.rendered).toEqual(['a', 'b']);
  const second = await it.scrape();
  expect(second.rendered).toEqual([]);
  expect(second.body).toBe(first.body);
});

test.each([
  ['a poll', (it: ReturnType<typeof balancesOf>) => it.poll('b')],
  ['a count of polls', (it: ReturnType<typeof balancesOf>) => it.counters.poll('b', 'ok')],
  ['a count of missed slots', (it: ReturnType<typeof balancesOf>) => it.counters.miss('b', 1)],
  ['a forecast', (it: ReturnType<typeof balancesOf>) => it.forecast('b')],
])('after %s only that account is rendered', async (_what, change) => {
  const it = balancesOf(['a', 'b', 'c']);
  const first = await it.scrape();
  change(it);
  const second = await it.scrape();
  expect(second.rendered).toEqual(['b']);
  expect(second.body).not.toBe(first.body);
  expect((await it.scrape()).rendered).toEqual([]);
});

test('each account is rendered when its next slot is due, and is stale at its very instant', async () => {
  const it = balancesOf(['a', 'b']);
  await it.scrape();
  it.clock.advance(10 * MINUTE - 1);
  expect((await it.scrape()).rendered).toEqual([]);
  it.clock.advance(1);
  expect((await it.scrape()).rendered).toEqual(['a', 'b']);
  it.poll('b');
  expect((await it.scrape()).rendered).toEqual(['b']);
  it.clock.advance(10 * MINUTE);
  await it.scrape();
  it.clock.advance(STALE_MS - 20 * MINUTE - 1);
  const fresh = await it.scrape();
  expect(fresh.rendered).toEqual([]);
  it.clock.advance(1);
  const stale = await it.scrape();
  expect(stale.rendered).toEqual([]); // a stale wallet has no runway
  expect(stale.body).not.toBe(fresh.body);
  expect((await it.scrape()).body).toBe(stale.body);
});

test('so it is by the monotonic clock, while the wall clock was set back', async () => {
  const it = balancesOf(['a']);
  const fresh = await it.scrape();
  it.clock.step(-5 * MINUTE);
  it.clock.advance(10 * MINUTE - 1);
  expect((await it.scrape()).body).toBe(fresh.body);
  it.clock.advance(1);
  expect((await it.scrape()).rendered).toEqual(['a']);
});

test('after a reload all is rendered by what it says, and wallets of accounts that are gone have no room', async () => {
  const it = balancesOf(['a', 'b']);
  const first = await it.scrape();
  expect([it.derived(), it.kept]).toEqual([1, [['a', 'b']]]);
  it.reload(['b', 'c']);
  it.poll('b');
  it.poll('c');
  const second = await it.scrape();
  expect(second.rendered).toEqual(['b', 'c']);
  expect(second.body).not.toBe(first.body);
  expect([it.derived(), it.kept.slice(1)]).toEqual([2, [['b', 'c']]]);
  expect((await it.scrape()).rendered).toEqual([]);
});

test('a board that a reload puts in place of another with the same names is taken for new', async () => {
  const it = balancesOf(['a']);
  await it.scrape();
  it.reload(['a']);
  expect((await it.scrape()).rendered).toEqual([]);
  it.poll('a');
  expect((await it.scrape()).rendered).toEqual(['a']);
});

test('a lease is given back once, however often that is said', async () => {
  const it = balancesOf(['a']);
  const [one, other] = [await it.lease(), await it.lease()];
  const text = () => Buffer.concat(other.body.pieces.text as Buffer[]).toString();
  const before = text();
  one.release();
  one.release();
  for (let i = 0; i < 3; i++) {
    it.counters.poll('a', 'ok');
    await it.scrape();
  }
  expect(text()).toBe(before);
});

test('so it is by the wall clock, when that was set ahead', async () => {
  const it = balancesOf(['a']);
  const fresh = await it.scrape();
  it.clock.step(5 * MINUTE);
  it.clock.advance(5 * MINUTE - 1);
  expect((await it.scrape()).body).toBe(fresh.body);
  it.clock.advance(1);
  expect((await it.scrape()).rendered).toEqual(['a']);
});

test('a scrape that a reload meets on its way shows what the reload says', async () => {
  const it = balancesOf(['a', 'b']);
  const begun = it.lease();
  it.reload(['c']);
  it.poll('c');
  const { body, release } = await begun;
  const text = Buffer.concat(body.pieces.text as Buffer[]).toString();
  expect([...new Set(text.match(/account="\w+"/g))]).toEqual(['account="c"']);
  release();
  expect((await it.scrape()).body).toBe(body);
});

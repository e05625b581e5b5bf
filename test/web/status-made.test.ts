// When the status of now is made anew, and when it is the one that was made before.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { createStatus } from '../../src/web/status.ts';
import { reachVerdict } from '../../src/web/verdict.ts';
import { createHouse, MINUTE, wallet } from '../metrics/house.ts';
import { alertOfDesk } from './desk.ts';

/** A status whose making takes so many milliseconds of the monotonic clock. */
function make(tookMs = 0) {
  const house = createHouse(['acme', 'zeta']);
  house.observe('acme', [wallet('UGX', 'A', '1')]);
  const alerts: Alert[] = [alertOfDesk()];
  const counted = { times: 0 };
  let board = house.board;
  const slow = () =>
    Object.create(house.board, {
      account: {
        value: (name: string) => {
          if (name === 'acme') counted.times++;
          house.clock.advance(tookMs / 2);
          return house.board.account(name);
        },
      },
    }) as typeof board;
  board = slow();
  const statusNow = createStatus({ board: () => board, alerts: () => alerts, clock: house.clock } as never);
  const replaceBoard = () => {
    board = slow();
  };
  return { house, alerts, statusNow, counted, replaceBoard };
}
type Made = ReturnType<typeof make>;

test('however many ask at once, it is made once', async () => {
  const { statusNow, counted } = make();
  const all = await Promise.all([statusNow(), statusNow(), statusNow()]);
  expect(counted.times).toBe(1);
  expect(new Set(all).size).toBe(1);
  expect(await statusNow()).toBe(all[0]);
});

describe('it is', () => {
  test.each<[string, (made: Made) => void, isNew: boolean]>([
    ['the same while nothing changes', () => {}, false],
    ['the same for a little less than five seconds', ({ house }) => house.clock.advance(4_999), false],
    ['another after five seconds, as forecasts change', ({ house }) => house.clock.advance(5_000), true],
    ['another after a poll', ({ house }) => house.observe('zeta', []), true],
    ['another after a reload', ({ replaceBoard }) => replaceBoard(), true],
    ['another with one more alert', ({ alerts }) => alerts.push(alertOfDesk({ fingerprint: 'b' })), true],
    ['another with an alert less', ({ alerts }) => alerts.pop(), true],
    [
      'another with an alert in another state',
      ({ alerts }) => alerts.splice(0, 1, alertOfDesk({ held: true })),
      true,
    ],
    ['the same just before the next slot', ({ house }) => house.clock.step(MINUTE - 1), false],
    [
      'another when the next slot has come, by the clock on the wall',
      ({ house }) => house.clock.step(MINUTE),
      true,
    ],
  ])('%s', async (_title, change, isNew) => {
    const made = make();
    const first = await made.statusNow();
    change(made);
    expect((await made.statusNow()) !== first).toBe(isNew);
    expect(made.counted.times).toBe(isNew ? 2 : 1);
  });

  test('another once a wallet in it is too old', async () => {
    const made = make();
    made.house.clock.step(150_000 - 1); // of two missed slots and half a minute
    const first = await made.statusNow();
    expect(first.accounts[0]!.wallets[0]!.state).toBe('fresh');
    made.house.clock.step(1);
    expect((await made.statusNow()).accounts[0]!.wallets[0]!.state).toBe('stale');
  });
});

describe('one that takes long', () => {
  test.each([
    [20, 0, true], // quick enough to be made at each change
    [22, 109, false], // no more than a fifth of the time
    [22, 110, true],
    [100, 499, false],
    [100, 500, true],
  ])('of %d ms is made again %d ms after it: %s', async (tookMs, afterMs, isNew) => {
    const made = make(tookMs);
    const first = await made.statusNow();
    made.house.observe('zeta', []);
    made.house.clock.advance(afterMs);
    expect((await made.statusNow()) !== first).toBe(isNew);
  });

  test('is made again at once when it no longer holds', async () => {
    const made = make(1_000);
    const first = await made.statusNow();
    made.house.clock.step(MINUTE);
    expect(await made.statusNow()).not.toBe(first);
  });
});

test('whoever asks while it is made gets what has changed since', async () => {
  const made = make();
  const first = made.statusNow();
  made.house.observe('acme', [wallet('UGX', 'A', '2')]);
  const second = await made.statusNow();
  expect(second.accounts[0]!.wallets[0]!.balance!.available).toBe('2');
  expect(await made.statusNow()).toBe(second);
  await first;
});

test('everything else goes on after each few accounts and alerts, and the verdict is that of all', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `account-${i}`);
  const house = createHouse(names);
  for (const [i, account] of names.entries())
    if (i % 7 !== 0) house.observe(account, [wallet('UGX', 'A', `${i}`), wallet('UGX', 'B', '5')]);
  const about = { currency: 'UGX', phase: 'firing', threshold: '30' } as const;
  const alerts = names.flatMap((account, i) => [
    alertOfDesk({ ...about, account, walletType: 'A', value: `${i}`, fingerprint: `a${i}` }),
    alertOfDesk({ ...about, account, walletType: '', rule: `Rule${i % 3}`, fingerprint: `b${i}` }),
  ]);
  let steps = 0; // since the last turn of the loop
  let most = 0;
  const step = <T>(result: T): T => {
    most = Math.max(most, ++steps);
    return result;
  };
  const board = Object.create(house.board, {
    account: { value: (name: string) => step(house.board.account(name)) },
  });
  let ms = 0;
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => ms++); // each look at the clock takes a millisecond
  let turns = 0;
  let isDone = false;
  const sources = { board: () => board, alerts: () => alerts, clock: house.clock };
  const made = createStatus(sources as never)().finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) {
    await setImmediate();
    steps = 0;
  }
  expect(most).toBeLessThanOrEqual(4);
  expect(turns).toBeGreaterThanOrEqual((names.length + alerts.length) / 4);
  const { verdict, accounts } = await made;
  expect(verdict).toEqual(reachVerdict(accounts, alerts));
  expect(verdict.rows).toHaveLength(102);
  expect([verdict.headline, ...verdict.also].join(' ')).toContain('Rule0, Rule1, Rule2');
});

test('an account that a reload has removed meanwhile isn’t in it', async () => {
  const house = createHouse(['acme']);
  const board = Object.create(house.board, { accounts: { value: ['acme', 'gone'] } });
  const statusNow = createStatus({ board: () => board, alerts: () => [], clock: house.clock } as never);
  expect((await statusNow()).accounts.map(({ account }) => account)).toEqual(['acme']);
});

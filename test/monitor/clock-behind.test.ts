// A replica whose clock is behind, or that starts late: what it hears must not take it back.
import { expect, test } from 'vitest';
import { type AlertState, INACTIVE } from '../../src/domain/alert.ts';
import { NEVER_CLEAR, reconcile } from '../../src/domain/reconcile.ts';
import { isOlder } from '../../src/monitor/board/order.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { account, payout, polled, START, watching } from '../support/watching.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const poll = (slot: number) => ({ slot, observedAt: slot + 300 }) as Parameters<typeof isOlder>[0];

test('20 seconds behind, the slot before the newest one is older still', () => {
  const newest = { slot: NOON, observedAt: NOON + 300 };
  const now = NOON - 20_000;
  expect(isOlder(poll(NOON - MINUTE), newest, { now, rescheduled: false })).toBe(true);
});

test('C8 set back by far, what comes is news', () => {
  const newest = { slot: NOON, observedAt: NOON + 300 };
  const now = NOON - 10 * MINUTE;
  expect(isOlder(poll(NOON - 9 * MINUTE), newest, { now, rescheduled: false })).toBe(false);
});

test('an episode that another replica began is taken over by an alert that is pending anew', () => {
  const ended: AlertState = { ...INACTIVE, pendingAt: NOON - 60 * MINUTE, firingAt: NOON - 50 * MINUTE };
  const ours: AlertState = {
    ...ended,
    phase: 'pending',
    pendingAt: NOON,
    resolvedAt: NOON - 40 * MINUTE,
    at: NOON,
  };
  const theirs: AlertState = {
    ...INACTIVE,
    phase: 'firing',
    pendingAt: NOON - 10 * MINUTE,
    firingAt: NOON - 5 * MINUTE,
    at: NOON - MINUTE,
  };
  expect(reconcile(ours, theirs, NEVER_CLEAR)).toMatchObject({
    phase: 'firing',
    firingAt: NOON - 5 * MINUTE,
  });
});

test('an episode that is over is not begun again by what is remembered of it', () => {
  const over: AlertState = {
    ...INACTIVE,
    firingAt: NOON - 5 * MINUTE,
    resolvedAt: NOON - MINUTE,
    at: NOON - MINUTE,
  };
  const remembered: AlertState = { ...over, phase: 'firing', resolvedAt: null, at: NOON - 4 * MINUTE };
  expect(reconcile(over, remembered, NEVER_CLEAR)).toBe(over);
});

test('what fired by a clock that was behind ends when later states of the others take its place', () => {
  const others = watching();
  others.see(60, [payout('1')]);
  others.see(70, [payout('9000000')]);
  const [over] = others.watch.unsaved();
  const { watch, see } = watching();
  see(5, [payout('1')]);
  watch.unsaved();

  const changes = watch.resume([over!], []);
  const end = { phase: 'inactive', firingAt: START + 5 * MINUTE, resolvedAt: START + 70 * MINUTE };
  expect(changes).toMatchObject([{ transition: 'resolved', alert: end }]);
  const { at: _, ...kept } = over!.state;
  // The last one is what this machine remembers; Postgres has both episodes.
  expect(watch.unsaved().map(({ state }) => state)).toMatchObject([end, kept]);
  expect(watch.resume([over!], [])).toEqual([]);
});

test('after the clock was set back a stored poll that lies ahead now says nothing to who has polled it', () => {
  const { see, wait, watch, clock } = watching({ builtin: true });
  for (let minute = 0; minute <= 10; minute++) see(minute, [payout('9000000')]);
  clock.step(-5 * MINUTE);
  expect(watch.resume([], [polled(10, [payout('9000000')])])).toEqual([]);
  expect(wait(5.5)).toEqual([]); // it was seen half a minute ago
  expect(wait(7.4)).toEqual([]);
  expect(wait(7.6)).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
});

test('what was seen before an episode that others began ends nothing, where it is heard of when its slot is over', () => {
  const others = watching();
  others.see(20, [payout('1')]);
  const { watch, see, clock, alert } = watching();
  see(5, [payout('1')]); // by a clock that is behind
  watch.resume(others.watch.unsaved(), []);
  watch.unsaved();

  clock.advance(33 * MINUTE); // the clock is set right
  expect(watch.observe(polled(15, [payout('9000000')]))).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'firing', firingAt: START + 20 * MINUTE });
  expect(watch.unsaved()).toEqual([]);
  expect(see(39, [payout('9000000')])).toContain('PayoutFloatLow resolved');
});

test('no slot is looked for where a poll is later than all that is known: a replayed year has half a million', () => {
  let asked = 0;
  const { next, ...rest } = createSchedule('* * * * *', 'UTC');
  const schedule = {
    ...rest,
    next(after: number) {
      asked++;
      return next(after);
    },
  };
  const { see } = watching({ accounts: [account('acme-ug', { schedule })] });
  for (let minute = 0; minute < 10; minute++) see(minute, [payout(minute % 2 === 0 ? '1' : '9000000')]);
  expect(asked).toBe(0);
});

test('what a replica sees whose clock is still behind ends an episode that others began', () => {
  const others = watching();
  others.see(20, [payout('1')]);
  const { watch, see } = watching();
  see(5, [payout('1')]);
  watch.resume(others.watch.unsaved(), []);
  expect(see(6, [payout('9000000')])).toContain('PayoutFloatLow resolved');
});

test('what a replica ends whose clock is behind is not begun again by what was read of it before', () => {
  const others = watching();
  others.see(20, [payout('1')]);
  const read = others.watch.unsaved();
  const { watch, see, alert } = watching();
  see(5, [payout('1')]);
  watch.resume(read, []);
  see(6, [payout('9000000')]);
  expect(watch.resume(read, [])).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'inactive', firingAt: START + 20 * MINUTE });
});

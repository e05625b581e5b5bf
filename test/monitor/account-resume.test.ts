// What a stored poll is evidence of, and what an account goes on with after a reload: by cases, at the millisecond.
import { describe, expect, test } from 'vitest';
import { INACTIVE } from '../../src/domain/alert.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { NO_POLL } from '../../src/monitor/board/order.ts';
import { handClock } from '../support/clock.ts';
import { alertsOf, CHANCE, failed, HOUR, MINUTE, NOON, poll, SECOND, STALE } from './account-by-hand.ts';

describe('a stored poll', () => {
  const begin = NOON + SECOND;

  test.each<[string, Observation[], Observation, object | undefined]>([
    ['that is fresh is evidence', [], poll(0), { at: NOON }],
    ['that is fresh and failed, too', [], failed(0), { at: NOON }],
    ['of the newest slot is evidence for new rules', [poll(0)], poll(0), { at: NOON, again: true }],
    [
      'that is older tells of wallets that no later poll has shown',
      [poll(0)],
      poll(-MINUTE),
      { at: NOON - MINUTE, apply: undefined, earlier: { unseen: true } },
    ],
    [
      'the same after one that failed: they may be there',
      [failed(0)],
      poll(-MINUTE),
      { at: NOON - MINUTE, apply: undefined, earlier: { unseen: false } },
    ],
    ['that is older and failed tells nothing', [poll(0)], failed(-MINUTE), undefined],
    ['that is stale tells of its values only', [], poll(-HOUR), { at: NOON - HOUR, apply: undefined }],
    ['that is stale and failed tells nothing', [], failed(-HOUR), undefined],
    [
      'from the future tells of its values, as of when the process began',
      [],
      poll(HOUR),
      { at: begin, apply: undefined },
    ],
    ['from the future and failed tells nothing', [], failed(HOUR), undefined],
  ])('%s', (_, before, one, expected) => {
    const { observe, resume } = alertsOf();
    for (const each of before) observe(each);
    if (expected === undefined) expect(resume(one)).toBeUndefined();
    else expect(resume(one)).toMatchObject(expected);
  });

  test.each([
    ['in its last fresh millisecond', -1, true],
    ['when it is stale', 0, false],
  ])('is evidence %s: %#', (_, ms, expected) => {
    const { resume, clock, moves } = alertsOf();
    clock.advance(STALE - SECOND + ms);
    expect(resume(poll(0))?.apply !== undefined).toBe(expected);
    expect(moves.length > 0).toBe(expected);
  });

  test.each<[string, Observation[], Observation, object]>([
    [
      'that is stale is the newest where none is known',
      [],
      poll(-HOUR),
      { slot: NOON - HOUR, observedAt: NOON - HOUR + 100 },
    ],
    ['from the future counts as of the beginning', [], poll(HOUR), { slot: begin, observedAt: begin }],
    ['that is stale and failed is not noted', [], failed(-HOUR), NO_POLL],
    ['from the future is not noted twice', [poll(HOUR)], poll(2 * HOUR), { slot: begin, observedAt: begin }],
  ])('%s', (_, before, one, expected) => {
    const { resume, it } = alertsOf();
    for (const each of before) resume(each);
    resume(one);
    expect(it.known.newest).toEqual(expected);
  });

  test('from the future tells nothing the second time', () => {
    const { resume } = alertsOf();
    resume(poll(HOUR));
    expect(resume(poll(2 * HOUR))).toBeUndefined();
  });

  const blank = (slot: number) => poll(slot, { outcome: 'partial', wallets: [] });
  test.each<[string, Observation[], Observation[], number]>([
    ['after one that failed', [failed(0)], [poll(-HOUR)], -HOUR],
    ['after one that shows none', [blank(0)], [poll(-HOUR)], -HOUR],
    ['beside a later one that shows none', [], [blank(-MINUTE), poll(-HOUR)], -HOUR],
    ['before older ones', [failed(0)], [poll(-HOUR), poll(-2 * HOUR)], -HOUR],
    ['after one that shows some', [poll(0)], [poll(-HOUR)], 0],
    ['unless it shows none', [failed(0)], [blank(-HOUR)], SECOND],
  ])('tells when balances were seen last, %s', (_, polls, stored, seen) => {
    const { observe, resume, it } = alertsOf();
    for (const each of polls) observe(each);
    for (const each of stored) resume(each);
    expect(it.known.seen).toMatchObject({ slot: NOON + seen, wall: expect.any(Number), restMs: 0 });
  });

  test('so that their silence is told at once, although the service was away before the database was there', () => {
    const { observe, resume, look, alerts } = alertsOf();
    observe(failed(MINUTE));
    expect(look(MINUTE + SECOND)).toEqual([]);
    resume(poll(-HOUR));
    expect(look(MINUTE + 2 * SECOND)).toEqual(['BalanceUnknown']);
    expect(alerts.get('BalanceUnknown')!.state).toMatchObject({ firingAt: NOON - HOUR + STALE });
  });

  // An alert that no rule asked for has ended at noon; then it is asked for again.
  test.each([
    ['at most five minutes away', 5 * MINUTE, NOON],
    ['further away', 5 * MINUTE + 1, NOON + 1],
  ])('judges an alert that is asked for again only where the next poll is %s: %#', (_, away, at) => {
    const clock = handClock(NOON + HOUR - away);
    const { resume, alerts } = alertsOf({ expression: '0 * * * *' }, clock);
    const alert = alerts.get('BalanceUnknown')!;
    Object.assign(alert, { state: { ...INACTIVE, at: NOON }, reason: 'removed' });
    resume(poll(-HOUR));
    expect([alert.reason, alert.clear?.since ?? null]).toEqual(
      at === NOON ? ['removed', null] : ['not_met', at],
    );
  });
});

describe('after a reload', () => {
  const quick = { expression: '* * * * *' };
  const slow = { expression: '*/20 * * * *' };

  function reloaded(next: typeof quick) {
    const before = alertsOf(quick);
    before.observe(poll(0));
    before.look(10 * SECOND);
    return { before, after: alertsOf(next, before.clock, before.it), clock: before.clock };
  }

  test('with the same slots an account knows what it knew, and waits for nothing', () => {
    const { before, after } = reloaded(quick);
    const { newest, lastSucceeded, attempted, seen, waitsSince } = before.it.known;
    expect(after.it.known).toMatchObject({ newest, lastSucceeded, waitsSince, rescheduled: false });
    expect(after.it.known).toMatchObject({ attempted: { slot: NOON }, seen: { slot: NOON } });
    expect([attempted.slot, seen.slot]).toEqual([NOON, NOON]);
    expect(after.it.known.waitsUntil).toBe(Number.NEGATIVE_INFINITY);
    expect([after.look(STALE - 1), after.look(STALE).length]).toEqual([[], 2]);
  });

  test('with the same slots it waits as long as it did for the first poll', () => {
    const before = alertsOf(quick);
    before.clock.advance(10 * SECOND);
    const after = alertsOf(quick, before.clock, before.it);
    expect(after.it.known.waitsUntil).toBe(before.it.known.waitsUntil);
    expect(after.it.known.waitsSince).toBe(before.it.known.waitsSince);
  });

  test('with other slots their first poll has its chance, and what is known turns stale by them', () => {
    const { after, clock } = reloaded(slow);
    expect(after.it.known).toMatchObject({ rescheduled: true, waitsSince: clock.now() });
    expect(after.it.known.waitsUntil).toBe(clock.monotonic() + CHANCE);
    const stale = 40 * MINUTE + 30 * SECOND;
    expect([after.look(stale - 1), after.look(stale).length]).toEqual([[], 2]);
  });

  test('the times of polls count until the first by the other slots, and their slots from then on', () => {
    const { after } = reloaded(slow);
    const midnight = { slot: NOON - 12 * HOUR };
    expect(after.observe(poll(0, { ...midnight, observedAt: NOON + 99 }))).toBeUndefined();
    expect(after.observe(poll(0, { ...midnight, observedAt: NOON + 101 }))).toBeDefined();
    expect(after.it.known.rescheduled).toBe(false);
    expect(after.observe(poll(0, { slot: NOON - 13 * HOUR, observedAt: NOON + 200 }))).toBeUndefined();
  });

  test('a second one does not forget that the slots are others', () => {
    const { after, clock } = reloaded(slow);
    const again = alertsOf(slow, clock, after.it);
    expect(again.it.known.rescheduled).toBe(true);
  });
});

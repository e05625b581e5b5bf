// What a poll is evidence of for its account, and when the account's silence must be told: by cases, at the millisecond.
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { alertsOf, CHANCE, failed, HOUR, MINUTE, NOON, poll, SECOND, STALE } from './account-by-hand.ts';

describe('silence', () => {
  const both = ['ScheduleStalled', 'BalanceUnknown'];

  test('is told half a minute after the second missed slot, since then, and not before', () => {
    const { look, observe, moves, alerts, clock } = alertsOf();
    observe(poll(0));
    expect([look(STALE - 1), look(STALE)]).toEqual([[], both]);
    expect(moves).toEqual(both.map((name) => [name, 'met', NOON + STALE]));
    expect(both.map((name) => alerts.get(name))).toMatchObject([{ knownAt: NOON }, { knownAt: NOON }]);
    expect(both.map((name) => alerts.get(name)?.state.firingAt)).toEqual([clock.now(), clock.now()]);
  });

  test('is told by the other clock where that on the wall was set back', () => {
    const { look, observe, clock, moves } = alertsOf();
    observe(poll(0));
    clock.step(-HOUR);
    expect([look(STALE - HOUR - 1), look(STALE - HOUR)]).toEqual([[], both]);
    expect(moves.map(([, , at]) => at)).toEqual([NOON + STALE, NOON + STALE]);
  });

  test.each([
    ['a poll without an answer was tried', 'connect', ['BalanceUnknown']],
    ['a poll that is lost may not have been tried', 'lost', both],
  ] as const)('of polls is told apart from that of balances: %s', (_, outcome, expected) => {
    const { look, observe } = alertsOf();
    observe(poll(0));
    observe(failed(MINUTE, outcome));
    expect(look(STALE)).toEqual(expected);
  });

  test('of polls may last five minutes longer after keys were refused, when the account rests', () => {
    const { look, observe } = alertsOf();
    observe(failed(0, 'auth'));
    expect(look(STALE + 5 * MINUTE - 1)).toEqual(['BalanceUnknown']);
    expect(look(STALE + 5 * MINUTE)).toEqual(both);
  });

  describe('at the start, where each second has a slot,', () => {
    const quick = { expression: '* * * * * *', staleAfter: 1 };
    test.each([
      ['is told when a first poll has had its chance: the deadline of 15 s, and as long to begin', {}, 32],
      ['is told later where the deadline is', { deadlineMs: 60_000 }, 75 + 1],
    ])('%s', (_, more, second) => {
      const { look } = alertsOf({ ...quick, ...more });
      expect([look(second * SECOND - 1), look(second * SECOND)]).toEqual([[], both]);
    });
  });
});

describe('after a standstill', () => {
  test('a poll has its chance before silence is told, unless it began before', () => {
    for (const [before, told] of [
      [1, []],
      [0, ['ScheduleStalled', 'BalanceUnknown']],
    ] as const) {
      const { it, look, observe, clock } = alertsOf();
      observe(poll(0));
      look(SECOND);
      clock.advance(HOUR);
      it.awaitPoll();
      const { waitsSince } = it.known;
      expect(waitsSince).toBe(clock.now());
      observe(poll(MINUTE, { startedAt: waitsSince - before }));
      expect(look(HOUR + 2 * SECOND)).toEqual(told);
    }
  });

  test('the chance ends at its millisecond', () => {
    const { it, look, observe, clock } = alertsOf();
    observe(poll(0));
    look(SECOND);
    clock.advance(HOUR);
    it.awaitPoll();
    const ends = HOUR + SECOND + CHANCE;
    expect([look(ends - 1), look(ends).length]).toEqual([[], 2]);
  });

  test.each([
    ['during a chance', CHANCE - 1, 0],
    ['when the chance was just over', CHANCE, CHANCE],
  ])('another standstill %s gives another chance only in that case', (_, looked, longer) => {
    const { it, look, observe, clock } = alertsOf();
    observe(poll(0));
    look(SECOND);
    clock.advance(HOUR);
    it.awaitPoll();
    look(HOUR + SECOND + looked);
    it.awaitPoll();
    expect(it.known.waitsUntil - clock.monotonic()).toBe(longer === 0 ? 1 : longer);
  });

  test('one before the first look is no other chance', () => {
    const { it, clock } = alertsOf();
    clock.advance(20 * SECOND);
    it.awaitPoll();
    expect(it.known.waitsUntil - clock.monotonic()).toBe(CHANCE - 20 * SECOND);
  });
});

describe('a poll that has just ended', () => {
  test.each<[string, Observation, [string, string][]]>([
    [
      'that is good',
      poll(0),
      [
        ['ScheduleStalled', 'clear'],
        ['BalanceUnknown', 'clear'],
        ['CredentialsRefused', 'clear'],
      ],
    ],
    [
      'that failed',
      failed(0),
      [
        ['ScheduleStalled', 'clear'],
        ['CredentialsRefused', 'unknown'],
      ],
    ],
    [
      'whose keys were refused',
      failed(0, 'auth'),
      [
        ['ScheduleStalled', 'clear'],
        ['CredentialsRefused', 'met'],
      ],
    ],
    ['that is lost', failed(0, 'lost'), [['CredentialsRefused', 'unknown']]],
  ])('%s is evidence of its slot', (_, one, expected) => {
    const { observe, moves } = alertsOf();
    expect(observe(one)).toMatchObject({ at: NOON });
    expect(moves).toEqual(expected.map(([name, state]) => [name, state, NOON]));
  });

  test.each<[string, Observation[], Observation, number, object | undefined]>([
    ['older than the newest', [poll(0)], poll(-MINUTE), 0, undefined],
    ['of the next slot', [poll(0)], poll(MINUTE), 0, { at: NOON + MINUTE }],
    ['of the same slot, both good: for new rules only', [poll(0)], poll(0), 0, { at: NOON, again: true }],
    ['the same, in the last fresh millisecond', [poll(0)], poll(0), STALE - SECOND - 1, { again: true }],
    ['the same, when it is stale', [poll(0)], poll(0), STALE - SECOND, undefined],
    ['of the same slot, a failure after a good one', [poll(0)], failed(0), 0, undefined],
    ['of the same slot, a failure after a failure', [failed(0)], failed(0), 0, undefined],
    ['of the same slot, a good one after a failure', [failed(0)], poll(0), 0, { at: NOON }],
  ])('%s: %#', (_, before, one, ms, expected) => {
    const { observe, clock } = alertsOf();
    for (const each of before) observe(each);
    clock.advance(ms);
    const evidence = observe(one);
    if (expected === undefined) expect(evidence).toBeUndefined();
    else expect(evidence).toMatchObject(expected);
    if (expected && !('again' in expected)) expect(evidence).not.toHaveProperty('again');
  });

  test('is noted: when it was, whether it was good, and for how long the account may rest', () => {
    const { it, observe, clock } = alertsOf();
    const time = { wall: clock.now(), monotonic: clock.monotonic() };
    observe(poll(0));
    const seen = { slot: NOON, ...time, restMs: 0 };
    expect(it.known).toMatchObject({ lastSucceeded: true, attempted: seen, seen });
    expect(it.known.newest).toEqual({ slot: NOON, observedAt: NOON + 100 });
    observe(failed(MINUTE, 'auth'));
    const attempted = { ...seen, slot: NOON + MINUTE, restMs: 300_000 };
    expect(it.known).toMatchObject({ lastSucceeded: false, attempted, seen });
    it.dateBack(HOUR);
    const back = <T extends { slot: number; wall: number }>(one: T) => ({
      ...{ ...one, slot: one.slot - HOUR, wall: one.wall - HOUR },
    });
    expect(it.known).toMatchObject({ attempted: back(attempted), seen: back(seen) });
    expect(it.known.newest.slot).toBe(NOON + MINUTE - HOUR - 1);
  });
});

test('these alerts are about the account, and about no wallet of it', () => {
  const { alerts } = alertsOf();
  for (const name of ['ScheduleStalled', 'BalanceUnknown', 'CredentialsRefused'])
    expect(alerts.get(name)?.subject).toEqual({ account: 'acme', currency: '', walletType: '' });
});

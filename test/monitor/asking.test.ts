// When the results of other replicas are asked for.
import { expect, test } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { createAsking, type Followed } from '../../src/monitor/polling/asking.ts';
import { handClock } from '../support/clock.ts';
import { observation } from '../support/ledger.ts';

const SLOT = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const WRITTEN = 1_500;

/** Each poll begins as long after its slot as `starts` says. */
function asking(starts: Readonly<Record<string, number>> = {}) {
  const clock = handClock(SLOT);
  const { ready, answered } = createAsking<Observation>({
    clock,
    startsMs: ({ account }) => starts[account] ?? 0,
  });
  const names = (open: readonly Followed[]) => ready(open).map(({ account }) => account);
  /** In how many milliseconds it is asked for these, if `answer` says that nothing is known. */
  const asksAfter = (open: readonly Followed[], times: number, lastMs = 3 * MINUTE) => {
    const asked: number[] = [];
    for (let ms = 0; asked.length < times && ms <= lastMs; ms += 100, clock.advance(100)) {
      const now = ready(open);
      if (now.length === 0) continue;
      asked.push(ms);
      answered(now, []);
    }
    return asked;
  };
  /** All of one slot, which are polled in that time, are asked for when they are over. */
  const sweep = (slot: number, took: Readonly<Record<string, number>>, rests?: true) => {
    const open = Object.keys(took).map((account) => of(account, slot, rests));
    clock.advance(slot + MINUTE / 2 - clock.now());
    ready(open);
    answered(
      open,
      open.map(({ account }) => seen(account, slot, took[account]!)),
    );
    ready([]);
  };
  return { clock, names, ready, answered, asksAfter, sweep };
}

const of = (account: string, slot = SLOT, rests?: true): Followed => ({
  ...{ account, slot },
  ...(rests ? { rests } : {}),
});
const seen = (account: string, slot: number, tookMs: number) =>
  observation(slot, { account, observedAt: slot + tookMs });

test('what is open is asked for together, when the last of its slot has begun, and its result is written', () => {
  const open = [of('a'), of('b'), of('c')];
  const { names, clock } = asking({ a: 1_000, b: 6_000 });
  expect(names(open)).toEqual([]);
  clock.advance(6_000 + WRITTEN - 1);
  expect(names(open)).toEqual([]);
  clock.advance(1);
  expect(names(open)).toEqual(['a', 'b', 'c']);
});

test('each slot has a time of its own', () => {
  const { names, clock } = asking();
  const open = [of('a'), of('b', SLOT + MINUTE)];
  names(open);
  clock.advance(WRITTEN);
  expect(names(open)).toEqual(['a']);
  clock.advance(MINUTE);
  expect(names(open)).toEqual(['a', 'b']);
});

test('what is open then is asked for again after longer and longer', () => {
  expect(asking().asksAfter([of('a')], 6)).toEqual([1_500, 2_500, 4_500, 8_500, 16_500, 32_500]);
});

test('what is asked for early, as it is about to be given up, is asked for at its time, too', () => {
  const { ready, answered, asksAfter } = asking();
  ready([of('a')]);
  answered([of('a')], []);
  expect(asksAfter([of('a')], 2)).toEqual([1_500, 2_500]);
});

test('a slot of which nothing is open any more is forgotten', () => {
  const { ready, asksAfter } = asking();
  asksAfter([of('a')], 3);
  ready([]);
  expect(asksAfter([of('a')], 2)).toEqual([0, 1_000]);
});

const ten = (took: (i: number) => number) =>
  Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`a${i}`, took(i)]));

test.each([
  ['all take as long', ten(() => 4_000), 4_000],
  ['one is slow', ten((i) => (i === 3 ? 20_000 : 4_000)), 4_000],
  ['two are slow', ten((i) => (i < 2 ? 20_000 : 4_000)), 20_000],
  ['one is all there is', { a: 8_000 }, 8_000],
  ['a clock is behind: none ends before it begins', { a: -8_000 }, 0],
  ['a clock is ahead: each has ended by now', { a: 90_000 }, 30_000],
])('how long polls take is learned from the first answer of a slot: %s', (_what, took, takesMs) => {
  const { sweep, asksAfter, clock } = asking();
  sweep(SLOT, took);
  clock.advance(MINUTE / 2);
  expect(asksAfter([of('a', SLOT + MINUTE)], 1)).toEqual([takesMs + WRITTEN]);
});

test('when a poll began does not count', () => {
  const { sweep, asksAfter, clock } = asking({ a: 6_000 });
  sweep(SLOT, { a: 10_000 });
  clock.advance(MINUTE / 2);
  expect(asksAfter([of('b', SLOT + MINUTE)], 1)).toEqual([4_000 + WRITTEN]);
});

test('accounts that rest teach nothing: perhaps nobody polls them', () => {
  const { sweep, asksAfter, clock } = asking();
  sweep(SLOT, { a: 20_000 }, true);
  clock.advance(MINUTE / 2);
  expect(asksAfter([of('a', SLOT + MINUTE)], 1)).toEqual([WRITTEN]);
});

test('nor does what is answered later of the same slot', () => {
  const { ready, answered, asksAfter, clock } = asking();
  const open = [of('a'), of('b')];
  ready(open);
  clock.advance(4_000);
  answered(ready(open), [seen('a', SLOT, 1_000)]); // b takes at least four seconds, as far as is known
  clock.advance(26_000);
  answered(ready([of('b')]), []);
  ready([]);
  clock.advance(30_000);
  expect(asksAfter([of('a', SLOT + MINUTE)], 1)).toEqual([1_000 + WRITTEN]);
});

test('an answer for a slot that is not waited for any more says nothing', () => {
  const { answered, asksAfter } = asking();
  answered([of('a', SLOT - MINUTE)], [seen('a', SLOT - MINUTE, 20_000)]);
  expect(asksAfter([of('a')], 1)).toEqual([WRITTEN]);
});

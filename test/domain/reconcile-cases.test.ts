// What an alert goes on with when a remembered state comes late, by cases. `here` is what this process has seen.
import { expect, test } from 'vitest';
import { type AlertState, INACTIVE } from '../../src/domain/alert.ts';
import {
  type ClearTimes,
  clearTimes,
  endSeen,
  isEndOf,
  isOverIn,
  isUnaware,
  NEVER_CLEAR,
  reconcile,
  replaces,
  sameTimes,
} from '../../src/domain/reconcile.ts';

const state = (change: Partial<AlertState>): AlertState => ({ ...INACTIVE, at: 100, ...change });
const firing = (change: Partial<AlertState> = {}) =>
  state({ phase: 'firing', pendingAt: 90, firingAt: 100, value: '1', threshold: '2', ...change });
const pending = (change: Partial<AlertState> = {}) => state({ phase: 'pending', pendingAt: 90, ...change });
const ended = (change: Partial<AlertState> = {}) =>
  state({ firingAt: 100, resolvedAt: 150, at: 150, ...change });
const clear = (change: Partial<ClearTimes> = {}): ClearTimes => ({ ...NEVER_CLEAR, ...change });

test.each([
  ['the first that is not clear', NEVER_CLEAR, 'met', clear({ notSince: 60 })],
  ['what is in the band is not clear', clear({ since: 10 }), 'band', clear({ notSince: 60, bandAt: 60 })],
  [
    'more of it goes on with that, and comes later',
    clear({ notSince: 10, bandAt: 50 }),
    'band',
    clear({ notSince: 10, bandAt: 60 }),
  ],
  ['one more that is not says nothing new', clear({ notSince: 10 }), 'met', clear({ notSince: 10 })],
  ['the first that is clear', clear({ notSince: 10 }), 'clear', clear({ notSince: 10, since: 60 })],
  ['one more that is says nothing new', clear({ since: 31 }), 'clear', clear({ since: 31 })],
  ['as long as it takes', clear({ since: 30 }), 'clear', clear({ since: 30, from: 30, over: 60 })],
  [
    'longer says nothing new',
    clear({ since: 0, from: 0, over: 30 }),
    'clear',
    clear({ since: 0, from: 0, over: 30 }),
  ],
  [
    'a stretch that lasted is remembered',
    clear({ since: 0, from: 0, over: 30 }),
    'met',
    clear({ notSince: 60, from: 0, over: 30 }),
  ],
  [
    'until another has',
    clear({ since: 20, from: 0, over: 15 }),
    'clear',
    clear({ since: 20, from: 20, over: 60 }),
  ],
  ['evidence from before moves the beginning back', clear({ since: 70 }), 'clear', clear({ since: 60 })],
] as const)('when it was clear, of 30 to be over, at 60: %s', (_what, known, evidence, expected) => {
  const times = clearTimes(known, evidence, { keepFiringForMs: 30 }, 60);
  expect(times).toEqual(expected);
  if (sameTimes(times, known)) expect(times).toBe(known);
});

test('times are the same where each of the four is', () => {
  const times = { since: 1, notSince: 2, from: 3, over: 4 };
  expect(sameTimes(times, { ...times })).toBe(true);
  for (const name of ['since', 'notSince', 'from', 'over'] as const)
    expect(sameTimes(times, { ...times, [name]: 9 }), name).toBe(false);
});

const over = clear({ since: 120, from: 120, over: 130 });
const itsEnd = { ...firing(), phase: 'inactive', resolvedAt: 130, at: 130 };

test.each<readonly [string, here: AlertState, remembered: AlertState, ClearTimes, object | undefined]>([
  ['is over where it was clear for long enough since', state({}), firing(), over, itsEnd],
  ['is not held then, nor clearing', state({}), firing({ held: true, clearSince: 99 }), over, itsEnd],
  ['is not where it was not', state({}), firing(), clear({ since: 120 }), undefined],
  ['is not where that began before it was remembered', state({}), firing({ at: 120 }), over, undefined],
  [
    'is over no sooner than it began',
    state({}),
    firing({ firingAt: 140 }),
    over,
    { ...itsEnd, firingAt: 140, resolvedAt: 140 },
  ],
  ['is not where it fires here', firing(), firing(), over, undefined],
  ['is not where it is pending here since before', pending({ pendingAt: 129 }), firing(), over, undefined],
  ['is where it is pending here since then', pending({ pendingAt: 130 }), firing(), over, itsEnd],
  ['ended when it did here', ended(), firing(), over, undefined],
  ['ended when it did here, as it began', ended({ resolvedAt: 100 }), firing(), over, undefined],
  [
    'ended later than what ended here before',
    ended({ firingAt: 50, resolvedAt: 99 }),
    firing(),
    over,
    itsEnd,
  ],
  [
    'was decided later than its end here',
    ended(),
    firing({ at: 150 }),
    clear({ from: 160, over: 170 }),
    { resolvedAt: 170, phase: 'inactive' },
  ],
  ['is none where it is pending', state({}), pending(), over, undefined],
  ['is none where it has ended', state({}), ended({ at: 100 }), over, undefined],
])('an episode that is remembered %s', (_what, here, remembered, times, expected) => {
  const end = endSeen(here, remembered, times);
  if (expected) expect(end).toMatchObject(expected);
  else expect(end).toBeUndefined();
});

const seen = NEVER_CLEAR;
const later = { at: 200 };

test.each<readonly [string, here: AlertState, remembered: AlertState, ClearTimes | undefined, AlertState]>([
  ['nothing was judged here: what is remembered', state(later), firing(), undefined, firing()],
  ['what is newer', firing(), ended(), seen, ended()],
  [
    'what is newer, and held where this process can not judge',
    state({ held: true }),
    firing(later),
    seen,
    firing({ ...later, held: true }),
  ],
  [
    'what is of the same time',
    state({}),
    ended({ firingAt: 50, resolvedAt: 99, at: 100 }),
    seen,
    ended({ firingAt: 50, resolvedAt: 99, at: 100 }),
  ],
  [
    'what is newer, where it was clear until then only',
    state({}),
    firing({ at: 110, held: true }),
    clear({ since: 110 }),
    firing({ at: 110, held: true }),
  ],
  [
    'what is newer and pending, which was clear only before',
    state({}),
    pending({ at: 110 }),
    clear({ since: 110 }),
    pending({ at: 110 }),
  ],
  [
    'no wait after which it was clear',
    state({}),
    pending({ at: 110, held: true }),
    clear({ since: 120 }),
    state({ at: 120 }),
  ],
  [
    '… or not met',
    state({}),
    pending({ at: 110 }),
    clear({ notSince: 115, bandAt: 120 }),
    state({ at: 120 }),
  ],
  [
    'a wait after which it was met, while an episode fired here that is over elsewhere',
    ended(),
    pending({ at: 160 }),
    clear({ notSince: 170 }),
    pending({ at: 160 }),
  ],
  ['an end that is newer is not held', firing({ held: true }), ended(), seen, ended()],
  ['not what knows nothing of an episode, however new', firing(), state(later), seen, firing()],
  [
    'not what fires where that ended at the same time',
    ended({ at: 100, resolvedAt: 100 }),
    firing(),
    seen,
    ended({ at: 100, resolvedAt: 100 }),
  ],
  [
    'what is newer, and clearing since it was seen clear',
    state({}),
    firing({ at: 110 }),
    clear({ since: 120 }),
    firing({ clearSince: 120, at: 120 }),
  ],
  [
    'what is newer, and clearing for longer',
    state({}),
    firing({ at: 110, clearSince: 105 }),
    clear({ since: 120 }),
    firing({ clearSince: 105, at: 120 }),
  ],
  [
    'what is newer, and not clearing any more',
    state({}),
    firing({ at: 110, clearSince: 105 }),
    clear({ notSince: 115 }),
    firing({ clearSince: null, at: 115 }),
  ],
  [
    'what is newer, and clearing anew',
    state({}),
    firing({ at: 110, clearSince: 105 }),
    clear({ notSince: 115, since: 120 }),
    firing({ clearSince: 120, at: 120 }),
  ],
  [
    'what is newer, where nothing was seen since',
    state({}),
    firing({ at: 110, clearSince: 105 }),
    clear({ notSince: 110, since: 110 }),
    firing({ at: 110, clearSince: 105 }),
  ],
  ['not an older end', firing(later), ended(), seen, firing(later)],
  [
    'an episode of its own, where the other one had ended before what is seen here began',
    firing(later),
    ended(),
    clear({ notSince: 180 }),
    pending({ ...later, pendingAt: 180, firingAt: 100, resolvedAt: 150, value: null, threshold: null }),
  ],
  [
    '… and with its beginning where another replica has it pending already',
    firing(later),
    pending({ firingAt: 100, resolvedAt: 150, at: 170, pendingAt: 170 }),
    clear({ notSince: 180 }),
    pending({ ...later, pendingAt: 170, firingAt: 100, resolvedAt: 150 }),
  ],
  ['… but not where it began before that', firing(later), ended(), clear({ notSince: 150 }), firing(later)],
  [
    '… nor after the end of yet another one',
    firing(later),
    ended({ firingAt: 99 }),
    clear({ notSince: 180 }),
    firing(later),
  ],
  ['not an episode that ended here', ended({ at: 200 }), firing(), seen, ended({ at: 200 })],
  [
    'nor one that ended here as it began',
    ended({ resolvedAt: 100, at: 200 }),
    firing(),
    seen,
    ended({ resolvedAt: 100, at: 200 }),
  ],
  [
    'an episode that began after the end here',
    ended({ resolvedAt: 99, at: 200 }),
    firing(),
    seen,
    firing(later),
  ],
  ['an episode that only it knows', state(later), firing({ held: true }), seen, firing(later)],
  [
    'an episode that only it knows, and that is clear here',
    state({ at: 120 }),
    firing(),
    clear({ since: 130 }),
    firing({ clearSince: 130, at: 130 }),
  ],
  ['not what was pending, where it is not met here', state(later), pending(), seen, state(later)],
  [
    'where both are pending, the earlier beginning',
    pending({ ...later, pendingAt: 180 }),
    pending(),
    seen,
    pending({ ...later, pendingAt: 90 }),
  ],
  [
    'where it fires here and was pending, too',
    firing({ ...later, pendingAt: 180 }),
    pending(),
    seen,
    firing({ ...later, pendingAt: 90 }),
  ],
  [
    'where both fire, the beginning and its value',
    firing({ ...later, pendingAt: 180, firingAt: 190, value: '9', threshold: '8' }),
    firing(),
    seen,
    firing(later),
  ],
  [
    'where it is pending here and fired, that it fires',
    pending({ ...later, pendingAt: 180, resolvedAt: 80 }),
    firing(),
    seen,
    firing(later),
  ],
])('it goes on with %s', (_what, here, remembered, times, expected) => {
  expect(reconcile(here, remembered, times)).toEqual(expected);
});

test.each(
  (
    [
      ['the end of it at the same time', ended({ at: 100 }), firing(), true],
      ['its end at another time', ended(), firing(), false],
      ['the end of another episode', ended({ at: 100, firingAt: 50 }), firing(), false],
      ['what has no end', state({ firingAt: 100 }), firing(), false],
      ['what fires, too', firing({ resolvedAt: 50 }), firing(), false],
      ['an end of what has ended', ended({ at: 150 }), ended(), false],
    ] as const
  ).map(
    ([what, one, other, is]) => [what, is ? 'is an end of it' : 'is no end of it', one, other, is] as const,
  ),
)('%s: it %s', (_what, _is, one, other, is) => {
  expect(isEndOf(one, other)).toBe(is);
});

test.each(
  (
    [
      ['what never ended', state({}), firing(), true],
      ['what ended before it began', ended({ resolvedAt: 99 }), firing(), true],
      ['what ended as it began', ended({ resolvedAt: 100 }), firing(), false],
      ['what fires', firing(), firing(), false],
      ['nothing, where it does not fire', state({}), pending(), false],
    ] as const
  ).map(
    ([what, one, other, is]) =>
      [what, is ? 'does not know of an episode' : 'may know of an episode', one, other, is] as const,
  ),
)('%s: it %s', (_what, _is, one, other, is) => {
  expect(isUnaware(one, other)).toBe(is);
});

test.each<readonly [string, AlertState, string, AlertState, boolean]>([
  ['what is later', firing({ at: 101 }), 'what fires', firing(), true],
  ['what is as late', firing(), 'what fires', firing(), true],
  ['what is earlier', firing({ at: 99 }), 'what fires', firing(), false],
  ['the end', ended(), 'what fires', firing(), true],
  ['what fires', firing(), 'the end of it', ended(), false],
  ['what fires', firing(), 'the end of it at the same time', ended({ at: 100 }), false],
  ['what fires', firing(), 'a later end of what was before it', ended({ resolvedAt: 99 }), true],
  ['what fires', firing(), 'what pends later and never fired', pending({ pendingAt: 180, at: 180 }), true],
  ['what pends', pending(), 'what was withdrawn later', state({ at: 180 }), false],
  ['what pends later and never fired', pending({ pendingAt: 180, at: 180 }), 'what fires', firing(), false],
])('%s replaces %s: %s', (_what, one, _other, other, does) => {
  expect(replaces(one, other)).toBe(does);
});

test.each<readonly [string, AlertState, AlertState, boolean]>([
  ['its end', ended(), firing(), true],
  ['its end, as it began', ended({ resolvedAt: 100 }), firing(), true],
  ['what waits to become the next one since', pending({ firingAt: 100, resolvedAt: 150 }), firing(), true],
  ['the end of one before it', ended({ resolvedAt: 99 }), firing(), false],
  ['the end of one with another beginning', ended({ firingAt: 99 }), firing(), false],
  ['what has no end', state({ firingAt: 100 }), firing(), false],
  ['what fires, too', firing({ resolvedAt: 150 }), firing(), false],
  ['an end, of what does not fire', ended(), ended(), false],
])('%s: whether an episode that fires is over in it', (_what, one, other, is) => {
  expect(isOverIn(one, other)).toBe(is);
});

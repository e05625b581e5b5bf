// How many slots of a range were polled, and how many went by without a poll.
import { expect, test } from 'vitest';
import { staleFrom } from '../../../src/monitor/board/staleness.ts';
import { createSchedule } from '../../../src/monitor/polling/schedule.ts';
import { coverageOf } from '../../../src/web/coverage.ts';
import type { PastPoll } from '../../../src/web/sources.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const PRESENT = { schedule: createSchedule('* * * * *', 'UTC'), staleAfter: 2 };
const HOURLY = { schedule: createSchedule('0 * * * *', 'UTC'), staleAfter: 2 };

/**
 * A minute for each character, the last of them the current slot: `o` read all, `h` did so under an hourly schedule, `i`
 * was imported, `x` failed, `.` is no poll.
 */
function pollsOf(minutes: string): PastPoll[] {
  const kept = { httpStatus: 200, durationMs: 1, wallets: 1, detail: null };
  const staleOf: Record<string, (slot: number) => number | null> = {
    o: (slot) => staleFrom(PRESENT, slot),
    h: (slot) => staleFrom(HOURLY, slot),
  };
  return [...minutes]
    .flatMap((kind, i): PastPoll[] => {
      const slot = NOON - (minutes.length - 1 - i) * MINUTE;
      const staleAt = staleOf[kind]?.(slot) ?? null;
      return kind === '.' ? [] : [{ ...kept, slot, staleAt, outcome: kind === 'x' ? 'auth' : 'ok' }];
    })
    .toReversed();
}

const counted = (minutes: string, { before = false, isConfigured = true } = {}) => {
  const polls = pollsOf(minutes);
  const from = NOON - (minutes.length - 1) * MINUTE;
  const first = before ? from - 60 * MINUTE : (polls.at(-1)?.slot ?? null);
  const present = isConfigured ? PRESENT : undefined;
  const { slots, complete, missed } = coverageOf({ polls, first }, { from, now: NOON + MINUTE / 2, present });
  return `${complete} of ${slots}, ${missed} missed`;
};

test.each([
  ['ooo', '3 of 3, 0 missed'],
  ['oxo', '2 of 3, 0 missed'],
  ['o.o', '2 of 3, 1 missed'],
  ['oooo..o', '5 of 7, 2 missed'],
  ['o..o.o', '3 of 6, 3 missed'],
  ['oo.', '2 of 2, 0 missed'], // the poll of the current slot may still run
  ['o..', '1 of 2, 1 missed'],
  ['..o', '1 of 1, 0 missed'], // it wasn't polled before
  ['x.x', '0 of 3, 1 missed'],
  ['x.o', '1 of 3, 1 missed'],
  ['x....x....x', '0 of 11, 8 missed'], // keys that are refused are tried more rarely
  ['h.o', '2 of 2, 0 missed'],
  ['hx.o', '2 of 3, 0 missed'],
  ['xh.o', '2 of 3, 0 missed'],
  ['x.h.o', '2 of 3, 0 missed'],
  ['i.o', '2 of 2, 0 missed'],
  ['h.o.o', '3 of 4, 1 missed'],
  ['o.h', '2 of 3, 1 missed'],
  ['...', '0 of 0, 0 missed'],
])('%s is %s', (minutes, told) => {
  expect(counted(minutes)).toBe(told);
});

test.each([
  ['..o', '1 of 3, 2 missed'],
  ['...', '0 of 2, 2 missed'],
  ['..h', '1 of 1, 0 missed'],
  ['..x', '0 of 3, 2 missed'],
  ['o.o', '2 of 3, 1 missed'],
])('of an account that was polled before, %s is %s', (minutes, told) => {
  expect(counted(minutes, { before: true })).toBe(told);
});

test('of an account that is configured no more none was missed', () => {
  expect(counted('o.x', { isConfigured: false })).toBe('1 of 2, 0 missed');
});

test('counting ends at a thousand, of polls and of slots', () => {
  expect(counted(`o${'.'.repeat(1_001)}`)).toBe('1 of 1001, 1000 missed');
  expect(counted(`o${'.'.repeat(800)}o${'.'.repeat(800)}o`)).toBe('3 of 1003, 1000 missed');
  // The newest thousand polls reach back no further: what lies before them isn't known.
  expect(counted(`..${'o'.repeat(1_000)}`, { before: true })).toBe('1000 of 1000, 0 missed');
  expect(counted(`..${'o'.repeat(999)}`, { before: true })).toBe('999 of 1001, 2 missed');
});

test.each([
  ['of polls in a row only the edges', 'o'.repeat(500), 3],
  ['where one is missing also the longer gap', `${'o'.repeat(250)}.${'o'.repeat(250)}`, 4],
  ['where every second one is missing each gap', 'o.'.repeat(200), 201],
])('%s are looked for slots, since that takes long', (_, minutes, times) => {
  const asked = { between: 0, next: 0 };
  const { schedule } = PRESENT;
  const counting = {
    ...schedule,
    between: (...range: Parameters<typeof schedule.between>) => {
      asked.between++;
      return schedule.between(...range);
    },
    next: (after: number) => {
      asked.next++;
      return schedule.next(after);
    },
  };
  const polls = pollsOf(minutes);
  coverageOf(
    { polls, first: polls.at(-1)!.slot },
    { from: 0, now: NOON + MINUTE / 2, present: { ...PRESENT, schedule: counting } },
  );
  expect(asked.between).toBe(times);
  expect(asked.next).toBe(PRESENT.staleAfter); // when a poll turns stale is worked out once, not for each
});

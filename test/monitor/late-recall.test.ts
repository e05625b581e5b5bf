// A process that begins while Postgres is away learns of an episode late. What it has seen itself since that was saved counts
// as if it had known: an end of which whoever saw it could tell everybody, but not Postgres, is no reason to go on with it.
import { describe, expect, test } from 'vitest';
import type { AlertState } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import { lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const LOW = payout('1');
const WELL = payout('9000000');
const BAND = payout('6000000');
const UNTIL_8M = { ...lowRule().condition, clear: amountOf('8000000') } as ReturnType<
  typeof lowRule
>['condition'];

/** What Postgres knows of an account that was low in that minute. */
function saved(minute: number, options: Parameters<typeof watching>[0] = {}) {
  const old = watching(options);
  old.see(minute, [LOW]);
  return old.watch.unsaved();
}

/** What is told of it, by transition and beginning in minutes. */
function told(changes: ReturnType<ReturnType<typeof watching>['watch']['resume']>) {
  return changes.map(
    ({ transition, alert: { firingAt, resolvedAt } }) =>
      [transition, minuteOf(firingAt), minuteOf(resolvedAt)] as const,
  );
}

function minuteOf(at: number | null): number | null {
  return at === null ? null : (at - START) / MINUTE;
}

test('A7 an episode that is over by what was seen here since it was saved ends then, and what fires next is another', () => {
  const { watch, see, alert } = watching();
  see(20, [WELL]);
  expect(told(watch.resume(saved(0), []))).toEqual([['resolved', 0, 20]]);
  expect(watch.unsaved()).toMatchObject([
    { state: { phase: 'inactive', firingAt: START, resolvedAt: START + 20 * MINUTE } },
  ]);
  expect(watch.resume(saved(0), [])).toEqual([]);
  expect(see(30, [LOW])).toEqual(['PayoutFloatLow fired']);
  expect(alert()).toMatchObject({ phase: 'firing', firingAt: START + 30 * MINUTE });
});

test('A7 … also while its condition is met again, but not for long enough', () => {
  const rules = [lowRule({ forMs: 5 * MINUTE })];
  const { watch, see, alert } = watching({ rules });
  see(20, [WELL]);
  see(25, [LOW]);
  watch.unsaved();
  expect(told(watch.resume(saved(0), []))).toEqual([['resolved', 0, 20]]);
  expect(alert()).toMatchObject({ phase: 'pending', pendingAt: START + 25 * MINUTE });
  expect(watch.unsaved().map(({ state: { phase } }) => phase)).toEqual(['inactive', 'pending']);
  expect(see(30, [LOW])).toEqual(['PayoutFloatLow fired']);
  expect(alert()).toMatchObject({ firingAt: START + 30 * MINUTE });
});

test('A7 … under each of its beginnings', () => {
  const { watch, see } = watching();
  see(20, [WELL]);
  const known = saved(0).map((one) => ({ ...one, alsoBegan: [START + 5 * MINUTE] }));
  expect(told(watch.resume(known, []))).toEqual([
    ['resolved', 5, 20],
    ['resolved', 0, 20],
  ]);
});

test('A7 … where it has to be clear for a time, once it was', () => {
  const rules = [lowRule({ keepFiringForMs: 10 * MINUTE })];
  const { watch, see } = watching({ rules });
  for (const minute of [20, 25, 30, 35]) see(minute, [WELL]);
  const changes = watch.resume(saved(0), []);
  expect(told(changes)).toEqual([['resolved', 0, 30]]);
});

test('A7 … and before that, the time goes on', () => {
  const rules = [lowRule({ keepFiringForMs: 10 * MINUTE })];
  const { watch, see } = watching({ rules });
  for (const minute of [20, 25]) see(minute, [WELL]);
  expect(watch.resume(saved(0), [])).toEqual([]);
  expect(see(30, [WELL])).toEqual(['PayoutFloatLow resolved']);
});

test('A7 … after a reload that has left its rule as it was, too', () => {
  const { watch, see, options } = watching();
  see(20, [WELL]);
  watch.reload(options);
  expect(told(watch.resume(saved(0), []))).toEqual([['resolved', 0, 20]]);
});

test.each([
  ['clear', WELL],
  ['between its levels', BAND],
])('A7 a wait that becomes known late is over if its condition was %s since', (_what, balance) => {
  const rules = [lowRule({ condition: UNTIL_8M, forMs: 10 * MINUTE })];
  const { watch, see, alert } = watching({ rules });
  see(20, [balance]);
  expect(watch.resume(saved(0, { rules }), [])).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'inactive', pendingAt: null });
  expect(watch.unsaved()).toMatchObject([{ state: { phase: 'inactive', at: START + 20 * MINUTE } }]);
  expect(see(25, [LOW])).toEqual(['PayoutFloatLow pending']);
  expect(see(30, [LOW])).toEqual([]);
  expect(see(35, [LOW])).toEqual(['PayoutFloatLow fired']);
});

test('A7 a wait that becomes known late ends at once, if the newest poll here shows that it has been long enough', () => {
  const rules = [lowRule({ forMs: 10 * MINUTE })];
  const { watch, see } = watching({ rules });
  see(20, [LOW]);
  expect(told(watch.resume(saved(0, { rules }), [polled(20, [LOW])]))).toEqual([['fired', 20, null]]);
  expect(told(watch.resume(saved(0, { rules }), [polled(20, [LOW])]))).toEqual([]);
});

describe('A7 an episode that goes on here, is over elsewhere, and is followed by a wait', () => {
  const rules = [lowRule({ condition: UNTIL_8M, forMs: 10 * MINUTE })];
  const stale = saved(0, { rules: [lowRule()] });
  const [waits] = saved(20, { rules });
  const over = { phase: 'inactive', clearSince: null, resolvedAt: START + 10 * MINUTE } as const;
  const ended = { ...stale[0]!.state, ...over, at: START + 10 * MINUTE };
  const recalled = (balance: ReturnType<typeof payout>, judgedBy = [polled(30, [balance])]) => {
    const { watch, see, alert } = watching({ rules });
    watch.resume(stale, []);
    see(30, [balance]);
    watch.unsaved();
    return { watch, alert, changes: told(watch.resume([{ ...waits!, ended }], judgedBy)) };
  };

  test('fires anew by the newest poll, and is not told to be over for now', () => {
    expect(recalled(LOW).changes).toEqual([['fired', 30, null]]); // whoever saw it end has told that
  });

  test('waits on until a poll shows whether its condition is met', () => {
    const { watch, alert } = recalled(LOW, []);
    expect(alert()).toMatchObject({ phase: 'pending', pendingAt: START + 20 * MINUTE });
    expect(told(watch.resume([], [polled(30, [LOW])]))).toEqual([['fired', 30, null]]);
  });

  test('is over if its condition was not met: what is between its levels only lets an episode go on', () => {
    const { alert, changes } = recalled(BAND, []);
    expect(changes).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'inactive' });
  });

  test('is over if a poll that failed since cannot tell, but one before it did not meet the condition', () => {
    const { watch, see } = watching({ rules });
    watch.resume(stale, []);
    see(30, [BAND]);
    see(31, 'connect');
    watch.resume([{ ...waits!, ended }], []);
    expect(see(32, [LOW])).toEqual(['PayoutFloatLow pending']); // low for two minutes at most
  });

  test('is over if it is clear', () => {
    const { alert, changes } = recalled(WELL);
    expect(changes).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'inactive' });
  });
});

test.each([
  ['begin', [], WELL, LOW, 'firing'],
  ['end', [LOW], LOW, WELL, 'inactive'],
] as const)(
  'A7 a poll of the very slot in which others saw it %s changes nothing',
  (_what, first, ours, theirs, phase) => {
    const [here, there] = [watching(), watching()]; // Postgres is away: both poll each slot
    for (const it of [here, there]) for (const balance of first) it.see(5, [balance]);
    here.see(10, [ours]);
    there.see(10, [theirs]);
    expect(told(here.watch.resume(there.watch.unsaved(), [polled(10, [ours])]))).toEqual([]);
    expect(here.alert()).toMatchObject({ phase });
  },
);

test.each([
  ['low', LOW],
  ['between its levels', BAND],
])(
  'A7 an episode that follows on one that went on here lasts until it is clear for its time: it was %s since',
  (_what, balance) => {
    const rules = [lowRule({ condition: UNTIL_8M, keepFiringForMs: 20 * MINUTE })];
    const others = watching({ rules });
    others.see(60, [LOW]);
    others.see(80, [WELL]);
    const [lasts] = others.watch.unsaved();
    const stale = saved(0, { rules });
    const over = { phase: 'inactive', resolvedAt: START + 15 * MINUTE, at: START + 15 * MINUTE } as const;
    const { watch, see } = watching({ rules });
    watch.resume(stale, []);
    see(90, [balance]);
    see(91, 'connect');
    watch.resume([{ ...lasts!, elsewhere: true, ended: { ...stale[0]!.state, ...over } }], []);
    expect(see(101, [WELL])).toEqual([]);
    expect(see(121, [WELL])).toEqual(['PayoutFloatLow resolved']);
  },
);

test('A7 … and does not lengthen the next', () => {
  const rules = [lowRule({ forMs: 10 * MINUTE })];
  const { watch, see, alert } = watching({ rules });
  see(20, [WELL]);
  see(25, [LOW]);
  expect(watch.resume(saved(0, { rules }), [])).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'pending', pendingAt: START + 25 * MINUTE });
});

test.each<readonly [string, (live: ReturnType<typeof watching>) => void]>([
  ['nothing was seen', () => {}],
  ['it could not be read', ({ see }) => see(5, 'connect')],
  ['it was clear as it began, but not', ({ see }) => see(0, [WELL])],
])('A7 … but goes on where %s since', (_what, before) => {
  const rules = [lowRule({ forMs: 10 * MINUTE })];
  const live = watching({ rules });
  before(live);
  expect(live.watch.resume(saved(0, { rules }), [])).toEqual([]);
  expect(live.see(10, [LOW])).toEqual(['PayoutFloatLow fired']);
});

test.each([
  ['at once, if balances were seen since', 20, ['BalanceUnknown resolved'], []],
  ['on the next evidence', 17, [], ['BalanceUnknown resolved']],
])('A7 what only a process told of that is gone ends %s', (_when, seen, atOnce, then) => {
  const settings = { builtin: true, rules: [] };
  const [gone, live] = [watching(settings), watching(settings)];
  live.see(seen, [WELL]);
  for (const minute of [16, 17, 18]) gone.see(minute, 'connect');
  expect(gone.wait(19)).toEqual(['BalanceUnknown fired']);
  const left = gone.watch.unsaved().map((one) => ({ ...one, elsewhere: true }));
  const changes = live.watch.resume(left, []);
  expect(changes.map(({ alert: { rule }, transition }) => `${rule} ${transition}`)).toEqual(atOnce);
  expect(live.see(21, [WELL])).toEqual(then);
  expect(live.watch.unsaved()).toMatchObject([{ rule: 'BalanceUnknown', state: { phase: 'inactive' } }]);
});

const lasting: Record<string, (live: ReturnType<typeof watching>) => void> = {
  'nothing was seen': () => {},
  'it could not be read': ({ see }) => see(20, 'connect'),
  'it was low': ({ see }) => see(20, [LOW]),
  'it was clear before that was saved': ({ see }) => see(9, [WELL]),
  'it was clear when that was saved': ({ see }) => see(10, [WELL]),
  'it was clear by a clock that was set back': ({ see }) => {
    see(20, [WELL]);
    see(11, 'connect');
  },
};
test.each(Object.keys(lasting))('A7 it goes on while there is no evidence against it: %s', (what) => {
  const live = watching();
  lasting[what]!(live);
  expect(told(live.watch.resume(saved(10), []))).toEqual([]);
  live.see(30, [LOW]);
  expect(live.alert()).toMatchObject({ phase: 'firing', firingAt: START + 10 * MINUTE });
});

test('A7 … nor by what is between its levels, nor by a time that is too short', () => {
  const hysteresis = watching({ rules: [lowRule({ condition: UNTIL_8M })] });
  hysteresis.see(20, [BAND]);
  const keeping = watching({ rules: [lowRule({ keepFiringForMs: 10 * MINUTE })] });
  keeping.see(20, [WELL]);
  keeping.see(29, [WELL]);
  for (const { watch, see, alert } of [hysteresis, keeping]) {
    expect(watch.resume(saved(0), [])).toEqual([]);
    see(30, [LOW]);
    expect(alert()).toMatchObject({ phase: 'firing', firingAt: START });
  }
});

const TWENTY = { condition: UNTIL_8M, keepFiringForMs: 20 * MINUTE };
const between: Record<string, { readonly forMs: number; readonly clear?: number; readonly low?: number }> = {
  'others saw it clear before': { forMs: 0, clear: 5 },
  'it was low before, for too short a time': { forMs: 15 * MINUTE, low: 19 },
};
test.each(Object.keys(between))(
  'A7 … nor sooner than it has been clear for its time, from when it was between its levels: %s',
  (what) => {
    const { forMs, clear, low } = between[what]!;
    const rules = [lowRule({ ...TWENTY, forMs })];
    const old = watching({ rules });
    old.see(0, [LOW]);
    old.see(forMs / MINUTE, [LOW]);
    if (clear) old.see(clear, [WELL]);
    const { watch, see } = watching({ rules });
    if (low) see(low, [LOW]);
    see(20, [BAND]);
    expect(watch.resume(old.watch.unsaved(), [])).toEqual([]);
    for (const minute of [30, 41, 49]) expect(see(minute, [WELL])).toEqual([]);
    expect(see(50, [WELL])).toEqual(['PayoutFloatLow resolved']);
  },
);

test('A7 … nor by what another rule saw that had its name', () => {
  const { watch, see, alert, options } = watching({ rules: [lowRule({ forMs: 5 * MINUTE })] });
  see(20, [WELL]);
  watch.reload({ ...options, rules: [lowRule()] });
  expect(watch.resume(saved(0), [])).toEqual([]);
  see(30, [LOW]);
  expect(alert()).toMatchObject({ firingAt: START });
});

test('A7 … nor by a rule that looks back on more than it remembers', () => {
  const condition = {
    ...({ kind: 'drops_by', field: 'available', by: amountOf('1000000') } as const),
    ...{ percent: false, withinMs: 60 * MINUTE },
  };
  const rules = [lowRule({ condition })];
  const old = watching({ rules });
  old.see(0, [WELL]);
  old.see(10, [LOW]);
  const { watch, see, alert } = watching({ rules });
  see(20, [LOW]);
  expect(watch.resume(old.watch.unsaved(), [])).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'firing', firingAt: START + 10 * MINUTE });
});

test('A7 … and what such a rule cannot know does not begin its time anew', () => {
  const condition = {
    ...({ kind: 'drops_by', field: 'available', by: amountOf('1000000') } as const),
    ...{ percent: false, withinMs: 5 * MINUTE },
  };
  const rules = [lowRule({ condition, keepFiringForMs: 20 * MINUTE })];
  const old = watching({ rules });
  old.see(0, [WELL]);
  for (const minute of [4, 12]) old.see(minute, [LOW]);
  const { watch, see } = watching({ rules });
  see(20, [LOW]);
  watch.resume(old.watch.unsaved(), []);
  expect(see(25, [LOW])).toEqual([]);
  expect(see(32, [LOW])).toEqual(['PayoutFloatLow resolved']);
});

/** What Postgres knows of the alert, as a machine takes it that goes on with the episode of minute 0: others saw it end at 15. */
function afterEnd([theirs]: ReturnType<typeof saved>, state: Partial<AlertState> = {}) {
  const [ours] = saved(0);
  const at = START + 15 * MINUTE;
  const ended = { ...ours!.state, phase: 'inactive', resolvedAt: at, at } as const;
  return [{ ...theirs!, elsewhere: true, ended, state: { ...theirs!.state, ...state } }];
}

test('A7 a machine that went on with an episode that others saw end goes on with the next one that they know', () => {
  const { watch, see, alert } = watching();
  watch.resume(saved(0), []);
  see(90, [LOW]); // Postgres is away, and so is what the others saw
  expect(alert()).toMatchObject({ phase: 'firing', firingAt: START });
  expect(told(watch.resume(afterEnd(saved(60)), []))).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'firing', firingAt: START + 60 * MINUTE });
  see(95, [WELL]);
  expect(watch.unsaved()).toMatchObject([
    { state: { firingAt: START + 60 * MINUTE, resolvedAt: START + 95 * MINUTE } },
  ]);
});

test('A7 … and tells the end of a beginning that it told itself when that one is over', () => {
  const { watch, see, alert } = watching();
  see(90, [LOW]); // before it read its own disk
  watch.resume(saved(0), []);
  expect(told(watch.resume(afterEnd(saved(60)), []))).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'firing', firingAt: START + 60 * MINUTE });
  expect(watch.unsaved()).toMatchObject([{ alsoBegan: [START + 90 * MINUTE] }]);
  see(95, [WELL]);
  const ends = watch.unsaved().map(({ state }) => [minuteOf(state.firingAt), minuteOf(state.resolvedAt)]);
  expect(ends.sort()).toEqual([
    [60, 95],
    [90, 95],
  ]);
});

test('A7 … or begins another, if that one is over, too', () => {
  const { watch, see, alert } = watching();
  watch.resume(saved(0), []);
  see(90, [LOW]);
  const at = START + 70 * MINUTE;
  watch.resume(afterEnd(saved(60), { phase: 'inactive', resolvedAt: at, at }), []);
  expect(alert()?.phase).not.toBe('firing');
  expect(see(95, [LOW])).toEqual(['PayoutFloatLow fired']);
  expect(alert()).toMatchObject({ firingAt: START + 95 * MINUTE });
});

// One step of an alert, by cases: what it is then, what is told of it, and why.
import { expect, test } from 'vitest';
import {
  type AlertState,
  type ConditionState,
  datedBack,
  INACTIVE,
  type Reason,
  remove,
  step,
  type Transition,
} from '../../src/domain/alert.ts';

const TIMING = { forMs: 60, keepFiringForMs: 30 };
const NOW = 200;

const calm: AlertState = { ...INACTIVE, at: 50 };
const pending: AlertState = { ...calm, phase: 'pending', pendingAt: 180, at: 180 };
const firing: AlertState = {
  ...{ ...calm, phase: 'firing', pendingAt: 90, firingAt: 150, at: 150 },
  ...{ value: '7', threshold: '8' },
};
const clearing: AlertState = { ...firing, clearSince: 190, at: 190 };
const held = (state: AlertState): AlertState => ({ ...state, held: true });
const fired = {
  phase: 'firing',
  pendingAt: 140,
  firingAt: NOW,
  value: '1',
  threshold: '2',
  at: NOW,
} as const;
const over = { phase: 'inactive', resolvedAt: NOW, clearSince: null, at: NOW } as const;

type Row = readonly [
  what: string,
  from: AlertState,
  evidence: ConditionState,
  change: Partial<AlertState>,
  transition: Transition | null,
  reason: Reason,
];

test.each<Row>([
  ['nothing is known', calm, 'unknown', {}, null, 'unknown'],
  ['it is not met', calm, 'clear', {}, null, 'not_met'],
  ['it is not met, nor clear', calm, 'band', {}, null, 'not_met'],
  ['it begins to be met', calm, 'met', { phase: 'pending', pendingAt: NOW, at: NOW }, 'pending', 'started'],
  ['it waits', pending, 'met', {}, null, 'waiting'],
  ['it waits, after a while without evidence', held(pending), 'met', { held: false }, null, 'waiting'],
  ['it waits without evidence', pending, 'unknown', { held: true }, null, 'unknown'],
  [
    'it waits anew, as the clock was set back',
    { ...pending, pendingAt: 300, at: 300 },
    'met',
    { pendingAt: NOW, at: 300 },
    null,
    'waiting',
  ],
  ['it is met for long enough', { ...pending, pendingAt: 140 }, 'met', fired, 'fired', 'fired'],
  [
    'it is met for long enough, and was held',
    held({ ...pending, pendingAt: 140 }),
    'met',
    { ...fired, held: false },
    'fired',
    'fired',
  ],
  [
    'it fires again',
    { ...pending, pendingAt: 140, firingAt: 90, resolvedAt: 100 },
    'met',
    { ...fired, resolvedAt: null },
    'fired',
    'fired',
  ],
  [
    'it fires in a time that was before',
    { ...pending, pendingAt: 140, firingAt: 90, resolvedAt: 210 },
    'met',
    { ...fired, firingAt: 211, resolvedAt: null },
    'fired',
    'fired',
  ],
  [
    'it fires as it ended',
    { ...pending, pendingAt: 140, firingAt: 90, resolvedAt: NOW },
    'met',
    { ...fired, firingAt: 201, resolvedAt: null },
    'fired',
    'fired',
  ],
  [
    'it is met no more before it fired',
    pending,
    'clear',
    { phase: 'inactive', pendingAt: null, at: NOW },
    'withdrawn',
    'withdrawn',
  ],
  [
    'it is met no more, and was held',
    held(pending),
    'band',
    { phase: 'inactive', held: false, pendingAt: null, at: NOW },
    'withdrawn',
    'withdrawn',
  ],
  ['it lasts', firing, 'met', {}, null, 'lasting'],
  ['it lasts between the levels', firing, 'band', {}, null, 'in_band'],
  ['it lasts without evidence', firing, 'unknown', { held: true }, null, 'unknown'],
  ['it lasts, and is known again', held(firing), 'met', { held: false }, null, 'lasting'],
  ['it begins to clear', firing, 'clear', { clearSince: NOW, at: NOW }, null, 'clearing'],
  [
    'it begins to clear, and was held',
    held(firing),
    'clear',
    { held: false, clearSince: NOW, at: NOW },
    null,
    'clearing',
  ],
  ['it clears', clearing, 'clear', {}, null, 'clearing'],
  ['it clears, and was held', held(clearing), 'clear', { held: false }, null, 'clearing'],
  [
    'it clears anew, as the clock was set back',
    { ...clearing, clearSince: 300 },
    'clear',
    { clearSince: NOW, at: NOW },
    null,
    'clearing',
  ],
  ['it is bad again', clearing, 'band', { clearSince: null, at: NOW }, null, 'in_band'],
  [
    'it is bad again, and was held',
    held(clearing),
    'met',
    { held: false, clearSince: null, at: NOW },
    null,
    'lasting',
  ],
  ['it is clear for long enough', { ...clearing, clearSince: 170 }, 'clear', over, 'resolved', 'cleared'],
  [
    'it is clear for long enough, and was held',
    held({ ...clearing, clearSince: 170 }),
    'clear',
    { ...over, held: false },
    'resolved',
    'cleared',
  ],
  [
    'it ends no sooner than it began',
    { ...clearing, clearSince: 170, firingAt: 250 },
    'clear',
    { ...over, resolvedAt: 250 },
    'resolved',
    'cleared',
  ],
])('%s', (_what, from, evidence, change, transition, reason) => {
  const next = step(from, { state: evidence, value: '1', threshold: '2' }, TIMING, NOW);
  expect(next).toEqual({ state: { ...from, ...change }, transition, reason });
  if (Object.keys(change).length === 0) expect(next.state, 'the same object').toBe(from);
});

test('where the slot of a beginning comes a second time, the beginning is none that an episode before may have had', () => {
  const met = { state: 'met', value: '1', threshold: '2' } as const;
  const begins = (state: AlertState, since?: number) =>
    step(state, since === undefined ? met : { ...met, since }, TIMING, NOW).state.firingAt;
  const waits = { ...pending, pendingAt: 140, firingAt: 90, resolvedAt: 100 };
  expect(begins(waits)).toBe(NOW);
  expect(begins({ ...waits, at: NOW })).toBe(NOW);
  const ahead = { ...waits, at: NOW + 5 }; // evidence of a clock that was ahead: what it began in this slot is over
  expect(begins(ahead)).toBe(NOW + 5);
  expect(begins({ ...ahead, at: NOW + 2_000 })).toBe(NOW + 2);
  expect(begins({ ...waits, resolvedAt: NOW + 5 })).toBe(NOW + 6);
  expect(begins({ ...ahead, pendingAt: null, phase: 'inactive' }, 130)).toBe(190); // silence began when it did
});

test.each([
  ['one that is calm stays as it is', calm, {}, null],
  [
    'one that waits is withdrawn',
    held(pending),
    { phase: 'inactive', held: false, pendingAt: null, at: NOW },
    'withdrawn',
  ],
  ['one that fires ends', held(clearing), { ...over, held: false }, 'resolved'],
] as const)('what is removed or forgotten: %s', (_what, from, change, transition) => {
  for (const reason of ['removed', 'forgotten'] as const)
    expect(remove(from, NOW, reason)).toEqual({ state: { ...from, ...change }, transition, reason });
});

test.each([
  ['one that is calm stays as it is', { ...calm, pendingAt: 5, clearSince: 6 }, {}],
  ['one waits for as long as before', pending, { pendingAt: 170 }],
  ['one that fires keeps its beginning', clearing, { pendingAt: 80, clearSince: 180 }],
  ['one that is not clear stays so', { ...firing, pendingAt: null }, {}],
] as const)('where the clock is set back: %s', (_what, from, change) => {
  expect(datedBack(from, 10)).toEqual({ ...from, ...change });
});

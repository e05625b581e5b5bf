// Whoever hears late of an episode must come to where it would be if it had known: the same evidence, the same alert.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AlertState,
  type ConditionState,
  type Evaluation,
  INACTIVE,
  step,
  type Timing,
} from '../../src/domain/alert.ts';
import { clearTimes, endSeen, NEVER_CLEAR, reconcile } from '../../src/domain/reconcile.ts';

const EVERY = 60;
const AT_ONCE: Timing = { forMs: 0, keepFiringForMs: 0 };
const REMEMBERED = step(INACTIVE, evaluation('met'), AT_ONCE, 30).state;

const history = fc.array(fc.constantFrom<ConditionState>('met', 'band', 'clear', 'unknown'), {
  maxLength: 12,
});
const timing = fc.record({
  forMs: fc.constantFrom(0, 60, 150),
  keepFiringForMs: fc.constantFrom(0, 60, 150),
});

function evaluation(state: ConditionState): Evaluation {
  return { state, value: '1', threshold: '2' };
}

/** Plays one evaluation a minute. */
function play(from: AlertState, states: readonly ConditionState[], times: Timing) {
  let state = from;
  let clear = NEVER_CLEAR;
  for (const [i, evidence] of states.entries()) {
    const at = (i + 1) * EVERY;
    state = step(state, evaluation(evidence), times, at).state;
    if (evidence !== 'unknown') clear = clearTimes(clear, evidence, times, at);
  }
  return { state, clear };
}

test('A7 an episode that is known late is over if it would be had it been known, and not before it would have been', () => {
  let ends = 0;
  fc.assert(
    fc.property(history, timing, (states, times) => {
      const late = play(INACTIVE, states, times);
      const end = endSeen(late.state, REMEMBERED, late.clear);
      if (late.state.phase === 'firing') return void expect(end).toBeUndefined(); // that was told of
      const early = states.map((_, i) => play(REMEMBERED, states.slice(0, i + 1), times).state.phase);
      const isEvaluated = states.some((state) => state !== 'unknown');
      const lasting = reconcile(late.state, REMEMBERED, isEvaluated ? late.clear : undefined);
      if (!end) return void expect(lasting.phase).toBe(early.at(-1) ?? 'firing');
      ends++;
      expect(early.at(-1)).toBe(late.state.phase);
      expect(end).toMatchObject({ phase: 'inactive', firingAt: REMEMBERED.firingAt });
      const first = early.findIndex((phase) => phase !== 'firing');
      expect(end.resolvedAt).toBeGreaterThanOrEqual((first + 1) * EVERY);
    }),
    { numRuns: 3_000 },
  );
  expect(ends).toBeGreaterThan(300);
});

/** What is gone on with by whoever hears late of an episode. */
function recall({ state, clear }: ReturnType<typeof play>, remembered: AlertState): AlertState {
  const end = endSeen(state, remembered, clear);
  if (!end) return reconcile(state, remembered, clear === NEVER_CLEAR ? undefined : clear);
  return state.phase === 'inactive' ? end : { ...state, firingAt: end.firingAt, resolvedAt: end.resolvedAt };
}

const REMEMBERED_CLEARING: AlertState = { ...REMEMBERED, clearSince: 45, at: 45 };

test.each([
  ['firing', REMEMBERED],
  ['clearing', REMEMBERED_CLEARING],
])('A7 an episode that is known late while %s ends no sooner than if it had been known', (_, remembered) => {
  let ends = 0;
  fc.assert(
    fc.property(history, history, timing, (before, after, times) => {
      const late = play(INACTIVE, before, times);
      if (late.state.phase === 'firing') return; // that was told of
      let [state, known] = [recall(late, remembered), play(remembered, before, times).state];
      for (const [i, evidence] of after.entries()) {
        if (known.phase !== 'firing') return;
        expect(state).toMatchObject({ phase: 'firing', firingAt: remembered.firingAt });
        const at = (before.length + i + 1) * EVERY;
        [state, known] = [state, known].map((one) => step(one, evaluation(evidence), times, at).state) as [
          AlertState,
          AlertState,
        ];
        if (known.phase !== 'firing') ends++;
      }
    }),
    { numRuns: 3_000 },
  );
  expect(ends).toBeGreaterThan(300);
});

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
      const lasting = reconcile(late.state, REMEMBERED, isEvaluated, (states.length + 1) * EVERY);
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

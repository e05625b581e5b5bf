import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AlertState,
  type ConditionState,
  type Evaluation,
  INACTIVE,
  remove,
  step,
  type Timing,
  type Transition,
} from '../../src/domain/alert.ts';
import { NEVER_CLEAR, reconcile } from '../../src/domain/reconcile.ts';

const AT_ONCE: Timing = { forMs: 0, keepFiringForMs: 0 };
const evaluation = (state: ConditionState): Evaluation => ({ state, value: '1', threshold: '2' });
const letters: Record<string, ConditionState> = { m: 'met', b: 'band', c: 'clear', u: 'unknown' };

/** Plays one evaluation a minute; tells what changed, as `3:fired`. */
function play(states: string, timing: Timing): string[] {
  let state = INACTIVE;
  const told: string[] = [];
  for (const [minute, letter] of [...states].entries()) {
    const next = step(state, evaluation(letters[letter]!), timing, minute * 60_000);
    state = next.state;
    if (next.transition) told.push(`${minute}:${next.transition}`);
  }
  return told;
}

describe('one evaluation a minute: m met, b between threshold and clear level, c clear, u unknown', () => {
  const twoMinutes = { forMs: 120_000, keepFiringForMs: 0 };
  const keeping = { forMs: 0, keepFiringForMs: 120_000 };
  test.each<[string, Timing, string[]]>([
    ['ccc', AT_ONCE, []],
    ['cmc', AT_ONCE, ['1:fired', '2:resolved']],
    ['mmm', twoMinutes, ['0:pending', '2:fired']],
    ['mcm', twoMinutes, ['0:pending', '1:withdrawn', '2:pending']],
    ['mbm', twoMinutes, ['0:pending', '1:withdrawn', '2:pending']],
    // Blindness is no evidence: nothing fires upon it, and nothing starts anew because of it.
    ['muuum', twoMinutes, ['0:pending', '4:fired']],
    ['muuuc', twoMinutes, ['0:pending', '4:withdrawn']],
    ['uuu', twoMinutes, []],
    ['muuuuu', AT_ONCE, ['0:fired']],
    ['muuc', AT_ONCE, ['0:fired', '3:resolved']],
    // Hysteresis: between the levels a firing alert goes on, an inactive one stays so.
    ['bbmbbc', AT_ONCE, ['2:fired', '5:resolved']],
    ['mcccc', keeping, ['0:fired', '3:resolved']],
    ['mcbccc', keeping, ['0:fired', '5:resolved']],
    ['mcmccc', keeping, ['0:fired', '5:resolved']],
    ['mcuuc', keeping, ['0:fired', '4:resolved']],
    ['mcuuu', keeping, ['0:fired']],
    ['mcm', AT_ONCE, ['0:fired', '1:resolved', '2:fired']],
  ])('%s', (states, timing, told) => expect(play(states, timing)).toEqual(told));
});

test('a silence begins when it began, not when somebody looked', () => {
  const silent: Evaluation = { ...evaluation('met'), since: 5_000 };
  const { state } = step(INACTIVE, silent, { forMs: 2_000, keepFiringForMs: 0 }, 9_999);
  expect(state).toMatchObject({ phase: 'firing', pendingAt: 5_000, firingAt: 7_000 });
});

test('steady evidence changes nothing, not even the object', () => {
  const firing = step(INACTIVE, evaluation('met'), AT_ONCE, 0).state;
  expect(step(firing, evaluation('met'), AT_ONCE, 1).state).toBe(firing);
  expect(step(INACTIVE, evaluation('clear'), AT_ONCE, 1).state).toBe(INACTIVE);
  const held = step(firing, evaluation('unknown'), AT_ONCE, 2).state;
  expect(held.held).toBe(true);
  expect(step(held, evaluation('unknown'), AT_ONCE, 3).state).toBe(held);
});

test('a removed alert ends, and not before it began', () => {
  const firing = step(INACTIVE, evaluation('met'), AT_ONCE, 1_000).state;
  expect(remove(firing, 500, 'removed')).toMatchObject({
    transition: 'resolved',
    reason: 'removed',
    state: { phase: 'inactive', resolvedAt: 1_000 },
  });
});

const history = fc.array(fc.constantFrom<ConditionState>('met', 'band', 'clear', 'unknown'), {
  maxLength: 60,
});
const timing = fc.record({
  forMs: fc.constantFrom(0, 60, 150),
  keepFiringForMs: fc.constantFrom(0, 60, 150),
});

test('A8 over any history: no end without fresh evidence, no second beginning, no firing upon blindness', () => {
  fc.assert(
    fc.property(history, timing, (states, times) => {
      let state: AlertState = INACTIVE;
      let startedAt: number | null = null;
      for (const [i, evidence] of states.entries()) {
        const at = i * 60;
        const before = state;
        const next = step(state, evaluation(evidence), times, at);
        state = next.state;
        if (evidence === 'unknown') expect(next.transition).toBeNull();
        if (next.transition === 'resolved') expect(evidence).toBe('clear');
        if (next.transition === 'fired') {
          expect(evidence).toBe('met');
          expect(at - (state.pendingAt ?? at)).toBeGreaterThanOrEqual(times.forMs);
          startedAt = state.firingAt;
        }
        if (state.phase === 'firing') expect(state.firingAt).toBe(startedAt);
        if (before.phase === 'firing' && state.phase !== 'firing') {
          expect(next.transition).toBe('resolved' satisfies Transition);
          expect(state.resolvedAt).toBeGreaterThanOrEqual(state.firingAt!);
        }
        expect(state.at).toBeGreaterThanOrEqual(before.at);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('D3 what pends again goes on as the episode that others know, which has not ended', () => {
  const waits: Timing = { forMs: 5, keepFiringForMs: 0 };
  const over = step(
    step(INACTIVE, evaluation('met'), AT_ONCE, 1).state,
    evaluation('clear'),
    AT_ONCE,
    2,
  ).state;
  const pending = step(over, evaluation('met'), waits, 20).state;
  const remembered = step(INACTIVE, evaluation('met'), AT_ONCE, 10).state;
  const state = reconcile(pending, remembered, NEVER_CLEAR);
  expect(state).toMatchObject({ phase: 'firing', firingAt: 10, resolvedAt: null });
});

test('an episode that only we know of is not ended by what waits later and knows of no end', () => {
  const waits: Timing = { forMs: 5, keepFiringForMs: 0 };
  const ours = step(INACTIVE, evaluation('met'), AT_ONCE, 10).state;
  const earlier = step(step(INACTIVE, evaluation('met'), AT_ONCE, 1).state, evaluation('clear'), AT_ONCE, 2);
  const later = step(ours, evaluation('clear'), AT_ONCE, 19);
  const waiting = (state: AlertState) => step(state, evaluation('met'), waits, 20).state;
  for (const unaware of [INACTIVE, earlier.state])
    expect(reconcile(ours, waiting(unaware), NEVER_CLEAR)).toBe(ours);
  expect(reconcile(ours, waiting(later.state), NEVER_CLEAR)).toMatchObject({ phase: 'pending' });
});

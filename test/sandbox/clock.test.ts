import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';

describe('simulated time', () => {
  test('is the wall time at speed 1', () => {
    const clock = createSimulatedClock({ wall: () => 1_234_567 });
    expect(clock.now()).toBe(1_234_567);
  });

  test('never steps back while it is frozen, moved on and let go', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat(100_000) }),
      fc.record({ do: fc.constant('advance' as const), ms: fc.nat(100_000) }),
      fc.record({ do: fc.constantFrom('freeze' as const, 'resume' as const), ms: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step), fc.constantFrom(1, 7, 60), (steps, speed) => {
        let wall = 1_000;
        const clock = createSimulatedClock({ wall: () => wall, speed, start: 1_000 });
        let before = clock.now();
        for (const { do: what, ms } of steps) {
          const frozen = clock.frozen;
          if (what === 'wait') wall += ms;
          else if (what === 'advance') clock.advance(ms);
          else clock[what]();
          const moved = clock.now() - before;
          expect(moved).toBe(what === 'advance' ? ms : what === 'wait' && !frozen ? ms * speed : 0);
          before = clock.now();
        }
      }),
    );
  });

  test('refuses to go where no date is, and stays where it was', () => {
    const clock = createSimulatedClock({ wall: () => 0 });
    for (const frozen of [false, true]) {
      if (frozen) clock.freeze();
      expect(() => clock.advance(8.64e15 + 1)).toThrow(RangeError);
      expect(clock.now()).toBe(0);
    }
  });

  test('refuses to go back', () => {
    expect(() => createSimulatedClock({ wall: () => 0 }).advance(-1)).toThrow('time only moves on');
  });
});

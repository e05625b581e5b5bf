import { describe, expect, test } from 'vitest';
import { snapshots } from '../../src/sandbox/history.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { computingMs } from '../support/cpu.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const scenario = createScenario({ seed: 'test', merchants: MERCHANTS });

describe('snapshots', () => {
  test('tell every wallet at every step in [from, to), in order', () => {
    const midnight = Date.UTC(2026, 10, 6);
    const told = [
      ...snapshots(scenario, { from: midnight + 1, to: midnight + 10 * MINUTE + 1, stepMs: 5 * MINUTE }),
    ];
    const slots = [midnight + 5 * MINUTE, midnight + 10 * MINUTE];
    expect(told).toEqual(
      slots.flatMap((slot) =>
        MERCHANTS.flatMap(({ name }) =>
          scenario.at(name, slot).map((wallet) => ({ account: name, slot, ...wallet })),
        ),
      ),
    );
    expect(told).toHaveLength(40);
  });

  test('end where the present begins', () => {
    const now = Date.UTC(2026, 10, 20, 9);
    const told = [...snapshots(scenario, { from: now - MINUTE, to: now, stepMs: MINUTE })];
    expect(new Set(told.map(({ slot }) => slot))).toEqual(new Set([now - MINUTE]));
  });

  test('of a fortnight by minutes take seconds', () => {
    const to = Date.UTC(2026, 10, 20, 9);
    let count = 0;
    const ms = computingMs(() => {
      for (const _ of snapshots(scenario, { from: to - 14 * DAY, to, stepMs: 10 * MINUTE })) count++;
    });
    expect(count).toBe(14 * 144 * 20);
    expect(ms).toBeLessThan(5_000); // a tenth of the fortnight's minutes
  });
});

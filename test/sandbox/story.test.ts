import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { snapshots } from '../../src/sandbox/history.ts';
import { createStory, STORY_WALLET } from '../../src/sandbox/story.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

function tellAt(startedAt: number) {
  let now = startedAt;
  const story = createStory({ startedAt, wall: () => now });
  const available = (wall: number): bigint => {
    now = wall;
    const wallets = story.scenario.at('acme-ug', story.clock.now());
    const found = wallets.find((w) => w.currency === 'UGX' && w.walletType === 'MERCHANT_PAYOUT');
    return BigInt(found!.available.replace(/\..*/, ''));
  };
  return { story, available };
}

describe("the demo's story", () => {
  test('whenever it starts, the wallet falls below its threshold within a minute, stays low, and is topped up', () => {
    const start = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
    fc.assert(
      fc.property(start, (startedAt) => {
        const { story, available } = tellAt(startedAt);
        const threshold = BigInt(STORY_WALLET.threshold);
        expect(available(startedAt)).toBeGreaterThan(threshold - 1n);
        for (let wall = startedAt + 26_000; wall < startedAt + 4 * MINUTE; wall += 10_000) {
          expect(available(wall)).toBeLessThan(threshold);
        }
        expect(available(story.toppedUpAt + 1_000)).toBeGreaterThan((threshold * 6n) / 5n);
      }),
    );
  });

  test('quotes the threshold that the scenario suggests', () => {
    const { story } = tellAt(Date.UTC(2026, 10, 21, 1));
    expect(story.thresholds).toContainEqual(STORY_WALLET);
  });

  test('goes on after a restart as if it had never stopped', () => {
    const first = tellAt(Date.UTC(2026, 10, 21, 1));
    const again = tellAt(Date.UTC(2026, 10, 21, 1));
    const later = Date.UTC(2026, 10, 21, 3, 17);
    first.available(Date.UTC(2026, 10, 21, 1, 30));
    expect(again.available(later)).toBe(first.available(later));
  });

  test('follows on from the past that was told before it: no jump at the start', () => {
    const startedAt = Date.UTC(2026, 10, 20, 9);
    const { story, available } = tellAt(startedAt);
    const last = [
      ...snapshots(story.scenario, { from: startedAt - MINUTE, to: startedAt, stepMs: MINUTE }),
    ].find(
      (one) => one.account === 'acme-ug' && one.walletType === 'MERCHANT_PAYOUT' && one.currency === 'UGX',
    );
    const difference = BigInt(last!.available) - available(startedAt);
    expect(difference >= 0n && difference < 200_000n).toBe(true);
  });
});

describe('snapshots', () => {
  const { story } = tellAt(Date.UTC(2026, 10, 20, 9));

  test('tell every wallet at every step in [from, to), in order', () => {
    const from = Date.UTC(2026, 10, 6) + 1;
    const told = [...snapshots(story.scenario, { from, to: from + 10 * MINUTE, stepMs: 5 * MINUTE })];
    expect(new Set(told.map(({ slot }) => slot))).toEqual(
      new Set([from - 1 + 5 * MINUTE, from - 1 + 10 * MINUTE]),
    );
    expect(told).toHaveLength(40);
    expect(told[20]).toEqual({
      account: 'acme-ug',
      slot: from - 1 + 10 * MINUTE,
      ...story.scenario.at('acme-ug', from - 1 + 10 * MINUTE)[0],
    });
  });

  test('of a fortnight by minutes take seconds', () => {
    const to = Date.UTC(2026, 10, 20, 9);
    const before = performance.now();
    let count = 0;
    for (const _ of snapshots(story.scenario, { from: to - 14 * DAY, to, stepMs: 10 * MINUTE })) count++;
    expect(count).toBe(14 * 144 * 20);
    expect(performance.now() - before).toBeLessThan(5_000); // a tenth of the fortnight's minutes
  });
});

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

  test('refuses to go back', () => {
    expect(() => createSimulatedClock({ wall: () => 0 }).advance(-1)).toThrow('time only moves on');
  });
});

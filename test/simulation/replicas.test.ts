// Several replicas of the whole monitor that die, and one that is too slow for its slots.
import { expect, test } from 'vitest';
import { createChance } from './chance.ts';
import type { Fault } from './faults.ts';
import { simulate } from './simulation.ts';
import { reload, startAnew, stop, type World } from './world.ts';

const MINUTE_MS = 60_000;
const SEEDS = [1, 2, 3];

/** The amounts of a wallet, by minutes: low for forty minutes, and well before and after. */
const LOW_FOR_A_WHILE: readonly (readonly [number, bigint])[] = [
  [0, 500_000_000n],
  [30, 50_000_000n],
  [70, 500_000_000n],
];

/** One of three replicas is killed every few minutes, for less than that: the others are there. */
function kills(seed: number): Fault[] {
  const chance = createChance(seed);
  return Array.from({ length: 90 }, (_, i) => ({
    kind: 'replica_killed',
    at: (i + chance.between(0.1, 0.3)) * 6 * MINUTE_MS,
    lasts: chance.between(0.1, 0.7) * 6 * MINUTE_MS,
    whom: chance.below(3),
  }));
}

test('H7 three replicas killed at random, ten an hour: alerts come within the bound, and a take-over', {
  timeout: 900_000,
}, async () => {
  // A slot whose poller dies is polled again once nobody can still be polling it.
  for (const seed of SEEDS) {
    const run = await simulate(seed, { replicas: 3, faults: kills(seed), boundOverKillsMs: 60_000 });
    expect(run.violations, `seed ${seed}`).toEqual([]);
  }
});

/** Gives a wallet the amounts of a timetable, in minutes from the beginning. */
function holds({ clockwork, services }: World, timetable: readonly (readonly [number, bigint])[]): void {
  const begun = clockwork.now();
  Object.defineProperty(services.wallets[0]!, 'available', {
    get: () => timetable.findLast(([minute]) => clockwork.now() - begun >= minute * MINUTE_MS)![1],
    set() {},
  });
}

test('H2 a replica that stood still goes on with what the others have decided: what they ended is not told again', {
  timeout: 900_000,
}, async () => {
  const run = await simulate(5, {
    faults: [],
    begin(world) {
      const { clockwork, replicas } = world;
      const { process } = replicas[0]!;
      // Low, then well while one of them stands still, and then between the two limits: that ends nothing, and begins
      // nothing.
      holds(world, [
        [0, 500_000_000n],
        [30, 50_000_000n],
        [70, 500_000_000n],
        [82, 110_000_000n],
        [200, 500_000_000n],
      ]);
      clockwork.after(60 * MINUTE_MS, () => {
        process.paused = true;
      });
      clockwork.after(91 * MINUTE_MS, () => clockwork.resume(process));
    },
  });
  expect(run.violations).toEqual([]);
});

test('H2 a replica that stood still tells nobody of a silence that it alone has heard', {
  timeout: 900_000,
}, async () => {
  const silences: string[] = [];
  const run = await simulate(5, {
    faults: [],
    begin({ clockwork, replicas }) {
      const { process } = replicas[0]!;
      clockwork.after(60 * MINUTE_MS, () => {
        process.paused = true;
      });
      clockwork.after(71 * MINUTE_MS, () => clockwork.resume(process));
    },
    inspect({ receivers }) {
      const told = [...receivers.told, ...receivers.messages].map(({ labels }) => labels['alertname'] ?? '');
      silences.push(...told.filter((name) => name === 'BalanceUnknown' || name === 'ScheduleStalled'));
    },
  });
  expect(run.violations).toEqual([]);
  expect(silences).toEqual([]);
});

test('H2 a replica whose clock was ahead goes on with what the others have decided', {
  timeout: 900_000,
}, async () => {
  // Of two replicas, the second one's clock, by fifty minutes.
  const ahead: Fault = { kind: 'clock_ahead', at: 60 * MINUTE_MS, lasts: 22 * MINUTE_MS, whom: 49 };
  const run = await simulate(7, {
    faults: [ahead],
    begin(world) {
      const { clockwork, services } = world;
      // Well again while the clock of one replica is ahead, so that it polls nothing; and when that is over, silence.
      holds(world, LOW_FOR_A_WHILE);
      clockwork.after(82 * MINUTE_MS, () => services.trouble.set('a', 'refused'));
      clockwork.after(110 * MINUTE_MS, () => services.trouble.delete('a'));
    },
  });
  expect(run.violations).toEqual([]);
});

test('C1 P5 a stop takes ten seconds at most, also while the database swallows what is to be saved', {
  timeout: 900_000,
}, async () => {
  const run = await simulate(8, {
    faults: [],
    begin(world) {
      const { clockwork, replicas, database } = world;
      holds(world, LOW_FOR_A_WHILE);
      clockwork.after(29 * MINUTE_MS, () => {
        database.trouble = 'black_hole';
      });
      clockwork.after(40 * MINUTE_MS, () => {
        database.trouble = undefined;
      });
      // At several times of a request that will not be answered.
      for (const [i, replica] of replicas.entries()) {
        clockwork.after(30 * MINUTE_MS + 12_000 + i * 5_000, () =>
          stop(world, replica, () => startAnew(world, replica)),
        );
      }
    },
  });
  expect(run.violations).toEqual([]);
});

test('A14 a reload and a restart while Postgres is away tell of nothing that ended long before', {
  timeout: 900_000,
}, async () => {
  let late: unknown[] | undefined;
  let begun = 0;
  const run = await simulate(9, {
    faults: [],
    begin(world) {
      const { clockwork, replicas, database } = world;
      begun = clockwork.now();
      holds(world, LOW_FOR_A_WHILE);
      clockwork.after(120 * MINUTE_MS, () => {
        database.trouble = 'away';
      });
      clockwork.after(122 * MINUTE_MS, () => reload(world, {}));
      clockwork.after(124 * MINUTE_MS, () => stop(world, replicas[0]!, () => startAnew(world, replicas[0]!)));
      clockwork.after(130 * MINUTE_MS, () => {
        database.trouble = undefined;
      });
    },
    inspect({ receivers }) {
      const outage = begun + 120 * MINUTE_MS;
      const about = receivers.messages.filter(
        ({ labels }) => labels['account'] === 'a' && labels['wallet_type'] === 'MERCHANT_PAYOUT',
      );
      expect(about.map(({ status }) => status)).toContain('resolved');
      late = about.filter(({ at }) => at > outage - MINUTE_MS);
    },
  });
  expect(run.violations).toEqual([]);
  expect(late).toEqual([]);
});

test('A14 a threshold that one replica raises by a reload after the other, with a poll in between, is told of once', {
  timeout: 900_000,
}, async () => {
  let begun: ReadonlySet<number> | undefined;
  const run = await simulate(13, {
    faults: [],
    begin(world) {
      holds(world, [
        [0, 150_000_000n],
        [70, 500_000_000n],
      ]);
      world.clockwork.after(29 * MINUTE_MS, () => reload(world, { threshold: 2_000_000 }, 2 * MINUTE_MS));
    },
    inspect({ receivers }) {
      const about = receivers.messages.filter(
        ({ labels }) => labels['account'] === 'a' && labels['wallet_type'] === 'MERCHANT_PAYOUT',
      );
      begun = new Set(about.map(({ startsAt }) => startsAt));
    },
  });
  expect(run.violations).toEqual([]);
  expect(begun).toHaveProperty('size', 1);
});

test('M8 a restart while Postgres is silent takes an answer without wallets for no evidence that balances are known', {
  timeout: 900_000,
}, async () => {
  const ends: number[] = [];
  let begun = 0;
  const run = await simulate(11, {
    faults: [],
    begin(world) {
      const { clockwork, services, replicas, database } = world;
      begun = clockwork.now();
      clockwork.after(60 * MINUTE_MS, () => services.trouble.set('a', 'no_wallets'));
      clockwork.after(80 * MINUTE_MS, () => {
        database.trouble = 'black_hole';
      });
      clockwork.after(82 * MINUTE_MS, () => stop(world, replicas[0]!, () => startAnew(world, replicas[0]!)));
      clockwork.after(100 * MINUTE_MS, () => {
        database.trouble = undefined;
      });
      clockwork.after(110 * MINUTE_MS, () => services.trouble.delete('a'));
    },
    inspect({ receivers }) {
      const unknown = receivers.messages.filter(({ labels }) => labels['alertname'] === 'BalanceUnknown');
      const over = unknown.filter(({ labels, status }) => labels['account'] === 'a' && status === 'resolved');
      ends.push(...over.map(({ at }) => (at - begun) / MINUTE_MS));
    },
  });
  expect(run.violations).toEqual([]);
  expect(Math.min(...ends)).toBeGreaterThan(110);
});

test('H8 a replica so slow that others take its slots over wakes up: each is taken over once, and stored once', {
  timeout: 900_000,
}, async () => {
  for (const seed of SEEDS) {
    let slow: World | undefined;
    const run = await simulate(seed, {
      faults: [],
      begin(world) {
        const { clockwork, replicas } = world;
        const { process } = replicas[0]!;
        // The replica stands still between claim and poll of each slot, for longer than anybody may poll it.
        for (let slot = 30; slot < 240; slot += 5) {
          clockwork.after(slot * MINUTE_MS + 2_000, () => {
            process.paused = true;
          });
          clockwork.after(slot * MINUTE_MS + 100_000, () => clockwork.resume(process));
        }
      },
      inspect(world) {
        slow = world;
      },
    });
    expect(run.violations, `seed ${seed}`).toEqual([]);
    const takeOvers = [...slow!.database.takeOvers.values()];
    expect(takeOvers.length, 'some slots were taken over').toBeGreaterThan(3);
    expect(Math.max(...takeOvers)).toBe(1);
  }
});

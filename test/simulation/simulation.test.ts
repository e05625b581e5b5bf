// The whole monitor in simulated worlds, always the same few; `npm run simulation` runs others, and more of them.
// FLOATWATCH_SEED=n begins with that seed, FLOATWATCH_WORLDS=n runs n worlds.
import { expect, test } from 'vitest';
import { jitter } from '../../src/monitor/polling/jitter.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { createChance } from './chance.ts';
import { allPairs, drawFaults, FAULT_KINDS, pairsMet, pairsOf, runsForAllPairs } from './faults.ts';
import { PAIRS, simulate } from './simulation.ts';
import { runWorlds } from './worlds.ts';

const FIRST = Number(process.env['FLOATWATCH_SEED'] ?? 1);
const ASKED = process.env['FLOATWATCH_WORLDS'];
const WORLDS = Number(ASKED ?? 9);
const BUDGET_MS = 60_000; // a busy machine runs as many worlds as this allows, unless their number was asked for

test('in simulated worlds no promise is broken', { timeout: 3_600_000 }, async () => {
  const begun = performance.now();
  const broken: string[] = [];
  let run = 0;
  await runWorlds({
    first: FIRST,
    count: WORLDS,
    onResult({ seed, violations }) {
      run++;
      if (violations.length > 0)
        broken.push(`npm run simulation -- --seed ${seed} --trace: ${violations[0]}`);
      return ASKED === undefined && performance.now() - begun > BUDGET_MS ? 'stop' : 'go on';
    },
  });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  process.stdout.write(`simulated worlds: ${run} of ${WORLDS} from seed ${FIRST} on, in ${seconds} s\n`);
  expect(broken).toEqual([]);
});

test('the same seed is the same world', { timeout: 900_000 }, async () => {
  const run = async () => {
    const lines: string[] = [];
    await simulate(100, { trace: (line) => lines.push(line) });
    return lines;
  };
  const first = await run();
  expect(first.length).toBeGreaterThan(10);
  expect(await run()).toEqual(first);
});

test('every pair of faults has its turn, and within as many runs as CI has', () => {
  const met = new Set<string>();
  const runs = runsForAllPairs(PAIRS);
  for (let run = 0; run < runs; run++) {
    for (const pair of pairsOf(run, PAIRS)) met.add([...pair].sort().join(' + '));
  }
  expect([...met].sort()).toEqual(allPairs().sort());
  expect(met.size).toBe((FAULT_KINDS.length * (FAULT_KINDS.length + 1)) / 2);
  expect(runs).toBeLessThanOrEqual(200);
});

test('faults that last at the same time have met', () => {
  const one = { kind: 'disk_full', at: 0, lasts: 10, whom: 0 } as const;
  const other = { kind: 'webhook_refused', at: 11, lasts: 10, whom: 0 } as const;
  expect(pairsMet([one, other]).size).toBe(0);
  expect([...pairsMet([one, { ...other, at: 10 }])]).toEqual(['disk_full + webhook_refused']);
});

test('some kills come while a request is under way, or its answer is written', () => {
  const chance = createChance(1);
  const faults = Array.from({ length: 300 }, () =>
    drawFaults(chance, [['replica_killed', 'reload_same']], 3_600_000),
  ).flat();
  const kills = faults.filter(({ kind }) => kind === 'replica_killed').map(({ at }) => at % 300_000);
  const asked = ['a', 'b', 'c'].map((name) => jitter(name, 0, createSchedule('*/5 * * * *', 'UTC')));
  for (const at of [0, ...asked])
    expect(kills.filter((kill) => kill >= at && kill < at + 400).length).toBeGreaterThan(10);
});

test('an oracle that looks sees a broken promise: an amount that nobody sent', {
  timeout: 900_000,
}, async () => {
  const { violations } = await simulate(100, { faults: [], sabotage: 'amounts' });
  expect(violations.join()).toContain('promise 7');
});

test('a world may have more accounts than usual', { timeout: 900_000 }, async () => {
  let asked: readonly string[] = [];
  const { violations } = await simulate(100, {
    accounts: 28,
    faults: [],
    inspect: ({ services }) => {
      asked = [...services.served.keys()].sort();
    },
  });
  expect(violations).toEqual([]);
  expect(asked).toHaveLength(28);
  expect(asked.filter((name) => name.length > 1)).toEqual(['a26', 'b27']);
});

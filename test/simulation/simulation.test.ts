// The whole monitor in simulated worlds; `npm run simulation` runs more of them.
// FLOATWATCH_SEED=n begins with another seed, FLOATWATCH_WORLDS=n runs so many.
import { expect, test } from 'vitest';
import { FAULT_KINDS, pairsMet, pairsOf, runsForAllPairs } from './faults.ts';
import { simulate } from './simulation.ts';

const FIRST = Number(process.env['FLOATWATCH_SEED'] ?? 100);
const WORLDS = Number(process.env['FLOATWATCH_WORLDS'] ?? 4);

test(`${WORLDS} worlds from seed ${FIRST} on: no promise is broken`, {
  timeout: WORLDS * 120_000,
}, async () => {
  for (let seed = FIRST; seed < FIRST + WORLDS; seed++) {
    const { violations, faults } = await simulate(seed);
    expect(violations, `npm run simulation -- --seed ${seed} --trace`).toEqual([]);
    expect(pairsMet(faults).size).toBeGreaterThan(0);
  }
});

test('the same seed is the same world', { timeout: 240_000 }, async () => {
  const run = async () => {
    const lines: string[] = [];
    await simulate(FIRST, { trace: (line) => lines.push(line) });
    return lines;
  };
  expect(await run()).toEqual(await run());
});

test('every pair of faults has its turn', () => {
  const count = 4;
  const met = new Set<string>();
  for (let run = 0; run < runsForAllPairs(count); run++) {
    for (const pair of pairsOf(run, count)) met.add([...pair].sort().join(' + '));
  }
  expect(met.size).toBe((FAULT_KINDS.length * (FAULT_KINDS.length + 1)) / 2);
});

test('an oracle that looks sees a broken promise: an amount that nobody sent', {
  timeout: 240_000,
}, async () => {
  const { violations } = await simulate(FIRST, { faults: [], sabotage: 'amounts' });
  expect(violations.join()).toContain('promise 7');
});

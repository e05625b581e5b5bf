// `npm run simulation -- --seeds 1000`, `-- --seed 17 --trace`: the whole monitor in simulated worlds.
import { parseArgs } from 'node:util';
import { FAULT_KINDS, pairsMet } from './faults.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const trace = values.trace ? print : () => {};
const first = Number(values.seed ?? values.from);
const last = values.seed === undefined ? first + Number(values.seeds) - 1 : first;
const met = new Set<string>();
const failed: number[] = [];
const startedAt = performance.now();
let simulatedMs = 0;

for (let seed = first; seed <= last; seed++) {
  const result = await simulate(seed, { trace });
  for (const pair of pairsMet(result.faults)) met.add(pair);
  simulatedMs += result.simulatedMs;
  if (result.violations.length === 0) continue;
  failed.push(seed);
  print(`seed ${seed}:`);
  for (const violation of result.violations.slice(0, 5)) print(`  ${violation}`);
  for (const { kind, at, lasts, whom } of await shrink(seed, result.faults)) {
    print(`  needs ${kind} at ${Math.round(at / 1_000)} s for ${Math.round(lasts / 1_000)} s (${whom})`);
  }
}
const seconds = (performance.now() - startedAt) / 1_000;
const accountDays = (simulatedMs / 86_400_000) * 2;
const pairs = (FAULT_KINDS.length * (FAULT_KINDS.length + 1)) / 2;
print(
  `seeds ${first} to ${last}: ${failed.length} failed${failed.length > 0 ? `: ${failed.join(' ')}` : ''}`,
);
print(
  `${met.size} of ${pairs} pairs of faults met; ${(accountDays / (seconds / 60)).toFixed(0)} account-days a minute`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

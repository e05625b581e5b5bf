// `npm run simulation -- --seeds 1000`, `-- --seed 17 --trace`: the whole monitor in simulated worlds.
// `-- --shards --seeds 100`: worlds in which the number of shards changes.
// `-- --fresh --seeds 200 --within 60`: seeds that nobody has run, for a minute at most.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { allPairs, pairsMet } from './faults.ts';
import { ACCOUNTS } from './settings.ts';
import { runShards } from './shards-runs.ts';
import { shrink } from './shrink.ts';
import { type RunResult, simulate } from './simulation.ts';
import { runWorlds } from './worlds.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
    within: { type: 'string', default: 'Infinity' },
    tolerate: { type: 'string', default: '0' },
    seed: { type: 'string' },
    shards: { type: 'boolean', default: false },
    threads: { type: 'string' },
    accounts: { type: 'string', default: String(ACCOUNTS) },
    trace: { type: 'boolean', default: false },
    'until-broken': { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
});
let stopped = false; // by a signal; the worlds that have run are summed up all the same
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopped = true;
  });
}
const print = (line: string) => process.stdout.write(`${line}\n`);
const met = new Set<string>();
const failed: RunResult[] = [];
const startedAt = performance.now();
const endsAt = startedAt + Number(values.within) * 1_000;
const count = Number(values.seeds);
const first = values.fresh ? randomInt(1_000_000, 2 ** 31) : Number(values.from);
if (values.shards) {
  const one = values.seed === undefined ? {} : { first: Number(values.seed), count: 1 };
  const isOver = (broken: number) =>
    stopped || performance.now() >= endsAt || (values['until-broken'] && broken > 0);
  const broken = await runShards({ first, count, ...one, trace: values.trace, print, isOver });
  process.exit(broken > Number(values.tolerate) ? 1 : 0);
}
const accounts = Number(values.accounts); // in each world
let worlds = 0;
let simulatedMs = 0;

if (values.seed === undefined) {
  print(`${count} seeds from ${first} on`);
  await runWorlds({
    first,
    count,
    accounts,
    ...(values.threads !== undefined && { threads: Number(values.threads) }),
    onResult,
  });
} else onResult(await simulate(Number(values.seed), { accounts, trace: values.trace ? print : () => {} }));
const seconds = (performance.now() - startedAt) / 1_000;
const cpuMinutes = (process.cpuUsage().user + process.cpuUsage().system) / 60_000_000;
const accountDays = (simulatedMs / 86_400_000) * accounts;

for (const { seed, faults, violations } of failed.sort((a, b) => a.seed - b.seed)) {
  print(`seed ${seed}:`);
  for (const violation of violations.slice(0, 5)) print(`  ${violation}`);
  if (values['no-shrink']) continue;
  for (const { kind, at, lasts, whom } of await shrink(seed, faults, accounts)) {
    print(`  needs ${kind} at ${Math.round(at / 1_000)} s for ${Math.round(lasts / 1_000)} s (${whom})`);
  }
}
const missing = allPairs().filter((pair) => !met.has(pair));
print(
  `${worlds} worlds in ${Math.round(seconds)} s, ${failed.length} of them failed; ${met.size} of ${allPairs().length} pairs of faults met`,
);
if (missing.length > 0 && missing.length <= 20) print(`not met: ${missing.join(', ')}`);
print(
  `${accountDays.toFixed(1)} account-days, ${((accountDays / seconds) * 60).toFixed(0)} a minute ` +
    `(${(accountDays / cpuMinutes).toFixed(0)} a minute of one core)`,
);
process.exitCode = failed.length > Number(values.tolerate) ? 1 : 0;

function onResult(result: RunResult): 'go on' | 'stop' {
  worlds++;
  simulatedMs += result.simulatedMs;
  for (const pair of pairsMet(result.faults)) met.add(pair);
  if (result.violations.length > 0) {
    failed.push(result);
    print(`seed ${result.seed} fails: ${result.violations[0]}`);
  }
  const isOver = stopped || performance.now() >= endsAt || (values['until-broken'] && failed.length > 0);
  return isOver ? 'stop' : 'go on';
}

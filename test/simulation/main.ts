// `npm run simulation -- --seeds 1000`, `-- --seed 17 --trace`: the whole monitor in simulated worlds.
// `-- --shards --seeds 100`: worlds in which the number of shards changes.
// `-- --seeds 100 --look 10`: the oracle looks every ten seconds or so, in place of every four minutes.
// `-- --fresh --seeds 200 --within 60`: seeds that nobody has run, for a minute at most.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { allPairs, FAULT_KINDS, pairName, pairsMet } from './faults.ts';
import { ACCOUNTS } from './settings.ts';
import type { RunResult } from './simulation.ts';
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
    look: { type: 'string' },
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
const endsAt = startedAt + numberOf('within') * 1_000;
const count = numberOf('seeds', 1);
const first = values.fresh ? randomInt(1_000_000, 2 ** 31) : numberOf('from');
const seed = values.seed === undefined ? undefined : numberOf('seed');
const tolerated = numberOf('tolerate');
if (values.trace && seed === undefined) refuse('--trace needs the --seed of one world');
if (values.shards) {
  const one = seed === undefined ? {} : { first: seed, count: 1 };
  const { runShards } = await import('./shards-runs.ts');
  const isOver = (broken: number) =>
    stopped || performance.now() >= endsAt || (values['until-broken'] && broken > 0);
  const broken = await runShards({ first, count, ...one, trace: values.trace, print, isOver });
  process.exit(broken > tolerated ? 1 : 0);
}
const accounts = numberOf('accounts', 1); // in each world
const lookMs = values.look === undefined ? undefined : numberOf('look', 1) * 1_000;
let worlds = 0;
let simulatedMs = 0;

if (seed === undefined) {
  print(`${count} seeds from ${first} on`);
  await runWorlds({
    first,
    count,
    ...{ accounts, lookMs },
    ...(values.threads !== undefined && { threads: numberOf('threads', 1) }),
    onResult,
  });
} else {
  const { simulate } = await import('./simulation.ts'); // many worlds run in threads, which load it themselves
  onResult(await simulate(seed, { accounts, lookMs, trace: values.trace ? print : () => {} }));
}
const seconds = (performance.now() - startedAt) / 1_000;
const cpuMinutes = (process.cpuUsage().user + process.cpuUsage().system) / 60_000_000;
const accountDays = (simulatedMs / 86_400_000) * accounts;

for (const { seed, faults, violations } of failed.sort((a, b) => a.seed - b.seed)) {
  print(`seed ${seed}:`);
  for (const violation of violations.slice(0, 5)) print(`  ${violation}`);
  if (values['no-shrink']) continue;
  const { shrink } = await import('./shrink.ts');
  for (const { kind, at, lasts, whom } of await shrink(seed, faults, { accounts, lookMs })) {
    print(`  needs ${kind} at ${Math.round(at / 1_000)} s for ${Math.round(lasts / 1_000)} s (${whom})`);
  }
}
print(
  `${worlds} worlds in ${Math.round(seconds)} s, ${failed.length} of them failed; ${met.size} of ${allPairs().length} pairs of faults met`,
);
const isWorthNaming = met.size > allPairs().length / 2;
for (const [i, kind] of isWorthNaming ? FAULT_KINDS.entries() : []) {
  const missing = FAULT_KINDS.slice(i).filter((other) => !met.has(pairName(kind, other)));
  if (missing.length > 0) print(`${kind} has not met ${missing.join(', ')}`);
}
print(
  `${accountDays.toFixed(1)} account-days, ${((accountDays / seconds) * 60).toFixed(0)} a minute ` +
    `(${(accountDays / cpuMinutes).toFixed(0)} a minute of one core)`,
);
process.exitCode = failed.length > tolerated ? 1 : 0;

/** The number that this flag gives; ends the program if it is none, or less than `least`. */
function numberOf(
  flag: 'seeds' | 'from' | 'seed' | 'within' | 'tolerate' | 'accounts' | 'look' | 'threads',
  least = 0,
) {
  const number = Number(values[flag] || Number.NaN);
  if (!(number >= least)) refuse(`--${flag} takes a number from ${least} on, not "${values[flag]}"`);
  return number;
}

function refuse(why: string): never {
  process.stderr.write(`simulation: ${why}\n`);
  process.exit(2);
}

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

// `npm run soak -- --minutes 60 --seed 7`: two replicas beside real programs, and misfortunes by a seed. Needs root, for
// small disks, and Prometheus and Alertmanager. Ends with a reckoning of every answer and every alert.
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createChance } from '../simulation/chance.ts';
import { KINDS, MISFORTUNES, type MisfortuneKind } from './misfortunes.ts';
import { type Incident, reckon } from './reckoning.ts';
import { ACCOUNTS, WALLETS } from './service.ts';
import { type Stack, startStack } from './stack.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const MINUTE_MS = 60_000;
const CALM_MS = 2.5 * MINUTE_MS; // at the end: everything must come right
const lastsMs = Math.max(4, Number(values.minutes)) * MINUTE_MS;
const chance = createChance(Number(values.seed));
const print = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

print(`seed ${values.seed}, ${Math.round(lastsMs / MINUTE_MS)} minutes`);
await using stack = await startStack(chance);
const began = Date.now();
const incidents: Incident[] = [];
const underWay = new Set<Promise<void>>();
const busy = new Set<string>();
for (const replica of stack.replicas) await replica.running.until(/"addresses":/);
while (Date.now() - began < lastsMs - CALM_MS) {
  await setTimeout(chance.between(5_000, 30_000));
  const one = befall(stack, chance.pick(KINDS)).finally(() => underWay.delete(one));
  underWay.add(one);
}
await Promise.all(underWay);
const names = ACCOUNTS.flatMap((account) => WALLETS.map((type) => `${account}/${type}`));
stack.service.low = new Set(names.filter(() => chance.is(0.4)));
print(`calm; low are ${[...stack.service.low].join(', ')}`);
await setTimeout(CALM_MS);

const { lines, flaws } = await reckon(stack, incidents, began);
for (const line of lines) print(line);
for (const flaw of flaws.slice(0, 50)) print(`FLAW ${flaw}`);
print(flaws.length === 0 ? 'nothing is lost, nothing is doubled' : `${flaws.length} flaws`);
process.exitCode = flaws.length === 0 ? 0 : 1;

/** One misfortune from its beginning to its end; none where another of its kind is at work. */
async function befall(on: Stack, kind: MisfortuneKind): Promise<void> {
  const replica = chance.pick(on.replicas);
  const lasts = chance.between(3_000, 60_000);
  const ofReplica = /^(?:replica|disk|network)/.test(kind);
  const whom = kind.startsWith('replica')
    ? `replica ${replica.name}`
    : `${kind} ${ofReplica ? replica.name : ''}`;
  if (busy.has(whom)) return;
  busy.add(whom);
  const from = Date.now();
  print(`${kind} ${ofReplica ? replica.name : ''} for ${Math.round(lasts / 1_000)} s`);
  const end = await MISFORTUNES[kind](on, replica, chance);
  await setTimeout(lasts);
  await end();
  incidents.push({ kind, replica: ofReplica ? replica.name : '', from, to: Date.now() });
  busy.delete(whom);
}

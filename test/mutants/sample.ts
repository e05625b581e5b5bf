// `npm run mutate -- --sample 200 --seed 7`: mutants drawn from all of src by a seed, each against the tests that import its
// file and, without any mutant, reach its place. Says how many were noticed, and lists those that live on.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createChance } from '../simulation/chance.ts';
import { createTestFinder } from './imports.ts';
import { keyOf, openKept } from './kept.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { createReaches, probedSources, type Reaches } from './reach.ts';
import type { FileRan } from './resident.ts';
import { filesOfHouse, openRoom, ROOT, type Room } from './room.ts';

const AT_ONCE = 12; // tests, at most: few enough for a slow machine's patience
/** They make the server that the tests of a room share: it is made with such a mutant, and thrown away with it. */
const SERVER = /^src\/store\/(?:embedded|engines|postgres)\//;
const SLOW_MS = 10_000; // a test that takes as long waits for other programs: one failure of it is no evidence

interface Drawn extends Mutation {
  /** Where in the sample, from 1. */
  readonly number: number;
  readonly file: string;
}

/** Who noticed a mutant, or how many tests might have. */
type Fate = { readonly killer: string } | { readonly killer: undefined; readonly why: string };

/** The same sample for the same seed, as long as the sources are the same. */
function draw(count: number, seed: number): Drawn[] {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).sort();
  const all = files.flatMap((file) =>
    mutationsOf(file, readFileSync(join(ROOT, file), 'utf8')).map((mutation) => ({ ...mutation, file })),
  );
  const chance = createChance(seed);
  const drawn = new Set<Omit<Drawn, 'number'>>();
  while (drawn.size < Math.min(count, all.length)) drawn.add(chance.pick(all));
  return [...drawn].map((mutant, at) => ({ ...mutant, number: at + 1 }));
}

interface SampleOptions {
  readonly count: number;
  readonly seed: number;
  /** How many are tried at a time. */
  readonly jobs: number;
  /** Where in the sample to begin, from 1: to go on with one that was broken off. */
  readonly from: number;
  /** How many tests are asked about a mutant, the nearest first. */
  readonly nearest: number;
  /** Only these of the sample, by their numbers, such as those that lived when fewer tests were asked. @default all */
  readonly only?: readonly number[] | undefined;
  print(line: string): void;
}

/** Resolves with whether at least 95 of 100 were noticed. */
export async function runSample(options: SampleOptions): Promise<boolean> {
  const { count, seed, jobs, nearest, only, print } = options;
  const drawn = draw(count, seed);
  const mutants = drawn.slice(options.from - 1).filter(({ number }) => only?.includes(number) ?? true);
  const testsOf = createTestFinder(ROOT, globSync('{src,test}/**/*.ts', { cwd: ROOT }));
  const key = keyOf(ROOT, filesOfHouse(), `${count} by ${seed}`);
  const reaches = createReaches(openKept(join(ROOT, `reports/reached/${key}.jsonl`)));
  const survivors: { mutant: Drawn; why: string }[] = [];
  const left = mutants.values();
  await Promise.all(Array.from({ length: jobs }, work));
  const noticed = mutants.length - survivors.length;
  const share = ((100 * noticed) / mutants.length).toFixed(1);
  print(`\n${noticed} of ${mutants.length} mutants were noticed (seed ${seed}): ${share} %`);
  for (const { mutant, why } of survivors) print(`lives: ${describe(mutant)} (${why})`);
  return noticed >= 0.95 * mutants.length;

  async function work(): Promise<void> {
    await using room = openRoom();
    for (const [file, text] of probedSources(drawn, room)) room.write(file, text);
    for (const mutant of left) {
      const started = performance.now();
      const source = readFileSync(join(ROOT, mutant.file), 'utf8');
      const mutated = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end);
      const tests = testsOf(mutant.file).slice(0, nearest);
      if (SERVER.test(mutant.file)) await room.restart();
      const fate = await fateOf(mutant, tests, { room, reaches, mutated });
      if (SERVER.test(mutant.file)) await room.restart();
      if (fate.killer === undefined) survivors.push({ mutant, why: fate.why });
      const seconds = Math.round((performance.now() - started) / 1_000);
      const told = fate.killer === undefined ? `LIVES: ${fate.why}` : `noticed by ${fate.killer}`;
      print(`${mutant.number}. ${describe(mutant)}: ${told} (${seconds} s)`);
    }
  }
}

interface Asking {
  readonly room: Room;
  readonly reaches: Reaches;
  readonly mutated: string;
}

async function fateOf(mutant: Drawn, tests: readonly string[], asking: Asking): Promise<Fate> {
  const { room, reaches, mutated } = asking;
  let [asked, unable, unrun] = [0, 0, 0];
  for (const some of growing(tests)) {
    const known = (await reaches(some, room)).filter((each) => each !== null);
    unrun += some.length - known.length;
    const reaching = known.filter(({ reached }) => reached.includes(mutant.number));
    // A test that fails without any mutant too notices nothing.
    const able = reaching.filter(({ passed }) => passed).toSorted((a, b) => a.ms - b.ms);
    asked += able.length;
    unable += reaching.length - able.length;
    const killer = able.length > 0 ? await killerOf(able) : undefined;
    if (killer !== undefined) return { killer };
  }
  const reasons = [
    asked === 0 ? 'none of the tests reaches it' : `${asked} tests reach it`,
    ...(unable > 0 ? [`${unable} more fail without it too`] : []),
    ...(unrun > 0 ? [`${unrun} could not be run`] : []),
  ];
  return { killer: undefined, why: reasons.join(', ') };

  async function killerOf(able: readonly FileRan[]): Promise<string | undefined> {
    const probed = readFileSync(join(room.path, mutant.file), 'utf8');
    room.write(mutant.file, mutated);
    try {
      const failed = await failureOf(able);
      const known = able.find(({ test }) => test === failed);
      if (failed === undefined || (known !== undefined && known.ms < SLOW_MS)) return failed;
      if (known) return await failureOf([known]);
    } finally {
      room.write(mutant.file, probed);
    }
    // No test is to blame: what fails without the mutant too is no evidence.
    return (await failureOf(able)) === undefined ? 'a run that fails' : undefined;
  }

  /** The first test that fails, or what else goes wrong. */
  async function failureOf(able: readonly FileRan[]): Promise<string | undefined> {
    const usualMs = able.reduce((total, { ms }) => total + ms, 0);
    const names = able.map(({ test }) => test);
    const ran = await room.run(names, { withinMs: 90_000 + 5 * usualMs, bails: true });
    if (ran === undefined) return 'a run that does not end';
    if (ran.passed) return undefined;
    return ran.files.find(({ passed }) => !passed)?.test ?? 'a run that fails';
  }
}

/** One, then twice as many each time: most mutants die of the nearest, and then no other need be run. */
function* growing(tests: readonly string[]): Generator<readonly string[]> {
  for (let from = 0, count = 1; from < tests.length; from += count, count = Math.min(2 * count, AT_ONCE))
    yield tests.slice(from, from + count);
}

function describe({ file, start, end, replacement, kind }: Drawn): string {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const shown = source.slice(start, end).replace(/\s+/g, ' ');
  return `${file}:${line} ${kind}: ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown} → ${replacement}`;
}

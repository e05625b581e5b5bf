// `npm run mutate -- --sample 200 --seed 7`: mutants drawn from all of src by a seed, each against the tests that import its
// file. Says how many were noticed, and lists those that live on.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createChance } from '../simulation/chance.ts';
import { testsThatImport } from './imports.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

const ROOT = join(import.meta.dirname, '../..');
const NEAR = 6; // tests that are run first: most mutants die of them, and soon
const AT_ONCE = 12; // of the others: few enough for a slow machine's patience
const PATIENCE_MS = 600_000; // a mutant that hangs its tests for so long is noticed
const OUT_OF_TIME = 'a run that does not end';

interface Drawn extends Mutation {
  readonly file: string;
}

/** The same sample for the same seed, as long as the sources are the same. */
function draw(count: number, seed: number): Drawn[] {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).sort();
  const all = files.flatMap((file) =>
    mutationsOf(file, readFileSync(join(ROOT, file), 'utf8')).map((mutation) => ({ ...mutation, file })),
  );
  const chance = createChance(seed);
  const drawn = new Set<Drawn>();
  while (drawn.size < Math.min(count, all.length)) drawn.add(chance.pick(all));
  return [...drawn];
}

interface SampleOptions {
  readonly count: number;
  readonly seed: number;
  /** How many are tried at a time. */
  readonly jobs: number;
  /** Where in the sample to begin: to go on with one that was broken off. */
  readonly from: number;
  print(line: string): void;
}

/** Resolves with whether at least 95 of 100 were noticed. */
export async function runSample({ count, seed, jobs, from, print }: SampleOptions): Promise<boolean> {
  const mutants = draw(count, seed);
  const files = globSync('{src,test}/**/*.ts', { cwd: ROOT });
  const survivors: Drawn[] = [];
  let next = from;
  let tried = 0;
  await Promise.all(Array.from({ length: jobs }, work));
  const noticed = tried - survivors.length;
  print(
    `\n${noticed} of ${tried} mutants were noticed (seed ${seed}): ${((100 * noticed) / tried).toFixed(1)} %`,
  );
  for (const mutant of survivors) print(`lives: ${describe(mutant)}`);
  return noticed >= 0.95 * tried;

  async function work(): Promise<void> {
    const room = copyOfHouse();
    try {
      while (next < mutants.length) {
        const at = next++;
        const mutant = mutants[at]!;
        const started = performance.now();
        const killer = await killerOf(room, mutant);
        tried++;
        if (killer === undefined) survivors.push(mutant);
        const seconds = Math.round((performance.now() - started) / 1_000);
        print(`${at + 1}. ${describe(mutant)}: ${killer ? `noticed by ${killer}` : 'LIVES'} (${seconds} s)`);
      }
    } finally {
      rmSync(room, { recursive: true, force: true });
    }
  }

  async function killerOf(room: string, mutant: Drawn): Promise<string | undefined> {
    const path = join(room, mutant.file);
    const source = readFileSync(join(ROOT, mutant.file), 'utf8');
    const mutated = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end);
    const tests = testsThatImport(ROOT, mutant.file, files).map(({ test }) => test);
    try {
      for (const some of [tests.slice(0, NEAR), ...chunksOf(tests.slice(NEAR), AT_ONCE)]) {
        // A test that fails without any mutant too notices nothing: the others are asked without it.
        for (let able = some.filter(isSound); able.length > 0; able = able.filter(isSound)) {
          writeFileSync(path, mutated);
          const killer = await runTests(room, able);
          if (killer === undefined) break;
          writeFileSync(path, source);
          const isTest = able.includes(killer);
          if (await passes(room, isTest ? [killer] : able)) return killer;
          if (!isTest) break;
          print(`fails without a mutant too: ${killer}`);
        }
      }
      return undefined;
    } finally {
      writeFileSync(path, source);
    }
  }
}

const soundness = new Map<string, Promise<boolean>>();
const unsound = new Set<string>();
const isSound = (test: string) => !unsound.has(test);

/** Whether tests pass without any mutant; looked at once. */
function passes(room: string, tests: readonly string[]): Promise<boolean> {
  const key = tests.join(' ');
  const known = soundness.get(key);
  if (known !== undefined) return known;
  const asked = runTests(room, tests).then((killer) => {
    if (killer !== undefined && tests.length === 1) unsound.add(tests[0]!);
    return killer === undefined;
  });
  soundness.set(key, asked);
  return asked;
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** The file of the first test that fails, or what else went wrong; `undefined` when all pass. */
async function runTests(room: string, tests: readonly string[]): Promise<string | undefined> {
  const report = join(room, 'report.json');
  rmSync(report, { force: true });
  const argv = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--maxWorkers=1'];
  const env = { ...process.env, FLOATWATCH_WORLDS: '20', FLOATWATCH_SEED: '1' };
  const child = spawn(process.execPath, [...argv, '--reporter=json', `--outputFile=${report}`, ...tests], {
    cwd: room,
    env,
    stdio: 'ignore',
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const code = await promise;
  clearTimeout(timer);
  if (code === 0) return undefined;
  if (code === null) return OUT_OF_TIME;
  if (!existsSync(report)) throw new Error(`the tests could not be run: ${tests.join(' ')}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = testResults.find(({ status }) => status === 'failed');
  return failed ? relative(room, failed.name) : 'a run that fails';
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

/** A copy of all that git knows, as it is now. */
function copyOfHouse(): string {
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-mutants-'));
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const name of names) if (name !== '') cpSync(join(ROOT, name), join(room, name));
  symlinkSync(join(ROOT, 'node_modules'), join(room, 'node_modules'));
  return room;
}

function describe({ file, start, end, replacement, kind }: Drawn): string {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const shown = source.slice(start, end).replace(/\s+/g, ' ');
  return `${file}:${line} ${kind}: ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown} → ${replacement}`;
}

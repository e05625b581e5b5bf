// `npm run test:engines`: the tests of store, CLI, web and e2e on plain Postgres, TimescaleDB and Citus, and a table of what
// passed and what was not run. `-- --engine citus test/store` runs the files whose paths have that in them, on one; `-- --moves`
// only moves a history from each to each other. Other flags are Vitest's, as `-- -t gaps test/store`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES, type EngineName } from '../../src/store/engines/engines.ts';
import { readAsked } from './asked.ts';
import { openServers } from './servers.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROOMS = ['test/store', 'test/cli', 'test/web', 'test/e2e'];

interface Outcome {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: number;
  /** Why nothing was run. */
  readonly notRun?: string;
}

const asked = readAsked(process.argv.slice(2));
const outcomes = new Map<string, Outcome>();
for (const engine of Object.keys(ENGINES) as EngineName[]) {
  if (asked.moves !== 'only' && (asked.engine ?? engine) === engine)
    outcomes.set(engine, await tryEngine(engine));
}
if (asked.moves) outcomes.set('between them', await tryMoves());
if (outcomes.size === 0)
  throw new Error(`there is no engine ${asked.engine}: ${Object.keys(ENGINES).join(', ')}`);
print();

async function tryEngine(engine: EngineName): Promise<Outcome> {
  const servers = await openServers(engine);
  if (typeof servers === 'string') return { passed: 0, failed: [], skipped: 0, notRun: servers };
  await using _ = servers;
  return await runTests(servers.variables, asked.files.length > 0 ? asked.files : ROOMS);
}

/** From each engine to each other one; where one has no server, its tests are skipped by name. */
async function tryMoves(): Promise<Outcome> {
  await using stack = new AsyncDisposableStack();
  const variables: Record<string, string | undefined> = {
    FLOATWATCH_TEST_ENGINE: 'postgres',
    FLOATWATCH_TEST_SERVER: undefined,
  };
  for (const engine of ['timescaledb', 'citus'] as const) {
    const servers = await openServers(engine);
    if (typeof servers === 'string') continue;
    stack.use(servers);
    const { FLOATWATCH_TEST_SERVER: server, FLOATWATCH_TEST_WORKERS: workers } = {
      ...process.env,
      ...servers.variables,
    };
    variables[`FLOATWATCH_TEST_${engine.toUpperCase()}`] = server;
    if (engine === 'citus') variables['FLOATWATCH_TEST_WORKERS'] = workers;
  }
  return await runTests(variables, ['test/store/transfer/engines']);
}

async function runTests(
  variables: Readonly<Record<string, string | undefined>>,
  parts: readonly string[],
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-engines-'));
  try {
    const told = join(folder, 'told.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${told}`];
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...asked.flags, ...parts],
      {
        cwd: ROOT,
        stdio: 'inherit',
        env: { ...process.env, ...variables },
      },
    );
    await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
    return outcomeOf(JSON.parse(readFileSync(told, 'utf8')) as Told);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What Vitest tells, of it what is read here. */
interface Told {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function outcomeOf({ testResults }: Told): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  );
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return {
    passed,
    failed: [...failed, ...broken.map(({ name }) => `${name} (the file)`)],
    skipped: tests.length - passed - failed.length,
  };
}

function print(): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`\n${'ENGINE'.padEnd(12)}  PASSED  FAILED  SKIPPED`);
  for (const [engine, { passed, failed, skipped, notRun }] of outcomes) {
    const counts = [passed, failed.length, skipped].map((count, i) =>
      String(count).padStart(i === 2 ? 7 : 6),
    );
    say(`${engine.padEnd(12)}  ${notRun === undefined ? counts.join('  ') : `not run: ${notRun}`}`);
  }
  for (const [engine, { failed }] of outcomes) for (const name of failed) say(`failed on ${engine}: ${name}`);
  const run = [...outcomes.values()].filter(({ notRun }) => notRun === undefined);
  const isGood = run.length > 0 && run.every(({ failed, passed }) => failed.length === 0 && passed > 0);
  process.exitCode = isGood ? 0 : 1;
}

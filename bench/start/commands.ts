// Measures how long a user waits for help and for a check of a configuration, as a multiple of Node's own start: with the
// published package, and in a checkout, where Node takes the types out of the source.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '../../src/cli/main.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import { publishedIn } from '../load/published.ts';
import { alternating, type Measurement, wallMs } from '../measure.ts';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLE = join(ROOT, 'config/floatwatch.example.yaml');
const WARM = 3; // times a bare start, with compiled code kept from the start before
const COLD = 5; // on a machine that never ran it
const ROUNDS = 5;

/** Milliseconds by the clock for the help (of the slowest command) and for `check-config`; `floor` is `node -e 0`. */
export async function commandStarts(): Promise<Record<string, Measurement>> {
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  try {
    const published = publishedIn(room);
    return {
      ...(await starts(published, room)),
      ...renamed('_checkout', await starts(ROOT, room)),
    };
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

async function starts(folder: string, room: string): Promise<Record<string, Measurement>> {
  const bin = join(folder, 'bin/floatwatch.js');
  const warm = join(room, 'warm');
  const help = await slowestHelp(bin, warm);
  const check = ['check-config', '--config.file', EXAMPLE];
  const taken = await alternating(
    {
      node: () => started(['-e', '0'], warm),
      help: () => started([bin, ...help], warm),
      helpCold: () => startedCold([bin, ...help], room),
      check: () => started([bin, ...check], warm),
      checkCold: () => startedCold([bin, ...check], room),
    },
    ROUNDS,
  );
  const floor = taken.node;
  const figure = (value: number, times: number): Measurement => ({
    ...{ value, unit: 'ms', floor, target: times * floor },
  });
  return {
    help_ms: figure(taken.help, WARM),
    help_ms_cold: figure(taken.helpCold, COLD),
    check_config_ms: figure(taken.check, WARM),
    check_config_ms_cold: figure(taken.checkCold, COLD),
  };
}

/** The command line whose help takes longest, among all commands and the overview. */
async function slowestHelp(bin: string, caches: string): Promise<readonly string[]> {
  const { stdout, stderr, env } = process;
  const io: Io = {
    stdout,
    stderr,
    env,
    signal: new AbortController().signal,
    onEarlyEnd() {},
    onHangUp() {},
    exitCode: 0,
  };
  const names = (await createProgram(io)).commands.map((command) => command.name());
  const lines = [['--help'], ...names.map((name) => [name, '--help'])];
  let slowest: { readonly line: readonly string[]; readonly ms: number } = { line: [], ms: 0 };
  for (const line of lines) {
    await started([bin, ...line], caches); // so that its code is kept
    const ms = await started([bin, ...line], caches);
    if (ms > slowest.ms) slowest = { line, ms };
  }
  return slowest.line;
}

async function startedCold(args: readonly string[], room: string): Promise<number> {
  const caches = mkdtempSync(join(room, 'cold-'));
  return await started(args, caches);
}

async function started(args: readonly string[], caches: string): Promise<number> {
  return await wallMs(() => {
    const env = { ...process.env, XDG_CACHE_HOME: caches };
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  });
}

function renamed<T>(ending: string, figures: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`${name}${ending}`, figure]));
}

// bin/floatwatch.js: what starts floatwatch, wherever it lies and whoever else uses the machine.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Running, start } from '../support/process.ts';

const root = join(import.meta.dirname, '..', '..');

function scratch(stack: DisposableStack | AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

/** Where compiled code is kept after a start with this as the cache folder of the user. */
async function compiledIn(stack: AsyncDisposableStack, caches: string): Promise<string[]> {
  const env = { TMPDIR: scratch(stack), HOME: scratch(stack), XDG_CACHE_HOME: caches };
  const version = stack.use(
    start(process.execPath, [join(root, 'bin', 'floatwatch.js'), '--version'], { env }),
  );
  expect(await version.ended(), version.output()).toBe(0);
  expect(filesIn(env.TMPDIR)).toEqual([]);
  return filesIn(join(caches, 'floatwatch', 'compiled'));
}

test('E1 compiled code is never read from, or written to, a folder that others share', async () => {
  await using stack = new AsyncDisposableStack();
  const caches = scratch(stack);
  expect(await compiledIn(stack, caches)).not.toEqual([]);
  expect(statSync(join(caches, 'floatwatch', 'compiled')).mode & 0o777).toBe(0o700);
});

test.for([
  ['is there already and open to others', '', 0o777],
  ['lies in one that others may write', '..', 0o777],
  ['lies in one of a group', '../..', 0o770],
] as const)('E1 a cache folder that %s is left alone', async ([, place, mode]) => {
  await using stack = new AsyncDisposableStack();
  const caches = scratch(stack);
  const folder = join(caches, 'floatwatch', 'compiled');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(join(folder, place), mode);
  expect(await compiledIn(stack, caches)).toEqual([]);
});

test('E22 it starts from a folder whose name has #, ? and % in it', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = join(scratch(stack), 'a#b?c%20d');
  symlinkSync(root, folder);
  const args = ['--preserve-symlinks-main', join(folder, 'bin', 'floatwatch.js'), '--version'];
  const version = stack.use(start(process.execPath, args));
  expect(await version.ended(), version.output()).toBe(0);
});

/** A folder with the launcher and nothing else. */
function launcherAlone(stack: AsyncDisposableStack): string {
  const folder = scratch(stack);
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

test('a package keeps compiled code of what is soon over, and none of a monitor, which would hold it in memory', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = launcherAlone(stack);
  mkdirSync(join(folder, 'dist', 'cli'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'cli', 'main.js'), 'export async function runProcess() {}');
  const compiledOf = async (command: string) => {
    const caches = scratch(stack);
    const env = { HOME: scratch(stack), XDG_CACHE_HOME: caches };
    const program = stack.use(
      start(process.execPath, [join(folder, 'bin', 'floatwatch.js'), command], { env }),
    );
    expect(await program.ended(), program.output()).toBe(0);
    return existsSync(join(caches, 'floatwatch'));
  };
  expect(await compiledOf('check-config')).toBe(true);
  expect(await compiledOf('demo')).toBe(true);
  expect(await compiledOf('run')).toBe(false);
});

/** The launcher in a folder of its own, on a Node that calls itself 20, with this file as the Node that comes with it. */
function launchedBy(stack: AsyncDisposableStack, node: string, options: { readonly mode: number }): Running {
  const folder = launcherAlone(stack);
  for (const name of ['node', `node-${process.platform}-${process.arch}`]) {
    mkdirSync(join(folder, 'node_modules', name, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}');
    writeFileSync(join(folder, 'node_modules', name, 'bin', 'node'), node, options);
  }
  const older = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.0.0"}});process.stdin.isTTY=true`;
  return stack.use(start(process.execPath, ['--import', older, join(folder, 'bin', 'floatwatch.js'), 'run']));
}

test('E22 a Node that may not be run is told in a sentence', async () => {
  await using stack = new AsyncDisposableStack();
  const launcher = launchedBy(stack, '', { mode: 0o644 });
  expect(await launcher.ended()).toBe(1);
  expect(launcher.output()).toMatch(/^floatwatch: .*bin\/node can't be started: .*EACCES/);
  expect(launcher.output()).not.toContain('    at ');
});

test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'E22 %s to the launcher alone reaches the program, on a terminal too',
  async (signal) => {
    await using stack = new AsyncDisposableStack();
    const program = `#!${process.execPath}
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => { console.log('heard ' + name); process.exit(7); });
    setInterval(() => {}, 1000);
    console.log('ready');`;
    const launcher = launchedBy(stack, program, { mode: 0o755 });
    await launcher.until(/ready/);
    launcher.tell(signal);
    expect(await launcher.ended()).toBe(7);
    expect(launcher.output()).toContain(`heard ${signal}`);
  },
);

/**
 * Tells of each start of Node in a process, how it was begun, and what V8 is told later. The process may use so much memory;
 * 0: nothing limits it.
 */
const telling = (memory: number) => `import v8 from 'node:v8';
import { syncBuiltinESMExports } from 'node:module';
process.constrainedMemory = () => ${memory};
process.stderr.write(['started', process.pid, ...process.execArgv].join(' ') + '\\n');
v8.setFlagsFromString = (flag) => process.stderr.write('told ' + flag + '\\n');
syncBuiltinESMExports();`;

async function outputOf(
  args: readonly string[],
  {
    options = '',
    flags = [],
    memory = 0,
  }: { readonly options?: string; readonly flags?: readonly string[]; readonly memory?: number } = {},
): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const env = {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(telling(memory))} ${options}`,
  };
  const program = stack.use(
    start(process.execPath, [...flags, join(root, 'bin', 'floatwatch.js'), ...args], { env }),
  );
  expect(await program.ended(), program.output()).toBe(0);
  expect(program.output()).not.toContain('Warning');
  return program.output().replaceAll(`started ${program.pid}`, 'started ours');
}

async function startsOf(args: readonly string[], options = '', memory = 0): Promise<readonly string[]> {
  return [...(await outputOf(args, { options, memory })).matchAll(/^started (.*)$/gm)].map(([, how]) => how!);
}

test('what runs for long tells V8 to be thrifty, in the process that it is', async () => {
  expect(await startsOf(['run', '--help'])).toEqual(['ours', 'ours --max-semi-space-size=8']);
});

test('where the system limits its memory, V8 is told to keep within three quarters of it', async () => {
  const limited = (options: string, memory = 512 * 2 ** 20) => startsOf(['run', '--help'], options, memory);
  expect(await limited('')).toEqual(['ours', 'ours --max-semi-space-size=8 --max-old-space-size=384']);
  expect(await limited('--max-semi-space-size=32')).toEqual(['ours', 'ours --max-old-space-size=384']);
  for (const told of [
    '--max-old-space-size=200',
    '--max_old_space_size=200',
    '--max-old-space-size-percentage=50',
  ])
    expect(await limited(told)).toEqual(['ours', 'ours --max-semi-space-size=8']);
  expect(await limited('', Number.MAX_SAFE_INTEGER)).toEqual(['ours', 'ours --max-semi-space-size=8']);
});

test('what is soon over, or was told otherwise, starts once', async () => {
  expect(await startsOf(['probe', '--help'])).toEqual(['ours']);
  expect(await startsOf(['run', '--help'], '--max-semi-space-size=32')).toEqual(['ours']);
  expect(await startsOf(['run', '--help'], '--max_semi_space_size=32')).toEqual(['ours']);
});

test('what runs for long tells V8 how far its old generation grows', async () => {
  expect(await outputOf(['run', '--help'])).toContain('told --heap-growing-percent=30\n');
});

test('what is soon over, or was told otherwise, says nothing of how far it grows', async () => {
  const says = async (command: string, ...flags: readonly string[]) =>
    (await outputOf([command, '--help'], { flags })).includes('told ');
  expect(await says('probe')).toBe(false);
  expect(await says('run', '--heap-growing-percent=50')).toBe(false);
  expect(await says('run', '--heap_growing_percent=50')).toBe(false);
});

test('a file that is handed over as a descriptor is read by what runs for long, too', async () => {
  await using stack = new AsyncDisposableStack();
  const file = join(scratch(stack), 'floatwatch.yaml');
  writeFileSync(file, 'nonsense: true\n');
  const line = 'exec "$0" "$1" run --config.file=/dev/fd/3 3<"$2"';
  const args = ['-c', line, process.execPath, join(root, 'bin', 'floatwatch.js'), file];
  const program = stack.use(start('/bin/sh', args));
  expect(await program.ended()).toBe(2);
  expect(program.output()).toContain('/dev/fd/3:1:1: nonsense: is no setting');
});

test('where Node may start nothing, what runs for long goes on as it is', async () => {
  expect(await startsOf(['run', '--help'], '--permission --allow-fs-read=*')).toEqual(['ours']);
});

/** Begins a command of a program that gets SIGHUP while it is being loaded; how it ends. */
async function hungUpWhileLoading(command: string): Promise<number | string> {
  await using stack = new AsyncDisposableStack();
  const folder = launcherAlone(stack);
  mkdirSync(join(folder, 'src', 'cli'), { recursive: true });
  const program = `process.kill(process.pid, 'SIGHUP'); export const runProcess = () => console.log('loaded');`;
  writeFileSync(join(folder, 'src', 'cli', 'main.ts'), program);
  const running = stack.use(start(process.execPath, [join(folder, 'bin', 'floatwatch.js'), command]));
  return await running.ended();
}

test('a reload that is asked for while the monitor is being loaded does not end it', async () => {
  expect(await hungUpWhileLoading('run')).toBe(0);
});

test('a terminal that is closed while the demo is being loaded ends it', async () => {
  expect(await hungUpWhileLoading('demo')).toBe('SIGHUP');
});

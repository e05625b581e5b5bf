#!/usr/bin/env node
// Starts floatwatch on the Node that it was built for, whatever runs this file. Plain old JavaScript on purpose.
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const WANTED = 24;
const here = fileURLToPath(import.meta.url);

// By default V8 assumes that it has the machine for itself: it collects new objects only when they take a hundred MiB, and old
// ones when they have doubled or more. docs/adr/0033-v8-is-told-to-be-thrifty.md says what these flags save.
const YOUNG_SPACE = '--max-semi-space-size'; // V8 reads this and the next flag when it begins, and never again
const OLD_LIMIT = '--max-old-space-size';
const YOUNG_MIB = 8;
const OLD_SHARE = 0.75; // of the memory that a container or a unit may use; V8 itself takes half
const OLD_SPACE = '--heap-growing-percent';
const OLD_PERCENT = 30;
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1', // of glibc, which has up to eight arenas for each processor, and gives no memory of one to another
  MALLOC_MMAP_THRESHOLD_: '131072', // larger blocks go back to the system when they are freed
};
const command = process.argv.slice(2).find((word) => !word.startsWith('-'));
const isForLong = ['run', 'demo'].includes(command);
// A reload before the program is loaded loses nothing: the configuration isn't read yet. Without a listener it would end
// the process.
if (command === 'run') process.on('SIGHUP', () => {});
const told = `${process.execArgv} ${process.env.NODE_OPTIONS}`.replaceAll('_', '-'); // V8 takes both forms
const isTold = (flag) => told.includes(flag); // set already, or by the user, whose choice counts

if (Number(process.versions.node.split('.')[0]) >= WANTED) {
  const untold = isForLong ? flagsOfStart().filter(([flag]) => !isTold(flag)) : [];
  if (untold.length > 0) becomeThrifty(untold.map((flag) => flag.join('='))); // and starts this file again
  // After a flag has changed, Node compiles its own modules again: commands that end soon do without.
  if (isForLong && !isTold(OLD_SPACE)) setFlagsFromString(`${OLD_SPACE}=${OLD_PERCENT}`);
  const root = dirname(dirname(here));
  const source = join(root, 'src', 'cli', 'main.ts'); // in a checkout; a published package holds compiled code only
  const isPackage = !existsSync(source);
  const entry = isPackage ? join(root, 'dist', 'cli', 'main.js') : source;
  // Halves the time of a start. But Node keeps in memory what it read there, 6 MB, and a monitor runs for months.
  const cache = isPackage && command === 'run' ? undefined : ownCacheFolder();
  if (cache) nodeModule.enableCompileCache(cache);
  const { runProcess } = await import(pathToFileURL(entry).href);
  await runProcess();
} else {
  runOn(pinnedNode());
}

/**
 * The folder of this user's compiled code, or undefined if there can't be a safe one. Its files are run as they are: nobody
 * else may write to the folder, or put another in its place.
 */
function ownCacheFolder() {
  try {
    const windows = process.platform === 'win32'; // there a profile belongs to its user alone
    const caches = windows
      ? join(homedir(), 'AppData', 'Local')
      : process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
    const wanted = join(caches, 'floatwatch', 'compiled');
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const folder = realpathSync(wanted);
    if (windows) return folder;
    const us = process.getuid();
    const { uid, mode } = lstatSync(folder);
    if (uid !== us || (mode & 0o077) !== 0) return undefined;
    for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
      const { uid, mode } = lstatSync(above);
      const sticky = (mode & 0o1000) !== 0; // as /tmp: nobody can remove the files of others
      if ((uid !== us && uid !== 0) || ((mode & 0o022) !== 0 && !sticky)) return undefined;
    }
    return folder;
  } catch {
    return undefined; // no home, or a disk that can't be written
  }
}

/** The flags that V8 reads only when it begins, with their values in MiB. */
function flagsOfStart() {
  const limit = process.constrainedMemory(); // 0, or more than there is, where nothing limits this process
  const isLimited = limit > 0 && limit < totalmem();
  return [
    [YOUNG_SPACE, YOUNG_MIB],
    ...(isLimited ? [[OLD_LIMIT, Math.floor((OLD_SHARE * limit) / 2 ** 20)]] : []),
  ];
}

/**
 * Replaces this Node with one that has the flags: the same process, with the same id, signals and standard streams.
 * Where that can't be done, this Node goes on.
 */
function becomeThrifty(flags) {
  if (process.platform === 'win32' || process.channel || namesDescriptor()) return;
  const heard = process.listeners('warning');
  process.removeAllListeners('warning'); // execve is new in Node, which warns of it each time
  const args = [...process.execArgv, ...flags, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, [process.argv0, ...args], { ...ALLOCATOR, ...process.env });
  } catch {
    // Node's --permission forbids it, or the system has no such call. Other warnings must be heard again.
    setImmediate(() => {
      for (const hear of heard) process.on('warning', hear);
    });
  }
}

/**
 * Whether a word names a descriptor of this process, as a shell makes it of `<(command)`: Node passes on only the standard
 * streams.
 */
function namesDescriptor() {
  return [...process.argv, ...Object.values(process.env)].some((word) => /\/fd\/\d/.test(word));
}

/** The Node that comes with the project, as a package for this platform; not every platform has one. */
function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  try {
    const folder = join(dirname(nodeModule.createRequire(here).resolve(`${name}/package.json`)), 'bin');
    const binary = [join(folder, 'node.exe'), join(folder, 'node')].find((file) => existsSync(file));
    if (binary) return binary;
  } catch {
    // not installed: the message below says so
  }
  process.stderr.write(
    `floatwatch needs Node ${WANTED} and this is ${process.version}: install it with its optional dependencies, which ` +
      `have one (${name}) for some platforms, or start it with Node ${WANTED}.\n`,
  );
  return process.exit(1);
}

function runOn(binary) {
  const child = spawn(binary, [here, ...process.argv.slice(2)], { stdio: 'inherit' });
  child.on('error', (error) => {
    process.stderr.write(`floatwatch: ${binary} can't be started: ${error.message}\n`);
    process.exit(1);
  });
  process.on('SIGUSR1', () => {}); // no inspector here either
  // A terminal sends Ctrl-C to both processes. Passed on as well, it comes twice at once, which counts as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

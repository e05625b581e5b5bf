#!/usr/bin/env node
// Starts floatwatch on the Node it was built for, whatever runs this file. Plain old JavaScript on purpose.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WANTED = 24;
const here = fileURLToPath(import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= WANTED) {
  const { enableCompileCache } = await import('node:module'); // a start in half the time
  enableCompileCache();
  const root = dirname(dirname(here));
  const source = join(root, 'src', 'cli', 'main.ts'); // a checkout; a published package holds compiled code only
  const entry = existsSync(source) ? source : join(root, 'dist', 'cli', 'main.js');
  const { runProcess } = await import(entry);
  await runProcess();
} else {
  runOn(pinnedNode());
}

/** The binary of the `node` package that comes with the project; its install script may have been blocked. */
function pinnedNode() {
  try {
    const binary = join(dirname(createRequire(here).resolve('node/package.json')), 'bin', 'node');
    if (existsSync(binary)) return binary;
  } catch {
    // not installed: said below
  }
  process.stderr.write(
    `floatwatch needs Node ${WANTED} and this is ${process.version}: run "npm ci" with install scripts allowed ` +
      `for the package "node", or start it with Node ${WANTED}.\n`,
  );
  return process.exit(1);
}

function runOn(binary) {
  const child = spawn(binary, [here, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both of us; passed on as well, it would count as the second, impatient one.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGUSR1', () => {}); // no inspector here either
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

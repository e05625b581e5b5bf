// Stands in for `systemctl`, for no systemd runs here: verifies the unit, hands its credentials over, and runs its own
// commands in its order, as root. Hardening is left out; test/deploy looks at that.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';

const LOADED = join(process.env['HOME']!, 'systemd');
const [verb, ...args] = process.argv.slice(2);
const name = args.find((word) => !word.startsWith('-')) ?? '';
const file = `/etc/systemd/system/${name}.service`;

if (verb === 'daemon-reload') mkdirSync(LOADED, { recursive: true });
else if (!existsSync(file)) refuse(`Unit ${name}.service not found.`);
else if (!existsSync(LOADED)) refuse('the unit was changed on disk: daemon-reload first');
else if (verb === 'enable' && args.includes('--now')) await start();
else if (verb === 'reload') reload();
else if (verb === 'stop') await stop();
else if (verb === 'restart') {
  await stop();
  await start();
} else refuse(`no stand-in for systemctl ${verb}`);

async function start(): Promise<void> {
  run(['systemd-analyze', 'verify', '--man=no', file], process.env);
  const home = join(LOADED, name);
  const credentials = join(home, 'credentials');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(credentials, { recursive: true });
  for (const value of settings('LoadCredential')) {
    const [id = '', path = ''] = value.split(':');
    copyFileSync(path, join(credentials, id));
  }
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  const own = settings('Environment').flatMap((value) => value.split(' '));
  const env = {
    ...{ PATH, NODE_EXTRA_CA_CERTS, CREDENTIALS_DIRECTORY: credentials },
    ...Object.fromEntries(own.map((each) => each.split(/=(.*)/s))),
  };
  for (const command of settings('ExecStartPre')) run(command.split(' '), env, home);
  const log = openSync(join(home, 'journal'), 'a');
  const [program = '', ...words] = settings('ExecStart')[0]!.split(' ');
  const main = spawn(program, words, { env, cwd: home, detached: true, stdio: ['ignore', log, log] });
  main.unref();
  writeFileSync(join(home, 'pid'), String(main.pid));
  for (;;) {
    if (await answers('http://127.0.0.1:14217/-/ready')) return;
    if (main.exitCode !== null) refuse(readFileSync(join(home, 'journal'), 'utf8'));
    await setTimeout(100);
  }
}

async function stop(): Promise<void> {
  process.kill(pid(), 'SIGTERM');
  while (existsSync(`/proc/${pid()}/exe`)) await setTimeout(50);
}

function reload(): void {
  run(settings('ExecReload')[0]!.replace('$MAINPID', String(pid())).split(' '), process.env);
}

function pid(): number {
  return Number(readFileSync(join(LOADED, name, 'pid'), 'utf8'));
}

function settings(key: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, value]) => value!,
  );
}

function run([program = '', ...words]: string[], env: NodeJS.ProcessEnv, cwd?: string): void {
  const { status, error } = spawnSync(program, words, { env, stdio: 'inherit', ...(cwd && { cwd }) });
  if (status !== 0) refuse(`${program} ${words.join(' ')} ended with ${status ?? error?.message}`);
}

function refuse(why: string): never {
  process.stderr.write(`systemctl: ${why}\n`);
  process.exit(1);
}

async function answers(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

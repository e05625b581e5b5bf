// A machine as the documents have in mind, within this one: its own network, with every usual port free, its own /etc
// and /opt, its neighbours, and a shell for each document in a fresh copy of the repository.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { start } from '../support/process.ts';
import { tool } from '../support/tools.ts';
import { ROOT } from './commands.ts';
import type { Neighbours } from './neighbours.ts';

export interface House extends AsyncDisposable {
  /** Opens a shell in a fresh copy of the repository. */
  shell(variables?: Readonly<Record<string, string>>): Shell;
  readonly databaseUrl: string;
}

export interface Ran {
  /** The exit code. */
  readonly code: number;
  /** Both streams. */
  readonly output: string;
}

export interface Shell extends AsyncDisposable {
  readonly folder: string;
  /** Runs it to its end. The shell goes on: what is exported, and where it is, lasts. */
  run(command: string, stdin?: string): Promise<Ran>;
  /** Runs it in the background until it has said this; it is told Ctrl-C at the end. */
  serve(command: string, until: RegExp): Promise<void>;
}

/** `npm run fix` alone takes most of a minute on a machine with other work. */
const MAX_MS = 300_000;
/** What the house has to itself: its shared memory, too, which a Postgres that is killed leaves behind. */
const OWN = ['--mount', '--net', '--pid', '--ipc'];

/** Only root may, and not within every container: it needs namespaces of all these kinds. */
export const canBuild =
  process.getuid?.() === 0 && spawnSync('unshare', [...OWN, '--fork', 'true']).status === 0;

const WALLS = `
set -eu
house=$1; shift
ip link set lo up
mkdir "$house/etc" "$house/opt"
cp -a /etc/. "$house/etc/"
echo '127.0.0.1 localhost pay.example.com' >"$house/etc/hosts"
mount --bind "$house/etc" /etc
for each in /opt/*/; do
  [ -d "$each" ] || continue
  mkdir "$house$each" && mount --rbind "$each" "$house$each"
done
mkdir -p "$house/opt/floatwatch/node_modules/.bin" # what npm has installed there
cp "$house/bin/floatwatch" "$house/opt/floatwatch/node_modules/.bin/"
mount --rbind "$house/opt" /opt
exec "$@"
`;

/** Builds it; needs the tools `ip`, `initdb`, `postgres` and `prometheus-alertmanager`. */
export async function openHouse(keys: Neighbours['keys']): Promise<House> {
  await using undo = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'floatwatch-house-'));
  undo.defer(() => rmSync(home, { recursive: true, force: true }));
  chmodSync(home, 0o755); // Postgres runs as another user
  mkdirSync(join(home, 'bin'));
  for (const shim of readdirSync(join(import.meta.dirname, 'shims'))) {
    const script = join(import.meta.dirname, 'shims', shim);
    writeScript(join(home, 'bin', shim.replace('.ts', '')), `exec '${process.execPath}' '${script}' "$@"`);
  }
  writeScript(join(home, 'bin', 'floatwatch'), `exec '${process.execPath}' '${ROOT}/bin/floatwatch.js' "$@"`);

  const programs = {
    postgres: tool('postgres'),
    initdb: tool('initdb'),
    alertmanager: tool('prometheus-alertmanager'),
  };
  const neighbours: Neighbours = { folder: home, keys, programs };
  const script = join(import.meta.dirname, 'neighbours.ts');
  const namespaces = [...OWN, '--fork', '--kill-child', '--mount-proc'];
  const walls = ['bash', '-c', WALLS, 'walls', home, process.execPath, script, JSON.stringify(neighbours)];
  const within = undo.use(
    start('setpriv', ['--pdeathsig=KILL', 'unshare', ...namespaces, ...walls], { env: environment() }),
  );
  const [, server = ''] = await within.until(/^ready (\S+)$/m, 60_000);
  const pid = childOf(within.pid);
  const held = undo.move();
  let shells = 0;
  return {
    databaseUrl: server,
    shell(variables = {}) {
      const folder = join(home, `copy-${++shells}`);
      copyRepository(folder);
      return openShell({ pid, folder, env: { ...environment(), ...variables } });
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };

  /** What a stranger's shell has, and no more. */
  function environment(): Record<string, string> {
    const path = [
      join(home, 'bin'),
      dirname(process.execPath),
      dirname(programs.initdb),
      process.env['PATH'],
    ];
    return {
      PATH: path.join(delimiter),
      HOME: home,
      LC_ALL: 'C.UTF-8',
      NO_COLOR: '1',
      NODE_EXTRA_CA_CERTS: join(home, 'pay.example.com.crt'),
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      FLOATWATCH_TEST_ROOT: ROOT,
    };
  }
}

interface Server {
  readonly job: string;
  readonly command: string;
  readonly log: string;
}

function openShell({
  pid,
  folder,
  env,
}: {
  pid: number;
  folder: string;
  env: Record<string, string>;
}): Shell {
  const bash = spawn(
    'nsenter',
    [`--target=${pid}`, ...OWN, `--wd=${folder}`, 'bash', '--noprofile', '--norc'],
    { env, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
  );
  let complaints = '';
  bash.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const answers = createInterface({ input: bash.stdio[3] as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const gone = once(bash, 'exit');
  const servers: Server[] = [];
  let steps = 0;

  return { folder, run, serve, [Symbol.asyncDispose]: close };

  async function run(command: string, stdin = ''): Promise<Ran> {
    const step = join(dirname(folder), `${folder.slice(folder.lastIndexOf('/') + 1)}.${++steps}`);
    writeFileSync(`${step}.in`, stdin);
    const code = Number(await tell(`{ ${command}\n} <${step}.in >${step}.out 2>&1; echo $? >&3`));
    return { code, output: readFileSync(`${step}.out`, 'utf8') };
  }

  async function serve(command: string, until: RegExp): Promise<void> {
    // Started once more with another flag: nobody can but by stopping the first.
    for (const server of servers)
      if (withoutNpx(command).startsWith(withoutNpx(server.command))) await stop(server);
    const log = `${folder}.server-${++steps}`;
    writeFileSync(log, '');
    const job = await tell(`set -m; { ${command}\n} </dev/null >${log} 2>&1 & set +m; echo $! >&3`);
    const end = performance.now() + 90_000;
    while (!until.test(readFileSync(log, 'utf8'))) {
      const alive = await tell(`kill -0 ${job} 2>/dev/null; echo $? >&3`);
      if (alive !== '0' || performance.now() > end) {
        await tell(`kill -KILL -${job} 2>/dev/null; echo >&3`);
        throw new Error(`${command} has not said ${until}, but:\n${readFileSync(log, 'utf8')}`);
      }
      await setTimeout(100);
    }
    servers.push({ job, command, log });
  }

  /** As somebody would by Ctrl-C. */
  async function stop({ job, command, log }: Server): Promise<void> {
    servers.splice(
      servers.findIndex((server) => server.job === job),
      1,
    );
    const code = await tell(`kill -INT -${job}; wait ${job}; echo $? >&3`);
    if (['0', '130'].includes(code)) return; // npm's own is 130
    throw new Error(`${command} ended with ${code} upon Ctrl-C:\n${readFileSync(log, 'utf8')}`);
  }

  async function close(): Promise<void> {
    for (const server of bash.killed ? [] : servers.toReversed()) await stop(server);
    bash.stdin!.end();
    await gone;
  }

  async function tell(line: string): Promise<string> {
    bash.stdin!.write(`${line}\n`);
    const tooLate = setTimeout(MAX_MS, 'late' as const, { ref: false });
    const answer = await Promise.race([answers.next(), tooLate]);
    if (answer === 'late') {
      bash.kill('SIGKILL'); // what runs in it ends with the house
      throw new Error(`after ${MAX_MS / 1000} s it still runs: ${line}`);
    }
    const { value, done } = answer;
    if (done) throw new Error(`the shell is gone:\n${complaints}`);
    return value as string;
  }
}

/** `npx floatwatch` is `floatwatch`. */
export function withoutNpx(command: string): string {
  return command.replace(/^npx (?=floatwatch)/, '');
}

/** What a clone would have, as it stands in the working tree, with what `npm ci` installs. */
function copyRepository(folder: string): void {
  mkdirSync(folder);
  const list = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: ROOT,
    },
  );
  const pipeline = `cd '${ROOT}' && tar --ignore-failed-read -cf - -T - 2>/dev/null | tar -C '${folder}' -xf -`;
  execFileSync('bash', ['-c', pipeline], { input: list });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

function writeScript(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

/** `unshare` forks: the process that it waits for is the one inside. */
function childOf(parent: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, , ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ')').split(' ');
      if (Number(ppid) === parent) return Number(pid);
    } catch {} // gone meanwhile
  }
  throw new Error(`process ${parent} has no child`);
}

// The services of docker-compose.yml as plain processes: the same files, commands and health checks, with the names
// of hosts mapped to loopback, ports to free ones, and the containers' paths to a folder for each service.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chown, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { type Running, start } from '../support/process.ts';
import { findTool, tool } from '../support/tools.ts';
import { type Compose, LISTENS, mounts, ROOT, readCompose, readEnvFile, type Service } from './compose.ts';
import { entrypoint, makeImage } from './image.ts';

export interface Stack extends AsyncDisposable {
  readonly compose: Compose;
  /** `http://127.0.0.1:PORT` of a service, at the port that it has in the compose file. */
  url(service: string, port: number): string;
  /** A text as the service would find it in its container, rewritten. */
  rewritten(service: string, text: string): string;
  /** What a service has written so far. */
  output(service: string): string;
  /** Runs a service's health check, word for word; resolves when it is healthy. */
  healthy(service: string): Promise<void>;
}

/** Programs of the images, and what they are called on Debian. */
const PROGRAMS: Readonly<Record<string, string>> = {
  prometheus: 'prometheus',
  alertmanager: 'prometheus-alertmanager',
};

/** Starts the demo, all but Grafana, in the order that the health checks ask for. */
export async function startStack(): Promise<Stack> {
  await using undo = new AsyncDisposableStack();
  const compose = readCompose(readEnvFile('deploy/compose/demo.env'));
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-stack-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const ports = await choosePorts();
  const running = new Map<string, Running>();

  const stack = {
    compose,
    url: (service: string, port: number) => `http://${address(service, port)}`,
    rewritten,
    output: (service: string) => running.get(service)?.output() ?? '',
    healthy,
  };
  makeImage(join(folder, 'app'));
  for (const [name, service] of Object.entries(compose.services)) materialise(name, service);
  await startPostgres();
  for (const name of ['sandbox', 'inbox', 'alertmanager', 'prometheus', 'floatwatch']) {
    run(name, command(name));
    await healthy(name);
  }
  const held = undo.move();
  return { ...stack, [Symbol.asyncDispose]: () => held.disposeAsync() };

  function run(name: string, [program = '', ...args]: readonly string[], uid?: number): void {
    const env = { ...compose.services[name]?.environment };
    running.set(
      name,
      undo.use(start(program, args, { env, cwd: folder, ...(uid === undefined ? {} : { uid }) })),
    );
  }

  function command(name: string): string[] {
    const service = compose.services[name]!;
    const program = PROGRAMS[name]
      ? [tool(PROGRAMS[name])]
      : (service.entrypoint ?? entrypoint()).map((word) => installed(name, word));
    return [...program, ...(service.command ?? []).map((word) => rewritten(name, word))];
  }

  async function healthy(name: string): Promise<void> {
    const [, ...words] = compose.services[name]!.healthcheck!.test;
    const [program = '', ...args] = words.map((word) => installed(name, word));
    await eventually(async () => {
      const process = running.get(name)!.child;
      if (process.exitCode !== null) throw new Error(`${name} ended:\n${stack.output(name)}`);
      if (program === 'wget' && !findTool('wget')) {
        const { statusCode, body } = await request(args.at(-1)!);
        await body.dump();
        if (statusCode !== 200) throw new Error(`${name} answers ${statusCode}`);
        return;
      }
      await using check = start(findTool(program) ?? program, args);
      if ((await check.ended()) !== 0) {
        throw new Error(`${words.join(' ')}: ${check.output()}\n${name} says:\n${stack.output(name)}`);
      }
    }, 90_000);
  }

  /** As the image does on an empty volume: a cluster with the environment's arguments, then the scripts. */
  async function startPostgres(): Promise<void> {
    const { environment = {} } = compose.services['postgres']!;
    const home = join(folder, 'postgres');
    const data = rewritten('postgres', environment['PGDATA']!);
    const uid = process.getuid?.() === 0 ? userId('postgres') : undefined;
    if (uid !== undefined) await own(home, uid);
    await done(
      [
        tool('initdb'),
        `--pgdata=${data}`,
        '--username=postgres',
        `--pwfile=${rewritten('postgres', environment['POSTGRES_PASSWORD_FILE']!)}`,
        '--auth-local=trust',
        ...environment['POSTGRES_INITDB_ARGS']!.split(' '),
      ],
      uid,
    );
    const sockets = rewritten('postgres', '/var/run/postgresql');
    const port = String(ports.get('postgres:5432'));
    const settings = [
      `listen_addresses=127.0.0.1`,
      `unix_socket_directories=${sockets}`,
      `port=${port}`,
      'fsync=off',
    ];
    run('postgres', [tool('postgres'), '-D', data, ...settings.flatMap((each) => ['-c', each])], uid);
    await eventually(() => done([tool('pg_isready'), `--host=${sockets}`, `--port=${port}`], uid));
    const scripts = rewritten('postgres', '/docker-entrypoint-initdb.d/10-roles.sh');
    await done(['/bin/sh', scripts], uid, { PGHOST: sockets, PGPORT: port });
    await healthy('postgres');
  }

  function materialise(name: string, service: Service): void {
    const home = join(folder, name);
    for (const path of service.tmpfs ?? []) mkdirSync(join(home, path.split(':')[0]!), { recursive: true });
    for (const { from, to, named } of mounts(compose, service)) {
      const target = join(home, to);
      mkdirSync(named ? target : dirname(target), { recursive: true });
      if (!named) cpSync(join(ROOT, from), target, { recursive: true });
      if (!named) for (const file of filesIn(target)) rewriteFile(name, file);
    }
  }

  function rewriteFile(name: string, file: string): void {
    if (file.endsWith('.json') || file.endsWith('.mjs')) return;
    writeFileSync(file, rewritten(name, readFileSync(file, 'utf8')));
  }

  function rewritten(name: string, text: string): string {
    let result = text;
    for (const [place, port] of ports) {
      const [service, inside] = place.split(':');
      const host =
        service === name ? `(?:\\b${service}|0\\.0\\.0\\.0|127\\.0\\.0\\.1|localhost|)` : `\\b${service}`;
      result = result.replace(new RegExp(`${host}:${inside}\\b`, 'g'), `127.0.0.1:${port}`);
      if (service === name) result = result.replace(new RegExp(`^(--port=)?${inside}$`), `$1${port}`);
    }
    const paths = mounts(compose, compose.services[name]!).map(({ to }) => to);
    for (const path of [...paths, '/var/run/postgresql', '/etc/floatwatch/accounts'].sort(
      (a, b) => b.length - a.length,
    )) {
      result = result.replace(new RegExp(`(?<![\\w/.-])${path}(?![\\w.-])`, 'g'), join(folder, name, path));
    }
    return result;
  }

  /** A word of a command with what the image has put in its place. */
  function installed(name: string, word: string): string {
    if (word === 'node') return process.execPath;
    if (word.startsWith('/app/')) return join(folder, word);
    return rewritten(name, word);
  }

  function address(service: string, port: number): string {
    return `127.0.0.1:${ports.get(`${service}:${port}`)}`;
  }

  async function done(
    words: readonly string[],
    uid?: number,
    env: Record<string, string> = {},
  ): Promise<void> {
    const [program = '', ...args] = words;
    await using process = start(program, args, { env, cwd: folder, ...(uid === undefined ? {} : { uid }) });
    const code = await process.ended();
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${process.output()}`);
  }
}

/** A free port for each that a service listens on, by `service:port`. */
async function choosePorts(): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  for (const [service, listens] of Object.entries(LISTENS)) {
    for (const port of listens) ports.set(`${service}:${port}`, await freePort());
  }
  return ports;
}

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((file) => join(path, file))
    .filter((file) => statSync(file).isFile());
}

/** Postgres refuses to run as root: its Debian package brings a user. */
function userId(name: string): number {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  if (!line) throw new Error(`there is no user ${name}`);
  return Number(line.split(':')[2]);
}

async function own(path: string, uid: number): Promise<void> {
  for (let up = dirname(path); up.startsWith(join(tmpdir(), 'floatwatch-')); up = dirname(up))
    await chown(up, uid, uid);
  await chown(path, uid, uid);
  for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    await chown(join(path, file), uid, uid);
}

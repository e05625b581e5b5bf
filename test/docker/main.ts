// `npm run test:docker`: the demo of docker-compose.yml on a Docker engine. The image is built as the Dockerfile says, and
// each service runs as the compose file says. What isn't to be had here is skipped by name.
//
// `-- --folder /tmp/engine` keeps what an engine of our own holds, so that the next run needn't make its images.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT, read, readCompose, readEnvFile } from '../deploy/compose.ts';
import { create, isHealthy } from './container.ts';
import { type Docker, type Engine, openEngine } from './engine.ts';
import { provide } from './images.ts';

const PREFIX = `floatwatch-test-${process.pid}-`;
const IMAGE = `${PREFIX}image`;
const SPARED = 'grafana'; // it shows, and nothing hangs on it
const PATIENCE_MS = 240_000;

const { values } = parseArgs({ options: { folder: { type: 'string' } } });
const compose = readCompose(readEnvFile('deploy/compose/demo.env'));
const began = performance.now();
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

await using undo = new AsyncDisposableStack();
const folder = resolve(values.folder ?? mkdtempSync(join(tmpdir(), 'floatwatch-docker-')));
if (values.folder === undefined) undo.defer(() => rmSync(folder, { recursive: true }));
const engine = await openEngine(join(folder, 'engine'));
if (engine) {
  undo.use(engine);
  const lacking = await makeImages(engine);
  await engine.setApart();
  const isNeeded = (image: string) => image !== compose.services[SPARED]!.image;
  if (lacking.some(isNeeded)) say('SKIPPED: the demo, which is nothing without them');
  else await tryDemo(engine.docker, lacking);
} else say('SKIPPED: no Docker engine answers, and none can be started');

/** Gets the images of others, and builds our own; resolves with those that there is no way to. */
async function makeImages(on: Engine): Promise<readonly string[]> {
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
  const others = Object.values(compose.services).filter(({ build }) => build === undefined);
  const lacking: string[] = [];
  for (const image of new Set([...bases, ...others.map(({ image }) => image!)])) {
    stop.signal.throwIfAborted();
    const how = await provide(image, on, folder);
    say(how === 'missing' ? `SKIPPED: ${image} can be neither pulled nor made here` : `${image} is ${how}`);
    if (how === 'missing') lacking.push(image);
    if (how === 'pulled') afterwards(on.docker, 'image', 'rm', image);
  }
  if (bases.some((image) => lacking.includes(image))) return lacking;
  await on.docker('build', '--network', 'host', '--tag', IMAGE, ROOT);
  afterwards(on.docker, 'image', 'rm', IMAGE);
  say('ok: the image is built');
  return lacking;
}

/** Starts every service but those whose images are lacking, and looks at them. */
async function tryDemo(docker: Docker, lacking: readonly string[]): Promise<void> {
  for (const [name, options] of Object.entries(compose.networks)) {
    const { internal } = options as { internal?: boolean };
    await docker('network', 'create', ...(internal ? ['--internal'] : []), `${PREFIX}${name}`);
    afterwards(docker, 'network', 'rm', `${PREFIX}${name}`);
  }
  for (const name of Object.keys(compose.volumes)) {
    afterwards(docker, 'volume', 'rm', '--force', `${PREFIX}${name}`); // made with the first container that has it
  }
  const asked = new Set<string>();
  try {
    for (const name of Object.keys(compose.services)) await start(name);
    await look(docker);
  } catch (error) {
    for (const name of asked) {
      say(`${name} has said:\n${await docker('logs', '--tail', '20', `${PREFIX}${name}`).catch(String)}`);
    }
    throw error;
  }

  /** Starts a service after those that it depends on; waits until it is healthy. */
  async function start(name: string): Promise<void> {
    const { build, image, depends_on = {} } = compose.services[name]!;
    if (asked.has(name) || lacking.includes(image!)) return;
    for (const other of Object.keys(depends_on)) await start(other);
    stop.signal.throwIfAborted();
    asked.add(name);
    afterwards(docker, 'rm', '--force', '--volumes', `${PREFIX}${name}`);
    await create({ docker, compose, prefix: PREFIX, name, image: build === undefined ? image! : IMAGE });
    await docker('start', `${PREFIX}${name}`);
    await until(`${name} is healthy`, () => isHealthy(docker, `${PREFIX}${name}`));
  }
}

/** Looks from outside, with all services up, at what the demo is there to show. */
async function look(docker: Docker): Promise<void> {
  await until('Prometheus scrapes', async () => {
    const jobs = ['alertmanager', 'floatwatch', 'prometheus'];
    const up = await get(docker, 'http://prometheus:9090/api/v1/query?query=up');
    return jobs.every((job) => new RegExp(`"job":"${job}"\\},"value":\\[[\\d.]+,"1"\\]`).test(up));
  });
  const mail = / mail to finance@example\.com: \[FIRING/;
  await until('a mail arrives', async () => mail.test(await docker('logs', `${PREFIX}inbox`)));

  await docker('stop', `${PREFIX}postgres`);
  await until('Postgres is away, and what is polled is spooled', async () => {
    const metrics = await get(docker, 'http://127.0.0.1:14217/metrics');
    return /^floatwatch_store_up 0$/m.test(metrics) && /^floatwatch_spool_polls [1-9]/m.test(metrics);
  });
  if (!(await isHealthy(docker, `${PREFIX}floatwatch`))) throw new Error('floatwatch is not healthy then');
  await docker('start', `${PREFIX}postgres`);
  await until('Postgres is back, and the spool is empty', async () => {
    const metrics = await get(docker, 'http://127.0.0.1:14217/metrics');
    return /^floatwatch_store_up 1$/m.test(metrics) && /^floatwatch_spool_polls 0$/m.test(metrics);
  });
}

/** What an address answers to floatwatch's container, which is on the networks of all others. */
async function get(docker: Docker, url: string): Promise<string> {
  const script = `fetch('${url}').then((answer) => answer.text()).then(console.log)`;
  return await docker('exec', `${PREFIX}floatwatch`, 'node', '-e', script);
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`in vain: ${what}`);
    await setTimeout(1_000, undefined, { signal: stop.signal });
  }
  say(`ok: ${what}`);
}

function afterwards(docker: Docker, ...args: readonly string[]): void {
  undo.defer(async () => void (await docker(...args)));
}

function say(line: string): void {
  process.stdout.write(`${String(Math.round((performance.now() - began) / 1_000)).padStart(5)} s  ${line}\n`);
}

// A service of the compose file as a container, by the plain `docker` command: no Docker Compose is needed.
import { join } from 'node:path';
import { type Compose, mounts, ROOT, type Service } from '../deploy/compose.ts';
import type { Docker } from './engine.ts';

export interface Container {
  readonly docker: Docker;
  readonly compose: Compose;
  /** Stands before the name of everything that is made. */
  readonly prefix: string;
  readonly name: string;
  readonly image: string;
}

/** Makes the container of a service, with its networks, ready to be started. */
export async function create({ docker, compose, prefix, name, image }: Container): Promise<void> {
  const service = compose.services[name]!;
  const [entry, ...first] = service.entrypoint ?? [];
  const [network, ...others] = service.networks ?? [];
  await docker(
    ...['create', '--name', `${prefix}${name}`, `--network=${prefix}${network}`, '--network-alias', name],
    ...rights(service),
    ...Object.entries(service.environment ?? {}).map(([key, value]) => `--env=${key}=${value}`),
    ...mounts(compose, service).map(({ from, to, named }) =>
      named ? `--volume=${prefix}${from}:${to}` : `--volume=${join(ROOT, from)}:${to}:ro`,
    ),
    ...healthCheck(service),
    ...(entry === undefined ? [] : ['--entrypoint', entry]),
    image,
    ...first,
    ...(service.command ?? []),
  );
  for (const other of others) {
    await docker('network', 'connect', '--alias', name, `${prefix}${other}`, `${prefix}${name}`);
  }
}

/** What it may do, and how much of everything it may take. */
function rights(service: Service): string[] {
  const { cpus, memory, pids } = service.deploy?.resources?.limits ?? {};
  return [
    ...(service.init ? ['--init'] : []),
    ...(service.read_only ? ['--read-only'] : []),
    ...(service.cap_drop ?? []).map((capability) => `--cap-drop=${capability}`),
    ...(service.security_opt ?? []).map((option) => `--security-opt=${option}`),
    ...(service.tmpfs ?? []).map((path) => `--tmpfs=${path}`),
    ...(service.shm_size === undefined ? [] : [`--shm-size=${service.shm_size}`]),
    ...[`--user=${service.user}`, `--cpus=${cpus}`, `--memory=${memory}`, `--pids-limit=${pids}`],
  ];
}

function healthCheck(service: Service): string[] {
  const { test, ...times } = service.healthcheck!;
  const [, ...words] = test; // the first is CMD
  return [
    `--health-cmd=${words.map((word) => `'${word}'`).join(' ')}`,
    ...Object.entries(times).map(([key, value]) => `--health-${key.replace('_', '-')}=${value}`),
  ];
}

/** What the engine says of a container that has a health check; rejects once it doesn't run. */
export async function isHealthy(docker: Docker, container: string): Promise<boolean> {
  const format = '{{.State.Running}} {{.State.Health.Status}}';
  const [running, health] = (await docker('inspect', '--format', format, container)).trim().split(' ');
  if (running !== 'true') throw new Error(`${container} has ended`);
  return health === 'healthy';
}

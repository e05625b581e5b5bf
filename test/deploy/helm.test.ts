// The chart, by helm itself: linted, rendered, and held against the plain manifests and the files that it repeats.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { withSecrets } from '../../deploy/rules.ts';
import { loadConfig } from '../../src/config/load.ts';
import { describeWith, tool } from '../support/tools.ts';
import { ROOT, read } from './compose.ts';

const CHART = 'deploy/helm/floatwatch';
const EVERYTHING = ['--values', `${CHART}/ci/everything-values.yaml`];

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  // biome-ignore lint/suspicious/noExplicitAny: whatever Kubernetes takes
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
}

function helm(...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(tool('helm'), argv, {
    ...{ cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 },
    env: { ...process.env, HOME: '/nonexistent', KUBECONFIG: '/dev/null' },
  });
  return { status, stdout, stderr };
}

function rendered(...argv: readonly string[]): Manifest[] {
  const { status, stdout, stderr } = helm('template', 'monitor', CHART, '--namespace', 'float', ...argv);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
}

const DASHBOARDS = readdirSync(join(ROOT, 'grafana/dashboards')).filter((file) => file.endsWith('.json'));

const of = (manifests: readonly Manifest[], kind: string): Manifest =>
  manifests.find((manifest) => manifest.kind === kind)!;

test('the dashboards of the chart are those of Grafana', () => {
  expect(readdirSync(join(ROOT, CHART, 'dashboards')).sort()).toEqual(DASHBOARDS.sort());
  for (const file of DASHBOARDS)
    expect(read(`${CHART}/dashboards/${file}`)).toBe(read(`grafana/dashboards/${file}`));
});

test('the schema knows every value, and the chart has the version of the package', () => {
  const { properties } = JSON.parse(read(`${CHART}/values.schema.json`));
  const { version } = JSON.parse(read('package.json'));
  const [values] = parseAllDocuments(read(`${CHART}/values.yaml`)).map(
    (document) => document.toJS() as object,
  );
  expect(Object.keys(properties).sort()).toEqual([...Object.keys(values!), 'global'].sort());
  expect(read(`${CHART}/Chart.yaml`)).toContain(`version: ${version}\nappVersion: ${version}\n`);
});

describeWith(['helm'], 'helm', () => {
  test.each([[[]], [EVERYTHING]])('lint %j', (values) => {
    const { status, stdout } = helm('lint', '--strict', CHART, ...values);
    expect(stdout).toContain('0 chart(s) failed');
    expect(status).toBe(0);
  });

  test.each([
    ['replicaCount=0', 'replicaCount'],
    ['image.digest=latest', 'digest'],
    ['image.tagg=1', 'tagg'],
    ['serviceMonitor.interval=often', 'interval'],
    ['existingSecret=', 'existingSecret'],
  ])('%s is refused, and named', (value, name) => {
    const { status, stderr } = helm('template', 'x', CHART, '--set', value);
    expect(status).not.toBe(0);
    expect(stderr).toContain(name);
  });

  test('without more, it is what runs: no object of an operator', () => {
    const kinds = rendered().map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['ConfigMap', 'Deployment', 'Service', 'ServiceAccount']);
  });

  test('the pods are those of the plain manifests', () => {
    const plain = parseAllDocuments(read('deploy/kubernetes/deployment.yaml'))[0]!.toJS() as Manifest;
    const { spec } = of(rendered(), 'Deployment').spec.template;
    const { spec: wanted } = plain.spec.template;
    expect(spec.securityContext).toEqual(wanted.securityContext);
    expect(spec.automountServiceAccountToken).toBe(false);
    const [container] = spec.containers;
    for (const name of ['args', 'env', 'ports', 'securityContext', 'resources', 'volumeMounts']) {
      expect(container[name], name).toEqual(wanted.containers[0][name]);
    }
    expect(container.livenessProbe).toMatchObject({ httpGet: { path: '/-/healthy', scheme: 'HTTP' } });
    expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/-/ready' } });
  });

  test('everything: digest, HTTPS, operator, dashboards, and rules word for word', async () => {
    const all = rendered(...EVERYTHING);
    const { spec } = of(all, 'Deployment').spec.template;
    expect(spec.containers[0].image).toMatch(/^registry\.example\.com\/floatwatch@sha256:[0-9a-f]{64}$/);
    expect(spec.containers[0].livenessProbe.httpGet.scheme).toBe('HTTPS');
    expect(of(all, 'ServiceMonitor').spec.endpoints[0]).toMatchObject({ port: 'http', scheme: 'https' });
    expect(of(all, 'ServiceMonitor').spec.namespaceSelector).toEqual({ matchNames: ['float'] });
    const [rule] = of(all, 'PrometheusRule').spec.groups[0].rules;
    expect(rule.annotations.summary).toBe('No floatwatch can be scraped {{ $labels.job }}');
    const selector = of(all, 'Deployment').spec.selector;
    for (const kind of ['PodDisruptionBudget', 'ServiceMonitor'])
      expect(of(all, kind).spec.selector).toEqual(selector);
    expect(of(all, 'NetworkPolicy').spec.podSelector).toEqual(selector);
    const { egress } = parseAllDocuments(read('deploy/kubernetes/networkpolicy.yaml'))[0]!.toJS().spec;
    expect(of(all, 'NetworkPolicy').spec.egress[0]).toEqual(egress[0]);
    const dashboards = all.filter(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1');
    expect(dashboards.flatMap(({ data }) => Object.keys(data!)).sort()).toEqual(DASHBOARDS.sort());
    for (const { data } of dashboards) {
      for (const [file, text] of Object.entries(data!)) {
        expect(JSON.parse(text)).toEqual(JSON.parse(read(`grafana/dashboards/${file}`)));
      }
    }
    const config = of(all, 'ConfigMap').data ?? {};
    await withSecrets(config['floatwatch.yaml']!, (file) =>
      expect(loadConfig(file, { env: {} }).warnings).toEqual([]),
    );
  });

  test('whoever says nothing but their accounts has a configuration that is accepted', async () => {
    const account = { name: 'acme-ug', base_url: 'https://pay.example.com', public_key: 'a-public-key' };
    const accounts = [{ ...account, secret_key_file: '/run/secrets/accounts/acme-ug' }];
    const all = rendered('--set-json', `config.accounts=${JSON.stringify(accounts)}`);
    await withSecrets(of(all, 'ConfigMap').data!['floatwatch.yaml']!, (file) =>
      expect(loadConfig(file, { env: {} }).warnings).toEqual([]),
    );
  });

  test('what the guide types installs the rules that it names', () => {
    const guide = read('docs/operations.md').replaceAll('\\\n', '');
    const [, typed = ''] = /^helm install floatwatch deploy\/helm\/floatwatch (.*)$/m.exec(guide)!;
    const words = typed.replace('--values my-values.yaml', '').trim().split(/ +/);
    const rules = words.map((word) =>
      word.replace('=floatwatch.rules.yml', '=config/prometheus/floatwatch.rules.yml'),
    );
    const all = rendered(...rules);
    expect(of(all, 'PrometheusRule')?.spec.groups[0].rules.length).toBeGreaterThan(10);
  });

  test('where the page asks for a password, which no kubelet has, probes ask from within the container', () => {
    const secret = { name: 'floatwatch-page', key: 'password' };
    const all = rendered(
      ...['--set', 'login=true,tls=true,serviceMonitor.enabled=true'],
      ...['--set-json', `serviceMonitor.basicAuth=${JSON.stringify({ password: secret })}`],
    );
    const [container] = of(all, 'Deployment').spec.template.spec.containers;
    for (const [probe, path] of [
      ['startupProbe', '/-/healthy'],
      ['livenessProbe', '/-/healthy'],
      ['readinessProbe', '/-/ready'],
    ] as const) {
      const { httpGet, exec, timeoutSeconds } = container[probe];
      expect(httpGet).toBeUndefined();
      expect(exec.command).toEqual(['node', '/app/healthcheck.mjs', `http://127.0.0.1:14217${path}`]);
      expect(timeoutSeconds).toBe(5); // it takes three
    }
    expect(of(all, 'ServiceMonitor').spec.endpoints[0].basicAuth).toEqual({ password: secret });
  });

  test('another configuration makes new pods', () => {
    const sum = (...argv: string[]) =>
      of(rendered(...argv), 'Deployment').spec.template.metadata.annotations['checksum/config'];
    expect(sum()).toBe(sum());
    expect(sum()).not.toBe(sum('--set', 'config.web.external_url=https://float.example.com'));
  });
});

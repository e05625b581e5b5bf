// The manifests against schemas of what they use, and against each other.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { z } from 'zod';
import { withSecrets } from '../../deploy/rules.ts';
import { loadConfig } from '../../src/config/load.ts';
import { ROOT, read } from './compose.ts';
import { type deployment, SCHEMAS } from './kubernetes-schemas.ts';

const FOLDER = 'deploy/kubernetes';
const APP = { 'app.kubernetes.io/name': 'floatwatch' };

test.for(Object.entries(SCHEMAS))('%s is of its schema, strictly', ([file, schema]) => {
  expect(schema.safeParse(load(file)).error).toBeUndefined();
});

test('the kustomization names every manifest that is there', () => {
  const { resources } = load('kustomization.yaml') as { resources: string[] };
  const files = readdirSync(join(ROOT, FOLDER)).filter((file) => file !== 'kustomization.yaml');
  expect(resources.sort()).toEqual(files.sort());
  expect(files.sort()).toEqual(Object.keys(SCHEMAS).sort());
});

// A cache of names on each node has an address of the node: it is in no namespace that a rule could choose.
test('names may be asked of whoever the cluster has for it', () => {
  const { spec } = load('networkpolicy.yaml') as { spec: { egress: { ports: { port: number }[] }[] } };
  const names = spec.egress.filter(({ ports }) => ports.some(({ port }) => port === 53));
  expect(names).toEqual([{ ports: ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol })) }]);
});

describe('what belongs together fits', () => {
  const { spec } = SCHEMAS['deployment.yaml'].parse(load('deployment.yaml')) as unknown as {
    spec: z.infer<typeof deployment>;
  };
  const pod = spec.template.spec;
  const [floatwatch] = pod.containers;

  test('every selector selects the pods, and every port is theirs', () => {
    expect(spec.template.metadata.labels).toEqual(APP);
    for (const file of Object.keys(SCHEMAS)) {
      for (const [, found] of read(join(FOLDER, file)).matchAll(
        /(?:selector|matchLabels): \{(app[^}]*)\}/g,
      )) {
        expect(found).toBe('app.kubernetes.io/name: floatwatch');
      }
    }
    expect(floatwatch.ports).toEqual([{ name: 'http', containerPort: 14217, protocol: 'TCP' }]);
    for (const { httpGet } of [
      floatwatch.startupProbe,
      floatwatch.livenessProbe,
      floatwatch.readinessProbe,
    ]) {
      expect(httpGet.port).toBe('http');
    }
  });

  test('what is mounted is declared, and what is declared is mounted', () => {
    const declared = pod.volumes.map(({ name }) => name).sort();
    expect(floatwatch.volumeMounts.map(({ name }) => name).sort()).toEqual(declared);
    const documented = read('docs/operations.md');
    for (const { secret } of pod.volumes) {
      if (secret) expect(documented).toContain(`create secret generic ${secret.secretName}`);
    }
  });

  test('liveness depends on nobody else', () => {
    expect(floatwatch.livenessProbe.httpGet.path).toBe('/-/healthy');
    expect(floatwatch.readinessProbe.httpGet.path).toBe('/-/ready');
  });

  test('the configuration in the map is one that floatwatch takes, with every secret from a mount', async () => {
    const { data } = load('configmap.yaml') as { data: Record<'floatwatch.yaml', string> };
    const text = data['floatwatch.yaml'];
    const mounted = floatwatch.volumeMounts.map(({ mountPath }) => mountPath);
    for (const [, path = ''] of text.matchAll(/_file: (\S+)/g)) {
      expect(mounted).toContain(path.slice(0, path.lastIndexOf('/')));
    }
    await withSecrets(text, (file) => expect(loadConfig(file, { env: {} }).warnings).toEqual([]));
  });
});

function load(file: string): unknown {
  return parse(read(join(FOLDER, file)));
}

test('the pods of shards are those of the deployment, each with its ordinal, more memory and a disk of its own', () => {
  const { spec } = parse(read('deploy/kubernetes-sharded/statefulset.yaml'));
  const whole = parse(read(join(FOLDER, 'deployment.yaml'))).spec;
  const { env, resources, ...container } = spec.template.spec.containers[0];
  const { resources: wholeResources, ...wholeContainer } = whole.template.spec.containers[0];
  expect(container).toEqual(wholeContainer);
  expect(resources).toEqual({ ...wholeResources, limits: { memory: '1536Mi' } });
  expect(env).toEqual([
    {
      name: 'FLOATWATCH_SHARD',
      valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } },
    },
    { name: 'FLOATWATCH_TOTAL_SHARDS', value: String(spec.replicas) },
    { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    {
      name: 'FLOATWATCH_WEB_EXTERNAL_URL',
      value: `http://$(POD_NAME).${spec.serviceName}.floatwatch.svc:14217`,
    },
  ]);
  const { containers: _, volumes, ...pod } = spec.template.spec;
  const { containers: __, volumes: wholeVolumes, ...wholePod } = whole.template.spec;
  expect(pod).toEqual(wholePod);
  expect([...volumes, { name: 'data', emptyDir: { sizeLimit: '1Gi' } }]).toEqual(
    expect.arrayContaining(wholeVolumes),
  );
  expect(spec.volumeClaimTemplates.map((claim: { metadata: object }) => claim.metadata)).toEqual([
    { name: 'data' },
  ]);
  expect(spec.selector).toEqual(whole.selector);
});

test('the service of the stateful set is headless, so that each pod has a name, and nobody scrapes by it', () => {
  const folder = 'deploy/kubernetes-sharded';
  const service = parse(read(`${folder}/service.yaml`));
  const { spec } = parse(read(`${folder}/statefulset.yaml`));
  expect(service.metadata).toEqual({ name: spec.serviceName });
  expect(service.spec).toMatchObject({ clusterIP: 'None', selector: APP });
  expect(service.spec.ports).toEqual((load('service.yaml') as typeof service).spec.ports);
  const { namespace, resources } = parse(read(`${folder}/kustomization.yaml`));
  expect(namespace).toBe('floatwatch');
  expect(resources).toEqual(['../kubernetes', 'service.yaml', 'statefulset.yaml']);
});

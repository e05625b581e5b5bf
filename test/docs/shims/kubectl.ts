// Stands in for `kubectl`, for there is no cluster to ask: keeps namespaces and secrets in a file, and applies manifests
// that are of their schemas, to a namespace that is there, with the secrets that they name.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { commandOnPath } from '../../deploy/image.ts';
import { SCHEMAS } from '../../deploy/kubernetes-schemas.ts';

interface Cluster {
  readonly namespaces: string[];
  /** The keys of each secret, by `namespace/name`. */
  readonly secrets: Record<string, string[]>;
  readonly applied: string[];
}

const FILE = join(process.env['HOME']!, 'cluster.json');
const cluster: Cluster = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as Cluster)
  : { namespaces: [], secrets: {}, applied: [] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    namespace: { type: 'string' },
    kustomize: { type: 'string' },
    'from-file': { type: 'string', multiple: true, default: [] },
  },
});
const words = positionals.join(' ');
if (values.namespace !== undefined && !cluster.namespaces.includes(values.namespace))
  refuse(`namespaces "${values.namespace}" not found`);
if (/^create namespace \w+$/.test(words)) cluster.namespaces.push(positionals[2]!);
else if (/^create secret generic [\w-]+$/.test(words)) createSecret(positionals[3]!);
else if (words === 'apply' && values.kustomize !== undefined) apply(values.kustomize);
else if (/^rollout restart deployment\/\w+$/.test(words)) requireDeployment(words.split('/')[1]!);
else if (/^exec deployment\/\w+ \w/.test(words)) {
  requireDeployment(positionals[1]!.split('/')[1]!);
  if (positionals[2] !== commandOnPath().name) refuse(`${words}: executable file not found in $PATH`);
} else refuse(`no stand-in for: ${words}`);
writeFileSync(FILE, JSON.stringify(cluster));

function requireDeployment(name: string): void {
  if (!cluster.applied.includes(`Deployment/${name}`)) refuse(`deployments.apps "${name}" not found`);
}

function createSecret(name: string): void {
  const keys = values['from-file'].flatMap((path) =>
    statSync(path).isFile()
      ? [path.split('/').at(-1)!]
      : readdirSync(path).filter((each) => statSync(join(path, each)).isFile()),
  );
  if (keys.length === 0) refuse(`${values['from-file']} holds no file`);
  cluster.secrets[`${values.namespace}/${name}`] = keys;
}

function apply(folder: string): void {
  const load = (file: string) => parse(readFileSync(join(folder, file), 'utf8')) as unknown;
  const { namespace, resources } = load('kustomization.yaml') as { namespace: string; resources: string[] };
  if (!cluster.namespaces.includes(namespace)) refuse(`namespaces "${namespace}" not found`);
  for (const file of resources) {
    const { success, error, data } = SCHEMAS[file as keyof typeof SCHEMAS].safeParse(load(file));
    if (!success) refuse(`${file}: ${error.message}`);
    const { kind, metadata } = data as { kind: string; metadata: { name: string } };
    cluster.applied.push(`${kind}/${metadata.name}`);
  }
  const { spec } = SCHEMAS['deployment.yaml'].parse(load('deployment.yaml'));
  const { volumes, containers } = spec.template.spec;
  const { data } = SCHEMAS['configmap.yaml'].parse(load('configmap.yaml'));
  for (const { name, secret } of volumes) {
    if (!secret) continue;
    const keys =
      cluster.secrets[`${namespace}/${secret.secretName}`] ??
      refuse(`secret "${secret.secretName}" not found`);
    const { mountPath } = containers[0].volumeMounts.find((mount) => mount.name === name)!;
    for (const [, key = ''] of data['floatwatch.yaml'].matchAll(
      new RegExp(`_file: ${mountPath}/(\\S+)`, 'g'),
    )) {
      if (!keys.includes(key))
        refuse(`the configuration reads ${mountPath}/${key}, which is not in ${secret.secretName}`);
    }
  }
}

function refuse(why: string): never {
  process.stderr.write(`kubectl: ${why}\n`);
  process.exit(1);
}

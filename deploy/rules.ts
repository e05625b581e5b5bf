// Prometheus' rules as they are shipped: what `floatwatch rules` prints for the configurations that are shipped.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';

const COMMAND = join(import.meta.dirname, '..', 'bin', 'floatwatch.js');

/** The rules for a configuration, as YAML. */
export async function rulesFor(config: string): Promise<string> {
  let text = '';
  await withSecrets(config, async (file) => {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'rules', '--config.file', file]);
    text = stdout;
  });
  return text;
}

/** The same for the Prometheus operator. */
export function prometheusRule(rules: string): string {
  const resource = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'floatwatch', labels: { 'app.kubernetes.io/name': 'floatwatch' } },
    spec: parse(rules) as unknown,
  };
  return `# Made by "floatwatch rules" from the configuration in configmap.yaml.\n${stringify(resource, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

/** The same as JSON. */
export function asJson(rules: string): string {
  return `${JSON.stringify(parse(rules), null, 2)}\n`;
}

/** Writes a configuration with a file for every `…_file` that it names, all in one folder; removed afterwards. */
export async function withSecrets(text: string, use: (file: string) => void | Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-config-'));
  try {
    for (const [, path = ''] of text.matchAll(/_file: (\/\S+)/g)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      const secret = path.endsWith('database_url') ? 'postgres://floatwatch:x@127.0.0.1/floatwatch' : 'a-key';
      await writeFile(join(folder, path), secret, { mode: 0o600 });
    }
    const file = join(folder, 'floatwatch.yaml');
    await writeFile(file, text.replaceAll(/_file: (\/\S+)/g, `_file: ${folder}$1`));
    await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

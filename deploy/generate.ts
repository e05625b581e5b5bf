// Writes Prometheus' rules, for the demo (as JSON for the mixin, too) and for the example on Kubernetes, and brings the
// dashboards into the chart:
//
//   node deploy/generate.ts
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { asJson, prometheusRule, rulesFor } from './rules.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const demo = await rulesFor(read('deploy/compose/demo/floatwatch.yaml'));
writeFileSync(join(root, 'config/prometheus/floatwatch.rules.yml'), demo);
writeFileSync(join(root, 'deploy/mixin/rules.json'), asJson(demo));

const { data } = parse(read('deploy/kubernetes/configmap.yaml')) as {
  data: Record<'floatwatch.yaml', string>;
};
const example = prometheusRule(await rulesFor(data['floatwatch.yaml']));
writeFileSync(join(root, 'deploy/kubernetes/prometheusrule.yaml'), example);

const dashboards = join(root, 'deploy/helm/floatwatch/dashboards');
mkdirSync(dashboards, { recursive: true });
for (const file of readdirSync(join(root, 'grafana/dashboards'))) {
  if (!file.endsWith('.json')) continue;
  copyFileSync(join(root, 'grafana/dashboards', file), join(dashboards, file));
}

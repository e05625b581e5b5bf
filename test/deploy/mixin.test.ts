import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { dashboards } from '../grafana/dashboard.ts';
import { start } from '../support/process.ts';
import { describeWith, tool } from '../support/tools.ts';
import { ROOT, read } from './compose.ts';

describeWith(['jsonnet'], 'the mixin', () => {
  test('gives the committed rules and dashboards, all of them', async () => {
    const program = `
      local mixin = import '${join(ROOT, 'deploy/mixin/mixin.libsonnet')}';
      { rules: mixin.prometheusAlerts, dashboards: mixin.grafanaDashboards }`;
    await using jsonnet = start(tool('jsonnet'), ['--exec', program]);
    expect(await jsonnet.ended(), jsonnet.output().slice(0, 2_000)).toBe(0);
    const mixin = JSON.parse(jsonnet.output()) as { rules: unknown; dashboards: Record<string, unknown> };
    expect(mixin.rules).toEqual(parse(read('config/prometheus/floatwatch.rules.yml')));
    for (const { name, dashboard } of dashboards) expect(mixin.dashboards[`${name}.json`]).toEqual(dashboard);
    expect(Object.keys(mixin.dashboards)).toHaveLength(dashboards.length);
  });
});

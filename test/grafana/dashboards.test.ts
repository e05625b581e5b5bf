import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DASHBOARDS, importable, rendered } from '../../grafana/dashboards.ts';
import { dashboards, FOLDER, panelsOf } from './dashboard.ts';

test('regenerating the dashboards gives no difference (node grafana/generate.ts)', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(
    Object.keys(DASHBOARDS)
      .map((name) => `${name}.json`)
      .sort(),
  );
  for (const [name, dashboard] of Object.entries(DASHBOARDS)) {
    expect(rendered(dashboard()), name).toBe(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
    const asked = readFileSync(join(FOLDER, '..', 'import', `${name}.json`), 'utf8');
    expect(importable(dashboard()), name).toBe(asked);
  }
});

test.for(dashboards)('$name is a file that any Grafana may take over', ({ dashboard }) => {
  expect(dashboard.id, 'an id belongs to one Grafana').toBeUndefined();
  expect(dashboard.uid).toMatch(/^floatwatch-[a-z]+$/);
  expect(dashboard.description).not.toBe('');
  expect(dashboard.tags).toContain('floatwatch');
  expect(dashboard.schemaVersion).toBe(42);
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size, 'panel ids').toBe(ids.length);
  for (const panel of panelsOf(dashboard)) {
    const refIds = (panel.targets ?? []).map(({ refId }) => refId);
    expect(new Set(refIds).size, `${panel.title}: refIds`).toBe(refIds.length);
    for (const target of panel.targets ?? []) {
      expect(target.datasource, `${panel.title}: one source`).toEqual(panel.datasource);
    }
  }
});

test.for(dashboards)('$name: panels fill the width and never overlap', ({ dashboard }) => {
  const taken = new Map<string, string>();
  for (const { title = '', gridPos } of dashboard.panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        expect(taken.get(`${x},${y}`), `${title} lies on another panel`).toBeUndefined();
        taken.set(`${x},${y}`, title);
      }
    }
  }
  const bottom = Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.y + gridPos.h));
  const ragged = Array.from({ length: bottom }, (_, y) => y).filter((y) => !taken.has(`23,${y}`));
  expect(ragged, 'lines with an empty end').toEqual([]);
});

test('gaps are shown as gaps: no line is drawn over what is not known', () => {
  for (const { dashboard } of dashboards) {
    for (const panel of panelsOf(dashboard).filter(({ type }) => type === 'timeseries')) {
      expect(panel.fieldConfig?.defaults.custom?.spanNulls, panel.title).toBe(false);
    }
  }
});

test('links between dashboards lead to dashboards that are there, with variables that they have', () => {
  for (const { name } of dashboards) {
    const text = readFileSync(join(FOLDER, `${name}.json`), 'utf8');
    for (const [, uid, query = ''] of text.matchAll(/"url": "\/d\/([\w-]+)\?([^"]*)"/g)) {
      const target = dashboards.find(({ dashboard }) => dashboard.uid === uid)?.dashboard;
      const variables = target?.templating.list.map((variable) => variable.name);
      for (const [, variable] of query.matchAll(/var-(\w+)=/g)) expect(variables).toContain(variable);
    }
  }
});

test('K21 the files for the import page ask for both data sources, and use what is answered', () => {
  for (const dashboard of Object.values(DASHBOARDS)) {
    const text = importable(dashboard());
    const { __inputs: inputs } = JSON.parse(text) as { __inputs: { name: string; pluginId: string }[] };
    expect(inputs.map(({ pluginId }) => pluginId)).toEqual(['prometheus', 'grafana-postgresql-datasource']);
    for (const { name } of inputs) expect(text).toContain(`"value": "\${${name}}"`);
    expect(text).not.toMatch(/"value": "floatwatch-/);
  }
});

test('K21 the import page asks for a data source by what Grafana calls its kind', () => {
  for (const dashboard of Object.values(DASHBOARDS)) {
    const { __inputs: inputs, __requires: required } = JSON.parse(importable(dashboard())) as {
      __inputs: { pluginName: string }[];
      __requires: { name: string }[];
    };
    expect(inputs.map(({ pluginName }) => pluginName)).toEqual(['Prometheus', 'PostgreSQL']);
    expect(required.map(({ name }) => name)).toEqual(['Grafana', 'Prometheus', 'PostgreSQL']);
  }
});

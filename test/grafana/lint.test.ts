// The rules of grafana/dashboard-linter, which is a Go program that can't be asked for here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Dashboard, dashboards, FOLDER, panelsOf } from './dashboard.ts';
import { interpolate, parsePromql } from './promql.ts';

/** A rule gives one sentence per objection. */
type Rule = (dashboard: Dashboard) => readonly string[];

const RULES: Readonly<Record<string, Rule>> = {
  'template-datasource-rule': ({ templating }) =>
    templating.list
      .filter(({ type }) => type === 'datasource')
      .flatMap(({ name, label, query }) => [
        ...(name === `${query}_datasource` ? [] : [`${name} should be named ${query}_datasource`]),
        ...(label?.toLowerCase() === `${query} data source`
          ? []
          : [`${name} should be labeled ${query} data source`]),
      ]),

  'template-job-rule': (dashboard) => templateRule(dashboard, 'job'),
  'template-instance-rule': (dashboard) => templateRule(dashboard, 'instance'),

  'template-label-promql-rule': ({ templating }) =>
    templating.list
      .filter(({ type }) => type === 'query')
      .flatMap(({ name, query }) => {
        const [, asked] = /^label_values\((.+), \w+\)$/.exec(query) ?? [];
        return asked && parsePromql(asked).errors.length === 0 ? [] : [`variable ${name}: ${query}`];
      }),

  'template-on-time-change-reload-rule': ({ templating }) =>
    templating.list
      .filter(({ type, refresh }) => type === 'query' && refresh !== 2)
      .map(({ name }) => `variable ${name} is not refreshed when the time range changes`),

  'panel-datasource-rule': (dashboard) => {
    const sources = dashboard.templating.list.filter(({ type }) => type === 'datasource');
    const uids = sources.map(({ name }) => `\${${name}}`);
    return panelsOf(dashboard)
      .flatMap((panel) => [panel.datasource, ...(panel.targets ?? []).map(({ datasource }) => datasource)])
      .filter((source) => !uids.includes(source?.uid ?? ''))
      .map((source) => `a panel uses ${source?.uid}`);
  },

  'panel-title-description-rule': (dashboard) =>
    panelsOf(dashboard)
      .filter(({ title, description }) => !title || !description)
      .map(({ id, title }) => `panel ${id} ${title}`),

  'panel-units-rule': (dashboard) =>
    panelsOf(dashboard)
      .filter((panel) => !UNITS.has(panel.fieldConfig?.defaults.unit ?? ''))
      .map(({ title }) => `${title} has no unit that Grafana knows`),

  'panel-no-targets-rule': (dashboard) =>
    panelsOf(dashboard)
      .filter(({ targets }) => !targets?.length)
      .map(({ title }) => `${title} asks nothing`),

  'target-promql-rule': (dashboard) =>
    expressions(dashboard).flatMap(({ title, expr }) =>
      parsePromql(expr).errors.map((error) => `${title}: ${expr}: at ${error}`),
    ),

  'target-rate-interval-rule': (dashboard) =>
    expressions(dashboard).flatMap(({ title, expr }) =>
      parsePromql(expr)
        .selectors.filter(({ functions }) => functions[0] === 'rate' || functions[0] === 'irate')
        .filter(({ range }) => range !== interpolate('$__rate_interval'))
        .map(() => `${title}: ${expr}`),
    ),

  'target-job-rule': (dashboard) => matcherRule(dashboard, 'job'),
  'target-instance-rule': (dashboard) => matcherRule(dashboard, 'instance'),

  'target-counter-agg-rule': (dashboard) =>
    expressions(dashboard).flatMap(({ title, expr }) =>
      parsePromql(expr)
        .selectors.filter(({ metric }) => metric.endsWith('_total'))
        .filter(({ functions }) => !['rate', 'irate', 'increase'].includes(functions[0] ?? ''))
        .map(({ metric }) => `${title}: ${metric} is a counter`),
    ),

  'uneditable-dashboard': ({ editable }) =>
    editable ? ['it can be edited, and is overwritten by the next start'] : [],
};

// Those of Grafana's units that these dashboards use; money is `locale`: all digits, thousands apart.
const UNITS = new Set([
  'none',
  'string',
  'locale',
  'percentunit',
  's',
  'bytes',
  'suffix: /s',
  'dtdhms',
  'suffix: d',
]);

interface Exclusion {
  readonly reason: string;
  readonly entries?: readonly { readonly dashboard: string }[];
}
const { exclusions } = parse(readFileSync(join(FOLDER, '.lint'), 'utf8')) as {
  exclusions: Readonly<Record<string, Exclusion>>;
};

describe.for(Object.entries(RULES))('%s', ([name, rule]) => {
  test.for(dashboards)('$dashboard.title', ({ dashboard }) => {
    const objections = rule(dashboard);
    if (isExcluded(name, dashboard)) expect(objections, 'the exception is not needed').not.toEqual([]);
    else expect(objections).toEqual([]);
  });
});

test('exceptions name rules and dashboards that are there, and say why', () => {
  for (const [name, { reason, entries }] of Object.entries(exclusions)) {
    expect(Object.keys(RULES)).toContain(name);
    expect(reason.length).toBeGreaterThan(30);
    for (const { dashboard } of entries ?? []) {
      expect(dashboards.map((each) => each.dashboard.title)).toContain(dashboard);
    }
  }
});

test('a rule objects to what it is about', () => {
  const [first] = dashboards;
  const broken = JSON.parse(JSON.stringify(first?.dashboard)) as Record<string, unknown> & Dashboard;
  const bare = {
    ...broken.panels[0]!,
    title: '',
    fieldConfig: { defaults: {} },
    datasource: { type: 'x', uid: 'abc' },
  };
  const asking = (expr: string) => ({
    ...bare,
    targets: [{ refId: 'A', datasource: bare.datasource, expr }],
  });
  const dashboard: Dashboard = {
    ...broken,
    editable: true,
    panels: [{ ...bare, targets: [] }, asking('sum('), asking('rate(a_total[5m])'), asking('a_total')],
    templating: { list: [{ type: 'query', name: 'x', query: 'label_values(a{, b)' }] },
  };
  const silent = Object.entries(RULES).filter(([, rule]) => rule(dashboard).length === 0);
  expect(silent.map(([name]) => name)).toEqual(['template-datasource-rule']); // it has none: another rule's matter
});

function templateRule({ templating }: Dashboard, name: string): readonly string[] {
  const variable = templating.list.find((each) => each.name === name);
  if (!variable) return [`there is no variable ${name}`];
  const right =
    variable.type === 'query' &&
    variable.label?.toLowerCase() === name &&
    variable.multi === true &&
    variable.allValue === '.+' &&
    variable.datasource?.uid === `\${prometheus_datasource}`;
  return right ? [] : [`variable ${name} should be a labeled multi select of all (.+) from Prometheus`];
}

function matcherRule(dashboard: Dashboard, label: string): readonly string[] {
  return expressions(dashboard).flatMap(({ title, expr }) =>
    parsePromql(expr)
      .selectors.filter(
        ({ matchers }) =>
          !matchers.some(
            (each) => each.label === label && each.operator === '=~' && each.value === `$${label}`,
          ),
      )
      .map(({ metric }) => `${title}: ${metric} without ${label}=~"$${label}"`),
  );
}

function expressions(dashboard: Dashboard) {
  return panelsOf(dashboard).flatMap(({ title = '', targets = [] }) =>
    targets.flatMap(({ expr }) => (expr === undefined ? [] : [{ title, expr }])),
  );
}

function isExcluded(rule: string, { title }: Dashboard): boolean {
  const exclusion = exclusions[rule];
  return (
    exclusion !== undefined &&
    (exclusion.entries ?? [{ dashboard: title }]).some((each) => each.dashboard === title)
  );
}

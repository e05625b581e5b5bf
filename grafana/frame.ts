// What all dashboards have in common: data sources, variables, links between them, who may change them.
import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  AnnotationPanelFilterBuilder,
  AnnotationQueryBuilder,
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  VariableHide,
  type VariableModel,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { POSTGRES, PROMETHEUS, sql } from './queries.ts';

const TAG = 'floatwatch';

interface Source {
  readonly text: string;
  /** Its `uid`. */
  readonly value: string;
}

/** The data sources chosen at first: those of provisioning/datasources. */
export const SOURCES: Readonly<Record<'prometheus' | 'postgres', Source>> = {
  prometheus: { text: 'Prometheus', value: 'floatwatch-prometheus' },
  postgres: { text: 'floatwatch history', value: 'floatwatch-postgres' },
};

/** What a link between dashboards takes along: data sources, job and range. */
export const CARRIED = `\${__url_time_range}&\${prometheus_datasource:queryparam}&\${postgres_datasource:queryparam}&\${job:queryparam}`;

export interface Frame {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly from: string;
  readonly variables: readonly Builder<VariableModel>[];
}

/** An empty dashboard with data sources, a variable `job` and the given ones. */
export function frame({ uid, title, description, from, variables }: Frame): DashboardBuilder {
  const dashboard = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags([TAG])
    .readonly()
    .timezone('browser')
    .time({ from, to: 'now' })
    .refresh('1m')
    .tooltip(DashboardCursorSync.Crosshair)
    .link(
      new DashboardLinkBuilder('floatwatch')
        .type(DashboardLinkType.Dashboards)
        .tags([TAG])
        .asDropdown(true)
        .includeVars(true)
        .keepTime(true),
    )
    .link(leading('Page', '$floatwatch', 'The page of floatwatch itself'))
    .link(leading('Runbook', '$floatwatch/runbook', 'What to do about each alert'))
    .withVariable(
      source('prometheus_datasource', 'Prometheus data source', PROMETHEUS.type, SOURCES.prometheus),
    )
    .withVariable(source('postgres_datasource', 'Postgres data source', POSTGRES.type, SOURCES.postgres))
    .withVariable(several('job', 'Job', 'label_values(floatwatch_build_info, job)'));
  for (const variable of variables) dashboard.withVariable(variable);
  return dashboard.withVariable(
    one(
      'floatwatch',
      'Page of floatwatch',
      'label_values(floatwatch_external_url_info{job=~"$job"}, url)',
    ).hide(VariableHide.HideVariable),
  );
}

/**
 * The finished dashboard: panels numbered in reading order, and nothing that Grafana would fill in itself.
 *
 * On the panels with the titles `episodesOn` the episodes of the chosen wallets' alerts are marked.
 */
export function finish(dashboard: DashboardBuilder, episodesOn: readonly string[] = []): Dashboard {
  const panels = dashboard.build().panels ?? [];
  for (const [index, panel] of panels.entries()) panel.id = index + 1;
  if (episodesOn.length > 0) {
    const ids = panels.filter(({ title }) => episodesOn.includes(title ?? '')).map(({ id }) => id!);
    dashboard.annotation(
      episodesOfWallets().filter(new AnnotationPanelFilterBuilder().exclude(false).ids(ids)),
    );
  }
  const built = dashboard.build();
  // What the SDK puts there hides them in a menu.
  for (const link of built.links ?? []) delete link.placement;
  for (const query of built.annotations.list ?? []) delete query.placement;
  return built;
}

/** A variable of which one value is chosen. */
export function one(name: string, label: string, query: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .label(label)
    .datasource(PROMETHEUS)
    .query(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.NaturalAsc);
}

/** A variable of which several values or all are chosen; at first all that there are, and nothing else. */
export function several(name: string, label: string, query: string): QueryVariableBuilder {
  return one(name, label, query)
    .multi(true)
    .includeAll(true)
    .current({ selected: true, text: ['All'], value: ['$__all'] });
}

function source(name: string, label: string, type: string, chosen: Source): DatasourceVariableBuilder {
  const { text, value } = chosen;
  return new DatasourceVariableBuilder(name)
    .label(label)
    .hide(VariableHide.HideLabel)
    .type(type)
    .current({ selected: true, text, value });
}

function leading(title: string, url: string, tooltip: string): DashboardLinkBuilder {
  return new DashboardLinkBuilder(title)
    .type(DashboardLinkType.Link)
    .icon('external link')
    .url(url)
    .tooltip(tooltip);
}

function episodesOfWallets(): AnnotationQueryBuilder {
  return new AnnotationQueryBuilder()
    .name('Alert episodes')
    .datasource(POSTGRES)
    .enable(true)
    .iconColor('red')
    .target(
      sql(`
    select firing_at as time, coalesce(resolved_at, now()) as timeend,
      concat_ws(' ', rule, severity, value || ', threshold ' || threshold) as text,
      concat_ws(',', account, currency, wallet_type) as tags
    from floatwatch.alerts
    where firing_at <= $__timeTo() and coalesce(resolved_at, now()) >= $__timeFrom()
      and account ~ '^(\${account:regex})$'
      and coalesce(currency, '') ~ '^(\${currency:regex})?$'
    order by firing_at`),
    );
}

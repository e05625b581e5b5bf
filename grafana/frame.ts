// What all dashboards have in common: data sources, variables, links between them, who may change them.
import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  AnnotationQueryBuilder,
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  type VariableModel,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { POSTGRES, PROMETHEUS, sql } from './queries.ts';

const TAG = 'floatwatch';

export interface Frame {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly from: string;
  readonly variables: readonly Builder<VariableModel>[];
  /** Marks the episodes of the chosen wallets' alerts on every panel over time. */
  readonly episodes?: boolean;
}

/** An empty dashboard with data sources, a variable `job` and the given ones. */
export function frame({ uid, title, description, from, variables, episodes }: Frame): DashboardBuilder {
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
    .withVariable(source('prometheus_datasource', 'Prometheus data source', PROMETHEUS.type))
    .withVariable(source('postgres_datasource', 'Postgres data source', POSTGRES.type))
    .withVariable(several('job', 'Job', 'label_values(floatwatch_build_info, job)'));
  for (const variable of variables) dashboard.withVariable(variable);
  return episodes ? dashboard.annotation(episodesOfWallets()) : dashboard;
}

/** The finished dashboard: panels numbered in reading order, and nothing that Grafana would fill in itself. */
export function finish(dashboard: DashboardBuilder): Dashboard {
  const built = dashboard.build();
  for (const [index, panel] of (built.panels ?? []).entries()) panel.id = index + 1;
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

/** A variable of which several values or all are chosen; at first all. */
export function several(name: string, label: string, query: string): QueryVariableBuilder {
  return one(name, label, query)
    .multi(true)
    .includeAll(true)
    .allValue('.+')
    .current({ selected: true, text: ['All'], value: ['$__all'] });
}

function source(name: string, label: string, type: string): DatasourceVariableBuilder {
  return new DatasourceVariableBuilder(name).label(label).type(type);
}

function episodesOfWallets(): AnnotationQueryBuilder {
  return new AnnotationQueryBuilder()
    .name('Alert episodes')
    .datasource(POSTGRES)
    .enable(true)
    .iconColor('red')
    .target(
      sql(`
    select firing_at as time, resolved_at as timeend, rule as text, concat_ws(',', account, currency, wallet_type) as tags
    from floatwatch.alerts
    where firing_at <= $__timeTo() and coalesce(resolved_at, now()) >= $__timeFrom()
      and account ~ '^(\${account:regex})$'
      and coalesce(currency, '') ~ '^(\${currency:regex})?$'
    order by firing_at`),
    );
}

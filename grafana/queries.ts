// What panels ask: one target of each data source, and the selectors that all dashboards share.
import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import type { DataSourceRef } from '@grafana/grafana-foundation-sdk/common';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';

export const PROMETHEUS = {
  type: 'prometheus',
  uid: `\${prometheus_datasource}`,
} as const satisfies DataSourceRef;

export const POSTGRES = {
  type: 'grafana-postgresql-datasource',
  uid: `\${postgres_datasource}`,
} as const satisfies DataSourceRef;

/** Panels ask for at most so many points in time, so that a year of wallets stays a quick question. */
export const MAX_POINTS = 1_000;

/** A range query; `legend` is Grafana's template of label names. */
export function range(expr: string, legend: string): DataqueryBuilder {
  return new DataqueryBuilder().datasource(PROMETHEUS).expr(oneLine(expr)).legendFormat(legend).range();
}

/** The value now; `legend` as in {@link range}. */
export function instant(expr: string, legend = ''): DataqueryBuilder {
  return new DataqueryBuilder().datasource(PROMETHEUS).expr(oneLine(expr)).legendFormat(legend).instant();
}

/** The value now as rows of a table; `refId` names its column for {@link columns}. */
export function rows(refId: string, expr: string): DataqueryBuilder {
  return instant(expr).format(PromQueryFormat.Table).refId(refId);
}

/** A statement for the reader role, as a table or as series over its column `time`. */
export function sql(statement: string, format: 'table' | 'time_series' = 'table'): Builder<Dataquery> {
  const rawSql = statement
    .trim()
    .split('\n')
    .map((line) => line.replace(/^ {4}/, ''))
    .join('\n');
  // The SDK has no builder for this data source.
  const query = { datasource: POSTGRES, editorMode: 'code', format, rawQuery: true, rawSql, refId: 'A' };
  return { build: () => query as unknown as Dataquery };
}

/**
 * What every replica tells of the same thing, told once: the largest of the replicas' values.
 *
 * Each of them exposes every wallet, so an unguarded sum would multiply the money by the number of replicas.
 */
export function once(selector: string): string {
  return `max without (instance, pod) (${selector})`;
}

/** The median runway of the wallets that a selector chooses, without its braces. */
export function medianRunway(selector: string, labels?: string): string {
  return ofReplicas('max', `merchant_wallet_runway_seconds{${selector}, confidence="0.5"}`, labels);
}

/** The same, judged cautiously: the shortest at any confidence that the account or a rule asks for. */
export function cautiousRunway(selector: string, labels?: string): string {
  return ofReplicas('min', `merchant_wallet_runway_seconds{${selector}, confidence!="0.5"}`, labels);
}

function ofReplicas(of: 'max' | 'min', series: string, labels?: string): string {
  return `${of} ${labels === undefined ? 'without (instance, pod, confidence)' : `by (${labels})`} (${series})`;
}

/** Days, of an expression in seconds: a unit that doesn't change with the value. */
export function inDays(expr: string): string {
  return `(${expr}) / 86400`;
}

/** Adds the label `wallet`, as the pages and the commands name one: `account/CURRENCY/WALLET_TYPE`, or just the account. */
export function withWallet(expr: string): string {
  const joined = `label_join(${expr}, "wallet", "/", "account", "currency", "wallet_type")`;
  return `label_replace(${joined}, "wallet", "$1", "wallet", "(.*?)/*")`;
}

/** Something while a shard isn't scraped: what nobody tells of its wallets isn't known. */
export const SHARD_AWAY =
  'count(count_values("shard", floatwatch_shard_ordinal{job=~"$job"})) < max(floatwatch_total_shards{job=~"$job"})';

/** As {@link once}, with just these labels: what the tables join their columns by. */
export function onceBy(labels: string, selector: string): string {
  return `max by (${labels}) (${selector})`;
}

function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/ ([)\]])/g, '$1')
    .trim();
}

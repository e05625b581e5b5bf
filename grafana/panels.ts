// The few kinds of panel that the dashboards are made of, each in one manner. What depends on how Grafana draws is
// settled here and in columns.ts and colors.ts, for every panel alike.
import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import {
  BigValueColorMode,
  BigValueGraphMode,
  BigValueTextMode,
  GraphDrawStyle,
  LegendDisplayMode,
  LegendPlacement,
  LineInterpolation,
  LineStyleBuilder,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TableCellHeight,
  TableSortByFieldStateBuilder,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTextDisplayOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import type { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as StateTimelineBuilder } from '@grafana/grafana-foundation-sdk/statetimeline';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import {
  absent,
  fixed,
  neutral,
  type Painted,
  type Steps,
  shades,
  steps,
  type Texts,
  texts,
} from './colors.ts';
import { type Column, fitted } from './columns.ts';
import { type Face, place } from './face.ts';
import { MAX_POINTS, POSTGRES, PROMETHEUS } from './queries.ts';

/** Pixels for the names of a timeline: some 55 letters, and half of the panel in a window of 1280. */
const NAMES_WIDTH = 440;

/** One big number now, in the colour of its step; what is not known is told in words, in grey. */
export function stat(
  face: Face,
  target: DataqueryBuilder,
  options: { readonly steps?: Steps; readonly texts?: Texts; readonly named?: boolean } = {},
): StatBuilder {
  return place(new StatBuilder(), face, 3)
    .datasource(PROMETHEUS)
    .withTarget(target.refId('A'))
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .graphMode(BigValueGraphMode.None)
    .colorMode(BigValueColorMode.Value)
    .textMode(options.named ? BigValueTextMode.ValueAndName : BigValueTextMode.Value)
    .text(new VizTextDisplayOptionsBuilder().titleSize(13).valueSize(30))
    .thresholds(steps(options.steps ?? ['text']))
    .mappings([...(options.texts ? [texts(options.texts)] : []), absent(face.empty)]);
}

/** Lines over time that break where nothing is known: in blue to purple, but for those whose colour has a meaning. */
export function lines(
  face: Face,
  targets: readonly DataqueryBuilder[],
  painted: Painted = {},
): TimeseriesBuilder {
  const panel = drawn(face).datasource(PROMETHEUS).lineInterpolation(LineInterpolation.StepAfter);
  return paint(withTargets(panel, targets), painted);
}

/** Stacked bars over time: what happened per minute. Red, but for what is good or fair. */
export function bars(face: Face, targets: readonly DataqueryBuilder[], painted: Painted): TimeseriesBuilder {
  return lines(face, targets, painted)
    .colorScheme(shades('red'))
    .drawStyle(GraphDrawStyle.Bars)
    .min(0)
    .fillOpacity(70)
    .stacking(new StackingConfigBuilder().mode(StackingMode.Normal));
}

/** Lines of a statement over its column `time`. They break where two rows are further apart than `gapMs`. */
export function storedLines(
  face: Face,
  statement: Builder<Dataquery>,
  gapMs: number,
  painted: Painted,
): TimeseriesBuilder {
  const panel = drawn(orAway(face)).datasource(POSTGRES).withTarget(statement);
  return paint(panel.insertNulls(gapMs), painted);
}

/** The columns that rows are sorted by at first, by title; `desc` begins with the largest. */
export type Sorting = readonly (readonly [title: string, direction: 'asc' | 'desc'])[];

/** Rows of a statement. */
export function storedTable(
  face: Face,
  statement: Builder<Dataquery>,
  columns: readonly Column[],
  sorting: Sorting,
): TableBuilder {
  return tabular(orAway(face), columns, sorting, (panel) => panel.datasource(POSTGRES).withTarget(statement));
}

/** Grafana says the same where there is nothing and where nothing could be asked. */
function orAway(face: Face): Face {
  return { ...face, empty: `${face.empty}, or Postgres does not answer` };
}

/** One row per label set, one column per label and target. The values of a single target are called `Value`. */
export function table(
  face: Face,
  targets: readonly DataqueryBuilder[],
  columns: readonly Column[],
  sorting: Sorting,
): TableBuilder {
  const ask = (panel: TableBuilder) =>
    targets.reduce((each, target) => each.withTarget(target), panel.datasource(PROMETHEUS));
  if (targets.length === 1) return tabular(face, columns, sorting, ask);
  // Merged, empty answers would still have a header of values without their labels; grouped, they have nothing.
  const isValue = (field: string) => field.startsWith('Value #');
  const fields = columns.map(({ field }) => [
    field,
    isValue(field)
      ? { operation: 'aggregate', aggregations: ['lastNotNull'] }
      : { operation: 'groupby', aggregations: [] },
  ]);
  return tabular(
    face,
    columns.map((each) => (isValue(each.field) ? { ...each, field: `${each.field} (lastNotNull)` } : each)),
    sorting,
    (panel) =>
      ask(panel)
        .withTransformation({ id: 'merge', options: {} })
        .withTransformation({ id: 'groupBy', options: { fields: Object.fromEntries(fields) } }),
  );
}

/**
 * Which state held when, for `rows` things at once; more of them are on further pages. Across the whole dashboard the
 * names beside it are long: left to itself, Grafana gives them four tenths of the panel and cuts what is longer.
 */
export function states(
  face: Omit<Face, 'height' | 'unit'>,
  targets: readonly DataqueryBuilder[],
  named: Texts,
  rows: number,
): StateTimelineBuilder {
  const panel = place(new StateTimelineBuilder(), { ...face, unit: 'none' }, heightOf(rows))
    .datasource(PROMETHEUS)
    .maxDataPoints(MAX_POINTS)
    .perPage(rows)
    .mappings([texts(named), absent('not seen')])
    .colorScheme(fixed('text')) // by thresholds, their ranges would take the place of the mappings
    .thresholds(steps(['text']))
    .showValue(VisibilityMode.Never)
    .rowHeight(0.8)
    .legend(legend());
  if (face.width === 24) panel.axisWidth(NAMES_WIDTH);
  return withTargets(panel, targets);
}

/** A dashed line that a value is compared with, by the series' name. */
export function dashed(panel: TimeseriesBuilder, series: string, color: string): TimeseriesBuilder {
  return panel.overrideByRegexp(series, [
    { id: 'custom.lineStyle', value: new LineStyleBuilder().fill('dash').dash([8, 6]).build() },
    { id: 'custom.fillOpacity', value: 0 },
    { id: 'custom.hideFrom', value: { legend: true, tooltip: false, viz: false } },
    { id: 'color', value: fixed(color).build() },
  ]);
}

/** Fills what lies between two lines, by their names. */
export function band(panel: TimeseriesBuilder, lower: string, upper: string): TimeseriesBuilder {
  return panel.overrideByName(upper, [
    { id: 'custom.fillBelowTo', value: lower },
    { id: 'custom.fillOpacity', value: 15 },
  ]);
}

function drawn(face: Face): TimeseriesBuilder {
  return place(new TimeseriesBuilder(), face, 8)
    .maxDataPoints(MAX_POINTS)
    .colorScheme(neutral())
    .axisSoftMin(0) // what is filled down to the axis looks like nothing where the axis begins elsewhere
    .drawStyle(GraphDrawStyle.Line)
    .lineWidth(1)
    .fillOpacity(8)
    .showPoints(VisibilityMode.Auto)
    .spanNulls(false)
    .legend(legend())
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending));
}

function paint(panel: TimeseriesBuilder, painted: Painted): TimeseriesBuilder {
  for (const [series, color] of Object.entries(painted)) {
    const properties = [{ id: 'color', value: fixed(color).build() }];
    if (series.startsWith('/')) panel.overrideByRegexp(series, properties);
    else panel.overrideByName(series, properties);
  }
  return panel;
}

function tabular(
  face: Face,
  columns: readonly Column[],
  sorting: Sorting,
  ask: (panel: TableBuilder) => TableBuilder,
): TableBuilder {
  const panel = ask(place(new TableBuilder(), face, 8).cellHeight(TableCellHeight.Sm))
    .mappings([absent('–')])
    .sortBy(
      sorting.map(([title, direction]) =>
        new TableSortByFieldStateBuilder().displayName(title).desc(direction === 'desc'),
      ),
    );
  return fitted(panel, columns);
}

function withTargets<P extends { withTarget(target: DataqueryBuilder): P }>(
  panel: P,
  targets: readonly DataqueryBuilder[],
): P {
  return targets.reduce(
    (each, target, i) => each.withTarget(target.refId(String.fromCharCode(65 + i))),
    panel,
  );
}

/** Lines of the grid, each 38 pixels, that so many rows of a timeline take beside title, axis, legend and pages. */
function heightOf(rows: number): number {
  return Math.ceil((rows * 22 + 150) / 38);
}

function legend(): VizLegendOptionsBuilder {
  return new VizLegendOptionsBuilder()
    .displayMode(LegendDisplayMode.List)
    .placement(LegendPlacement.Bottom)
    .showLegend(true);
}

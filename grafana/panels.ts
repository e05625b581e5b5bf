// The few kinds of panel that the dashboards are made of, each in one manner.
import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import {
  BigValueColorMode,
  BigValueGraphMode,
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
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardLinkBuilder,
  type DynamicConfigValue,
  FieldColorBuilder,
  FieldColorModeId,
  MappingType,
  type Threshold,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type ValueMapping,
} from '@grafana/grafana-foundation-sdk/dashboard';
import type { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as StateTimelineBuilder } from '@grafana/grafana-foundation-sdk/statetimeline';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { MAX_POINTS, POSTGRES, PROMETHEUS } from './queries.ts';

/** What every panel says of itself, and its place: 24 columns make a full width. */
export interface Face {
  readonly title: string;
  /** For whoever looks at it: what it shows, what it means when it is empty. */
  readonly description: string;
  readonly unit: string;
  readonly width: number;
  readonly height?: number;
}

/** Colours from a value upwards; the first one holds from minus infinity. */
export type Steps = readonly [string, ...(readonly [from: number, color: string])[]];

/** One big number now. */
export function stat(
  face: Face,
  target: DataqueryBuilder,
  options: { readonly steps?: Steps; readonly noValue?: string; readonly texts?: Texts } = {},
): StatBuilder {
  const panel = place(new StatBuilder(), face, 4)
    .datasource(PROMETHEUS)
    .withTarget(target.refId('A'))
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .graphMode(BigValueGraphMode.None)
    .colorMode(BigValueColorMode.Value)
    .thresholds(steps(options.steps ?? ['text']))
    .noValue(options.noValue ?? 'unknown');
  return options.texts ? panel.mappings([texts(options.texts)]) : panel;
}

/** Lines over time that break where nothing is known. */
export function lines(face: Face, targets: readonly DataqueryBuilder[]): TimeseriesBuilder {
  return targets.reduce(
    (panel, target, i) => panel.withTarget(target.refId(letter(i))),
    drawn(face).datasource(PROMETHEUS).lineInterpolation(LineInterpolation.StepAfter),
  );
}

/** Stacked bars over time: what happened in each interval. */
export function bars(face: Face, targets: readonly DataqueryBuilder[]): TimeseriesBuilder {
  return lines(face, targets)
    .drawStyle(GraphDrawStyle.Bars)
    .fillOpacity(70)
    .stacking(new StackingConfigBuilder().mode(StackingMode.Normal));
}

/** Lines of a statement over its column `time`. They break where two rows are further apart than `gapMs`. */
export function storedLines(face: Face, statement: Builder<Dataquery>, gapMs: number): TimeseriesBuilder {
  return drawn(face).datasource(POSTGRES).withTarget(statement).insertNulls(gapMs);
}

/** Rows of a statement. */
export function storedTable(face: Face, statement: Builder<Dataquery>): TableBuilder {
  return tabular(face).datasource(POSTGRES).withTarget(statement);
}

/** One row per label set, one column per target, named by {@link titled}. */
export function table(face: Face, targets: readonly DataqueryBuilder[]): TableBuilder {
  return targets
    .reduce((panel, target) => panel.withTarget(target), tabular(face).datasource(PROMETHEUS))
    .withTransformation({ id: 'merge', options: {} });
}

/** Which state held when. */
export function states(face: Face, targets: readonly DataqueryBuilder[], named: Texts): StateTimelineBuilder {
  const panel = place(new StateTimelineBuilder(), face, 8)
    .datasource(PROMETHEUS)
    .maxDataPoints(MAX_POINTS)
    .mappings([texts(named)])
    .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Thresholds))
    .thresholds(steps(['text']))
    .showValue(VisibilityMode.Never)
    .rowHeight(0.8)
    .legend(legend());
  return targets.reduce((each, target, i) => each.withTarget(target.refId(letter(i))), panel);
}

/** Orders and names the columns of a {@link table}, and leaves the others away: `[field, title]`. */
export function titled(panel: TableBuilder, columns: readonly (readonly [string, string])[]): TableBuilder {
  return panel.withTransformation({
    id: 'organize',
    options: {
      excludeByName: { Time: true },
      indexByName: Object.fromEntries(columns.map(([field], i) => [field, i])),
      renameByName: Object.fromEntries(columns),
    },
  });
}

/** What a column's cells look like, by its title. */
export const column = {
  unit: (unit: string): DynamicConfigValue => ({ id: 'unit', value: unit }),
  texts: (named: Texts): DynamicConfigValue => ({ id: 'mappings', value: [texts(named)] }),
  coloured: (colors: Steps): DynamicConfigValue[] => [
    { id: 'thresholds', value: steps(colors).build() },
    { id: 'custom.cellOptions', value: { type: 'color-text' } },
  ],
  link: (title: string, url: string): DynamicConfigValue => ({
    id: 'links',
    value: [new DashboardLinkBuilder(title).url(url).build()].map(({ title, url }) => ({ title, url })),
  }),
};

/** A dashed line that a value is compared with, by the series' name. */
export function dashed(panel: TimeseriesBuilder, series: string, color: string): TimeseriesBuilder {
  return panel.overrideByRegexp(series, [
    { id: 'custom.lineStyle', value: new LineStyleBuilder().fill('dash').dash([8, 6]).build() },
    { id: 'custom.fillOpacity', value: 0 },
    { id: 'color', value: { mode: 'fixed', fixedColor: color } },
  ]);
}

/** A word and a colour for each value. */
export type Texts = Readonly<Record<string, readonly [text: string, color: string]>>;

function texts(named: Texts): ValueMapping {
  const entries = Object.entries(named).map(([value, [text, color]], index) => [
    value,
    { text, color, index },
  ]);
  return { type: MappingType.ValueToText, options: Object.fromEntries(entries) };
}

function steps([first, ...rest]: Steps): ThresholdsConfigBuilder {
  const all: Threshold[] = [
    { value: null, color: first },
    ...rest.map(([value, color]) => ({ value, color })),
  ];
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(all);
}

function drawn(face: Face): TimeseriesBuilder {
  return place(new TimeseriesBuilder(), face, 8)
    .maxDataPoints(MAX_POINTS)
    .drawStyle(GraphDrawStyle.Line)
    .lineWidth(1)
    .fillOpacity(8)
    .showPoints(VisibilityMode.Auto)
    .spanNulls(false)
    .legend(legend())
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending));
}

function tabular(face: Face): TableBuilder {
  return place(new TableBuilder(), face, 9).cellHeight(TableCellHeight.Sm).filterable(true);
}

function legend(): VizLegendOptionsBuilder {
  return new VizLegendOptionsBuilder()
    .displayMode(LegendDisplayMode.List)
    .placement(LegendPlacement.Bottom)
    .showLegend(true);
}

/** What all builders of the SDK share, although no type of it says so. */
interface Placed {
  title(text: string): this;
  description(text: string): this;
  unit(unit: string): this;
  span(columns: number): this;
  height(rows: number): this;
}

function place<P extends Placed>(panel: P, face: Face, height: number): P {
  return panel
    .title(face.title)
    .description(face.description)
    .unit(face.unit)
    .span(face.width)
    .height(face.height ?? height);
}

function letter(index: number): string {
  return String.fromCharCode(65 + index);
}

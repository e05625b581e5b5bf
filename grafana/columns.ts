// The columns of tables: each has a title, a unit and a width, and together they fit where the table stands.
import { DashboardLinkBuilder, type DynamicConfigValue } from '@grafana/grafana-foundation-sdk/dashboard';
import type { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { absent, type Steps, steps, type Texts, texts } from './colors.ts';

export interface Column {
  /** What the data calls it. */
  readonly field: string;
  readonly title: string;
  /** Pixels. Columns that stretch share what the others leave, and need at least so much each. */
  readonly width: number;
  readonly stretches?: true;
  /** In the data only, for links. */
  readonly hidden?: true;
  readonly properties: readonly DynamicConfigValue[];
}

type Change = Partial<Pick<Column, 'width' | 'stretches'>> & {
  readonly steps?: Steps;
  /** Where a click leads: what it is called, and the address. */
  readonly links?: readonly (readonly [title: string, url: string])[];
  /** What is said where there is nothing; default a dash. */
  readonly absent?: string;
};

/** Words; takes the width that is left, and what is longer makes its row higher. */
export function words(field: string, title: string, change: Change = {}): Column {
  const whole = [
    { id: 'custom.filterable', value: true },
    { id: 'custom.cellOptions', value: { type: 'auto', wrapText: true } },
  ];
  return {
    ...column(field, title, 110, change, [{ id: 'unit', value: 'string' }, ...whole]),
    stretches: true,
  };
}

/** One of a few short words. */
export function word(field: string, title: string, change: Change = {}): Column {
  return column(field, title, 90, change, [{ id: 'unit', value: 'string' }]);
}

/** A number that stands for a state, shown as its word in its colour. */
export function state(field: string, title: string, named: Texts, change: Change = {}): Column {
  const mappings = [texts(named), absent(change.absent ?? '–')];
  return column(field, title, 76, { steps: ['text'], ...change }, [{ id: 'mappings', value: mappings }]);
}

/** Money, with all its digits. */
export function amount(field: string, title: string, change: Change = {}): Column {
  return column(field, title, 118, change, [{ id: 'unit', value: 'locale' }]);
}

/** A whole number. */
export function count(field: string, title: string, change: Change = {}): Column {
  return column(field, title, 66, change, [
    { id: 'unit', value: 'none' },
    { id: 'decimals', value: 0 },
  ]);
}

/** A share of one, in per cent. */
export function share(field: string, title: string, change: Change = {}): Column {
  return column(field, title, 78, change, [
    { id: 'unit', value: 'percentunit' },
    { id: 'decimals', value: 0 },
  ]);
}

/** A time to come, given in days. */
export function days(field: string, title: string, change: Change = {}): Column {
  return column(field, title, 70, change, [
    { id: 'unit', value: 'suffix: d' },
    { id: 'decimals', value: 1 },
  ]);
}

/** How long something lasted, given in seconds, told in days, hours, minutes and seconds. */
export function lasting(field: string, title: string, change: Change = {}): Column {
  return column(field, title, 100, change, [{ id: 'unit', value: 'dtdhms' }]);
}

/** A duration of less than a minute, given in milliseconds. */
export function milliseconds(field: string, title: string, change: Change = {}): Column {
  return column(field, title, 84, change, [
    { id: 'unit', value: 'suffix: ms' },
    { id: 'decimals', value: 0 },
  ]);
}

/** An instant; in numbers, milliseconds since 1970. */
export function instantOf(field: string, title: string, change: Change = {}): Column {
  return column(field, title, 156, change, [{ id: 'unit', value: 'dateTimeAsIso' }]);
}

/** A field that links need and nobody reads. */
export function hidden(field: string, title: string): Column {
  return {
    field,
    title,
    width: 0,
    hidden: true,
    properties: [{ id: 'custom.hideFrom.viz', value: true }],
  };
}

/** Names the columns, in their order and with their widths. What isn't among them has to be left out of the data. */
export function fitted(panel: TableBuilder, columns: readonly Column[]): TableBuilder {
  panel.withTransformation({
    id: 'organize',
    options: {
      excludeByName: columns.some(({ field }) => field === 'Time') ? {} : { Time: true },
      indexByName: Object.fromEntries(columns.map(({ field }, i) => [field, i])),
      renameByName: Object.fromEntries(columns.map(({ field, title }) => [field, title])),
    },
  });
  for (const { title, width, stretches, hidden, properties } of columns) {
    const measure = { id: stretches ? 'custom.minWidth' : 'custom.width', value: width };
    panel.overrideByName(title, [...(hidden ? [] : [measure]), ...properties]);
  }
  return panel;
}

function column(
  field: string,
  title: string,
  width: number,
  change: Change,
  properties: readonly DynamicConfigValue[],
): Column {
  return {
    field,
    title,
    width: change.width ?? width,
    ...(change.stretches ? { stretches: true } : {}),
    properties: [
      ...properties,
      ...(change.absent && !properties.some(({ id }) => id === 'mappings')
        ? [{ id: 'mappings', value: [absent(change.absent)] }]
        : []),
      ...(change.steps || change.absent
        ? [
            { id: 'thresholds', value: steps(change.steps ?? ['text']).build() },
            { id: 'custom.cellOptions', value: { type: 'color-text' } },
          ]
        : []),
      ...(change.links ? [{ id: 'links', value: change.links.map(linked) }] : []),
    ],
  };
}

function linked([title, url]: readonly [string, string]) {
  const link = new DashboardLinkBuilder(title).url(url).build();
  return { title: link.title, url: link.url };
}

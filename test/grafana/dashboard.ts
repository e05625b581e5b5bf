// The committed dashboards as Grafana will read them, and the parts of its format that the tests look at.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const FOLDER = join(import.meta.dirname, '..', '..', 'grafana', 'dashboards');

export interface Target {
  readonly refId: string;
  readonly datasource: { readonly type: string; readonly uid: string };
  readonly expr?: string;
  readonly rawSql?: string;
  readonly format?: string;
  readonly instant?: boolean;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly repeat?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly type: string; readonly uid: string };
  readonly targets?: readonly Target[];
  readonly fieldConfig?: { readonly defaults: FieldDefaults; readonly overrides?: readonly Override[] };
  readonly options?: {
    readonly sortBy?: readonly { readonly displayName: string }[];
    readonly perPage?: number;
    readonly textMode?: string;
  };
  readonly transformations?: readonly {
    readonly id: string;
    readonly options: { readonly renameByName?: Readonly<Record<string, string>> };
  }[];
}

export interface FieldDefaults {
  readonly unit?: string;
  readonly decimals?: number;
  readonly noValue?: string;
  readonly min?: number;
  readonly color?: { readonly mode: string; readonly fixedColor?: string };
  readonly mappings?: readonly Mapping[];
  readonly custom?: {
    readonly spanNulls?: boolean;
    readonly drawStyle?: string;
    readonly axisSoftMin?: number;
  };
}

export interface Mapping {
  readonly type: string;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Override {
  readonly matcher: { readonly id: string; readonly options: string };
  readonly properties: readonly { readonly id: string; readonly value: unknown }[];
}

export interface Variable {
  readonly type: string;
  readonly name: string;
  readonly label?: string;
  readonly query: string;
  readonly datasource?: { readonly uid: string };
  readonly multi?: boolean;
  readonly includeAll?: boolean;
  readonly allValue?: string;
  readonly refresh?: number;
  readonly current?: { readonly value: unknown };
}

export interface Dashboard {
  readonly id?: number;
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly editable: boolean;
  readonly schemaVersion: number;
  readonly tags: readonly string[];
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
  readonly links: readonly { readonly title: string; readonly placement?: string; readonly url?: string }[];
  readonly annotations: {
    readonly list?: readonly {
      readonly name: string;
      readonly target?: Target;
      readonly filter?: { readonly exclude: boolean; readonly ids: readonly number[] };
    }[];
  };
}

/** Every committed dashboard with the name of its file, without `.json`. */
export const dashboards: readonly { readonly name: string; readonly dashboard: Dashboard }[] = readdirSync(
  FOLDER,
)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    name: basename(file, '.json'),
    dashboard: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Dashboard,
  }));

/** The panels that ask something: all but rows. */
export function panelsOf(dashboard: Dashboard): readonly Panel[] {
  return dashboard.panels.filter((panel) => panel.type !== 'row');
}

/** Every PromQL target, with where it stands. */
export const promqlTargets = dashboards.flatMap(({ dashboard }) =>
  panelsOf(dashboard).flatMap((panel) =>
    (panel.targets ?? []).flatMap(({ expr, refId, instant }) =>
      expr === undefined
        ? []
        : [
            {
              where: `${dashboard.title} / ${panel.title} / ${refId}`,
              dashboard,
              panel,
              expr,
              instant: instant === true,
            },
          ],
    ),
  ),
);

/** Every SQL statement, of panels and annotations, with where it stands. */
export const sqlTargets = dashboards.flatMap(({ dashboard }) => [
  ...panelsOf(dashboard).flatMap((panel) =>
    (panel.targets ?? []).flatMap(({ rawSql, format }) =>
      rawSql === undefined
        ? []
        : [{ where: `${dashboard.title} / ${panel.title}`, rawSql, format: format ?? '' }],
    ),
  ),
  ...(dashboard.annotations.list ?? []).flatMap(({ name, target }) =>
    target?.rawSql === undefined
      ? []
      : [{ where: `${dashboard.title} / annotation ${name}`, rawSql: target.rawSql, format: 'table' }],
  ),
]);

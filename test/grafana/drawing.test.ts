// What depends on how Grafana draws: a rule for each way in which a dashboard has misled somebody. Each is tried on
// dashboards as committed, and on one that was spoilt.
import { describe, expect, test } from 'vitest';
import { type Dashboard, dashboards, type Override, type Panel, panelsOf } from './dashboard.ts';
import { parsePromql } from './promql.ts';

interface Rule {
  /** One sentence per objection. */
  readonly objects: (dashboard: Dashboard) => readonly string[];
  /** Spoils a panel (or the dashboard) so that the rule must object. */
  readonly spoil: (dashboard: Mutable<Dashboard>) => void;
}
type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

const GREY = '#8e8e8e';
const MEANINGFUL = /green|red|orange|yellow/;
/** Pixels of a column of the grid, in a window of 1280 beside a docked menu. */
const GRID = 39;

const RULES: Readonly<Record<string, Rule>> = {
  'K4 timelines take the colours of their mappings, not of thresholds': {
    objects: (dashboard) =>
      of(dashboard, 'state-timeline')
        .filter(
          ({ fieldConfig }) =>
            fieldConfig?.defaults.color?.mode !== 'fixed' ||
            !fieldConfig.defaults.mappings?.some(({ type }) => type === 'value'),
        )
        .map(titleOf),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'state-timeline')) {
        panel.fieldConfig!.defaults.color = { mode: 'thresholds' };
      }
    },
  },

  'K5 what is not known is grey, in words': {
    objects: (dashboard) =>
      of(dashboard, 'stat')
        .filter((panel) => {
          const absent = panel.fieldConfig?.defaults.mappings?.find(({ type }) => type === 'special');
          const { match, result } = (absent?.options ?? {}) as {
            match?: string;
            result?: { color: string; text: string };
          };
          return !(match === 'null+nan' && result?.color === GREY && /[a-z]/.test(result.text));
        })
        .map(titleOf),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'stat')) panel.fieldConfig!.defaults.mappings = [];
    },
  },

  'K6 series have a colour that judges only by their name': {
    objects: (dashboard) =>
      of(dashboard, 'timeseries').flatMap((panel) => {
        const { color, custom } = panel.fieldConfig!.defaults;
        const bars = custom?.drawStyle === 'bars';
        const neutral = bars
          ? color?.mode === 'shades' && color.fixedColor === 'red'
          : color?.mode === 'continuous-BlPu';
        return neutral ? [] : [`${titleOf(panel)}: ${color?.mode} ${color?.fixedColor}`];
      }),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'timeseries')) {
        panel.fieldConfig!.defaults.color = { mode: 'palette-classic' };
      }
    },
  },

  'K7 every column has a width, and they fit beside a docked menu at 1280 pixels': {
    objects: (dashboard) =>
      of(dashboard, 'table').flatMap((panel) => {
        const widths = columnsOf(panel).map((properties) => {
          const [width, least] = ['custom.width', 'custom.minWidth'].map((id) => properties.get(id));
          return { stretches: width === undefined, pixels: Number(width ?? least ?? Number.NaN) };
        });
        const stretching = widths.filter(({ stretches }) => stretches).map(({ pixels }) => pixels);
        const rest = widths.filter(({ stretches }) => !stretches).map(({ pixels }) => pixels);
        // Those that stretch are all as wide as the widest of them needs.
        const needed = sum(rest) + stretching.length * Math.max(0, ...stretching);
        const there = panel.gridPos.w * GRID - 24;
        return needed <= there ? [] : [`${titleOf(panel)}: needs ${needed} of ${there} pixels`];
      }),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'table')) panel.gridPos.w = 6;
    },
  },

  'K7 the title of every column fits it, with the marks of sorting and of a filter': {
    objects: (dashboard) =>
      of(dashboard, 'table').flatMap((panel) => {
        const sorted = panel.options?.sortBy?.map(({ displayName }) => displayName) ?? [];
        return columnsOf(panel)
          .filter((properties) => {
            const title = String(properties.get('title'));
            const marks = [sorted.includes(title), properties.has('custom.filterable')].filter(
              Boolean,
            ).length;
            const width = Number(properties.get('custom.width') ?? properties.get('custom.minWidth'));
            return 12 + 7.5 * title.length + 20 * marks > width;
          })
          .map((properties) => `${titleOf(panel)} / ${properties.get('title')}`);
      }),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'table')) {
        for (const { properties } of panel.fieldConfig?.overrides ?? []) {
          for (const property of properties) if (property.id === 'custom.width') property.value = 50;
        }
      }
    },
  },

  'K7 every column that is asked for has a title': {
    objects: (dashboard) =>
      of(dashboard, 'table').flatMap((panel) =>
        Object.values(renamed(panel))
          .filter((title) => !/^[A-Z]/.test(title))
          .map((title) => `${titleOf(panel)}: ${title}`),
      ),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'table')) {
        panel.transformations = [
          { id: 'organize', options: { renameByName: { wallet_type: 'wallet_type' } } },
        ];
      }
    },
  },

  'K8 every table is sorted by columns that it has': {
    objects: (dashboard) =>
      of(dashboard, 'table')
        .filter(({ options, ...panel }) => {
          const titles = Object.values(renamed(panel as Panel));
          const sorted = options?.sortBy ?? [];
          return sorted.length === 0 || sorted.some(({ displayName }) => !titles.includes(displayName));
        })
        .map(titleOf),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'table')) panel.options = { sortBy: [{ displayName: 'Nothing' }] };
    },
  },

  'K10 alerts of accounts count wherever alerts of wallets do, and what held anywhere in the range is in all of it':
    {
      objects: (dashboard) =>
        expressions(dashboard).flatMap(({ title, expr }) =>
          parsePromql(expr)
            .selectors.filter(({ metric }) => metric === 'floatwatch_alert_state')
            .flatMap(({ matchers, range }) => [
              ...(range !== null && !expr.includes('@ end()')
                ? [`${title}: ends where it is looked at`]
                : []),
              ...(['Firing', 'Pending', 'Alerts by wallet'].includes(title) &&
              !matchers.some(({ label, value }) => label === 'currency' && value === '$currency|')
                ? [`${title}: without alerts that have no currency`]
                : []),
            ]),
        ),
      spoil: (dashboard) => {
        const [panel] = panelsOf(dashboard) as Mutable<Panel>[];
        panel!.targets![0]!.expr = 'max_over_time(floatwatch_alert_state[1h])';
      },
    },

  'K11 annotations have an end, and are shown on panels of their own wallets only': {
    objects: ({ annotations: { list = [] }, panels }) =>
      list.flatMap(({ name, target, filter }) => {
        const titles = panels.filter(({ id }) => filter?.ids.includes(id)).map(({ title }) => title);
        return [
          ...(/coalesce\(\w+, now\(\)\) as timeend/.test(target?.rawSql ?? '')
            ? []
            : [`${name}: an end may be missing`]),
          ...(filter?.exclude === false &&
          titles.length > 0 &&
          !titles.some((title) => title?.includes('$currency'))
            ? []
            : [`${name}: on ${titles.join()}`]),
        ];
      }),
    spoil: (dashboard) => {
      dashboard.annotations.list = [{ name: 'Everywhere' }];
    },
  },

  'K12 bars begin at zero and count each poll once: a rate, per minute': {
    objects: (dashboard) => [
      ...of(dashboard, 'timeseries')
        .filter(({ fieldConfig }) =>
          fieldConfig?.defaults.custom?.drawStyle === 'bars'
            ? fieldConfig.defaults.min !== 0
            : fieldConfig?.defaults.custom?.axisSoftMin !== 0,
        )
        .map((panel) => `${titleOf(panel)}: does not begin at zero`),
      ...expressions(dashboard)
        .filter(({ expr, instant }) => !instant && /increase\(/.test(expr))
        .map(({ title }) => `${title}: an increase is drawn at each step, and counts what others count`),
    ],
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'timeseries')) {
        delete panel.fieldConfig!.defaults.min;
        delete panel.fieldConfig!.defaults.custom!.axisSoftMin;
      }
      for (const target of panelsOf(dashboard).flatMap((panel) => panel.targets ?? []) as Mutable<
        NonNullable<Panel['targets']>
      >) {
        target.expr = 'increase(a_total[1m])';
        delete target.instant;
      }
    },
  },

  'K14 All is what there is of floatwatch, not everything that Prometheus scrapes': {
    objects: ({ templating }) =>
      templating.list.filter(({ allValue }) => allValue !== undefined).map(({ name }) => name),
    spoil: ({ templating }) => {
      templating.list[0]!.allValue = '.+';
    },
  },

  'K15 links are in sight, and lead to the other dashboards, the page and the runbook': {
    objects: ({ links }) => [
      ...links.filter(({ placement }) => placement !== undefined).map(({ title }) => `${title} is in a menu`),
      ...['$floatwatch', '$floatwatch/runbook']
        .filter((url) => !links.some((link) => link.url === url))
        .map((url) => `no link to ${url}`),
    ],
    spoil: ({ links }) => {
      links[0]!.placement = 'inControlsMenu';
    },
  },

  'K16 data sources are chosen at first, and links between dashboards take them along': {
    objects: (dashboard) => [
      ...dashboard.templating.list
        .filter(
          ({ type, current }) => type === 'datasource' && !String(current?.value).startsWith('floatwatch-'),
        )
        .map(({ name }) => `${name} is whichever comes first`),
      ...[...JSON.stringify(dashboard).matchAll(/"url":"(\/d\/[^"]*)"/g)]
        .map(([, url = '']) => url)
        .filter(
          (url) =>
            !['prometheus_datasource', 'postgres_datasource', 'job'].every((name) =>
              url.includes(`\${${name}:queryparam}`),
            ),
        ),
    ],
    spoil: (dashboard) => {
      for (const variable of dashboard.templating.list) delete variable.current;
    },
  },

  'K17 a timeline is as high as its rows need': {
    objects: (dashboard) =>
      of(dashboard, 'state-timeline')
        .filter(({ gridPos, options }) => 38 * gridPos.h - 140 < 22 * (options?.perPage ?? 1_000))
        .map(titleOf),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'state-timeline')) panel.options = { perPage: 50 };
    },
  },

  'K18 titles fit their panels': {
    objects: (dashboard) =>
      panelsOf(dashboard)
        .filter(({ title = '', gridPos }) => title.length > (gridPos.w * GRID - 85) / 8)
        .map(titleOf),
    spoil: (dashboard) => {
      dashboard.panels[0]!.title = 'Notifications that failed, in the range';
    },
  },

  'K18 the wallet dashboard opens on a payout wallet': {
    objects: ({ templating }) =>
      templating.list
        .filter(({ name, current }) => name === 'wallet_type' && current?.value !== 'MERCHANT_PAYOUT')
        .map(({ name }) => name),
    spoil: ({ templating }) => {
      templating.list.push({ type: 'query', name: 'wallet_type', query: '' });
    },
  },

  'K19 an empty panel says why': {
    objects: (dashboard) =>
      panelsOf(dashboard)
        .filter(({ fieldConfig }) => !/[a-z]{4}/.test(fieldConfig?.defaults.noValue ?? ''))
        .map(titleOf),
    spoil: (dashboard) => {
      delete (dashboard.panels[0] as Mutable<Panel>).fieldConfig!.defaults.noValue;
    },
  },

  'K20 units of numbers side by side stay the same whatever the value': {
    objects: (dashboard) => {
      const stats = of(dashboard, 'stat').map((panel) => ({
        title: titleOf(panel),
        unit: panel.fieldConfig?.defaults.unit,
        decimals: panel.fieldConfig?.defaults.decimals,
      }));
      const cells = of(dashboard, 'table').flatMap((panel) =>
        columnsOf(panel).map((properties) => ({
          title: `${titleOf(panel)} / ${properties.get('title')}`,
          unit: (properties.get('unit') ?? 'none') as string,
          decimals: properties.get('decimals') as number | undefined,
        })),
      );
      return [...stats, ...cells]
        .filter(
          ({ unit = '', decimals }) =>
            !STEADY.has(unit) || (['percentunit', 'suffix: d'].includes(unit) && decimals === undefined),
        )
        .map(({ title, unit }) => `${title}: ${unit}`);
    },
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'stat')) panel.fieldConfig!.defaults.unit = 's';
      for (const panel of of(dashboard, 'table')) {
        panel.fieldConfig!.overrides = [
          {
            matcher: { id: 'byName', options: 'Account' },
            properties: [
              { id: 'custom.width', value: 100 },
              { id: 'unit', value: 's' },
            ],
          },
        ];
      }
    },
  },

  'K20 counts are whole, and no time until something is negative': {
    objects: (dashboard) =>
      expressions(dashboard)
        .filter(({ instant }) => instant)
        .flatMap(({ title, expr }) => [
          ...(/increase\(/.test(expr) && !expr.includes('round(') && !expr.includes(' / ')
            ? [`${title}: an increase is a fraction`]
            : []),
          ...(/- time\(\)/.test(expr) && !expr.includes('clamp_min(') ? [`${title}: may be past`] : []),
        ]),
    spoil: (dashboard) => {
      for (const target of panelsOf(dashboard).flatMap((panel) => panel.targets ?? []) as Mutable<
        NonNullable<Panel['targets']>
      >) {
        if (target.instant) target.expr = 'increase(a_total[1h]) - time()';
      }
    },
  },
};

/** Units that say the same of 3 and of 300,000. */
const STEADY = new Set([
  'none',
  'string',
  'locale',
  'percentunit',
  'dtdhms',
  'suffix: d',
  'suffix: ms',
  'dateTimeAsIso',
]);

describe.for(Object.entries(RULES))('%s', ([, { objects, spoil }]) => {
  test.for(dashboards)('$dashboard.title', ({ dashboard }) => {
    expect(objects(dashboard)).toEqual([]);
  });

  test('is objected to where it is broken', () => {
    const told = dashboards.flatMap(({ dashboard }) => {
      const spoilt = structuredClone(dashboard) as Mutable<Dashboard>;
      spoil(spoilt);
      return objects(spoilt);
    });
    expect(told).not.toEqual([]);
  });
});

test('K6 what polls and deliveries ended in is green only where it is good', () => {
  const painted = dashboards.flatMap(({ dashboard }) =>
    of(dashboard, 'timeseries')
      .filter(({ fieldConfig }) => fieldConfig?.defaults.custom?.drawStyle === 'bars')
      .flatMap((panel) =>
        (panel.fieldConfig?.overrides ?? []).map(({ matcher, properties }) => [
          matcher.options,
          colorOf(properties),
        ]),
      ),
  );
  expect(new Set(painted.map((each) => each.join(' ')))).toEqual(
    new Set(['ok green', 'partial orange', '/ delivered$/ green']),
  );
});

test('K6 no line of an amount has a colour that judges, but for thresholds', () => {
  for (const { dashboard } of dashboards) {
    for (const panel of of(dashboard, 'timeseries')) {
      if (panel.fieldConfig?.defaults.custom?.drawStyle === 'bars') continue;
      for (const { matcher, properties } of panel.fieldConfig?.overrides ?? []) {
        const color = properties.find(({ id }) => id === 'color')?.value as
          | { fixedColor: string }
          | undefined;
        if (color && MEANINGFUL.test(color.fixedColor)) expect(matcher.options).toBe('/^threshold /');
      }
    }
  }
});

function of(dashboard: Mutable<Dashboard>, type: string): Mutable<Panel>[];
function of(dashboard: Dashboard, type: string): readonly Panel[];
function of(dashboard: Dashboard, type: string): readonly Panel[] {
  return panelsOf(dashboard).filter((panel) => panel.type === type);
}

function colorOf(properties: Override['properties']): string {
  const color = properties.find(({ id }) => id === 'color')?.value as { fixedColor: string } | undefined;
  return color?.fixedColor ?? '';
}

function titleOf({ title = '' }: { readonly title?: string }): string {
  return title;
}

function renamed(panel: Panel): Readonly<Record<string, string>> {
  return panel.transformations?.find(({ id }) => id === 'organize')?.options.renameByName ?? {};
}

/** The properties of each column that is shown, by their id; `title` is the column's. */
function columnsOf(panel: Panel): readonly ReadonlyMap<string, unknown>[] {
  return (panel.fieldConfig?.overrides ?? [])
    .map(
      ({ matcher, properties }: Override) =>
        new Map<string, unknown>([
          ['title', matcher.options],
          ...properties.map(({ id, value }): [string, unknown] => [id, value]),
        ]),
    )
    .filter((properties) => !properties.has('custom.hideFrom.viz'));
}

function expressions(dashboard: Dashboard) {
  return panelsOf(dashboard).flatMap(({ title = '', targets = [] }) =>
    targets.flatMap(({ expr, instant }) =>
      expr === undefined ? [] : [{ title, expr, instant: instant === true }],
    ),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

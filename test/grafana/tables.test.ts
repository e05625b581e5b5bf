// How Grafana draws tables and numbers: columns that fit, rows in order, units that stay the same.
import type { Panel } from './dashboard.ts';
import { columnsOf, GRID, of, renamed, testRules, titleOf } from './rules.ts';

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

testRules({
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
            return 12 + 7.5 * title.length + 24 * marks > width;
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
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

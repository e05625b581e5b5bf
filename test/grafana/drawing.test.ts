// How Grafana draws panels: a rule for each way in which one has misled somebody.
import { expect, test } from 'vitest';
import { dashboards, type Override, type Panel, panelsOf } from './dashboard.ts';
import { parsePromql } from './promql.ts';
import { expressions, GRID, type Mutable, of, testRules, titleOf } from './rules.ts';

const GREY = '#8e8e8e';
const MEANINGFUL = /green|red|orange|yellow/;

testRules({
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

  'K5 no alert is called inactive on a wallet that is not seen': {
    objects: (dashboard) =>
      of(dashboard, 'table').flatMap((panel) =>
        (panel.targets ?? [])
          .filter(({ expr = '' }) => expr.includes('floatwatch_alert_state'))
          .filter(
            ({ expr = '' }) =>
              !/ > 0 or .* and on .*merchant_wallet_state\{.*state="fresh"\}\) == 1/.test(expr),
          )
          .map(() => titleOf(panel)),
      ),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'table')) {
        panel.targets = [{ refId: 'A', datasource: { type: '', uid: '' }, expr: 'floatwatch_alert_state' }];
      }
    },
  },

  'K6 lines side by side that mean something by their name have a colour each': {
    objects: (dashboard) =>
      of(dashboard, 'timeseries')
        .filter(({ title }) => ['Runway', 'Amounts and thresholds'].includes(title ?? ''))
        .filter(({ targets = [], fieldConfig }) => {
          const colors = (fieldConfig?.overrides ?? []).flatMap(
            ({ properties }) => colorOf(properties) || [],
          );
          return new Set(colors).size < targets.length;
        })
        .map(titleOf),
    spoil: (dashboard) => {
      for (const panel of of(dashboard, 'timeseries')) panel.fieldConfig!.overrides = [];
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

  'K19 an empty panel says why': {
    objects: (dashboard) =>
      panelsOf(dashboard)
        .filter(({ fieldConfig }) => !/[a-z]{4}/.test(fieldConfig?.defaults.noValue ?? ''))
        .map(titleOf),
    spoil: (dashboard) => {
      delete (dashboard.panels[0] as Mutable<Panel>).fieldConfig!.defaults.noValue;
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

function colorOf(properties: Override['properties']): string {
  const color = properties.find(({ id }) => id === 'color')?.value as { fixedColor: string } | undefined;
  return color?.fixedColor ?? '';
}

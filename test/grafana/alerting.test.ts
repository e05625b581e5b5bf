// Grafana's own alert rules. What Grafana makes of a question that has no answer stands in its documentation: OK ends
// whatever fires, and says so to contact points; KeepLast leaves it as it was. What is missing in an answer that has others
// is ended after so many evaluations as the rule says, two at first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { tells } from '../support/promtool.ts';
import { describeWith } from '../support/tools.ts';

interface AlertRule {
  readonly uid: string;
  readonly noDataState: string;
  readonly execErrState: string;
  readonly missing_series_evals_to_resolve?: number;
  readonly annotations: Readonly<Record<string, string>>;
  readonly data: readonly [{ readonly model: { readonly expr: string } }];
}

const file = join(import.meta.dirname, '..', '..', 'grafana', 'alerting', 'floatwatch.yml');
const { groups } = parse(readFileSync(file, 'utf8')) as {
  readonly groups: readonly [{ readonly interval: string; readonly rules: readonly AlertRule[] }];
};
const { interval, rules } = groups[0];
const firing = rules.find(({ uid }) => uid === 'floatwatch-firing')!;
const absent = rules.find(({ uid }) => uid === 'floatwatch-absent')!;

test('while floatwatch is not scraped, as over a restart, what fires is not ended', () => {
  expect(firing).toMatchObject({ noDataState: 'KeepLast', execErrState: 'KeepLast' });
});

test('while a shard is not scraped what it told is not ended, though others tell of theirs: for a day', () => {
  expect(interval).toBe('1m');
  expect(firing.missing_series_evals_to_resolve).toBe(24 * 60);
});

test('where floatwatch is there, its absence has no answer, and that is well', () => {
  expect(absent).toMatchObject({ noDataState: 'OK', execErrState: 'Alerting' });
});

test('each leads to the runbook: to the chapter of the alert, where that is built in', () => {
  expect(firing.annotations['runbook_url']).toMatch(/\/runbook#\{\{ toLower \$labels\.rule \}\}$/);
  expect(absent.annotations['runbook_url']).toMatch(/\/runbook#floatwatchabsent$/);
});

describeWith(['promtool'], 'what is absent, by promtool', () => {
  const fires = (step: number, value: number | null) => [step, absent.data[0].model.expr, value] as const;

  test('floatwatch', () =>
    tells([], {
      series: { 'floatwatch_build_info{instance="a"}': '1x2 stale _x2' },
      samples: [fires(1, null), fires(4, 1)],
    }));

  test('a shard of it: nobody else watches its accounts', () =>
    tells([], {
      series: Object.fromEntries(
        [0, 1].flatMap((shard) => {
          const told = shard === 0 ? 'x9' : 'x2 stale _x2 1x4';
          const ordinal = shard === 0 ? '0x9' : '1x2 stale _x2 1x4';
          return [
            [`floatwatch_build_info{instance="${shard}"}`, `1${told}`],
            [`floatwatch_total_shards{instance="${shard}"}`, shard === 0 ? '2x9' : '2x2 stale _x2 2x4'],
            [`floatwatch_shard_ordinal{instance="${shard}"}`, ordinal],
          ];
        }),
      ),
      samples: [fires(1, null), fires(5, 1), fires(8, null)],
    }));

  test('shards that are rolled one by one are there: each is away for a minute', () =>
    tells([], {
      series: Object.fromEntries(
        [0, 1, 2].flatMap((shard) => {
          const told = (value: number) => `${value}x${shard + 2} stale ${value}x9`;
          return [
            [`floatwatch_build_info{instance="${shard}"}`, told(1)],
            [`floatwatch_total_shards{instance="${shard}"}`, told(3)],
            [`floatwatch_shard_ordinal{instance="${shard}"}`, told(shard)],
          ];
        }),
      ),
      samples: [3, 4, 5, 6].map((minute) => fires(minute, null)),
    }));
});

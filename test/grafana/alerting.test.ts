// Grafana's own alert rules. What Grafana makes of a question that has no answer stands in its documentation: OK ends
// whatever fires, and says so to contact points; KeepLast leaves it as it was.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface AlertRule {
  readonly uid: string;
  readonly noDataState: string;
  readonly execErrState: string;
}

const file = join(import.meta.dirname, '..', '..', 'grafana', 'alerting', 'floatwatch.yml');
const { groups } = parse(readFileSync(file, 'utf8')) as {
  readonly groups: readonly [{ readonly rules: readonly AlertRule[] }];
};

test('while floatwatch is not scraped, as over a restart, what fires is not ended', () => {
  const firing = groups[0].rules.find(({ uid }) => uid === 'floatwatch-firing');
  expect(firing).toMatchObject({ noDataState: 'KeepLast', execErrState: 'KeepLast' });
});

test('where floatwatch is there, its absence has no answer, and that is well', () => {
  const absent = groups[0].rules.find(({ uid }) => uid === 'floatwatch-absent');
  expect(absent).toMatchObject({ noDataState: 'OK', execErrState: 'Alerting' });
});

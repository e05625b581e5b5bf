// The families of alerts: rendered again only when something that they show has changed.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { createAlertFamilies } from '../../src/metrics/alerts.ts';
import { firingAlert } from '../support/delivering.ts';

const at = Date.parse('2026-03-02T12:00:00Z');
const low = firingAlert('Low', { firingAt: at, pendingAt: at });

test('an annotation that tells an age, and so changes by itself, renders nothing anew', () => {
  let alerts: readonly Alert[] = [low, firingAlert('Other')];
  const render = createAlertFamilies(() => alerts);
  const first = render();
  alerts = alerts.map((alert) => ({ ...alert, annotations: { summary: 'for 2m' } }));
  expect(render()).toBe(first);
});

test.each<[string, Partial<Alert>]>([
  ['it ended', { phase: 'inactive', resolvedAt: at + 1_000 }],
  ['it fired anew', { firingAt: at + 60_000 }],
  ['another threshold', { threshold: '7' }],
  ['another side of it', { level: { of: 'available', bad: 'above' } }],
  ['another alert in its place', { fingerprint: 'x', rule: 'X' }],
])('%s: it is rendered anew', (_, change) => {
  let alerts: readonly Alert[] = [low];
  const render = createAlertFamilies(() => alerts);
  const first = render().toString();
  alerts = [{ ...low, ...change }];
  expect(render().toString()).not.toBe(first);
});

test('a threshold says of which amount it is a level, and which side of it the alert is about', () => {
  const thresholds = createAlertFamilies(() => [
    { ...low, level: { of: 'available', bad: 'below' } },
    { ...low, rule: 'Much', level: { of: 'actual', bad: 'above' } },
    { ...low, rule: 'Drop' },
  ])();
  const told = [
    ...thresholds.toString().matchAll(/^floatwatch_alert_threshold\{alertname="(\w+)".*,(field.*)\} 2$/gm),
  ];
  expect(told.map(([, rule, what]) => [rule, what])).toEqual([
    ['Low', 'field="available",side="below"'],
    ['Much', 'field="actual",side="above"'],
    ['Drop', 'field="",side=""'],
  ]);
});

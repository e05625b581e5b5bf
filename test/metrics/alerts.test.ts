// The families of alerts: rendered again only when something that they show has changed.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { Derived } from '../../src/metrics/account.ts';
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

test('a built-in alert that every wallet has is told since it first fired, or to whoever asks for all', () => {
  const about = (rule: string, change: Partial<Alert> = {}): Alert => ({
    ...low,
    ...{ rule, phase: 'inactive', firingAt: null, pendingAt: null, fingerprint: rule },
    ...change,
  });
  let derived: Derived = { difference: false, inactive: false };
  const told = (alert: Alert) =>
    createAlertFamilies(
      () => [alert],
      () => derived,
    )()
      .toString()
      .match(/^floatwatch_alert_state\{.* (\d)$/m)?.[1];
  for (const rule of ['BalanceUnknown', 'WalletUnreadable']) {
    expect(told(about(rule))).toBeUndefined();
    expect(told(about(rule, { phase: 'pending', pendingAt: at }))).toBe('1');
    expect(told(about(rule, { phase: 'firing', firingAt: at }))).toBe('2');
    expect(told(about(rule, { firingAt: at, resolvedAt: at + 1 }))).toBe('0');
    expect(told(about(rule, { currency: '', walletType: '' }))).toBe('0');
  }
  expect(told(about('ExpectedWalletMissing'))).toBe('0');
  expect(told(about('Low'))).toBe('0');
  derived = { ...derived, inactive: true };
  expect(told(about('BalanceUnknown'))).toBe('0');
});

test('who asks for all by a reload gets it at once, though no alert has changed', () => {
  let inactive = false;
  const quiet = [{ ...low, rule: 'BalanceUnknown', phase: 'inactive', firingAt: null }] as const;
  const render = createAlertFamilies(
    () => quiet,
    () => ({ difference: false, inactive }),
  );
  expect(render().toString()).not.toMatch(/^floatwatch_alert_state\{/m);
  inactive = true;
  expect(render().toString()).toMatch(/^floatwatch_alert_state\{.* 0$/m);
});

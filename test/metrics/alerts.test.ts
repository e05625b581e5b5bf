// The families of alerts: rendered again only when something that they show has changed.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { type AlertSource, createAlertFamilies } from '../../src/metrics/alerts.ts';
import { firingAlert } from '../support/delivering.ts';
import { createHouse } from './house.ts';

const at = Date.parse('2026-03-02T12:00:00Z');
const allOf = (alerts: () => readonly Alert[]): AlertSource => ({ alerts, told: alerts });
const low = firingAlert('Low', { firingAt: at, pendingAt: at });

test('an annotation that tells an age, and so changes by itself, renders nothing anew', async () => {
  let alerts: readonly Alert[] = [low, firingAlert('Other')];
  const render = createAlertFamilies(allOf(() => alerts));
  const first = await render();
  alerts = alerts.map((alert) => ({ ...alert, annotations: { summary: 'for 2m' } }));
  expect(await render()).toBe(first);
});

test.each<[string, Partial<Alert>]>([
  ['it ended', { phase: 'inactive', resolvedAt: at + 1_000 }],
  ['it fired anew', { firingAt: at + 60_000 }],
  ['another threshold', { threshold: '7' }],
  ['another side of it', { level: { of: 'available', bad: 'above' } }],
  ['another alert in its place', { fingerprint: 'x', rule: 'X' }],
])('%s: it is rendered anew', async (_, change) => {
  let alerts: readonly Alert[] = [low];
  const render = createAlertFamilies(allOf(() => alerts));
  const first = (await render()).toString();
  alerts = [{ ...low, ...change }];
  expect((await render()).toString()).not.toBe(first);
});

test('a threshold says of which amount it is a level, and which side of it the alert is about', async () => {
  const thresholds = await createAlertFamilies(
    allOf(() => [
      { ...low, level: { of: 'available', bad: 'below' } },
      { ...low, rule: 'Much', level: { of: 'actual', bad: 'above' } },
      { ...low, rule: 'Drop' },
    ]),
  )();
  const told = [
    ...thresholds.toString().matchAll(/^floatwatch_alert_threshold\{alertname="(\w+)".*,(field.*)\} 2$/gm),
  ];
  expect(told.map(([, rule, what]) => [rule, what])).toEqual([
    ['Low', 'field="available",side="below"'],
    ['Much', 'field="actual",side="above"'],
    ['Drop', 'field="",side=""'],
  ]);
});

test('who asks for all by a reload gets it at once, though no alert has changed', async () => {
  let inactive = false;
  const quiet = [{ ...low, rule: 'BalanceUnknown', phase: 'inactive', firingAt: null }] as const;
  const render = createAlertFamilies({ alerts: () => quiet, told: () => [] }, () => ({
    difference: false,
    inactive,
  }));
  expect((await render()).toString()).not.toMatch(/^floatwatch_alert_state\{/m);
  inactive = true;
  expect((await render()).toString()).toMatch(/^floatwatch_alert_state\{.* 0$/m);
});

test('of a large house they are rendered in turns, and the event loop turns meanwhile', async () => {
  const many = Array.from({ length: 60_000 }, (_, i) => ({
    ...low,
    ...{ fingerprint: `Low ${i}`, account: `account-${i}`, phase: 'inactive', firingAt: null },
  })) as readonly Alert[];
  const house = createHouse([], { alerts: allOf(() => many) });
  let scraped: string | undefined;
  void house.scrape().then((text) => {
    scraped = text;
  });
  let turns = 0;
  for (; scraped === undefined; turns++) await setImmediate();
  expect(turns).toBeGreaterThan(5);
  expect(scraped.match(/^floatwatch_alert_state\{/gm)).toHaveLength(many.length);
  expect(scraped.match(/^floatwatch_alert_threshold\{/gm)).toHaveLength(many.length);
});

// What a receiver is told of an alert, and under which key, as it waits in the outbox.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import { alertLink } from '../../src/receivers/notification/alert-link.ts';
import { annotationsWithEnding, endedBecause } from '../../src/receivers/notification/ending.ts';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import {
  alertIn,
  asItStands,
  asTheyStand,
  groupKey,
  isNews,
  messageOf,
  type Notification,
  notificationKey,
  notificationOf,
  oneMore,
  withAlert,
} from '../../src/receivers/notification/notification.ts';
import { isStillTrue } from '../../src/receivers/notification/still-true.ts';
import { TEST_ALERT, testAlert } from '../../src/receivers/notification/test-alert.ts';
import { alertsSince, firingAlert } from '../support/delivering.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const since = alertsSince(NOON);
const alertOf = (i: number, change: Partial<Alert> = {}) => since.alertOf(i, { pendingAt: NOON, ...change });
const alert = alertOf(1);
const endOf = (one: Alert, reason: Alert['reason'] = 'cleared'): Alert => ({
  ...one,
  ...{ phase: 'inactive', resolvedAt: NOON + 60_000, reason },
});
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const groupOf = (firing: readonly Alert[]) =>
  groupAlert(
    { rule: 'Low', severity: 'warning', firingAt: NOON },
    { firing, ended: [], untold: [], total: firing.length },
  );

test.each([
  ['fires', alert, true],
  ['has ended after it fired', endOf(alert), true],
  ['is only about to fire', { ...alert, phase: 'pending', firingAt: null }, false],
  ['is about to fire again', { ...alert, phase: 'pending' }, false],
  ['never fired', { ...endOf(alert), firingAt: null }, false],
  ['has not been seen to end', { ...endOf(alert), resolvedAt: null }, false],
] as const)('of an alert that %s receivers hear: %#', (_what, one, isHeard) => {
  expect(isNews(one)).toBe(isHeard);
});

describe('keys', () => {
  test.each([
    ['fire', 'firing'],
    ['update', 'update'],
    ['resolve', 'resolved'],
  ] as const)('are the same on every replica and in every version: %s', (kind, word) => {
    const key = sha256(`Low a1|${word}|${NOON}`);
    expect(notificationKey(alert, kind)).toBe(key);
    expect(messageOf(alert, kind, 'ops', NOON + 5)).toEqual({
      ...{ receiver: 'ops', key, alert: 'Low a1', kind, episode: episodeOf(alert) },
      ...{ body: JSON.stringify({ alert }), createdAt: NOON + 5 },
    });
    expect(groupKey({ rule: 'Low', severity: 'warning', firingAt: NOON }, kind)).toBe(
      sha256(`group/warning/Low|${word}|${NOON}`),
    );
  });

  test('of an update depend on what it says, those of others do not', () => {
    const newer = { ...alert, value: '7' };
    for (const kind of ['fire', 'update', 'resolve'] as const) {
      const told = notificationOf(messageOf(alert, kind, 'ops', NOON));
      const other = notificationOf(messageOf(newer, kind, 'ops', NOON));
      expect(told.key === other.key).toBe(kind !== 'update');
      expect(withAlert(told, newer)).toEqual({
        ...told,
        alert: newer,
        key: kind === 'update' ? sha256(`${told.key}|${JSON.stringify({ alert: newer })}`) : told.key,
      });
    }
  });

  test('of one message more are other ones, the same for the same text', () => {
    const told = notificationOf(messageOf(alert, 'resolve', 'ops', NOON));
    const more = oneMore(told, endOf(alert));
    expect(more).toEqual({
      ...told,
      alert: endOf(alert),
      key: sha256(`${told.key}|${JSON.stringify({ alert: endOf(alert) })}`),
    });
    expect(oneMore(told, alert).key).not.toBe(more.key);
  });
});

describe('a message', () => {
  const message = messageOf(alert, 'fire', 'ops', NOON);

  test('holds its alert, and which message was sent before', () => {
    const told = { kind: 'fire', alert, key: message.key, episode: message.episode };
    expect(notificationOf(message)).toEqual({ ...told, messageId: null });
    expect(notificationOf({ ...message, messageId: 'm1' })).toEqual({ ...told, messageId: 'm1' });
    const update = { ...message, kind: 'update' as const };
    expect(notificationOf(update).key).toBe(sha256(`${message.key}|${message.body}`));
    expect(alertIn(message)).toEqual(alert);
    expect(alertIn({ ...message, body: 'not JSON' })).toBeUndefined();
  });

  const labels = {
    ...{ alertname: 'Low', severity: 'page', account: 'acme', currency: 'UGX', wallet_type: 'P' },
    team: 'ops',
  };
  const old = (status: string, more: object = { labels }) => ({
    ...message,
    kind: 'update' as const,
    body: JSON.stringify({
      version: '1',
      alerts: [
        {
          ...{ status, annotations: { summary: 'low' } },
          ...{ startsAt: '2026-03-02T12:00:00Z', endsAt: '2026-03-02T12:01:00Z' },
          ...more,
        },
      ],
    }),
  });

  test.each([
    ['firing', 'fire', { phase: 'firing', reason: 'fired', resolvedAt: null }],
    ['resolved', 'resolve', { phase: 'inactive', reason: 'cleared', resolvedAt: NOON + 60_000 }],
  ])('of 0.1.0 is the body of a webhook: %s', (status, kind, state) => {
    const { kind: told, alert: seen } = notificationOf(old(status));
    expect(told).toBe(kind);
    expect(seen).toEqual({
      ...{ fingerprint: alert.fingerprint, rule: 'Low', severity: 'page' },
      ...{ account: 'acme', currency: 'UGX', walletType: 'P', labels, annotations: { summary: 'low' } },
      ...{ held: false, pendingAt: null, firingAt: NOON, value: null, threshold: null, ...state },
    });
  });

  test('of 0.1.0 about an account has no wallet', () => {
    expect(notificationOf(old('firing', { labels: {} })).alert).toMatchObject({
      ...{ rule: '', severity: '', account: '', currency: '', walletType: '' },
    });
  });
});

describe('beginnings as they stand', () => {
  const newer = { ...alert, value: '7' };
  test.each([
    ['that still fire have the values of now', [newer], newer],
    ['that have ended are told as they were', [endOf(alert)], alert],
    ['that have begun anew are told as they were', [{ ...newer, firingAt: NOON + 1 }], alert],
    ['that nobody knows any more are told as they were', [alertOf(2)], alert],
  ])('%s', (_what, now, expected) => {
    expect(asTheyStand([{ alert }, { alert: alertOf(3) }], now)).toEqual([expected, alertOf(3)]);
    const told: Notification = { kind: 'fire', alert, key: 'k', episode: 'e', messageId: null };
    expect(asItStands(told, now)).toEqual({ ...told, alert: expected });
  });

  test('of a group are without members that have ended', () => {
    const group = groupOf([alert, alertOf(2)]);
    const told: Notification = { kind: 'fire', alert: group, key: 'k', episode: 'e', messageId: null };
    expect(asItStands(told, [endOf(alert)]).alert).toMatchObject({ group: { alerts: [alertOf(2)] } });
  });
});

describe('a message that an alert fires is still true', () => {
  const of = (one: Alert) => ({ ...messageOf(one, 'fire', 'ops', NOON), messageId: null, attempts: 0 });

  test.each([
    ['while it does', [alertOf(2), alert], true],
    ['also with another value', [{ ...alert, value: '9' }], true],
    ['not after its end', [endOf(alert)], false],
    ['not when it fires anew', [{ ...alert, firingAt: NOON + 1 }], false],
    ['not when it is unknown', [alertOf(2)], false],
  ])('%s', (_what, now, isTrue) => {
    expect(isStillTrue(of(alert), now)).toBe(isTrue);
  });

  test.each([
    ['while one of its rule does', [endOf(alert), { ...alertOf(9), firingAt: NOON + 1 }], true],
    ['not when all have ended', [endOf(alert)], false],
    ['not for another severity', [{ ...alert, severity: 'critical' }], false],
  ])('about a group: %s', (_what, now, isTrue) => {
    expect(isStillTrue(of(groupOf([alert])), now)).toBe(isTrue);
  });
});

test.each([
  ['removed', 'it is no longer configured'],
  ['forgotten', 'its wallet was forgotten, and is watched no more'],
  ['cleared', null],
] as const)('an end because %s says so to other programs', (reason, because) => {
  const ended = endOf(alert, reason);
  expect(endedBecause(ended)).toBe(because);
  expect(annotationsWithEnding(ended)).toEqual({
    summary: 'low',
    ...(because !== null && { ended_because: because }),
  });
  expect(endedBecause({ ...ended, phase: 'firing' })).toBeNull();
  expect(annotationsWithEnding({ ...ended, phase: 'firing' })).toBe(alert.annotations);
});

const PAGE = 'https://float.example.com';
const pending: Alert = { ...alert, phase: 'pending', firingAt: null };
test.each([
  ['an episode, by its page', alert, `/alerts/${episodeOf(alert).slice(0, 16)}`],
  ['a group', groupOf([alert]), '/alerts'],
  ['a wallet whose alert has not fired', pending, '/wallets/a1/UGX/P'],
  ['options, where it has not fired', { ...pending, walletType: '' }, '/options'],
  ['an account, where it has not fired', { ...pending, currency: '', walletType: '' }, '/alerts'],
  ['a test', testAlert(NOON), '/alerts'],
])('the link to %s', (_what, one, path) => {
  expect(alertLink(one, PAGE)).toBe(`${PAGE}${path}`);
  expect(alertLink(one, '')).toBe('');
});

test('the alert of a test fires from now on, of no wallet, and says that it is one', () => {
  expect(testAlert(NOON)).toEqual(
    firingAlert(TEST_ALERT, {
      ...{ fingerprint: 'FloatwatchTest', severity: 'info', account: '', currency: '', walletType: '' },
      labels: { alertname: 'FloatwatchTest', severity: 'info' },
      annotations: { summary: 'A test sent by floatwatch alerts test; it ends by itself' },
      ...{ pendingAt: NOON, firingAt: NOON, value: null, threshold: null },
    }),
  );
});

// The one alert that is told of many: what it says, and how it changes with its members.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { type GroupMembers, groupAlert, MAX_ALERTS } from '../../src/receivers/notification/group.ts';
import { alertsSince, firingAlert } from '../support/delivering.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const identity = { rule: 'Low', severity: 'warning', firingAt: NOON };
const since = alertsSince(NOON);
const alertOf = (i: number, change: Partial<Alert> = {}) => since.alertOf(i, { pendingAt: NOON, ...change });
const alertsOf = (count: number) => Array.from({ length: count }, (_, i) => alertOf(i));
const endOf = (alert: Alert, resolvedAt = NOON + 60_000, reason: Alert['reason'] = 'cleared'): Alert => ({
  ...alert,
  ...{ phase: 'inactive', resolvedAt, reason },
});
const of = (members: Partial<GroupMembers>): GroupMembers => {
  const { firing = [], ended = [], untold = [] } = members;
  return { firing, ended, untold, total: firing.length + ended.length, ...members };
};
const summaryOf = (members: Partial<GroupMembers>, note?: string) =>
  groupAlert(identity, of(members), note).annotations['summary'];

describe('the alert of a group', () => {
  test('that lasts fires since the group began, and has what its members have in common', () => {
    const firing = [alertOf(3), alertOf(1), alertOf(2)].map((one) => ({
      ...one,
      annotations: { summary: `low ${one.account}`, runbook_url: 'https://wiki.example.com/low' },
    }));
    expect(groupAlert(identity, of({ firing }))).toEqual({
      fingerprint: 'group/warning/Low',
      rule: 'Low',
      severity: 'warning',
      account: '',
      currency: 'UGX',
      walletType: 'P',
      labels: { alertname: 'Low', severity: 'warning', currency: 'UGX', wallet_type: 'P' },
      annotations: {
        summary: [
          '3 wallets at once, the worst first:',
          'a1/UGX/P: 1 (threshold 5,000)',
          'a2/UGX/P: 2 (threshold 5,000)',
          'a3/UGX/P: 3 (threshold 5,000)',
          'The first says: low a1',
        ].join('\n'),
        runbook_url: 'https://wiki.example.com/low',
      },
      phase: 'firing',
      held: false,
      reason: 'fired',
      pendingAt: NOON,
      firingAt: NOON,
      resolvedAt: null,
      value: null,
      threshold: null,
      group: { subject: '3 wallets', alerts: [firing[1], firing[2], firing[0]], truncated: 0, elsewhere: 0 },
    });
  });

  test('that is over has ended when its last member did, and says so', () => {
    const ended = [endOf(alertOf(1), NOON + 2), endOf(alertOf(2), NOON + 3), endOf(alertOf(3), NOON + 1)];
    expect(groupAlert(identity, of({ ended, untold: ended }))).toMatchObject({
      annotations: { summary: 'It is over for all 3 wallets.' },
      phase: 'inactive',
      reason: 'cleared',
      resolvedAt: NOON + 3,
      group: { subject: '3 wallets', alerts: ended, truncated: 0 },
    });
  });

  test('that ended when nobody knows has ended when it began', () => {
    const ended = [{ ...endOf(alertOf(1)), resolvedAt: null }];
    expect(groupAlert(identity, of({ ended })).resolvedAt).toBe(NOON);
    expect(groupAlert(identity, of({})).resolvedAt).toBe(NOON);
  });

  test.each([
    ['all for one reason', ['forgotten', 'forgotten'], 'forgotten'],
    ['for several', ['forgotten', 'removed'], 'cleared'],
    ['with none known', [], 'cleared'],
  ] as const)('that is over, %s', (_what, reasons, reason) => {
    const ended = reasons.map((each, i) => endOf(alertOf(i), NOON, each));
    expect(groupAlert(identity, of({ ended })).reason).toBe(reason);
  });

  test('has no runbook where its members have different ones, or one has none', () => {
    const [a, b] = [alertOf(1), alertOf(2)];
    const runbook = { runbook_url: 'https://wiki.example.com' };
    const firing = [{ ...a, annotations: runbook }, b];
    expect(groupAlert(identity, of({ firing })).annotations).not.toHaveProperty('runbook_url');
    expect(groupAlert(identity, of({ firing: firing.toReversed() })).annotations).not.toHaveProperty(
      'runbook_url',
    );
  });

  test.each([
    [{ account: 'a' }, { account: 'a', currency: '', walletType: '' }],
    [
      { account: 'a', currency: 'UGX' },
      { account: 'a', currency: 'UGX', walletType: '' },
    ],
    [
      { account: 'b', walletType: 'P' },
      { account: '', currency: '', walletType: 'P' },
    ],
  ])('is of an account, a currency, a wallet type if all members are: %j', (second, expected) => {
    const first = firingAlert('Low', { account: 'a', currency: 'UGX', walletType: 'P' });
    const other = { ...first, currency: 'KES', walletType: 'C', ...second };
    expect(groupAlert(identity, of({ firing: [first, other] }))).toMatchObject(expected);
    expect(groupAlert(identity, of({ ended: [endOf(first), endOf(other)] }))).toMatchObject(expected);
  });

  test('counts members of other replicas among those that fire, and all that there have been', () => {
    const firing = alertsOf(2);
    const ended = [endOf(alertOf(7))];
    const told = groupAlert(identity, of({ firing, ended, elsewhere: 1_238, total: 1_241 }));
    expect(told.group).toMatchObject({ subject: '1,240 of 1,241 wallets', elsewhere: 1_238, truncated: 0 });
    expect(told.annotations['summary']).toContain('\nand 1,238 more\n');
  });

  test('lasts where those that fire are elsewhere alone', () => {
    const untold = [endOf(alertOf(7))];
    expect(groupAlert(identity, of({ ended: untold, untold, elsewhere: 5, total: 6 }))).toMatchObject({
      ...{ phase: 'firing', resolvedAt: null },
      annotations: { summary: '5 of 6 wallets, which other shards or replicas watch.' },
      group: { subject: '5 of 6 wallets', alerts: untold, elsewhere: 5 },
    });
    // One of which this process knows only that its end is untold, since it fires again elsewhere.
    expect(groupAlert(identity, of({ untold, elsewhere: 5, total: 5 })).group.subject).toBe('5 wallets');
  });

  test.each([
    ['fires', { firing: [alertOf(7)] }],
    ['has ended', { ended: [endOf(alertOf(7))], untold: [endOf(alertOf(7))] }],
  ])('is of no wallet where the only one known here %s, and others are elsewhere', (_, members) => {
    expect(groupAlert(identity, of({ ...members, elsewhere: 5, total: 6 }))).toMatchObject({
      ...{ account: '', currency: '', walletType: '' },
      labels: { alertname: 'Low', severity: 'warning' },
    });
  });

  test.each([
    ['reports of replicas', { account: '', currency: '', walletType: '' }, '2 alerts'],
    ['accounts', { account: 'a', currency: '', walletType: '' }, '2 accounts'],
    ['payment options', { account: 'a', currency: 'UGX', walletType: '' }, '2 payment options'],
    ['wallets', { account: 'a', currency: 'UGX', walletType: 'P' }, '2 wallets'],
  ])('names what it is about: %s', (_what, change, subject) => {
    const firing = [alertOf(1, change), alertOf(2, change)];
    expect(groupAlert(identity, of({ firing })).group.subject).toBe(subject);
    const mixed = [alertOf(1, change), alertOf(2)];
    expect(groupAlert(identity, of({ firing: mixed })).group.subject).toBe('2 wallets');
  });

  test('tells the ends that are new, but not of who fires again', () => {
    const firing = [alertOf(1), alertOf(2)];
    const untold = [endOf(alertOf(2)), endOf(alertOf(3))];
    expect(groupAlert(identity, of({ firing, ended: untold, untold })).group).toMatchObject({
      alerts: [...firing, untold[1]],
      truncated: 0,
    });
  });

  test('lists a thousand, ends before those that fire, and counts the rest', () => {
    const firing = alertsOf(MAX_ALERTS - 1);
    const end = endOf(alertOf(5_000));
    const full = groupAlert(identity, of({ firing, ended: [end], untold: [end] })).group;
    expect(full).toMatchObject({ truncated: 0 });
    expect(full.alerts).toHaveLength(MAX_ALERTS);
    const over = groupAlert(
      identity,
      of({ firing: [...firing, alertOf(4_999)], ended: [end], untold: [end] }),
    ).group;
    expect(over).toMatchObject({ truncated: 1 });
    expect([over.alerts.length, over.alerts.at(-1)]).toEqual([MAX_ALERTS, end]);
    const ends = Array.from({ length: MAX_ALERTS + 2 }, (_, i) => endOf(alertOf(10_000 + i)));
    const ended = groupAlert(identity, of({ firing, ended: ends, untold: ends })).group;
    expect(ended.alerts).toEqual(ends.slice(0, MAX_ALERTS));
    expect(ended.truncated).toBe(firing.length + 2);
  });
});

describe('the text of a group', () => {
  test.each([
    [10, '10 wallets at once, the worst first:', 11],
    [11, '11 wallets at once, the worst first:', 12],
  ])('of %i names ten of them', (count, first, lines) => {
    const firing = alertsOf(count).map((one) => ({ ...one, annotations: {} }));
    const text = summaryOf({ firing })!.split('\n');
    expect(text[0]).toBe(first);
    expect(text).toHaveLength(lines);
    expect(text[10]).toBe('a9/UGX/P: 9 (threshold 5,000)');
    expect(text[11]).toBe(count > 10 ? 'and 1 more' : undefined);
  });

  test('ends with the note that it is given, also when it is over', () => {
    expect(summaryOf({ firing: [alertOf(1)] }, 'A note.')).toMatch(
      /^1 wallet:\na1\/UGX\/P: 1 .*\nThe first says: low\nA note\.$/,
    );
    expect(summaryOf({ ended: [endOf(alertOf(1))] }, 'A note.')).toBe('It is over for 1 wallet.\nA note.');
  });

  test.each([
    [
      'of a replica',
      { account: '', currency: '', walletType: '', labels: {} },
      'floatwatch: 1 (threshold 5,000)',
    ],
    ['of an account', { currency: '', walletType: '', labels: {} }, 'a1: 1 (threshold 5,000)'],
    [
      'with a label of its own',
      { labels: { account: 'x', team: 'ops', alertname: 'Low' } },
      'a1/UGX/P ops: 1 (threshold 5,000)',
    ],
    ['without a value', { value: null }, 'a1/UGX/P (threshold 5,000)'],
    ['without a threshold', { threshold: null }, 'a1/UGX/P: 1'],
    ['with a long value', { value: '-1234567.80' }, 'a1/UGX/P: -1,234,567.80 (threshold 5,000)'],
    ['with a duration', { value: '2h', threshold: '3d' }, 'a1/UGX/P: 2h (threshold 3d)'],
    ['that is not seen now', { held: true }, 'a1/UGX/P: 1 (threshold 5,000), not seen now'],
  ])('has a line %s', (_what, change, line) => {
    // The other is the last of all: its value is far above the threshold.
    const firing = [alertOf(1, change), alertOf(2, { value: null, threshold: null, firingAt: NOON + 1 })];
    expect(summaryOf({ firing })!.split('\n')[1]).toBe(line);
  });
});

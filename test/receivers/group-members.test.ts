// Who is in a group, and how a message about it changes with its members.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import {
  briefly,
  type GroupMembers,
  groupAlert,
  groupAsItStands,
  groupOver,
  isGroup,
  LAST_NOTE,
  membersAmong,
  stateOf,
  withEnds,
  withMore,
} from '../../src/receivers/notification/group.ts';
import { alertsSince } from '../support/delivering.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const identity = { rule: 'Low', severity: 'warning', firingAt: NOON };
const since = alertsSince(NOON);
const alertOf = (i: number, change: Partial<Alert> = {}) => since.alertOf(i, { pendingAt: NOON, ...change });
const endOf = (alert: Alert, resolvedAt = NOON + 60_000, reason: Alert['reason'] = 'cleared'): Alert => ({
  ...alert,
  ...{ phase: 'inactive', resolvedAt, reason },
});
const of = (members: Partial<GroupMembers>): GroupMembers => {
  const { firing = [], ended = [], untold = [] } = members;
  return { firing, ended, untold, total: firing.length + ended.length, ...members };
};
describe('the members of a group', () => {
  const known = (lasting: readonly Alert[], ended: readonly Alert[], more: readonly string[] = []) => ({
    lasting: new Set([...lasting.map(episodeOf), ...more]),
    ended: new Set(ended.map(episodeOf)),
    untold: ended,
  });

  test('are those of its rule and severity that fired, and whose episodes last or have ended', () => {
    const lasts = alertOf(1);
    const over = endOf(alertOf(2));
    const alerts = [
      lasts,
      over,
      alertOf(3), // another episode
      endOf(alertOf(4)),
      { ...alertOf(5), severity: 'critical' },
      { ...alertOf(6), rule: 'High' },
      { ...alertOf(7), phase: 'pending' as const, firingAt: null },
    ];
    expect(membersAmong(alerts, identity, known([lasts, ...alerts.slice(4)], [over]))).toEqual({
      firing: [lasts],
      ended: [over],
      untold: [over],
      elsewhere: 3, // those that the queue takes for members, and of which this process knows no such alert
      total: 5,
    });
  });

  test('that nobody here knows fire elsewhere', () => {
    const lasts = alertOf(1);
    expect(membersAmong([lasts], identity, known([lasts], [], ['x', 'y']))).toMatchObject({
      firing: [lasts],
      elsewhere: 2,
      total: 3,
    });
  });

  test('whose episode is known to last are over only when its end is known, and the other way round', () => {
    const a = alertOf(1);
    expect(membersAmong([endOf(a)], identity, known([a], []))).toMatchObject({
      firing: [],
      ended: [],
      total: 0,
    });
    expect(membersAmong([a], identity, known([], [a]))).toMatchObject({ firing: [], ended: [], total: 0 });
  });
});

test.each([
  ['of an alert that nobody knows here', [], [endOf(alertOf(1))], [endOf(alertOf(1))]],
  ['of an alert that still fires here', [alertOf(1)], [endOf(alertOf(1))], [alertOf(1), endOf(alertOf(1))]],
  [
    'of one that fires again',
    [{ ...alertOf(1), firingAt: NOON + 1 }],
    [endOf(alertOf(1))],
    [{ ...alertOf(1), firingAt: NOON + 1 }],
  ],
  ['of one that has ended here, too', [endOf(alertOf(1))], [endOf(alertOf(1))], [endOf(alertOf(1))]],
  [
    'of another episode than the one that has ended here',
    [{ ...endOf(alertOf(1)), firingAt: NOON + 1 }],
    [endOf(alertOf(1))],
    [{ ...endOf(alertOf(1)), firingAt: NOON + 1 }, endOf(alertOf(1))],
  ],
])('an end %s', (_what, alerts, ends, expected) => {
  expect(withEnds(alerts, ends)).toEqual(expected);
  expect(withEnds(alerts, [])).toBe(alerts);
});

describe('a message about a group', () => {
  const firing = [alertOf(1), alertOf(2)];
  const told = groupAlert(identity, of({ firing }));

  test('tells the same where only ends differ', () => {
    const untold = [endOf(alertOf(3))];
    const withEnd = groupAlert(identity, of({ firing, untold, total: 2 }));
    expect(stateOf(withEnd)).toBe(stateOf(told));
    expect(JSON.parse(stateOf(withEnd))).toEqual(told);
    expect(stateOf(groupAlert(identity, of({ firing: firing.slice(1) })))).not.toBe(stateOf(told));
    const crowded = { ...told, group: { ...told.group, truncated: 9 } };
    expect(stateOf(crowded)).toBe(stateOf(told));
  });

  test('as it stands is without members that have ended since, and has the newest values', () => {
    const now = [endOf(alertOf(1)), { ...alertOf(2), value: '77' }];
    const stands = groupAsItStands(told, now);
    expect(stands.group).toMatchObject({
      subject: '1 of 2 wallets',
      alerts: [now[1]],
      truncated: 0,
      elsewhere: 0,
    });
    expect(stands).toMatchObject({ phase: 'firing', firingAt: NOON, rule: 'Low' });
    expect(groupAsItStands(told, []).group.alerts).toEqual(firing);
  });

  test('as it stands keeps the ends that it tells, and those elsewhere', () => {
    const untold = [endOf(alertOf(3))];
    const before = groupAlert(identity, of({ firing, untold, elsewhere: 2, total: 4 }));
    const stands = groupAsItStands(before, [endOf(alertOf(1)), alertOf(2)]);
    expect(stands.group).toEqual({
      subject: '3 of 4 wallets',
      alerts: [alertOf(2), ...untold],
      truncated: 0,
      elsewhere: 2,
    });
  });

  test('stays as it is when all its members have ended or begun anew, or when it could not list all', () => {
    expect(
      groupAsItStands(
        told,
        firing.map((one) => endOf(one)),
      ),
    ).toBe(told);
    expect(
      groupAsItStands(
        told,
        firing.map((one) => ({ ...one, firingAt: NOON + 1 })),
      ),
    ).toBe(told);
    const crowded = { ...told, group: { ...told.group, truncated: 1 } };
    expect(groupAsItStands(crowded, [endOf(alertOf(1))])).toBe(crowded);
  });

  test.each([
    ['more than it told, all of them here', [1, 2, 3], [1, 2, 3], [], '3 wallets', 0],
    ['some elsewhere', [1, 2], [1, 2, 8, 9], [], '4 wallets', 2],
    ['some that have ended', [1, 2], [1, 2], [7], '2 of 3 wallets', 0],
    ['none that the queue knows', [1, 2], [], [], '2 wallets', 0],
  ])('with %s', (_what, here, lasting, ended, subject, elsewhere) => {
    const episodesOf = (numbers: readonly number[]) => numbers.map((i) => episodeOf(alertOf(i)));
    const now = here.map((i) => alertOf(i));
    const members = { lasting: episodesOf(lasting), ended: episodesOf(ended) };
    const more = withMore(told, now, members);
    expect(more.group).toEqual({ subject, alerts: now, truncated: 0, elsewhere });
    expect(more.firingAt).toBe(NOON);
    expect(more.annotations['summary']).not.toContain(LAST_NOTE);
  });

  test('with more keeps the ends that it tells and its last note', () => {
    const untold = [endOf(alertOf(3))];
    const last = groupAlert(identity, of({ firing, untold, total: 2 }), LAST_NOTE);
    const more = withMore(last, [...firing, alertOf(4)], { lasting: [], ended: [] });
    expect(more.group.alerts).toEqual([...firing, alertOf(4), ...untold]);
    expect(more.annotations['summary']).toMatch(/\nNo more of these until all of them have ended\.$/);
  });

  test('that is over in an unknown way tells of all that there have been', () => {
    const some = groupAlert(identity, of({ firing, total: 1_200 }));
    expect(some.group.subject).toBe('2 of 1,200 wallets');
    expect(groupOver(some)).toEqual({
      ...some,
      annotations: { ...some.annotations, summary: 'It is over for all 1,200 wallets.' },
      group: { subject: '1,200 wallets', alerts: [], truncated: 0 },
    });
    expect(groupOver(told).annotations['summary']).toBe('It is over for all 2 wallets.');
  });

  test('in brief is without its members; an alert by itself stays as it is', () => {
    const crowded = { ...told, group: { ...told.group, truncated: 9 } };
    const group = { subject: '2 wallets', alerts: [], truncated: 0, elsewhere: 0 };
    expect(briefly(crowded)).toEqual({ ...told, group });
    expect(briefly(alertOf(1))).toEqual(alertOf(1));
    expect([isGroup(told), isGroup(alertOf(1))]).toEqual([true, false]);
  });
});

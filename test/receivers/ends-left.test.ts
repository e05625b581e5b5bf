// What is told of an alert that is over, and of several messages about one: by cases.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { changeEach } from '../../src/receivers/delivery/each-message.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { type GroupAlert, groupAlert } from '../../src/receivers/notification/group.ts';
import { identityOf } from '../../src/receivers/notification/group-identity.ts';
import { endOf, isTaken, lasts } from '../../src/receivers/outbox/ends-left.ts';
import { growthOf } from '../../src/receivers/outbox/growth.ts';
import { createStanding } from '../../src/receivers/outbox/standing.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert } from '../support/delivering.ts';

const NOW = handClock().now();
const MINUTE = 60_000;
const [alert, other] = alertsSince(NOW - MINUTE).alertsOf(2) as [Alert, Alert];
const members = { firing: [alert, other], ended: [], untold: [], elsewhere: 0, total: 2 };
const group: GroupAlert = groupAlert({ ...identityOf([alert, other]), firingAt: NOW - MINUTE }, members);

test.each<[DeliveryVerdict, boolean]>([
  [{ kind: 'done' }, true],
  [{ kind: 'permanent', detail: '' }, true],
  [{ kind: 'temporary', detail: '' }, false],
  [{ kind: 'unknown', detail: '' }, false],
])('after %j the receiver has taken the message, or never will: %s', (verdict, taken) => {
  expect(isTaken(verdict)).toBe(taken);
});

const ended: Alert = { ...alert, phase: 'inactive', resolvedAt: NOW - 5, value: '9', reason: 'cleared' };
const nobodyKnows = { phase: 'inactive', reason: 'cleared', held: false, value: null };

test('an alert ends as it is known to have ended', () => {
  const earlier = { ...ended, firingAt: NOW - 2 * MINUTE };
  expect(endOf(alert, [alert, earlier, ended], NOW)).toBe(ended);
});

test('of one whose end is not known, nobody knows how it ended', () => {
  const held = { ...alert, held: true };
  expect(endOf(held, [], NOW)).toEqual({ ...alert, ...nobodyKnows, resolvedAt: NOW });
  expect(endOf(held, [alert], NOW)).toEqual({ ...alert, ...nobodyKnows, resolvedAt: NOW });
});

test('of one that is pending again, only when it ended is known', () => {
  const pending: Alert = { ...alert, phase: 'pending', resolvedAt: NOW - 7 };
  expect(endOf(alert, [pending], NOW)).toEqual({ ...alert, ...nobodyKnows, resolvedAt: NOW - 7 });
  expect(endOf(alert, [{ ...pending, resolvedAt: null }], NOW).resolvedAt).toBe(NOW);
});

test('what was told as ended ends so', () => {
  expect(endOf(ended, [], NOW)).toBe(ended);
});

test('a group ends without its members', () => {
  const over = endOf(group, [], NOW) as GroupAlert;
  expect(over).toMatchObject({ ...nobodyKnows, resolvedAt: NOW, fingerprint: group.fingerprint });
  expect(over.group).toEqual({ subject: '2 wallets', alerts: [], truncated: 0 });
});

test.each<[string, Alert, readonly Alert[] | undefined, boolean]>([
  ['of which nothing is known', alert, undefined, false],
  ['of which nothing is there', alert, [], false],
  ['that fires', alert, [alert], true],
  ['that has begun earlier, as is known by now', alert, [{ ...alert, firingAt: NOW - 2 * MINUTE }], true],
  ['that has begun anew', alert, [{ ...alert, firingAt: NOW }], false],
  ['that has ended', alert, [ended], false],
  ['that is pending', alert, [{ ...alert, phase: 'pending' }], false],
  ['of which an earlier time has ended', alert, [ended, alert], true],
  ['that stands for many', group, [group], true],
  ['that stands for others than those before', group, [{ ...group, firingAt: NOW - 2 * MINUTE }], false],
])('whether an alert %s lasts', (_, one, now, isLasting) => {
  expect(lasts(one, now)).toBe(isLasting);
});

/** Changes these messages, each with its verdict; `tried` is which were. */
async function changing(verdicts: Readonly<Record<string, DeliveryVerdict>>) {
  const tried: string[] = [];
  const verdict = await changeEach(Object.keys(verdicts).join('\n'), async (id) => {
    tried.push(id);
    return verdicts[id]!;
  });
  return { tried: tried.join(), verdict };
}

const refused: DeliveryVerdict = { kind: 'permanent', detail: 'gone' };
const later: DeliveryVerdict = { kind: 'temporary', detail: 'slow', afterMs: 5 };

test.each<[string, Record<string, DeliveryVerdict>, string, DeliveryVerdict]>([
  ['one', { a: { kind: 'done' } }, 'a', { kind: 'done', messageId: 'a' }],
  [
    'two, of which one gets another id',
    { a: { kind: 'done', messageId: 'c' }, b: { kind: 'done' } },
    'a,b',
    { kind: 'done', messageId: 'c\nb' },
  ],
  ['two, of which the first is refused', { a: refused, b: { kind: 'done' } }, 'a,b', refused],
  ['two, of which the last is refused', { a: { kind: 'done' }, b: refused }, 'a,b', refused],
  ['two, when nothing is taken now', { a: later, b: { kind: 'done' } }, 'a', later],
  ['two, when nothing is taken after a refusal', { a: refused, b: later }, 'a,b', later],
])('of messages are changed: %s', async (_, verdicts, tried, verdict) => {
  expect(await changing(verdicts)).toEqual({ tried, verdict });
});

const always = Number.POSITIVE_INFINITY;
const asked = { everyMs: 7, shrinks: false, most: 3 };

test.each<[string, Parameters<typeof growthOf>[0], Parameters<typeof growthOf>[1], object]>([
  ['by messages', {}, {}, { everyMs: 5 * MINUTE, shrinks: false, most: always }],
  [
    'by changes of its message',
    { sendsUpdates: true },
    {},
    { everyMs: MINUTE, shrinks: true, most: always, joinedForMs: 15 * MINUTE },
  ],
  ['as it asks to', { growth: asked, sendsUpdates: true }, {}, asked],
  ['as often as is set', { growth: asked }, { updateEveryMs: 9 }, { ...asked, everyMs: 9 }],
])('a receiver hears of a group that grows %s', (_, messenger, times, growth) => {
  expect(growthOf(messenger, times)).toEqual(growth);
});

const told = (one: Alert, kind: 'fire' | 'resolve' = 'fire') => ({
  ...{ kind, alert: one, key: 'k', episode: 'e', messageId: null },
});

type How = { sendsUpdates?: boolean; shrinks?: boolean; values?: boolean };

test.each<[string, ReturnType<typeof told>, number, How, boolean]>([
  ['that is new', told(alert), 29_999, {}, false],
  ['that has waited', told(alert), 30_000, {}, true],
  ['of a clock that is a little ahead', told(alert), -29_999, {}, false],
  ['of a clock that is ahead', told(alert), -30_000, {}, true],
  ['that updates follow', told(alert), MINUTE, { sendsUpdates: true }, false],
  ['of a group that updates follow', told(group), MINUTE, { shrinks: true }, false],
  ['of a group that no new values follow', told(group), MINUTE, { shrinks: true, values: false }, true],
  ['of a group', told(group), MINUTE, { sendsUpdates: true }, true],
  ['that is an end', told(alert, 'resolve'), MINUTE, {}, false],
])('whether a message %s is told with the values of now', (_, message, ageMs, how, isNow) => {
  const { sendsUpdates = false, shrinks = false, values = true } = how;
  const [mine, others] = [
    { ...alert, value: '77' },
    { ...other, value: '78' },
  ];
  const clock = { now: () => NOW, monotonic: () => 0 };
  const standing = createStanding(
    { sendsUpdates },
    { shrinks, values },
    { clock, alerts: () => [mine, others] },
  );
  const { alert: now } = standing(message, { createdAt: NOW - ageMs });
  const value = 'group' in now ? (now as GroupAlert).group.alerts[0]!.value : now.value;
  expect(value).toBe(isNow ? '77' : alert.value);
});

test.each([
  ['also those that have ended since, where an update tells their ends', true, ['78', alert.value]],
  ['those that still fire, where none does', false, ['78']],
])('a group that has waited is told with %s', (_, shrinks, expected) => {
  const clock = { now: () => NOW, monotonic: () => 0 };
  const alerts = () => [endedAlert(alert), { ...other, value: '78' }];
  const standing = createStanding({}, { shrinks, values: false }, { clock, alerts });
  const { alert: now } = standing(told(group), { createdAt: NOW - MINUTE });
  const values = (now as GroupAlert).group.alerts.map(({ value }) => value);
  expect(new Set(values)).toEqual(new Set(expected));
});

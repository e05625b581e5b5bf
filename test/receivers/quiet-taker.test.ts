// Quiet hours by cases: what waits and for how long, what was over before it could be told, and since when a message could be.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { parseHours } from '../../src/domain/forecast/approval.ts';
import { type ClaimedMessage, NOTHING_SENT, type Settled } from '../../src/monitor/alerts/outbox.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf, notificationKey } from '../../src/receivers/notification/notification.ts';
import { createQuietHours, createQuietTaker } from '../../src/receivers/outbox/quiet-hours.ts';
import { handClock } from '../support/clock.ts';
import { endedAlert, firingAlert, memoryShelf, receiverContext } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const NIGHT = { hours: parseHours('Mon-Sun 22:00-24:00, Mon-Sun 00:00-06:00')!, timezone: 'UTC' };
const WEEKEND = { hours: parseHours('Sat-Sun 00:00-24:00')!, timezone: 'UTC' };
/** A time of Tuesday; a day earlier with a sign before it. */
const at = (text: string) =>
  Date.parse(`2026-03-03T${text.replace('-', '')}:00Z`) - (text.startsWith('-') ? DAY_MS : 0);

const beginning = (
  alert: Alert,
  createdAt: number,
  change: Partial<ClaimedMessage> = {},
): ClaimedMessage => ({
  ...messageOf(alert, 'fire', 'ops', createdAt),
  ...{ attempts: 0, messageId: null, ...change },
});

/** Takes messages from Postgres at that time; what it is asked for and told. */
function taker(time: string, alerts: readonly Alert[] = [], quietHours: typeof NIGHT | null = NIGHT) {
  const clock = handClock(at(time));
  const local = createLocalOutbox(memoryShelf(), clock);
  const [renewed, settled] = [[] as (readonly [string, number])[], [] as (readonly [string, Settled])[]];
  let asked = 0;
  const shared = sharedOutbox();
  const outbox: typeof shared = {
    ...shared,
    renew: async (all, ms) => void renewed.push(...all.map(({ alert }) => [alert, ms] as const)),
    settle: async ({ alert }, how) => void settled.push([alert, how]),
    async knownByKey(...of) {
      asked++;
      return await shared.knownByKey(...of);
    },
  };
  const quiet = createQuietTaker(receiverContext({ quietHours, clock, local, outbox, alerts: () => alerts }));
  return {
    ...{ clock, local, outbox, quiet, renewed, settled },
    asked: () => asked,
    takes: async (...claimed: readonly ClaimedMessage[]) =>
      (await quiet.take(outbox, claimed)).map(({ alert }) => alert),
  };
}

const low = firingAlert('Low', { firingAt: at('02:00') });
const critical = firingAlert('Critical', { severity: 'critical', firingAt: at('02:00') });

describe('the end of quiet hours', () => {
  const minuteBeforeMonday = at('-00:00') - MINUTE_MS;
  test.each([
    ['at their first instant', NIGHT, at('-22:00'), at('06:00')],
    ['in their last minute', NIGHT, at('05:59') + 59_999, at('06:00')],
    [
      'of a weekend comes after a day at the latest',
      WEEKEND,
      at('-00:00') - 2 * DAY_MS,
      at('-00:00') - DAY_MS,
    ],
    ['of a weekend, on its last day', WEEKEND, minuteBeforeMonday, at('-00:00')],
  ])('%s', (_, hours, instant, end) => expect(createQuietHours(hours).end(instant)).toBe(end));
});

describe('in quiet hours', () => {
  test.each([
    ['for a quarter of an hour at most', '-22:00', 15 * MINUTE_MS],
    ['a quarter of an hour before their end', '05:45', 15 * MINUTE_MS],
    ['a little before their end', '05:50', 10 * MINUTE_MS],
  ])('all but what is critical waits: %s', async (_, time, ms) => {
    const it = taker(time, [low, critical]);
    expect(await it.takes(beginning(low, at(time)), beginning(critical, at(time)))).toEqual(['Critical']);
    expect([it.renewed, it.settled]).toEqual([[['Low', ms]], []]);
  });

  test('what is critical alone is told, and nothing is renewed', async () => {
    const it = taker('02:00', [critical]);
    expect(await it.takes(beginning(critical, at('02:00')))).toEqual(['Critical']);
    expect(it.renewed).toEqual([]);
  });

  test('without quiet hours all is told', async () => {
    const it = taker('02:00', [endedAlert(low)], null);
    expect(await it.takes(beginning(low, at('02:00')))).toEqual(['Low']);
    expect(it.quiet.since(beginning(low, at('02:00')))).toBe(at('02:00'));
  });
});

const over = endedAlert(low);
const anew = { ...low, firingAt: at('02:01') };
const before = { ...over, firingAt: at('01:59') };
const quiet = beginning(low, at('02:00'));
/** The time, the message, the alert as it stands, and whether the message is told. */
type Case = readonly [string, string, ClaimedMessage, Alert | undefined, boolean];
const cases: readonly Case[] = [
  ['it still fires', '12:00', quiet, low, true],
  ['it is over', '12:00', quiet, over, false],
  ['it pends', '12:00', quiet, { ...over, phase: 'pending' }, false],
  ['it fires anew', '12:00', quiet, anew, false],
  ['it is over, and was told by day', '12:00', beginning(low, at('06:00')), over, true],
  ['it is over, and was told by day, within the hour', '06:30', beginning(low, at('06:30')), over, true],
  ['it is over, and was told by a clock ahead of ours', '06:30', beginning(low, at('06:31')), over, false],
  ['it is over, and was told so much later', '08:00', beginning(low, at('08:01')), over, true],
  ['it is over, and it may have arrived', '12:00', { ...quiet, attempts: 1 }, over, true],
  ['nobody knows it', '12:00', quiet, undefined, true],
  ['only an earlier episode is known', '12:00', quiet, before, true],
  ['it has never fired, as far as is known', '12:00', quiet, { ...over, firingAt: null }, true],
  ['it can not be read', '12:00', { ...quiet, body: '{}' }, over, true],
  ['its change', '12:00', { ...quiet, kind: 'update' }, over, true],
  ['its end', '12:00', { ...quiet, kind: 'resolve' }, over, true],
  [
    'the end of what was not told',
    '12:00',
    { ...quiet, kind: 'resolve', messageId: NOTHING_SENT },
    over,
    false,
  ],
];
test.each(cases)('a beginning of the night, by day: %s', async (_, time, message, now, isTold) => {
  const other = firingAlert('Other', { firingAt: at('02:00') });
  const it = taker(time, now ? [now, other] : [other]);
  expect(await it.takes(message, beginning(other, at('02:00')))).toEqual(
    isTold ? ['Low', 'Other'] : ['Other'],
  );
  const nothing = { kind: 'done', messageId: NOTHING_SENT, untaken: true };
  expect(it.settled).toEqual(isTold ? [] : [['Low', nothing]]);
  const isKept = !isTold && message.kind === 'fire'; // for as long as the end is to come
  expect(it.local.messageId({ ...message, kind: 'fire' })).toBe(isKept ? NOTHING_SENT : null);
});

test('of what nobody knows any more, Postgres says whether it is over; it is asked for nothing else', async () => {
  const it = taker('12:00', [low]);
  const [gone, lasting] = [firingAlert('Gone'), firingAlert('Lasting')].map((alert) => ({
    ...alert,
    firingAt: at('02:00'),
  }));
  expect(await it.takes(quiet)).toEqual(['Low']);
  expect(it.asked()).toBe(0);
  await it.outbox.add([messageOf(endedAlert(gone!), 'resolve', 'ops', at('02:10'))]);
  const told = await it.takes(beginning(gone!, at('02:00')), beginning(lasting!, at('02:00')));
  expect([told, it.asked(), it.settled.map(([alert]) => alert)]).toEqual([['Lasting'], 1, ['Gone']]);
});

test('while this machine sends, its own messages say that, and it keeps what became of them', async () => {
  const it = taker('12:00');
  const end = messageOf(endedAlert(low), 'resolve', 'ops', at('02:10'));
  it.local.put([messageOf(low, 'fire', 'ops', at('02:00')), end]);
  expect(await it.quiet.take(it.local, await it.local.claim('ops', 10, 1_000))).toEqual([]);
  expect([it.asked(), it.settled]).toEqual([0, []]);
  expect(it.local.concluded('ops').map(({ kind, conclusion }) => [kind, conclusion])).toEqual([
    ['fire', { kind: 'done', messageId: NOTHING_SENT, untaken: true }],
  ]);
  expect(it.local.messageId(end)).toBe(NOTHING_SENT);
});

test('what waited by day in Postgres is not looked for here', async () => {
  const it = taker('12:00');
  it.local.put([messageOf(endedAlert(low), 'resolve', 'ops', at('02:10'))]);
  expect(await it.takes(quiet)).toEqual(['Low']);
  expect(notificationKey(low, 'resolve')).toBe(it.local.unshared('ops')[0]!.key);
});

test.each([
  ['by day', 'Low', '11:00', '12:00', '11:00'],
  ['in the night', 'Low', '02:00', '12:00', '06:00'],
  ['in the night that still is: when it ends', 'Low', '02:00', '02:30', '06:00'],
  ['just now, in the night', 'Low', '02:00', '02:00', '02:00'],
  ['in the night, by a clock ahead of ours', 'Low', '02:01', '02:00', '02:01'],
  ['in the night, and it is critical', 'Critical', '02:00', '12:00', '02:00'],
])('since when a message could be told that was made %s', (_, rule, made, now, since) => {
  const { quiet } = taker(now);
  expect(quiet.since(beginning(rule === 'Low' ? low : critical, at(made)))).toBe(at(since));
});

test('a message of a weekend could be told since Monday', () => {
  const { quiet } = taker('12:00', [], WEEKEND);
  expect(quiet.since(beginning(low, at('-10:00') - 2 * DAY_MS))).toBe(at('-00:00'));
});

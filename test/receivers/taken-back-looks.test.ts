// When a machine looks for ends in a chat that were taken back, in which order it tells them, and what counts as unsure.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { KnownMessage, NotificationKind } from '../../src/monitor/alerts/outbox.ts';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { notificationKey } from '../../src/receivers/notification/notification.ts';
import { createTakenBack } from '../../src/receivers/outbox/taken-back.ts';
import { handClock } from '../support/clock.ts';
import { endedAlert, firingAlert, memoryShelf } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const firing = (rule: string) => firingAlert(rule, { firingAt: START - 60_000 });
const [a, b] = [firing('A'), firing('B')];
const done = (messageId = '7'): DeliveryVerdict => ({ kind: 'done', messageId });
const notNow = temporary('not now');

/** A machine that has run for a minute, and that tells a chat of alerts, over a Postgres that answers as told. */
function machine() {
  const clock = handClock(START);
  const local = createLocalOutbox(memoryShelf(), clock);
  const world = new Map<string, Alert>();
  const sent: string[] = [];
  const it = {
    ...{ clock, sent, tell, looks },
    noted: [] as DeliveryVerdict[],
    asked: 0,
    away: false,
    verdict: done(),
    whileSending() {},
    known: new Map<string, KnownMessage>(),
    unsure: () => [...local.unsure('ops').values()].map(({ alert: { rule }, messageId }) => rule + messageId),
    sees: (alert: Alert) => void world.set(alert.fingerprint, alert),
    /** Others have told of these ends, and this machine has seen them. */
    ended(...alerts: readonly Alert[]) {
      for (const alert of alerts) {
        it.sees(endedAlert(alert));
        it.knows(alert, 'resolve', 0);
      }
    },
    knows(alert: Alert, kind: NotificationKind, takenMsAgo: number | null) {
      it.known.set(notificationKey(alert, kind), { state: 'done', messageId: null, takenMsAgo });
    },
  };
  const takenBack = createTakenBack(
    {
      async send({ kind, alert: { rule, phase }, messageId }) {
        sent.push(`${kind} ${rule} ${phase} ${messageId}`);
        it.whileSending();
        return it.verdict;
      },
    },
    {
      ...{ name: 'ops', clock, local, onSent: (verdict) => it.noted.push(verdict) },
      alerts: () => [...world.values()],
      outbox: {
        ...sharedOutbox(),
        async knownByKey(_, keys) {
          it.asked++;
          if (it.away) throw new Error('away');
          return new Map(keys.flatMap((key) => (it.known.has(key) ? [[key, it.known.get(key)!]] : [])));
        },
      },
    },
  );
  clock.advance(60_000);
  return Object.assign(it, { takenBack });

  async function tell(alert: Alert, kind: NotificationKind, alone?: boolean, id: string | null = '7') {
    const [key, episode] = [notificationKey(alert, kind), episodeOf(alert)];
    return await takenBack.send({ kind, alert, key, episode, messageId: id }, alone);
  }

  /** What it tells by itself so much later, by their rules, and whether there may be more. */
  async function looks(ms = 5_000): Promise<string> {
    sent.length = 0;
    clock.advance(ms);
    const isMore = await takenBack.end();
    return [...sent.map((one) => one.split(' ')[1]), isMore].join(' ');
  }
}

test('what is changed is the message by its id, as an update, and the verdict is passed on', async () => {
  const it = machine();
  expect(await it.tell(a, 'update', true)).toBe(it.verdict);
  it.ended(a);
  expect(await it.looks()).toBe('A true');
  expect([it.sent, it.noted]).toEqual([['update A inactive 7'], [done()]]);
  expect(await it.looks()).toBe('false');
});

test('while the chat takes nothing, the pauses double up to five minutes; what it takes ends that', async () => {
  const it = machine();
  await it.tell(a, 'update', true);
  await it.tell(b, 'update', true);
  it.ended(a, b);
  it.verdict = notNow;
  expect(await it.looks()).toBe('A true');
  for (const pauseS of [5, 10, 20, 40, 80, 160, 300, 300]) {
    expect(await it.looks(pauseS * 1_000 - 1)).toBe('true');
    expect(await it.looks(1)).toMatch(/^[AB] true$/);
  }
  it.verdict = done();
  expect(await it.looks(300_000)).toMatch(/^[AB] true$/);
  it.verdict = notNow;
  expect([await it.looks(4_999), await it.looks(1)]).toEqual(['true', expect.stringMatching(/^[AB] true$/)]);
  it.verdict = done();
  expect([await it.looks(4_999), await it.looks(1), await it.looks()]).toEqual(['true', 'A true', 'false']);
});

test('of several that the chat does not take each has its turn; one that was taken is like any other later', async () => {
  const it = machine();
  const tellBoth = async () => [await it.tell(a, 'update', true), await it.tell(b, 'update', true)];
  await tellBoth();
  it.ended(a, b);
  it.verdict = notNow;
  for (const next of ['A', 'B', 'A', 'B', 'A']) expect(await it.looks(300_000)).toBe(`${next} true`);
  it.verdict = done();
  expect([await it.looks(300_000), await it.looks(), await it.looks()]).toEqual([
    'B true',
    'A true',
    'false',
  ]);
  await tellBoth();
  expect([await it.looks(), await it.looks(), await it.looks()]).toEqual(['A true', 'B true', 'false']);
});

test('an end that is only seen here, or only told by others, is not told once more', async () => {
  const it = machine();
  await it.tell(a, 'update', true);
  it.sees(endedAlert(a));
  expect(await it.looks()).toBe('false');
  it.ended(a);
  it.sees(a);
  expect(await it.looks()).toBe('false');
});

test('Postgres is asked only while something is unsure; when it is away, that is no end', async () => {
  const it = machine();
  await it.tell(a, 'update', false);
  expect([await it.looks(), it.asked]).toEqual(['false', 0]);
  await it.tell(a, 'update', true);
  it.ended(a);
  it.away = true;
  expect([await it.looks(), it.asked]).toEqual(['false', 1]);
});

/** What is told while Postgres answers, and what befalls it: whether it is unsure then. */
type Befalls = (it: ReturnType<typeof machine>) => void;
const whileAsked: readonly (readonly [string, Befalls, Befalls, boolean])[] = [
  ['nothing befalls it', () => {}, () => {}, false],
  ['Postgres was away until 20 seconds before', (it) => wasAway(it, 20_000), () => {}, false],
  ['it was until a little less', (it) => wasAway(it, 19_999), () => {}, true],
  ['the machine slept for a second meanwhile', () => {}, (it) => it.clock.step(1_000), false],
  ['it slept for longer', () => {}, (it) => it.clock.step(1_001), true],
  ['it takes 15 seconds', () => {}, (it) => it.clock.advance(15_000), false],
  ['it takes longer', () => {}, (it) => it.clock.advance(15_001), true],
];
function wasAway({ takenBack, clock }: ReturnType<typeof machine>, msAgo: number) {
  takenBack.away();
  clock.advance(msAgo);
}
test.each(whileAsked)('what Postgres gave to tell, where %s', async (_, before, during, isUnsure) => {
  const it = machine();
  before(it);
  it.whileSending = () => during(it);
  await it.tell(a, 'update');
  expect(it.unsure()).toEqual(isUnsure ? ['A7'] : []);
});

test('what was told last is unsure if Postgres is found to be away, until a look or a later message', async () => {
  const it = machine();
  await it.tell(a, 'update', false);
  it.takenBack.away();
  expect(it.unsure()).toEqual(['A7']);
  await it.tell(endedAlert(a), 'resolve', false);
  it.takenBack.away();
  expect(it.unsure()).toEqual([]);

  for (const later of [it.looks, () => it.tell(endedAlert(b), 'resolve', false)]) {
    it.clock.advance(60_000);
    await it.tell(a, 'update', false);
    await later();
    it.takenBack.away();
    expect(it.unsure()).toEqual([]);
  }
});

/** The id that a message had, and what the chat answers: what is unsure then. Before an end the alert was told alone. */
type Answer = readonly [string, NotificationKind, string | null, DeliveryVerdict, readonly string[]];
const answers: readonly Answer[] = [
  ['a message that is there by now', 'fire', null, done('8'), ['A8']],
  ['a message in place of one that is gone', 'update', '7', done('8'), ['A8']],
  ['a message that may have been changed', 'update', '7', notNow, ['A7']],
  ['one that was changed, by an answer without an id', 'update', '7', { kind: 'done' }, ['A7']],
  ['one that has no id', 'fire', null, { kind: 'done' }, []],
  ['one of which nobody knows whether it is there', 'fire', null, notNow, []],
  ['an end', 'resolve', '7', done(), []],
  ['an end that is refused for good', 'resolve', '7', { kind: 'permanent', detail: '' }, []],
  ['an end that is not taken', 'resolve', '7', notNow, ['A7']],
];
test.each(answers)('what is told alone: %s', async (_, kind, id, verdict, unsure) => {
  const it = machine();
  if (kind === 'resolve') await it.tell(a, 'update', true);
  it.verdict = verdict;
  await it.tell(kind === 'resolve' ? endedAlert(a) : a, kind, true, id);
  expect(it.unsure()).toEqual(unsure);
});

/** An end from a minute ago, and when others changed its message: whether that took the end back. */
type End = readonly [alone: boolean, id: string | null, verdict: DeliveryVerdict];
const changes: readonly (readonly [string, End, number | null, boolean])[] = [
  ['told alone, changed since', [true, '7', done()], 59_999, true],
  ['told alone, changed at the same time', [true, '7', done()], 60_000, true],
  ['told alone, changed before', [true, '7', done()], 60_001, false],
  ['told alone, changed nobody knows when', [true, '7', done()], null, true],
  ['told by Postgres, changed since', [false, '7', done()], 1, false],
  ['told alone without an id, changed since', [true, null, done()], 1, false],
  ['tried in vain, changed since', [true, '7', notNow], 1, false],
];
test.each(changes)('an end %s: it is told once more or not', async (_, [alone, id, verdict], ago, isBack) => {
  const it = machine();
  it.verdict = verdict;
  await it.tell(endedAlert(a), 'resolve', alone, id);
  it.verdict = done();
  it.ended(a);
  it.knows(a, 'update', ago);
  expect([await it.looks(60_000), await it.looks()]).toEqual([isBack ? 'A true' : 'false', 'false']);
});

test('whether an end was taken back is asked once others had time to report: twenty seconds', async () => {
  const it = machine();
  await it.tell(endedAlert(a), 'resolve', true);
  it.takenBack.away();
  it.ended(a);
  it.knows(a, 'update', 1);
  expect([await it.looks(19_999), it.asked]).toEqual(['false', 0]);
  expect([await it.looks(1), it.asked]).toEqual(['A true', 2]);
});

test('of ten thousand ends told alone, and one more, the oldest is not looked at', async () => {
  const it = machine();
  const alerts = Array.from({ length: 10_001 }, (_, i) => firing(`R${i}`));
  for (const alert of alerts) await it.tell(endedAlert(alert), 'resolve', true);
  it.ended(...alerts.slice(0, 2));
  for (const alert of alerts.slice(0, 2)) it.knows(alert, 'update', 1);
  expect([await it.looks(), await it.looks()]).toEqual(['R1 true', 'false']);
});

// When a machine looks for ends of what it has opened, what it asks then, and what it remembers.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { KnownMessage, Members } from '../../src/monitor/alerts/outbox.ts';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import { identityOf } from '../../src/receivers/notification/group-identity.ts';
import { type Notification, notificationKey } from '../../src/receivers/notification/notification.ts';
import { createLeftOpen } from '../../src/receivers/outbox/left-open.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert, memoryShelf } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const MINUTE_MS = 60_000;
const { alertOf, alertsOf } = alertsSince(START - 10 * MINUTE_MS);
const alert = alertOf(1);
const refused: DeliveryVerdict = { kind: 'permanent', detail: '400' };

/** A machine whose receiver keeps open what it is told of, over a Postgres that answers as told. */
function machine(keepsOpen = true) {
  const clock = handClock(START);
  const shelf = memoryShelf();
  const local = createLocalOutbox(shelf, clock);
  const world = new Map<string, Alert>();
  const it = {
    ...{ clock, shelf, local, tell, looks },
    sent: [] as Notification[],
    noted: [] as DeliveryVerdict[],
    /** How often the alerts were read, and Postgres was asked. */
    asked: { alerts: 0, postgres: 0 },
    verdict: { kind: 'done' } as DeliveryVerdict,
    whileSending() {},
    known: new Map<string, KnownMessage>(),
    members: { lasting: [], ended: [], untold: new Map() } as Members,
    opened: () => local.opened('ops').map((one) => one.alert.fingerprint),
    sees(...alerts: readonly Alert[]) {
      for (const each of alerts) world.set(each.fingerprint, each);
    },
    endWas(told: Alert, state: KnownMessage['state'], takenMsAgo: number | null) {
      it.known.set(notificationKey(told, 'resolve'), { state, messageId: null, takenMsAgo });
    },
  };
  const leftOpen = createLeftOpen(
    {
      keepsOpen,
      async send(notification) {
        it.sent.push(notification);
        it.whileSending();
        return it.verdict;
      },
    },
    {
      ...{ name: 'ops', clock, local, onSent: (verdict) => it.noted.push(verdict) },
      alerts() {
        it.asked.alerts++;
        return [...world.values()];
      },
      outbox: {
        ...sharedOutbox(),
        async knownByKey(_, keys) {
          it.asked.postgres++;
          return new Map(keys.flatMap((key) => (it.known.has(key) ? [[key, it.known.get(key)!]] : [])));
        },
        membersOf: async () => it.members,
      },
    },
  );
  return it;

  async function tell(told: Alert, kind: 'fire' | 'resolve' = 'fire'): Promise<DeliveryVerdict> {
    const [key, episode] = [notificationKey(told, kind), episodeOf(told)];
    return await leftOpen.send({ kind, alert: told, key, episode, messageId: null });
  }

  /** So much later, looks; returns whether there may be more, and whose ends were told. */
  async function looks(ms = MINUTE_MS): Promise<readonly [boolean, readonly string[]]> {
    it.sent.length = 0;
    clock.advance(ms);
    const isMore = await leftOpen.end();
    return [isMore, it.sent.map(({ alert: { fingerprint } }) => fingerprint)];
  }
}

test('the first look comes a minute after the start, each other one a minute after the one before', async () => {
  const it = machine();
  await it.tell(alert);
  it.sees(endedAlert(alert));
  expect(await it.looks(MINUTE_MS - 1)).toEqual([false, []]);
  it.verdict = temporary('not now');
  expect(await it.looks(1)).toEqual([false, ['Low a1']]);
  expect(await it.looks(MINUTE_MS - 1)).toEqual([false, []]);
  expect(await it.looks(1)).toEqual([false, ['Low a1']]);
});

test('what a look sends is an end under its own key, and its verdict is passed on', async () => {
  const it = machine();
  await it.tell(alert);
  const ended = endedAlert(alert);
  it.sees(ended);
  await it.looks();
  const [key, episode] = [notificationKey(alert, 'resolve'), episodeOf(alert)];
  expect(it.sent).toEqual([{ kind: 'resolve', alert: ended, key, episode, messageId: null }]);
  expect(it.noted).toEqual([{ kind: 'done' }]);
});

test('while one end is not taken, the others wait for the next look; all of them go in one once they are', async () => {
  const it = machine();
  for (const one of alertsOf(3)) {
    await it.tell(one);
    it.sees(endedAlert(one));
  }
  it.verdict = temporary('not now');
  expect(await it.looks()).toEqual([false, ['Low a0']]);
  it.verdict = { kind: 'done' };
  expect(await it.looks()).toEqual([false, ['Low a0', 'Low a1', 'Low a2']]);
  expect(it.opened()).toEqual([]);
});

test('alerts are not read while nothing is open, and Postgres is not asked while all that is open lasts', async () => {
  const it = machine();
  await it.looks();
  expect(it.asked).toEqual({ alerts: 0, postgres: 0 });
  await it.tell(alert);
  it.sees(alert);
  await it.looks();
  expect(it.asked).toEqual({ alerts: 1, postgres: 0 });
});

test('of a receiver that keeps nothing open nothing is remembered, and nothing is ended', async () => {
  const it = machine(false);
  expect(await it.tell(alert)).toEqual({ kind: 'done' });
  it.sees(endedAlert(alert));
  expect([it.opened(), await it.looks()]).toEqual([[], [false, []]]);
});

test('an alert is noted before it is sent, and the verdict is that of the receiver', async () => {
  const it = machine();
  let before: readonly string[] = [];
  it.whileSending = () => {
    before = createLocalOutbox(it.shelf, it.clock)
      .opened('ops')
      .map((one) => one.alert.fingerprint);
  };
  it.verdict = temporary('not now');
  expect(await it.tell(alert)).toBe(it.verdict);
  expect(before).toEqual(['Low a1']);
});

/** What is told after a beginning that was taken, or instead of it, and whether the alert is open then. */
const verdicts: readonly (readonly [string, boolean, 'fire' | 'resolve', DeliveryVerdict, boolean])[] = [
  ['a beginning that was refused for good', false, 'fire', refused, false],
  ['one told again and refused for good', true, 'fire', refused, true],
  ['one told again that had no answer', true, 'fire', temporary('no answer'), true],
  ['an end that was taken', true, 'resolve', { kind: 'done' }, false],
  ['an end that was refused for good', true, 'resolve', refused, false],
  ['an end that had no answer', true, 'resolve', temporary('no answer'), true],
  ['an end of what was not opened here', false, 'resolve', temporary('no answer'), false],
];
test.each(verdicts)('%s (opened before: %s)', async (_, isOpen, kind, verdict, remains) => {
  const it = machine();
  if (isOpen) await it.tell(alert);
  it.verdict = verdict;
  await it.tell(kind === 'fire' ? alert : endedAlert(alert), kind);
  expect(it.opened()).toEqual(remains ? ['Low a1'] : []);
});

/** How long after an alert was told its end was taken from elsewhere, and whether it is told from here as well. */
const crossings: readonly (readonly [string, number | null, boolean])[] = [
  ['just before it', -1, true],
  ['when both may have arrived in either order', 15_000, true],
  ['later', 15_001, false],
  ['never, as far as is known', null, true],
];
test.each(crossings)('an end that others have told: %s', async (_, afterMs, isTold) => {
  const it = machine();
  it.clock.advance(30_000);
  await it.tell(alert);
  it.sees(endedAlert(alert));
  it.endWas(alert, 'done', afterMs === null ? null : MINUTE_MS - afterMs);
  expect(await it.looks()).toEqual([false, isTold ? ['Low a1'] : []]);
  expect(it.opened()).toEqual([]);
});

test('an alert counts as told until its request was answered, and an end that was tried in vain tells of no beginning', async () => {
  const it = machine();
  it.whileSending = () => it.clock.advance(MINUTE_MS);
  await it.tell(alert);
  it.whileSending = () => {};
  it.sees(endedAlert(alert));
  it.endWas(alert, 'done', MINUTE_MS + 30_000); // half a minute before the answer
  expect(await it.looks()).toEqual([false, ['Low a1']]);

  await it.tell(alert);
  it.clock.advance(MINUTE_MS);
  it.verdict = temporary('not now');
  await it.tell(endedAlert(alert), 'resolve');
  it.endWas(alert, 'done', MINUTE_MS + 30_000); // half a minute after the beginning
  expect(await it.looks()).toEqual([false, []]);
});

test('what this machine saw before an alert began is no end of it', async () => {
  const it = machine();
  await it.tell(alert);
  it.sees({ ...endedAlert(alert), firingAt: alert.firingAt! - 1 });
  expect(await it.looks()).toEqual([false, []]);
  it.sees(endedAlert(alert));
  expect(await it.looks()).toEqual([false, ['Low a1']]);
});

const one = [episodeOf(alertOf(0))];
test.each([
  ['one member lasts and none fires here', one, [], [], false],
  ['one member has ended, and another group of the rule fires here', [], one, alertsOf(1, 7), true],
  ['one member lasts and another has ended', one, one, [], false],
  ['no member is known, and none fires here', [], [], [], true],
  ['no member is known, and one of the rule fires here', [], [], alertsOf(1, 7), false],
  ['no member is known, and another rule fires here', [], [], [alertOf(7, { rule: 'High' })], true],
] as const)('whether a group is over where %s', async (_, lasting, ended, firing, isOver) => {
  const it = machine();
  const begun = alertsOf(6);
  const group = groupAlert(identityOf(begun), { firing: begun, ended: [], untold: [], total: 6 });
  await it.tell(group);
  it.members = { lasting, ended, untold: new Map() };
  it.sees(...firing);
  expect(await it.looks()).toEqual([false, isOver ? [group.fingerprint] : []]);
});

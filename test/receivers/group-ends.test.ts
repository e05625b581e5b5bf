// A group's messages tell the end of each member once, and none that a later beginning has overtaken.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { NotificationKind, Outbox, OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import type { KeyValueStore } from '../../src/monitor/alerts/ports.ts';
import type { Growth } from '../../src/receivers/delivery/messenger.ts';
import type { Receiver } from '../../src/receivers/delivery/receiver.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { afterMs } from '../../src/receivers/delivery/wake-up.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { type GroupAlert, groupAlert } from '../../src/receivers/notification/group.ts';
import type { Notification } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import {
  alertsSince,
  endedAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const firingAt = Date.now() - 600_000;
const { alertOf, alertsOf } = alertsSince(firingAt);

/** Replicas over one outbox, each with a world of its own; a receiver that takes what `takes` says. */
function replicas() {
  const outbox = sharedOutbox();
  const sent: Notification[] = [];
  const it = {
    ...{ outbox, sent },
    takes: (_: Notification): boolean => true,
    start({
      everyMs = 30,
      as = outbox,
      shelf = memoryShelf(),
    }: {
      everyMs?: number;
      as?: Outbox;
      shelf?: KeyValueStore;
    } = {}) {
      const world = new Map<string, Alert>();
      const growth: Growth = { everyMs, shrinks: true, most: Number.POSITIVE_INFINITY };
      const receiver: Receiver = createOutboxReceiver(
        {
          ...{ growth, goesByEach: true },
          send: async (notification): Promise<DeliveryVerdict> => {
            if (!it.takes(notification)) return { kind: 'temporary', detail: 'down' };
            sent.push(notification);
            return { kind: 'done' };
          },
          close: async () => {},
        },
        receiverContext({
          ...{ outbox: as, alerts: () => [...world.values()] },
          local: createLocalOutbox(shelf, realClock),
          times: { firstRetryMs: 20, lookEveryMs: 20, leaseMs: 200 },
        }),
      );
      return {
        tell(alerts: readonly Alert[]) {
          for (const alert of alerts) world.set(alert.fingerprint, alert);
          receiver.tell(alerts);
        },
        stop: () => receiver.stop(),
      };
    },
    /** Accounts whose ends were told by messages about groups, as often as they were. */
    ends: () =>
      sent.flatMap(({ alert }) =>
        listed(alert).flatMap(({ phase, account }) => (phase === 'firing' ? [] : [account])),
      ),
    isSettled: (alert: Alert) =>
      [...outbox.messages.values()].some(
        ({ kind, state, episode }) => kind === 'resolve' && state === 'done' && episode === episodeOf(alert),
      ),
  };
  return it;
}

const listed = (alert: Alert): readonly Alert[] => (alert as GroupAlert).group?.alerts ?? [];
const kinds = (sent: readonly Notification[]) => sent.map(({ kind }) => kind);

test('each end is told once, however often the group is told of', async () => {
  const it = replicas();
  const replica = it.start();
  replica.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  for (let i = 0; i < 4; i++) {
    replica.tell([endedAlert(alertOf(i))]);
    await until(() => expect(it.ends()).toContain(`a${i}`));
  }
  replica.tell(alertsOf(3, 4).map(endedAlert));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  await replica.stop();
  expect(it.ends()).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
});

test('of those that end together, who ended first is told first', async () => {
  const it = replicas();
  const one = it.start();
  const alerts = alertsOf(6);
  one.tell(alerts);
  await until(() => expect(it.sent).toHaveLength(1));
  const ended = [3, 1, 2].map((at) => ({ ...endedAlert(alerts[at]!), resolvedAt: firingAt + at * 60_000 }));
  one.tell(ended);
  await until(() => expect(it.ends()).toHaveLength(3));
  await one.stop();
  expect(it.ends()).toEqual([1, 2, 3].map((at) => alerts[at]!.account));
});

test('however many end together, who goes by each of them is told of each, once', async () => {
  const it = replicas();
  const replica = it.start();
  replica.tell(alertsOf(2_500));
  await until(() => expect(kinds(it.sent)).toContain('fire'));
  let attempts = 0;
  it.takes = () => attempts++ !== 2; // when some of them have been told
  replica.tell(alertsOf(2_500).map(endedAlert));
  try {
    await until(() => expect(it.ends()).toHaveLength(2_500));
    expect(new Set(it.ends()).size).toBe(2_500);
    const keys = it.sent.filter(({ alert }) => listed(alert).length > 0).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  } finally {
    await replica.stop();
  }
});

test('what a process told isn’t told again by its successor', async () => {
  const it = replicas();
  const first = it.start();
  first.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  first.tell([endedAlert(alertOf(0))]);
  await until(() => expect(it.ends()).toContain('a0'));
  await first.stop();
  const second = it.start();
  second.tell([endedAlert(alertOf(0)), ...alertsOf(6, 1)]);
  second.tell([endedAlert(alertOf(1))]);
  await until(() => expect(it.ends()).toContain('a1'));
  second.tell(alertsOf(5, 2).map(endedAlert));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  await second.stop();
  expect(it.ends().sort()).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
});

test('a message that takes the place of one that waits tells its ends too, each once', async () => {
  const it = replicas();
  const replica = it.start();
  replica.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  it.takes = ({ kind }) => kind !== 'update';
  for (const i of [0, 1]) {
    replica.tell([endedAlert(alertOf(i))]);
    await until(() =>
      expect(
        [...it.outbox.messages.values()].some(
          ({ kind, body }) =>
            kind === 'update' &&
            listed(JSON.parse(body).alert).some(
              ({ account, phase }) => account === `a${i}` && phase !== 'firing',
            ),
        ),
      ).toBe(true),
    );
  }
  it.takes = () => true;
  await until(() => expect(it.ends()).toEqual(['a0', 'a1']));
  await replica.stop();
});

test('an end that waited is not told when its alert was told to fire anew meanwhile', async () => {
  const it = replicas();
  const one = it.start();
  one.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  it.takes = ({ kind }) => kind !== 'update';
  one.tell(alertsOf(2).map(endedAlert));
  await until(() =>
    expect([...it.outbox.messages.values()].some(({ kind }) => kind === 'update')).toBe(true),
  );
  await one.stop();
  const two = it.start(); // which knows of no group at first, and so tells it by itself
  two.tell([alertOf(0, { firingAt: firingAt + 60_000 })]);
  await until(() => expect(it.sent.some(({ alert }) => alert.account === 'a0')).toBe(true));
  it.takes = () => true;
  two.tell(alertsOf(5, 2));
  await until(() => expect(it.ends()).toContain('a1'));
  two.tell(alertsOf(5, 2).map(endedAlert));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  await two.stop();
  expect(it.ends()).not.toContain('a0');
});

test('what another replica makes of the group before it hears of an end doesn’t tell again that it fires', async () => {
  const it = replicas();
  const one = it.start();
  one.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  const stale = it.sent[0]!.alert as GroupAlert;
  one.tell([endedAlert(alertOf(0))]);
  await until(() => expect(it.ends()).toEqual(['a0']));
  const [update] = [...it.outbox.messages.values()].filter(({ kind }) => kind === 'update');
  const before = it.sent.length;
  await it.outbox.add([{ ...update!, body: JSON.stringify({ alert: stale }) }]);
  await until(() => expect(it.sent.length).toBeGreaterThan(before));
  await one.stop();
  expect(listed(it.sent[before]!.alert).map(({ account }) => account)).not.toContain('a0');
});

test.each([
  ['with the next end', true],
  ['also when no other member ends', false],
])('an end that was settled by a process which died is told by its successor, %s', async (_, another) => {
  const it = replicas();
  const first = it.start({ everyMs: 3_600_000 }); // dies before it tells
  first.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  first.tell([endedAlert(alertOf(0))]);
  await until(() => expect(it.isSettled(alertOf(0))).toBe(true));
  await first.stop();
  const second = it.start(); // which knows nothing of what is over
  second.tell(alertsOf(6, 1));
  if (another) second.tell([endedAlert(alertOf(1))]);
  await until(() => expect(it.ends().sort()).toEqual(another ? ['a0', 'a1'] : ['a0']));
  await second.stop();
  expect(kinds(it.sent)).toEqual(['fire', 'update']);
});

test('while Postgres is away it is the same, and when it is back nothing is told again', async () => {
  const it = replicas();
  it.outbox.away = true;
  const replica = it.start();
  replica.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  for (const i of [0, 1]) {
    replica.tell([endedAlert(alertOf(i))]);
    await until(() => expect(it.ends()).toContain(`a${i}`));
  }
  it.outbox.away = false;
  await until(() => expect(it.isSettled(alertOf(1))).toBe(true));
  await replica.stop();
  const second = it.start();
  second.tell([...alertsOf(2).map(endedAlert), ...alertsOf(5, 2)]);
  second.tell([endedAlert(alertOf(2))]);
  await until(() => expect(it.ends()).toContain('a2'));
  await second.stop();
  expect(it.ends().sort()).toEqual(['a0', 'a1', 'a2']);
});

test('while Postgres is away a group ends also where a member was put once more before its end was told', async () => {
  const it = replicas();
  const shelf = memoryShelf();
  const one = it.start({ shelf });
  const alerts = alertsOf(6);
  one.tell(alerts);
  await until(() => expect(it.sent).toHaveLength(1));
  await until(() =>
    expect([...it.outbox.messages.values()].every(({ state }) => state === 'done')).toBe(true),
  );
  it.outbox.away = true;
  one.tell(alerts); // as after a reload
  one.tell([endedAlert(alerts[0]!)]);
  await until(() => expect(it.ends()).toEqual(['a0']));
  it.outbox.away = false;
  await until(() => expect(it.isSettled(alerts[0]!)).toBe(true));
  await afterMs(200);
  it.outbox.away = true;
  await one.stop();
  const next = it.start({ shelf }); // as after another one
  next.tell(alerts.slice(1).map(endedAlert));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  await next.stop();
});

/** Two replicas that have told a group of seven, of which one has ended, when Postgres goes away. */
async function outage() {
  const it = replicas();
  const [one, two] = [it.start(), it.start()];
  one.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  two.tell(alertsOf(7));
  two.tell([endedAlert(alertOf(6))]); // so that it knows the group
  await until(() => expect(it.ends()).toEqual(['a6']));
  it.outbox.away = true;
  return { it, one, two };
}

test('an end that one replica told while Postgres was away, and another took back, is told again', async () => {
  const { it, one, two } = await outage();
  one.tell([endedAlert(alertOf(0))]);
  await until(() => expect(it.ends()).toEqual(['a6', 'a0']));
  two.tell([endedAlert(alertOf(1))]); // it has not seen that a0 is over
  await until(() => expect(it.ends()).toContain('a1'));
  const last = () =>
    it.sent.flatMap(({ alert }) => listed(alert)).findLast(({ account }) => account === 'a0')!.phase;
  expect(last()).toBe('firing');
  it.outbox.away = false;
  await until(() => expect(it.isSettled(alertOf(0))).toBe(true)); // by the other one
  two.tell([endedAlert(alertOf(0)), endedAlert(alertOf(2))]); // the other end only makes it look now, not within a minute
  await until(() => expect(last()).toBe('inactive'));
  await Promise.all([one.stop(), two.stop()]);
  const ends = Map.groupBy(it.ends(), (account) => account);
  expect([ends.get('a0')!.length, ends.get('a1')!.length]).toEqual([2, 1]);
});

test.each([
  ['while Postgres is still away, under a key that nobody has heard', true],
  ['once Postgres is back', false],
])('the end of a group that another replica took back is told again, %s', async (_, still) => {
  const { it, one, two } = await outage();
  one.tell(alertsOf(7).map(endedAlert));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  two.tell([endedAlert(alertOf(1))]); // it has not seen that the others are over
  await until(() => expect(kinds(it.sent).at(-1)).toBe('update'));
  const before = it.sent.length;
  if (!still) {
    it.outbox.away = false;
    await until(() => expect(it.isSettled(alertOf(5))).toBe(true)); // by the other one
  }
  two.tell(alertsOf(6).map(endedAlert));
  if (!still) two.tell(alertsOf(1, 7)); // it only makes it look now, not within a minute
  await until(() => expect(kinds(it.sent.slice(before))).toContain('resolve'));
  const again = it.sent.slice(before).find(({ kind }) => kind === 'resolve')!;
  expect(it.sent.slice(0, before).map(({ key }) => key)).not.toContain(again.key);
  const phases = new Map(
    it.sent.flatMap(({ alert }) => listed(alert)).map(({ account, phase }) => [account, phase] as const),
  );
  expect([...phases].filter(([, phase]) => phase === 'firing')).toEqual([]);
  await Promise.all([one.stop(), two.stop()]);
});

test('a group that begins while Postgres is away does not bear the name of one that is over', async () => {
  const it = replicas();
  const shelf = memoryShelf();
  const before = it.start({ shelf });
  before.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  before.tell(alertsOf(7).map(endedAlert));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  await before.stop();
  it.outbox.away = true;
  const after = it.start({ shelf }); // as a reload does
  after.tell(alertsOf(7, 7));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('fire'));
  it.outbox.away = false;
  after.tell(alertsOf(7, 7).map(endedAlert));
  await until(() => expect(kinds(it.sent).filter((kind) => kind === 'resolve')).toHaveLength(2));
  await after.stop();
});

test('a group that another replica has ended while some of it lasts, and grows, is told to begin anew', async () => {
  const it = replicas();
  const one = it.start();
  one.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  const two = it.start();
  two.tell(alertsOf(7).map(endedAlert)); // which sees all of them well
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  await two.stop();
  it.outbox.away = true;
  const three = it.start();
  three.tell(alertsOf(7, 7)); // begins another one without Postgres, in the same minute
  await until(() => expect(kinds(it.sent).at(-1)).toBe('fire'));
  await one.stop(); // or it would tell of who joins
  it.outbox.away = false;
  three.tell(alertsOf(1, 14));
  await until(() => expect(listed(it.sent.at(-1)!.alert)).toHaveLength(8));
  expect(kinds(it.sent).slice(2)).toEqual(['fire', 'fire', 'update']); // anew under its own name, and then who joined
  three.tell(alertsOf(7, 7).map(endedAlert));
  await until(() => expect(it.ends()).toContain('a13'));
  await three.stop();
  const four = it.start(); // which has seen none of that
  four.tell([endedAlert(alertOf(14))]);
  await until(() => expect(kinds(it.sent).filter((kind) => kind === 'resolve')).toHaveLength(2));
  await four.stop();
  const keysOf = (of: NotificationKind) => it.sent.flatMap(({ kind, key }) => (kind === of ? [key] : []));
  expect(new Set(keysOf('resolve')).size).toBe(2);
});

/** What a process sees of the outbox that is killed, with its disk, as soon as it has settled members that do this. */
function untilItDies(outbox: Outbox, kind: NotificationKind): Outbox {
  let dead = false;
  return new Proxy(outbox, {
    get:
      (of, name: keyof Outbox) =>
      async (...asked: never[]) => {
        if (dead) await new Promise(() => {});
        const answer = await (of[name] as (...asked: never[]) => Promise<unknown>)(...asked);
        const settled = name === 'conclude' ? (asked[0] as unknown as readonly OutboxMessage[]) : [];
        if (!settled.some((one) => one.kind === kind)) return answer;
        dead = true;
        return await new Promise(() => {});
      },
  });
}

test('a group whose beginning was about to be sent by a process that died is told of by another', async () => {
  const it = replicas();
  const first = it.start({ as: untilItDies(it.outbox, 'fire') });
  first.tell(alertsOf(7));
  await until(() =>
    expect([...it.outbox.messages.values()].filter(({ state }) => state === 'done')).toHaveLength(7),
  );
  const second = it.start();
  await until(() => expect(it.sent.map(({ alert }) => listed(alert).length)).toEqual([7]));
  await Promise.all([first.stop(), second.stop()]);
});

test('so is the end of a group whose last members were settled by a process that died', async () => {
  const it = replicas();
  const first = it.start({ as: untilItDies(it.outbox, 'resolve') });
  first.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  first.tell(alertsOf(7).map(endedAlert));
  await until(() => expect(it.isSettled(alertOf(6))).toBe(true));
  const second = it.start();
  second.tell(alertsOf(7).map(endedAlert));
  await until(() => expect(kinds(it.sent)).toEqual(['fire', 'resolve']));
  expect(it.ends().sort()).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  await Promise.all([first.stop(), second.stop()]);
});

test('what joins a group is told also when the process that took it ends before it tells of growth', async () => {
  const it = replicas();
  const first = it.start({ everyMs: 3_600_000 });
  first.tell(alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  first.tell([alertOf(7)]);
  const joining = () => [...it.outbox.messages.values()].find(({ alert }) => alert === 'Low a7');
  await until(() => expect(joining()?.state === 'done' || joining()!.dueAt > 0).toBe(true));
  await first.stop();
  joining()!.dueAt = 0; // some time later
  const second = it.start();
  second.tell(alertsOf(8));
  const told = () => it.sent.flatMap(({ alert }) => [alert, ...listed(alert)]);
  await until(() => expect(told().map(({ account }) => account)).toContain('a7'));
  await second.stop();
});

test('one message doesn’t tell that an alert fires anew, and then its end of before', () => {
  const anew = alertOf(0, { firingAt: firingAt + 60_000 });
  const other = alertOf(1);
  const { group } = groupAlert(
    { rule: 'Low', severity: 'warning', firingAt },
    { firing: [anew, other], ended: [], untold: alertsOf(1).map(endedAlert), total: 2 },
  );
  expect(group.alerts).toEqual([anew, other]);
  expect(group.truncated).toBe(0);
});

test('while Postgres is away no group is over by what one replica knows of it', async () => {
  const it = replicas();
  const first = it.start();
  first.tell(alertsOf(7));
  await until(() => expect(kinds(it.sent)).toEqual(['fire']));
  await first.stop();
  let looks = 0;
  const conclude: Outbox['conclude'] = async (messages) => {
    looks++; // whether Postgres is back: what was sent meanwhile is brought to it
    await it.outbox.conclude(messages);
  };
  const second = it.start({ everyMs: 3_600_000, as: { ...it.outbox, conclude } });
  second.tell(alertsOf(7));
  for (const i of [0, 1]) {
    second.tell([endedAlert(alertOf(i))]);
    await until(() => expect(it.isSettled(alertOf(i))).toBe(true));
  }
  it.outbox.away = true;
  second.tell([endedAlert(alertOf(2))]);
  const before = looks;
  await until(() => expect(looks).toBeGreaterThan(before + 5));
  const groupEnds = () => it.sent.filter(({ kind, alert }) => kind === 'resolve' && listed(alert).length > 0);
  expect(it.sent.filter(({ kind }) => kind === 'resolve')).toEqual([]);
  it.outbox.away = false;
  second.tell(alertsOf(4, 3).map(endedAlert));
  await until(() => expect(groupEnds()).toHaveLength(1));
  await second.stop();
});

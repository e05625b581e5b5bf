// Which ends of its members a group has still to tell, and what its messages list: call by call, with no receiver and no loop.
import { describe, expect, test } from 'vitest';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { Members } from '../../src/monitor/alerts/outbox.ts';
import { temporary } from '../../src/receivers/delivery/verdict.ts';
import { type GroupAlert, MAX_ALERTS } from '../../src/receivers/notification/group.ts';
import { firingAlert } from '../support/delivering.ts';
import {
  a,
  alertsOf,
  b,
  bodies,
  c,
  ends,
  groupOf,
  MARK,
  NONE,
  NOON,
  ofA,
  ofB,
  ofC,
  over,
} from './group-ending.ts';

describe('the members', () => {
  test('are those that Postgres names, with the ends that it has', async () => {
    const it = ends();
    it.members = { lasting: [ofA, ofB], ended: [ofC], untold: bodies(over(c)) };
    expect(await it.known()).toEqual({
      ...{ lasting: [ofA, ofB], ended: [ofC], ends: [over(c)], untold: [over(c)] },
    });
  });

  test('that joined here last until Postgres names others; it is told which beginnings it does not know', async () => {
    const it = ends();
    it.join(a, over(c));
    it.join(b);
    it.join(over(c));
    expect(it.joinedOwn).toEqual([[ofA], [ofB]]);
    expect(await it.known({ ...it.from })).toMatchObject({ lasting: [ofA, ofB] });
    expect(it.asked).toEqual([]); // not while Postgres is away
    it.members = { ...NONE, lasting: [ofA], ended: [ofC] };
    it.brought = [ofB];
    expect(await it.known()).toMatchObject({ lasting: [ofA, ofB], ended: [ofC] });
    expect(it.asked).toEqual([[ofA, ofC]]);
    it.brought = [];
    expect(await it.known()).toMatchObject({ lasting: [ofA], ended: [ofC] });
    it.members = NONE;
    expect(await it.known({ ...it.from })).toMatchObject({ lasting: [ofA] }); // those that it named last
  });

  test('last if they fire, where Postgres names none of them', async () => {
    const it = ends({ now: [a, over(b)] });
    it.join(a, b);
    const known = { lasting: [ofA], ended: [ofB] };
    expect([await it.known(), await it.known()]).toMatchObject([known, known]);
    it.members = { ...NONE, ended: [ofB] };
    expect(await it.known()).toMatchObject({ lasting: [], ended: [ofB] });
  });
});

describe('an end', () => {
  const anew = { ...a, firingAt: NOON + 5_000 };
  test.each([
    ['of which nothing else is known', [], true],
    ['of an alert that is over', [over(a)], true],
    ['of an alert that still fires here', [a], true],
    ['of an alert that fires again', [anew], false],
  ])('that this machine has seen has to be told: %s', async (_, now, isUntold) => {
    const it = ends({ here: true, now });
    it.join(a, b);
    it.groups.took(MARK, undefined);
    it.groups.took(MARK, over(a));
    expect(await it.known()).toEqual({
      ...{ lasting: [ofB], ended: [ofA], ends: [over(a)], untold: isUntold ? [over(a)] : [] },
    });
  });

  test('that the queue knows, and does not name as untold, was told', async () => {
    const it = ends();
    it.members = { ...NONE, ended: [ofA] };
    it.groups.took(MARK, over(a));
    expect(await it.known()).toMatchObject({ ended: [ofA], untold: [] });
  });

  test('is told after those before it', async () => {
    const it = ends({ here: true });
    for (const end of [over(a, 3_000), over(b, 1_000)]) it.groups.took(MARK, end);
    it.members = { ...NONE, ended: [ofC], untold: bodies(over(c, 2_000)) };
    expect((await it.known()).untold.map(episodeOf)).toEqual([ofB, ofC, ofA]);
  });

  test.each([
    ['was taken', { kind: 'done' }, true],
    ['was refused for good', { kind: 'permanent', detail: '400' }, true],
    ['was not taken', temporary('away'), false],
  ] as const)('counts as told if the message that lists it %s', async (_, verdict, isTold) => {
    const it = ends();
    it.members = { lasting: [ofB], ended: [ofA], untold: bodies(over(a)) };
    await it.known();
    it.verdicts = [verdict];
    it.canNote = false; // it is noted again when the members are looked at
    expect(await it.send('update', groupOf([b], [over(a)]))).toEqual(verdict);
    expect([it.listed(), it.noted]).toEqual([[[ofB, ofA]], isTold ? [[ofA]] : []]);
    it.canNote = true;
    expect((await it.known()).untold).toEqual(isTold ? [] : [over(a)]);
    expect(it.noted).toEqual(isTold ? [[ofA], [ofA]] : []);
  });
});

describe('a message', () => {
  test('about one alert is sent as it is', async () => {
    const it = ends();
    it.members = new Error('not asked');
    const alert = firingAlert();
    it.verdicts = [temporary('away')];
    expect(await it.send('resolve', alert)).toEqual(temporary('away'));
    expect([it.sent.map((one) => one.alert), it.noted]).toEqual([[alert], []]);
  });

  const told = groupOf([a], [over(c)]);
  type Case = readonly [string, Members | Error, 'update' | 'resolve', readonly string[]];
  test.each<Case>([
    ['as it was made, where nothing has changed', { ...NONE, lasting: [ofA] }, 'update', [ofA, ofC]],
    ['as it was made, while the queue does not answer', new Error('away'), 'update', [ofA, ofC]],
    [
      'an end that is still to be told',
      { lasting: [ofA], ended: [ofC], untold: bodies(over(c)) },
      'update',
      [ofA, ofC],
    ],
    ['no end that was told', { ...NONE, lasting: [ofA], ended: [ofC] }, 'update', [ofA]],
    ['a member that only others knew', { ...NONE, lasting: [ofA, ofB] }, 'update', [ofB, ofA, ofC]],
    ['no such member, if it is the end', { ...NONE, lasting: [ofA, ofB] }, 'resolve', [ofA, ofC]],
    ['no member that is over', { ...NONE, lasting: [ofB], ended: [ofA] }, 'update', [ofB, ofC]],
    [
      'a member of another replica, beside one from here',
      { ...NONE, lasting: [ofB] },
      'update',
      [ofB, ofA, ofC],
    ],
  ])('lists %s', async (_, members, kind, episodes) => {
    const it = ends({ now: [b, over(c)] });
    it.members = members;
    await it.send(kind, told);
    expect(it.listed().map((all) => all.toSorted())).toEqual([episodes.toSorted()]);
    expect(it.sent[0]!.alert === told).toBe(episodes.length === 2 && episodes[0] === ofA);
  });

  test.each([
    [1_000, 0, false],
    [1_001, 1, false],
    [1_002, 1, true],
  ])(
    'that has no room for all lists others if there are more: %i, of which %i had none',
    async (count, truncated, isMore) => {
      const now = alertsOf(count);
      const it = ends({ now });
      it.members = { ...NONE, lasting: now.map(episodeOf) };
      await it.send('update', groupOf(now.slice(0, MAX_ALERTS + truncated)));
      const { group } = it.sent[0]!.alert as GroupAlert;
      expect([group.alerts.length, group.truncated]).toEqual([MAX_ALERTS, truncated + Number(isMore)]);
    },
  );
});

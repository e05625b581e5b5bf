// The end of a group: when it is over, and the messages that it takes.
import { describe, expect, test } from 'vitest';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { Members } from '../../src/monitor/alerts/outbox.ts';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import type { GroupAlert } from '../../src/receivers/notification/group.ts';
import { a, alertsOf, b, bodies, ends, groupOf, MARK, NONE, over } from './group-ending.ts';

describe('the end of a group', () => {
  test.each([
    ['is over when its end was taken', 'resolve', { kind: 'done' }, true],
    ['is not over when its end was not taken', 'resolve', temporary('away'), false],
    ['is not over when its end was refused', 'resolve', { kind: 'permanent', detail: '' }, false],
    ['is not over when a change was taken', 'update', { kind: 'done' }, false],
  ] as const)('%s', async (_, kind, verdict, isOver) => {
    const it = ends();
    it.verdicts = [verdict];
    await it.send(kind, groupOf([], [over(a)]));
    expect(it.groups.isOver(MARK)).toBe(isOver);
  });

  test('is known from then on, and of its members nothing more', async () => {
    const it = ends({ here: true });
    it.join(a);
    it.groups.took(MARK, over(b));
    it.groups.forget(MARK);
    expect([it.groups.isOver(MARK), it.gone]).toEqual([true, [MARK]]);
    expect(await it.known()).toEqual({ lasting: [], ended: [], ends: [], untold: [] });
  });

  const many = alertsOf(2_500).map((alert) => over(alert));
  const withoutRoom = groupOf([], many);
  const untold = bodies(...many);
  const sizes = (it: ReturnType<typeof ends>) =>
    it.sent.map(({ alert }) => [
      (alert as GroupAlert).group.alerts.length,
      (alert as GroupAlert).group.truncated,
    ]);

  test('is followed by as many messages as the ends need that had no room in it, if each is gone by', async () => {
    const it = ends({ goesByEach: true });
    it.members = { ...NONE, ended: many.map(episodeOf), untold };
    expect(await it.send('resolve', withoutRoom)).toEqual({ kind: 'done' });
    expect(sizes(it)).toEqual([
      [1_000, 1_500],
      [1_000, 500],
      [500, 0],
    ]);
    expect(new Set(it.sent.map(({ key }) => key)).size).toBe(3);
    expect(new Set(it.listed().flat()).size).toBe(2_500);
    expect(it.groups.isOver(MARK)).toBe(true);
  });

  test.each<
    readonly [string, boolean, readonly DeliveryVerdict[], Members | Error, number, DeliveryVerdict, boolean]
  >([
    ['that goes by the group', false, [], { ...NONE, untold }, 1, { kind: 'done' }, true],
    ['that does not take it', true, [temporary('full')], { ...NONE, untold }, 1, temporary('full'), false],
    [
      'that does not take the next',
      true,
      [{ kind: 'done' }, temporary('full')],
      { ...NONE, untold },
      2,
      temporary('full'),
      false,
    ],
    [
      'whose queue does not answer',
      true,
      [],
      new Error('away'),
      1,
      temporary('it is not known which ends are still to be told'),
      false,
    ],
  ])('for a receiver %s', async (_, goesByEach, verdicts, members, count, verdict, isOver) => {
    const it = ends({ goesByEach });
    it.members = members;
    it.verdicts = [...verdicts];
    expect(await it.send('resolve', withoutRoom)).toEqual(verdict);
    expect([it.sent.length, it.groups.isOver(MARK)]).toEqual([count, isOver]);
  });

  test('that had room for all is alone, and the queue is not asked for more', async () => {
    const it = ends({ goesByEach: true });
    it.members = new Error('away');
    expect(await it.send('resolve', groupOf([], [over(a)]))).toEqual({ kind: 'done' });
    expect(it.sent).toHaveLength(1);
  });
});

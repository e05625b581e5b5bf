// A group that was over on every replica before any knew what Postgres had taken in for it leaves ends untold.
import { expect, test, vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import { createMissedEnds } from '../../src/receivers/delivery/missed-ends.ts';
import {
  type GroupIdentity,
  groupMark,
  identityOf,
} from '../../src/receivers/notification/group-identity.ts';
import { groupKey, messageOf } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const SOON_MS = 60_000;
const { alertsOf } = alertsSince(Date.UTC(2026, 4, 4));
const FIRING = alertsOf(3);
const GROUP = identityOf(FIRING);
const MARK = groupMark(GROUP);
const over = (alert: Alert): Alert => ({ ...alert, phase: 'inactive', resolvedAt: alert.firingAt! + 1 });

/** What Postgres has: three beginnings that a group told, and the ends of two, of which its last message told one. */
async function left({ goesByEach = true, mark = MARK } = {}) {
  const clock = handClock();
  const outbox = sharedOutbox();
  const concluded = async (message: OutboxMessage, messageId?: string) =>
    await outbox.conclude([
      { ...message, conclusion: { kind: 'done', ...(messageId && { messageId, untaken: true }) } },
    ]);
  for (const alert of FIRING) await concluded(messageOf(alert, 'fire', 'ops', 1), mark);
  const ends = FIRING.slice(0, 2).map((alert) => messageOf(over(alert), 'resolve', 'ops', 2));
  for (const end of ends) await concluded(end, mark);
  await outbox.noteTold('ops', mark, [ends[0]!.episode]);
  const takenUp: string[] = [];
  const { bring } = createMissedEnds({
    ...{ name: 'ops', outbox, clock, alerts: () => [], goesByEach },
    onTold: async (marks) => void takenUp.push(...marks),
  });
  return {
    ...{ outbox, clock, bring, takenUp },
    /** Two looks, and the messages that wait after them. */
    async looks() {
      for (const ms of [0, SOON_MS]) {
        clock.advance(ms);
        await bring();
      }
      return await outbox.claim('ops', 10, 0);
    },
    /** The receiver was told of the group under that name. */
    told: async (identity: GroupIdentity, ...kinds: readonly ('fire' | 'resolve')[]) => {
      for (const kind of kinds)
        await concluded({
          ...messageOf(FIRING[0]!, kind, 'ops', 3),
          key: groupKey(identity, kind),
          episode: kind,
        });
    },
  };
}

test('such an end is told by itself', async () => {
  const { looks, told, outbox } = await left();
  await told(GROUP, 'fire', 'resolve');
  expect(await looks()).toMatchObject([{ kind: 'resolve', episode: episodeOf(FIRING[1]!), messageId: null }]);
  expect(await outbox.awaited('ops')).toEqual([]);
});

test('that of a group which lasts is told by the group, whose process may be gone', async () => {
  const { looks, told, takenUp } = await left();
  await told(GROUP, 'fire');
  expect(await looks()).toEqual([]);
  expect(takenUp).toEqual([MARK]);
});

test('not at the first look: the last message of the group may be on its way', async () => {
  const { bring, clock, told, outbox } = await left();
  await told(GROUP, 'fire', 'resolve');
  await bring();
  clock.advance(SOON_MS - 1);
  await bring();
  expect([await outbox.awaited('ops'), await outbox.claim('ops', 10, 0)]).toEqual([[MARK], []]);
});

const ANEW = { ...GROUP, firingAt: GROUP.firingAt + 1 };
test.each<[string, number, (told: Awaited<ReturnType<typeof left>>['told']) => Promise<void>]>([
  ['lasts', 0, (told) => told(GROUP, 'fire')],
  [
    'has begun anew under another name',
    0,
    async (told) => {
      await told(GROUP, 'fire', 'resolve');
      await told(ANEW, 'fire');
    },
  ],
  [
    'is over under that name, too',
    1,
    async (told) => {
      await told(GROUP, 'fire', 'resolve');
      await told(ANEW, 'fire', 'resolve');
    },
  ],
])('of a group that %s %i are told by themselves', async (_, count, tell) => {
  const { looks, told } = await left();
  await tell(told);
  expect(await looks()).toHaveLength(count);
});

test('who does not go by each alert needs none of them', async () => {
  const { looks, told } = await left({ goesByEach: false });
  await told(GROUP, 'fire', 'resolve');
  expect(await looks()).toEqual([]);
});

test('a mark that names no group is left as it is', async () => {
  const { looks, told } = await left({ mark: 'group/of another kind' });
  await told(GROUP, 'fire', 'resolve');
  expect(await looks()).toEqual([]);
});

test('of a group that leaves none untold nothing is written, and the next look is an hour later', async () => {
  const { outbox, told, bring, clock } = await left();
  await told(GROUP, 'fire', 'resolve');
  await outbox.noteTold('ops', MARK, FIRING.map(episodeOf));
  const [alone, looks] = [vi.spyOn(outbox, 'tellAlone'), vi.spyOn(outbox, 'awaited')];
  await bring();
  clock.advance(60 * SOON_MS - 1);
  await bring();
  expect([alone.mock.calls.length, looks.mock.calls.length]).toEqual([0, 1]);
  clock.advance(1);
  await bring();
  expect(looks).toHaveBeenCalledTimes(2);
});

test('there is one look more after ends were seen, and none once they are told by themselves', async () => {
  const { outbox, told, bring, clock } = await left();
  await told(GROUP, 'fire', 'resolve');
  const [alone, looks] = [vi.spyOn(outbox, 'tellAlone'), vi.spyOn(outbox, 'awaited')];
  const after: number[][] = [];
  for (let look = 0; look < 4; look++) {
    await bring();
    after.push([looks.mock.calls.length, alone.mock.calls.length]);
    clock.advance(SOON_MS);
  }
  expect(after).toEqual([
    [1, 0],
    [2, 1],
    [2, 1],
    [2, 1],
  ]);
});

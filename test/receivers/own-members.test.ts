// Which episodes a process took into groups, and which of them Postgres is brought.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type {
  ClaimedMessage,
  ConcludedMessage,
  KnownMessage,
  Outbox,
} from '../../src/monitor/alerts/outbox.ts';
import { createOwnMembers } from '../../src/receivers/groups/own-members.ts';
import { messageOf, notificationKey } from '../../src/receivers/notification/notification.ts';
import { alertsSince, endedAlert } from '../support/delivering.ts';

const MARK = 'group/0/warning/Low';
const [a, b, c] = alertsSince(Date.parse('2026-03-02T12:00:00Z')).alertsOf(3) as [Alert, Alert, Alert];
const [ofA, ofB, ofC] = [episodeOf(a), episodeOf(b), episodeOf(c)];

/** Members that were taken in here, of which Postgres knows the beginnings of these. */
function members({ heard = [] as readonly Alert[], now = [a, b, c] as readonly Alert[] } = {}) {
  const brought: ConcludedMessage[] = [];
  const asked: string[][] = [];
  const keys = new Set(heard.map((alert) => notificationKey(alert, 'fire')));
  const outbox = {
    async knownByKey(_receiver: string, wanted: readonly string[]) {
      asked.push([...wanted]);
      const known: KnownMessage = { state: 'done', messageId: null, takenMsAgo: null };
      return new Map(wanted.flatMap((key) => (keys.has(key) ? [[key, known] as const] : [])));
    },
    async conclude(messages: readonly ConcludedMessage[]) {
      brought.push(...messages);
    },
  } satisfies Pick<Outbox, 'knownByKey' | 'conclude'> as unknown as Outbox;
  const own = createOwnMembers({ name: 'ops', outbox, alerts: () => now });
  own.joined(MARK, [ofA, ofB]);
  return { ...own, brought, asked };
}

function endOf(alert: Alert, messageId: string | null = null): ClaimedMessage {
  return { ...messageOf(endedAlert(alert), 'resolve', 'ops', 0), attempts: 0, messageId };
}

test('who joined later is of the same group; nobody is of one that is over', () => {
  const { joined, markOf, forget } = members();
  joined(MARK, [ofC]);
  expect([ofA, ofB, ofC].map(markOf)).toEqual([MARK, MARK, MARK]);
  joined('other', ['x']);
  expect([markOf('x'), markOf('y')]).toEqual(['other', undefined]);
  forget(MARK);
  expect([markOf(ofA), markOf('x')]).toEqual([undefined, 'other']);
});

test.each([
  ['Postgres does not know', {}, [], [ofA, ofB]],
  ['it knows as members are left alone', {}, [ofA], [ofB]],
  ['have ended are left alone', { now: [endedAlert(a), b] }, [], [ofB]],
  ['were told otherwise are left alone', { heard: [a] }, [], [ofB]],
] as const)(
  'of those that fire it is brought the beginnings: those that %s',
  async (_what, world, known, news) => {
    const { bring, brought } = members(world);
    await expect(bring(MARK, known)).resolves.toEqual(news);
    expect(brought.map(({ episode }) => episode)).toEqual(news);
    for (const each of brought) {
      expect(each).toMatchObject({ receiver: 'ops', kind: 'fire', createdAt: a.firingAt });
      expect(each.conclusion).toEqual({ kind: 'done', messageId: MARK, untaken: true });
    }
  },
);

test('Postgres is not asked where nobody is missing, nor twice about who was told otherwise', async () => {
  const { bring, asked } = members({ heard: [a] });
  await expect(bring('other', [])).resolves.toEqual([]);
  await expect(bring(MARK, [ofA, ofB])).resolves.toEqual([]);
  expect(asked).toEqual([]);
  await bring(MARK, []);
  await expect(bring(MARK, [ofB])).resolves.toEqual([]);
  expect(asked).toEqual([[a, b].map((alert) => notificationKey(alert, 'fire'))]);
});

test.each([
  ['a member of whose beginning it had heard nothing', endOf(a), {}, MARK],
  ['a member of whose beginning it had heard', endOf(a), { heard: [a] }, null],
  ['one that has a mark', endOf(a, 'mine'), {}, 'mine'],
  ['one that is no member', endOf(c), {}, null],
  ['a member that begins', { ...endOf(a), kind: 'fire' }, {}, null],
] as const)(
  'what Postgres gave has the mark of its group if it is the end of a member: of %s',
  async (_what, message, world, messageId) => {
    const { withMarks, brought } = members(world);
    const other = endOf(c);
    await expect(withMarks([message, other])).resolves.toEqual([{ ...message, messageId }, other]);
    const body = { ...a, phase: 'firing', resolvedAt: null };
    expect(brought.map((each) => JSON.parse(each.body).alert)).toEqual(messageId === MARK ? [body] : []);
  },
);

test('each end is brought with the mark of its own group', async () => {
  const { joined, withMarks } = members();
  joined('other', [ofC]);
  const marked = await withMarks([endOf(a), endOf(c), endOf(b)]);
  expect(marked.map(({ messageId }) => messageId)).toEqual([MARK, 'other', MARK]);
});

test('what it was brought and has lost since, as after a failover, it is brought again', async () => {
  const { bring } = members();
  await expect(bring(MARK, [])).resolves.toEqual([ofA, ofB]);
  await expect(bring(MARK, [])).resolves.toEqual([ofA, ofB]);
});

test('Postgres is not asked about members that no longer fire', async () => {
  const { bring, asked } = members({ now: [endedAlert(a)] });
  await expect(bring(MARK, [])).resolves.toEqual([]);
  expect(asked).toEqual([]);
});

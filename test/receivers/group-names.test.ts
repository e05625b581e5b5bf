// What a group's messages are called, by what its receiver was told under that name.
import { expect, test } from 'vitest';
import type { KnownMessage, Members, MessageQueue, Outbox } from '../../src/monitor/alerts/outbox.ts';
import { createGroupNames } from '../../src/receivers/groups/group-names.ts';
import { newGroup } from '../../src/receivers/groups/group-news.ts';
import { groupMark, identityOf } from '../../src/receivers/notification/group-identity.ts';
import { groupKey } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince } from '../support/delivering.ts';

const MINUTE_MS = 60_000;
const firing = alertsSince(handClock(Date.now()).now()).alertsOf(3);
const identity = identityOf(firing);
const later = { ...identity, firingAt: identity.firingAt + MINUTE_MS };

/** A queue that knows these members of each mark, and an outbox that knows of these messages, too. */
function knowing({
  members = {},
  messages = {},
}: {
  readonly members?: Readonly<Record<string, Partial<Members>>>;
  readonly messages?: Readonly<Record<string, KnownMessage['state']>>;
}): Outbox {
  const none: Members = { lasting: [], ended: [], untold: new Map() };
  return {
    membersOf: async (_receiver: string, mark: string) => ({ ...none, ...members[mark] }),
    knownByKey: async (_receiver: string, keys: readonly string[]) =>
      new Map(
        keys.flatMap((key) => {
          const state = messages[key];
          return state ? [[key, { state, messageId: null, takenMsAgo: null }] as const] : [];
        }),
      ),
  } satisfies Pick<Outbox, 'membersOf' | 'knownByKey'> as unknown as Outbox;
}

const began = groupKey(identity, 'fire');
const ended = groupKey(identity, 'resolve');
const member = { lasting: ['an episode'] };

test.each([
  ['nothing is known of it', {}, { identity, isBegun: false }],
  ['its beginning waits', { messages: { [began]: 'waiting' } }, { identity, isBegun: true }],
  ['its beginning was told', { messages: { [began]: 'done' } }, { identity, isBegun: true }],
  ['its beginning was given up', { messages: { [began]: 'dead' } }, { identity, isBegun: false }],
  ['a member of it lasts', { members: { [groupMark(identity)]: member } }, { identity, isBegun: true }],
  [
    'a member lasts though its end was told',
    { members: { [groupMark(identity)]: member }, messages: { [ended]: 'done' } },
    { identity, isBegun: true },
  ],
  [
    'all its members have ended',
    { members: { [groupMark(identity)]: { ended: ['an episode'] } } },
    { identity: later, isBegun: false },
  ],
  ['its end waits', { messages: { [ended]: 'waiting' } }, { identity: later, isBegun: false }],
  ['its end was given up', { messages: { [ended]: 'dead' } }, { identity: later, isBegun: false }],
] as const)('a group that begins where %s', async (_what, known, expected) => {
  const outbox = knowing(known);
  const names = createGroupNames({ name: 'ops', outbox, isOpen: () => false, isOver: () => false });
  await expect(names.first(outbox, firing)).resolves.toEqual(expected);
});

test.each([
  ['is open here', { isOpen: true, isOver: false }],
  ['is over, as this machine knows', { isOpen: false, isOver: true }],
])('a group that begins takes the name of the next minute where one of its name %s', async (_what, state) => {
  const outbox = knowing({});
  const isThat = (mark: string) => mark === groupMark(identity);
  const names = createGroupNames({
    name: 'ops',
    outbox,
    isOpen: (mark) => state.isOpen && isThat(mark),
    isOver: (mark) => state.isOver && isThat(mark),
  });
  await expect(names.first(outbox, firing)).resolves.toEqual({ identity: later, isBegun: false });
});

const group = newGroup(identity, 0, 0);
const next = { ...identity, firingAt: identity.firingAt + 1 };

test.each([
  ['nothing is known of it', {}, { toldAs: identity, isAnew: false, isBegun: false }],
  ['its beginning was told', { [began]: 'done' }, { toldAs: identity, isAnew: false, isBegun: true }],
  [
    'its end waits',
    { [began]: 'done', [ended]: 'waiting' },
    { toldAs: identity, isAnew: false, isBegun: true },
  ],
  ['its end was told', { [began]: 'done', [ended]: 'done' }, { toldAs: next, isAnew: true, isBegun: false }],
  [
    'its end was given up',
    { [began]: 'done', [ended]: 'dead' },
    { toldAs: next, isAnew: true, isBegun: false },
  ],
] as const)('a group that lasts is told of where %s', async (_what, messages, expected) => {
  const outbox = knowing({ messages });
  const names = createGroupNames({ name: 'ops', outbox, isOpen: () => false, isOver: () => false });
  await expect(names.anew(outbox, group)).resolves.toEqual(expected);
});

test('what only this machine knows has the name that it has, without a question to Postgres', async () => {
  const silent = { knownByKey: () => Promise.reject(new Error('asked')) } as unknown as Outbox;
  const local: MessageQueue = knowing({});
  const names = createGroupNames({ name: 'ops', outbox: silent, isOpen: () => false, isOver: () => false });
  await expect(names.anew(local, group)).resolves.toEqual({ toldAs: identity, isAnew: false, isBegun: true });
  await expect(names.first(local, firing)).resolves.toEqual({ identity, isBegun: false });
});

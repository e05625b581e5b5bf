// What this machine can't change while Postgres is away: messages that another replica has sent.
import { expect, test } from 'vitest';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { isUnknownGroup, putOffUnknown } from '../../src/receivers/local/unknown-messages.ts';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import { identityOf } from '../../src/receivers/notification/group-identity.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, firingAlert, memoryShelf } from '../support/delivering.ts';

const clock = handClock();
const { alertsOf } = alertsSince(clock.now());
const empty = () => createLocalOutbox(memoryShelf(), clock);
const of = (rule: string, kind: 'fire' | 'update' | 'resolve' = 'update') =>
  messageOf(firingAlert(rule, { firingAt: 1 }), kind, 'ops', 1);

test('an update of a message whose id is not known here is put off; all else is told', async () => {
  const local = empty();
  const known = of('Known');
  local.keepMessageId(known, '7');
  local.keepIdOfOther([of('Other')], '8');
  local.put([of('Unknown'), known, of('Other'), of('Begun', 'fire'), of('Over', 'resolve')]);
  const told = await putOffUnknown(local, await local.claim('ops', 10, 30_000), 5_000);
  expect(told.map(({ alert }) => alert).toSorted()).toEqual(['Begun', 'Known', 'Over']);
  clock.advance(4_999);
  expect(await local.claim('ops', 10, 1_000)).toEqual([]);
  clock.advance(1);
  expect((await local.claim('ops', 10, 1_000)).map(({ alert }) => alert)).toEqual(['Unknown', 'Other']);
});

const firing = alertsOf(6);
const identity = identityOf(firing);
const group = groupAlert(identity, { firing, ended: [], untold: [], total: 6 });
const told = (kind: 'fire' | 'update', change: Partial<typeof group> = {}) =>
  messageOf({ ...group, ...change }, kind, 'ops', 1);
test.each<readonly [string, (local: ReturnType<typeof empty>) => void, boolean]>([
  ['of which nothing is here', () => {}, true],
  ['whose message has an id here', (local) => local.keepMessageId(told('fire'), '7'), false],
  ['whose message another has sent', (local) => local.keepIdOfOther([told('fire')], '7'), true],
  ['whose beginning waits here', (local) => local.put([told('fire')]), false],
  [
    'whose beginning waits here and in Postgres',
    (local) => {
      local.put([told('fire')]);
      local.noteShared([told('fire')], 0);
    },
    false,
  ],
  ['of which only a change waits here', (local) => local.put([told('update')]), true],
  ['beside which another waits', (local) => local.put([told('fire', { firingAt: 1 })]), true],
  ['of another receiver', (local) => local.put([{ ...told('fire'), receiver: 'chat' }]), true],
])('whether a group can be changed from here %s', (_, befalls, isUnknown) => {
  const local = empty();
  befalls(local);
  expect(isUnknownGroup(local, 'ops', identity)).toBe(isUnknown);
});

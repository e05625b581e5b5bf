// What a process told of a group while Postgres was away, and what it has to take back.
import { expect, test } from 'vitest';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import { createToldAlone } from '../../src/receivers/groups/told-alone.ts';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import { groupMark, identityOf } from '../../src/receivers/notification/group-identity.ts';
import { messageOf, notificationOf } from '../../src/receivers/notification/notification.ts';
import { alertsSince, endedAlert } from '../support/delivering.ts';

const MEMBERS = alertsSince(Date.UTC(2026, 4, 4)).alertsOf(3);
const IDENTITY = identityOf(MEMBERS);
const MARK = groupMark(IDENTITY);
const [over, lasting, elsewhere] = MEMBERS.map(episodeOf) as [string, string, string];

const said = (kind: 'update' | 'resolve', firing = MEMBERS) =>
  notificationOf(
    messageOf(groupAlert(IDENTITY, { firing, ended: [], untold: [], total: 3 }), kind, 'ops', 0),
  );
const alerts = [endedAlert(MEMBERS[0]!), MEMBERS[1]!, endedAlert(MEMBERS[2]!)];
const known = { ended: [over, lasting, elsewhere], untold: new Map([[elsewhere, '']]) };

test('ends that Postgres counts as told are taken back, where their alerts are over here, too', () => {
  const alone = createToldAlone();
  expect(alone.takenBack(MARK, known, () => alerts)).toEqual([]);
  alone.sent(MARK, said('update'));
  expect(alone.takenBack(MARK, known, () => alerts)).toEqual([alerts[0]]);
  expect(alone.takenBack('another', known, () => alerts)).toEqual([]);
  expect([alone.has(MARK, over), alone.has('another', over)]).toEqual([true, false]);
});

test('the end has a key of its own only after that, and the same at each attempt', () => {
  const alone = createToldAlone();
  const end = said('resolve');
  alone.sent(MARK, said('update', [])); // it tells ends alone
  expect(alone.ending(MARK, end)).toBe(end);
  alone.sent(MARK, said('update'));
  const again = alone.ending(MARK, end);
  expect(again).toEqual({ ...end, key: again.key });
  expect(again.key).not.toBe(end.key);
  expect(alone.ending(MARK, end)).toEqual(again);
  alone.sent(MARK, said('update', MEMBERS.slice(1))); // another one, which takes back once more
  expect(alone.ending(MARK, end).key).not.toBe(again.key);
  alone.over(MARK);
  expect(alone.ending(MARK, end)).toBe(end);
});

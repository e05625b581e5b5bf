// When a change of a group is told, where another replica may have told of those who joined it.
import { expect, test } from 'vitest';
import type { OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import { createGroupNews, newGroup } from '../../src/receivers/groups/group-news.ts';
import { identityOf } from '../../src/receivers/notification/group-identity.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince } from '../support/delivering.ts';

const EVERY_MS = 30_000;

test('for those who join one waits once more, and no longer than between two messages', () => {
  const clock = handClock(Date.now());
  const put: OutboxMessage[] = [];
  const growth = { everyMs: EVERY_MS, shrinks: true, most: Number.POSITIVE_INFINITY };
  const news = createGroupNews({ name: 'ops', clock, growth, put: (messages) => put.push(...messages) });
  const firing = alertsSince(clock.now()).alertsOf(6);
  const members = { firing, ended: [], untold: [], elsewhere: 6, total: 15 };
  const now = clock.monotonic();
  const group = newGroup(identityOf(firing), now, now);
  // Six more are waited for, of whom another tells; three have ended.
  Object.assign(group, { settled: true, shrunk: true, joinAt: now + EVERY_MS });
  clock.advance(2 * EVERY_MS - 1);
  news.tellGrowth(group, members);
  expect(put).toEqual([]);
  clock.advance(1);
  news.tellGrowth(group, members);
  expect(put.map(({ kind }) => kind)).toEqual(['update']);
});

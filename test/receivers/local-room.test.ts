// What many recipients of one receiver are told takes no room on this machine from what others are told.
import { expect, test } from 'vitest';
import type { OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert, memoryShelf } from '../support/delivering.ts';

const { alertOf, alertsOf } = alertsSince(Date.parse('2026-03-02T11:59:00Z'));

const clock = handClock();
const begun = messageOf(alertOf(0), 'fire', 'pager', clock.now());
const ended = messageOf(endedAlert(alertOf(0)), 'resolve', 'pager', clock.now());
const mailsTo = (recipient: number, kinds: readonly ('fire' | 'resolve')[]): OutboxMessage[] =>
  kinds.flatMap((kind) =>
    alertsOf(60).map((alert) =>
      messageOf(
        kind === 'fire' ? alert : endedAlert(alert),
        kind,
        `mail/${recipient}@example.com`,
        clock.now(),
      ),
    ),
  );
/** 12,000 and more, to each recipient a few. */
const mails = (kinds: readonly ('fire' | 'resolve')[] = ['fire']) =>
  Array.from({ length: 200 }, (_, recipient) => mailsTo(recipient, kinds));

test('that it was told is remembered over a restart while Postgres is away', async () => {
  const shelf = memoryShelf();
  const local = createLocalOutbox(shelf, clock);
  local.drop([begun], 'sent');
  for (const some of mails()) local.drop(some, 'sent');
  await Promise.resolve();
  const next = createLocalOutbox(shelf, clock);
  next.put([begun]);
  expect(await next.claim('pager', 1, 60_000)).toEqual([]);
});

test('so is what it calls its message', () => {
  const local = createLocalOutbox(memoryShelf(), clock);
  local.keepMessageId(begun, '17');
  for (const some of mails()) local.keepMessageIds(some, 'group/1772452740000/warning/Low');
  expect(local.messageId(ended)).toBe('17');
});

test('so is, for Postgres, what it was sent while that is away', async () => {
  const local = createLocalOutbox(memoryShelf(), clock);
  for (const some of [[begun], ...mails()]) {
    local.put(some);
    local.settleAll(await local.claim(some[0]!.receiver, 60, 60_000), { kind: 'done' });
  }
  expect(local.concluded('pager')).toHaveLength(1);
});

test('what came and went waits for it, too, however many mails wait', () => {
  const local = createLocalOutbox(memoryShelf(), clock);
  for (const some of [[begun, ended], ...mails(['fire', 'resolve'])]) local.put(some);
  expect(local.unshared('pager')).toHaveLength(2);
});

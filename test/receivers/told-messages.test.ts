// What receivers were told, were asked to open and called their messages is kept beside one another, on one shelf.
import { expect, test } from 'vitest';
import { createLaterWrites } from '../../src/receivers/local/later-writes.ts';
import { createMessageIds } from '../../src/receivers/local/message-ids.ts';
import { createOpenedAlerts } from '../../src/receivers/local/opened.ts';
import { createToldMessages } from '../../src/receivers/local/told-messages.ts';
import { handClock } from '../support/clock.ts';
import { firingAlert, memoryShelf } from '../support/delivering.ts';

const MESSAGE = { receiver: 'ops', episode: 'e', kind: 'fire' } as const;

test.each([
  ['was told', 'told/'],
  ['calls its messages', 'message-id/'],
  ['has open', 'opened/'],
])('for what a receiver %s nothing else on the shelf is let go of', async (_what, own) => {
  const shelf = memoryShelf();
  const others = ['told', 'message-id', 'opened', 'outbox'].filter((each) => `${each}/` !== own);
  const alert = JSON.stringify(firingAlert());
  const full = others.flatMap((each) =>
    Array.from({ length: 10_001 }, (_, i) => [`${each}/ops/${i}`, each === 'opened' ? alert : '1'] as const),
  );
  shelf.saveStates(new Map(full));
  const [later, kept] = [createLaterWrites(shelf), shelf.loadStates()];
  if (own === 'told/') createToldMessages(later, kept, () => 1).note([MESSAGE]);
  if (own === 'message-id/') createMessageIds(later, kept).keepMessageId(MESSAGE, 'id');
  if (own === 'opened/') createOpenedAlerts(shelf, kept, handClock()).noteOpened('ops', firingAlert());
  await Promise.resolve();
  const left = [...shelf.loadStates().keys()];
  expect(left.filter((name) => !name.startsWith(own))).toEqual(full.map(([name]) => name));
  expect(left.filter((name) => name.startsWith(own))).toHaveLength(1);
});

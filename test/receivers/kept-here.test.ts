// What is kept on this machine of what receivers were told, called and have open: also over restarts, and no more than there is
// room for.
import { expect, test } from 'vitest';
import type { KeyValueStore } from '../../src/monitor/alerts/ports.ts';
import { createLaterWrites } from '../../src/receivers/local/later-writes.ts';
import { createMessageIds } from '../../src/receivers/local/message-ids.ts';
import { createOpenedAlerts } from '../../src/receivers/local/opened.ts';
import { createToldMessages } from '../../src/receivers/local/told-messages.ts';
import { createUnsureMessages } from '../../src/receivers/local/unsure.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, memoryShelf } from '../support/delivering.ts';

const MOST = 10_000;
const DAY = 86_400_000;
const { alertOf } = alertsSince(Date.parse('2026-03-02T11:59:00Z'));

/** A machine whose program can be started again. */
function machine(shelf: KeyValueStore = memoryShelf()) {
  const clock = handClock();
  const start = () => {
    const [later, kept] = [createLaterWrites(shelf), shelf.loadStates()];
    return {
      told: createToldMessages(later, kept, clock.now),
      ids: createMessageIds(later, kept),
      opened: createOpenedAlerts(shelf, kept, clock),
      unsure: createUnsureMessages(later, kept, clock),
    };
  };
  const restart = async () => {
    await Promise.resolve(); // what is written later is written
    return start();
  };
  return { clock, shelf, start, restart };
}

const at = (episode: string, kind: 'fire' | 'update' | 'resolve' = 'fire', receiver = 'ops') => ({
  receiver,
  episode,
  kind,
});

const many = (prefix: string) => Array.from({ length: MOST }, (_, i) => at(`${prefix}${i}`));

test('that a beginning was told is known, and after its end too', async () => {
  const { start, restart } = machine();
  const { told } = start();
  told.note([at('e')]);
  expect([told.has(at('e')), told.has(at('e', 'resolve')), told.has(at('e', 'fire', 'chat'))]).toEqual([
    true,
    false,
    false,
  ]);
  const next = await restart();
  next.told.note([at('e', 'resolve')]);
  for (const known of [next.told, (await restart()).told])
    expect([known.has(at('e')), known.has(at('e', 'resolve'))]).toEqual([true, true]);
});

test('changes, and what has no episode, are not noted as told', () => {
  const { told } = machine().start();
  const not = [at('e', 'update'), at(''), at('', 'resolve')];
  told.note(not);
  expect(not.filter(told.has)).toEqual([]);
});

test('what was told first is forgotten first, also after a restart', async () => {
  const { clock, shelf, start, restart } = machine();
  start().told.note(many('b'));
  await Promise.resolve();
  const first = `${clock.now() - 1}`;
  shelf.saveStates(new Map([['told/ops/b77/fire', first]]));
  const { told } = await restart();
  expect(many('b').every(told.has)).toBe(true);
  told.note([at('new')]);
  expect(many('b').filter((each) => !told.has(each))).toEqual([at('b77')]);
  expect((await restart()).told.has(at('b77'))).toBe(false);
});

test('an id is known until the end was told', async () => {
  const { start, restart } = machine();
  start().ids.keepMessageId(at('e'), '17');
  const { ids } = await restart();
  for (const kind of ['fire', 'update', 'resolve'] as const) expect(ids.messageId(at('e', kind))).toBe('17');
  expect(ids.messageId(at('e', 'fire', 'chat'))).toBeNull();
  ids.keepMessageId(at('e', 'update'), undefined); // a change has no id of its own
  expect(ids.messageId(at('e'))).toBe('17');
  ids.keepMessageId(at('e', 'resolve'), '18');
  expect(ids.messageId(at('e', 'resolve'))).toBeNull();
  expect((await restart()).ids.messageId(at('e', 'resolve'))).toBeNull();
});

test('the id of what another has sent serves its end alone, and not where this machine has its own', async () => {
  const { start, restart } = machine();
  start().ids.keepIdOfOther([at('e'), at('f')], '17');
  const { ids } = await restart();
  expect([ids.messageId(at('e')), ids.messageId(at('e', 'update'))]).toEqual([null, null]);
  expect(ids.messageId(at('e', 'resolve'))).toBe('17');
  ids.keepMessageId(at('e'), '18');
  expect(ids.messageId(at('e', 'resolve'))).toBe('18');
  ids.keepMessageIds([at('e', 'resolve'), at('f', 'resolve')], undefined);
  expect(ids.messageId(at('f', 'resolve'))).toBeNull();
});

test('the episodes that share an id are those of that receiver whose ends were not told', () => {
  const { ids } = machine().start();
  ids.keepMessageIds([at('e'), at('f'), at('g'), at('h', 'fire', 'chat')], 'group');
  ids.keepMessageId(at('f', 'resolve'), undefined);
  ids.keepMessageId(at('other'), '17');
  expect(ids.episodesOf('ops', 'group')).toEqual(['e', 'g']);
});

test('of ids that are too many the oldest go', async () => {
  const { start, restart } = machine();
  const { ids } = start();
  ids.keepMessageIds(many('e'), 'group');
  expect(ids.episodesOf('ops', 'group')).toHaveLength(MOST);
  ids.keepMessageId(at('new'), '17');
  for (const known of [ids, (await restart()).ids])
    expect([known.messageId(at('e0')), known.messageId(at('e1')), known.messageId(at('new'))]).toEqual([
      null,
      'group',
      '17',
    ]);
});

test('an alert is open at a receiver until its end was told there', async () => {
  const { clock, start, restart } = machine();
  const { opened } = start();
  expect(opened.noteOpened('ops', alertOf(1))).toBe(true);
  expect(opened.noteOpened('ops', alertOf(1))).toBe(false);
  expect(opened.noteOpened('chat', alertOf(1))).toBe(true);
  opened.noteClosed('ops', alertOf(2));
  clock.advance(1_000);
  const next = await restart();
  expect(next.opened.opened('ops')).toMatchObject([
    { alert: { fingerprint: 'Low a1', firingAt: alertOf(1).firingAt }, toldAt: clock.monotonic() },
  ]);
  next.opened.noteClosed('ops', alertOf(1));
  for (const known of [next.opened, (await restart()).opened])
    expect([known.opened('ops'), known.opened('chat').length]).toEqual([[], 1]);
});

test('when an open alert was last told is known', () => {
  const { clock, start } = machine();
  const { opened } = start();
  opened.noteOpened('ops', alertOf(1));
  clock.advance(1_000);
  opened.noteOpened('ops', alertOf(1));
  expect(opened.opened('ops')).toMatchObject([{ toldAt: clock.monotonic() }]);
});

test('of open alerts that are too many the oldest are forgotten, also after a restart', async () => {
  const { start, restart } = machine();
  const { opened } = start();
  for (let i = 0; i <= MOST; i++) opened.noteOpened('ops', alertOf(i));
  for (const known of [opened, (await restart()).opened]) {
    const all = known.opened('ops');
    expect([all.length, all[0]?.alert.account]).toEqual([MOST, 'a1']);
  }
});

test('what is opened while the disk is full is known as long as the process', () => {
  const full = { ...memoryShelf(), saveStates: () => expect.unreachable('no space left on device') };
  const { opened } = machine(full).start();
  expect(opened.noteOpened('ops', alertOf(1))).toBe(true);
  expect(opened.opened('ops')).toHaveLength(1);
});

const changeable = (i: number, messageId: string, value = '1') => ({
  ...messageOf(alertOf(i, { value }), 'update', 'ops', 0),
  ...{ attempts: 0, alert: alertOf(i, { value }), messageId, episode: `e${i}` },
});

test('whose end may have been told by others is known until it was told from here', async () => {
  const { start, restart } = machine();
  start().unsure.noteUnsure('ops', changeable(1, '17'));
  const { unsure } = await restart();
  expect([...unsure.unsure('ops')]).toMatchObject([['e1', { messageId: '17', alert: { account: 'a1' } }]]);
  expect(unsure.unsure('chat').size).toBe(0);
  unsure.noteSure('chat', 'e1');
  expect(unsure.unsure('ops').size).toBe(1);
  unsure.noteSure('ops', 'e1');
  expect(unsure.unsure('ops').size).toBe(0);
  expect((await restart()).unsure.unsure('ops').size).toBe(0);
});

test('its message is the last one; what changes in the same one is not written', async () => {
  const { shelf, start, restart } = machine();
  const { unsure } = start();
  unsure.noteUnsure('ops', changeable(1, '17'));
  await Promise.resolve();
  const before = shelf.loadStates();
  unsure.noteUnsure('ops', changeable(1, '17', '2'));
  await Promise.resolve();
  expect(shelf.loadStates()).toEqual(before);
  expect(unsure.unsure('ops').get('e1')).toMatchObject({ alert: { value: '2' } });
  unsure.noteUnsure('ops', changeable(1, '18', '3'));
  expect((await restart()).unsure.unsure('ops').get('e1')).toMatchObject({ messageId: '18' });
});

test.each([
  ['thirty days', 30 * DAY, 1],
  ['more', 30 * DAY + 1, 0],
])('after %s it is let go of', async (_what, afterMs, left) => {
  const { clock, shelf, start, restart } = machine();
  start().unsure.noteUnsure('ops', changeable(1, '17'));
  await Promise.resolve();
  clock.advance(afterMs);
  expect((await restart()).unsure.unsure('ops').size).toBe(left);
  await Promise.resolve();
  expect(shelf.loadStates().size).toBe(left);
});

test('of too many the oldest is let go of', async () => {
  const { start, restart } = machine();
  const { unsure } = start();
  for (let i = 0; i <= MOST; i++) unsure.noteUnsure('ops', changeable(i, '17'));
  unsure.noteUnsure('chat', changeable(0, '17'));
  for (const known of [unsure, (await restart()).unsure]) {
    const all = known.unsure('ops');
    expect([all.size, all.has('e0'), all.has('e1'), known.unsure('chat').size]).toEqual([
      MOST,
      false,
      true,
      1,
    ]);
  }
});

// Several recipients seen as one receiver: how they stand together, what a test of them says, and what is written for them.
import { expect, test } from 'vitest';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { isGroup } from '../../src/receivers/notification/group.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createRecipients } from '../../src/receivers/outbox/recipients.ts';
import {
  alertsSince,
  firingAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const { alertsOf } = alertsSince(Date.now() - 60_000);
const done: DeliveryVerdict = { kind: 'done' };
const refused: DeliveryVerdict = { kind: 'permanent', detail: 'no such mailbox' };
const silent = new Promise<DeliveryVerdict>(() => {});
type Answer = DeliveryVerdict | Promise<DeliveryVerdict>;

/** A receiver for these people, each of whom gives these answers, the last one again and again. */
function people(answers: Readonly<Record<string, readonly Answer[]>>, to = Object.keys(answers)) {
  const shelf = memoryShelf();
  const it = {
    sent: [] as string[],
    closed: [] as string[],
    troubles: [] as string[],
    writes: 0,
    isFull: false,
    outbox: sharedOutbox(),
  };
  const local = createLocalOutbox(
    {
      ...shelf,
      saveStates(changes) {
        it.writes++;
        if (it.isFull) throw new Error('the disk is full');
        shelf.saveStates(changes);
      },
    },
    realClock,
  );
  const receiver = createRecipients(
    to,
    (recipient) => {
      let asked = 0;
      return {
        async send({ kind, alert }) {
          it.sent.push([recipient, kind, isGroup(alert) ? 'group' : alert.rule].join(' '));
          return await answers[recipient]!.at(Math.min(asked++, answers[recipient]!.length - 1))!;
        },
        close: async () => void it.closed.push(recipient),
      };
    },
    receiverContext({
      ...{ name: 'mail', outbox: it.outbox, local, resendMs: 60_000 },
      times: { firstRetryMs: 60_000, lookEveryMs: 10 },
      onTrouble: (name) => it.troubles.push(name),
    }),
  );
  return Object.assign(it, { receiver, [Symbol.asyncDispose]: () => receiver.stop(0) });
}

test.each<readonly [string, Answer, Answer, DeliveryVerdict]>([
  ['both take it', done, done, done],
  ['the first does not', refused, done, refused],
  ['the second does not', done, temporary('full'), temporary('full')],
  ['none does: the first says why', temporary('full'), refused, temporary('full')],
])('a test of two recipients asks each: %s', async (_, a, b, verdict) => {
  await using it = people({ a: [a], b: [b] });
  expect(await it.receiver.test()).toEqual(verdict);
  expect(new Set(it.sent)).toEqual(
    new Set([...sendsOf('a', a), ...sendsOf('b', b)].map((each) => `${each} FloatwatchTest`)),
  );
});
/** Nobody is told the end of what they have not taken. */
const sendsOf = (recipient: string, answer: Answer) =>
  answer === done ? [`${recipient} fire`, `${recipient} resolve`] : [`${recipient} fire`];

/** Two alerts are told. `failing`: whether nothing has been accepted for a while. */
type Stand = readonly [string, readonly Answer[], readonly Answer[], boolean, string | null | undefined];
const stands: readonly Stand[] = [
  ['all is taken', [done], [done], false, null],
  ['nobody has answered', [silent], [silent], false, undefined],
  ['one has answered, the other has not yet', [done], [silent], false, undefined],
  ['one has taken something, and is at it', [done, silent], [done], false, null],
  ['the first can not be reached', [temporary('full')], [done], true, 'it can not be reached'],
  ['the second can not be reached', [done], [temporary('full')], true, 'it can not be reached'],
  [
    'one refuses them',
    [done],
    [refused],
    false,
    '2 notifications were given up within a day, the last by no such mailbox',
  ],
];
test.each(stands)('how two stand together: %s', async (_, a, b, isFailing, trouble) => {
  await using it = people({ a, b });
  const before = Date.now();
  it.receiver.tell([firingAlert('Low'), firingAlert('High')]);
  await until(() => {
    const status = it.receiver.status();
    expect(it.sent.length).toBeGreaterThanOrEqual([...a, ...b].includes(silent) ? 2 : 3);
    expect(status).toEqual({ failingSince: isFailing ? expect.any(Number) : null, trouble });
    if (isFailing) expect(status.failingSince).toBeGreaterThanOrEqual(before);
  });
});

test('two that can not be reached have failed since the first of them did', async () => {
  const late = Promise.withResolvers<DeliveryVerdict>();
  await using it = people({ a: [late.promise], b: [temporary('full')] });
  it.receiver.tell([firingAlert()]);
  await until(() => expect(it.receiver.status().failingSince).not.toBeNull());
  const { failingSince } = it.receiver.status();
  await until(() => expect(Date.now()).toBeGreaterThan(failingSince!));
  late.resolve(temporary('away'));
  await until(() => expect(it.outbox.messages.size).toBe(2));
  expect(it.receiver.status().failingSince).toBe(failingSince);
});

test('what waits for one of them only says nothing of the others', async () => {
  await using it = people({ a: [done], b: [done] });
  await it.outbox.add([messageOf(firingAlert('Low'), 'fire', 'mail/a', Date.now())]);
  await until(() => expect(it.receiver.status().trouble).toBeNull());
  expect(it.sent).toEqual(['a fire Low']);
});

test('who stands there twice is told once', async () => {
  await using it = people({ a: [done], b: [done] }, ['a', 'b', 'a']);
  expect([it.receiver.name, it.receiver.queues]).toEqual(['mail', ['mail/a', 'mail/b']]);
  it.receiver.tell([firingAlert('Low')]);
  await until(() => expect(it.sent.toSorted()).toEqual(['a fire Low', 'b fire Low']));
});

test('what all of them are told is written at once; what is told together later is written, too', async () => {
  await using it = people({ a: [done], b: [done] });
  const before = it.writes;
  it.receiver.tell(alertsOf(6));
  expect(it.writes).toBe(before + 1);
  await until(() => expect(it.sent.toSorted()).toEqual(['a fire group', 'b fire group']));
});

test('that nothing can be written is said once, by the name of the receiver, and all are told', async () => {
  await using it = people({ a: [done], b: [done] });
  it.isFull = true;
  it.receiver.tell([firingAlert('Low')]);
  expect(it.troubles).toEqual(['mail']);
  await until(() => expect(it.sent.toSorted()).toEqual(['a fire Low', 'b fire Low']));
});

test('it has stopped when all of them have', async () => {
  const it = people({ a: [done], b: [done] });
  await it.receiver.stop();
  expect(it.closed.toSorted()).toEqual(['a', 'b']);
});

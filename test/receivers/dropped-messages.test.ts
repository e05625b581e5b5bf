// Which of the messages that wait on this machine are dropped, and which names of the shelf, by lists of them.
import { expect, test } from 'vitest';
import { beyond, MAX_WAITING, overtaken, restOf, tooMany } from '../../src/receivers/local/local-room.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { alertsSince } from '../support/delivering.ts';

const { alertOf } = alertsSince(Date.parse('2026-03-02T11:59:00Z'));
const BEGUN = messageOf(alertOf(0), 'fire', 'ops', 0);

function message(receiver: string, episode: number, kind: 'fire' | 'update' | 'resolve') {
  return { ...BEGUN, receiver, episode: `${episode}`, kind, attempts: 0, conclusion: null, shared: false };
}

const cameAndWent = (receiver: string, episode: number) => [
  message(receiver, episode, 'fire'),
  message(receiver, episode, 'resolve'),
];

/** So many beginnings of alerts that last. */
const lasting = (receiver: string, count: number) =>
  Array.from({ length: count }, (_, i) => message(receiver, 1_000_000 + i, 'fire'));

const shortOf = (messages: readonly { readonly receiver: string; readonly episode: string }[]) =>
  messages.map(({ receiver, episode }) => `${receiver} ${episode}`);

const names = (receiver: string, count: number) =>
  Array.from({ length: count }, (_, i) => `told/${receiver}/${i}`);

test.each([
  ['that all have room for, none', [2, 3], 5, []],
  ['of one receiver, its oldest', [5], 2, ['told/a/0', 'told/a/1', 'told/a/2']],
  ['of two with as many, as many of each', [3, 3], 4, ['told/a/0', 'told/b/0']],
  ['of one with few and one with many, of the other alone', [1, 4], 3, ['told/b/0', 'told/b/1']],
  ['that can not be divided, one more', [2, 2], 3, ['told/a/0', 'told/b/0']],
  ['of three, where one leaves room to the others', [1, 4, 6], 9, ['told/c/0', 'told/c/1']],
])('of names %s must go', (_what, [a = 0, b = 0, c = 0], most, gone) => {
  expect(beyond([...names('a', a), ...names('b', b), ...names('c', c)], most)).toEqual(gone);
});

test('recipients of one receiver share its part', () => {
  const mails = ['told/mail/x@example.com/1', 'told/mail/y@example.com/1', 'told/mail/z@example.com/1'];
  expect(beyond([...mails, 'told/pager/1'], 3)).toEqual(mails.slice(0, 1));
});

test('as many messages as there is room for wait, though their alerts are over', () => {
  expect(tooMany([...cameAndWent('ops', 1), ...lasting('ops', MAX_WAITING - 2)])).toEqual([]);
});

test('of one more, the oldest alert that came and went is dropped with all its messages', () => {
  const few = [...cameAndWent('ops', 1), ...cameAndWent('ops', 2)];
  const more = lasting('ops', MAX_WAITING - 3);
  expect(tooMany([...more, ...few])).toEqual(few.slice(0, 2));
});

test('as many are dropped as it takes, each of two messages', () => {
  const few = [1, 2, 3].flatMap((episode) => cameAndWent('ops', episode));
  expect(tooMany([...few, ...lasting('ops', MAX_WAITING - 3)])).toEqual(few.slice(0, 4));
});

test.each([
  ['a beginning that was tried: it may have arrived', { attempts: 1 }],
  ['a beginning that Postgres has', { shared: true }],
  ['a beginning that is concluded', { conclusion: { kind: 'done', detail: '' } as const }],
  ['a change of an alert that began before', { kind: 'update' as const }],
])('%s is never dropped', (_what, change) => {
  const [begun, ended] = cameAndWent('ops', 1);
  const kept = [{ ...begun!, ...change }, ended!];
  expect(tooMany([...kept, ...lasting('ops', MAX_WAITING)])).toEqual([]);
});

test('what Postgres has takes no room', () => {
  const known = lasting('ops', MAX_WAITING).map((each) => ({ ...each, shared: true }));
  expect(tooMany([...cameAndWent('ops', 1), ...known])).toEqual([]);
});

test('one recipient is told of an alert that another has not been told of', () => {
  const [begun, ended] = [cameAndWent('mail/x@example.com', 1)[0]!, cameAndWent('mail/y@example.com', 1)[1]!];
  expect(tooMany([begun, ended, ...lasting('mail/x@example.com', MAX_WAITING)])).toEqual([]);
});

test('many recipients of one receiver take no room from what came and went for another', () => {
  const mails = Array.from({ length: 12 }, (_, i) => lasting(`mail/${i}@example.com`, 1_000)).flat();
  const gone = [...cameAndWent('mail/0@example.com', 1), ...cameAndWent('manager', 1)];
  expect(shortOf(tooMany([...gone, ...mails]))).toEqual(shortOf(gone.slice(0, 2)));
});

const ofTwo = [
  message('ops', 1, 'fire'),
  message('ops', 1, 'update'),
  message('ops', 1, 'resolve'),
  message('ops', 2, 'update'),
  message('chat', 1, 'update'),
];

test('changes of an episode that ends are overtaken, for that receiver', () => {
  expect(overtaken(ofTwo, [message('ops', 1, 'resolve')])).toEqual([ofTwo[1]]);
});

test('with an end go the beginning and the changes of its episode, for that receiver', () => {
  expect(restOf(ofTwo, [message('ops', 1, 'resolve')])).toEqual([ofTwo[0], ofTwo[1]]);
});

test('with a beginning or a change goes nothing', () => {
  for (const some of [ofTwo.slice(0, 2), []]) {
    expect(overtaken(ofTwo, some)).toEqual([]);
    expect(restOf(ofTwo, some)).toEqual([]);
  }
});

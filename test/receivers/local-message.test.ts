// A message as it is kept on this machine, and which episodes share one: by cases.
import { expect, test } from 'vitest';
import { type Conclusion, NOTHING_SENT, type OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import { membersIn, takeIds } from '../../src/receivers/local/local-members.ts';
import {
  isConcluded,
  isWaiting,
  keptAnew,
  messagesOn,
  nameOf,
  saysTheSame,
  stranger,
  textsOf,
  triedSoOften,
  updatesLast,
} from '../../src/receivers/local/local-message.ts';

const message = (more: Partial<OutboxMessage> = {}): OutboxMessage => ({
  ...{ receiver: 'ops', key: 'k', alert: 'Low', kind: 'fire', episode: 'e', body: '{}', createdAt: 5 },
  ...more,
});
const ANEW = {
  attempts: 0,
  conclusion: null,
  concludedAt: 0,
  shared: false,
  notBefore: Number.NEGATIVE_INFINITY,
};

test('a message that has just come is due at once, was never tried, and is not known to Postgres', () => {
  expect(keptAnew(message())).toEqual({ ...message(), ...ANEW });
  expect(nameOf(message())).toBe('outbox/ops/k');
});

test('what is kept is found again as it was, oldest first, due at once, and as unknown to Postgres', () => {
  const late = {
    ...keptAnew(message({ key: 'late', createdAt: 9 })),
    attempts: 3,
    notBefore: 77,
    shared: true,
  };
  const over = {
    ...keptAnew(message({ key: 'over', createdAt: 7 })),
    ...{ conclusion: { kind: 'done' } as Conclusion, concludedAt: 8 },
  };
  const texts = textsOf([late, over, keptAnew(message())]);
  expect([...texts.keys()]).toEqual(['outbox/ops/late', 'outbox/ops/over', 'outbox/ops/k']);
  const shelf = new Map([...texts, ['told/ops/x', '7']]);
  expect(messagesOn(shelf)).toEqual([
    keptAnew(message()),
    over,
    { ...late, notBefore: Number.NEGATIVE_INFINITY, shared: false },
  ]);
});

test('a message of 0.1.0 that was given up is so still, and another waits', () => {
  const former = (deadAt: number | null) => JSON.stringify({ ...message(), attempts: 2, deadAt });
  const [dead, waiting] = [former(70), former(null)].flatMap((text) =>
    messagesOn(new Map([['outbox/a', text]])),
  );
  expect(dead).toEqual({
    ...{ ...message(), ...ANEW, attempts: 2 },
    ...{ conclusion: { kind: 'dead', detail: '' }, concludedAt: 70 },
  });
  expect(waiting).toEqual({ ...message(), ...ANEW, attempts: 2 });
});

test('how often messages were tried is noted of each', () => {
  const kept = [keptAnew(message()), keptAnew(message({ key: 'b' }))];
  expect(triedSoOften(kept, 4)).toBe(kept);
  expect(kept.map(({ attempts }) => attempts)).toEqual([4, 4]);
});

test.each([
  [{ kind: 'done' }, true],
  [{ kind: 'dead', detail: 'no' }, true],
  [{ kind: 'retry', afterMs: 1, detail: 'no' }, false],
] as const)('a message of Postgres that ended as %j is kept until Postgres knows: %s', (settled, isKept) => {
  const kept = stranger({ ...message(), attempts: 2, messageId: '7' }, settled);
  const shared = { conclusion: null, concludedAt: 0, notBefore: 0, shared: true };
  expect(kept).toEqual(isKept ? { ...message(), attempts: 2, ...shared } : undefined);
});

test('updates come after beginnings and ends, which stay in their order', () => {
  const kinds = (['update', 'fire', 'update', 'resolve'] as const).map((kind, i) =>
    message({ kind, createdAt: i }),
  );
  expect(kinds.sort(updatesLast).map(({ createdAt }) => createdAt)).toEqual([1, 3, 0, 2]);
});

test.each([
  ['fire', '{}', true],
  ['fire', '{"a":1}', true],
  ['resolve', '{"a":1}', true],
  ['update', '{}', true],
  ['update', '{"a":1}', false],
] as const)('a %s with the body %s says the same as one with {}: %s', (kind, body, isSame) => {
  expect(saysTheSame(message({ kind, body }), message({ kind }))).toBe(isSame);
});

test('what has a conclusion is concluded, and what has none waits', () => {
  const [waiting, over] = [
    keptAnew(message()),
    { ...keptAnew(message()), conclusion: { kind: 'done' } as const },
  ];
  expect([isWaiting(waiting), isConcluded(waiting)]).toEqual([true, false]);
  expect([isWaiting(over), isConcluded(over)]).toEqual([false, true]);
});

const done = (messageId?: string): Conclusion => ({
  kind: 'done',
  ...(messageId !== undefined && { messageId }),
});
const concluded = (
  [kind, episode]: readonly ['fire' | 'resolve' | 'update', string],
  conclusion: Conclusion | null,
  more: Partial<OutboxMessage> = {},
) => ({
  ...message({ kind, episode, alert: `alert of ${episode}`, body: `end of ${episode}`, ...more }),
  conclusion,
});

test('the ends that bear an id are those that its message has still to tell', () => {
  const messages = [
    concluded(['fire', 'a'], done('id')),
    concluded(['resolve', 'a'], done('id')),
    concluded(['resolve', 'b'], done('other')),
    concluded(['resolve', 'c'], done('id')),
    concluded(['resolve', 'd'], null),
    concluded(['resolve', 'e'], { kind: 'dead', detail: 'id' }),
  ];
  const { lasting, ended, untold } = membersIn(messages, 'id', ['x']);
  expect({ lasting, ended }).toEqual({ lasting: ['x'], ended: ['a', 'c'] });
  expect([...untold]).toEqual([
    ['a', 'end of a'],
    ['c', 'end of c'],
  ]);
  expect(takeIds(messages, 'id', ['a', 'b'])).toEqual([messages[1]]);
  expect(messages[1]!.conclusion).toEqual({ kind: 'done', untaken: true });
  expect(membersIn(messages, 'id', []).ended).toEqual(['c']);
});

test.each<[string, ReturnType<typeof concluded>[], boolean]>([
  ['has begun anew since', [concluded(['fire', 'b'], done('7'), { alert: 'A', createdAt: 6 })], false],
  ['had begun before', [concluded(['fire', 'b'], done('7'), { alert: 'A', createdAt: 5 })], true],
  [
    'begins anew, which nobody was told',
    [concluded(['fire', 'b'], null, { alert: 'A', createdAt: 6 })],
    true,
  ],
  [
    'begins anew, for which nothing was sent',
    [concluded(['fire', 'b'], done(NOTHING_SENT), { alert: 'A', createdAt: 6 })],
    true,
  ],
  [
    'had begun anew, and has ended',
    [
      concluded(['fire', 'b'], done('7'), { alert: 'A', createdAt: 6 }),
      concluded(['resolve', 'b'], done('7'), { alert: 'A', createdAt: 7 }),
    ],
    true,
  ],
  ['another has begun since', [concluded(['fire', 'b'], done('7'), { alert: 'B', createdAt: 6 })], true],
])('whether the end of an alert that %s is still to be told', (_, others, isUntold) => {
  const end = concluded(['resolve', 'a'], done('id'), { alert: 'A' });
  expect(membersIn([end, ...others], 'id', []).untold.has('a')).toBe(isUntold);
});

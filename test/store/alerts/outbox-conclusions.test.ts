// What is written of messages that were sent or given up while Postgres was away; what comes of it is in outbox.test.ts.
import { expect, test } from 'vitest';
import type { ConcludedMessage, Conclusion, OutboxMessage } from '../../../src/monitor/alerts/outbox.ts';
import { concludeAll, idOf, settleRest } from '../../../src/store/alerts/outbox-conclusions.ts';
import {
  concludeStatement,
  secondIdStatement,
  worthTellingStatement,
} from '../../../src/store/alerts/outbox-statements.ts';
import type { Queryable } from '../../../src/store/postgres/pool.ts';

const TABLE = 'outbox';
const CREATED = Date.UTC(2026, 2, 2, 12);
const NAMES = new Map([
  [concludeStatement(TABLE), 'conclude'],
  [secondIdStatement(TABLE), 'second id'],
  [worthTellingStatement(TABLE), 'worth telling'],
]);

/** A database that notes what is asked of it: each statement with its parameters. */
function noting() {
  const asked: [statement: string, values: readonly unknown[]][] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    asked.push([NAMES.get(text) ?? 'settle rest', values]);
    return [];
  };
  return { asked, db: { query } as unknown as Queryable };
}

function message(kind: OutboxMessage['kind'], episode = 'e1'): OutboxMessage {
  return {
    ...{ receiver: 'desk', key: `${episode}/${kind}`, alert: 'low', kind, episode },
    ...{ body: `{"of":"${episode}"}`, createdAt: CREATED },
  };
}

const ended = (kind: OutboxMessage['kind'], conclusion: Conclusion, episode?: string): ConcludedMessage => ({
  ...message(kind, episode),
  conclusion,
});
const sent = (kind: OutboxMessage['kind'], more: object = {}, episode?: string) =>
  ended(kind, { kind: 'done', ...more }, episode);
const givenUp = (kind: OutboxMessage['kind']) => ended(kind, { kind: 'dead', detail: 'HTTP 400' });

/** Each statement that these conclusions lead to, with its parameters. */
async function asked(...concluded: readonly ConcludedMessage[]) {
  const { db, asked } = noting();
  await concludeAll(db, TABLE, concluded);
  return asked;
}

const statements = async (...concluded: readonly ConcludedMessage[]) =>
  (await asked(...concluded)).map(([statement]) => statement);

test.each<[what: string, concluded: ConcludedMessage, outcome: readonly unknown[]]>([
  ['that was sent, without an id', sent('update'), [null, undefined, null, 1]],
  ['that was sent, with its id', sent('update', { messageId: 'm1' }), [null, 'm1', null, 1]],
  ['whose id cannot be stored as it is', sent('update', { messageId: 'm\0' }), [null, 'm\uFFFD', null, 1]],
  ['that nobody is known to have', sent('update', { untaken: true }), [null, undefined, null, 0]],
  ['that was given up', givenUp('update'), ['HTTP 400', null, null, 1]],
  [
    'whose reason cannot be stored as it is',
    ended('update', { kind: 'dead', detail: 'a\0b' }),
    ['a\uFFFDb', null, null, 1],
  ],
  [
    'that was sent at a known time',
    { ...sent('update'), concludedAt: CREATED + 5_000 },
    [null, undefined, '2026-03-02T12:00:05.000Z', 1],
  ],
])('the outcome of a message %s is stored with it', async (_what, concluded, outcome) => {
  const columns = ['desk', 'e1/update', 'low', 'update', 'e1', '{"of":"e1"}', '2026-03-02T12:00:00.000Z'];
  expect(await asked(concluded)).toEqual([['conclude', [...columns, ...outcome].map((value) => [value])]]);
});

test('nothing is asked about no messages', async () => {
  expect(await asked()).toEqual([]);
});

test('before an end that was sent is stored, what else waits of its episode is settled', async () => {
  expect((await asked(sent('resolve')))[0]).toEqual(['settle rest', [['desk'], ['e1']]]);
  expect(await statements(sent('resolve'))).toEqual(['settle rest', 'conclude']);
  expect(await statements(givenUp('resolve'))).toEqual(['conclude']);
  expect(await statements(sent('update'))).toEqual(['conclude']);
  const { db, asked: rest } = noting();
  await settleRest(db, TABLE, []);
  expect(rest).toEqual([]);
});

test.each<[what: string, concluded: ConcludedMessage, names: boolean]>([
  ['of a beginning that was told', sent('fire', { messageId: 'm1' }), true],
  ['of none that has no id', sent('fire'), false],
  ['of none that nobody is known to have', sent('fire', { messageId: 'm1', untaken: true }), false],
  ['of none that was given up', givenUp('fire'), false],
  ['of no update', sent('update', { messageId: 'm1' }), false],
  ['of no end', sent('resolve', { messageId: 'm1' }), false],
])('the id is added to that of another replica %s', async (_what, concluded, names) => {
  const found = (await asked(concluded)).find(([statement]) => statement === 'second id');
  expect(found?.[1]).toEqual(names ? [['desk'], ['e1/fire'], ['m1']] : undefined);
});

test('an id that is added is one that can be stored', async () => {
  const found = (await asked(sent('fire', { messageId: 'm\0' }))).find(([name]) => name === 'second id');
  expect(found?.[1]).toEqual([['desk'], ['e1/fire'], ['m\uFFFD']]);
  expect([idOf('m\0'), idOf(''), idOf(undefined)]).toEqual(['m\uFFFD', '', undefined]);
});

const quiet = { messageId: 'quiet' };

test.each<[what: string, concluded: readonly ConcludedMessage[], episodes: readonly string[] | undefined]>([
  ['whose beginning was told', [sent('fire')], ['e1']],
  ['whose beginning nobody is known to have', [sent('fire', { untaken: true })], undefined],
  ['whose beginning was given up', [givenUp('fire')], undefined],
  ['of which an update was told', [sent('update')], undefined],
  ['of which an update was not worth it', [sent('update', { ...quiet, untaken: true })], undefined],
  ['whose end was not worth telling', [sent('resolve', { ...quiet, untaken: true })], ['e1']],
  ['whose end was told', [sent('resolve')], undefined],
  ['whose end was told with an id', [sent('resolve', { messageId: 'm1', untaken: true })], undefined],
  ['whose end was given up', [givenUp('resolve')], undefined],
  ['whose beginning and end were told', [sent('fire'), sent('resolve')], undefined],
  [
    'whose beginning was told and whose end is untaken',
    [sent('fire'), sent('resolve', { untaken: true })],
    ['e1'],
  ],
  ['whose beginning was told and whose end was given up', [sent('fire'), givenUp('resolve')], ['e1']],
  ['of several', [sent('fire', {}, 'e1'), sent('resolve', {}, 'e2'), sent('fire', {}, 'e3')], ['e1', 'e3']],
  ['whose end another receiver was told', [sent('fire'), { ...sent('resolve'), receiver: 'other' }], ['e1']],
])('whether an end is worth telling now is asked of an episode %s', async (_what, concluded, episodes) => {
  const found = (await asked(...concluded)).filter(([statement]) => statement === 'worth telling');
  const receivers = episodes?.map(() => 'desk');
  expect(found.map(([, values]) => values)).toEqual(episodes ? [[receivers, episodes, 'quiet']] : []);
});

// What the outbox and the reader of forgotten wallets ask of Postgres, and make of its answers; what the statements themselves do
// is in outbox.test.ts.
import { describe, expect, test, vi } from 'vitest';
import { createForgottenReader } from '../../../src/store/alerts/forgotten-wallets.ts';
import { createOutbox } from '../../../src/store/alerts/outbox.ts';
import { type Answers, askedDatabase } from '../../support/asked-database.ts';

const F = '"f"' as never;
const iso = (ms: number) => new Date(ms).toISOString();

describe('wallets to forget', () => {
  const row = (account: string, type: string, at: number, more: object = {}) => ({
    ...{ account_id: Number(account) || null, account, currency: 'UGX', wallet_type: type },
    ...{ at: new Date(at), mark: iso(at), since: `since ${at}`, ...more },
  });
  /** Reads as often as there are answers; of those named again, as said by account. */
  const reads = async (
    answers: readonly (readonly object[])[],
    named: Readonly<Record<number, readonly object[]>> = {},
  ) => {
    const left = [...answers];
    const { pool, of } = askedDatabase({
      named: [/JOIN "f"\.wallet/, ([id]) => named[id as number] ?? []],
      read: [/LEFT JOIN "f"\.account/, () => left.shift()!],
    });
    const read = createForgottenReader(pool, F);
    const told: string[][] = [];
    for (const _ of answers)
      told.push(
        (await read()).map(
          ({ account, walletType, forgottenAt }) => `${account}/${walletType} ${forgottenAt}`,
        ),
      );
    return { told, since: of('read').map(([since]) => since), named: of('named') };
  };

  test('are told once, though each read looks at the last ones again', async () => {
    const [x, y, z] = [row('1', 'X', 1), row('1', 'Y', 2), row('2', 'Z', 3)];
    const { told, since } = await reads([[x], [x, y], [], [y, z], [y, z]]);
    expect(told).toEqual([['1/X 1'], ['1/Y 2'], [], ['2/Z 3'], []]);
    expect(since).toEqual([null, 'since 1', 'since 2', 'since 2', 'since 3']);
  });

  test('are told again when they are forgotten again', async () => {
    const { told } = await reads([[row('1', 'X', 1)], [row('1', 'X', 1), row('1', 'X', 5)]]);
    expect(told).toEqual([['1/X 1'], ['1/X 5']]);
  });

  test('are not told when they were named since; that is asked once for an account, since its first', async () => {
    const rows = [row('1', 'X', 1), row('1', 'Y', 2), row('2', 'X', 1), row('nobody', 'X', 4)];
    const { told, named } = await reads([rows], { 1: [{ currency: 'UGX', wallet_type: 'X', mark: iso(1) }] });
    expect(told).toEqual([['1/Y 2', '2/X 1', 'nobody/X 4']]);
    expect(named).toEqual([
      [1, '1', iso(1), 60_000],
      [2, '2', iso(1), 60_000],
    ]);
  });
});

describe('the outbox', () => {
  const row = (key: string, kind: string | null, at: number, more: object = {}) => ({
    ...{
      key,
      alert: 'a',
      kind,
      episode: 'e',
      body: '{}',
      attempts: 1,
      created_at: new Date(at),
      message_id: null,
      ...more,
    },
  });
  const outboxOf = (answers: Answers) => {
    const asked = askedDatabase(answers);
    return { outbox: createOutbox({ pool: asked.pool, schema: F }), ...asked };
  };

  test('gives news before changes of what is known, and then the oldest first', async () => {
    const rows = [row('a', 'update', 1), row('b', 'resolve', 3), row('c', 'fire', 2), row('d', 'update', 0)];
    const { outbox, of } = outboxOf({ claimed: [/UPDATE "f"\.outbox/, rows] });
    const claimed = await outbox.claim('ops', 10, 5_000);
    expect(claimed.map(({ key }) => key)).toEqual(['c', 'b', 'd', 'a']);
    expect(of('claimed')).toEqual([['ops', 10, 5_000]]);
    expect(claimed[0]).toEqual({
      ...{ receiver: 'ops', key: 'c', alert: 'a', kind: 'fire', episode: 'e', body: '{}' },
      ...{ createdAt: 2, attempts: 1, messageId: null },
    });
  });

  test('takes a message of before there were kinds for a beginning, of no episode', async () => {
    const { outbox } = outboxOf({ claimed: [/UPDATE "f"\.outbox/, [row('a', null, 1, { episode: null })]] });
    expect(await outbox.claim('ops', 10, 5_000)).toMatchObject([{ kind: 'fire', episode: '' }]);
  });

  test('prunes until less is found than can be deleted at once', async () => {
    const sizes = [2_000, 2_000, 1_999, 5];
    const { outbox, of } = outboxOf({
      pruned: [/DELETE FROM/, () => Array<object>(sizes.shift()!).fill({})],
    });
    await outbox.prune();
    expect(of('pruned')).toHaveLength(3);
  });

  test('is pruned when messages are added, once in six hours', async () => {
    const { outbox, of } = outboxOf({ pruned: [/DELETE FROM/], added: [/INSERT INTO "f"\.outbox/] });
    const message = {
      receiver: 'ops',
      key: 'k',
      alert: 'a',
      kind: 'fire',
      episode: 'e',
      body: '{}',
      createdAt: 1,
    } as const;
    const time = vi.spyOn(performance, 'now');
    const SIX_HOURS = 6 * 3_600_000;
    const pruned: number[] = [];
    for (const at of [
      5,
      6,
      5 + SIX_HOURS,
      6 + SIX_HOURS,
      7 + SIX_HOURS,
      6 + 2 * SIX_HOURS,
      7 + 2 * SIX_HOURS,
    ]) {
      time.mockReturnValue(at);
      await outbox.add([message]);
      pruned.push(of('pruned').length);
    }
    time.mockRestore();
    expect(pruned).toEqual([1, 1, 1, 2, 2, 2, 3]);
    expect(of('added')).toHaveLength(7);
  });

  test('tells the members of a message that last, those that ended, and what was left untold of these', async () => {
    const rows = [
      { episode: 'a', ended: false, untold: null },
      { episode: 'b', ended: true, untold: null },
      { episode: 'c', ended: true, untold: 'key' },
    ];
    const { outbox } = outboxOf({ members: [/\$2/, rows] });
    expect(await outbox.membersOf('ops', 'id')).toEqual({
      ...{ lasting: ['a'], ended: ['b', 'c'], untold: new Map([['c', 'key']]) },
    });
  });

  test('that is empty has nothing waiting, and nothing that was taken', async () => {
    const { outbox } = outboxOf({});
    expect(await outbox.count('ops')).toEqual({ waiting: 0, dead: 0 });
    expect(await outbox.takenAgo('ops')).toBeNull();
    expect(await outbox.knownByKey('ops', ['k'])).toEqual(new Map());
    expect(await outbox.due(['ops'])).toEqual(new Set());
  });

  test('knows messages by their keys, and who has some that are due', async () => {
    const { outbox, of } = outboxOf({
      known: [/AS "takenMsAgo"/, [{ key: 'k', messageId: 'm', state: 'done', takenMsAgo: 5 }]],
      counted: [/FILTER/, [{ waiting: 3, dead: 1 }]],
      taken: [/AS ago/, [{ ago: 12 }]],
      due: [/receiver/, [{ receiver: 'ops' }]],
    });
    expect(await outbox.knownByKey('ops', ['k'])).toEqual(
      new Map([['k', { messageId: 'm', state: 'done', takenMsAgo: 5 }]]),
    );
    expect(await outbox.count('ops')).toEqual({ waiting: 3, dead: 1 });
    expect(await outbox.takenAgo('ops')).toBe(12);
    expect(await outbox.due(['ops', 'b'])).toEqual(new Set(['ops']));
    expect([of('known'), of('due')]).toEqual([[['ops', ['k']]], [[['ops', 'b']]]]);
  });
});

// What results become on their way into Postgres and out of the relay, by their values; that Postgres takes them is in
// ledger.test.ts and relay.test.ts.
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/observation.ts';
import { walletKey } from '../../../src/domain/wallet.ts';
import { balanceCodec } from '../../../src/store/ledger/balance-codec.ts';
import type { LedgerContext, Result, StoredResult } from '../../../src/store/ledger/codec.ts';
import { replaceFailures, writeRows } from '../../../src/store/ledger/poll-rows.ts';
import { recordConflicts } from '../../../src/store/ledger/record-conflicts.ts';
import { readRelayed, relay } from '../../../src/store/ledger/relay.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import { failure, observation, wallet } from '../../support/ledger.ts';
import { scriptedDatabase } from '../../support/scripted-database.ts';

const SCHEMA = '"floatwatch"' as Schema;
const SLOT = Date.parse('2026-07-20T12:00:00Z');
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();

function result(seen: Observation, more: Partial<Result<Observation>> = {}): Result<Observation> {
  return { accountId: 7, claim: null, observation: seen, records: 1, unreadable: null, ...more };
}

const CONTEXT = {
  ...{ schema: SCHEMA, replica: 'a' },
  staleAt: (_account: string, slot: number) => slot + 5 * MINUTE,
  codec: { operation: 'balances' as const, records: balanceCodec.records },
};
const keyOf = ({ accountId, observation: { slot } }: Result<Observation>) => ({
  account_id: accountId,
  slot: new Date(slot),
});

describe('rows of polls', () => {
  const good = result(observation(SLOT, { durationMs: 250.6, envelopeCode: 200.4 }), { claim: 'c' });
  const bad = result(failure(SLOT + MINUTE, { detail: `a\0${'x'.repeat(1_100)}` }), {
    ...{ accountId: 8, records: 0, unreadable: '[]' },
  });
  const COLUMNS = [
    ...['{7,8}', `{${iso(SLOT)},${iso(SLOT + MINUTE)}}`, '{c,NULL}', ['ok', 'connect']],
    `{${iso(SLOT + 100)},${iso(SLOT + MINUTE + 100)}}`,
    `{${iso(SLOT + 350)},${iso(SLOT + MINUTE + 350)}}`,
    `{${iso(SLOT + 5 * MINUTE)},NULL}`,
    ...['{251,250}', '{200,NULL}', '{200,NULL}', '{1,0}'],
    [null, expect.stringMatching(/^a\uFFFDx{998}…[0-9a-f]{16}$/)],
    [null, '[]'],
  ];

  test('are filled with all that is known, between the first slot and the last', async () => {
    const { db, questions: asked } = scriptedDatabase([keyOf(good), keyOf(bad)]);
    const now = SLOT + 60 * MINUTE;
    expect(await writeRows(db, CONTEXT, { batch: [good, bad], now })).toEqual([
      { ...keyOf(good), late: true },
      { ...keyOf(bad), late: false },
    ]);
    expect(asked.map(({ values }) => values)).toEqual([
      [...COLUMNS, 'a', iso(SLOT), iso(SLOT + MINUTE), 'balances'],
    ]);
  });

  test('are made where there are none, with the same', async () => {
    const { db, questions: asked } = scriptedDatabase([keyOf(good)], [keyOf(bad)]);
    const written = await writeRows(db, CONTEXT, { batch: [good, bad], now: SLOT });
    expect(written.map(({ account_id }) => account_id)).toEqual([7, 8]);
    expect(asked[1]!.text).toContain('INSERT INTO "floatwatch".poll ');
    expect(asked[1]!.values.slice(0, 3)).toEqual(['{8}', `{${iso(SLOT + MINUTE)}}`, '{NULL}']);
    expect(asked[1]!.values.slice(-2)).toEqual(['a', 'balances']);
  });

  test('are not asked for without results', async () => {
    const { db, questions: asked } = scriptedDatabase();
    expect(await writeRows(db, CONTEXT, { batch: [], now: SLOT })).toEqual([]);
    expect(await replaceFailures(db, CONTEXT, { batch: [], now: SLOT })).toEqual([]);
    expect(await replaceFailures(db, CONTEXT, { batch: [bad], now: SLOT })).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('of failures are kept beside the successes that replace them, which alone are asked for', async () => {
    const { db, questions: asked } = scriptedDatabase([], [keyOf(good)]);
    const now = SLOT + 60 * MINUTE;
    expect(await replaceFailures(db, CONTEXT, { batch: [good, bad], now })).toEqual([
      { ...keyOf(good), late: true },
    ]);
    expect(asked[0]!.values).toEqual(['{7}', `{${iso(SLOT)}}`, 'balances']);
    expect(asked[1]!.values.slice(0, 2)).toEqual(['{7}', `{${iso(SLOT)}}`]);
  });
});

describe('a result that came second', () => {
  const own = result(observation(SLOT, { durationMs: 250.4 }));
  const stored = {
    ...{ ...keyOf(own), started_at: new Date(SLOT + 100), observed_at: new Date(SLOT + 350) },
    ...{ outcome: 'ok', duration_ms: 250, wallets: 1 },
  };

  test('is no other one where all of it is stored already', async () => {
    const { db, questions: asked } = scriptedDatabase([stored]);
    expect(await recordConflicts(db, CONTEXT, [own])).toEqual([]);
    expect(asked.map(({ values }) => values)).toEqual([['{7}', `{${iso(SLOT)}}`, 'balances']]);
  });

  test.each<[what: string, row: object | null, reason: string]>([
    ['another outcome', { outcome: 'partial' }, 'conflict'],
    ['another duration', { duration_ms: 251 }, 'conflict'],
    ['more wallets', { wallets: 2 }, 'conflict'],
    ['another beginning', { started_at: new Date(SLOT + 101) }, 'conflict'],
    ['another end', { observed_at: new Date(SLOT + 351) }, 'conflict'],
    ['no end', { outcome: null, started_at: null, observed_at: null }, 'fenced'],
    ['no row', null, 'fenced'],
  ])('is kept beside one with %s', async (_what, row, reason) => {
    const { db, questions: asked } = scriptedDatabase(row === null ? [] : [{ ...stored, ...row }]);
    expect(await recordConflicts(db, CONTEXT, [own])).toEqual([own]);
    expect(asked[1]!.values).toEqual([
      ...[[7], [iso(SLOT)], [iso(SLOT + 100)], [iso(SLOT + 350)], [reason], ['ok']],
      [balanceCodec.records(own.observation)],
      ...['a', 'balances'],
    ]);
  });
});

describe('snapshots', () => {
  const two = observation(SLOT, {
    wallets: [
      wallet('1.50', { reserve: null }),
      wallet('2', { walletType: 'B' }),
      wallet('3', { walletType: 'C' }),
    ],
  });
  const other = observation(SLOT, { account: 'beta', wallets: [wallet('4')], observedAt: SLOT + 0.6 });
  const [first, third] = [two.wallets[0]!, two.wallets[2]!];
  const ids = {
    wallets: async () =>
      new Map([
        [
          'acme-ug',
          new Map([
            [walletKey(first), 1],
            [walletKey(third), 3],
          ]),
        ],
        ['beta', new Map([[walletKey(other.wallets[0]!), 9]])],
      ]),
  };
  const stored: StoredResult<Observation>[] = [
    { ...result(two), late: true },
    { ...result(failure(SLOT)), accountId: 5, late: true },
    { ...result(other), accountId: 8, late: false },
  ];
  const write = async (results: readonly StoredResult<Observation>[], mayExist = false) => {
    const { db, questions: asked } = scriptedDatabase();
    const context = { schema: SCHEMA, ids } as unknown as LedgerContext;
    const prepared = await balanceCodec.prepare(
      context,
      results.map((each) => each.observation),
    );
    const leftOut = await prepared(db, results, { now: SLOT + MINUTE, mayExist });
    return { leftOut: [...leftOut], asked };
  };

  test('have the instants of their polls and the numbers of their wallets; those without one are counted', async () => {
    const { leftOut, asked } = await write(stored);
    expect(leftOut).toEqual([['acme-ug', 1]]);
    expect(asked[0]!.text).toMatch(/^INSERT INTO "floatwatch"\.snapshot .*\)$/);
    expect(asked[0]!.values).toEqual([
      ...[`{${iso(SLOT)},${iso(SLOT)},${iso(SLOT)}}`, '{350,350,1}', '{1,1,3}', '{7,7,8}', '{1,3,9}'],
      ...['{1.50,3,4}', '{1.50,3,4}', '{0,0,0}', '{NULL,0.00,0.00}'],
    ]);
  });

  test('of late polls with wallets have their hours marked', async () => {
    const { asked } = await write(stored);
    expect(asked).toHaveLength(2);
    expect(asked[1]!.values.slice(0, 2)).toEqual([[7], [iso(SLOT)]]);
    expect((await write(stored.slice(1))).asked).toHaveLength(1);
  });

  test('that may be there already are passed over', async () => {
    const { asked } = await write(stored, true);
    expect(asked[0]!.text).toMatch(/ ON CONFLICT DO NOTHING$/);
  });

  test('are none of polls without wallets', async () => {
    expect((await write(stored.slice(1, 2))).asked).toEqual([]);
    expect(await write([])).toEqual({ leftOut: [], asked: [] });
  });

  const sweep = Array.from({ length: 10 }, () => ({ ...result(two), late: false }));

  test('of a current sweep are relayed as they were stored, unless others may be there', async () => {
    const { asked } = await write(sweep);
    expect(asked).toHaveLength(2);
    const [slot, account, text] = asked[1]!.values;
    expect([slot, account]).toEqual([iso(SLOT), 7]);
    expect(String(text).split('\n').slice(1)).toEqual(asked[0]!.values.slice(3));
    expect((await write(sweep, true)).asked).toHaveLength(1);
  });
});

describe('the relay', () => {
  const columns = ['{7}', '{1}', '{5.0}', '{5}', '{NULL}', '{0}'];
  const polls = (count: number, more: Partial<Observation> = {}) =>
    Array.from({ length: count }, (_, i) => result(observation(SLOT, more), { accountId: 7 + i }));
  const relayed = async (stored: readonly Result<Observation>[], now = SLOT) => {
    const { db, questions: asked } = scriptedDatabase();
    await relay(db, SCHEMA, { stored, columns, now });
    return asked.map(({ values }) => String(values[2]).split('\n'));
  };

  test.each([
    ['ten polls', polls(10), SLOT, 1],
    ['not nine', polls(9), SLOT, 0],
    ['none', [], SLOT, 0],
    ['two minutes after their slot', polls(10), SLOT + 2 * MINUTE, 1],
    ['not a millisecond later', polls(10), SLOT + 2 * MINUTE + 1, 0],
    ['not those of several slots', [...polls(9), result(observation(SLOT + 1))], SLOT, 0],
  ])('has %s', async (_what, stored, now, rows) => {
    expect(await relayed(stored, now)).toHaveLength(rows);
  });

  test('has successes alone, those without a remark, by their values in the table', async () => {
    const stored = [
      ...polls(7),
      result(observation(SLOT, { durationMs: 1.6, envelopeCode: null }), { accountId: 90 }),
      result(failure(SLOT), { accountId: 91 }),
      result(observation(SLOT, { detail: 'slow' }), { accountId: 92 }),
      result(observation(SLOT, { outcome: 'partial', envelopeCode: 200.4 }), {
        ...{ accountId: 93, unreadable: '[{"currency":"KES"}]' },
      }),
    ];
    const [[packed, ...rest] = []] = await relayed(stored);
    expect(rest).toEqual(columns);
    expect(JSON.parse(packed!).slice(7)).toEqual([
      [90, 'ok', SLOT + 100, SLOT + 350, 2, 200, null, null],
      [93, 'partial', SLOT + 100, SLOT + 350, 250, 200, 200, [{ currency: 'KES' }]],
    ]);
  });

  const asked = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ account: `a${i}`, slot: SLOT, accountId: 7 + i }));

  test('is asked for ten polls at least, and gives those that it was asked for', async () => {
    const none = scriptedDatabase();
    expect(await readRelayed(none.db, SCHEMA, asked(9))).toEqual({ polls: [], amounts: [] });
    expect(none.questions).toEqual([]);
    const packed = [8, 99].map((id) => [id, 'ok', SLOT + 1, SLOT + 2, 3, 200, null, null]);
    const text = [
      JSON.stringify(packed),
      '{8,99,8}',
      '{1,2,3}',
      '{5.0,6,7}',
      '{5,6,7}',
      '{NULL,0,0}',
      '{0,0,0}',
    ];
    const { db, questions } = scriptedDatabase([
      { slot: new Date(SLOT), snapshots: text.join('\n') },
      { slot: new Date(SLOT), snapshots: text.slice(0, -1).join('\n') },
    ]);
    const slot = new Date(SLOT);
    expect(await readRelayed(db, SCHEMA, asked(10))).toEqual({
      polls: [
        {
          account: 'a1',
          poll: {
            ...{ account_id: 8, outcome: 'ok', slot, claimed_at: new Date(SLOT + 1) },
            ...{ started_at: new Date(SLOT + 1), observed_at: new Date(SLOT + 2), duration_ms: 3 },
            ...{ http_status: 200, envelope_code: null, detail: null, unreadable: null },
          },
        },
      ],
      amounts: [
        { account_id: 8, slot, wallet_id: 1, available: '5.0', actual: '5', uncleared: null, reserve: '0' },
        { account_id: 8, slot, wallet_id: 3, available: '7', actual: '7', uncleared: '0', reserve: '0' },
      ],
    });
    expect(questions[0]!.values).toEqual([`{${iso(SLOT)}}`, '{7,8,9,10,11,12,13,14,15,16}']);
  });
});

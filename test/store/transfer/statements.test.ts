// What is asked of a database by an export and an import, without one: the rows of each file in their order, the names that
// become numbers, the months, and the hours whose figures are made again. On every engine: engines.test.ts.
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import { markEnds, markHours } from '../../../src/store/transfer/late-hours.ts';
import { monthsOf, seenIn } from '../../../src/store/transfer/ledger-months.ts';
import { isPassedOver, openStage } from '../../../src/store/transfer/merge.ts';
import { numbering } from '../../../src/store/transfer/numbers.ts';
import { headOf, sumOf, textOf } from '../../../src/store/transfer/read-part.ts';
import { AS_TEXT, conditionOf, nextMonth, rowsOf, start } from '../../../src/store/transfer/statements.ts';
import {
  COLUMNS,
  fileColumns,
  type PartKind,
  TABLES,
  type TableColumns,
  type TableName,
  tablesOf,
} from '../../../src/store/transfer/tables.ts';

const SCHEMA = '"floatwatch"' as Schema;
const KINDS: readonly PartKind[] = ['state', 'ledger', 'records', 'common'];

/** A database that answers each question by the next of these, and keeps what it was asked. */
function database(...answers: readonly (readonly object[])[]) {
  const asked: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  const left = [...answers];
  const client = {
    async query(text: string, values: readonly unknown[] = []) {
      asked.push({ text: text.replaceAll(/\s+/g, ' ').trim(), values });
      return { rows: left.shift() ?? [] };
    },
  } as unknown as pg.Client;
  return { client, asked };
}

test('the files of an export: their tables, columns, and the order of their rows', async () => {
  const told = KINDS.flatMap((kind) => {
    const part = { kind, ...(kind !== 'common' && { accountId: 7, month: '2026-02' }) };
    return [
      `--- ${kind}`,
      ...tablesOf(kind, COLUMNS).map((name) => headOf(name, COLUMNS) + rowsOf(SCHEMA, name, part, COLUMNS)),
    ];
  });
  await expect(`${AS_TEXT}\n${told.join('\n')}\n`).toMatchFileSnapshot('golden/rows.txt');
});

test('how each row is taken in: which of two rows stays, and which of its columns', async () => {
  const told: string[] = [];
  for (const name of Object.keys(TABLES) as TableName[]) {
    for (const isAsFar of [false, true]) {
      const client = {
        async query(asked: string | object) {
          if (typeof asked === 'string' && (!isAsFar || asked.startsWith('INSERT'))) told.push(asked);
          return { rows: [{ kept: 0, pair: null }] };
        },
      };
      const copying = (asked: string | { readonly cursor: unknown }) => {
        if (typeof asked === 'string') return client.query(asked);
        const listeners = new Map<string, () => void>();
        const stream = {
          write: () => true,
          end: () => listeners.get('finish')?.(),
          on(event: string, listener: () => void) {
            listeners.set(event, listener);
            return stream;
          },
        };
        return stream;
      };
      told.push(`--- ${name}${isAsFar ? ', where the database is as far' : ''}`);
      const options = { schema: SCHEMA, columns: COLUMNS, isAsFar, wasTaken: false };
      const stage = await openStage({ query: copying } as unknown as pg.Client, name, options);
      await stage.write('x\n');
      await stage.merge();
    }
  }
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('golden/merge.txt');
});

const POLL: (string | null)[] = [
  '3',
  '2026-05-04',
  'balances',
  'ok',
  'a',
  ...Array.from({ length: 11 }, () => '1'),
];
const SNAPSHOT = ['3', '21', '2026-05-04', '0', '1.50', '1.50', '1.50', '1.50'];

describe('a row of the file that differs in the database', () => {
  const merged = async (name: TableName, row: object) => {
    const query = (asked: string | object) => {
      if (typeof asked === 'string') return Promise.resolve({ rows: [row] });
      const stream = {
        end: () => stream.finish(),
        finish: () => {},
        on(event: string, listener: () => void) {
          if (event === 'finish') stream.finish = listener;
          return stream;
        },
      };
      return stream;
    };
    const options = { schema: SCHEMA, columns: COLUMNS, isAsFar: false, wasTaken: false };
    return await (await openStage({ query } as unknown as pg.Client, name, options)).merge();
  };

  test.each<[TableName, object, object]>([
    ['poll', { kept: 0, pair: null }, { contradiction: null, kept: 0 }],
    [
      'poll',
      { kept: 1, pair: JSON.stringify([POLL, POLL.with(3, 'deadline').with(4, null)]) },
      {
        contradiction:
          'poll, slot 2026-05-04, operation balances: outcome is ok in the export and deadline in the database; replica is a in the export and unknown in the database',
        kept: 1,
      },
    ],
    [
      'snapshot',
      { kept: 3, name: 'UGX/FEES', pair: JSON.stringify([SNAPSHOT, SNAPSHOT.map(() => null)]) },
      { contradiction: 'snapshot of UGX/FEES, slot 2026-05-04: the database has no such row', kept: 3 },
    ],
    [
      'snapshot',
      {
        kept: 1,
        name: 'UGX/FEES',
        pair: JSON.stringify([SNAPSHOT, SNAPSHOT.with(3, '9'.repeat(70)).fill('0', 4)]),
      },
      {
        contradiction: `snapshot of UGX/FEES, slot 2026-05-04: observed_after is 0 in the export and ${'9'.repeat(60)}… in the database; available is 1.50 in the export and 0 in the database; actual is 1.50 in the export and 0 in the database; and 2 more of its columns differ`,
        kept: 1,
      },
    ],
    [
      'snapshot',
      { kept: 1, name: 'UGX/FEES', pair: JSON.stringify([SNAPSHOT, SNAPSHOT.with(3, 'x').fill('0', 4, 7)]) },
      { contradiction: expect.stringMatching(/; and 1 more of its columns differs$/), kept: 1 },
    ],
    ['plan', { kept: 2, pair: '[[], []]' }, { contradiction: null, kept: 2 }],
    ['alert_state', { kept: 2, pair: '[[], []]' }, { contradiction: null, kept: 2 }],
  ])('of %s: %j', async (name, row, expected) => {
    expect(await merged(name, row)).toEqual(expected);
  });
});

test.each<[TableName, boolean, boolean, boolean]>([
  ['outflow_daily', false, false, false],
  ['outflow_daily', true, false, true],
  ['outflow_daily', false, true, false],
  ['rollup_late', true, false, false],
  ['rollup_late', true, true, true],
  ['poll', true, true, false],
])(
  '%s, where the database is as far: %s, and took it before: %s, is passed over: %s',
  (name, isAsFar, wasTaken, is) => {
    expect(isPassedOver(name, { schema: SCHEMA, columns: COLUMNS, isAsFar, wasTaken })).toBe(is);
  },
);

test('an older export has fewer tables and columns', () => {
  const older: TableColumns = { wallet: ['currency', 'wallet_type'], poll: ['slot', 'operation'] };
  expect(tablesOf('state', older)).toEqual(['wallet']);
  expect(tablesOf('records', older)).toEqual([]);
  expect(fileColumns('poll', older)).toEqual(['slot', 'operation']);
  expect(headOf('poll', older)).toBe('COPY poll (slot, operation) FROM stdin;\n');
  expect(rowsOf(SCHEMA, 'poll', { kind: 'ledger', accountId: 1, month: '2026-12' }, older)).toContain(
    'SELECT t.slot, t.operation FROM "floatwatch".poll t\n    WHERE t.account_id = 1 AND t.slot >= \'2026-12-01T00:00:00Z\' AND t.slot < \'2027-01-01T00:00:00Z\' AND t.outcome IS NOT NULL ORDER BY t.slot, t.operation COLLATE "C"',
  );
});

test('the months follow one another', () => {
  expect(['2026-01', '2026-09', '2026-11', '2026-12'].map(nextMonth)).toEqual([
    ...['2026-02', '2026-10', '2026-12', '2027-01'],
  ]);
  expect(start('2026-02')).toBe('2026-02-01T00:00:00Z');
  expect(conditionOf('snapshot', { kind: 'ledger' })).toBe('true');
  expect(conditionOf('wallet', { kind: 'state', accountId: 3, month: '2026-02' })).toBe('t.account_id = 3');
});

describe('the months of an account', () => {
  test.each([
    ['none without rows', [null, null], []],
    ['one', ['2026-02', null, '2026-02'], ['2026-02']],
    [
      'all from the first to the last, over a year',
      ['2027-02', '2026-11', null],
      ['2026-11', '2026-12', '2027-01', '2027-02'],
    ],
  ])('%s', async (_what, found, months) => {
    const { client, asked } = database(found.map((month) => ({ month })));
    expect(await monthsOf(client, SCHEMA, 7)).toEqual(months);
    expect(asked).toHaveLength(1);
  });

  test('are asked for from both ends of each table, of a wallet by its key', async () => {
    const { client, asked } = database([]);
    await monthsOf(client, SCHEMA, 7);
    await expect(`${asked[0]!.text.replaceAll(' UNION ALL ', '\n')}\n`).toMatchFileSnapshot(
      'golden/months.txt',
    );
  });

  test('are as they were while their counts are', async () => {
    const { client, asked } = database([{ seen: ['3', '2', '1', '40'] }]);
    expect(await seenIn(client, SCHEMA, { kind: 'ledger', accountId: 7, month: '2026-02' })).toEqual([
      3, 2, 1, 40,
    ]);
    expect(asked[0]!.text).toMatchInlineSnapshot(
      `"SELECT ARRAY[p.ended, p.succeeded, p.lost, s.snapshots] AS seen FROM ( SELECT count(*) AS ended, count(*) FILTER (WHERE t.outcome IN ('ok', 'partial')) AS succeeded, count(*) FILTER (WHERE t.outcome = 'lost') AS lost FROM "floatwatch".poll t WHERE t.account_id = 7 AND t.slot >= '2026-02-01T00:00:00Z' AND t.slot < '2026-03-01T00:00:00Z' AND t.outcome IS NOT NULL ) p, (SELECT count(*) AS snapshots FROM "floatwatch".snapshot t WHERE t.account_id = 7 AND t.slot >= '2026-02-01T00:00:00Z' AND t.slot < '2026-03-01T00:00:00Z') s"`,
    );
  });
});

describe('names in the lines become numbers', () => {
  test('none of what is nobody’s, and that of the account', async () => {
    const { client, asked } = database();
    const nobody = await numbering(client, SCHEMA, { name: 'outbox', accountId: 7 });
    expect(nobody('a\tb')).toBe('a\tb');
    const account = await numbering(client, SCHEMA, { name: 'poll', accountId: 7 });
    expect(account('a\tb')).toBe('7\ta\tb');
    expect(asked).toEqual([]);
  });

  test('those of a wallet, as COPY writes them', async () => {
    const odd = 'a\\b\b\f\n\r\t\vé';
    const { client, asked } = database([
      { number: 5, currency: 'UGX', wallet_type: 'P' },
      { number: 6, currency: 'UGX', wallet_type: odd },
    ]);
    const number = await numbering(client, SCHEMA, { name: 'snapshot', accountId: 7 });
    expect(asked).toEqual([
      {
        text: 'SELECT wallet_id AS number, currency, wallet_type FROM "floatwatch".wallet WHERE account_id = $1',
        values: [7],
      },
    ]);
    expect(number('UGX\tP\t2026\t1.50')).toBe('7\t5\t2026\t1.50');
    const written = `UGX\ta\\\\b\\b\\f\\n\\r\\t\\v${Buffer.from('é').toString('latin1')}`;
    expect(number(`${written}\tx`)).toBe('7\t6\tx');
    expect(() => number('KES\tP\tx')).toThrow('there is no such wallet: KES\tP');
  });

  test('those of a payment option', async () => {
    const { client, asked } = database([
      {
        ...{ number: 9, currency: 'UGX', transaction_type: 'PAYOUT' },
        ...{ transaction_method: 'MOBILE_MONEY', provider_code: 'MANGO' },
      },
    ]);
    const number = await numbering(client, SCHEMA, { name: 'payment_option_change', accountId: 7 });
    expect(asked[0]!.text).toBe(
      'SELECT option_id AS number, currency, transaction_type, transaction_method, provider_code FROM "floatwatch".payment_option WHERE account_id = $1',
    );
    expect(number('UGX\tPAYOUT\tMOBILE_MONEY\tMANGO\tslot\tmax')).toBe('7\t9\tslot\tmax');
    expect(() => number('UGX\tPAYOUT\tCARD\tMANGO\tslot')).toThrow(
      'there is no such option: UGX\tPAYOUT\tCARD\tMANGO',
    );
  });
});

describe('hours whose figures are made again', () => {
  const [JULY, AUGUST] = ['2026-07-20 00:00:00+00', '2026-08-09 00:00:00+00'];
  const month = (had: number, has: number, told: number) => ({
    ...{ accountId: 7, month: '2026-07', isAsFar: false, rolledTo: JULY as string | null },
    entry: { rows: { snapshot: told } },
    before: { rows: { snapshot: had }, sha256: '' },
    after: { rows: { snapshot: has }, sha256: '' },
  });

  test.each([
    ['none, where nothing is new', month(5, 5, 5), AUGUST, null],
    ['none, where the database has no figures', month(0, 5, 5), null, null],
    ['none, where it has figures no further than the export', month(0, 5, 5), JULY, null],
    [
      'from the figures of the export on, where the export alone has seen the month',
      month(0, 5, 5),
      AUGUST,
      JULY,
    ],
    [
      'none, where the export alone has, and has no figures',
      { ...month(0, 5, 5), rolledTo: null },
      AUGUST,
      null,
    ],
    ['all, where the database has seen more than the export', month(2, 6, 5), AUGUST, '-infinity'],
    ['from there on, where it had a part of the same', month(2, 5, 5), AUGUST, JULY],
    [
      'all, where it had a part of the same, and is as far',
      { ...month(2, 5, 5), isAsFar: true },
      AUGUST,
      '-infinity',
    ],
    ['from there on, where it is as far but had none', { ...month(0, 5, 5), isAsFar: true }, AUGUST, JULY],
  ])('%s', async (_what, imported, rolledTo, since) => {
    const { client, asked } = database(
      [{ rolled_to: rolledTo }],
      [{ hour: '2026-07-20 05:00:00+00' }, { hour: '2026-07-20 06:00:00+00' }],
    );
    await markHours(client, SCHEMA, imported);
    expect(asked[0]).toEqual({
      text: 'SELECT max(rolled_to)::text AS rolled_to FROM "floatwatch".wallet WHERE account_id = $1',
      values: [7],
    });
    if (since === null) {
      expect(asked).toHaveLength(1);
      return;
    }
    expect(asked[1]).toEqual({
      text: `SELECT DISTINCT date_trunc('hour', t.slot, 'UTC')::text AS hour FROM "floatwatch".snapshot t WHERE t.account_id = 7 AND t.slot >= '2026-07-01T00:00:00Z' AND t.slot < '2026-08-01T00:00:00Z' AND t.slot >= $1::timestamptz AND t.slot < $2::timestamptz`,
      values: [since, rolledTo],
    });
    expect(asked[2]).toEqual({
      text: 'INSERT INTO "floatwatch".rollup_late (account_id, hour, mark) SELECT 7, u.hour, $2::uuid FROM unnest($1::timestamptz[]) AS u(hour)',
      values: [
        ['2026-07-20 05:00:00+00', '2026-07-20 06:00:00+00'],
        expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      ],
    });
  });

  test('nothing is written where no hour has snapshots', async () => {
    const { client, asked } = database([{ rolled_to: AUGUST }], []);
    await markHours(client, SCHEMA, month(0, 5, 5));
    expect(asked).toHaveLength(2);
  });

  test.each([
    [
      'the first and the last of a month whose figures are new',
      0,
      744,
      ['2026-07-01T00:00:00Z', '2026-07-31T23:00:00.000Z'],
    ],
    ['also where some were there', 743, 744, ['2026-07-01T00:00:00Z', '2026-07-31T23:00:00.000Z']],
    ['none where all were', 744, 744, null],
    ['none where there are none', 0, 0, null],
  ])('%s', async (_what, had, told, hours) => {
    const { client, asked } = database();
    const rows = (count: number) => (count === 0 ? {} : { balance_hourly: count });
    await markEnds(client, SCHEMA, {
      ...{ accountId: 7, month: '2026-07', entry: { rows: rows(told) } },
      before: { rows: rows(had), sha256: '' },
    });
    expect(asked.map(({ values }) => values[0])).toEqual(hours === null ? [] : [hours]);
  });
});

test('a part is read as text: each table under its heading, pieces as they come, and its rows are counted', async () => {
  const pieces: Readonly<Record<string, readonly string[]>> = {
    poll: ['a\tb', 'c\nd\n', 'e\n'],
    snapshot: [],
  };
  const asked: string[] = [];
  const client = {
    query({ text }: { readonly text: string }) {
      const name = /FROM "floatwatch"\.(\w+) t/.exec(text)![1]!;
      asked.push(name);
      return (async function* () {
        for (const piece of pieces[name] ?? []) yield Buffer.from(piece);
      })();
    },
  } as unknown as pg.Client;
  const rows: Partial<Record<TableName, number>> = {};
  const counted: number[] = [];
  const reading = { client, schema: SCHEMA, columns: COLUMNS, onRows: (more: number) => counted.push(more) };
  let text = '';
  for await (const piece of textOf(reading, { kind: 'ledger', accountId: 7, month: '2026-02' }, rows))
    text += piece;
  expect(text).toBe(`${headOf('poll', COLUMNS)}a\tbc\nd\ne\n\\.\n`);
  expect(rows).toEqual({ poll: 3 });
  expect(counted).toEqual([0, 2, 1]);
  expect(asked).toEqual(['poll', 'snapshot']);
  expect(sumOf({ poll: 3, snapshot: 4 })).toBe(7);
  expect(sumOf({})).toBe(0);
  const signal = AbortSignal.abort(new Error('stopped'));
  const stopped = textOf({ ...reading, signal }, { kind: 'ledger', accountId: 7, month: '2026-02' }, {});
  await expect(stopped.next()).rejects.toThrow('stopped');
});

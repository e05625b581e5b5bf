import { expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { LedgerOptions } from '../../../src/store/ledger/ledger.ts';
import { createPaymentOptionLedger } from '../../../src/store/ledger/ledger.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { recentSlot } from '../../support/ledger.ts';
import { failedOptionPoll, option, optionPoll } from '../../support/options.ts';
import { testDatabase } from '../../support/postgres.ts';

const QUARTER = 15 * 60_000;
/** What a record without an answer says of the option: all of its currency may be meant. */
const UNNAMED = { transactionType: '', transactionMethod: '', providerCode: '' };

function ledgerOf(pool: Pool, replica = 'a', more: Partial<LedgerOptions> = {}) {
  return createPaymentOptionLedger({
    pool,
    schema: '"floatwatch"',
    replica,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    staleAt: (_, slot) => slot + 2 * QUARTER,
    ...more,
  });
}

const changesIn = (pool: Pool) =>
  pool.query(
    `SELECT provider_code, field, old_value, new_value FROM floatwatch.payment_option_changes ORDER BY seen_at, field`,
  );
const nowIn = (pool: Pool) =>
  pool.query<Record<string, unknown>>(
    'SELECT * FROM floatwatch.payment_options ORDER BY currency, transaction_type, provider_code',
  );

test('what the first good poll saw is there, and nothing of it is a change', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const slot = recentSlot();
  const seen = option({ min: amountOf('500.50'), max: null });
  expect(await ledgerOf(pool).complete([optionPoll(slot, [seen])])).toEqual(['stored']);
  expect(await nowIn(pool)).toEqual([
    {
      account: 'acme-ug',
      currency: 'UGX',
      transaction_type: 'PAYOUT',
      transaction_method: 'MOBILE_MONEY',
      provider_code: 'MANGO_UG',
      provider_name: 'Mango',
      method_name: 'Mobile Money',
      active: true,
      min_amount: '500.50',
      max_amount: null,
      max_daily_amount: '20000000',
      prefixes: ['77', '78'],
      first_seen: new Date(slot + 350),
      last_seen: new Date(slot + 350),
      vanished_at: null,
      state: 'fresh',
      account_id: expect.any(Number),
    },
  ]);
  expect(await changesIn(pool)).toEqual([]);
});

test('each field that is different is one change, and an amount written otherwise is none', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - QUARTER;
  await ledger.complete([optionPoll(slot, [option()])]);
  const next = option({
    active: false,
    min: amountOf('1000'),
    max: amountOf('5000000.00'),
    maxDaily: null,
    providerName: 'Mango Money',
    prefixes: ['78', '77', '079'],
  });
  await ledger.complete([optionPoll(slot + QUARTER, [next])]);
  const changed = { provider_code: 'MANGO_UG' };
  expect(await changesIn(pool)).toEqual([
    { ...changed, field: 'active', old_value: 'true', new_value: 'false' },
    { ...changed, field: 'max_daily_amount', old_value: '20000000', new_value: null },
    { ...changed, field: 'min_amount', old_value: '500', new_value: '1000' },
    { ...changed, field: 'prefixes', old_value: '77 78', new_value: '78 77 079' },
    { ...changed, field: 'provider_name', old_value: 'Mango', new_value: 'Mango Money' },
  ]);
  expect(await nowIn(pool)).toMatchObject([
    { active: false, min_amount: '1000', max_daily_amount: null, prefixes: ['78', '77', '079'] },
  ]);
});

test('vanishing from a good response and coming back are changes; a failed poll changes nothing', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 6 * QUARTER;
  const other = option({ providerCode: 'KIWI_UG' });
  await ledger.complete([optionPoll(slot, [option(), other])]);
  await ledger.complete([failedOptionPoll(slot + QUARTER)]);
  expect(await changesIn(pool)).toEqual([]);
  await ledger.complete([optionPoll(slot + 2 * QUARTER, [option()])]);
  await ledger.complete([optionPoll(slot + 3 * QUARTER, [option()])]);
  expect(await nowIn(pool)).toMatchObject([
    {
      provider_code: 'KIWI_UG',
      state: 'missing',
      last_seen: new Date(slot + 350),
      vanished_at: new Date(slot + 2 * QUARTER + 350),
    },
    { provider_code: 'MANGO_UG', last_seen: new Date(slot + 3 * QUARTER + 350), vanished_at: null },
  ]);
  const added = option({ providerCode: 'LIME_UG' });
  await ledger.complete([optionPoll(slot + 4 * QUARTER, [option(), { ...other, active: false }, added])]);
  expect(await changesIn(pool)).toEqual([
    { provider_code: 'KIWI_UG', field: 'present', old_value: 'true', new_value: 'false' },
    { provider_code: 'KIWI_UG', field: 'active', old_value: 'true', new_value: 'false' },
    { provider_code: 'KIWI_UG', field: 'present', old_value: 'false', new_value: 'true' },
    { provider_code: 'LIME_UG', field: 'present', old_value: 'false', new_value: 'true' },
  ]);
});

test('M6 an option that is named but not to be believed is neither seen nor vanished', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 2 * QUARTER;
  const other = option({ providerCode: 'KIWI_UG' });
  await ledger.complete([optionPoll(slot, [option(), other])]);
  const unreadable = [{ ...other, reason: 'duplicate' as const }];
  await ledger.complete([optionPoll(slot + QUARTER, [option()], { outcome: 'partial', unreadable })]);
  expect(await changesIn(pool)).toEqual([]);
  expect(await nowIn(pool)).toMatchObject([
    { provider_code: 'KIWI_UG', state: 'stale', last_seen: new Date(slot + 350), vanished_at: null },
    { provider_code: 'MANGO_UG', state: 'fresh' },
  ]);
  await ledger.complete([optionPoll(slot + 2 * QUARTER, [option(), other])]);
  expect(await nowIn(pool)).toMatchObject([{ state: 'fresh' }, { state: 'fresh' }]);
});

test('M6 a question of several that has no answer says nothing of what the others are about', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 2 * QUARTER;
  const inKes = option({ currency: 'KES' });
  await ledger.complete([optionPoll(slot, [option(), option({ providerCode: 'KIWI_UG' }), inKes])]);
  const unreadable = [{ currency: 'KES', ...UNNAMED, reason: 'unanswered' as const }];
  await ledger.complete([optionPoll(slot + QUARTER, [option()], { outcome: 'partial', unreadable })]);
  expect(await changesIn(pool)).toMatchObject([{ provider_code: 'KIWI_UG', field: 'present' }]);
});

test('M6 what no poll could read until now is no change when it is read; what one has seen missing is', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 5 * QUARTER;
  const unreadable = [{ currency: 'KES', ...UNNAMED, reason: 'unanswered' as const }];
  const inKes = option({ currency: 'KES' });
  const other = option({ providerCode: 'KIWI_UG' });
  await ledger.complete([optionPoll(slot, [option()], { outcome: 'partial', unreadable })]);
  await ledger.complete([optionPoll(slot + QUARTER, [option(), other], { outcome: 'partial', unreadable })]);
  const change = { field: 'present', old_value: 'false', new_value: 'true' };
  expect(await changesIn(pool)).toEqual([{ provider_code: 'KIWI_UG', ...change }]);
  await ledger.complete([optionPoll(slot + 2 * QUARTER, [option(), other, inKes])]);
  expect(await changesIn(pool)).toHaveLength(1);
  await ledger.complete([
    optionPoll(slot + 3 * QUARTER, [option(), other, inKes], { outcome: 'partial', unreadable }),
  ]);
  const added = option({ currency: 'KES', providerCode: 'LIME_KE' });
  await ledger.complete([optionPoll(slot + 4 * QUARTER, [option(), other, inKes, added])]);
  expect((await changesIn(pool)).slice(1)).toEqual([{ provider_code: 'LIME_KE', ...change }]);
});

test('M6 each poll tells of what it could read: one that an earlier poll has seen missing is new, whatever the last could not read', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 3 * QUARTER;
  const named = option({ providerCode: 'KIWI_UG' }); // always, but readably only in the end
  const without = (currency: string) => ({
    outcome: 'partial' as const,
    unreadable: [
      { currency, ...UNNAMED, reason: 'unanswered' as const },
      { ...named, reason: 'malformed' as const },
    ],
  });
  await ledger.complete([optionPoll(slot, [option()], without('TZS'))]);
  await ledger.complete([optionPoll(slot + QUARTER, [option()], without('KES'))]);
  const [inKes, inTzs] = ['KES', 'TZS'].map((currency) =>
    option({ currency, providerCode: `OF_${currency}` }),
  );
  await ledger.complete([optionPoll(slot + 2 * QUARTER, [option(), named, inKes!, inTzs!])]);
  const change = { field: 'present', old_value: 'false', new_value: 'true' };
  expect(await changesIn(pool)).toEqual([
    { provider_code: 'OF_KES', ...change },
    { provider_code: 'OF_TZS', ...change },
  ]);
});

test('M6 what could not be read for weeks is read, however much it is; of a service that is always unreadable in new ways it is news', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const [steady, changing] = ['steady', 'changing'] as const;
  const slot = recentSlot() - 103 * QUARTER;
  const unanswered = { currency: 'KES', ...UNNAMED, reason: 'unanswered' as const };
  const polls = Array.from({ length: 101 }, (_, i) => i).flatMap((i) =>
    [steady, changing].map((account) => {
      const other = { ...option({ providerCode: `P${i}` }), reason: 'malformed' as const };
      const unreadable = account === steady ? [unanswered] : [unanswered, other];
      return optionPoll(slot + i * QUARTER, [option()], { account, outcome: 'partial', unreadable });
    }),
  );
  await ledgerOf(pool).complete(polls);
  const many = Array.from({ length: 500 }, (_, i) => option({ currency: 'KES', providerCode: `OF_${i}` }));
  await ledgerOf(pool).complete(
    [steady, changing].map((account) => optionPoll(slot + 102 * QUARTER, [option(), ...many], { account })),
  );
  const changed = await pool.query<{ account: string; count: string }>(
    'SELECT account, count(*) FROM floatwatch.payment_option_changes GROUP BY account',
  );
  expect(changed).toEqual([{ account: changing, count: '500' }]);
});

test('a result of an earlier slot than the newest is kept as a poll and changes nothing', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const slot = recentSlot() - QUARTER;
  await ledgerOf(pool).complete([optionPoll(slot + QUARTER, [option()])]);
  await ledgerOf(pool, 'b').complete([optionPoll(slot, [option({ active: false })])]);
  expect(await changesIn(pool)).toEqual([]);
  expect(await nowIn(pool)).toMatchObject([{ active: true }]);
  const polls = await pool.query('SELECT FROM floatwatch.poll WHERE account_id > 0 AND operation = $1', [
    'options',
  ]);
  expect(polls).toHaveLength(2);
});

test('H1 P3 a slot is one replica’s, its first result stands, and the same result twice is stored once', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const [a, b] = [ledgerOf(pool), ledgerOf(pool, 'b')];
  const slot = recentSlot();
  const due = [{ account: 'acme-ug', slot }];
  expect(await a.claim(due)).toEqual(due);
  expect(await b.claim(due)).toEqual([]);
  expect(await b.ended(due)).toEqual([]);
  const ours = optionPoll(slot, [option()]);
  expect(await a.complete([ours])).toEqual(['stored']);
  expect(await a.complete([ours])).toEqual(['stored']);
  expect(await b.complete([optionPoll(slot, [option({ active: false })], { startedAt: slot + 5 })])).toEqual([
    'conflict',
  ]);
  expect(await b.ended(due)).toEqual([ours]);
  expect(await nowIn(pool)).toMatchObject([{ active: true }]);
  const balances = await pool.query('SELECT FROM floatwatch.polls');
  expect(balances).toEqual([]); // that view is about balances
});

test('a restart begins with what the last good poll saw, and what it didn’t', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 2 * QUARTER;
  const gone = option({ providerCode: 'KIWI_UG', active: false });
  await ledger.complete([optionPoll(slot, [option(), gone])]);
  const newest = optionPoll(slot + QUARTER, [option({ maxDaily: null })]);
  await ledger.complete([newest]);
  await ledger.complete([failedOptionPoll(slot + 2 * QUARTER)]);
  expect(await ledgerOf(pool, 'b').latest(['acme-ug', 'never-polled'])).toEqual([
    { seen: newest, lost: [{ ...gone, lastSeen: slot + 350, vanished: true }] },
  ]);
});

test('what was offered before an instant is known, whatever was stored since', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 3 * QUARTER;
  const [mango, kiwi, plum] = ['MANGO_UG', 'KIWI_UG', 'PLUM_UG'].map((providerCode) =>
    option({ providerCode }),
  );
  const earlier = optionPoll(slot + QUARTER, [mango!, kiwi!]);
  await ledger.complete([optionPoll(slot, [mango!, kiwi!, plum!])]);
  await ledger.complete([earlier]);
  await ledger.complete([failedOptionPoll(slot + 2 * QUARTER)]);
  await ledger.complete([optionPoll(slot + 3 * QUARTER, [mango!, option({ providerCode: 'FIG_UG' })])]);
  const knownBefore = (instant: number) => ledgerOf(pool, 'b').latest(['never-polled', 'acme-ug'], instant);
  expect(await knownBefore(slot + 2 * QUARTER)).toEqual([{ seen: earlier, lost: [] }]);
  expect(await knownBefore(slot)).toEqual([]);
});

test('X9 X11 M9 M14 hostile names and limits are kept as they were sent, or as near as Postgres can', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - QUARTER;
  const kilobyte = '\u{1F4B8}'.repeat(1_000);
  const hostile = [
    option({
      providerName: '<script>alert(1)</script>',
      methodName: "'); DROP TABLE x; --",
      exposable: false,
    }),
    option({ providerCode: `${kilobyte}1` }),
    option({ providerCode: `${kilobyte}2`, currency: kilobyte, transactionType: kilobyte }),
    option({
      providerCode: 'nul\0 and a lone \ud800',
      prefixes: ['', '7', '077', '"', '\\', '{a,b}', 'NULL'],
    }),
    option({ providerCode: '__proto__', min: amountOf('-5'), max: amountOf('1'), maxDaily: amountOf('0.5') }),
    option({ providerCode: 'constructor', min: amountOf('12345678901234567890.123456789') }),
  ];
  expect(await ledger.complete([optionPoll(slot, hostile)])).toEqual(['stored']);
  const rows = await nowIn(pool);
  expect(rows).toHaveLength(hostile.length);
  expect(rows.map((row) => row['provider_name'])).toContain('<script>alert(1)</script>');
  expect(rows.find((row) => row['provider_code'] === 'constructor')).toMatchObject({
    min_amount: '12345678901234567890.123456789',
  });
  const nul = rows.find((row) => String(row['provider_code']).startsWith('nul'));
  expect(nul?.['prefixes']).toEqual(['', '7', '077', '"', '\\', '{a,b}', 'NULL']);
  // The same again is the same: what had to be changed to be kept is recognised, and nothing asks for a number.
  const numbered = () => pool.query('SELECT last_value FROM floatwatch.payment_option_id_seq');
  const before = await numbered();
  await ledger.complete([optionPoll(slot + QUARTER, hostile)]);
  expect(await changesIn(pool)).toEqual([]);
  expect(await numbered()).toEqual(before);
});

test('what came second is kept beside the first, whatever its options are called', async () => {
  await using database = await testDatabase();
  const slot = recentSlot();
  expect(await ledgerOf(database.pool).complete([optionPoll(slot, [option()])])).toEqual(['stored']);
  const hostile = option({ providerName: 'nul\0', methodName: 'a lone \ud800', prefixes: ['\0'] });
  const second = optionPoll(slot, [hostile], { startedAt: slot + 5 });
  expect(await ledgerOf(database.pool, 'b').complete([second])).toEqual(['conflict']);
});

test('a service that names new options without end is kept from filling the disk', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 20 * QUARTER;
  for (let poll = 0; poll < 6; poll++) {
    const options = Array.from({ length: 500 }, (_, i) => option({ providerCode: `p${poll}_${i}` }));
    await ledger.complete([optionPoll(slot + poll * QUARTER, options)]);
  }
  const [row] = await pool.query<{ count: number }>('SELECT count(*)::int FROM floatwatch.payment_option');
  expect(row?.count).toBe(2_000);
});

test('D13 options that vanished make room for new ones, the longest gone first', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot() - 20 * QUARTER;
  const named = (poll: number, count: number) =>
    Array.from({ length: count }, (_, i) => option({ providerCode: `p${poll}_${i}` }));
  for (let poll = 0; poll < 4; poll++) {
    await ledger.complete([optionPoll(slot + poll * QUARTER, named(poll, 500))]);
  }
  const mended = [option(), option({ providerCode: 'KIWI_UG' }), ...named(3, 10)];
  const seen = optionPoll(slot + 4 * QUARTER, mended);
  await ledger.complete([seen]);
  const codes = (options: readonly { readonly providerCode: string }[] | undefined) =>
    options?.map(({ providerCode }) => providerCode).sort();
  const [known] = await ledgerOf(pool, 'b').latest(['acme-ug']);
  expect(codes(known?.seen.options)).toEqual(codes(mended));
  const [rows] = await pool.query(
    `SELECT count(*)::int AS options, count(*) FILTER (WHERE provider_code LIKE 'p0%')::int AS oldest
     FROM floatwatch.payment_option`,
  );
  expect(rows).toEqual({ options: 2_000, oldest: 498 });
  const made = await pool.query<{ option_id: number; provider_code: string }>(
    `SELECT option_id, provider_code FROM floatwatch.payment_option WHERE provider_code !~ '^p' ORDER BY option_id`,
  );
  const changes = await pool.query<{ option_id: number }>(
    `SELECT option_id, slot, field, old_value, new_value FROM floatwatch.payment_option_change
     WHERE option_id = ANY($1::int[]) ORDER BY option_id`,
    [made.map(({ option_id }) => option_id)],
  );
  const [present, slotOf] = [
    { field: 'present', old_value: 'false', new_value: 'true' },
    new Date(seen.slot),
  ];
  expect(made.map(({ provider_code }) => provider_code).sort()).toEqual(['KIWI_UG', 'MANGO_UG']);
  expect(changes).toEqual(made.map(({ option_id }) => ({ option_id, slot: slotOf, ...present })));
});

test('a year of polls of 40 options that change five times is some dozens of rows', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const POLLS = 365; // one a day instead of 96: what isn't written is not written more seldom
  const DAY = 24 * 60 * 60_000;
  const start = recentSlot() - POLLS * DAY;
  let options = Array.from({ length: 40 }, (_, i) => option({ providerCode: `PROVIDER_${i}` }));
  for (let day = 0; day < POLLS; day++) {
    if (day % 70 === 69) {
      options = options.map((each, i) =>
        i === Math.floor(day / 70) ? { ...each, active: !each.active } : each,
      );
    }
    await ledger.complete([optionPoll(start + day * DAY, options)]);
  }
  const [rows] = await pool.query<{ options: number; changes: number; seen: number }>(
    `SELECT (SELECT count(*)::int FROM floatwatch.payment_option) AS options,
       (SELECT count(*)::int FROM floatwatch.payment_option_change) AS changes,
       (SELECT count(*)::int FROM floatwatch.payment_option_seen) AS seen`,
  );
  expect(rows).toEqual({ options: 40, changes: 5, seen: 1 });
  // The first poll made all rows, five wrote to one each, and the other 359 to none.
  const written = await pool.query(
    'SELECT count(*)::int AS rows FROM floatwatch.payment_option GROUP BY xmin::text ORDER BY 1 DESC',
  );
  expect(written.map((each) => each['rows'])).toEqual([35, 1, 1, 1, 1, 1]);
  expect(await nowIn(pool)).toMatchObject(
    Array.from({ length: 40 }, () => ({ last_seen: new Date(start + (POLLS - 1) * DAY + 350) })),
  );
});

test('new options are kept where the sequence stands behind its table, as after a failover by logical replication', async () => {
  await using database = await testDatabase();
  const { pool } = database;
  const ledger = ledgerOf(pool);
  const slot = recentSlot();
  const named = (...codes: string[]) => codes.map((providerCode) => option({ providerCode }));
  await ledger.complete([optionPoll(slot - QUARTER, named('A', 'B', 'C'))]);
  await pool.query("SELECT setval('floatwatch.payment_option_id_seq', 1, false)");
  await ledger.complete([optionPoll(slot, named('A', 'B', 'C', 'D', 'E'))]);
  expect((await nowIn(pool)).map(({ provider_code }) => provider_code)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(await changesIn(pool)).toMatchObject([{ provider_code: 'D' }, { provider_code: 'E' }]);
});

// The queries of docs/sql.md, on a month that has what they ask for; and the statements of the other documents.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import { createPaymentOptionLedger } from '../../../src/store/ledger/ledger.ts';
import { rollUp } from '../../../src/store/maintenance/rollups.ts';
import { DOCUMENTS, ROOT } from '../../docs/commands.ts';
import { failure, ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { option, optionPoll } from '../../support/options.ts';
import { ENGINE, execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const HOUR = 3_600_000;
const text = readFileSync(join(import.meta.dirname, '../../../docs/sql.md'), 'utf8');
const queries = [...text.matchAll(/^## (.*)\n|^```sql\n([\s\S]*?)^```$/gm)].reduce<
  { heading: string; sql: string }[]
>((found, [, heading, sql]) => {
  if (heading) found.push({ heading, sql: '' });
  else found.push({ heading: found.at(-1)!.heading, sql: sql! });
  return found;
}, []);

let db: TestDatabase;
let reader: string;

beforeAll(async () => {
  db = await testDatabase();
  const first = Date.parse('2026-05-01T00:00:00+03:00');
  const blind = Date.parse('2026-05-12T09:00:00+03:00');
  const slots = Array.from({ length: 20 * 48 }, (_, i) => first + (i * HOUR) / 2);
  const usd = { currency: 'USD', reserve: amountOf('0.25') };
  const ledger = ledgerOf(db.pool, 'a', {
    timezone: () => 'Africa/Kampala',
    staleAt: (_, slot) => slot + HOUR,
  });
  await ledger.complete(
    slots.flatMap((slot, i) => {
      const isBlind = slot > blind && slot < blind + 2 * HOUR;
      const wallets = [wallet(`${3_000_000 + (i % 100) * 50_000}`), wallet(`${1_000 + i}.25`, usd)];
      return [
        isBlind ? failure(slot) : observation(slot, { wallets }),
        observation(slot, { account: 'acme-ke', wallets: [wallet(`${2_000 + i}.75`, usd)] }),
      ];
    }),
  );
  await ledger.complete([observation(Date.now(), { wallets: [wallet('7')] })]);
  const options = createPaymentOptionLedger({
    pool: db.pool,
    schema: '"floatwatch"',
    replica: 'a',
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    staleAt: (_, slot) => slot + HOUR,
  });
  await options.complete([optionPoll(Date.now() - HOUR, [option()])]);
  await options.complete([optionPoll(Date.now(), [option({ active: false })])]);
  await rollUp(db.pool, '"floatwatch"');
  await execute(
    db.url,
    `INSERT INTO floatwatch.alert_episode (at, firing_at, account_id, alert, rule, severity, currency, wallet_type,
       value, threshold, labels)
     SELECT '2026-05-12 13:00+03', '2026-05-12 13:00+03', account_id, 'x', 'PayoutFloatLow', 'critical', 'UGX',
       'MERCHANT_PAYOUT', '3000000', '5000000', '{}' FROM floatwatch.account WHERE name = 'acme-ug'`,
  );
  await execute(
    db.url,
    `INSERT INTO floatwatch.plan (planned_at, request_by, lasts_until, arrives_at, account_id, wallet_id, number,
       history_until, late, confidence, available, coming, needed, doubts, replica, top_up_at, top_up, left_before, outcome)
     SELECT '2026-05-12 13:00+03'::timestamptz + n * interval '1 day', '2026-05-12 17:00+03', '2026-05-14 13:00+03',
       '2026-05-14 13:00+03', account_id, wallet_id, n, '2026-05-12', false, 0.95, 3000000, 0, 5000000, '{}', 'a',
       CASE WHEN n = 2 THEN '2026-05-13 13:00+03'::timestamptz END, 4950000, 1000000, 'in_time'
     FROM floatwatch.wallet JOIN floatwatch.account USING (account_id), generate_series(1, 2) n
     WHERE name = 'acme-ug' AND currency = 'UGX'`,
  );
  await execute(db.url, "CREATE ROLE sql_docs LOGIN PASSWORD 'sql_docs' IN ROLE floatwatch_reader").catch(
    () => {},
  );
  reader = db.url.replace(/\/\/[^@]+@/, '//sql_docs:sql_docs@');
});
afterAll(() => db[Symbol.asyncDispose]());

test('there are queries for each question', () => {
  expect(queries.filter(({ sql }) => sql !== '').length).toBeGreaterThan(12);
});

test.each(queries.filter(({ sql }) => sql !== '').map((query, i) => ({ ...query, number: i + 1 })))(
  '$number $heading',
  async ({ sql }) => {
    if (ENGINE === 'citus' && /\.plans\b[\s\S]*\.balances\b/.test(sql)) {
      const each = (view: string) => `(SELECT * FROM floatwatch.${view} WHERE account = 'acme-ug')`;
      const named = `WITH plans AS MATERIALIZED ${each('plans')}, balances AS MATERIALIZED ${each('balances')} `;
      sql = named + sql.replaceAll(/floatwatch\.(plans|balances)\b/g, '$1'); // as the documents say
    }
    const rows = await execute(reader, sql);
    expect(rows.length).toBeGreaterThan(0);
  },
);

/** Statements of other documents that can't be run here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'CREATE EXTENSION citus': 'Citus is no part of the Postgres that is here',
  'CREATE ROLE floatwatch_reader': 'the role is there already',
};
const statements = DOCUMENTS.filter((file) => file !== 'docs/sql.md').flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(
    /^ *```sql\n([\s\S]*?)^ *```$|(?<![`\w])`((?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE) [^`]+)`/gm,
  );
  return [...found].map(([, block, phrase]) => ({ file, sql: (block ?? phrase!).trim() }));
});

test('what is not run is in the documents still', () => {
  const shown = statements.map(({ sql }) => sql);
  expect(shown).toEqual(expect.arrayContaining(Object.keys(NOT_RUN)));
  expect(shown.length).toBeGreaterThan(6);
});

const run = statements
  .filter(({ sql }) => !Object.hasOwn(NOT_RUN, sql))
  .filter(({ sql }) => ENGINE !== 'timescaledb' || !/snapshot_\d{4}/.test(sql)); // there are no months there
test.each(run)('$file: $sql', async ({ sql }) => {
  const aloneOnly = sql.includes(' CONCURRENTLY '); // refused in a transaction, and does no harm
  await execute(db.url, aloneOnly ? sql : `BEGIN; ${sql.replace(/;$/, '')}; ROLLBACK`);
});

test('the answers are those of the month', async () => {
  const answer = (heading: string, nth = 0) =>
    execute(reader, queries.filter((query) => query.heading === heading && query.sql !== '')[nth]!.sql);
  const [below] = await answer('How long was it below a threshold?');
  expect(below).toMatchObject({ below: { hours: 66, minutes: 40 } }); // ten minutes of each of 400 snapshots
  expect((await answer('When were we blind, and why?'))[0]).toMatchObject({
    account: 'acme-ug',
    failed: 3,
    outcomes: { connect: 3 },
  });
  expect(await answer('A payout failed. What did we know?')).toMatchObject([
    { currency: 'UGX', rule: 'PayoutFloatLow', threshold: '5000000' },
    { currency: 'USD', rule: null },
  ]);
  expect((await answer('Two accounts side by side'))[0]).toMatchObject({
    acme_ug: '1529.25',
    acme_ke: '2529.75',
  });
});

// What is asked about one account goes to its shard alone, and what is asked about several is put together by the shards, as
// Citus plans it.
import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEpisodes } from '../../../src/store/alerts/episodes.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { createOutflowHistory } from '../../../src/store/queries/outflow.ts';
import { readPaymentOptions } from '../../../src/store/queries/payment-options.ts';
import { createQueries, type Queries } from '../../../src/store/queries/queries.ts';
import { readWalletNames } from '../../../src/store/queries/unnamed-wallets.ts';
import { createReadPastValues } from '../../../src/store/queries/window-backfill.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { ENGINE, execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const DAY = 86_400_000;
const SCHEMA = '"floatwatch"';
const slot = recentSlot();
const range = { from: slot - DAY, to: slot + 60_000 };
const account = 'acme-ug';
const several = [account, 'acme-ke', 'acme-tz'];
const shown = { account, currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };

describe.skipIf(ENGINE !== 'citus')('on Citus', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
    const wallets = [wallet('1')];
    for (const name of several)
      await ledgerOf(db.pool).complete([observation(slot, { account: name, wallets })]);
  });
  afterAll(() => db[Symbol.asyncDispose]());

  /** How many shards each statement of the work asks: by its parts, as `1 1`. */
  async function shardsOf(work: (pool: Pool) => Promise<unknown>): Promise<string[]> {
    const asked: (readonly [text: string, values: readonly unknown[]])[] = [];
    const spy = {
      async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
        asked.push([text, values]);
        return await db.pool.query<Row>(text, values);
      },
      until: () => spy,
      patient: () => spy,
      transaction: <T>(inside: (tx: unknown) => Promise<T>): Promise<T> => inside(spy),
    };
    await work(spy as unknown as Pool);
    const plans = asked.map(async ([text, values]) => {
      const lines = (await execute(db.url, `EXPLAIN ${text}`, [...values])) as { 'QUERY PLAN': string }[];
      return lines.flatMap((line) => /Task Count: (\d+)/.exec(line['QUERY PLAN'])?.[1] ?? []).join(' ');
    });
    return await Promise.all(plans);
  }

  const all = async (parts: AsyncIterable<unknown> | undefined) => {
    for await (const _ of parts!);
  };
  const day = new Date(slot).toISOString().slice(0, 10);
  const queries = (ask: (queries: Queries) => Promise<unknown>) => (pool: Pool) =>
    ask(createQueries({ pool, schema: SCHEMA, clock: { now: () => slot, monotonic: () => 0 } }));

  test.each<[what: string, work: (pool: Pool) => Promise<unknown>]>([
    ['sparklines', queries((of) => of.sparklines([shown]))],
    ['polls', queries((of) => of.polls(account, range))],
    ['gaps', queries((of) => of.gaps(account, range))],
    ['a chart', queries((of) => of.chart(shown, range))],
    ['rises', queries((of) => of.rises(shown, range, 5))],
    ['snapshots', queries(async (of) => await all(await of.history(shown, range, 'raw')))],
    ['hours', queries(async (of) => await all(await of.history(shown, range, 'hour')))],
    ['days', queries(async (of) => await all(await of.history(shown, range, 'day')))],
    ['a statement', queries((of) => all(of.statement({ from: day, to: day, accounts: [account] })))],
    ['what was known at an instant', queries((of) => of.at({ at: slot, accounts: [account] }))],
    ['changes of payment options', queries((of) => of.optionChanges({ accounts: [account], since: 0 }))],
    ['payment options', (pool) => readPaymentOptions(pool, SCHEMA, [account])],
    ['episodes', (pool) => readEpisodes(pool, SCHEMA, { account })],
    ['names of wallets', (pool) => readWalletNames(pool, SCHEMA, account)],
    [
      'whether there is a past',
      (pool) => createOutflowHistory({ pool, schema: SCHEMA }).withPast([account], slot),
    ],
    [
      'outflow',
      (pool) =>
        createOutflowHistory({ pool, schema: SCHEMA }).read([{ name: account, timezone: 'UTC' }], slot),
    ],
    [
      'values of the past',
      (pool) =>
        createReadPastValues(pool, SCHEMA)([account], {
          extreme: 'max',
          field: 'available',
          since: slot - DAY,
        }),
    ],
  ])('of one account is read from one shard: %s', async (_what, work) => {
    const shards = await shardsOf(work);
    expect(shards).not.toEqual([]);
    expect(
      shards.filter((each) => /[^1 ]/.test(each)),
      shards.join(', '),
    ).toEqual([]);
  });

  test.each<[what: string, work: (pool: Pool) => Promise<unknown>]>([
    ['sparklines', queries((of) => of.sparklines(several.map((name) => ({ ...shown, account: name }))))],
    ['a statement', queries((of) => all(of.statement({ from: day, to: day, accounts: several })))],
    ['a statement of all', queries((of) => all(of.statement({ from: day, to: day, accounts: [] })))],
    ['what was known at an instant', queries((of) => of.at({ at: slot, accounts: several }))],
    ['what was known of all', queries((of) => of.at({ at: slot, accounts: [] }))],
    ['changes of payment options', queries((of) => of.optionChanges({ accounts: several, since: 0 }))],
    ['payment options', (pool) => readPaymentOptions(pool, SCHEMA, several)],
    [
      'outflow',
      (pool) =>
        createOutflowHistory({ pool, schema: SCHEMA }).read(
          several.map((name) => ({ name, timezone: 'UTC' })),
          slot,
        ),
    ],
    [
      'whether there is a past',
      (pool) => createOutflowHistory({ pool, schema: SCHEMA }).withPast(several, slot),
    ],
    [
      'values of the past',
      (pool) =>
        createReadPastValues(pool, SCHEMA)(several, {
          extreme: 'max',
          field: 'available',
          since: slot - DAY,
        }),
    ],
  ])('of several accounts no part is brought to the coordinator first: %s', async (_what, work) => {
    const shards = await shardsOf(work);
    expect(
      shards.filter((each) => each.includes(' ')),
      shards.join(', '),
    ).toEqual([]);
  });
});

// Every statement of the dashboards, run by a real Postgres as the role that they will be asked by.
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { ledgerOf, observation } from '../support/ledger.ts';
import { execute, testDatabase } from '../support/postgres.ts';
import { sqlTargets } from './dashboard.ts';

describe('as floatwatch_reader', () => {
  let client: pg.Client;

  beforeAll(async () => {
    const database = await testDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('SET ROLE floatwatch_reader');
    return async () => {
      await client.end();
      await database[Symbol.asyncDispose]();
    };
  });

  test.for(sqlTargets)('$where', async ({ rawSql, format }) => {
    const { fields } = await client.query(asGrafanaAsks(rawSql));
    const names = fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    if (format === 'time_series') expect(names).toContain('time');
    for (const { name, dataTypeID } of fields) {
      if (name === 'time') expect(dataTypeID, 'a point in time').toBe(pg.types.builtins.TIMESTAMPTZ);
      expect(SHOWN, `${name} can be shown`).toContain(dataTypeID);
    }
  });

  test('names no table, and nothing that is not a view of the contract', () => {
    for (const { where, rawSql } of sqlTargets) {
      for (const [, name = ''] of rawSql.matchAll(/floatwatch\.(\w+)/g)) expect(VIEWS, where).toContain(name);
      expect(rawSql, where).not.toMatch(/\b(insert|update|delete|set|create|drop|alter)\b/i);
    }
  });
});

describe('K1 day by day has the business day that an hour is in, whatever day UTC has', () => {
  test.for([
    ['Africa/Kampala', '2026-11-20T22:30:00Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-20T10:30:00Z', '2026-11-21'],
    ['America/New_York', '2026-11-21T02:30:00Z', '2026-11-20'],
    ['Etc/GMT+12', '2026-11-21T11:30:00Z', '2026-11-20'],
  ] as const)('%s at %s', async ([zone, to, day]) => {
    await using database = await testDatabase();
    const slot = Date.parse(to) - 600_000;
    await ledgerOf(database.pool, 'a', { timezone: () => zone }).complete([observation(slot)]);
    const { rawSql } = sqlTargets.find(({ where }) => where.endsWith(' / Day by day'))!;
    const range = { from: new Date(slot - 3_000_000).toISOString(), to };
    const wallet = { account: 'acme-ug', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };
    const days = `SELECT day::text FROM (${asGrafanaAsks(rawSql, range, wallet)}) AS panel`;
    expect(await execute(database.url, days)).toEqual([{ day }]);
  });
});

test('K9 no column is a date, of which Grafana would make midnight in UTC, shown hours off', async () => {
  await using database = await testDatabase();
  for (const { where, rawSql } of sqlTargets) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { fields } = await client.query(asGrafanaAsks(rawSql));
    await client.end();
    const dates = fields.filter(({ dataTypeID }) => dataTypeID === pg.types.builtins.DATE);
    expect(
      dates.map(({ name }) => name),
      where,
    ).toEqual([]);
  }
});

test('K13 hour by hour has the hour that a range of five minutes lies in, from end to end of the range', async () => {
  await using database = await testDatabase();
  const slot = Date.parse('2026-11-20T22:10:00Z');
  await ledgerOf(database.pool, 'a', { timezone: () => 'UTC' }).complete([observation(slot)]);
  const { rawSql } = sqlTargets.find(({ where }) => where.endsWith(' / Hour by hour'))!;
  const range = { from: '2026-11-20T22:40:00.000Z', to: '2026-11-20T22:45:00.000Z' };
  const wallet = { account: 'acme-ug', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };
  const rows = await execute(database.url, asGrafanaAsks(rawSql, range, wallet));
  expect(rows.map(({ time }) => (time as Date).toISOString())).toEqual([range.from, range.to]);
});

const VIEWS = [
  'balances_latest',
  'balances',
  'balances_hourly',
  'balances_daily',
  'polls',
  'gaps',
  'alerts',
  'payment_options',
  'payment_option_changes',
];

const { BOOL, FLOAT8, INT2, INT4, INT8, NUMERIC, TEXT, TIMESTAMPTZ, VARCHAR } = pg.types.builtins;
const SHOWN = [BOOL, FLOAT8, INT2, INT4, INT8, NUMERIC, TEXT, TIMESTAMPTZ, VARCHAR];

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Puts in what Grafana would: a range of time in UTC, and a choice for each variable. */
function asGrafanaAsks(
  statement: string,
  { from, to }: Range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
  chosen: Readonly<Record<string, string>> = {},
): string {
  return statement
    .replace(/\$__timeFilter\(([^)]+)\)/g, (_, column: string) => `${column} BETWEEN '${from}' AND '${to}'`)
    .replaceAll('$__timeFrom()', `'${from}'`)
    .replaceAll('$__timeTo()', `'${to}'`)
    .replace(/\$\{(\w+):sqlstring\}/g, (_, name: string) => `'${chosen[name] ?? "o''clock"}'`)
    .replace(/\$\{\w+:regex\}/g, '.+');
}

// What becomes of the grants for readers, and of the demo's mark, whatever Postgres answers: without a database.
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { markAsDemo, refuseForeignSchema } from '../../../src/store/postgres/demo-mark.ts';
import { grantReader } from '../../../src/store/postgres/grants.ts';

const refusal = (code: string) => Object.assign(new Error('refused'), { code });

/** A connection on which statements fail by what `fail` says of them; `asked` is how each began. */
function granting({ exists = true, fail = (_: string, __: number) => undefined as string | undefined } = {}) {
  const asked: string[] = [];
  const values: unknown[] = [];
  const client = {
    async query(text: string, of: unknown[] = []) {
      asked.push(text.replaceAll(/\s+/g, ' ').slice(0, 60).trim());
      const code = fail(text, asked.filter((each) => text.startsWith(each)).length);
      if (code) throw refusal(code);
      if (text.includes('pg_roles')) return { rowCount: exists ? 1 : 0, rows: [] };
      if (!text.includes('quote_ident(c.relname)')) return { rowCount: 0, rows: [] };
      values.push(...of);
      return { rowCount: 2, rows: [{ name: 'balances' }, { name: '"odd view"' }] };
    },
  } as unknown as ClientBase;
  const count = (start: string) => asked.filter((each) => each.startsWith(start)).length;
  return { client, asked, values, count };
}

test('the reader may use the schema, read each of its views, and ask for the balances of an instant', async () => {
  const { client, asked, values } = granting();
  expect(await grantReader(client, 'floatwatch', 'postgres')).toBe(true);
  expect(values).toEqual(['floatwatch', false]);
  expect(asked.filter((each) => /^(?:GRANT|CREATE|SAVEPOINT|ROLLBACK)/.test(each))).toEqual([
    'SAVEPOINT granting',
    'GRANT USAGE ON SCHEMA "floatwatch" TO floatwatch_reader',
    'GRANT SELECT ON "floatwatch".balances TO floatwatch_reader',
    'GRANT SELECT ON "floatwatch"."odd view" TO floatwatch_reader',
    'GRANT EXECUTE ON FUNCTION "floatwatch".balances_at(timestamp',
  ]);
});

test('on Citus it may read the tables behind the views, too', async () => {
  const { client, values } = granting();
  await grantReader(client, 'floatwatch', 'citus');
  expect(values).toEqual(['floatwatch', true]);
});

test.each<[string, string | undefined, boolean]>([
  ['it is made', undefined, true],
  ['another makes it meanwhile', '42710', true],
  ['another makes it at the very same time', '23505', true],
  ['we may not make it', '42501', false],
])('whether it is granted where there is no reader yet and %s', async (_, code, granted) => {
  const fail = (text: string) => (text.startsWith('CREATE ROLE') ? code : undefined);
  const { client, count } = granting({ exists: false, fail });
  expect(await grantReader(client, 'floatwatch', 'postgres')).toBe(granted);
  expect(count('CREATE ROLE floatwatch_reader NOLOGIN')).toBe(1);
  expect(count('ROLLBACK TO SAVEPOINT making_role')).toBe(code ? 1 : 0);
  expect(count('GRANT')).toBe(granted ? 4 : 0);
});

test('any other failure to make it is none of ours', async () => {
  const fail = (text: string) => (text.startsWith('CREATE ROLE') ? '53300' : undefined);
  await expect(grantReader(granting({ exists: false, fail }).client, 'f', 'postgres')).rejects.toMatchObject({
    code: '53300',
  });
});

test('where we may not grant, a superuser must', async () => {
  const { client, count } = granting({
    fail: (text) => (text.startsWith('GRANT USAGE') ? '42501' : undefined),
  });
  expect(await grantReader(client, 'floatwatch', 'postgres')).toBe(false);
  expect(count('ROLLBACK TO SAVEPOINT granting')).toBe(1);
});

test.each([
  [9, true],
  [10, false],
])(
  'of grants that others grant at the same time %i times, it is granted in the end: %s',
  async (times, granted) => {
    let failures = 0;
    const fail = (text: string) =>
      text.startsWith('GRANT USAGE') && failures < times && ++failures ? 'XX000' : undefined;
    const { client, count } = granting({ fail });
    const result = grantReader(client, 'floatwatch', 'postgres');
    if (granted) expect(await result).toBe(true);
    else await expect(result).rejects.toMatchObject({ code: 'XX000' });
    expect(count('ROLLBACK TO SAVEPOINT granting')).toBe(times);
    expect(count('SAVEPOINT granting')).toBe(1);
  },
);

test('any other failure to grant is told at once', async () => {
  const { client, count } = granting({
    fail: (text) => (text.startsWith('GRANT USAGE') ? '42P01' : undefined),
  });
  await expect(grantReader(client, 'floatwatch', 'postgres')).rejects.toMatchObject({ code: '42P01' });
  expect(count('GRANT USAGE')).toBe(1);
});

const MARK = "the demo's: every amount is invented";
const OURS = "this database is the demo's, and its money is invented: set database.url to one of your own";
const THEIRS = "this database holds a history that isn't the demo's: give the demo one of its own";

test.each<[boolean | undefined, { used: boolean; mark: string | null } | undefined, string | null]>([
  [undefined, undefined, null],
  [undefined, { used: false, mark: null }, null],
  [undefined, { used: true, mark: null }, null],
  [undefined, { used: true, mark: 'theirs' }, null],
  [undefined, { used: true, mark: MARK }, OURS],
  [false, { used: false, mark: MARK }, OURS],
  [true, undefined, null],
  [true, { used: false, mark: null }, null],
  [true, { used: true, mark: MARK }, null],
  [true, { used: true, mark: null }, THEIRS],
  [true, { used: true, mark: 'theirs' }, THEIRS],
])('for the demo: %s, a schema of which is known %j is refused by %s', async (demo, row, refused) => {
  const asked: unknown[] = [];
  const client = {
    async query(_: string, values: unknown) {
      asked.push(values);
      return { rows: row ? [row] : [] };
    },
  } as unknown as ClientBase;
  const owner = { schema: 'float', ...(demo !== undefined && { demo }) } as Parameters<
    typeof refuseForeignSchema
  >[1];
  const result = refuseForeignSchema(client, owner);
  if (refused === null) expect(await result).toBeUndefined();
  else await expect(result).rejects.toThrow(new Error(refused));
  expect(asked).toEqual([['"float"', '"float".migration']]);
});

test('the mark is a comment on the schema', async () => {
  const asked: string[] = [];
  const client = { query: async (text: string) => void asked.push(text) } as unknown as ClientBase;
  await markAsDemo(client, { schema: 'float' } as Parameters<typeof markAsDemo>[1]);
  expect(asked).toEqual([`COMMENT ON SCHEMA "float" IS 'the demo''s: every amount is invented'`]);
});

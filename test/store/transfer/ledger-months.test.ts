// Which months of an account an export has, and what shows that one has changed; what Postgres finds is in transfer.test.ts.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { monthsOf, seenIn } from '../../../src/store/transfer/ledger-months.ts';

const F = '"f"' as never;

/** A connection that answers with these rows; `asked` has the texts in one line. */
function answering(rows: readonly object[]) {
  const asked: string[] = [];
  const query = async (text: string) => {
    asked.push(text.replaceAll(/\s+/g, ' '));
    return { rows };
  };
  return { client: { query } as unknown as pg.Client, asked };
}
const months = async (...found: (string | null)[]) =>
  await monthsOf(answering(found.map((month) => ({ month }))).client, F, 7);

test.each([
  ['none without rows', [], []],
  ['none where no table has any', [null, null], []],
  ['one', ['2026-03', null, '2026-03'], ['2026-03']],
  [
    'all between the first and the last, whatever tables they are of',
    ['2026-02', '2025-11', null, '2026-01'],
    ['2025-11', '2025-12', '2026-01', '2026-02'],
  ],
])('an account has months: %s', async (_, found, expected) => {
  expect(await months(...found)).toEqual(expected);
});

test('the first and the last row are looked for in each table: by the key of a wallet, or by the account', async () => {
  const { client, asked } = answering([]);
  await monthsOf(client, F, 7);
  const [text] = asked as [string];
  const parts = text.split(' UNION ALL ');
  const tables = parts.map((part) => /FROM "f"\.(?!wallet\b)(\w+) t/.exec(part)![1]);
  expect(tables.filter((_, i) => i % 2 === 0)).toEqual(tables.filter((_, i) => i % 2 === 1));
  expect(new Set(tables).size).toBe(tables.length / 2);
  for (const [i, part] of parts.entries()) {
    expect(part).toContain(i % 2 === 0 ? 'SELECT min(' : 'SELECT max(');
    if (part.includes('LATERAL')) expect(part).toContain(i % 2 === 0 ? ' ASC LIMIT 1' : ' DESC LIMIT 1');
    expect(part).toMatch(/account_id = 7\)/);
  }
  const byWallet = tables.filter((_, i) => parts[i]!.includes('LATERAL'));
  expect(byWallet).toContain('snapshot');
  expect(byWallet).not.toContain('plan');
  expect(byWallet).not.toContain('poll');
});

test('what was seen in a month are four numbers', async () => {
  const { client, asked } = answering([{ seen: ['12', '10', '1', '9007199254740993'] }]);
  expect(await seenIn(client, F, { kind: 'ledger', accountId: 7, month: '2026-12' })).toEqual([
    ...[12, 10, 1, 9_007_199_254_740_992],
  ]);
  const range = ">= '2026-12-01T00:00:00Z' AND t.slot < '2027-01-01T00:00:00Z'";
  expect(asked[0]!.split(range)).toHaveLength(3);
});

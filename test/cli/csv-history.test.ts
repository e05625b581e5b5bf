// A CSV file of snapshots as the polls that they are of.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCsvHistory } from '../../src/cli/input/csv-history.ts';
import type { Observation } from '../../src/domain/observation.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-csv-'));
const file = join(folder, 'past.csv');
const FIRST = Date.UTC(2026, 1, 8, 9);
afterAll(() => rmSync(folder, { recursive: true }));

type Line = readonly [account: string, minute: number, walletType: string];

async function read(...lines: readonly Line[]) {
  const rows = lines.map(
    ([account, minute, type]) =>
      `${account},UGX,${type},${new Date(FIRST + minute * 60_000).toISOString()},12.50`,
  );
  writeFileSync(file, ['account,currency,wallet_type,slot,available', ...rows, ''].join('\n'));
  const seen: Observation[] = [];
  await readCsvHistory(file, (each) => void seen.push(each)).catch((error: Error) =>
    seen.push(error as never),
  );
  return seen;
}

/** Which wallets were seen of whom, at which minute. */
const shape = (seen: readonly Observation[]) =>
  seen.map(({ account, slot, wallets }) => [
    account,
    (slot - FIRST) / 60_000,
    wallets.map(({ walletType }) => walletType).join(' '),
  ]);

test('the lines of an account and a slot are one good poll, at the time of its slot', async () => {
  const [poll, ...others] = await read(['a', 0, 'X'], ['a', 0, 'Y']);
  expect(others).toEqual([]);
  expect(poll).toMatchObject({
    ...{ account: 'a', slot: FIRST, startedAt: FIRST, observedAt: FIRST, outcome: 'ok', durationMs: 0 },
    ...{ httpStatus: null, envelopeCode: null, detail: null, unreadable: [] },
  });
  expect(poll!.wallets).toMatchObject([
    { currency: 'UGX', walletType: 'X', available: '12.50', actual: null },
    { currency: 'UGX', walletType: 'Y', available: '12.50', actual: null },
  ]);
});

test.each<[string, readonly Line[], (string | number)[][]]>([
  ['no line', [], []],
  ['one line', [['a', 0, 'X']], [['a', 0, 'X']]],
  [
    'slots of an account',
    [
      ['a', 0, 'X'],
      ['a', 1, 'X'],
      ['a', 9, 'X'],
    ],
    [
      ['a', 0, 'X'],
      ['a', 1, 'X'],
      ['a', 9, 'X'],
    ],
  ],
  [
    'accounts that alternate within a slot',
    [
      ['a', 0, 'X'],
      ['b', 0, 'X'],
      ['a', 0, 'Y'],
      ['b', 1, 'X'],
    ],
    [
      ['a', 0, 'X Y'],
      ['b', 0, 'X'],
      ['b', 1, 'X'],
    ],
  ],
  [
    'a slot that one account misses',
    [
      ['a', 0, 'X'],
      ['b', 1, 'X'],
      ['a', 2, 'X'],
    ],
    [
      ['a', 0, 'X'],
      ['b', 1, 'X'],
      ['a', 2, 'X'],
    ],
  ],
])('%s', async (_, lines, polls) => {
  expect(shape(await read(...lines))).toEqual(polls);
});

test.each([0, 1])('a slot that goes back is refused with its line, of whichever account: %i', async (i) => {
  const seen = await read(['a', 0, 'X'], ['a', 2, 'X'], [['a', 'b'][i]!, 1, 'X'], ['a', 3, 'X']);
  expect(seen.at(-1)).toMatchObject({ message: `${file}:4: slots go back: sort the lines by slot` });
  expect(shape(seen.slice(0, -1))).toEqual([['a', 0, 'X']]); // the slot before it may be not whole
});

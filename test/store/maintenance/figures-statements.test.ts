// For which hours figures are made; what the statements make of snapshots is in rollups.test.ts.
import { expect, test } from 'vitest';
import { makeFigures, type Stretch } from '../../../src/store/maintenance/figures.ts';
import type { Queryable } from '../../../src/store/postgres/pool.ts';

const FROM = Date.UTC(2026, 2, 2, 12);
const HOUR_MS = 3_600_000;
const STRETCH: Stretch = { accountIds: [7, 8], from: FROM, to: FROM + 2 * HOUR_MS };

/** What is asked to make these figures where so many hours begin otherwise than those of their zone. */
async function valuesOf(otherHours: number, more: Partial<Stretch> = {}) {
  const all: (readonly unknown[])[] = [];
  const query = async (_text: string, values: readonly unknown[]) => {
    all.push(values);
    return [{ hours: otherHours }];
  };
  await makeFigures({ query } as unknown as Queryable, '"f"', { ...STRETCH, ...more });
  return all;
}

const NOON = '2026-03-02T12:00:00.000Z';
const TWO = '2026-03-02T14:00:00.000Z';
const EVER = '1970-01-01T00:00:00.000Z';
const BOTH = [7, 8];

test('figures are made of the hours of a stretch, then of its days, however old the snapshots are', async () => {
  expect(await valuesOf(0)).toEqual([
    [BOTH, NOON, TWO],
    [BOTH, NOON, TWO, EVER],
    [BOTH, NOON, TWO],
  ]);
});

test('they can leave out what was counted already', async () => {
  expect((await valuesOf(0, { notBefore: FROM + 1 }))[1]).toEqual([
    ...[BOTH, NOON, TWO],
    '2026-03-02T12:00:00.001Z',
  ]);
});

test('where even one hour is of another zone, an hour more is looked at on both sides', async () => {
  const [eleven, three] = ['2026-03-02T11:00:00.000Z', '2026-03-02T15:00:00.000Z'];
  expect(await valuesOf(1)).toEqual([
    [BOTH, NOON, TWO],
    [BOTH, eleven, three, EVER],
    [BOTH, eleven, three],
  ]);
});

// What a wallet held during an episode: of whole hours, and of the snapshots of those that lie partly outside it.
import { expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { HistoryPoint, Range } from '../../../src/web/sources.ts';
import { heldDuring } from '../../../src/web/views/held-during.ts';

const HOUR = 3_600_000;
const point = (hour: number, amount: string, own: Partial<HistoryPoint> = {}): HistoryPoint => ({
  ...{ at: hour * HOUR, since: null, slot: null, available: amountOf(amount), actual: null },
  ...{ uncleared: null, reserve: null, opening: null, samples: 1 },
  ...{ lowest: amountOf(amount), highest: amountOf(amount), ...own },
});
const hour = (from: number, amount: string) => point(from + 1, amount, { since: from * HOUR, samples: 60 });
const BREAK = point(12.5, '0', { available: null, lowest: null, highest: null, samples: 0 });
const SNAPSHOTS = [point(10.2, '1'), point(10.7, '7'), point(12.2, '6'), point(13.1, '5'), point(13.6, '2')];

const told = async (points: readonly HistoryPoint[], range: Range, snapshots = SNAPSHOTS) => {
  const asked: Range[] = [];
  const held = await heldDuring(points, range, async (part) => {
    asked.push(part);
    return snapshots.filter(({ at }) => at >= part.from && at < part.to);
  });
  return { held: held.map(({ lowest }) => lowest).sort(), asked: asked.length };
};
const LASTED = { from: 10.5 * HOUR, to: 13.5 * HOUR };
const HOURS = [
  hour(9, '9'),
  hour(10, '1'),
  hour(11, '8'),
  hour(12, '6'),
  BREAK,
  hour(13, '2'),
  hour(14, '3'),
];

test('of snapshots those within the range count, and none is read again', async () => {
  expect(await told(SNAPSHOTS, LASTED)).toEqual({ held: ['5', '6', '7'], asked: 0 });
});

test('of hours the whole ones count, and of the first and the last the snapshots within the range', async () => {
  expect(await told(HOURS, LASTED)).toEqual({ held: ['5', '6', '7', '8'], asked: 2 });
});

test('hours that begin and end with the range are whole', async () => {
  const range = { from: 10 * HOUR, to: 13 * HOUR };
  expect(await told(HOURS, range)).toEqual({ held: ['1', '6', '8'], asked: 0 });
});

test('an edge without a snapshot adds nothing if the rest of its hour has one', async () => {
  const snapshots = SNAPSHOTS.filter(({ lowest }) => lowest !== '5');
  expect(await told(HOURS, LASTED, snapshots)).toEqual({ held: ['6', '7', '8'], asked: 3 });
});

test('where the snapshots of an edge are kept no more, nothing is known', async () => {
  expect(await told(HOURS, LASTED, [])).toEqual({ held: [], asked: 2 });
  expect(await heldDuring(HOURS, LASTED, async () => undefined)).toEqual([]);
  expect(await heldDuring(HOURS, LASTED, async () => [hour(10, '1'), hour(13, '2')])).toEqual([]);
});

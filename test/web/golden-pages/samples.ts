// What the pages of these tests show beside the desk: few points, so that a chart stays readable as text.
import { expect } from 'vitest';
import { type Amount, amountOf } from '../../../src/domain/money.ts';
import type { HistoryPoint, PageSources, SparkPoint } from '../../../src/web/sources.ts';
import { NOON } from '../../metrics/house.ts';
import type { Pages } from './open.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const away = () => Promise.reject(new Error('away'));

const amount = (text: string | null): Amount | null => (text === null ? null : amountOf(text));

/** A snapshot so many hours before noon; other parts as given. */
export function pointAt(
  hoursAgo: number,
  available: string | null,
  more: Partial<HistoryPoint> = {},
): HistoryPoint {
  const at = NOON - hoursAgo * HOUR;
  const own = amount(available);
  return {
    ...{ at, since: null, slot: at, available: own, actual: own, lowest: own, highest: own, samples: 1 },
    ...{ uncleared: amountOf('0.00'), reserve: null, ...more },
  };
}

export const POINTS: readonly HistoryPoint[] = [
  pointAt(23, '6100000.00'),
  pointAt(18, '5400000.00', {
    since: NOON - 19 * HOUR,
    slot: null,
    highest: amountOf('6000000'),
    samples: 60,
  }),
  pointAt(12, null, { samples: 0 }),
  pointAt(6, '-300.25', { lowest: amountOf('-1200.5') }),
  pointAt(0.5, '4120500.50'),
];

const SPARKS: readonly SparkPoint[] = POINTS.map(({ at, available }) => ({ at, available }));

/** Sources of the desk whose charts have few points. */
export const FEW_POINTS: Partial<PageSources> = {
  chart: async () => POINTS,
  sparklines: async () =>
    new Map([
      ['acme/UGX/MERCHANT_PAYOUT', SPARKS],
      ['acme/KES/MERCHANT_PAYOUT', SPARKS.slice(0, 2)],
    ]),
};

/** Holds what a page answers against what is kept of it. */
export async function expectTold(name: string, pages: Pick<Pages, 'ask'>, path: string): Promise<void> {
  await expect(await pages.ask(path)).toMatchFileSnapshot(`told/${name}.txt`);
}

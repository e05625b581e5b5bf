// Measures whether the memory of the published program grows: after an hour beside what it was after ten minutes, under the
// load at which floatwatch is compared with others. Runs only when it is named.
import { startBench, underLoad } from './load/under-load.ts';
import type { Measurement } from './measure.ts';

const ACCOUNTS = 1_000;
const MOST_GROWTH = 1.05; // one reading differs from the next by so much

/** The group `hour`: 1,000 accounts times `scale` of ten wallets each, every ten seconds. */
export async function hour(scale: number): Promise<Record<string, Measurement>> {
  await using bench = await startBench();
  const load = { accounts: Math.round(ACCOUNTS * scale), schedule: '*/10 * * * * *' };
  const [early, middle, late] = await underLoad(bench, { ...load, minutes: [10, 30, 60] });
  return {
    pss_10_minutes_mb: { value: early!.pss, unit: 'MiB' },
    pss_30_minutes_mb: { value: middle!.pss, unit: 'MiB' },
    pss_60_minutes_mb: { value: late!.pss, unit: 'MiB', floor: early!.pss, target: MOST_GROWTH * early!.pss },
  };
}

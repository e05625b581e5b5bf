// Measures the memory of the published program over minutes, without Postgres: under the load at which floatwatch is
// compared with others, with ten times the wallets, and at rest. Takes a quarter of an hour: runs only when it is named.
import { WALLETS } from './load/service.ts';
import { startBench, underLoad } from './load/under-load.ts';
import type { Measurement } from './measure.ts';
import { rest } from './rest.ts';
import { watch } from './watch.ts';

const ACCOUNTS = 1_000;

/** The group `memory`: 1,000 accounts times `scale` of ten wallets each, and ten times as many. */
export async function memory(scale: number): Promise<Record<string, Measurement>> {
  await using bench = await startBench();
  const few = { accounts: Math.round(ACCOUNTS * scale), schedule: '*/10 * * * * *', minutes: [2, 10] };
  const many = { accounts: 10 * few.accounts, schedule: '* * * * *', minutes: [5] };
  const [soon, late] = await underLoad(bench, few);
  const [large] = await underLoad(bench, many);
  const { pss_mb } = await rest();
  const { bytes_per_wallet } = await watch(scale);
  const perThousand = (late!.cpuMs - soon!.cpuMs) / (((late!.polls - soon!.polls) * WALLETS) / 1_000);
  return {
    pss_2_minutes_mb: { value: soon!.pss, unit: 'MiB', target: 160 },
    pss_10_minutes_mb: { value: late!.pss, unit: 'MiB', target: 160 },
    cpu_ms_per_1000_balances: { value: perThousand, unit: 'ms of CPU' },
    pss_100000_wallets_mb: { value: large!.pss, unit: 'MiB', target: 450 },
    pss_at_rest_mb: pss_mb!,
    bytes_per_watched_wallet: bytes_per_wallet!,
  };
}

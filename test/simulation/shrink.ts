// Finds the fewest faults with which a seed still fails.
import type { Fault } from './faults.ts';
import { type SimulateOptions, simulate } from './simulation.ts';

/** Takes out one fault after another, as long as some promise is still broken. */
export async function shrink(
  seed: number,
  faults: readonly Fault[],
  options: Pick<SimulateOptions, 'accounts' | 'lookMs'>,
): Promise<readonly Fault[]> {
  for (const fault of faults) {
    const fewer = faults.filter((each) => each !== fault);
    const { violations } = await simulate(seed, { ...options, faults: fewer });
    if (violations.length > 0) return shrink(seed, fewer, options);
  }
  return faults;
}

// Finds the fewest faults with which a seed still fails.
import type { Fault } from './faults.ts';
import { simulate } from './simulation.ts';

/** Takes out one fault after another, as long as some promise is still broken. */
export async function shrink(
  seed: number,
  faults: readonly Fault[],
  accounts?: number,
): Promise<readonly Fault[]> {
  for (const fault of faults) {
    const fewer = faults.filter((each) => each !== fault);
    const { violations } = await simulate(seed, { faults: fewer, accounts });
    if (violations.length > 0) return shrink(seed, fewer, accounts);
  }
  return faults;
}

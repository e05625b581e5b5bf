// Tells when an account is polled next. Both boards use it.
import type { Instant, Polled } from '../../domain/observation.ts';
import type { Schedule } from '../polling/schedule.ts';

/** Until when an account isn't polled because its keys are refused; in the past for any other. */
export type RestsUntil = (account: string) => Instant;

export const neverRests: RestsUntil = () => Number.NEGATIVE_INFINITY;

/**
 * The next slot of the schedule, or the first after the rest. Once another replica has seen the account meanwhile, its keys
 * are right and others poll it: then every slot counts again.
 */
export function nextPolled(
  {
    config: { name, schedule },
    last,
  }: {
    readonly config: { readonly name: string; readonly schedule: Schedule };
    readonly last: Polled | null;
  },
  now: Instant,
  restsUntil: RestsUntil,
): Instant | null {
  const rested = last?.outcome === 'auth' ? restsUntil(name) - 1 : now; // the slot at its very end is polled
  return schedule.next(Math.max(now, rested)) ?? null;
}

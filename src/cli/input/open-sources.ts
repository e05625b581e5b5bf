// The services for commands that ask them now, without a schedule.
import type { ScheduledAccount } from '../../app/configured.ts';
import { createSources, type Sources } from '../../app/sources.ts';
import { secretsOf } from '../../config/load.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { createScrubber, type Scrubber } from '../../config/scrub.ts';
import type { Clock } from '../../monitor/clock.ts';

export interface OpenSources extends Disposable {
  /** In the order of the accounts. */
  readonly accounts: Sources['accounts'];
  readonly clock: Clock;
  /** Takes the secrets of the configuration out of a text. */
  readonly scrub: Scrubber;
}

/** A source for each of these accounts of the configuration. Throws for an address that could never be asked. */
export function openSources(config: Config, accounts: readonly ScheduledAccount[]): OpenSources {
  const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const scrub = createScrubber(secretsOf(config));
  const sources = createSources(accounts, { clock, random: Math.random, scrub, onDeviation() {} });
  return { accounts: sources.accounts, clock, scrub, [Symbol.dispose]: () => sources.close() };
}

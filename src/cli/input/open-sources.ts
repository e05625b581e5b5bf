// Opens the services for commands that ask them now, without a schedule.
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
  /** Removes the secrets of the configuration from a text. */
  readonly scrub: Scrubber;
}

/** Makes a source for each of these accounts of the configuration. Throws for an address that can't be requested at all. */
export function openSources(config: Config, accounts: readonly ScheduledAccount[]): OpenSources {
  const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const scrub = createScrubber(secretsOf(config));
  const sources = createSources(accounts, { clock, random: Math.random, scrub, onDeviation() {} });
  return { accounts: sources.accounts, clock, scrub, [Symbol.dispose]: () => sources.close() };
}

// One live call per account, for the commands that show what came of it.
import type { ScheduledAccount } from '../../app/configured.ts';
import type { Config } from '../../config/resolve.ts';
import type { Scrubber } from '../../config/scrub.ts';
import type { ProbeResult } from '../../upstream/service.ts';
import { openSources } from '../input/open-sources.ts';

export interface Probed extends ProbeResult {
  readonly account: string;
  /** Without query and keys. */
  readonly baseUrl: string;
}

/** Asks all of them at once, within their deadlines; nothing is stored. Never rejects for what a service does. */
export async function probeAccounts(
  config: Config,
  accounts: readonly ScheduledAccount[],
  signal: AbortSignal,
): Promise<{ readonly probed: readonly Probed[]; readonly scrub: Scrubber }> {
  using sources = openSources(config, accounts);
  const { clock, scrub } = sources;
  const probed = await Promise.all(
    sources.accounts.map(async ({ name, source, deadlineMs }, i): Promise<Probed> => {
      const result = await source.probe({ notAfter: clock.now() + deadlineMs, signal });
      return { account: name, baseUrl: accounts[i]!.config.base_url, ...result };
    }),
  );
  return { probed, scrub };
}

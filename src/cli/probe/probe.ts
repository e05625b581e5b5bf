// Makes one live call per account, for commands that show the result.
import type { ScheduledAccount } from '../../app/configured.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import type { Scrubber } from '../../config/scrub.ts';
import type { ProbeResult } from '../../upstream/service.ts';
import { askEach } from '../input/ask-each.ts';
import { openSources } from '../input/open-sources.ts';

export interface Probed extends ProbeResult {
  readonly account: string;
  /** The address, without query and keys. */
  readonly baseUrl: string;
}

/** Calls all accounts, each within its deadline; stores nothing. Never rejects for what a service does. */
export async function probeAccounts(
  config: Config,
  accounts: readonly ScheduledAccount[],
  signal: AbortSignal,
): Promise<{ readonly probed: readonly Probed[]; readonly scrub: Scrubber }> {
  using sources = openSources(config, accounts);
  const { clock, scrub } = sources;
  const probed = await askEach(accounts, async (place): Promise<Probed> => {
    const { name, source, deadlineMs } = sources.accounts[place]!;
    const result = await source.probe({ notAfter: clock.now() + deadlineMs, signal });
    return { account: name, baseUrl: accounts[place]!.config.base_url, ...result };
  });
  return { probed, scrub };
}

// The coverage of many accounts, for a list. It keeps what it has read for some minutes: reading a month of polls takes
// long.
import type { Instant } from '../../domain/observation.ts';
import type { Gaps, PageSources } from '../sources.ts';
import { COVERED_DAYS } from './blindness.ts';
import { lastDaysFrom } from './days.ts';

const KEPT_MS = 5 * 60_000;
const AT_ONCE = 2; // accounts that are read at the same time

/** The gaps of accounts over the days that are shown. */
export interface CoverageList {
  /**
   * The gaps of the named accounts that are known by the time `signal` aborts; a later call has those that are missing.
   * Rejects only when nothing could be read.
   */
  read(accounts: readonly CoveredAccount[], signal: AbortSignal): Promise<ReadonlyMap<string, Gaps>>;
  /** The gaps that are known without reading from the database. */
  known(accounts: readonly CoveredAccount[]): ReadonlyMap<string, Gaps>;
}

export interface CoveredAccount {
  readonly account: string;
  readonly timezone: string;
}

export function createCoverageList(gaps: NonNullable<PageSources['gaps']>, now: () => Instant): CoverageList {
  const kept = new Map<string, { readonly gaps: Gaps; readonly at: Instant }>();
  const asked = new Map<string, number>(); // the turn in which an account was last read
  let turns = 0;

  return {
    known: knownOf,
    async read(accounts, signal) {
      // Some accounts may take too long each time: they wait for the others.
      const waiting = accounts
        .filter(({ account }) => !isKept(account))
        .sort((a, b) => (asked.get(a.account) ?? 0) - (asked.get(b.account) ?? 0));
      const read = async (): Promise<void> => {
        for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift())
          await readOne(next, signal);
      };
      const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, read));
      const found = knownOf(accounts);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed && found.size === 0) throw failed.reason;
      return found;
    },
  };

  function knownOf(accounts: readonly CoveredAccount[]): ReadonlyMap<string, Gaps> {
    const found = accounts.flatMap(({ account }) => {
      const own = isKept(account) ? kept.get(account) : undefined;
      return own ? [[account, own.gaps] as const] : [];
    });
    return new Map(found);
  }

  function isKept(account: string): boolean {
    const at = kept.get(account)?.at;
    return at !== undefined && at <= now() && now() - at < KEPT_MS;
  }

  async function readOne({ account, timezone }: CoveredAccount, signal: AbortSignal): Promise<void> {
    asked.set(account, ++turns);
    const at = now();
    const from = lastDaysFrom(COVERED_DAYS, timezone, at);
    kept.set(account, { gaps: await gaps(account, { from, to: at }, signal), at });
  }
}

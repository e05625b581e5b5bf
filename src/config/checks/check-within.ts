// Warns of a `within` that is too short to see an earlier amount, or longer than amounts are kept. Called by checks.ts.
import { formatDuration } from '../../domain/duration.ts';
import type { Path } from '../problem.ts';
import { smallestInterval } from '../schema/interval.ts';
import type { accountSettings, pollSettings } from '../schema/schema-accounts.ts';
import { ruleSettings } from '../schema/schema-alerts.ts';
import { entries, type Findings, type Valid, valid } from '../valid.ts';
import { byName } from './check-reach.ts';

interface Watched {
  readonly accounts: readonly Valid<typeof accountSettings>[];
  readonly poll: Valid<typeof pollSettings>;
  /** How long snapshots are kept; `undefined` when it is invalid by itself. */
  readonly keptMs: number | undefined;
}

export function checkWithin(
  rules: readonly unknown[],
  { accounts, poll, keptMs = Number.POSITIVE_INFINITY }: Watched,
  path: Path,
  { warning }: Findings,
): void {
  const called = byName(accounts.filter(({ name }) => name !== undefined));
  rules.forEach((rule, i) => {
    if (entries(rule)['within'] === undefined) return;
    const { within, wallets } = valid(ruleSettings, rule);
    if (typeof within !== 'number') return; // invalid by itself
    const place = [...path, i, 'within'];
    if (within > keptMs) {
      const kept = formatDuration(keptMs);
      warning(
        place,
        `is longer than retention keeps snapshots, ${kept}: after a start it looks back no further`,
      );
    }
    const watched = called(wallets?.account ?? '*');
    const intervals = watched.map(({ schedule }) => intervalOf(schedule === null ? poll.schedule : schedule));
    if (intervals.length > 0 && intervals.every((interval) => interval > within))
      warning(
        place,
        'is shorter than the time between two polls: there is no earlier amount to compare with',
      );
  });
}

/** Zero for a schedule that is invalid by itself. */
function intervalOf(schedule: string | undefined): number {
  return schedule === undefined ? 0 : smallestInterval(schedule);
}

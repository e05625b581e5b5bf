// What was known at an instant, where results may have been stored since. `recall.ts` and `payment-options.ts` ask.
import { type Instant, type Polled, succeeded } from '../domain/observation.ts';

/** A ledger as far as this goes; see `Ledger.latest`. */
interface Recalled<Latest> {
  latest(accounts: readonly string[], before?: Instant): Promise<readonly Latest[]>;
}

/**
 * What a ledger tells of these accounts, after what was known of them before an instant where something newer is stored:
 * that may not name what was there before. Rejects when Postgres is away or slow.
 */
export async function latestAndBefore<Latest>(
  ledger: Recalled<Latest>,
  accounts: readonly string[],
  { before, pollOf }: { readonly before: Instant; readonly pollOf: (latest: Latest) => Polled },
): Promise<readonly Latest[]> {
  const latest = await ledger.latest(accounts);
  const newer = latest
    .map(pollOf)
    .filter(({ outcome, observedAt }) => succeeded(outcome) && observedAt >= before);
  if (newer.length === 0) return latest;
  return [
    ...(await ledger.latest(
      newer.map(({ account }) => account),
      before,
    )),
    ...latest,
  ];
}

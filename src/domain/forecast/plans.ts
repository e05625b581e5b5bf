// The plan of all wallets: each by itself, then the sources shared out among them. Used by `monitor/forecast`, for the page,
// the API, the command and the metrics.
import type { Instant } from '../observation.ts';
import { type Drained, type Plan, planOf, type Unplanned } from './plan.ts';
import { type Share, type Source, shareOut } from './source.ts';

export interface PlannedWallet extends Drained {
  /** Unique, as `account/CURRENCY/WALLET_TYPE`. */
  readonly name: string;
  /** The name of the wallet that it is topped up from. */
  readonly source: string | undefined;
}

export type TopUp = (Plan & Share) | { readonly unplanned: Unplanned };

/** What is to be sent to each wallet, by name and in the order given. */
export function plansOf(
  wallets: readonly PlannedWallet[],
  sources: ReadonlyMap<string, Source>,
  now: Instant,
): ReadonlyMap<string, TopUp> {
  const plans = wallets.map((wallet) => ({ wallet, plan: planOf(wallet, now) }));
  const draws = plans.flatMap(({ wallet, plan }) => {
    if (typeof plan === 'string') return [];
    const { name, source, roundTo, confidence } = wallet;
    // What can't run dry within sight has time until its money could be there.
    return {
      wallet: name,
      source,
      needed: plan.needed,
      coming: plan.coming,
      by: plan.by ?? plan.arrives,
      lastsUntil: plan.lastsUntil,
      confidence,
      roundTo,
    };
  });
  const shares = shareOut(draws, sources, now);
  return new Map(
    plans.map(({ wallet: { name }, plan }) => [
      name,
      typeof plan === 'string' ? { unplanned: plan } : { ...plan, ...shares.get(name)! },
    ]),
  );
}

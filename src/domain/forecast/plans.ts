// Plans all wallets: first each by itself, then it shares the sources out among them. Used by `monitor/forecast`, for the
// page, the API, the command and the metrics.
import { ZERO } from '../money.ts';
import type { Instant } from '../observation.ts';
import { type Drained, type Plan, planOf, type Unplanned } from './plan.ts';
import { type Draw, type Share, type Source, shareOut } from './source.ts';

export interface PlannedWallet extends Drained {
  /** Unique, as `account/CURRENCY/WALLET_TYPE`. */
  readonly name: string;
  /** The name of the wallet that it is topped up from. */
  readonly source: string | undefined;
}

export type TopUp = (Plan & Share) | { readonly unplanned: Unplanned };

/** The plan of each wallet, by name and in the order given. */
export function plansOf(
  wallets: readonly PlannedWallet[],
  sources: ReadonlyMap<string, Source>,
  now: Instant,
): ReadonlyMap<string, TopUp> {
  const plans = wallets.map((wallet) => ({ wallet, plan: planOf(wallet, now) }));
  const draws = plans.map(({ wallet, plan }): Draw => {
    const { name, source, roundTo, confidence, requested } = wallet;
    const draw = { wallet: name, source, coming: requested.coming, confidence, roundTo };
    // Without a plan, nothing more is needed, but the source still owes what was requested.
    if (typeof plan === 'string') return { ...draw, needed: ZERO, by: now };
    // A wallet that lasts beyond the outlook has time until its money could arrive.
    return { ...draw, needed: plan.needed, by: plan.by ?? plan.arrives, lastsUntil: plan.lastsUntil };
  });
  const shares = shareOut(draws, sources, now);
  return new Map(
    plans.map(({ wallet: { name }, plan }) => [
      name,
      typeof plan === 'string' ? { unplanned: plan } : { ...plan, ...shares.get(name)! },
    ]),
  );
}

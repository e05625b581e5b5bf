// Runways from observations alone, as the monitor would have had them: for `floatwatch simulate`, which has no hourly
// figures.
import type { Instant, Observation } from '../../domain/observation.ts';
import { createOutflow, type Outflow } from '../../domain/outflow.ts';
import { type Forecast, forecast, runwayAt } from '../../domain/runway.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { RunwayAt, WalletOf } from './runways.ts';

const HOUR_MS = 3_600_000;

export interface ReplayedRunways {
  /** Takes in what a poll saw, before it is evaluated. */
  observe(observation: Observation): void;
  /** As the monitor would have told it then: the hour that runs is not part of the past. */
  readonly of: RunwayAt;
}

interface Seen {
  readonly outflow: Outflow;
  latest: Forecast | undefined;
  madeAt: Instant;
}

export function createReplayedRunways(): ReplayedRunways {
  const wallets = new Map<string, Seen>();

  return {
    observe({ account, slot, wallets: seen }) {
      for (const wallet of seen) {
        if (wallet.available !== null) seenOf({ ...wallet, account }).outflow.take(slot, wallet.available);
      }
    },

    of(wallet, available, at) {
      if (available === null) return undefined;
      const seen = seenOf(wallet);
      const from = at - (at % HOUR_MS);
      if (seen.madeAt !== from) {
        seen.latest = forecast(seen.outflow.before(from), from);
        seen.madeAt = from;
      }
      return seen.latest && runwayAt(seen.latest, available, at);
    },
  };

  function seenOf(wallet: WalletOf): Seen {
    const key = `${wallet.account}/${walletKey(wallet)}`;
    let seen = wallets.get(key);
    if (!seen) {
      seen = { outflow: createOutflow(), latest: undefined, madeAt: Number.NaN };
      wallets.set(key, seen);
    }
    return seen;
  }
}

// Runways from nothing but the observations that come by: for the past, when no database has it by the hour.
import type { Instant, Observation } from '../../domain/observation.ts';
import { createOutflow, type Outflow } from '../../domain/outflow.ts';
import { type Forecast, forecast, runwayAt } from '../../domain/runway.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { RunwayAt, WalletOf } from './runways.ts';

const HOUR_MS = 3_600_000;

export interface ReplayedRunways {
  /** Takes in what a poll saw, before it is judged. */
  observe(observation: Observation): void;
  /** As the monitor would have told it then: the hour that runs is not part of the past. */
  readonly of: RunwayAt;
}

interface Seen {
  readonly outflow: Outflow;
  outlook: Forecast | undefined;
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
        seen.outlook = forecast(seen.outflow.before(from), from);
        seen.madeAt = from;
      }
      return seen.outlook && runwayAt(seen.outlook, available, at);
    },
  };

  function seenOf(wallet: WalletOf): Seen {
    const key = `${wallet.account}/${walletKey(wallet)}`;
    let seen = wallets.get(key);
    if (!seen) {
      seen = { outflow: createOutflow(), outlook: undefined, madeAt: Number.NaN };
      wallets.set(key, seen);
    }
    return seen;
  }
}

// Computes the runways that the monitor would have known, from observations alone: `floatwatch simulate` has no hourly
// figures.
import { DAY_MS } from '../../domain/duration.ts';
import { forecast } from '../../domain/forecast/forecaster.ts';
import { dailySums, localDaysBefore } from '../../domain/forecast/history.ts';
import type { Outlook } from '../../domain/forecast/outlook.ts';
import { type Zone, zoneOf } from '../../domain/forecast/zone.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { createOutflow, type Outflow } from '../../domain/outflow.ts';
import { walletName } from '../../domain/wallet.ts';
import { type Aim, type ForecastAccount, lookOf, untilNextLook } from './aims.ts';
import { runwayOf } from './runway.ts';
import type { RunwayAt, WalletOf } from './runways.ts';

/** How much of the past is learnt from, in hours. Only eight weeks, because every poll of them must be read. */
export const REPLAYED_HOURS = 8 * 7 * 24;

export interface ReplayedRunways {
  /** Takes in what a poll saw. Call it before the poll is evaluated. */
  observe(observation: Observation): void;
  /** The runway that the monitor would have known then, without the current day; `undefined` without an aim. */
  readonly of: RunwayAt;
}

/** The schedule of an account, and what is known of its days in advance. */
export type ReplayedAccount = Pick<ForecastAccount, 'schedule' | 'calendar'>;

interface Made {
  readonly outlook: Outlook | undefined;
  /** The time from one poll to the next, in days, when the outlook was made. */
  readonly look: number;
}

interface Seen {
  readonly outflow: Outflow;
  /** By the lead time and the confidence of their aim. */
  readonly outlooks: Map<string, Made>;
  /** The local day on which they were made. */
  day: number;
}

export function createReplayedRunways(accountOf: (account: string) => ReplayedAccount): ReplayedRunways {
  const wallets = new Map<string, Seen>();

  return {
    observe({ account, slot, wallets: seen }) {
      for (const wallet of seen) {
        if (wallet.available === null) continue;
        seenOf({ ...wallet, account }).outflow.take(slot, wallet.available);
      }
    },

    of(wallet, available, at, aim) {
      if (available === null || !aim) return undefined;
      const seen = seenOf(wallet);
      const { schedule, calendar } = accountOf(wallet.account);
      const zone = zoneOf(schedule.timezone);
      const { day } = zone.localOf(at);
      if (seen.day !== day) seen.outlooks.clear();
      seen.day = day;
      const key = `${aim.leadMs} ${aim.confidence}`;
      const known = seen.outlooks.get(key) ?? madeOf(seen.outflow, { aim, at, zone, schedule, calendar });
      seen.outlooks.set(key, known);
      const { outlook, look } = known;
      const unseen = Math.max(look, untilNextLook(schedule, at));
      return outlook && runwayOf(outlook, { alert: 0, zone, look: unseen }, available, at);
    },
  };

  function seenOf(wallet: WalletOf): Seen {
    const key = walletName(wallet);
    let seen = wallets.get(key);
    if (!seen) {
      const outflow = createOutflow(REPLAYED_HOURS);
      seen = { outflow, outlooks: new Map(), day: Number.NaN };
      wallets.set(key, seen);
    }
    return seen;
  }
}

interface Making extends ReplayedAccount {
  readonly aim: Aim;
  readonly at: Instant;
  readonly zone: Zone;
}

function madeOf(outflow: Outflow, { aim, at, zone, schedule, calendar }: Making): Made {
  const { first, days } = dailySums(outflow.before(at), at, localDaysBefore(at, zone, REPLAYED_HOURS / 24));
  const look = lookOf(schedule, at);
  const alerts = [{ lead: aim.leadMs / DAY_MS, look, confidence: aim.confidence }];
  return { outlook: forecast(days, first, { calendar, alerts }), look };
}

// Runways from observations alone, as the monitor would have had them: for `floatwatch simulate`, which has no hourly
// figures.
import type { Calendar } from '../../domain/forecast/calendar.ts';
import { forecast } from '../../domain/forecast/forecaster.ts';
import { dailySums, localDaysBefore } from '../../domain/forecast/history.ts';
import type { Outlook } from '../../domain/forecast/outlook.ts';
import { type Zone, zoneOf } from '../../domain/forecast/zone.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { createOutflow, type Outflow } from '../../domain/outflow.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { Aim } from './aims.ts';
import { runwayOf } from './runway.ts';
import type { RunwayAt, WalletOf } from './runways.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How much of the past is learnt from, in hours: eight weeks, for each of its polls has to be read. */
export const REPLAYED_HOURS = 8 * 7 * 24;

export interface ReplayedRunways {
  /** Takes in what a poll saw, before it is evaluated. */
  observe(observation: Observation): void;
  /** As the monitor would have told it then: the day that runs is not part of the past. */
  readonly of: RunwayAt;
}

export interface AccountDays {
  /** IANA name. */
  readonly timezone: string;
  readonly calendar?: Calendar | undefined;
}

interface Seen {
  readonly outflow: Outflow;
  /** By what was asked of them. */
  readonly outlooks: Map<string, Outlook | undefined>;
  /** The local day that they are about. */
  day: number;
  slot: Instant;
  /** Between the last two looks, in days. */
  look: number;
}

/** `daysOf` an account: their time zone, and what is known of them in advance. */
export function createReplayedRunways(daysOf: (account: string) => AccountDays): ReplayedRunways {
  const wallets = new Map<string, Seen>();

  return {
    observe({ account, slot, wallets: seen }) {
      for (const wallet of seen) {
        if (wallet.available === null) continue;
        const known = seenOf({ ...wallet, account });
        known.outflow.take(slot, wallet.available);
        known.look = Math.min(1, Math.max(0, (slot - known.slot) / DAY_MS) || 0);
        known.slot = slot;
      }
    },

    of(wallet, available, at, aim) {
      if (available === null || !aim) return undefined;
      const seen = seenOf(wallet);
      const { timezone, calendar } = daysOf(wallet.account);
      const zone = zoneOf(timezone);
      const { day } = zone.localOf(at);
      if (seen.day !== day) seen.outlooks.clear();
      seen.day = day;
      const key = `${aim.leadMs} ${aim.confidence}`;
      if (!seen.outlooks.has(key)) seen.outlooks.set(key, outlookOf(seen, aim, { at, zone, calendar }));
      const outlook = seen.outlooks.get(key);
      return outlook && runwayOf(outlook, { alert: 0, zone, look: seen.look }, available, at);
    },
  };

  function seenOf(wallet: WalletOf): Seen {
    const key = `${wallet.account}/${walletKey(wallet)}`;
    let seen = wallets.get(key);
    if (!seen) {
      const outflow = createOutflow(REPLAYED_HOURS);
      seen = { outflow, outlooks: new Map(), day: Number.NaN, slot: Number.NaN, look: 0 };
      wallets.set(key, seen);
    }
    return seen;
  }
}

function outlookOf(
  { outflow, look }: Seen,
  aim: Aim,
  {
    at,
    zone,
    calendar,
  }: { readonly at: Instant; readonly zone: Zone; readonly calendar: Calendar | undefined },
): Outlook | undefined {
  const { first, days } = dailySums(outflow.before(at), at, localDaysBefore(at, zone, REPLAYED_HOURS / 24));
  const { leadMs, confidence } = aim;
  return forecast(days, first, { calendar, alerts: [{ lead: leadMs / DAY_MS, look, confidence }] });
}

// Makes the days of a wallet that a forecast learns from: the stored days, then days added up from the hours after them.
import { HOUR_MS } from '../../domain/duration.ts';
import type { Day } from '../../domain/forecast/day.ts';
import {
  dailySums,
  joinedDays,
  type LocalDays,
  localDaysBefore,
  PAST_HOURS,
  type PastDays,
} from '../../domain/forecast/history.ts';
import type { Zone } from '../../domain/forecast/zone.ts';
import type { Instant } from '../../domain/observation.ts';
import type { WalletOutflow } from '../storage/ports.ts';

export interface DaysOfWallet {
  readonly outflow: PastDays;
  /** Uncleared money that became available; absent for a wallet that has had none. */
  readonly cleared?: PastDays;
}

/** Makes whole past days of a zone, at most a year, from stored days and from the hours before the hour of `now`. */
export function createPastDays(
  zone: Zone,
  now: Instant,
): (wallet: Pick<WalletOutflow, 'hours' | 'cleared' | 'kept'>) => DaysOfWallet {
  const until = now - (now % HOUR_MS);
  const { day: today } = zone.localOf(now);
  const midnights = new Map<Day, LocalDays>(); // costly to compute, and the same for most wallets of an account

  return ({ hours, cleared, kept }) => {
    const recent = daysSince(kept?.until ?? today - PAST_HOURS / 24);
    const outflow = joinedDays(kept?.outflow, dailySums(hours, until, recent));
    return cleared
      ? { outflow, cleared: joinedDays(kept?.cleared, dailySums(cleared, until, recent)) }
      : { outflow };
  };

  function daysSince(first: Day): LocalDays {
    const days = midnights.get(first) ?? localDaysBefore(now, zone, Math.max(0, today - first));
    midnights.set(first, days);
    return days;
  }
}

// Makes the outlooks of one account's wallets. `runways.ts` creates a job each time they are due.
import { DAY_MS } from '../../domain/duration.ts';
import { forecast } from '../../domain/forecast/forecaster.ts';
import { inOnePiece, type Outlook } from '../../domain/forecast/outlook.ts';
import { type Zone, zoneOf } from '../../domain/forecast/zone.ts';
import type { Instant } from '../../domain/observation.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { WalletOutflow } from '../storage/ports.ts';
import { type ForecastAccount, lookOf } from './aims.ts';
import { createPastDays } from './past-days.ts';

export interface Job {
  readonly account: ForecastAccount;
  readonly zone: Zone;
  /** The time from one look at the balance to the next, in days. */
  readonly look: number;
  /** Makes the outlooks of one wallet, from what went out of it and what cleared. */
  take(wallet: WalletOutflow): void;
  /** The outlooks made so far. */
  made(): {
    /** By {@link walletKey}; wallets whose past is too short have none. */
    readonly outlooks: ReadonlyMap<string, Outlook>;
    /** The same for uncleared money that becomes available. */
    readonly clearings: ReadonlyMap<string, Outlook>;
  };
  /** When the account's last whole day ended. */
  midnight(): Instant;
}

export function createJob(account: ForecastAccount, now: Instant): Job {
  const zone = zoneOf(account.schedule.timezone);
  const look = lookOf(account.schedule, now);
  const alerts = account.aims.map(({ leadMs, confidence }) => ({ lead: leadMs / DAY_MS, look, confidence }));
  const outlooks = new Map<string, Outlook>();
  const clearings = new Map<string, Outlook>();
  const daysOf = createPastDays(zone, now);
  return {
    ...{ account, zone, look },
    take(wallet) {
      const { calendar } = account;
      const { outflow, cleared } = daysOf(wallet);
      const outlook = forecast(outflow.days, outflow.first, { alerts, calendar });
      if (outlook) outlooks.set(walletKey(wallet), outlook);
      const clearing = cleared && forecast(cleared.days, cleared.first, { calendar });
      if (clearing) clearings.set(walletKey(wallet), clearing);
    },
    made: () => ({ outlooks: inOnePiece(outlooks), clearings: inOnePiece(clearings) }),
    midnight: () => zone.instantOf(zone.localOf(now).day),
  };
}

// The plan of every wallet of some accounts: from what is known of them now to what is to be sent.
import { createApproval, type Hours } from '../../domain/forecast/approval.ts';
import type { Day } from '../../domain/forecast/day.ts';
import type { Drained } from '../../domain/forecast/plan.ts';
import { plansOf, type TopUp } from '../../domain/forecast/plans.ts';
import type { OnItsWay } from '../../domain/forecast/requested.ts';
import type { Source } from '../../domain/forecast/source.ts';
import { zoneOf } from '../../domain/forecast/zone.ts';
import { type Amount, amountOf } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type WalletId, walletKey } from '../../domain/wallet.ts';
import type { ComingTo } from './requests.ts';
import type { Runways } from './runways.ts';

const NONE_COMING: OnItsWay = { coming: amountOf('0'), expired: [] };
const COLLECTION = 'MERCHANT_COLLECTION'; // payout and service wallets are provisioned from it

/** How an account's wallets are topped up. */
export interface TopUpSettings {
  /** The account's. */
  readonly account: string;
  /** IANA name. */
  readonly timezone: string;
  readonly leadMs: number;
  readonly confidence: number;
  /** When a request can be approved; `null` for always. */
  readonly window: Hours | null;
  /** Whether nobody approves on a day. */
  readonly isClosed: (day: Day) => boolean;
  /** Whence wallets of its currency are topped up; `null`: the collection wallet of the same currency. */
  readonly source: WalletId | null;
  readonly roundTo: Amount;
  readonly minimum: Amount;
  readonly target: Drained['target'];
}

/** What is known of a wallet now. */
export interface PlannableWallet extends WalletId {
  readonly account: string;
  /** `null` while it isn't known. */
  readonly available: Amount | null;
}

export interface PlanRow extends WalletId {
  readonly account: string;
  /** Of the account, an IANA name. */
  readonly timezone: string;
  /** The wallet that it is topped up from, of the same account. */
  readonly source: string | undefined;
  readonly topUp: TopUp;
}

/** A plan for each wallet that isn't another's source, in the order given. */
export function planWallets(
  wallets: readonly PlannableWallet[],
  settings: ReadonlyMap<string, TopUpSettings>,
  {
    runways,
    comingTo,
    now,
  }: {
    readonly runways: Pick<Runways, 'forecastOf'>;
    /** What was requested and is on its way; absent: nothing. */
    readonly comingTo?: ComingTo | undefined;
    readonly now: Instant;
  },
): readonly PlanRow[] {
  const named = new Map(wallets.map((wallet) => [nameOf(wallet), wallet]));
  const sources = new Map<string, Source>();
  const drained = wallets.flatMap((wallet) => {
    const topUp = settings.get(wallet.account);
    if (!topUp) return [];
    const { account, currency } = wallet;
    const from = topUp.source?.currency === currency ? topUp.source : { currency, walletType: COLLECTION };
    const source = nameOf({ account, ...from });
    return source === nameOf(wallet) ? [] : [{ wallet, topUp, source }];
  });
  const planned = drained.map(({ wallet, topUp, source }) => {
    const { outlook, lookMs } = runways.forecastOf(wallet);
    const zone = zoneOf(topUp.timezone);
    const from = named.get(source);
    if (from && !sources.has(source)) {
      const { available } = from;
      sources.set(source, { available, uncleared: null, clearing: undefined, outflow: undefined, zone });
    }
    return {
      ...topUp,
      ...{ name: nameOf(wallet), available: wallet.available, outlook, zone, lookMs, source },
      alert: 0,
      approval: createApproval(zone, topUp.window ?? undefined, topUp.isClosed),
      requested:
        comingTo?.(wallet, { at: now, available: wallet.available, leadMs: topUp.leadMs }) ?? NONE_COMING,
    };
  });
  const plans = plansOf(planned, sources, now);
  return drained.map(({ wallet: { account, currency, walletType }, topUp: { timezone }, source }) => ({
    ...{ account, currency, walletType, timezone },
    source: sources.has(source) ? source : undefined,
    topUp: plans.get(nameOf({ account, currency, walletType }))!,
  }));
}

function nameOf(wallet: WalletId & { readonly account: string }): string {
  return `${wallet.account}/${walletKey(wallet)}`;
}

// Plans every wallet of some accounts: from balances, forecasts and requests to what must be sent.
import { type Approval, createApproval, type WeekHours } from '../../domain/forecast/approval.ts';
import type { Day } from '../../domain/forecast/day.ts';
import { USABLE_DAYS } from '../../domain/forecast/outlook.ts';
import { type Drained, timeOf, usuallyGone } from '../../domain/forecast/plan.ts';
import { plansOf, type TopUp } from '../../domain/forecast/plans.ts';
import { type OnItsWay, rememberedSince } from '../../domain/forecast/requested.ts';
import type { Source } from '../../domain/forecast/source.ts';
import type { TopUpOutcome } from '../../domain/forecast/top-up-outcome.ts';
import { type Zone, zoneOf } from '../../domain/forecast/zone.ts';
import { type Amount, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type WalletId, walletName } from '../../domain/wallet.ts';
import { createTurns, eachInTurns } from '../turns.ts';
import type { ComingTo } from './requests.ts';
import type { Runways, WalletOf } from './runways.ts';

const NONE_COMING: OnItsWay = { coming: ZERO, expired: [] };
const TURN_MS = 5;

/** Why a top-up of such a wallet can't be requested. */
export const SOURCE_IS_NOT_PLANNED =
  'the other wallets are topped up from it, so it has no plan, in which the request would count';

/** The type of the wallets from which payout and service wallets are provisioned. */
export const COLLECTION_WALLET = 'MERCHANT_COLLECTION';

/** How an account's wallets are topped up. */
export interface TopUpSettings {
  readonly account: string;
  /** IANA name. */
  readonly timezone: string;
  readonly leadMs: number;
  readonly confidence: number;
  /** When a request can be approved; `null` for always. */
  readonly window: WeekHours | null;
  /** Whether nobody approves anything on a day. */
  readonly isClosed: (day: Day) => boolean;
  /** The source of the wallets of its currency; for others, or when `null`: the collection wallet of their currency. */
  readonly source: WalletId | null;
  readonly roundTo: Amount;
  readonly minimum: Amount;
  readonly target: Drained['target'];
  /** Whether a plan counts as followed once its alert has fired, although nobody said so. @default false */
  readonly assumesRequests?: boolean;
  /** Whether the confidence is the one for which the account's alerts were learnt. @default true */
  readonly isLearnt?: boolean;
}

/** What a plan is asked for instead of what is configured; absent values are as configured. */
export interface PlanQuestion {
  readonly coverMs?: number | undefined;
  /** The money should last until the end of this day; replaces the cover. */
  readonly date?: Day | undefined;
  /** From 0.5 to 0.99. */
  readonly confidence?: number | undefined;
}

/** The settings of an account, with the values of a question in place of the configured ones. */
export function settingsAsked(
  settings: TopUpSettings,
  { coverMs, date, confidence = settings.confidence }: PlanQuestion,
): TopUpSettings {
  const cover = coverMs === undefined ? settings.target : { coverMs };
  const target = date === undefined ? cover : { until: zoneOf(settings.timezone).instantOf(date + 1) };
  return { ...settings, target, confidence, isLearnt: confidence === settings.confidence };
}

/** What is known of a wallet now. */
export interface PlannableWallet extends WalletId {
  readonly account: string;
  /** `null` while it isn't known. */
  readonly available: Amount | null;
  /** When it was last seen; absent, or `null`: now. */
  readonly seenAt?: Instant | null;
  /** Collected money that can't be used yet; absent, or `null`: not known. */
  readonly uncleared?: Amount | null;
}

export interface PlanRow extends WalletId {
  readonly account: string;
  /** The account's time zone, by its IANA name. */
  readonly timezone: string;
  /** The balance that the plan was made for; `null` while it isn't known. */
  readonly available: Amount | null;
  /** The name of the wallet that it is topped up from, of the same account; `undefined`: that wallet isn't known. */
  readonly source: string | undefined;
  readonly topUp: TopUp;
  /** Whether what is on its way may only be assumed to be: see {@link TopUpSettings}. @default false */
  readonly isAssumed?: boolean | undefined;
  /** The outcome of the last plan that asked for money and got it; absent: none is known. */
  readonly lastTopUp?: TopUpOutcome | undefined;
}

/** Plans each wallet that isn't a source, in the order given; leaves out accounts without settings. */
export function planWallets(
  wallets: readonly PlannableWallet[],
  settings: ReadonlyMap<string, TopUpSettings>,
  {
    runways,
    comingTo,
    lastTopUp,
    now,
  }: {
    readonly runways: Pick<Runways, 'forecastOf'>;
    /** What was requested and is on its way; absent: none. */
    readonly comingTo?: ComingTo | undefined;
    /** See {@link PlanRow}; absent: none is known. */
    readonly lastTopUp?: ((wallet: WalletOf) => TopUpOutcome | undefined) | undefined;
    readonly now: Instant;
  },
): readonly PlanRow[] {
  const named = new Map(wallets.map((wallet) => [walletName(wallet), wallet]));
  const sources = new Map<string, Source>();
  const drained = wallets.flatMap((wallet) => {
    const topUp = settings.get(wallet.account);
    if (!topUp) return [];
    return isSource(wallet, topUp) ? [] : [{ wallet, topUp, source: sourceNameOf(wallet, topUp) }];
  });
  const planned = drained.map(({ wallet, topUp, source }) => {
    const { outlook, isRead, lookMs } = runways.forecastOf(wallet);
    const zone = zoneOf(topUp.timezone);
    const approval = approvalOf(topUp);
    const from = named.get(source);
    if (from && !sources.has(source)) sources.set(source, sourceOf(from, runways, { zone, now }));
    return {
      ...topUp,
      ...{ name: walletName(wallet), available: wallet.available, outlook, isRead, lookMs },
      ...{ zone, approval, source },
      alert: topUp.isLearnt === false ? undefined : 0,
      requested:
        comingTo?.(wallet, {
          ...{ at: wallet.seenAt ?? now, available: wallet.available, leadMs: topUp.leadMs, approval },
          usuallyGone: (since, until) => (outlook ? usuallyGone(outlook, zone, since, until) : ZERO),
        }) ?? NONE_COMING,
    };
  });
  const plans = plansOf(planned, sources, now);
  return drained.map(({ wallet, topUp: { timezone, assumesRequests: isAssumed }, source }) => {
    const { account, currency, walletType, available } = wallet;
    return {
      ...{ account, currency, walletType, timezone, available },
      source: sources.has(source) ? source : undefined,
      topUp: plans.get(walletName(wallet))!,
      ...(isAssumed && { isAssumed }),
      lastTopUp: lastTopUp?.(wallet),
    };
  });
}

/** When requests for an account's wallets can be approved. */
export function approvalOf({ timezone, window, isClosed }: TopUpSettings): Approval {
  return createApproval(zoneOf(timezone), window ?? undefined, isClosed);
}

/** The time since which requests matter at an instant, by account. Computed in turns short enough for the event loop. */
export async function requestedSince(
  settings: readonly TopUpSettings[],
  at: Instant,
): Promise<ReadonlyMap<string, Instant>> {
  const since = new Map<string, Instant>();
  await eachInTurns(settings, createTurns(TURN_MS), (topUp) => {
    const { account, leadMs } = topUp;
    since.set(account, rememberedSince(at, { leadMs, approval: approvalOf(topUp) }));
  });
  return since;
}

/** Whether other wallets are topped up from this one: such a wallet has no plan. */
export function isSource(wallet: WalletOf, topUp: Pick<TopUpSettings, 'source'>): boolean {
  return sourceNameOf(wallet, topUp) === walletName(wallet);
}

function sourceNameOf({ account, currency }: WalletOf, { source }: Pick<TopUpSettings, 'source'>): string {
  const from = source?.currency === currency ? source : { currency, walletType: COLLECTION_WALLET };
  return walletName({ account, ...from });
}

function sourceOf(
  from: PlannableWallet,
  runways: Pick<Runways, 'forecastOf'>,
  { zone, now }: { readonly zone: Zone; readonly now: Instant },
): Source {
  const { available, uncleared = null } = from;
  const { clearing } = runways.forecastOf(from);
  const isUsable = clearing && timeOf(clearing, zone, now) <= USABLE_DAYS;
  return { available, uncleared, clearing: isUsable ? clearing : undefined, outflow: undefined, zone };
}

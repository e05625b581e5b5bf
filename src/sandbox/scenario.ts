// The sandbox's trade as a pure function of a seed and an instant: the past fortnight can be computed, a restart goes on
// at the right time, and the same instant always has the same digits.
import type { Amount } from '../domain/money.ts';
import type { Instant } from '../domain/observation.ts';
import type { AmountField, WalletId } from '../domain/wallet.ts';
import { seedOf } from './chance.ts';
import { createCollectedWallet } from './collected.ts';
import { currencyOf } from './currencies.ts';
import { createDates } from './dates.ts';
import { createFlow, type Rhythm } from './flow.ts';
import type { Merchant, MerchantWallets } from './merchants.ts';
import { type Anchor, createRefilledWallet, type RefilledWallet } from './refilled.ts';
import { CARD_SALES, CUSTOMERS_PAY, MERCHANT_PAYS, TAXES } from './rhythms.ts';

/** A wallet at an instant, all its amounts exact. */
export interface ScenarioWallet extends WalletId, Readonly<Record<AmountField, Amount>> {}

/** A wallet that runs low, and the available amount below which its owner would want to know. */
interface SuggestedThreshold extends WalletId {
  readonly merchant: string;
  readonly threshold: Amount;
}

export interface Scenario {
  readonly seed: string;
  readonly merchants: readonly Merchant[];
  /** The merchant's wallets at an instant of the scenario's time; throws a `RangeError` for an unknown name. */
  at(merchant: string, instant: Instant): readonly ScenarioWallet[];
  /** One for each payout wallet, and one for each wallet for service payments. */
  readonly thresholds: readonly SuggestedThreshold[];
}

export interface ScenarioOptions {
  readonly seed: string;
  readonly merchants: readonly Merchant[];
  /** Makes one payout wallet run low at a known moment. */
  readonly anchor?: Anchor & { readonly merchant: string; readonly currency: string };
  /** No wallet is below its threshold at this instant. */
  readonly calmAt?: Instant;
}

// Finance teams have their days; between two of them, a wallet waits four days at most.
const TOP_UP_DAYS = [
  [0, 2, 4],
  [1, 3, 5],
  [0, 3],
  [1, 4],
] as const;

interface Trade {
  readonly thresholds: readonly SuggestedThreshold[];
  wallets(instant: Instant): ScenarioWallet[];
}

export function createScenario({ seed, merchants, anchor, calmAt }: ScenarioOptions): Scenario {
  const byName = new Map(merchants.map((merchant) => [merchant.name, merchant]));
  const trades = new Map<string, readonly Trade[]>();
  const tradesOf = (name: string): readonly Trade[] => {
    let found = trades.get(name);
    if (!found) {
      const merchant = byName.get(name);
      if (!merchant) throw new RangeError(`the sandbox has no merchant called ${name}`);
      found = merchant.wallets.map((wallets) => {
        const low = anchor?.merchant === name && anchor.currency === wallets.currency ? anchor : undefined;
        return createTrade(seed, name, wallets, { anchor: low, calmAt });
      });
      trades.set(name, found);
    }
    return found;
  };
  return {
    seed,
    merchants,
    at: (name, instant) => tradesOf(name).flatMap((trade) => trade.wallets(instant)),
    get thresholds() {
      return merchants.flatMap(({ name }) => tradesOf(name).flatMap((trade) => trade.thresholds));
    },
  };
}

/** The trade of one merchant in one currency. */
function createTrade(
  seed: string,
  merchant: string,
  has: MerchantWallets,
  { anchor, calmAt }: { readonly anchor: Anchor | undefined; readonly calmAt: Instant | undefined },
): Trade {
  const { code, decimals, utcOffsetMs, payoutPerDay, payoutStep, cards } = currencyOf(has.currency);
  const unit = 10n ** BigInt(decimals);
  const perDay = (BigInt(payoutPerDay) * unit * BigInt(has.size)) / 100n;
  const seedFor = (what: string): number => seedOf(seed, merchant, code, what);
  const flow = (what: string, percent: bigint, rhythm: Rhythm, grain: bigint) =>
    createFlow({ seed: seedFor(what), perWeek: (perDay * 7n * percent) / 100n, rhythm, utcOffsetMs, grain });
  const dates = (what: string, weekdays: readonly number[], hours: readonly [number, number]) =>
    createDates({ seed: seedFor(what), weekdays, hours, utcOffsetMs });

  const payoutThreshold = round((perDay * 40n) / 100n);
  const serviceThreshold = round((perDay * 4n) / 100n);
  const smallestPayment = BigInt(payoutStep) * unit;
  const payoutWallet = has.payout
    ? createRefilledWallet({
        seed: seedFor('payout'),
        outflow: flow('payouts', 100n, MERCHANT_PAYS, smallestPayment),
        arrivals: dates('top-ups', TOP_UP_DAYS[seedFor('top-up days') % TOP_UP_DAYS.length]!, [8, 18]),
        threshold: payoutThreshold,
        smallestPayment,
        calmAt,
        ...(anchor && { anchor }),
      })
    : null;
  const serviceWallet = has.service
    ? createRefilledWallet({
        seed: seedFor('service'),
        outflow: flow('service payments', 4n, TAXES, unit),
        arrivals: dates('service top-ups', [1], [9, 17]),
        threshold: serviceThreshold,
        smallestPayment: unit,
        calmAt,
      })
    : null;
  const refilled = [payoutWallet, serviceWallet].filter((wallet) => wallet !== null);
  const collection = createCollectedWallet({
    seed: seedFor('collection'),
    mobile: flow('mobile money', cards ? 85n : 125n, CUSTOMERS_PAY, 1n),
    cards: cards ? flow('cards', 40n, CARD_SALES, 1n) : null,
    movedOn: (after, upTo) => refilled.reduce((sum, wallet) => sum + wallet.arrived(after, upTo), 0n),
    bankDates: dates('bank', [1, 4], [10, 15]),
    keep: perDay * 6n,
  });

  const told = (walletType: string, available: bigint, uncleared = 0n, reserve = 0n): ScenarioWallet => ({
    currency: code,
    walletType,
    available: amountText(available, decimals),
    actual: amountText(available + uncleared + reserve, decimals),
    uncleared: amountText(uncleared, decimals),
    reserve: amountText(reserve, decimals),
  });
  const suggest = (walletType: string, wallet: RefilledWallet | null, minor: bigint): SuggestedThreshold[] =>
    wallet ? [{ merchant, currency: code, walletType, threshold: amountText(minor, decimals) }] : [];

  return {
    thresholds: [
      ...suggest('MERCHANT_PAYOUT', payoutWallet, payoutThreshold),
      ...suggest('SERVICE_PAYMENTS', serviceWallet, serviceThreshold),
    ],
    wallets(instant) {
      const { available, uncleared, reserve } = collection.balance(instant);
      const wallets = [told('MERCHANT_COLLECTION', available, uncleared, reserve)];
      if (payoutWallet) wallets.push(told('MERCHANT_PAYOUT', payoutWallet.balance(instant)));
      if (serviceWallet) wallets.push(told('SERVICE_PAYMENTS', serviceWallet.balance(instant)));
      return wallets;
    },
  };
}

/** Rounds down to two significant digits, as people set thresholds. */
function round(minor: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, String(minor).length - 2));
  return (minor / step) * step;
}

/**
 * Minor units as the service writes a number: no trailing zeros. The text is canonical by construction, so it isn't
 * parsed.
 */
function amountText(minor: bigint, decimals: number): Amount {
  const sign = minor < 0n ? '-' : '';
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0');
  let end = digits.length;
  const point = end - decimals;
  while (end > point && digits[end - 1] === '0') end--;
  const fraction = end === point ? '' : `.${digits.slice(point, end)}`;
  return `${sign}${digits.slice(0, point)}${fraction}` as Amount;
}

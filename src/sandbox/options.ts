// Payment options, and when they are inactive, missing or have other limits, as pure functions of a seed and an instant.
// Used by `service.ts`, `control.ts` and the demo.
import { MINUTE_MS } from '../domain/duration.ts';
import { type Amount, amountOf } from '../domain/money.ts';
import type { Instant } from '../domain/observation.ts';
import { type PaymentOption, paymentOptionKey } from '../domain/payment-option.ts';
import { draw, drawBetween, seedOf } from './chance.ts';
import { type Currency, currencyOf } from './currencies.ts';
import type { Merchant } from './merchants.ts';

const PERIOD_MS = 3 * 24 * 60 * MINUTE_MS; // in each, an option has at most one outage
const LIMITS_LAST_MS = 2 * PERIOD_MS;

/** A payment option at an instant; everything about it is known. */
export interface ScenarioOption extends PaymentOption {
  readonly min: Amount;
  readonly max: Amount;
  readonly maxDaily: Amount;
  readonly active: boolean;
}

/** The options open to a merchant at an instant, in a fixed order; vanished options are left out. */
export function optionsAt(seed: string, merchant: Merchant, at: Instant): readonly ScenarioOption[] {
  return merchant.wallets.flatMap(({ currency, payout }) => {
    const types = payout ? ['COLLECTION', 'PAYOUT'] : ['COLLECTION'];
    return types
      .flatMap((type) => offersOf(currencyOf(currency), type))
      .flatMap((offer) => {
        const own = seedOf(seed, merchant.name, paymentOptionKey(offer));
        const state = stateAt(own, at);
        return state === 'vanished'
          ? []
          : [{ ...offer, ...limitsAt(own, offer, at), active: state === 'active' }];
      });
  });
}

const offers = new Map<string, readonly ScenarioOption[]>();

/** The options on offer when nothing is wrong. */
function offersOf(currency: Currency, transactionType: string): readonly ScenarioOption[] {
  const key = `${currency.code} ${transactionType}`;
  let made = offers.get(key);
  if (!made) {
    made = [
      ...currency.providers.map((_, index) => mobileMoney(currency, transactionType, index)),
      ...(currency.cards && transactionType === 'COLLECTION' ? [card(currency)] : []),
    ];
    offers.set(key, made);
  }
  return made;
}

function mobileMoney(currency: Currency, transactionType: string, index: number): ScenarioOption {
  const { code, country, payoutStep, providers, prefixes } = currency;
  const name = providers[index]!;
  return {
    currency: code,
    transactionType,
    transactionMethod: 'MOBILE_MONEY',
    methodName: 'Mobile Money',
    providerCode: `${name.split(' ')[0]!.toUpperCase()}_${country}`,
    providerName: `${name} ${country}`,
    min: whole(payoutStep),
    max: whole(payoutStep * 10_000),
    maxDaily: whole(payoutStep * 40_000),
    active: true,
    prefixes: prefixes[index]!,
    exposable: true,
  };
}

function card({ code, country, payoutStep }: Currency): ScenarioOption {
  return {
    currency: code,
    transactionType: 'COLLECTION',
    transactionMethod: 'CARD',
    methodName: 'Card Payment',
    providerCode: `CARD_${country}`,
    providerName: 'Card',
    min: whole(payoutStep * 2),
    max: whole(payoutStep * 50_000),
    maxDaily: whole(payoutStep * 100_000),
    active: true,
    prefixes: [],
    exposable: true,
  };
}

function stateAt(seed: number, at: Instant): 'active' | 'inactive' | 'vanished' {
  const period = Math.floor(at / PERIOD_MS);
  const fate = draw(seed, period * 4) % 100;
  if (fate >= 45) return 'active';
  const lasts = drawBetween(seed, period * 4 + 1, 25 * MINUTE_MS, 8 * 60 * MINUTE_MS);
  const from = period * PERIOD_MS + drawBetween(seed, period * 4 + 2, 0, PERIOD_MS - lasts);
  if (at < from || at >= from + lasts) return 'active';
  return fate < 35 ? 'inactive' : 'vanished';
}

function limitsAt(
  seed: number,
  { min, max, maxDaily }: ScenarioOption,
  at: Instant,
): Pick<ScenarioOption, 'min' | 'max' | 'maxDaily'> {
  const twice = (amount: Amount): Amount => amountOf(String(BigInt(amount) * 2n));
  const fate = draw(~seed, Math.floor(at / LIMITS_LAST_MS)) % 8;
  if (fate === 0) return { min, max: twice(max), maxDaily };
  if (fate === 1) return { min: twice(min), max, maxDaily };
  if (fate === 2) return { min, max, maxDaily: twice(maxDaily) };
  return { min, max, maxDaily };
}

function whole(units: number): Amount {
  return amountOf(String(units));
}

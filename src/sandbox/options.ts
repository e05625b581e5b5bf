// Payment options and their small misfortunes, as pure functions of a seed and an instant.
import { type Amount, amountOf } from '../domain/money.ts';
import type { Instant } from '../domain/observation.ts';
import { draw, drawBetween, seedOf } from './chance.ts';
import { type Currency, currencyOf } from './currencies.ts';
import type { Merchant } from './merchants.ts';

const MINUTE = 60_000;
const SPELL = 3 * 24 * 60 * MINUTE; // at most one misfortune per option in each
const LIMITS_LAST = 2 * SPELL;

/** A payment option as it stands at an instant. */
export interface ScenarioOption {
  readonly providerName: string;
  readonly providerCode: string;
  readonly method: string;
  readonly methodName: string;
  /** As the service writes it: `Collection`. */
  readonly transactionType: string;
  readonly currency: string;
  readonly min: Amount;
  readonly max: Amount;
  readonly maxDaily: Amount;
  readonly active: boolean;
  readonly prefixes: readonly string[];
}

/** The options open to a merchant at an instant, in a fixed order; one that has vanished is left out. */
export function optionsAt(seed: string, merchant: Merchant, at: Instant): readonly ScenarioOption[] {
  return merchant.wallets.flatMap(({ currency, payout }) => {
    const types = payout ? ['Collection', 'Payout'] : ['Collection'];
    return types.flatMap((type) =>
      offersOf(currencyOf(currency), type).flatMap((offer) => {
        const name = seedOf(seed, merchant.name, currency, type, offer.providerCode);
        const state = stateAt(name, at);
        return state === 'vanished'
          ? []
          : [{ ...offer, ...limitsAt(name, offer, at), active: state === 'active' }];
      }),
    );
  });
}

type Offer = Omit<ScenarioOption, 'active'>;

const offers = new Map<string, readonly Offer[]>();

function offersOf(currency: Currency, transactionType: string): readonly Offer[] {
  const key = `${currency.code} ${transactionType}`;
  const known = offers.get(key);
  if (known) return known;
  const { code, country, payoutStep, providers, prefixes, cards } = currency;
  const limits = (min: number, max: number, maxDaily: number) => ({
    min: amountOf(String(min)),
    max: amountOf(String(max)),
    maxDaily: amountOf(String(maxDaily)),
  });
  const made = providers.map(
    (name, index): Offer => ({
      providerName: `${name} ${country}`,
      providerCode: `${name.split(' ')[0]!.toUpperCase()}_${country}`,
      method: 'MOBILE_MONEY',
      methodName: 'Mobile Money',
      transactionType,
      currency: code,
      ...limits(payoutStep, payoutStep * 10_000, payoutStep * 40_000),
      prefixes: prefixes[index] ?? [],
    }),
  );
  if (cards && transactionType === 'Collection') {
    made.push({
      providerName: 'Card',
      providerCode: `CARD_${country}`,
      method: 'CARD',
      methodName: 'Card Payment',
      transactionType,
      currency: code,
      ...limits(payoutStep * 2, payoutStep * 50_000, payoutStep * 100_000),
      prefixes: [],
    });
  }
  offers.set(key, made);
  return made;
}

function stateAt(seed: number, at: Instant): 'active' | 'inactive' | 'vanished' {
  const spell = Math.floor(at / SPELL);
  const fate = draw(seed, spell * 4) % 100;
  if (fate >= 45) return 'active';
  const lasts = drawBetween(seed, spell * 4 + 1, 25 * MINUTE, 8 * 60 * MINUTE);
  const from = spell * SPELL + drawBetween(seed, spell * 4 + 2, 0, SPELL - lasts);
  if (at < from || at >= from + lasts) return 'active';
  return fate < 35 ? 'inactive' : 'vanished';
}

function limitsAt(
  seed: number,
  { min, max, maxDaily }: Offer,
  at: Instant,
): Pick<Offer, 'min' | 'max' | 'maxDaily'> {
  const fate = draw(~seed, Math.floor(at / LIMITS_LAST)) % 8;
  const twice = (amount: Amount) => amountOf(String(BigInt(amount) * 2n));
  if (fate === 0) return { min, max: twice(max), maxDaily };
  if (fate === 1) return { min: twice(min), max, maxDaily };
  if (fate === 2) return { min, max, maxDaily: twice(maxDaily) };
  return { min, max, maxDaily };
}

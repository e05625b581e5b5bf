// The merchants that have an account in the sandbox. All names and keys are invented; the keys open nothing anywhere else.
import { CURRENCIES } from './currencies.ts';

export interface MerchantWallets {
  readonly currency: string;
  /** Per cent of the medium-sized merchant in the table of `currencies.ts`. */
  readonly size: number;
  readonly payout: boolean;
  readonly service: boolean;
}

export interface Merchant {
  readonly name: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** Each currency once; a collection wallet is always there. */
  readonly wallets: readonly MerchantWallets[];
}

/** A merchant whose keys follow from its name. */
export function merchantOf(name: string, wallets: readonly MerchantWallets[]): Merchant {
  return { name, publicKey: `pk-sandbox-${name}`, secretKey: `sk-sandbox-${name}`, wallets };
}

const all = { payout: true, service: true };
const payout = { payout: true, service: false };
const collectionOnly = { payout: false, service: false };

const sized = (currency: string, size: number, kinds: typeof all): MerchantWallets => ({
  currency,
  size,
  ...kinds,
});

/** The merchants of the demo: twenty wallets in five currencies. */
export const MERCHANTS: readonly Merchant[] = [
  merchantOf('acme-ug', [sized('UGX', 100, all), sized('USD', 60, payout)]),
  merchantOf('acme-ke', [sized('KES', 140, all), sized('USD', 100, payout)]),
  merchantOf('zebra-tz', [sized('TZS', 80, all), sized('USD', 15, collectionOnly)]),
  merchantOf('lakeside-loans', [
    sized('UGX', 620, payout),
    sized('KES', 320, payout),
    sized('RWF', 45, payout),
  ]),
];

/**
 * `count` merchants with `wallets` wallets each: `m-00001` and so on, keys as {@link merchantOf} makes them.
 *
 * The wallets are collection, payout and service of one currency, then of the next: at most three per known currency.
 */
export function generateMerchants(count: number, wallets: number): readonly Merchant[] {
  const most = CURRENCIES.length * 3;
  if (wallets < 1 || wallets > most)
    throw new RangeError(`a generated merchant has 1 to ${most} wallets, not ${wallets}`);
  return Array.from({ length: count }, (_, index) =>
    merchantOf(
      `m-${String(index + 1).padStart(5, '0')}`,
      CURRENCIES.slice(0, Math.ceil(wallets / 3)).map(({ code }, place) => ({
        currency: code,
        size: 50 + ((index * 37) % 200),
        payout: wallets > place * 3 + 1,
        service: wallets > place * 3 + 2,
      })),
    ),
  );
}

// Wallets whose balance hasn't moved, kept as one object over polls: what was stored last is remembered for a quarter of an
// hour, and most of it says what the poll before said. Used by `monitor.ts`.
import type { Observation } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, type WalletBalance } from '../../domain/wallet.ts';

/** Gives an observation of the same content: a wallet of which its account's last one told the same is the object from there. */
export function createUnchanged(): (seen: Observation) => Observation {
  const last = new Map<string, readonly WalletBalance[]>();
  return (seen) => {
    if (seen.wallets.length === 0) return seen;
    const before = last.get(seen.account) ?? [];
    const wallets = seen.wallets.map((wallet, i) => {
      const known = before[i]; // services name their wallets in the same order
      return known && isSame(known, wallet) ? known : wallet;
    });
    last.set(seen.account, wallets);
    return { ...seen, wallets };
  };
}

/** Digit for digit. */
function isSame(a: WalletBalance, b: WalletBalance): boolean {
  return (
    a.currency === b.currency &&
    a.walletType === b.walletType &&
    a.exposable === b.exposable &&
    AMOUNT_FIELDS.every((field) => a[field] === b[field])
  );
}

// Says which wallets and payment options a rule is about. Used where rules and wallets meet: evaluation, checks of the
// configuration, generated rules, pages.
import type { PaymentOptionId } from '../domain/payment-option.ts';
import type { WalletId } from '../domain/wallet.ts';

/** The wallets of a rule. Each part is a glob (`*`, `?`), never a regular expression. */
export interface WalletSelector {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
}

/** The payment options of a rule; globs as in {@link WalletSelector}. */
export interface OptionSelector {
  readonly account: string;
  readonly currency: string;
  readonly transactionType: string;
  readonly providerCode: string;
}

/** Whether the rule is about this wallet. */
export function selectsWallet(selector: WalletSelector, account: string, wallet: WalletId): boolean {
  return (
    matchesGlob(selector.account, account) &&
    matchesGlob(selector.currency, wallet.currency) &&
    matchesGlob(selector.walletType, wallet.walletType)
  );
}

/** Whether the rule is about this payment option. */
export function selectsOption(
  selector: OptionSelector,
  account: string,
  option: Omit<PaymentOptionId, 'transactionMethod'>,
): boolean {
  return (
    matchesGlob(selector.account, account) &&
    matchesGlob(selector.currency, option.currency) &&
    matchesGlob(selector.transactionType, option.transactionType) &&
    matchesGlob(selector.providerCode, option.providerCode)
  );
}

/** Matches a glob of `*` (any run) and `?` (any one character) in time linear in both lengths times stars. */
export function matchesGlob(glob: string, text: string): boolean {
  let g = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (glob[g] === '*') {
      star = g++;
      resume = t;
    } else if (g < glob.length && (glob[g] === '?' || glob[g] === text[t])) {
      g++;
      t++;
    } else if (star >= 0) {
      g = star + 1;
      t = ++resume;
    } else return false;
  }
  while (glob[g] === '*') g++;
  return g === glob.length;
}

/** Whether a text has wildcards, and so may match other texts. */
export function isGlob(text: string): boolean {
  return /[*?]/.test(text);
}

/** Whether some text matches both globs. */
export function globsMeet(a: string, b: string): boolean {
  const known = new Map<string, boolean>();
  return meet(0, 0);

  function meet(i: number, j: number): boolean {
    const key = `${i} ${j}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const found = compare(i, j);
    known.set(key, found);
    return found;
  }

  function compare(i: number, j: number): boolean {
    if (i === a.length && j === b.length) return true;
    if (a[i] === '*') return meet(i + 1, j) || (j < b.length && meet(i, j + 1));
    if (b[j] === '*') return meet(i, j + 1) || (i < a.length && meet(i + 1, j));
    if (i === a.length || j === b.length) return false;
    return (a[i] === '?' || b[j] === '?' || a[i] === b[j]) && meet(i + 1, j + 1);
  }
}

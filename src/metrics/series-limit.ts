// Decides which wallets are exposed as series. Their names come from the service, so they are checked and limited in
// number. Used by `account.ts`.
import { type WalletId, walletKey } from '../domain/wallet.ts';
import type { WalletView } from '../monitor/board/board.ts';
import { escapeLabel } from './family.ts';

export interface Caps {
  /**
   * The most wallets of one account that are exposed.
   *
   * @default 500
   */
  readonly walletsPerAccount: number;
  /**
   * The most wallets that are exposed in all; each makes ten series, and one more for each further confidence that a rule
   * asks for.
   *
   * @default 200000
   */
  readonly wallets: number;
}

export const DEFAULT_CAPS: Caps = { walletsPerAccount: 500, wallets: 200_000 };

/** Why a wallet is known but not exposed. */
export type SeriesRefusal = 'label' | 'account_limit' | 'total_limit';

/** A wallet's labels as its lines have them; all accounts with a wallet of that name share the object. */
export interface Labels extends WalletId {
  /** The labels after the account, left open: `,currency="…",wallet_type="…"`. A brace closes them, or another label follows. */
  readonly rest: string;
}

export interface SeriesLimit {
  /**
   * The labels of each of an account's wallets, in order; `undefined` for a wallet that isn't exposed.
   *
   * An admitted wallet stays admitted as long as it is among them. The same array as last time means that nothing changed.
   */
  admit(account: string, wallets: readonly WalletView[]): readonly (Labels | undefined)[];
  /** Forgets the accounts that aren't named, so that their wallets no longer count. */
  keepOnly(accounts: readonly string[]): void;
  /** Wallets known but not exposed, by reason. */
  refused(): Readonly<Record<SeriesRefusal, number>>;
}

const ASCII = /^[\x20-\x7e]*$/;
const MAX_SHARED = 2_000; // further labels are made for each account
const NONE: readonly undefined[] = [];

/** Makes a limit. Over a cap it refuses new wallets, never those that are already exposed. */
export function createSeriesLimit(caps: Caps = DEFAULT_CAPS): SeriesLimit {
  /** The last result for each account, wallet by wallet. */
  const admitted = new Map<string, readonly (Labels | undefined)[]>();
  const refused = new Map<string, Map<string, SeriesRefusal>>(); // by account and wallet
  const refusals: Record<SeriesRefusal, number> = { label: 0, account_limit: 0, total_limit: 0 };
  const shared = new Map<string, Labels>(); // by wallet
  let total = 0;

  return {
    admit(account, wallets) {
      // A service usually names its wallets in the same order each time: then nothing must be looked up.
      const before = admitted.get(account) ?? NONE;
      const isAsBefore = (wallet: WalletView, i: number) =>
        before[i]?.currency === wallet.currency && before[i]?.walletType === wallet.walletType;
      if (before.length === wallets.length && wallets.every(isAsBefore)) return before;
      const own = letGo(account, new Set(wallets.map(walletKey)));
      const now = wallets.map((wallet) => own.get(walletKey(wallet)) ?? labelsFor(wallet, own));
      admitted.set(account, now);
      return now;
    },

    keepOnly(names) {
      const wanted = new Set(names);
      for (const name of admitted.keys()) {
        if (wanted.has(name)) continue;
        letGo(name, new Set());
        admitted.delete(name);
        refused.delete(name);
      }
    },

    refused() {
      return { ...refusals };
    },
  };

  /** Forgets the wallets that aren't known any more; returns the labels of those that stay. */
  function letGo(account: string, known: ReadonlySet<string>): Map<string, Labels> {
    const stay = new Map<string, Labels>();
    for (const labels of admitted.get(account) ?? NONE) {
      if (!labels) continue;
      const key = walletKey(labels);
      if (known.has(key)) stay.set(key, labels);
      else total--;
    }
    const reasons = refused.get(account);
    for (const [key, reason] of reasons ?? [])
      if (!known.has(key) && reasons!.delete(key)) refusals[reason]--;
    return stay;
  }

  /** Admits a wallet if there is room, and adds it to its account's `own` ones. */
  function labelsFor(wallet: WalletView, own: Map<string, Labels>): Labels | undefined {
    const key = walletKey(wallet);
    const refusal = refuse(wallet, own.size);
    remember(wallet.account, { key, refusal });
    if (refusal) return undefined;
    const labels = shared.get(key) ?? labelsOf(wallet);
    if (shared.size < MAX_SHARED) shared.set(key, labels);
    own.set(key, labels);
    total++;
    return labels;
  }

  function remember(
    account: string,
    { key, refusal }: { key: string; refusal: SeriesRefusal | undefined },
  ): void {
    const reasons = refused.get(account) ?? new Map<string, SeriesRefusal>();
    const before = reasons.get(key);
    if (before) refusals[before]--;
    reasons.delete(key);
    // A service could name new wallets without end: so the memory of refused wallets is limited too.
    if (!refusal || reasons.size >= 10 * caps.walletsPerAccount) return;
    refused.set(account, reasons.set(key, refusal));
    refusals[refusal]++;
  }

  function refuse(wallet: WalletView, admitted: number): SeriesRefusal | undefined {
    if (!wallet.exposable || !ASCII.test(wallet.currency) || !ASCII.test(wallet.walletType)) return 'label';
    if (admitted >= caps.walletsPerAccount) return 'account_limit';
    return total >= caps.wallets ? 'total_limit' : undefined;
  }
}

/** Uses join, because V8 keeps the result of `+` as its pieces, at three times the memory. */
function labelsOf({ currency, walletType }: WalletView): Labels {
  const values = [currency, walletType].map(escapeLabel);
  const rest = [',currency="', values[0], '",wallet_type="', values[1], '"'].join('');
  return { currency, walletType, rest };
}

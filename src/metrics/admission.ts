// Which wallets may become series. Names come from outside: strictly checked, and bounded in number.
import type { WalletView } from '../monitor/board.ts';
import { escapeLabel } from './family.ts';

export interface Caps {
  /** Wallets of one account that are exposed; default 500. */
  readonly walletsPerAccount: number;
  /** Wallets exposed in all; default 200,000. Each makes at most eleven series. */
  readonly wallets: number;
}

export const DEFAULT_CAPS: Caps = { walletsPerAccount: 500, wallets: 200_000 };

/** Why a wallet is known but not exposed. */
export const REFUSALS = ['label', 'account_limit', 'total_limit'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A wallet's label sets as they stand in a line, value to follow. */
export interface Labels {
  readonly plain: string;
  readonly states: readonly { readonly state: string; readonly labels: string }[];
  readonly quantile: (quantile: string) => string;
}

export interface Admission {
  /** The wallet's labels; `undefined` when it isn't exposed. A wallet once admitted always is. */
  admit(wallet: WalletView): Labels | undefined;
  /** Forgets the accounts that aren't named, so that theirs no longer count. */
  keepOnly(accounts: readonly string[]): void;
  /** Wallets known but not exposed, by reason. */
  refused(): Readonly<Record<Refusal, number>>;
}

const STATES = ['fresh', 'stale', 'missing'];
const ASCII = /^[\x20-\x7e]*$/;

/** Over a cap new wallets are refused, never those that are exposed already. */
export function createAdmission(caps: Caps = DEFAULT_CAPS): Admission {
  const accounts = new Map<string, { admitted: Map<string, Labels>; refused: Map<string, Refusal> }>();
  let total = 0;

  return {
    admit(wallet) {
      let account = accounts.get(wallet.account);
      if (!account) {
        account = { admitted: new Map(), refused: new Map() };
        accounts.set(wallet.account, account);
      }
      const key = `${wallet.currency}/${wallet.walletType}`;
      const known = account.admitted.get(key);
      if (known) return known;
      const refusal = judge(wallet, account.admitted.size);
      if (refusal) {
        // A hostile service could name wallets without end: what we remember of them is bounded too.
        if (account.refused.size < 10 * caps.walletsPerAccount) account.refused.set(key, refusal);
        return undefined;
      }
      account.refused.delete(key);
      const labels = labelsOf(wallet);
      account.admitted.set(key, labels);
      total++;
      return labels;
    },

    keepOnly(names) {
      const wanted = new Set(names);
      for (const [name, { admitted }] of accounts) {
        if (wanted.has(name)) continue;
        total -= admitted.size;
        accounts.delete(name);
      }
    },

    refused() {
      const counts: Record<Refusal, number> = { label: 0, account_limit: 0, total_limit: 0 };
      for (const { refused } of accounts.values()) for (const reason of refused.values()) counts[reason]++;
      return counts;
    },
  };

  function judge(wallet: WalletView, admitted: number): Refusal | undefined {
    if (!wallet.exposable || !ASCII.test(wallet.currency) || !ASCII.test(wallet.walletType)) return 'label';
    if (admitted >= caps.walletsPerAccount) return 'account_limit';
    return total >= caps.wallets ? 'total_limit' : undefined;
  }
}

function labelsOf(wallet: WalletView): Labels {
  const open = `{account="${escapeLabel(wallet.account)}",currency="${escapeLabel(wallet.currency)}",wallet_type="${escapeLabel(wallet.walletType)}"`;
  return {
    plain: `${open}} `,
    states: STATES.map((state) => ({ state, labels: `${open},state="${state}"} ` })),
    quantile: (quantile) => `${open},quantile="${quantile}"} `,
  };
}

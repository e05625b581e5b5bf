// Which wallets are exposed as series. Their names come from the service, so they are checked and limited in number. Used by
// `account.ts`.
import { type WalletId, walletKey } from '../domain/wallet.ts';
import type { WalletView } from '../monitor/board/board.ts';
import { escapeLabel } from './family.ts';

export interface Caps {
  /**
   * Wallets of one account that are exposed.
   *
   * @default 500
   */
  readonly walletsPerAccount: number;
  /**
   * Wallets exposed in all; each makes ten series, and one more for each further confidence that a rule asks for.
   *
   * @default 200000
   */
  readonly wallets: number;
}

export const DEFAULT_CAPS: Caps = { walletsPerAccount: 500, wallets: 200_000 };

/** Why a wallet is known but not exposed. */
export type SeriesRefusal = 'label' | 'account_limit' | 'total_limit';

/** A wallet's labels as they stand in its lines. */
export interface Labels extends WalletId {
  /** `{account="…",currency="…",wallet_type="…"`: a brace closes it, or another label follows. */
  readonly open: string;
}

export interface SeriesLimit {
  /**
   * The labels of each of an account's wallets, in their order; `undefined` for one that isn't exposed.
   *
   * A wallet once admitted is as long as it is among them. The same array as last time means that nothing changed.
   */
  admit(account: string, wallets: readonly WalletView[]): readonly (Labels | undefined)[];
  /** Forgets the accounts that aren't named, so that theirs no longer count. */
  keepOnly(accounts: readonly string[]): void;
  /** Wallets known but not exposed, by reason. */
  refused(): Readonly<Record<SeriesRefusal, number>>;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Over a cap new wallets are refused, never those that are exposed already. */
export function createSeriesLimit(caps: Caps = DEFAULT_CAPS): SeriesLimit {
  const accounts = new Map<string, Admitted>();
  const refusals: Record<SeriesRefusal, number> = { label: 0, account_limit: 0, total_limit: 0 };
  let total = 0;

  return {
    admit(name, wallets) {
      let account = accounts.get(name);
      if (!account) {
        account = { admitted: new Map(), refused: new Map(), before: [] };
        accounts.set(name, account);
      }
      // A service names its wallets in the same order each time, as a rule: then nothing need be looked up.
      const { before } = account;
      const isAsBefore = (wallet: WalletView, i: number) =>
        before[i]?.currency === wallet.currency && before[i]?.walletType === wallet.walletType;
      if (before.length === wallets.length && wallets.every(isAsBefore)) return before;
      letGo(account, new Set(wallets.map(walletKey)));
      account.before = wallets.map((wallet, i) =>
        isAsBefore(wallet, i) ? before[i] : labelsFor(account, wallet),
      );
      return account.before;
    },

    keepOnly(names) {
      const wanted = new Set(names);
      for (const [name, { admitted, refused }] of accounts) {
        if (wanted.has(name)) continue;
        letGo({ admitted, refused }, new Set());
        accounts.delete(name);
      }
    },

    refused() {
      return { ...refusals };
    },
  };

  /** Forgets the wallets that aren't known any more. */
  function letGo(
    { admitted, refused }: Pick<Admitted, 'admitted' | 'refused'>,
    known: ReadonlySet<string>,
  ): void {
    for (const key of admitted.keys()) if (!known.has(key) && admitted.delete(key)) total--;
    for (const [key, reason] of refused) if (!known.has(key) && refused.delete(key)) refusals[reason]--;
  }

  function labelsFor(account: Admitted, wallet: WalletView): Labels | undefined {
    const key = walletKey(wallet);
    const known = account.admitted.get(key);
    if (known) return known;
    const refusal = refuse(wallet, account.admitted.size);
    remember(account.refused, { key, refusal });
    if (refusal) return undefined;
    const labels = { currency: wallet.currency, walletType: wallet.walletType, open: openLabels(wallet) };
    account.admitted.set(key, labels);
    total++;
    return labels;
  }

  function remember(
    refused: Map<string, SeriesRefusal>,
    { key, refusal }: { key: string; refusal: SeriesRefusal | undefined },
  ): void {
    const before = refused.get(key);
    if (before) refusals[before]--;
    refused.delete(key);
    // A service could name ever new wallets: what is remembered of those refused is limited too.
    if (!refusal || refused.size >= 10 * caps.walletsPerAccount) return;
    refused.set(key, refusal);
    refusals[refusal]++;
  }

  function refuse(wallet: WalletView, admitted: number): SeriesRefusal | undefined {
    if (!wallet.exposable || !ASCII.test(wallet.currency) || !ASCII.test(wallet.walletType)) return 'label';
    if (admitted >= caps.walletsPerAccount) return 'account_limit';
    return total >= caps.wallets ? 'total_limit' : undefined;
  }
}

interface Admitted {
  readonly admitted: Map<string, Labels>;
  readonly refused: Map<string, SeriesRefusal>;
  /** What was given last time, wallet by wallet. */
  before: readonly (Labels | undefined)[];
}

/** By join and not by `+`, whose result V8 keeps as its pieces, at three times the memory. */
function openLabels({ account, currency, walletType }: WalletView): string {
  const values = [account, currency, walletType].map(escapeLabel);
  return ['{account="', values[0], '",currency="', values[1], '",wallet_type="', values[2], '"'].join('');
}

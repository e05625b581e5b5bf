// Holds the wallets of one account that have alerts: expected ones, and those that a response has ever named.
// `account-alerts.ts` makes one for each account; `evaluate-wallets.ts` asks it which wallets a response is about.
import type { Rule } from '../../conditions/rule.ts';
import type { Instant } from '../../domain/observation.ts';
import type { WalletId } from '../../domain/wallet.ts';
import { MAX_WALLETS, walletKey } from '../../domain/wallet.ts';
import { type BoardAccount, isExpected } from '../board/board-entry.ts';
import { staleFrom } from '../board/staleness.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import { type AlertInstance, MET } from './alert-instance.ts';
import { builtinAlerts } from './builtin.ts';
import type { ApplySilence } from './evidence-order.ts';
import type { Lookback, PastValue, SavedAlert } from './ports.ts';
import {
  alertsOf,
  backfillWindows,
  createWalletAlerts,
  dateBack,
  evaluateSilences,
  inheritSamples,
  interruptWindows,
  noteRecalled,
  type WalletAlerts,
} from './wallet-alerts.ts';
import { type WalletBuiltinOptions, woken } from './wallet-builtins.ts';

export interface AccountWalletsOptions extends WalletBuiltinOptions {
  readonly config: BoardAccount & { readonly topUpLeadMs?: number; readonly confidence?: number };
  readonly rules: readonly Rule[];
  readonly runway: RunwayAt | undefined;
  readonly applySilence: ApplySilence;
}

export interface AccountWallets {
  /** Begins a good response of instant `at`; forgets which wallets the one before didn't show. */
  beginResponse(at: Instant): ResponseWallets;
  /** Evaluates what only the clock can tell; `accountUnknown`: the whole account has no fresh balance. */
  tick(now: Instant, accountUnknown: boolean): void;
  /** Takes in values that were seen before this process began. */
  backfill(lookback: Lookback, past: readonly PastValue[]): void;
  /** Says that other replicas may have polled until now, so that rules with `within` may lack values. */
  interrupt(now: Instant): void;
  /** Makes the alerts of a wallet that should be there, if it has none yet. */
  expect(wallet: WalletId): void;
  /**
   * The same for a wallet that an earlier response named, while there is room. Returns the wallet if no known response has
   * shown its balance. `unseen`: the newest poll is good, so it didn't show a wallet that no response is known to have shown.
   */
  trackEarlier(wallet: WalletId, unseen: boolean): WalletAlerts | undefined;
  /** Makes the alert of a remembered state, if it isn't there yet; see `noteRecalled`. */
  recall(saved: SavedAlert): void;
  /** Takes over what the same account knew under an earlier configuration. */
  inherit(earlier: AccountWallets): void;
  /** Forgets a wallet, and returns the alerts that it had; none when it is expected or not known. */
  forget(wallet: WalletId): readonly AlertInstance[];
  /** Dates back what is known, because the clock was set back. */
  dateBack(ms: number): void;
  /** How many wallet names have no alerts, because there was no room. */
  ignored(): number;
  readonly byKey: ReadonlyMap<string, WalletAlerts>;
  /** The wallets that the newest good response didn't show, or not readably. */
  readonly unseen: ReadonlySet<WalletAlerts>;
  /** The alert about wallets whose names can't be labels. */
  readonly unusableNames: AlertInstance | undefined;
}

/** The wallets that a good response names; makes new ones known. `undefined`: there is no room for a new one. */
export interface ResponseWallets {
  /** The wallet of a readable record. */
  seen(id: WalletId): WalletAlerts | undefined;
  /** The wallet of an unreadable record. */
  unreadable(id: WalletId): WalletAlerts | undefined;
  /** The wallets that no record named; call it last. */
  unnamed(): readonly WalletAlerts[];
}

/** `seenAt` gives the slot of the account's newest response that showed balances; before the first, when polling began. */
export function createAccountWallets(options: AccountWalletsOptions, seenAt: () => Instant): AccountWallets {
  return new WalletsOfAccount(options, seenAt);
}

interface Past {
  readonly lookback: Lookback;
  readonly byWallet: Map<string, readonly PastValue[]>;
}

const NO_PASTS: readonly Past[] = []; // of most accounts: one list for all of them

/** A class, to save memory: there are ten thousand accounts, and closures would take most of the memory of each. */
class WalletsOfAccount implements AccountWallets {
  readonly byKey = new Map<string, WalletAlerts>();
  readonly unseen = new Set<WalletAlerts>();
  readonly unusableNames: AlertInstance | undefined;
  readonly #options: AccountWalletsOptions;
  readonly #seenAt: () => Instant;
  readonly #withSilences: WalletAlerts[] = [];
  /** Past values, for wallets that appear later. Only the newest of each extreme and field: it goes back as far as rules look. */
  #pasts = NO_PASTS;
  #inOrder: WalletAlerts[] = []; // of the last good response
  #ignored = 0;

  constructor(options: AccountWalletsOptions, seenAt: () => Instant) {
    this.#options = options;
    this.#seenAt = seenAt;
    const aboutAccount = { account: options.config.name, currency: '', walletType: '' };
    this.unusableNames = builtinAlerts(options, aboutAccount)('WalletUnreadable');
  }

  tick(now: Instant, accountUnknown: boolean): void {
    if (!accountUnknown) for (const wallet of this.unseen) this.#evaluateUnseen(wallet, now);
    for (const wallet of this.#withSilences) evaluateSilences(wallet, now, this.#options.applySilence);
  }

  backfill(lookback: Lookback, past: readonly PastValue[]): void {
    const byWallet: Past['byWallet'] = Map.groupBy(past, walletKey);
    const { extreme, field } = lookback;
    const isOther = (one: Lookback) => one.extreme !== extreme || one.field !== field;
    this.#pasts = [...this.#pasts.filter((each) => isOther(each.lookback)), { lookback, byWallet }];
    for (const [key, wallet] of this.byKey) backfillWindows(wallet, lookback, byWallet.get(key) ?? []);
  }

  interrupt(now: Instant): void {
    this.#pasts = NO_PASTS; // something may be missing in these, too
    for (const wallet of this.byKey.values()) interruptWindows(wallet, now);
  }

  expect(id: WalletId): void {
    this.#walletOf(id);
  }

  trackEarlier(id: WalletId, isUnseen: boolean): WalletAlerts | undefined {
    const wallet = this.unseen.size < MAX_WALLETS ? this.#walletOf(id) : this.byKey.get(walletKey(id));
    if (wallet?.seenAt !== null) return undefined;
    wallet.onlyExpected = false;
    if (isUnseen && wallet.balance === null) this.unseen.add(wallet);
    return wallet;
  }

  recall(saved: SavedAlert): void {
    // An ended alert makes no wallet known: the wallet may have been forgotten.
    // One that lasts doesn't tell of an expected wallet that it was ever named.
    if (saved.state.phase !== 'inactive')
      this.#walletOf(saved).onlyExpected &&= isExpected(this.#options.config, saved);
    const wallet = this.byKey.get(walletKey(saved));
    if (wallet) noteRecalled(wallet, saved);
  }

  inherit(earlier: AccountWallets): void {
    for (const old of earlier.byKey.values()) {
      if (old.onlyExpected && !isExpected(this.#options.config, old.id)) continue; // no longer expected, and never named
      const wallet = this.#walletOf(old.id);
      inheritSamples(wallet, old);
      if (earlier.unseen.has(old)) this.unseen.add(wallet);
    }
  }

  forget(id: WalletId): readonly AlertInstance[] {
    const key = walletKey(id);
    const wallet = this.byKey.get(key);
    if (isExpected(this.#options.config, id)) return [];
    for (const { byWallet } of this.#pasts) byWallet.delete(key); // a response may name it again
    if (!wallet) return [];
    this.byKey.delete(key);
    this.unseen.delete(wallet);
    this.#inOrder = [];
    const at = this.#withSilences.indexOf(wallet);
    if (at >= 0) this.#withSilences.splice(at, 1);
    return alertsOf(wallet);
  }

  dateBack(ms: number): void {
    for (const wallet of this.byKey.values()) dateBack(wallet, ms);
  }

  ignored(): number {
    return this.#ignored;
  }

  beginResponse(at: Instant): ResponseWallets {
    const { byKey, unseen } = this;
    const hasRoom = unseen.size < MAX_WALLETS;
    const before = this.#inOrder;
    const seenNow: WalletAlerts[] = [];
    let named = 0;
    this.#inOrder = seenNow;
    unseen.clear();

    /** `guess`: the wallet at this place in the last response; services don't change their order. */
    const name = (id: WalletId, guess?: WalletAlerts): WalletAlerts | undefined => {
      const guessed = guess?.id.walletType === id.walletType && guess.id.currency === id.currency;
      const wallet = guessed ? guess : hasRoom ? this.#walletOf(id) : byKey.get(walletKey(id));
      if (!wallet) {
        this.#ignored++;
        return undefined;
      }
      if (wallet.namedAt !== at) named++;
      wallet.namedAt = at;
      wallet.onlyExpected = false;
      return wallet;
    };

    return {
      seen(id) {
        const wallet = name(id, before[seenNow.length]);
        if (wallet) seenNow.push(wallet);
        return wallet;
      },

      unreadable(id) {
        const wallet = name(id);
        if (wallet) unseen.add(wallet);
        return wallet;
      },

      unnamed() {
        if (named === byKey.size) return [];
        const absent = [...byKey.values()].filter(({ namedAt }) => namedAt !== at);
        for (const wallet of absent) unseen.add(wallet);
        return absent;
      },
    };
  }

  /** Evaluates a wallet that may have no fresh balance, although its account has some. */
  #evaluateUnseen(wallet: WalletAlerts, now: Instant): void {
    const since = staleFrom(this.#options.config, wallet.knownAt);
    const balanceUnknown = now < since ? undefined : woken(wallet, 'balanceUnknown');
    if (!balanceUnknown) return;
    balanceUnknown.knownAt = wallet.seenAt;
    this.#options.applySilence(balanceUnknown, { ...MET, since }, now, wallet.knownAt);
  }

  #walletOf(id: WalletId): WalletAlerts {
    const key = walletKey(id);
    const known = this.byKey.get(key);
    if (known) return known;
    const { config, rules, runway } = this.#options;
    const { name: account, topUpLeadMs, confidence } = config;
    const wallet = createWalletAlerts(id, {
      ...{ account, topUpLeadMs, confidence, rules, runway },
      ...{ builtins: this.#options, since: this.#seenAt(), expected: isExpected(config, id) },
    });
    this.byKey.set(key, wallet);
    for (const { lookback, byWallet } of this.#pasts)
      backfillWindows(wallet, lookback, byWallet.get(key) ?? []);
    if (wallet.silences.length > 0) this.#withSilences.push(wallet);
    return wallet;
  }
}

// The wallets of one account that have alerts: those that are expected, and those that a response ever named.
// `account-alerts.ts` makes one for each account; `evaluate-wallets.ts` asks it which wallets a response is about.
import type { Rule } from '../../conditions/rule.ts';
import type { Instant } from '../../domain/observation.ts';
import type { WalletId } from '../../domain/wallet.ts';
import { MAX_WALLETS, walletKey } from '../../domain/wallet.ts';
import { type BoardAccount, isExpected } from '../board/board-entry.ts';
import { staleFrom } from '../board/staleness.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import { type AlertInstance, type Apply, MET } from './alert-instance.ts';
import { type BuiltinOptions, builtinAlerts } from './builtin.ts';
import type { Lookback, PastValue } from './ports.ts';
import {
  alertsOf,
  backfillWindows,
  createWalletAlerts,
  dateBack,
  evaluateSilences,
  inheritSamples,
  interruptWindows,
  type WalletAlerts,
} from './wallet-alerts.ts';

export interface AccountWalletsOptions extends BuiltinOptions {
  readonly config: BoardAccount & { readonly topUpLeadMs?: number; readonly confidence?: number };
  readonly rules: readonly Rule[];
  readonly runway: RunwayAt | undefined;
  readonly apply: Apply;
  /** Slot of the account's newest response that showed balances; before the first, since when it has been polled. */
  seenAt(): Instant;
}

export interface AccountWallets {
  /** Begins a good response of instant `at`; forgets which wallets the one before didn't show. */
  beginResponse(at: Instant): ResponseWallets;
  /** Evaluates what only the clock can tell; `accountUnknown`: the whole account has no fresh balance. */
  tick(now: Instant, accountUnknown: boolean): void;
  /** Takes in what was seen before this process began. */
  backfill(lookback: Lookback, past: readonly PastValue[]): void;
  /** Others may have polled until now, which rules that look back don't know of. */
  interrupt(now: Instant): void;
  /** Makes the alerts of a wallet that should be there, if it has none yet. */
  expect(wallet: WalletId): void;
  /** Makes the alerts of a wallet that was there once, if it has none yet. */
  track(wallet: WalletId): void;
  /**
   * The same of one that an earlier response named, while there is room; `unseen`: the newest is a good one. Returns it if no
   * response that is known has shown it.
   */
  trackEarlier(wallet: WalletId, unseen: boolean): WalletAlerts | undefined;
  /** Takes over what the same account knew under an earlier configuration. */
  inherit(earlier: AccountWallets): void;
  /** Lets go of a wallet, and returns the alerts that it had; none when it is expected, or not known. */
  forget(wallet: WalletId): readonly AlertInstance[];
  /** Dates back what is known: the clock was set back. */
  dateBack(ms: number): void;
  /** How many names had no room, so that they have no alerts. */
  ignored(): number;
  readonly byKey: ReadonlyMap<string, WalletAlerts>;
  /** Those that the newest good response didn't show. */
  readonly unseen: ReadonlySet<WalletAlerts>;
  /** The alert about wallets whose names can't be labels. */
  readonly unusableNames: AlertInstance | undefined;
}

/** The wallets that one good response is about, each made known by its name; `undefined`: there is no room for a new one. */
export interface ResponseWallets {
  /** Of a record that was read. */
  seen(id: WalletId): WalletAlerts | undefined;
  /** Of a record that can't be believed. */
  unreadable(id: WalletId): WalletAlerts | undefined;
  /** Those that no record named. */
  unnamed(): readonly WalletAlerts[];
}

export function createAccountWallets(options: AccountWalletsOptions): AccountWallets {
  const { config, apply } = options;
  const byKey = new Map<string, WalletAlerts>();
  const unseen = new Set<WalletAlerts>();
  const withSilences: WalletAlerts[] = [];
  /** By extreme and field, for wallets that appear later: the newest only, as each goes back as far as rules look. */
  const pasts = new Map<
    string,
    { readonly lookback: Lookback; readonly byWallet: Map<string, PastValue[]> }
  >();
  let inOrder: WalletAlerts[] = []; // of the last good response
  let ignored = 0;
  const aboutAccount = builtinAlerts(options, { account: config.name, currency: '', walletType: '' });

  return {
    byKey,
    unseen,
    unusableNames: aboutAccount('WalletUnreadable'),
    beginResponse,

    tick(now, accountUnknown) {
      if (!accountUnknown) for (const wallet of unseen) evaluateUnseen(wallet, now);
      for (const wallet of withSilences) evaluateSilences(wallet, now, apply);
    },

    backfill(lookback, past) {
      const byWallet = Map.groupBy(past, walletKey);
      pasts.set(`${lookback.extreme} ${lookback.field}`, { lookback, byWallet });
      for (const [key, wallet] of byKey) backfillWindows(wallet, lookback, byWallet.get(key) ?? []);
    },

    interrupt(now) {
      pasts.clear(); // something may be missing in these, too
      for (const wallet of byKey.values()) interruptWindows(wallet, now);
    },

    expect: (id) => void walletOf(id),

    track(id) {
      walletOf(id).onlyExpected = false;
    },

    trackEarlier(id, isUnseen) {
      const wallet = unseen.size < MAX_WALLETS ? walletOf(id) : byKey.get(walletKey(id));
      if (wallet?.seenAt !== null) return undefined;
      wallet.onlyExpected = false;
      if (isUnseen) unseen.add(wallet);
      return wallet;
    },

    forget,
    ignored: () => ignored,

    dateBack(ms) {
      for (const wallet of byKey.values()) dateBack(wallet, ms);
    },

    inherit(earlier) {
      for (const old of earlier.byKey.values()) {
        if (old.onlyExpected && !isExpected(config, old.id)) continue; // nobody asks for it any more
        const wallet = walletOf(old.id);
        inheritSamples(wallet, old);
        if (earlier.unseen.has(old)) unseen.add(wallet);
      }
    },
  };

  function forget(id: WalletId): readonly AlertInstance[] {
    const key = walletKey(id);
    const wallet = byKey.get(key);
    if (!wallet || isExpected(config, id)) return [];
    byKey.delete(key);
    unseen.delete(wallet);
    inOrder = [];
    const at = withSilences.indexOf(wallet);
    if (at >= 0) withSilences.splice(at, 1);
    return alertsOf(wallet);
  }

  function beginResponse(at: Instant): ResponseWallets {
    const hasRoom = unseen.size < MAX_WALLETS;
    const before = inOrder;
    const seenNow: WalletAlerts[] = [];
    let named = 0;
    inOrder = seenNow;
    unseen.clear();
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

    /** `guess`: the wallet that stood there last time; services don't change their order. */
    function name(id: WalletId, guess?: WalletAlerts): WalletAlerts | undefined {
      const guessed = guess?.id.walletType === id.walletType && guess.id.currency === id.currency;
      const wallet = guessed ? guess : hasRoom ? walletOf(id) : byKey.get(walletKey(id));
      if (!wallet) {
        ignored++;
        return undefined;
      }
      if (wallet.namedAt !== at) named++;
      wallet.namedAt = at;
      wallet.onlyExpected = false;
      return wallet;
    }
  }

  /** The account has fresh balances, this wallet perhaps hasn't. */
  function evaluateUnseen({ balanceUnknown, knownAt, seenAt }: WalletAlerts, now: Instant): void {
    if (!balanceUnknown) return;
    const since = staleFrom(config, knownAt);
    if (now < since) return;
    balanceUnknown.knownAt = seenAt;
    apply(balanceUnknown, { ...MET, since }, now);
  }

  function walletOf(id: WalletId): WalletAlerts {
    const key = walletKey(id);
    const known = byKey.get(key);
    if (known) return known;
    const { name: account, topUpLeadMs, confidence } = config;
    const wallet = createWalletAlerts(id, {
      ...options,
      ...{ account, topUpLeadMs, confidence, since: options.seenAt() },
      expected: isExpected(config, id),
    });
    byKey.set(key, wallet);
    for (const { lookback, byWallet } of pasts.values())
      backfillWindows(wallet, lookback, byWallet.get(key) ?? []);
    if (wallet.silences.length > 0) withSilences.push(wallet);
    return wallet;
  }
}

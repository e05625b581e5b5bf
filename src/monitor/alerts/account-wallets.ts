// The wallets of one account that have alerts: those that are expected, and those that a response ever named. What becomes
// of a poll's evidence is `account-alerts.ts`'s to say; `alert-evaluator.ts` then hands the poll to it.
import type { Rule } from '../../conditions/rule.ts';
import { MISSED, type Sample } from '../../conditions/wallet/condition.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import type { WalletId } from '../../domain/wallet.ts';
import { couldBe, walletKey } from '../../domain/wallet.ts';
import type { BoardAccount } from '../board/board-entry.ts';
import { staleFrom } from '../board/staleness.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import { type AlertInstance, type Apply, CLEAR, MET } from './alert-instance.ts';
import { type BuiltinOptions, builtinAlerts } from './builtin.ts';
import type { Lookback, PastValue } from './ports.ts';
import {
  alertsOf,
  backfillWindows,
  createWalletAlerts,
  dateBack,
  evaluateSample,
  evaluateSilences,
  type WalletAlerts,
} from './wallet-alerts.ts';

const MAX_UNSEEN = 2_000; // with so many, new names have no room: a service could name new wallets without end

/** What a poll is evidence of; without `apply` it is remembered and not evaluated. */
export interface WalletEvidence {
  /** The instant: most often the slot. */
  readonly at: Instant;
  readonly apply: Apply | undefined;
}

export interface AccountWalletsOptions extends BuiltinOptions {
  readonly config: BoardAccount & { readonly topUpLeadMs?: number; readonly confidence?: number };
  readonly rules: readonly Rule[];
  readonly runway: RunwayAt | undefined;
  readonly apply: Apply;
  /** Slot of the account's newest good response; before the first, since when it has been polled. */
  seenAt(): Instant;
}

export interface AccountWallets {
  /** Shows each wallet what a finished poll told of it. */
  observe(observation: Observation, evidence: WalletEvidence): void;
  /** Evaluates what only the clock can tell; `accountUnknown`: the whole account has no fresh balance. */
  tick(now: Instant, accountUnknown: boolean): void;
  /** Takes in what was seen before this process began. */
  backfill(lookback: Lookback, past: readonly PastValue[]): void;
  /** Makes the alerts of a wallet that should be there, if it has none yet. */
  expect(wallet: WalletId): void;
  /** Makes the alerts of a wallet that was there once, if it has none yet. */
  track(wallet: WalletId): void;
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
}

export function createAccountWallets(options: AccountWalletsOptions): AccountWallets {
  const { config, apply } = options;
  const byKey = new Map<string, WalletAlerts>();
  const unseen = new Set<WalletAlerts>();
  const withSilences: WalletAlerts[] = [];
  const pasts: { readonly lookback: Lookback; readonly byWallet: Map<string, PastValue[]> }[] = [];
  let inOrder: WalletAlerts[] = []; // of the last good response
  let ignored = 0;
  const aboutAccount = builtinAlerts(options, { account: config.name, currency: '', walletType: '' });
  /** About wallets whose names can't be labels. */
  const unusableNames = aboutAccount('WalletUnreadable');

  return {
    byKey,
    unseen,

    observe(observation, evidence) {
      const { at, apply } = evidence;
      if (!succeeded(observation.outcome)) {
        for (const wallet of byKey.values()) evaluateSample(wallet, MISSED, at, apply);
        return;
      }
      const hasUnusableName = observeGood(observation, evidence);
      if (unusableNames) apply?.(unusableNames, hasUnusableName ? MET : CLEAR, at);
    },

    tick(now, accountUnknown) {
      if (!accountUnknown) for (const wallet of unseen) evaluateUnseen(wallet, now);
      for (const wallet of withSilences) evaluateSilences(wallet, now, apply);
    },

    backfill(lookback, past) {
      const byWallet = Map.groupBy(past, walletKey);
      pasts.push({ lookback, byWallet }); // for wallets that appear later
      for (const [key, wallet] of byKey) backfillWindows(wallet, lookback, byWallet.get(key) ?? []);
    },

    expect: (id) => void walletOf(id),

    track(id) {
      walletOf(id).onlyExpected = false;
    },

    forget,
    ignored: () => ignored,

    dateBack(ms) {
      for (const wallet of byKey.values()) dateBack(wallet, ms);
    },

    inherit(earlier) {
      for (const old of earlier.byKey.values()) {
        if (old.onlyExpected && !isExpected(old.id)) continue; // nobody asks for it any more
        const wallet = walletOf(old.id);
        inheritSamples(wallet, old);
        if (earlier.unseen.has(old)) unseen.add(wallet);
      }
    },
  };

  function forget(id: WalletId): readonly AlertInstance[] {
    const key = walletKey(id);
    const wallet = byKey.get(key);
    if (!wallet || isExpected(id)) return [];
    byKey.delete(key);
    unseen.delete(wallet);
    inOrder = [];
    const at = withSilences.indexOf(wallet);
    if (at >= 0) withSilences.splice(at, 1);
    return alertsOf(wallet);
  }

  /** Says whether a wallet has a name that can't be a label. */
  function observeGood(observation: Observation, { at, apply }: WalletEvidence): boolean {
    const hasRoom = unseen.size < MAX_UNSEEN;
    unseen.clear();
    let named = 0;
    let hasUnusableName = false;
    const seenNow: WalletAlerts[] = [];
    for (const seen of observation.wallets) {
      if (!seen.exposable) hasUnusableName = true;
      else {
        const wallet = name(seen, inOrder[seenNow.length]);
        if (!wallet) continue;
        seenNow.push(wallet);
        evaluateSample(wallet, { kind: 'seen', balance: seen }, at, apply);
      }
    }
    inOrder = seenNow;
    for (const unreadable of observation.unreadable) {
      if (!isExposable(unreadable)) hasUnusableName = true;
      else {
        const wallet = name(unreadable);
        if (!wallet) continue;
        unseen.add(wallet);
        evaluateSample(wallet, UNREADABLE, at, apply);
      }
    }
    if (named === byKey.size) return hasUnusableName;
    const incomplete = observation.unreadable.filter(
      ({ currency, walletType }) => currency === '' || walletType === '',
    );
    for (const wallet of byKey.values()) {
      if (wallet.namedAt === at) continue;
      unseen.add(wallet);
      // A record whose name lacks a part may be just a wallet that seems to be missing.
      const maybe = incomplete.some((record) => couldBe(record, wallet.id));
      evaluateSample(wallet, maybe ? MISSED : MISSING, at, apply);
    }
    return hasUnusableName;

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

  function isExpected(id: WalletId): boolean {
    const key = walletKey(id);
    return config.expect.some((each) => walletKey(each) === key);
  }

  function walletOf(id: WalletId): WalletAlerts {
    const key = walletKey(id);
    const known = byKey.get(key);
    if (known) return known;
    const { name: account, topUpLeadMs, confidence } = config;
    const wallet = createWalletAlerts(id, {
      ...options,
      ...{ account, topUpLeadMs, confidence, since: options.seenAt() },
      expected: isExpected(id),
    });
    byKey.set(key, wallet);
    for (const { lookback, byWallet } of pasts) backfillWindows(wallet, lookback, byWallet.get(key) ?? []);
    if (wallet.silences.length > 0) withSilences.push(wallet);
    return wallet;
  }
}

/** What was remembered of a wallet goes over to its alerts under another configuration. */
function inheritSamples(wallet: WalletAlerts, old: WalletAlerts): void {
  const { namedAt, knownAt, seenAt, balance, onlyExpected } = old;
  Object.assign(wallet, { namedAt, knownAt, seenAt, balance, onlyExpected });
  for (const rule of wallet.rules) {
    const condition = JSON.stringify(rule.condition);
    const same = old.rules.find((each) => JSON.stringify(each.condition) === condition);
    rule.window = same?.window ?? rule.window;
  }
}

const UNREADABLE: Sample = { kind: 'unreadable' };
const MISSING: Sample = { kind: 'missing' };

/** Whether a wallet's name may become labels; names come from outside. */
function isExposable({ currency, walletType }: WalletId): boolean {
  return /^[A-Z0-9]{3,12}$/.test(currency) && /^[A-Za-z0-9_.:-]{1,64}$/.test(walletType);
}

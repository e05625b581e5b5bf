// What is watched of one account: what its polls say of each wallet, and what it means that there are none.
import { evaluateSilence, type Sample } from '../../domain/judge.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import type { Rule } from '../../domain/rule.ts';
import type { WalletId } from '../../domain/wallet.ts';
import { walletKey } from '../../domain/wallet.ts';
import { type BoardAccount, staleFrom } from '../board/board.ts';
import type { Clock } from '../clock.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import { pauseAfterRefusals } from '../polling/poll.ts';
import { type AlertInstance, CLEAR, createAlertInstance, MET, UNKNOWN } from './alert-instance.ts';
import { type BuiltinAlert, builtin } from './builtin.ts';
import type { Lookback, PastValue } from './ports.ts';
import {
  backfillWindows,
  createWalletAlerts,
  evaluateSample,
  isExposable,
  type Move,
  type WalletAlerts,
} from './wallet-alerts.ts';

export interface AccountAlertsOptions {
  readonly config: BoardAccount & { readonly topUpLeadMs?: number };
  readonly rules: readonly Rule[];
  readonly builtin: boolean;
  readonly runbookUrl: string;
  readonly runway: RunwayAt | undefined;
  readonly clock: Clock;
  /** Enters an alert, or gives back the one of that identity. */
  register(watched: AlertInstance): AlertInstance;
  readonly move: Move;
  /** The same account under an earlier configuration: what it knows is taken over. */
  readonly previous?: AccountAlerts | undefined;
}

export interface AccountAlerts {
  readonly config: BoardAccount;
  /** Judges a finished poll, unless it is older than what is known. */
  take(observation: Observation): void;
  /** Lends the values of an observation that is no evidence any more. */
  recall(observation: Observation): void;
  /** Judges what only the clock can tell, by both clocks. */
  tick(wall: Instant, monotonic: number): void;
  /** Takes in what was seen of its wallets before this process began. */
  lookBack(lookback: Lookback, past: readonly PastValue[]): void;
  /** Begins to watch a wallet, if it isn't watched yet. */
  know(wallet: WalletId): void;
  readonly known: AccountKnowledge;
}

/** What an account knows, apart from its alerts' states. */
interface AccountKnowledge {
  readonly wallets: Map<string, WalletAlerts>;
  /** Wallets that the newest good response didn't show. */
  readonly behind: Set<WalletAlerts>;
  /** Of the newest observation taken in. */
  lastSlot: Instant;
  lastSucceeded: boolean;
  attempted: Heard;
  seen: Heard;
}

/** A newest attempt or success: by slot, and by both clocks when we heard of it. */
interface Heard {
  readonly slot: Instant;
  readonly wall: Instant;
  readonly monotonic: number;
  /** How long the account may rest after it. */
  readonly restMs: number;
  /** Computed when first needed: enumerating slots is the dearest thing here. */
  staleAt?: Instant;
}

export function createAccountAlerts(options: AccountAlertsOptions): AccountAlerts {
  const { config, clock, register, move, previous } = options;
  const about = { account: config.name, currency: '', walletType: '' };
  const make = (name: BuiltinAlert): AlertInstance | undefined =>
    options.builtin
      ? register(createAlertInstance(builtin(name, options.runbookUrl), about, null))
      : undefined;
  const blind = make('BalanceUnknown');
  const refused = make('CredentialsRefused');
  const stalled = make('ScheduleStalled');
  /** Wallets whose names can't be labels. */
  const nameless = make('WalletUnreadable');

  const silent: WalletAlerts[] = []; // those that a tick must look at
  const pasts: { readonly lookback: Lookback; readonly byWallet: Map<string, PastValue[]> }[] = [];
  let order: WalletAlerts[] = []; // of the last good response

  const begin: Heard = { slot: clock.now(), wall: clock.now(), monotonic: clock.monotonic(), restMs: 0 };
  const known: AccountKnowledge = {
    wallets: new Map(),
    behind: new Set(),
    lastSlot: Number.MIN_SAFE_INTEGER,
    lastSucceeded: false,
    attempted: begin,
    seen: begin,
  };
  if (previous) inherit(previous.known);
  for (const wallet of config.expect) walletOf(wallet);

  return {
    config,
    known,

    take(observation) {
      const { slot, outcome } = observation;
      const good = succeeded(outcome);
      // A newest slot that lies ahead of the clock was seen before the clock was set back: it counts no more.
      if (slot < known.lastSlot && known.lastSlot <= clock.now()) return;
      if (slot === known.lastSlot && (known.lastSucceeded || !good)) return;
      hear(observation);
      for (const watched of [stalled, good ? blind : undefined]) if (watched) move(watched, CLEAR, slot);
      if (refused) move(refused, outcome === 'auth' ? MET : good ? CLEAR : UNKNOWN, slot);
      sight(observation, move);
    },

    recall(observation) {
      if (observation.slot <= known.lastSlot || !succeeded(observation.outcome)) return;
      hear(observation);
      sight(observation, undefined);
    },

    tick(wall, monotonic) {
      const { attempted, seen, behind } = known;
      // By the wall clock, or by what it would be if it hadn't been set back since.
      const now = Math.max(wall, attempted.wall + (monotonic - attempted.monotonic));
      const stalledAt = staleAt(attempted) + attempted.restMs;
      if (stalled && now >= stalledAt) {
        stalled.knownAt = attempted.slot;
        move(stalled, { ...MET, since: stalledAt }, now);
      }
      if (blind) {
        if (now >= staleAt(seen)) {
          blind.knownAt = seen.slot;
          move(blind, { ...MET, since: staleAt(seen) }, now);
        } else for (const wallet of behind) judgeBlind(wallet, now);
      }
      for (const wallet of silent) {
        for (const { watched, ms } of wallet.silences) {
          if (now - wallet.knownAt >= ms) move(watched, evaluateSilence(ms, wallet.knownAt, now), now);
        }
      }
    },

    know: (wallet) => void walletOf(wallet),

    lookBack(lookback, past) {
      const byWallet = Map.groupBy(past, walletKey);
      pasts.push({ lookback, byWallet }); // for wallets that aren't watched yet
      for (const [key, wallet] of known.wallets) backfillWindows(wallet, lookback, byWallet.get(key) ?? []);
    },
  };

  function hear({ slot, outcome }: Observation): void {
    const restMs = outcome === 'auth' ? pauseAfterRefusals(Number.POSITIVE_INFINITY) : 0;
    const heard: Heard = { slot, wall: clock.now(), monotonic: clock.monotonic(), restMs };
    known.lastSlot = slot;
    known.lastSucceeded = succeeded(outcome);
    if (outcome !== 'lost') known.attempted = heard;
    if (known.lastSucceeded) known.seen = heard;
  }

  /** Shows each wallet what the poll said of it; without `judging` it is only remembered. */
  function sight(observation: Observation, judging: Move | undefined): void {
    const { slot } = observation;
    const { wallets, behind } = known;
    if (!succeeded(observation.outcome)) {
      for (const wallet of wallets.values()) evaluateSample(wallet, FAILED, slot, judging);
      return;
    }
    behind.clear();
    let visited = 0;
    let anonymous = false;
    const seenNow: WalletAlerts[] = [];
    for (const seen of observation.wallets) {
      if (!seen.exposable) anonymous = true;
      else {
        const wallet = visit(seen, order[seenNow.length]);
        seenNow.push(wallet);
        evaluateSample(wallet, { kind: 'seen', balance: seen }, slot, judging);
      }
    }
    order = seenNow;
    for (const unreadable of observation.unreadable) {
      if (!isExposable(unreadable)) anonymous = true;
      else {
        const wallet = visit(unreadable);
        behind.add(wallet);
        evaluateSample(wallet, UNREADABLE, slot, judging);
      }
    }
    if (nameless) judging?.(nameless, anonymous ? MET : CLEAR, slot);
    if (visited === wallets.size) return;
    for (const wallet of wallets.values()) {
      if (wallet.visitedAt === slot) continue;
      behind.add(wallet);
      // A record without a readable name may be just this wallet's.
      evaluateSample(wallet, anonymous ? FAILED : MISSING, slot, judging);
    }

    /** `guess`: the wallet that stood there last time; services don't change their order. */
    function visit(id: WalletId, guess?: WalletAlerts): WalletAlerts {
      const guessed = guess?.id.walletType === id.walletType && guess.id.currency === id.currency;
      const wallet = guessed ? guess : walletOf(id);
      if (wallet.visitedAt !== slot) visited++;
      wallet.visitedAt = slot;
      return wallet;
    }
  }

  /** The account is seen, this wallet isn't. */
  function judgeBlind(wallet: WalletAlerts, now: Instant): void {
    if (!wallet.blind) return;
    const since = staleFrom(config, wallet.knownAt);
    if (now < since) return;
    wallet.blind.knownAt = wallet.seenAt;
    move(wallet.blind, { ...MET, since }, now);
  }

  function walletOf(id: WalletId): WalletAlerts {
    const key = walletKey(id);
    let wallet = known.wallets.get(key);
    if (!wallet) {
      const expected = config.expect.some((each) => walletKey(each) === key);
      const { name: account, topUpLeadMs: leadMs } = config;
      wallet = createWalletAlerts(id, { ...options, account, leadMs, expected, since: known.seen.slot });
      known.wallets.set(key, wallet);
      for (const { lookback, byWallet } of pasts) backfillWindows(wallet, lookback, byWallet.get(key) ?? []);
      if (wallet.silences.length > 0) silent.push(wallet);
    }
    return wallet;
  }

  function inherit(from: AccountKnowledge): void {
    known.lastSlot = from.lastSlot;
    known.lastSucceeded = from.lastSucceeded;
    known.attempted = { ...from.attempted };
    known.seen = { ...from.seen };
    for (const heard of [known.attempted, known.seen]) delete heard.staleAt; // the schedule may be another
    for (const old of from.wallets.values()) {
      if (old.seenAt === null) continue; // watched only because it was expected
      const wallet = walletOf(old.id);
      const { visitedAt, knownAt, seenAt, balance } = old;
      Object.assign(wallet, { visitedAt, knownAt, seenAt, balance });
      for (const rule of wallet.rules) {
        const condition = JSON.stringify(rule.condition);
        rule.window =
          old.rules.find((each) => JSON.stringify(each.condition) === condition)?.window ?? rule.window;
      }
      if (from.behind.has(old)) known.behind.add(wallet);
    }
  }

  function staleAt(heard: Heard): Instant {
    heard.staleAt ??= staleFrom(config, heard.slot);
    return heard.staleAt;
  }
}

const FAILED: Sample = { kind: 'failed' };
const UNREADABLE: Sample = { kind: 'unreadable' };
const MISSING: Sample = { kind: 'missing' };

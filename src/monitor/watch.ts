// Alerts over observations. Each finished poll moves the alerts of its account; a tick judges silence.
import { type Alert, type AlertState, reconcile, remove } from '../domain/alert.ts';
import { type Sight, silence } from '../domain/judge.ts';
import type { Instant, Observation } from '../domain/observation.ts';
import { succeeded } from '../domain/observation.ts';
import type { Rule } from '../domain/rule.ts';
import type { WalletId } from '../domain/wallet.ts';
import { parseWalletKey, walletKey } from '../domain/wallet.ts';
import type { BoardAccount } from './board.ts';
import { staleFrom } from './board.ts';
import { builtin, type SelfReport } from './builtin.ts';
import type { Clock, SavedAlert } from './ports.ts';
import { createWalletWatch, isExposable, look, type WalletWatch } from './wallet-watch.ts';
import { advance, type Change, createWatched, view, type Watched } from './watched.ts';

/** How long an ended alert is still told of, so that every receiver hears it. */
export const RESOLVED_FOR_MS = 15 * 60_000;

export interface WatchOptions {
  readonly accounts: readonly BoardAccount[];
  readonly rules: readonly Rule[];
  /** The built-in alerts; default true. */
  readonly builtin?: boolean;
  /** The built-in alert that always fires; default false. */
  readonly watchdog?: boolean;
  /** Where wallet pages are, without a slash at the end; empty: alerts carry no link. */
  readonly externalUrl?: string;
  /** The page of docs/runbook.md, for `runbook_url` of built-in alerts. */
  readonly runbookUrl?: string;
  /** What the rest of the program has to report; asked on each tick. Must not throw. */
  readonly reports?: () => readonly SelfReport[];
}

export interface Watch {
  /**
   * Judges what a finished poll says of its account, and tells what changed. Its slot is the instant of the evidence.
   *
   * A slot that is older than the newest one, or was already judged upon a good response, changes nothing: what
   * another replica saw and what we saw ourselves may both be handed in.
   */
  observe(observation: Observation): readonly Change[];
  /** Judges what only the clock can tell: silence, and what the program reports of itself. Once a second or so. */
  tick(): readonly Change[];
  /** Every alert as it stands now, inactive ones included; ended ones for 15 minutes more. */
  alerts(): readonly Alert[];
  /**
   * Goes on from remembered states and the newest observations of each account, after a restart.
   *
   * May come late, and more than once. An observation that is no longer fresh only lends its values: it is no
   * evidence any more. Remembered alerts that nobody asks for any more are ended.
   */
  resume(saved: readonly SavedAlert[], observations: readonly Observation[]): readonly Change[];
  /** States that changed since the last call, to be remembered. */
  unsaved(): readonly SavedAlert[];
  /** Goes on with another configuration; alerts that it no longer asks for are ended. */
  reload(options: WatchOptions): readonly Change[];
}

interface AccountWatch {
  readonly config: BoardAccount;
  readonly wallets: Map<string, WalletWatch>;
  readonly blind: Watched | undefined;
  readonly refused: Watched | undefined;
  readonly stalled: Watched | undefined;
  /** Wallets whose names can't be labels. */
  readonly nameless: Watched | undefined;
  /** Of the newest observation taken in. */
  lastSlot: Instant;
  lastSucceeded: boolean;
  /** Newest attempt and newest success: by slot, and by both clocks when we heard of it. */
  attempted: Heard;
  seen: Heard;
  /** Wallets that the newest good response didn't show. */
  readonly behind: Set<WalletWatch>;
}

interface Heard {
  readonly slot: Instant;
  readonly wall: Instant;
  readonly monotonic: number;
  /** Computed when first needed: enumerating slots is the dearest thing here. */
  staleAt?: Instant;
}

/** A watch over these accounts that hasn't seen anything yet. */
export function createWatch(initial: WatchOptions, clock: Clock): Watch {
  let options = initial;
  let byFingerprint = new Map<string, Watched>();
  let accounts = new Map<string, AccountWatch>();
  let watchdog: Watched | undefined;
  const ended = new Map<string, Watched>();
  const dirty = new Set<Watched>();
  let changes: Change[] = [];
  build();

  return {
    observe(observation) {
      const account = accounts.get(observation.account);
      if (account) take(account, observation);
      return flush();
    },

    tick() {
      const now = clock.now();
      for (const account of accounts.values()) judgeSilence(account);
      if (options.builtin !== false) for (const report of options.reports?.() ?? []) judgeReport(report, now);
      if (watchdog) move(watchdog, { verdict: 'met', value: null, threshold: null }, now);
      for (const [fingerprint, { state }] of ended) {
        if (now - (state.resolvedAt ?? 0) > RESOLVED_FOR_MS) ended.delete(fingerprint);
      }
      return flush();
    },

    alerts() {
      const now = clock.now();
      const all = [...byFingerprint.values(), ...ended.values()];
      return all.map((watched) => view(watched, now, linkTo(watched.subject)));
    },

    resume(saved, observations) {
      for (const one of saved) restore(one);
      for (const observation of observations) {
        const account = accounts.get(observation.account);
        if (!account) continue;
        if (clock.now() < staleFrom(account.config, observation.slot)) take(account, observation);
        else recall(account, observation);
      }
      return flush();
    },

    unsaved() {
      const saved = [...dirty].map(savedOf);
      dirty.clear();
      return saved;
    },

    reload(next) {
      const previous = { accounts, byFingerprint };
      options = next;
      byFingerprint = new Map();
      accounts = new Map();
      build(previous.accounts);
      const now = clock.now();
      for (const [fingerprint, old] of previous.byFingerprint) {
        const watched = byFingerprint.get(fingerprint);
        if (watched) inherit(watched, old);
        else end(old, now);
      }
      return flush();
    },
  };

  function build(previous?: ReadonlyMap<string, AccountWatch>): void {
    const { runbookUrl = '' } = options;
    const on = options.builtin !== false;
    const now = clock.now();
    const about = { account: '', currency: '', walletType: '' };
    watchdog = options.watchdog
      ? register(createWatched(builtin('Watchdog', runbookUrl), about, null))
      : undefined;
    for (const config of options.accounts) {
      const subject = { ...about, account: config.name };
      const make = (name: Parameters<typeof builtin>[0]) =>
        on ? register(createWatched(builtin(name, runbookUrl), subject, null)) : undefined;
      const old = previous?.get(config.name);
      const begin: Heard = { slot: now, wall: now, monotonic: clock.monotonic() };
      const account: AccountWatch = {
        config,
        wallets: new Map(),
        blind: make('BalanceUnknown'),
        refused: make('CredentialsRefused'),
        stalled: make('ScheduleStalled'),
        nameless: make('WalletUnreadable'),
        lastSlot: old?.lastSlot ?? Number.MIN_SAFE_INTEGER,
        lastSucceeded: old?.lastSucceeded ?? false,
        attempted: old ? { ...old.attempted } : begin,
        seen: old ? { ...old.seen } : begin,
        behind: new Set(),
      };
      for (const heard of [account.attempted, account.seen]) delete heard.staleAt; // the schedule may be another
      accounts.set(config.name, account);
      for (const wallet of config.expect) walletOf(account, wallet);
      for (const wallet of old?.wallets.values() ?? []) {
        const copy = walletOf(account, wallet.id);
        copy.knownAt = wallet.knownAt;
        copy.seenAt = wallet.seenAt;
        copy.balance = wallet.balance;
        for (const rule of copy.rules) {
          const same = wallet.rules.find(
            (r) => JSON.stringify(r.condition) === JSON.stringify(rule.condition),
          );
          if (same) rule.window = same.window;
        }
        if (old?.behind.has(wallet)) account.behind.add(copy);
      }
    }
  }

  /** Two rules that give one subject the same labels are one alert: the first rule's. */
  function register(watched: Watched): Watched {
    const same = byFingerprint.get(watched.fingerprint);
    if (same) return same;
    byFingerprint.set(watched.fingerprint, watched);
    return watched;
  }

  function walletOf(account: AccountWatch, id: WalletId): WalletWatch {
    const key = walletKey(id);
    const known = account.wallets.get(key);
    if (known) return known;
    const wallet = createWalletWatch(id, {
      account: account.config.name,
      rules: options.rules,
      expected: account.config.expect.some((expected) => walletKey(expected) === key),
      builtin: options.builtin !== false,
      runbookUrl: options.runbookUrl ?? '',
      since: account.seen.slot,
      register,
    });
    account.wallets.set(key, wallet);
    return wallet;
  }

  function take(account: AccountWatch, observation: Observation): void {
    const { slot, outcome } = observation;
    const good = succeeded(outcome);
    // A newest slot that lies ahead of the clock was seen before the clock was set back: it counts no more.
    const setBack = account.lastSlot > clock.now();
    if (slot < account.lastSlot && !setBack) return;
    if (slot === account.lastSlot && (account.lastSucceeded || !good)) return;
    const heard: Heard = { slot, wall: clock.now(), monotonic: clock.monotonic() };
    account.lastSlot = slot;
    account.lastSucceeded = good;
    if (outcome !== 'lost') account.attempted = heard;
    if (good) account.seen = heard;
    sight(account, observation, true);
    for (const watched of [account.stalled, good ? account.blind : undefined]) {
      if (watched) move(watched, { verdict: 'clear', value: null, threshold: null }, slot);
    }
    if (account.refused) {
      const verdict = outcome === 'auth' ? 'met' : good ? 'clear' : 'unknown';
      move(account.refused, { verdict, value: null, threshold: null }, slot);
    }
  }

  /** Lends the values of an observation that is no evidence any more. */
  function recall(account: AccountWatch, observation: Observation): void {
    if (observation.slot <= account.lastSlot || !succeeded(observation.outcome)) return;
    account.lastSlot = observation.slot;
    account.lastSucceeded = true;
    account.seen = { slot: observation.slot, wall: clock.now(), monotonic: clock.monotonic() };
    sight(account, observation, false);
  }

  function sight(account: AccountWatch, observation: Observation, judging: boolean): void {
    const { slot } = observation;
    const visit = (wallet: WalletWatch, seen: Sight): void =>
      look(wallet, seen, slot, judging ? move : undefined);
    if (!succeeded(observation.outcome)) {
      if (judging) for (const wallet of account.wallets.values()) visit(wallet, FAILED);
      return;
    }
    account.behind.clear();
    let visited = 0;
    for (const seen of observation.wallets) {
      if (!seen.exposable) continue;
      const wallet = walletOf(account, seen);
      wallet.visitedAt = slot;
      visited++;
      visit(wallet, { kind: 'seen', balance: seen });
    }
    let nameless = observation.wallets.some((wallet) => !wallet.exposable);
    for (const unreadable of observation.unreadable) {
      if (!isExposable(unreadable)) {
        nameless = true;
        continue;
      }
      const wallet = walletOf(account, unreadable);
      wallet.visitedAt = slot;
      account.behind.add(wallet);
      visited++;
      visit(wallet, UNREADABLE);
    }
    if (account.nameless) {
      move(account.nameless, { verdict: nameless ? 'met' : 'clear', value: null, threshold: null }, slot);
    }
    if (visited === account.wallets.size) return;
    for (const wallet of account.wallets.values()) {
      if (wallet.visitedAt === slot) continue;
      account.behind.add(wallet);
      // A record without a readable name may be just this wallet.
      visit(wallet, nameless ? FAILED : MISSING);
    }
  }

  function judgeSilence(account: AccountWatch): void {
    const now = Math.max(clock.now(), clockOf(account.attempted));
    const unheard = { value: null, threshold: null };
    const { blind, stalled } = account;
    if (stalled && now >= staleOf(account, account.attempted)) {
      move(stalled, { verdict: 'met', ...unheard, since: staleOf(account, account.attempted) }, now);
    }
    const accountBlind = options.builtin !== false && now >= staleOf(account, account.seen);
    if (blind && accountBlind) {
      blind.knownAt = account.seen.slot;
      move(blind, { verdict: 'met', ...unheard, since: staleOf(account, account.seen) }, now);
    }
    if (!accountBlind) {
      for (const wallet of account.behind) {
        if (!wallet.blind) continue;
        const since = staleFrom(account.config, wallet.knownAt);
        if (now < since) continue;
        wallet.blind.knownAt = wallet.seenAt;
        move(wallet.blind, { verdict: 'met', ...unheard, since }, now);
      }
    }
    for (const wallet of account.wallets.values()) {
      for (const { watched, ms } of wallet.silences) {
        if (now - wallet.knownAt >= ms) move(watched, silence(ms, wallet.knownAt, now), now);
      }
    }
  }

  function judgeReport(report: SelfReport, now: Instant): void {
    const definition = builtin(report.alert, options.runbookUrl ?? '');
    const subject = { account: '', currency: '', walletType: '', labels: report.labels };
    const watched = register(createWatched(definition, subject, report.threshold));
    const verdict = report.met === null ? 'unknown' : report.met ? 'met' : 'clear';
    move(watched, { verdict, value: report.value, threshold: report.threshold }, now);
  }

  /** The wall clock, or what it would be if it hadn't been set back since. */
  function clockOf(heard: Heard): Instant {
    return heard.wall + (clock.monotonic() - heard.monotonic);
  }

  function staleOf(account: AccountWatch, heard: Heard): Instant {
    heard.staleAt ??= staleFrom(account.config, heard.slot);
    return heard.staleAt;
  }

  function move(watched: Watched, judgement: Parameters<typeof advance>[1], at: Instant): void {
    const before = watched.state;
    const { transition } = advance(watched, judgement, at);
    settle(watched, before, transition, at);
  }

  function settle(
    watched: Watched,
    before: AlertState,
    transition: Change['transition'] | null,
    at: Instant,
  ): void {
    if (watched.state === before) return;
    dirty.add(watched);
    if (transition === null) return;
    ended.delete(watched.fingerprint);
    changes.push({
      alert: view(watched, clock.now(), linkTo(watched.subject)),
      transition,
      reason: watched.reason,
      at,
    });
  }

  function end(watched: Watched, now: Instant): void {
    const before = watched.state;
    const { state, reason, transition } = remove(before, now);
    watched.state = state;
    watched.reason = reason;
    settle(watched, before, transition, now);
    if (state.resolvedAt !== null && now - state.resolvedAt <= RESOLVED_FOR_MS) {
      ended.set(watched.fingerprint, watched);
    }
  }

  function inherit(watched: Watched, old: Watched): void {
    const { state, reason, judged, value, threshold, previous, knownAt } = old;
    Object.assign(watched, { state, reason, judged, value, previous, knownAt });
    watched.threshold ??= threshold;
    if (dirty.delete(old)) dirty.add(watched);
  }

  function restore(saved: SavedAlert): void {
    const account = accounts.get(saved.account);
    if (!account && saved.account !== '') return;
    const id = parseWalletKey(`${saved.currency}/${saved.walletType}`);
    if (account && id) walletOf(account, id);
    const watched = byFingerprint.get(saved.fingerprint);
    if (watched) {
      const before = watched.state;
      watched.state = reconcile(before, saved.state, watched.judged, clock.now());
      watched.value ??= saved.state.value;
      watched.threshold ??= saved.state.threshold;
      if (watched.state !== before && watched.state !== saved.state) dirty.add(watched);
      return;
    }
    const { name, severity } = { name: saved.rule, severity: saved.severity };
    const definition = { name, severity, labels: {}, annotations: {}, forMs: 0, keepFiringForMs: 0 };
    const { account: of, currency, walletType, labels, fingerprint } = saved;
    const orphan = createWatched(definition, { account: of, currency, walletType }, saved.state.threshold);
    if (saved.state.phase !== 'inactive') {
      end({ ...orphan, labels, fingerprint, state: saved.state, value: saved.state.value }, clock.now());
    }
  }

  function linkTo(subject: Watched['subject']): string | null {
    if (!options.externalUrl) return null;
    if (subject.currency === '') return `${options.externalUrl}/alerts`;
    const parts = [subject.account, subject.currency, subject.walletType].map(encodeURIComponent);
    return `${options.externalUrl}/wallets/${parts.join('/')}`;
  }

  function flush(): readonly Change[] {
    const told = changes;
    if (told.length > 0) changes = [];
    return told;
  }
}

const FAILED: Sight = { kind: 'failed' };
const UNREADABLE: Sight = { kind: 'unreadable' };
const MISSING: Sight = { kind: 'missing' };

function savedOf({ fingerprint, definition, subject, labels, state }: Watched): SavedAlert {
  const { account, currency, walletType } = subject;
  const { name: rule, severity } = definition;
  return { fingerprint, rule, severity, account, currency, walletType, labels, state };
}

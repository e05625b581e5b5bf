// The Postgres of the simulated world, in memory: it has the semantics of src/store's statements, and a network before
// it. database.test.ts runs one table of tests against this database and the real one.
import type { Postgres } from '../../src/app/postgres.ts';
import type { Amount } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { succeeded } from '../../src/domain/observation.ts';
import type { OptionObservation, PaymentOption } from '../../src/domain/payment-option.ts';
import { paymentOptionKey } from '../../src/domain/payment-option.ts';
import { isBalances, type PollResult } from '../../src/domain/poll-result.ts';
import { isEndOf, replaces } from '../../src/domain/reconcile.ts';
import { type WalletBalance, walletKey } from '../../src/domain/wallet.ts';
import { episodeOf, episodeOfSaved, episodesIn } from '../../src/monitor/alerts/episode.ts';
import {
  type ClaimedMessage,
  type ConcludedMessage,
  NOTHING_SENT,
  type NotificationKind,
  type Outbox,
  type OutboxMessage,
  TOLD_TOGETHER,
} from '../../src/monitor/alerts/outbox.ts';
import type { AlertLog, Lookback, PastValue, SavedAlert } from '../../src/monitor/alerts/ports.ts';
import type { AccountSlot, LatestOptions } from '../../src/monitor/storage/ports.ts';
import type { ForgottenWallet } from '../../src/store/alerts/forgotten-wallets.ts';
import type { Chance } from './chance.ts';
import type { Clockwork, Process } from './clockwork.ts';

const DATABASE_TROUBLES = [
  'away', // refuses at once
  'black_hole', // never answers: our own time-out ends it
  'slow',
  'read_only',
  'answers_lost', // committed, and nobody hears of it
] as const;
export type DatabaseTrouble = (typeof DATABASE_TROUBLES)[number];

const EARLY_MS = 2_000;
const MAX_AHEAD_MS = 60_000;
const COMPANY_MS = 600_000;
const LOST_AFTER_MS = 600_000;
const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const HANDED_OVER_MS = 12 * 3_600_000;
const LEFT_AFTER_MS = 20 * 60_000;
const AHEAD_MS = 60_000; // an end dated later than this from now says nothing of other episodes

export interface Row {
  claim: string;
  claimedBy: string;
  claimedAt: number;
  /** `null`: open. `lost`: the replica that claimed it never came back. */
  result: PollResult | 'lost' | null;
}

interface KeptMessage extends OutboxMessage {
  dueAt: number;
  attempts: number;
  state: 'waiting' | 'done' | 'dead';
  messageId: string | null;
  /** When the receiver took it; `null`: it didn't, or nobody sent it. */
  takenAt: number | null;
}

export interface Database {
  readonly rows: ReadonlyMap<string, Row>;
  /** Results that came second for their slot. */
  readonly beside: ReadonlySet<PollResult>;
  /** How often a row was filled with a success: more than once is a broken promise. */
  readonly fills: ReadonlyMap<string, number>;
  /** How often the claim of a row was taken over. */
  readonly takeOvers: ReadonlyMap<string, number>;
  readonly states: ReadonlyMap<string, SavedAlert>;
  readonly episodes: ReadonlyMap<string, SavedAlert>;
  /** Messages for receivers, by receiver and key. */
  readonly messages: ReadonlyMap<string, OutboxMessage>;
  trouble: DatabaseTrouble | undefined;
  /** Changes an amount of every stored result. */
  spoil(): void;
  /** Adds an alert that fires, of an account whose last poll brought the alert's newest evidence. */
  leaveBehind(alert: SavedAlert): void;
  /** Does what `floatwatch forget` does. */
  forget(wallet: Pick<ForgottenWallet, 'account' | 'currency' | 'walletType'>): void;
  /** Drops older rows, as retention does, and all messages that no longer wait; returns how many polls that were. */
  forgetBefore(slot: number): number;
  /** The connections of one process. Each call counts as made by the process that runs. */
  connections(schema: string): Postgres;
}

const rowKey = (operation: string, { account, slot }: AccountSlot): string =>
  `${operation} ${account} ${slot}`;

export function createDatabase(clockwork: Clockwork, chance: Chance): Database {
  const rows = new Map<string, Row>();
  const beside = new Set<PollResult>();
  const fills = new Map<string, number>();
  const takeOvers = new Map<string, number>();
  const states = new Map<string, SavedAlert>();
  /** When a process last said that it asks for an alert. */
  const askedAt = new Map<string, number>();
  const episodes = new Map<string, SavedAlert>();
  const messages = new Map<string, KeptMessage>();
  /** Messages that wait, and some that have been settled since. */
  const unsettled = new Set<KeptMessage>();
  const open = new Set<string>();
  const recentClaims: { readonly account: string; readonly by: string; readonly at: number }[] = [];
  const forgotten: ForgottenWallet[] = [];
  let claims = 0;

  const database: Database = {
    rows,
    beside,
    fills,
    takeOvers,
    states,
    episodes,
    messages,
    trouble: undefined,
    spoil() {
      for (const [key, row] of rows) {
        const { result } = row;
        if (result === null || result === 'lost' || !isBalances(result)) continue;
        const wallets = result.wallets.map((wallet) => ({ ...wallet, available: '0.01' as Amount }));
        rows.set(key, { ...row, result: { ...result, wallets } });
      }
    },
    leaveBehind(alert) {
      const { account, fingerprint, state } = alert;
      const poll = { claim: '', claimedBy: '', claimedAt: state.at, result: 'lost' } as const;
      rows.set(rowKey('balances', { account, slot: state.at }), poll);
      states.set(`${account} ${fingerprint}`, alert);
      episodes.set(`${account} ${fingerprint} ${state.firingAt}`, alert);
    },
    forget(wallet) {
      forgotten.push({ ...wallet, forgottenAt: clockwork.now() });
    },
    forgetBefore(slot) {
      const before = rows.size;
      for (const [key, { claimedAt }] of rows) if (claimedAt < slot) rows.delete(key);
      for (const [key, { state }] of messages) if (state !== 'waiting') messages.delete(key);
      for (const alerts of [states, episodes]) {
        for (const [key, { state }] of alerts) if (state.phase === 'inactive') alerts.delete(key);
      }
      for (const map of [fills, takeOvers]) map.clear();
      beside.clear();
      forgotten.splice(0, forgotten.length - 100);
      return before - rows.size;
    },
    connections(schema) {
      const unused = <T>() =>
        ask((): T => {
          throw refusal('0A000');
        });
      const told = new Set<ForgottenWallet>();
      const readForgotten = async () => {
        const found = await ask(() => forgotten.filter((each) => !told.has(each) && isForgotten(each)));
        for (const each of found) told.add(each); // once it is answered: what is lost is read again
        return found;
      };
      return {
        connection: { url: 'postgres://simulated.example/floatwatch', schema },
        psql: null,
        migrate: () => ask(() => []),
        ledger: {
          ...ledger('balances'),
          latest: (accounts) => ask(() => accounts.flatMap(latestOf)),
        },
        optionLedger: {
          ...ledger('options'),
          latest: (accounts, before) => ask(() => accounts.flatMap((name) => latestOptionsOf(name, before))),
        },
        alertLog: { ...alertLog(), episodes: unused, episode: unused, deliveries: unused },
        outbox: outbox(),
        outflow: { read: () => ask(() => []), withPast: () => ask(() => []) },
        readPast: (accounts, lookback) => ask(() => pastValues(accounts, lookback)),
        queries: {
          sparklines: unused,
          polls: unused,
          chart: unused,
          history: unused,
          optionChanges: unused,
          at: unused,
          gaps: unused,
          rises: unused,
          async *statement() {
            yield await unused<never>();
          },
        },
        topUps: { read: () => ask(() => []), add: unused },
        planLog: { newest: () => ask(() => []), topUpSince: unused, add: unused },
        replica: 'simulated',
        leftOutWallets: () => 0, // no world has that many
        readForgotten,
        missingWallets: { read: () => ask(() => []), unnamedFor: unused, names: unused, forget: unused },
        maintenance: { run: () => ask(markLost).catch(() => {}), status: () => null },
        measureClockSkew: measureSkew,
        checkFailover: async () => {},
        onDoubt: () => {},
        async [Symbol.asyncDispose]() {},
      };
    },
  };
  return database;

  function ledger(operation: 'balances' | 'options') {
    const held = new Map<string, string>();
    const key = (slot: AccountSlot) => rowKey(operation, slot);
    const insert = (slots: readonly AccountSlot[], by: Process, claim: string) => {
      for (const each of slots) {
        rows.set(key(each), { claim, claimedBy: by.name, claimedAt: clockwork.now(), result: null });
        open.add(key(each));
        recentClaims.push({ account: each.account, by: by.name, at: clockwork.now() });
      }
      forgetClaims();
    };
    const hold = (slots: AccountSlot[], claim: string) => {
      for (const each of slots) held.set(key(each), claim);
      return slots;
    };
    return {
      async claim(due: readonly AccountSlot[]) {
        const claim = `claim ${++claims}`;
        const ours = await ask((by) => {
          const free = due.filter((each) => !rows.has(key(each)));
          if (by.clock.now() < clockwork.now() - MAX_AHEAD_MS) {
            insert(free, by, claim);
            return [...due]; // what others saw in these slots is old
          }
          const early = free.filter(({ slot }) => slot > clockwork.now() + EARLY_MS);
          const alone = early.length > 0 && !inCompany(early, by);
          const taken = alone ? free : free.filter((each) => !early.includes(each));
          insert(
            taken.filter(({ slot }) => slot <= clockwork.now() + MAX_AHEAD_MS), // the others have no claim
            by,
            claim,
          );
          return taken;
        });
        return hold(ours, claim);
      },
      async takeOver(open: readonly AccountSlot[], olderThanMs: number) {
        const claim = `claim ${++claims}`;
        const ours = await ask((by) => {
          const old = open.filter((each) => {
            const row = rows.get(key(each));
            return row?.result === null && row.claimedAt <= clockwork.now() - olderThanMs;
          });
          insert(old, by, claim);
          for (const each of old) takeOvers.set(key(each), (takeOvers.get(key(each)) ?? 0) + 1);
          return old;
        });
        return hold(ours, claim);
      },
      ended: <Seen>(open: readonly AccountSlot[]) =>
        ask(() =>
          open.flatMap((each) => {
            const result = rows.get(key(each))?.result;
            return result && result !== 'lost' ? [result as Seen] : [];
          }),
        ),
      async complete(results: readonly PollResult[]) {
        const claimed = results.map((result) => ({ result, claim: held.get(key(result)) }));
        const outcomes = await ask(() =>
          claimed.map(({ result, claim }) =>
            result.slot > clockwork.now() + MAX_AHEAD_MS ? 'future' : fill(key(result), result, claim),
          ),
        );
        for (const each of results) held.delete(key(each));
        return outcomes;
      },
    };
  }

  function inCompany(early: readonly AccountSlot[], by: Process): boolean {
    const accounts = new Set(early.map(({ account }) => account));
    forgetClaims();
    return recentClaims.some((claim) => claim.by !== by.name && accounts.has(claim.account));
  }

  function forgetClaims(): void {
    while (recentClaims.length > 0 && recentClaims[0]!.at <= clockwork.now() - COMPANY_MS)
      recentClaims.shift();
  }

  async function measureSkew(): Promise<number> {
    const { clock } = clockwork.current();
    return clock.now() - (await ask(() => clockwork.now()));
  }

  /** Does what src/store/ledger/complete-polls.ts does in one transaction. */
  function fill(key: string, result: PollResult, claim: string | undefined): 'stored' | 'conflict' {
    const row = rows.get(key);
    const first = row?.result === 'lost' ? null : row?.result;
    if (first && sameResult(first, result)) return 'stored';
    const ours = row?.result === null && (claim === undefined || row.claim === claim);
    const better = first && !succeeded(first.outcome) && succeeded(result.outcome);
    if (!row || ours || row.result === 'lost' || better) {
      if (better) beside.add(first);
      const made = row ?? { claim: '', claimedBy: '', claimedAt: clockwork.now(), result: null };
      rows.set(key, { ...made, result });
      open.delete(key);
      if (succeeded(result.outcome)) fills.set(key, (fills.get(key) ?? 0) + 1);
      return 'stored';
    }
    beside.add(result);
    return 'conflict';
  }

  /** Whether a wallet is still forgotten: no response has named it since. */
  function isForgotten({ account, currency, walletType, forgottenAt }: ForgottenWallet) {
    return ![...rows.values()].some(
      ({ result }) =>
        result &&
        result !== 'lost' &&
        isBalances(result) &&
        result.account === account &&
        result.observedAt > forgottenAt &&
        result.observedAt <= clockwork.now() + MAX_AHEAD_MS &&
        result.wallets.some((each) => each.currency === currency && each.walletType === walletType),
    );
  }

  /** An account's latest payment options: those that the last good poll saw, and those that only earlier polls saw. */
  function latestOptionsOf(account: string, before?: number): LatestOptions[] {
    const good = [...rows.values()]
      .map(({ result }) => result)
      .filter(
        (result): result is OptionObservation => result !== null && result !== 'lost' && !isBalances(result),
      )
      .filter(({ account: of, outcome }) => of === account && succeeded(outcome))
      .filter(({ observedAt }) => observedAt < (before ?? Number.POSITIVE_INFINITY))
      .sort((a, b) => a.slot - b.slot);
    const seen = good.at(-1);
    if (!seen) return [];
    const known = new Map<string, { readonly option: PaymentOption; readonly lastSeen: number }>();
    for (const { slot, options } of good) {
      for (const option of options) known.set(paymentOptionKey(option), { option, lastSeen: slot });
    }
    const lost = [...known.values()].filter(({ lastSeen }) => !before && lastSeen < seen.slot);
    return [{ seen, lost: lost.map(({ option, lastSeen }) => ({ ...option, lastSeen, vanished: true })) }];
  }

  function latestOf(account: string): Observation[] {
    const ended = [...rows.values()]
      .map(({ result }) => result)
      .filter((result): result is Observation => result !== null && result !== 'lost' && isBalances(result))
      .filter(({ account: of, slot }) => of === account && slot <= clockwork.now() + MAX_AHEAD_MS)
      .sort((a, b) => a.slot - b.slot);
    const good = ended.filter(({ outcome }) => succeeded(outcome));
    const lastOf = (is: (wallet: WalletBalance) => boolean) =>
      new Map(good.flatMap((seen) => seen.wallets.filter(is).map((one) => [walletKey(one), seen])));
    const lastOfEach = lastOf(() => true);
    const lastShown = lastOf(({ available }) => available !== null);
    const last = [...new Set([good.at(-1), ended.at(-1)])].filter((each) => each !== undefined);
    const isForgotten = (key: string) =>
      forgotten.some(
        (one) =>
          one.account === account &&
          walletKey(one) === key &&
          one.forgottenAt > lastOfEach.get(key)!.observedAt,
      );
    const missing = [...lastOfEach, ...lastShown].filter(
      ([key, seen]) => !isForgotten(key) && !last.includes(seen),
    );
    const earlier = [...new Set(missing.map(([, seen]) => seen))].sort((a, b) => b.slot - a.slot);
    return [
      ...last,
      ...earlier.map((seen) => ({
        ...seen,
        wallets: seen.wallets.filter((one) => !isForgotten(walletKey(one))),
      })),
    ];
  }

  function pastValues(accounts: readonly string[], { field, since }: Lookback): PastValue[] {
    return accounts.flatMap((account) =>
      [...rows.values()].flatMap(({ result }) => {
        if (!result || result === 'lost' || !isBalances(result)) return [];
        if (result.account !== account || result.slot < since) return [];
        return result.wallets.flatMap((wallet) => {
          const amount = wallet[field];
          const { currency, walletType } = wallet;
          return amount === null ? [] : [{ account, currency, walletType, slot: result.slot, amount }];
        });
      }),
    );
  }

  function alertLog(): AlertLog {
    return {
      load: (accounts, remembered = []) =>
        ask(() =>
          [...states.values()].filter(
            ({ account, fingerprint, state }) =>
              accounts.includes(account) &&
              (state.phase !== 'inactive' ||
                (state.resolvedAt ?? 0) > clockwork.now() - DAY_MS ||
                remembered.some((each) => each.fingerprint === fingerprint)),
          ),
        ),
      abandoned: (accounts) =>
        ask(() =>
          [...states.values()].flatMap((alert): SavedAlert[] => {
            const { account, fingerprint, state } = alert;
            if (state.phase === 'inactive') return [];
            if (!accounts.includes(account)) return isPolledOfLate(account) ? [] : [alert];
            const ago = clockwork.now() - (askedAt.get(`${account} ${fingerprint}`) ?? 0);
            if (ago >= DAY_MS) return [alert];
            return ago >= LEFT_AFTER_MS ? [{ ...alert, elsewhere: true }] : [];
          }),
        ),
      askedAgo: (alerts) =>
        ask(() => {
          const ago = new Map<string, number>();
          for (const { account, fingerprint } of alerts) {
            const key = `${account} ${fingerprint}`;
            const lasts = (states.get(key)?.state.phase ?? 'inactive') !== 'inactive';
            if (lasts) ago.set(fingerprint, clockwork.now() - (askedAt.get(key) ?? 0));
          }
          return ago;
        }),
      endsOf: (alerts) =>
        ask(() => {
          const ends = alerts.flatMap((alert): [string, number][] => {
            const { account, fingerprint, state } = alert;
            const { resolvedAt = null } =
              episodes.get(`${account} ${fingerprint} ${state.firingAt}`)?.state ?? {};
            return resolvedAt === null ? [] : [[episodeOfSaved(alert), resolvedAt]];
          });
          return new Map(ends);
        }),
      keep: (alerts) =>
        ask(() => {
          for (const { account, fingerprint } of alerts)
            askedAt.set(`${account} ${fingerprint}`, clockwork.now());
        }),
      save: (alerts) =>
        ask(() => {
          for (const told of alerts) {
            const alert = storedOf(told);
            const key = `${alert.account} ${alert.fingerprint}`;
            const known = states.get(key)?.state;
            if (!known || replaces(alert.state, known)) {
              const { firingAt = null, resolvedAt = null } = known ?? {};
              const isForgotten = told.state.firingAt === null && resolvedAt !== null;
              states.set(
                key,
                isForgotten ? { ...alert, state: { ...alert.state, firingAt, resolvedAt } } : alert,
              );
              const asked = clockwork.now() - (told.handedOver ? HANDED_OVER_MS : 0);
              askedAt.set(key, told.handedOver ? Math.max(askedAt.get(key) ?? asked, asked) : asked);
            }
          }
          for (const told of episodesIn(alerts)) saveEpisode(storedOf(told));
        }),
    };
  }

  function storedOf(told: SavedAlert): SavedAlert {
    const { alsoBegan: _, unasked: __, lastHeard: ___, handedOver: ____, ...stored } = told;
    const at = Math.min(stored.state.at, clockwork.now()); // no evidence is later than now
    return { ...stored, state: { ...stored.state, at } }; // the rest stays on the machine
  }

  function saveEpisode(alert: SavedAlert): void {
    const { account, fingerprint, state } = alert;
    const key = `${account} ${fingerprint} ${state.firingAt}`;
    const before = episodes.get(key)?.state;
    const isAhead = (before?.resolvedAt ?? 0) > (before?.at ?? 0) + AHEAD_MS;
    if (isAhead && before?.resolvedAt === state.resolvedAt) return;
    const isSettled = (before?.resolvedAt ?? null) !== null && isFollowed(alert);
    const isLater = (before?.at ?? state.at) <= state.at && !(before && isEndOf(before, state));
    if (isLater && !isSettled) episodes.set(key, alert);
    endOthers(alert);
  }

  function isFollowed({ account, fingerprint, state }: SavedAlert): boolean {
    return [...episodes.values()].some(
      (one) =>
        one.account === account && one.fingerprint === fingerprint && one.state.firingAt! > state.firingAt!,
    );
  }

  /** Ends an episode under its other beginnings, too. */
  function endOthers({ account, fingerprint, state: { resolvedAt, at } }: SavedAlert): void {
    if ((resolvedAt ?? 0) > clockwork.now() + AHEAD_MS) return;
    for (const [name, one] of episodes) {
      const { state } = one;
      const isOpen =
        state.resolvedAt === null && state.at <= at && (state.firingAt ?? at) <= (resolvedAt ?? 0);
      if (isOpen && one.account === account && one.fingerprint === fingerprint)
        episodes.set(name, { ...one, state: { ...state, phase: 'inactive', resolvedAt, at } });
    }
  }

  /** The schedules of the simulation have no pauses of half a day. */
  function isPolledOfLate(account: string): boolean {
    const since = clockwork.now() - DAY_MS;
    return [...rows.keys()].some((key) => {
      const [operation, name, slot] = key.split(' ');
      return operation === 'balances' && name === account && Number(slot) >= since;
    });
  }

  function outbox(): Outbox {
    const keyOf = ({ receiver, key }: Pick<OutboxMessage, 'receiver' | 'key'>) => `${receiver} ${key}`;
    const isBefore = (a: KeptMessage, b: KeptMessage) =>
      a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.key < b.key);
    const fresh = (message: OutboxMessage): KeptMessage => {
      const ended = [...messages.values()].some((each) => isEndOf(each, message) && each.state === 'done');
      const state = ended && message.kind === 'fire' ? 'done' : 'waiting';
      const before = [...messages.values()].filter(
        (each) => isEndOf(message, each) && (each.kind === 'fire' || each.state === 'waiting'),
      );
      const createdAt = Math.max(message.createdAt, ...before.map((each) => each.createdAt + 1));
      const times = { createdAt, dueAt: clockwork.now(), takenAt: null };
      return { ...message, ...times, attempts: 0, state, messageId: null };
    };
    const isEndOf = (end: OutboxMessage, { receiver, episode }: OutboxMessage) =>
      end.receiver === receiver && end.episode === episode && end.kind === 'resolve';
    const linesOf = (messageId: string | null) => messageId?.split('\n') ?? [];
    const name = ({ receiver, episode, messageId: changed }: ClaimedMessage, id: string) => {
      const isOthers = (line: string) =>
        line !== id &&
        line !== NOTHING_SENT &&
        !line.startsWith(TOLD_TOGETHER) &&
        !linesOf(changed).includes(line);
      for (const each of messages.values()) {
        if (each.receiver !== receiver || each.episode !== episode) continue;
        each.messageId = [id, ...linesOf(each.messageId).filter(isOthers)].join('\n');
      }
    };
    /** A replica that told of the same beginning by itself has its own message. */
    const nameSecond = (known: KeptMessage, id: string) => {
      const lines = linesOf(known.messageId);
      if (known.kind !== 'fire' || known.state !== 'done' || known.takenAt === null) return;
      if (!lines.includes(id)) known.messageId = [...lines, id].join('\n');
    };
    const settleRest = (end: OutboxMessage) => {
      for (const each of messages.values()) {
        const same = each.receiver === end.receiver && each.episode === end.episode;
        if (same && each.kind !== 'resolve' && each.state === 'waiting') each.state = 'done';
      }
    };
    /** An end that was not worth telling is, when somebody has told its beginning. */
    const tellUntold = (concluded: readonly ConcludedMessage[]) => {
      for (const { receiver, episode } of concluded) {
        const isSame = (each: OutboxMessage) => each.receiver === receiver && each.episode === episode;
        const same = [...messages.values()].filter(isSame);
        const isTold = (of: NotificationKind) =>
          same.some(({ kind, state, takenAt }) => kind === of && state === 'done' && takenAt !== null) ||
          concluded
            .filter(isSame)
            .some(({ kind, conclusion: by }) => kind === of && by.kind === 'done' && !by.untaken);
        const end = same.find(({ kind, state }) => kind === 'resolve' && state === 'done');
        if (end?.messageId !== NOTHING_SENT || !isTold('fire') || isTold('resolve')) continue;
        Object.assign(end, { state: 'waiting', messageId: null, dueAt: clockwork.now() });
        unsettled.add(end);
      }
    };
    const waitingNow = (): KeptMessage[] => {
      for (const each of unsettled) if (each.state !== 'waiting') unsettled.delete(each);
      return [...unsettled];
    };
    return {
      add: (added) =>
        ask(() => {
          for (const message of added) {
            const known = messages.get(keyOf(message));
            const anew = known?.state === 'dead' || (known?.kind === 'update' && known.body !== message.body);
            if (known && !anew) continue;
            if (message.kind === 'update' && [...messages.values()].some((each) => isEndOf(each, message)))
              continue;
            const { attempts = 0 } = known ?? {};
            const kept = Object.assign(known ?? {}, { ...fresh(message), attempts });
            messages.set(keyOf(message), kept);
            unsettled.add(kept);
          }
        }),
      conclude: (concluded) =>
        ask(() => {
          for (const { conclusion, concludedAt, ...message } of concluded) {
            const known = messages.get(keyOf(message)) ?? fresh(message);
            const isTaken = conclusion.kind === 'done' && !conclusion.untaken;
            const isUntaken = known.takenAt === null && known.attempts === 0;
            const isOwn = isTaken && message.kind === 'fire' && isUntaken;
            if (known.state === 'done' && isOwn)
              known.messageId = null; // it went into a message about many
            else if (known.state === 'done' || (known.state === 'dead' && conclusion.kind === 'dead')) {
              if (isTaken && conclusion.messageId !== undefined) nameSecond(known, conclusion.messageId);
              continue;
            }
            messages.set(keyOf(message), Object.assign(known, { state: conclusion.kind }));
            if (isTaken) known.takenAt = Math.min(concludedAt ?? clockwork.now(), clockwork.now());
            if (conclusion.kind === 'done') known.messageId = conclusion.messageId ?? known.messageId;
            if (message.kind === 'resolve' && conclusion.kind === 'done') settleRest(message);
          }
          tellUntold(concluded);
        }),
      membersOf: (receiver, messageId) =>
        ask(() => {
          const of = [...messages.values()].filter((each) => each.receiver === receiver);
          const ends = of.filter(({ kind, state }) => kind === 'resolve' && state === 'done');
          const ended = new Map(ends.map((end) => [end.episode, end]));
          const begun = of.filter(({ kind }) => kind === 'fire');
          const fires = begun.filter((each) => each.messageId === messageId);
          const split = (over: boolean) =>
            fires.map(({ episode }) => episode).filter((episode) => ended.has(episode) === over);
          const isOvertaken = ({ alert, createdAt }: OutboxMessage) =>
            begun.some(
              (later) =>
                later.alert === alert &&
                later.createdAt > createdAt &&
                later.state === 'done' &&
                later.messageId !== NOTHING_SENT &&
                !ended.has(later.episode),
            );
          const untold = fires.flatMap((each): [string, string][] => {
            const end = ended.get(each.episode);
            return end?.messageId === messageId && !isOvertaken(each) ? [[each.episode, end.body]] : [];
          });
          return { lasting: split(false), ended: split(true), untold: new Map(untold) };
        }),
      noteTold: (receiver, messageId, episodes) =>
        ask(() => {
          for (const each of messages.values()) {
            const isOne =
              each.receiver === receiver && each.kind === 'resolve' && each.messageId === messageId;
            if (isOne && episodes.includes(each.episode)) each.messageId = null;
          }
        }),
      knownByKey: (receiver, keys) =>
        ask(() => {
          const known = keys.flatMap((key) => messages.get(keyOf({ receiver, key })) ?? []);
          return new Map(
            known.map(({ key, state, messageId, takenAt }) => {
              const isTaken = state === 'done' && takenAt !== null;
              return [key, { state, messageId, takenMsAgo: isTaken ? clockwork.now() - takenAt : null }];
            }),
          );
        }),
      keep: () => ask(() => {}), // a world lasts for less than a day
      awaited: (receiver) =>
        ask(() => {
          const ids = [...messages.values()].flatMap((each) => {
            const isOne = each.receiver === receiver && each.kind === 'resolve' && each.state === 'done';
            return isOne && each.messageId?.startsWith(TOLD_TOGETHER) ? each.messageId : [];
          });
          return [...new Set(ids)].sort();
        }),
      tellAlone: (receiver, messageId, episodes) =>
        ask(() => {
          for (const each of messages.values()) {
            const isOne = each.receiver === receiver && each.messageId === messageId;
            if (!isOne || !episodes.includes(each.episode)) continue;
            Object.assign(each, { messageId: null, dueAt: clockwork.now() });
            if (each.kind !== 'resolve') continue;
            each.state = 'waiting';
            unsettled.add(each);
          }
        }),
      missedEnds: (receiver, since) =>
        ask(() => {
          const mine = [...messages.values()].filter((each) => each.receiver === receiver);
          const told = new Set(mine.flatMap(({ kind, episode }) => (kind === 'resolve' ? episode : [])));
          const begun = mine
            .filter(({ kind, state, episode }) => kind === 'fire' && state !== 'dead' && !told.has(episode))
            .sort((a, b) => (isBefore(a, b) ? -1 : 1));
          const endedAt = new Map(
            [...episodes.values()].map(({ fingerprint, state: { firingAt, resolvedAt } }) => [
              episodeOf({ fingerprint, firingAt }),
              resolvedAt,
            ]),
          );
          const lasting = begun.filter(
            ({ state, messageId, createdAt, episode }) =>
              (state === 'done' || createdAt <= since) &&
              messageId !== NOTHING_SENT &&
              (endedAt.get(episode) ?? null) === null,
          );
          return begun.flatMap((each) => {
            const resolvedAt = endedAt.get(each.episode) ?? null;
            const isOvertaken = lasting.some((other) => other.alert === each.alert && isBefore(each, other));
            return resolvedAt === null || isOvertaken ? [] : [{ body: each.body, resolvedAt }];
          });
        }),
      renew: (claimed, leaseMs) =>
        ask(() => {
          for (const each of claimed) {
            const known = messages.get(keyOf(each));
            if (known?.state === 'waiting') known.dueAt = clockwork.now() + leaseMs;
          }
        }),
      due: (receivers) =>
        ask(() => {
          const due = new Set<string>();
          for (const each of waitingNow()) if (each.dueAt <= clockwork.now()) due.add(each.receiver);
          return new Set(receivers.filter((receiver) => due.has(receiver)));
        }),
      claim: (receiver, most, leaseMs) =>
        ask(() => {
          const waiting = waitingNow().filter((each) => each.receiver === receiver);
          const due = waiting
            .filter((each) => each.dueAt <= clockwork.now())
            .filter((each) => !waiting.some((other) => other.alert === each.alert && isBefore(other, each)))
            .sort((a, b) => (isBefore(a, b) ? -1 : 1))
            .slice(0, most);
          return due.map((each): ClaimedMessage => {
            each.dueAt = clockwork.now() + leaseMs;
            const { dueAt: _, state: __, takenAt: ___, ...message } = each;
            const same = [...messages.values()].filter(({ episode }) => episode === each.episode);
            const ids = same.flatMap((one) => (one.receiver === each.receiver && one.messageId) || []);
            return { ...message, messageId: ids.sort().at(-1) ?? null };
          });
        }),
      settle: (message, settled) =>
        ask(() => {
          const known = messages.get(keyOf(message));
          const isUntaken = settled.kind === 'done' && settled.untaken;
          if (settled.kind === 'done' && message.kind === 'resolve') settleRest(message);
          if (settled.kind === 'done' && settled.messageId !== undefined) {
            if (!isUntaken) name(message, settled.messageId);
            else if (known) known.messageId ??= settled.messageId;
          }
          if (!known || known.state === 'done') return;
          if (settled.kind === 'release') known.dueAt = clockwork.now();
          else if (!isUntaken) known.attempts++;
          if (settled.kind === 'retry') known.dueAt = clockwork.now() + settled.afterMs;
          const isReplaced = settled.kind === 'done' && known.createdAt !== message.createdAt;
          if (isReplaced) known.dueAt = clockwork.now();
          else if (settled.kind === 'done' || settled.kind === 'dead') known.state = settled.kind;
          if (settled.kind === 'done' && !isUntaken) known.takenAt = clockwork.now();
        }),
      count: (receiver) =>
        ask(() => {
          const counts = { waiting: 0, dead: 0, done: 0 };
          for (const each of messages.values()) if (each.receiver === receiver) counts[each.state]++;
          return { waiting: counts.waiting, dead: counts.dead };
        }),
      takenAgo: (receiver) =>
        ask(() => {
          const mine = [...messages.values()].filter((each) => each.receiver === receiver);
          const taken = mine.flatMap(({ takenAt, state }) =>
            state === 'done' && takenAt !== null && takenAt > clockwork.now() - DAY_MS ? [takenAt] : [],
          );
          return taken.length === 0 ? null : clockwork.now() - Math.max(...taken);
        }),
    };
  }

  function markLost(): void {
    for (const key of open) {
      const row = rows.get(key)!;
      if (row.claimedAt > clockwork.now() - LOST_AFTER_MS) continue;
      rows.set(key, { ...row, result: 'lost' });
      open.delete(key);
    }
  }

  /** One request over the network. The request arrives, even if its sender dies before it hears the answer. */
  function ask<T>(statement: (by: Process) => T): Promise<T> {
    const by = clockwork.current();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const answer = (ms: number, tell: () => void) => clockwork.afterFor(by, ms, tell);
    const wayMs = database.trouble === 'slow' ? chance.between(100, 9_000) : chance.between(1, 15);
    clockwork.after(wayMs, () => {
      const { trouble } = database;
      if (trouble === 'away') return answer(1, () => reject(refusal('57P03')));
      if (trouble === 'read_only') return answer(1, () => reject(refusal('25006')));
      if (trouble === 'black_hole') {
        return answer(TIMEOUT_MS, () => reject(new Error('Query read timeout')));
      }
      try {
        const value = statement(by);
        if (trouble === 'answers_lost') {
          return answer(100, () => reject(new Error('Connection terminated unexpectedly')));
        }
        answer(chance.between(1, 15), () => resolve(value));
      } catch (error) {
        answer(1, () => reject(error as Error));
      }
    });
    return promise;
  }
}

/** Whether both are the same result, written twice: the clock at its beginning tells. */
function sameResult(a: PollResult, b: PollResult): boolean {
  return a.startedAt === b.startedAt && a.outcome === b.outcome && a.observedAt === b.observedAt;
}

function refusal(code: string): Error {
  return Object.assign(new Error(code), { code });
}

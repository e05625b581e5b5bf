// The outbox on this machine. It keeps each message until it is known what became of it, here or in Postgres. While Postgres is
// away, messages are sent from here.
import { DAY_MS } from '../../domain/duration.ts';
import type {
  ClaimedMessage,
  ConcludedMessage,
  Conclusion,
  MessageQueue,
  OutboxMessage,
  Settled,
} from '../../monitor/alerts/outbox.ts';
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';
import type { Clock } from '../../monitor/clock.ts';
import { createLaterWrites } from './later-writes.ts';
import { membersIn, takeIds } from './local-members.ts';
import {
  isConcluded,
  isWaiting,
  type KeptMessage,
  keptAnew,
  messagesOn,
  nameOf,
  saysTheSame,
  stranger,
  textsOf,
  triedSoOften,
  updatesLast,
} from './local-message.ts';
import { beyond, MAX_WAITING, overtaken, restOf, tooMany } from './local-room.ts';
import { createMessageIds, type MessageIds } from './message-ids.ts';
import { createOpenedAlerts, type OpenedAlerts } from './opened.ts';
import { createToldMessages } from './told-messages.ts';
import { createUnsureMessages, type UnsureMessages } from './unsure.ts';

export interface LocalOutbox extends MessageQueue, MessageIds, OpenedAlerts, UnsureMessages {
  /** Takes in messages; durable when it returns. Ignores messages that are known to be sent. Throws when the shelf does. */
  put(messages: readonly OutboxMessage[]): void;
  /** Whether no message of the receiver is here, waiting or concluded. */
  isEmpty(receiver: string): boolean;
  /** Messages that Postgres doesn't have yet, oldest first. */
  unshared(receiver: string): readonly OutboxMessage[];
  /** Messages that Postgres has, and that are not known to be sent. */
  shared(receiver: string): readonly OutboxMessage[];
  /** Messages that were sent or given up from here, which Postgres doesn't know. */
  concluded(receiver: string): readonly ConcludedMessage[];
  /** Takes in that Postgres has these. They rest here for `restMs`, because another replica may be sending them. */
  noteShared(messages: readonly OutboxMessage[], restMs: number): void;
  /** Takes in that Postgres no longer knows these: it was restored, or a standby took over. */
  noteLost(messages: readonly OutboxMessage[]): void;
  /** Takes in that a message from Postgres was tried and may have arrived: this machine must know that if Postgres goes away. */
  noteTried(message: ClaimedMessage): void;
  /**
   * Settles many messages at once, as `settle` does one. Doesn't throw: what the shelf can't keep is known until this process
   * ends.
   */
  settleAll(messages: readonly ClaimedMessage[], settled: Settled): void;
  /**
   * Forgets messages that are still as given, because Postgres knows what became of them. Remembers those that were `sent`: if
   * one is put again, also by a successor, it waits for Postgres.
   */
  drop(messages: readonly (OutboxMessage | ConcludedMessage)[], were?: 'sent'): void;
}

const KEPT_MS = 30 * DAY_MS;
const MAX_CONCLUDED = 10_000; // while Postgres is away
const LOOK_AFTER = 1_000; // after so many more messages, it looks again whether there are too many

/** An outbox for this process alone. Other parts of the process use the same shelf. */
export function createLocalOutbox(durable: KeyValueStore, clock: Clock): LocalOutbox {
  const shelf = createLaterWrites(durable);
  const onShelf = shelf.loadStates();
  const ids = createMessageIds(shelf, onShelf);
  const told = createToldMessages(shelf, onShelf, () => clock.now());
  const messages = new Map<string, KeptMessage>();
  let roomFor = MAX_WAITING;
  load();

  return {
    ...ids,
    ...createOpenedAlerts(shelf, onShelf, clock),
    ...createUnsureMessages(shelf, onShelf, clock),

    put(added) {
      const changed = added.filter(isNew).map(keptAnew);
      for (const kept of changed) messages.set(nameOf(kept), kept);
      if (changed.length > 0) shelf.saveStates(textsOf(changed));
      forget(overtaken(messages.values(), changed).map(nameOf));
      if (messages.size <= roomFor) return;
      forget(tooMany([...messages.values()].filter((kept) => !told.has(kept))).map(nameOf));
      roomFor = Math.max(MAX_WAITING, messages.size + LOOK_AFTER);
    },

    isEmpty: (receiver) => of(receiver).length === 0,
    unshared: (receiver) => of(receiver, (kept) => isWaiting(kept) && !kept.shared),
    shared: (receiver) => of(receiver, (kept) => isWaiting(kept) && kept.shared),
    concluded: (receiver) => of(receiver).filter(isConcluded),

    noteShared(shared, restMs) {
      for (const kept of asGiven(shared)) {
        kept.shared = true;
        kept.notBefore = clock.monotonic() + restMs;
      }
    },

    noteLost(lost) {
      for (const kept of asGiven(lost)) kept.shared = false;
    },

    noteTried: (message) => shelf.saveLater(textsOf(triedSoOften(asGiven([message]), message.attempts + 1))),

    drop(gone, were) {
      if (were === 'sent') told.note(gone);
      forget(asGiven(gone).map(nameOf));
    },

    async claim(receiver, most, leaseMs) {
      const now = clock.monotonic();
      const first = new Map<string, KeptMessage>();
      for (const kept of of(receiver, isToSend)) {
        const rests = kept.kind === 'update' && kept.notBefore > now; // it does not keep a later group of its rule back
        if (!rests && !first.has(kept.alert)) first.set(kept.alert, kept);
      }
      const due = [...first.values()].filter(({ notBefore }) => notBefore <= now).sort(updatesLast);
      return due.slice(0, most).map((kept) => {
        kept.notBefore = now + leaseMs;
        return { ...kept, messageId: ids.messageId(kept) };
      });
    },

    async renew(claimed, leaseMs) {
      for (const kept of asGiven(claimed)) kept.notBefore = clock.monotonic() + leaseMs;
    },

    settle: async (message, settled) => settleAll([message], settled),
    settleAll,
    membersOf: async (receiver, id) => membersIn(of(receiver), id, ids.episodesOf(receiver, id)),
    noteTold: async (receiver, id, episodes) => shelf.saveLater(textsOf(takeIds(of(receiver), id, episodes))),

    async count(receiver) {
      const since = clock.now() - DAY_MS;
      const dead = of(receiver, (kept) => kept.conclusion?.kind === 'dead' && kept.concludedAt > since);
      return { waiting: of(receiver, isToSend).length, dead: dead.length };
    },
  };

  /** In the order in which they came. Each receiver asks every few seconds, and usually there is nothing. */
  function of(receiver: string, is?: (kept: KeptMessage) => boolean): KeptMessage[] {
    const found: KeptMessage[] = [];
    for (const kept of messages.values())
      if (kept.receiver === receiver && (is?.(kept) ?? true)) found.push(kept);
    return found;
  }

  /** Whether this machine may send it. */
  function isToSend(kept: KeptMessage): boolean {
    return isWaiting(kept) && !told.has(kept);
  }

  function isNew(message: OutboxMessage): boolean {
    const known = messages.get(nameOf(message));
    if (message.kind === 'update') return known?.body !== message.body;
    return !known || known.conclusion?.kind === 'dead';
  }

  /** Those that are still as they were given: not replaced, settled or taken up again since. */
  function asGiven(
    given: readonly (OutboxMessage & { readonly conclusion?: Conclusion | null })[],
  ): KeptMessage[] {
    return given.flatMap((each) => {
      const kept = messages.get(nameOf(each));
      const same = kept && saysTheSame(kept, each) && kept.conclusion === (each.conclusion ?? null);
      return same ? [kept] : [];
    });
  }

  function settleAll(given: readonly ClaimedMessage[], settled: Settled): void {
    const waiting = given.flatMap((message) => {
      const kept = messages.get(nameOf(message)) ?? stranger(message, settled);
      return kept?.conclusion === null ? [{ kept, isReplaced: !saysTheSame(kept, message) }] : [];
    });
    for (const { kept } of waiting) kept.notBefore = Number.NEGATIVE_INFINITY; // unless it is to be tried again
    const same = waiting.flatMap(({ kept, isReplaced }) => (isReplaced ? [] : kept));
    if (settled.kind === 'retry') retry(same, settled.afterMs);
    else if (settled.kind !== 'release') conclude(same, settled);
  }

  function retry(tried: readonly KeptMessage[], afterMs: number): void {
    for (const kept of tried) {
      kept.attempts++;
      kept.notBefore = clock.monotonic() + afterMs;
    }
    shelf.saveLater(textsOf(tried));
  }

  function conclude(ended: readonly KeptMessage[], conclusion: Conclusion): void {
    const { update = [], other = [] } = Object.groupBy(ended, ({ kind }) =>
      kind === 'update' ? kind : 'other',
    );
    forget(update.map(nameOf)); // an update that is sent twice does no harm
    for (const kept of other) messages.set(nameOf(kept), kept);
    const rest = conclusion.kind === 'done' ? restOf(messages.values(), other).filter(isToSend) : [];
    const concluded = [...other, ...rest];
    for (const kept of concluded) Object.assign(kept, { conclusion, concludedAt: clock.now() });
    const all = [...messages].flatMap(([name, kept]) => (kept.conclusion === null ? [] : name));
    if (all.length > MAX_CONCLUDED) forget(beyond(all, MAX_CONCLUDED));
    shelf.saveLater(textsOf(concluded));
  }

  /** If the shelf fails, a successor finds the messages and brings them to Postgres again, which knows them. */
  function forget(names: readonly string[]): void {
    for (const name of names) messages.delete(name);
    shelf.saveLater(new Map(names.map((name) => [name, null])));
  }

  function load(): void {
    for (const kept of messagesOn(onShelf)) messages.set(nameOf(kept), kept);
    const old = [...messages].filter(([, { createdAt }]) => clock.now() - createdAt > KEPT_MS);
    forget(old.map(([name]) => name));
  }
}

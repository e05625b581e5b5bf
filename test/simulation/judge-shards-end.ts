// Judges, after a calm hour, the slots, alerts and episodes of accounts that moved from shard to shard.
import { shardOf } from '../../src/app/shard-of.ts';
import { succeeded } from '../../src/domain/observation.ts';
import type { Process } from './clockwork.ts';
import { type Fleet, LOW, MAX_WRONG_MS, type ShardFault } from './fleet.ts';
import { judgeAlerts } from './judge-alerts.ts';
import { identityOf, type Message } from './receivers.ts';
import { DEADLINE_MS } from './settings.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const SLOT_MS = 5 * MINUTE_MS;
/** Within this time after an outage a process hands over what it decided in it. */
const HAND_OVER_MS = MINUTE_MS;
/** How long after a change an alert isn't judged: two slots and the time that it takes to fire. */
export const SETTLED_MS = 12 * MINUTE_MS;

/** The time of a process at work for its shard: it is up, and nobody has told it to stop. */
export interface Spell {
  readonly name: string;
  readonly process: Process;
  readonly shard: number;
  readonly total: number;
  readonly from: number;
  until: number;
  /** Accounts whose alert fired when the process came up: it has to go on with these alerts. */
  readonly fired: readonly string[];
  isJudged: boolean;
}

export function owns({ shard, total }: Pick<Spell, 'shard' | 'total'>, account: string): boolean {
  return shardOf(account, total) === shard;
}

export function judgeShardsEnd(fleet: Fleet, spells: readonly Spell[]): void {
  const { world, troubles, faults, gone } = fleet;
  const { clockwork, receivers, database, services, violation } = world;
  const begun = world.settings[0]!.at;
  judgeSlots();
  // What a machine reported of itself is told to be over only a day later, if the machine is gone or has another disk.
  const messages = receivers.messages.filter(({ labels }) => !isOfLostDisk(labels['replica']));
  // Processes can't know whether these were told: only what is wrong in both cases is held against them.
  const known = wrongIn(messages.filter((message) => !isKnownToNobody(message)));
  for (const what of wrongIn(messages)) if (known.has(what)) violation(what);
  judgeSpellsOfWallets();
  judgeRepeated();
  for (const { disk, name, process } of world.replicas) {
    if (process.alive && disk.waiting() > 0)
      violation(`${name} still has ${disk.waiting()} results on its disk`);
  }

  /** What is wrong with the alerts at the end, if receivers were told these messages. */
  function wrongIn(messages: readonly Message[]): Set<string> {
    const found = new Set<string>();
    const told = { ...receivers, messages };
    judgeAlerts({ ...world, receivers: told, violation: (what) => void found.add(what) }, []);
    return found;
  }

  /** Each slot that a process could poll has a row, and no row is filled twice with a success. */
  function judgeSlots(): void {
    for (const [key, count] of database.fills) if (count > 1) violation(`${key} was stored ${count} times`);
    for (const { account } of services.wallets) {
      for (let slot = begun + SLOT_MS; slot < clockwork.now() - MINUTE_MS; slot += SLOT_MS) {
        const could = spells.find(
          (one) =>
            owns(one, account) && one.from <= slot - 10 * SECOND_MS && one.until >= slot + 40 * SECOND_MS,
        );
        if (!could || !isConfigured(account, slot) || errorAt(slot)) continue;
        const result = database.rows.get(`balances ${account} ${slot}`)?.result;
        if (result === undefined && isStillPolled(account, slot, could.from)) continue;
        if (result === undefined || result === null || result === 'lost') {
          if (!isOnLostDisk(account, slot))
            violation(`${account} at ${timeOf(slot)} is ${result ?? 'open'}: ${could.name} could poll it`);
        } else if (!succeeded(result.outcome) && !troubles.some(({ kind }) => kind === 'services'))
          violation(`${account} at ${timeOf(slot)} is ${result.outcome}`);
      }
    }
  }

  /** Whether the poll with which the process began may still wait for its service: then this slot is left out. */
  function isStillPolled(account: string, slot: number, startedAt: number): boolean {
    const [from, to] = [slot - DEADLINE_MS, slot];
    const isSlow = troubles.some(
      (one) => one.kind === 'services' && one.account === account && one.from <= to && one.until >= from,
    );
    return isSlow && startedAt > slot - MINUTE_MS;
  }

  function isOfLostDisk(replica = ''): boolean {
    const [name] = replica.split(':');
    return world.replicas.some((one) => one.name === name && (gone.has(one) || fleet.emptied.has(one)));
  }

  /**
   * Whether it was told while the database was away, and the database never heard of the message, or not of the episode's
   * beginning that it tells: the teller, or its disk, was taken away before. Who goes on with the episode can't know. An end
   * is handed over some seconds after its message: the disk may be taken away between the two.
   */
  function isKnownToNobody({ webhook, key, by, at, status, identity, startsAt }: Message): boolean {
    const episode = [...database.episodes.values()].find(
      ({ labels, state }) => state.firingAt === startsAt && identityOf(labels) === identity,
    );
    const teller = world.replicas.find(({ name }) => name === by.name)!;
    const lostAt = fleet.emptied.get(teller) ?? at;
    const isLostBetween = troubles.some(
      ({ kind, until }) => kind === 'outages' && until <= lostAt && lostAt < until + HAND_OVER_MS,
    );
    const isEventKnown =
      status === 'firing' ? episode !== undefined : episode?.state.resolvedAt !== null || !isLostBetween;
    if (database.messages.has(`${webhook} ${key}`) && isEventKnown) return false;
    const isAway = troubles.some(
      ({ kind, from, until }) => kind === 'outages' && from <= at && until >= at - MINUTE_MS,
    );
    return isAway && (gone.has(teller) || lostAt > at);
  }

  /** Whether the result waits on a disk that was taken away, or whose machine was. */
  function isOnLostDisk(account: string, slot: number): boolean {
    const disks = [...fleet.lostDisks, ...[...gone].map(({ disk }) => disk)];
    return disks.some((disk) =>
      disk
        .open()
        .oldest(Number.POSITIVE_INFINITY)
        .some(({ result }) => result.account === account && result.slot === slot),
    );
  }

  function isConfigured(account: string, slot: number): boolean {
    const first = Math.max(
      0,
      world.settings.findLastIndex(({ at }) => at <= slot - MINUTE_MS),
    );
    return world.settings
      .slice(first)
      .filter(({ at }) => at <= slot + MINUTE_MS)
      .every(({ settings }) => settings.accounts.includes(account));
  }

  function errorAt(slot: number): boolean {
    return troubles.some(
      ({ kind, from, until }) => kind === 'clocks' && from <= slot + SLOT_MS && until >= slot - SLOT_MS,
    );
  }

  /** What SQL says of the past: one episode for each time that the wallet was low, closed when it came back. */
  function judgeSpellsOfWallets(): void {
    const all = [...database.episodes.values()].filter(({ labels }) => labels['alertname'] === 'FloatLow');
    for (const { account, available } of services.wallets) {
      const mine = all
        .filter((one) => one.account === account)
        .sort((a, b) => a.state.firingAt! - b.state.firingAt!);
      const open = mine.filter(({ state }) => state.resolvedAt === null);
      const isLow = available === LOW;
      if (isLow !== open.length > 0) violation(`${open.length} episodes of ${account} are open`);
      for (const [i, { state }] of mine.entries()) {
        const next = mine[i + 1]?.state.firingAt;
        if (typeof next !== 'number' || (state.resolvedAt ?? Number.POSITIVE_INFINITY) <= next) continue;
        // A process that starts while the database is away can't know when the episode began, and a clock that is behind
        // dates it earlier; so does its first poll, which is of the slot before. What began during an outage may come from a
        // disk that was away for long: it ends with what fires then.
        const wrongMs = faults.includes('clocks') ? MAX_WRONG_MS : 0;
        if (isTroubledAt(['outages', 'clocks'], next, next + SLOT_MS + wrongMs)) continue;
        const endTogether = state.resolvedAt === mine[i + 1]!.state.resolvedAt;
        if (endTogether && isTroubledAt(['outages'], state.firingAt!, state.firingAt!)) continue;
        // Replicas that take an account in at the same time don't know of each other's beginning, and have read other polls:
        // one whose first poll is of the slot before, and lasts into the next, leaves that one out.
        const near = ({ until }: { readonly until: number }) =>
          Math.abs(until - next) < SLOT_MS + DEADLINE_MS;
        const isTakenIn = troubles.some(
          (one) => one.kind === 'reloads' && one.account === account && near(one),
        );
        if (isTakenIn && next - state.firingAt! <= SLOT_MS) continue;
        violation(`episodes of ${account} overlap: ${timeOf(state.firingAt!)} and ${timeOf(next)}`);
      }
    }
  }

  function isTroubledAt(kinds: readonly ShardFault[], from: number, until: number): boolean {
    return troubles.some(
      (one) => kinds.includes(one.kind) && one.from <= until && one.until >= from - SETTLED_MS,
    );
  }

  /** If nothing but the number has changed, each beginning and each end is told once. */
  function judgeRepeated(): void {
    const times = new Map<string, Message[]>();
    for (const message of receivers.messages) {
      if (!message.answered || message.labels['alertname'] !== 'FloatLow') continue;
      const name = `${message.webhook} ${message.labels['account']} ${message.status} ${timeOf(message.startsAt)}`;
      times.set(name, [...(times.get(name) ?? []), message]);
    }
    if (faults.length > 0) return;
    for (const [name, { length }] of times) if (length > 1) violation(`told ${length} times: ${name}`);
  }
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

// Judges what must be true while accounts move from shard to shard, as seen from outside: by what Alertmanager and
// webhooks were told, and by what the database holds.
import type { Process } from './clockwork.ts';
import { type Fleet, LOW, type ShardFault } from './fleet.ts';
import { judgeShardsEnd, owns, SETTLED_MS, type Spell } from './judge-shards-end.ts';
import { judgeEpisodes } from './judge-stored.ts';
import { settingsNow } from './world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const RESEND_MS = MINUTE_MS;
const SEND_MS = 5 * SECOND_MS;
/**
 * How long an account may be without a process while its alert lasts at Alertmanager: four resends, less the two that
 * bound it.
 */
const UNOWNED_MS = 100 * SECOND_MS;

export function createShardsJudge(fleet: Fleet) {
  const { world, troubles, turns } = fleet;
  const { clockwork, receivers, services, violation } = world;
  const begun = clockwork.now();
  const spells: Spell[] = [];
  const current = new Map<Process, Spell>();
  let firing: ReadonlySet<string> = new Set();

  return {
    look(): void {
      const now = clockwork.now();
      followProcesses(now);
      const active = firingNow();
      for (const account of firing) if (!active.has(account)) judgeGone(account, now);
      firing = active;
      for (const spell of spells) {
        if (spell.isJudged || now < spell.from + RESEND_MS + SEND_MS) continue;
        spell.isJudged = true;
        if (spell.until >= now - SEND_MS) judgeTakenOver(spell, now);
      }
      judgeEpisodes(world);
    },
    judgeEnd(): void {
      judgeShardsEnd(fleet, spells);
    },
  };

  function followProcesses(now: number): void {
    for (const { name, process, app, stoppingSince, shards } of world.replicas) {
      if (!app || !process.alive || stoppingSince !== undefined) continue;
      const known = current.get(process);
      if (known) {
        known.until = now;
        continue;
      }
      const spell = { name, process, ...shards!, from: now, until: now, isJudged: false };
      const of = { ...spell, fired: [...firing].filter((account) => owns(spell as Spell, account)) };
      current.set(process, of);
      spells.push(of);
    }
  }

  function firingNow(): Set<string> {
    const all = [...receivers.active().values()].filter(({ labels }) => labels['alertname'] === 'FloatLow');
    return new Set(all.map(({ labels }) => labels['account']!));
  }

  /** Since when the account's alert is true without a break; `undefined`: it isn't. */
  function lowSince(account: string): number | undefined {
    if (!settingsNow(world).accounts.includes(account)) return undefined;
    const wallet = services.wallets.find((one) => one.account === account)!;
    if (wallet.available !== LOW) return undefined;
    const turned = turns.findLast((one) => one.account === account)?.at ?? begun;
    const added = world.settings.findLastIndex(({ settings }) => !settings.accounts.includes(account));
    return Math.max(turned, world.settings[added + 1]?.at ?? begun);
  }

  function isTroubled(kinds: readonly ShardFault[], from: number, account?: string): boolean {
    return troubles.some(
      (one) =>
        kinds.includes(one.kind) &&
        one.until >= from &&
        one.from <= clockwork.now() &&
        (one.account === undefined || account === undefined || one.account === account),
    );
  }

  /** The longest time since then in which nobody worked for the account. */
  function unownedMs(account: string, from: number): number {
    const mine = spells
      .filter((one) => owns(one, account) && one.until >= from)
      .sort((a, b) => a.from - b.from);
    let covered = from;
    let longest = 0;
    for (const spell of mine) {
      longest = Math.max(longest, spell.from - covered);
      covered = Math.max(covered, spell.until);
    }
    return Math.max(longest, clockwork.now() - covered);
  }

  /** An alert that was active at Alertmanager isn't any more. */
  function judgeGone(account: string, now: number): void {
    const since = lowSince(account);
    if (since === undefined || since > now - SETTLED_MS) return;
    const last = receivers.told.findLast(
      ({ labels }) => labels['alertname'] === 'FloatLow' && labels['account'] === account,
    )!;
    const isEnded = last.endsAt <= last.at;
    const wrong = isTroubled(['clocks'], since - SETTLED_MS);
    if (isEnded && !wrong && !isUnsaved(account, { before: now, begunAfter: last.startsAt }))
      violation(`${last.by.name} ended the alert of ${account}, which is low all the time`);
    if (isEnded || wrong || isTroubled(['receivers'], now - SETTLED_MS)) return;
    if (unownedMs(account, now - SETTLED_MS) > UNOWNED_MS || isTroubled(['outages'], now - SETTLED_MS))
      return;
    violation(`nobody told of ${account} any more, which is low all the time`);
  }

  /**
   * Whether the episode that Alertmanager heard of last before then may be on one disk alone: it began, and was last told by a
   * process that is gone, in one outage of the database. Who has the account since can't know of it, and may go on with an
   * episode that began earlier.
   */
  function isUnsaved(
    account: string,
    { before, begunAfter = 0 }: { readonly before: number; readonly begunAfter?: number },
  ): boolean {
    const last = receivers.told.findLast(
      ({ at, startsAt, labels }) =>
        at < before &&
        startsAt > begunAfter &&
        labels['alertname'] === 'FloatLow' &&
        labels['account'] === account,
    );
    if (!last || last.by.alive) return false;
    return troubles.some(
      ({ kind, from, until }) => kind === 'outages' && from <= last.startsAt && until >= last.at,
    );
  }

  /** A process that has come up goes on, within one resend, with the alerts that fired. */
  function judgeTakenOver({ name, process, from, fired }: Spell, now: number): void {
    if (isTroubled(['outages', 'receivers', 'clocks'], from - MINUTE_MS)) return;
    for (const account of fired) {
      const since = lowSince(account);
      if (since === undefined || since > from - SETTLED_MS) continue;
      if (isUnsaved(account, { before: from })) continue;
      const told = receivers.told.some(
        ({ by, at, labels }) =>
          at >= from - SEND_MS &&
          by === process &&
          labels['alertname'] === 'FloatLow' &&
          labels['account'] === account,
      );
      if (!told)
        violation(
          `${name} is up for ${Math.round((now - from) / SECOND_MS)} s, and did not tell of ${account}`,
        );
    }
  }
}

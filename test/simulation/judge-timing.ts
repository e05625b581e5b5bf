// Judges promises 4 and 6: who has been told, and when, while nothing stands in the way.
import { isBalances } from '../../src/domain/poll-result.ts';
import type { Told } from './alertmanager.ts';
import { type Fault, wrongByMs } from './faults.ts';
import { isAtLeast } from './judge-told.ts';
import { RETRY_AFTER_MS, type Served, walletKeyOf } from './service.ts';
import { DEADLINE_MS, isAskedFor, staleMs, WALLETS } from './settings.ts';
import { settingsNow, type World } from './world.ts';

const MINUTE_MS = 60_000;
/** The time after a fault until a restarted process is at work. */
const RECOVERY_MS = 60_000;
const LAPSED_MS = 5 * MINUTE_MS; // after it an alert is no longer confirmed of which nobody tells
const UNTOLD_MS = 60_000; // how much later than due a lack of knowledge may be told
/** From the end of an account's alert, whose result lacks a wallet, to the beginning of that wallet's own: a tick. */
const TURN_MS = 2_000;
const RESENT_MS = 2 * MINUTE_MS; // longer than from one telling of an alert to the next
const AS_OF_NOW_MS = 1_000; // from the body that says so to its arrival

/** Faults that may keep an alert from an Alertmanager. Of a reload only its moment does, and that at which it is taken back. */
const IN_THE_WAY = /^(?:service|wallet|alertmanager|replica|clock|reload_(?!same|refused))/;
/** The same for an alert that says that nothing is known: such an alert is about the faults of services. */
const IN_THE_WAY_OF_SILENCE = /^(?:alertmanager|replica|clock|reload_(?!same|refused))/;

export interface TimingOptions {
  readonly faults: readonly Fault[];
  /** How much later an alert may be told while replicas die all the time; `undefined`: their deaths may hinder it. */
  readonly boundOverKillsMs: number | undefined;
  /** Whether the settings don't have this Alertmanager now. @default they always have it */
  readonly isOut?: () => boolean;
}

export function createTimingJudge(world: World, { faults, boundOverKillsMs, isOut }: TimingOptions) {
  const { clockwork, services, receivers, violation } = world;
  const begun = clockwork.now();
  const reported = new Set<string>();
  /** Alerts that are active at Alertmanager at this look. */
  let active: readonly Told[] = [];
  const begunAlerts = new Set<string>();
  /** When alerts that a clock which was ahead had dated were last told as ones that begin just now. */
  const datedAhead = new Map<string, number>();
  let read = 0;

  return {
    look(): void {
      if (isOut?.()) return;
      const now = clockwork.now();
      const settings = settingsNow(world);
      active = [...receivers.active().values()];
      const lowFrom = clearFrom(IN_THE_WAY);
      const silentFrom = clearFrom(IN_THE_WAY_OF_SILENCE);
      judgeNames(lowFrom);
      for (; read < receivers.told.length; read++) judgeBeginning(receivers.told[read]!, lowFrom);
      for (const account of settings.accounts) {
        const served = services.served.get(account) ?? [];
        for (const walletType of WALLETS) {
          const key = walletKeyOf({ currency: 'UGX', walletType });
          const name = `${account}/${key}`;
          if (lowFrom !== undefined && settings.rule)
            judgeLow({ name, account, walletType }, lowSince(served, key, lowFrom));
          if (silentFrom === undefined) continue;
          const seen = served.findLast(({ amounts }) => amounts.has(key))?.at ?? begun;
          const blindMs = now - Math.max(seen, silentFrom);
          if (blindMs > staleMs(settings) + UNTOLD_MS && !isTold(account, walletType)) {
            once(
              `promise 6: nothing is known of ${name} for ${Math.round(blindMs / 1_000)} s, and nobody was told`,
            );
          }
        }
      }
    },
  };

  /** Since when nothing stands in the way; `undefined`: something does. */
  function clearFrom(kinds: RegExp): number | undefined {
    const now = clockwork.now() - begun;
    let from = RECOVERY_MS;
    for (const fault of faults) {
      const { kind, at, lasts } = fault;
      if (!kinds.test(kind) || at > now) continue;
      if (boundOverKillsMs !== undefined && kind.startsWith('replica')) continue;
      // A process that was told to wait still waits when the service is well again.
      const waitsMs = kind === 'service_retry_after' ? RETRY_AFTER_MS : 0;
      // A process that starts again afterwards may find Postgres away.
      const over = kind.startsWith('reload') && now < at + lasts ? at : at + lasts;
      from = Math.max(from, over + waitsMs + storedLateMs(fault) + RECOVERY_MS);
    }
    return from <= now ? begun + from : undefined;
  }

  /**
   * A result by a clock that was ahead, polled while Postgres was away, is the newest that is known until that time has
   * come.
   */
  function storedLateMs(fault: Fault): number {
    const isSpooled = faults.some(
      ({ kind, at, lasts }) =>
        kind.startsWith('database') && at <= fault.at + fault.lasts && fault.at <= at + lasts,
    );
    return fault.kind === 'clock_ahead' && isSpooled ? wrongByMs(fault) : 0;
  }

  /** The first of the low answers since an instant, if all since then are low. */
  function lowSince(served: readonly Served[], key: string, from: number): number | undefined {
    const { threshold } = settingsNow(world);
    let since: number | undefined;
    for (let i = served.length - 1; i >= 0 && served[i]!.at >= from; i--) {
      const amount = served[i]!.amounts.get(key);
      if (amount === undefined || isAtLeast(amount, threshold)) break;
      since = served[i]!.at;
    }
    return since;
  }

  function judgeLow(
    { name, account, walletType }: { name: string; account: string; walletType: string },
    since: number | undefined,
  ): void {
    const settings = settingsNow(world);
    const { everyMinutes, forMinutes } = settings;
    const boundMs =
      forMinutes * MINUTE_MS + everyMinutes * MINUTE_MS + DEADLINE_MS + 2_000 + (boundOverKillsMs ?? 0);
    const now = clockwork.now();
    if (since === undefined || now - since <= boundMs) return;
    const fires = active.some(
      ({ labels }) =>
        labels['alertname'] === 'FloatLow' &&
        isAskedFor(settings, labels) &&
        labels['account'] === account &&
        labels['wallet_type'] === walletType,
    );
    if (!fires)
      once(`promise 4: ${name} is low for ${Math.round((now - since) / 1_000)} s, and nobody was told`);
  }

  /** An alert fires only under the name that the rule gives it now. */
  function judgeNames(from: number | undefined): void {
    if (from === undefined || clockwork.now() - from < LAPSED_MS) return;
    for (const { labels, identity } of receivers.confirmed().values()) {
      if (labels['alertname'] === 'FloatLow' && !isAskedFor(settingsNow(world), labels))
        once(`promise 5: nobody asks for ${identity}, and it still fires`);
    }
  }

  /**
   * An alert begins when its wallet has been low for as long as the rule says, and not before: in none of the slots that the
   * teller polled in that time was it high. What others polled may reach the teller later.
   */
  function judgeBeginning(
    { by, labels, identity, startsAt, endsAt, at }: Told,
    from: number | undefined,
  ): void {
    const { forMinutes, threshold } = settingsNow(world);
    const since = startsAt - forMinutes * MINUTE_MS;
    if (labels['alertname'] !== 'FloatLow' || endsAt <= at || from === undefined || since < from) return;
    if (at - startsAt < AS_OF_NOW_MS && isDatedAhead(at)) return void datedAhead.set(identity, at);
    if (startsAt - (datedAhead.get(identity) ?? 0) < RESENT_MS) return; // its time has come
    const episode = `${by.name} ${identity} ${startsAt}`;
    if (begunAlerts.has(episode)) return;
    begunAlerts.add(episode);
    const key = walletKeyOf({ currency: labels['currency']!, walletType: labels['wallet_type']! });
    for (const { result, claimedBy } of world.database.rows.values()) {
      if (result === null || result === 'lost' || !isBalances(result) || claimedBy !== by.name) continue;
      const { account, slot, wallets } = result;
      if (account !== labels['account'] || slot < since || slot >= startsAt) continue;
      const amount = wallets.find((wallet) => walletKeyOf(wallet) === key)?.available;
      if (amount && isAtLeast(amount, threshold))
        once(`promise 4: ${identity} begins at ${new Date(startsAt).toISOString()}, too early`);
    }
  }

  /** An alert that began by a clock that was ahead is told as one that begins just now, until that time has come. */
  function isDatedAhead(at: number): boolean {
    return faults.some((fault) => {
      const sinceMs = at - begun - fault.at;
      return fault.kind === 'clock_ahead' && sinceMs >= 0 && sinceMs <= fault.lasts + wrongByMs(fault);
    });
  }

  function isTold(account: string, walletType: string): boolean {
    const told = [...active, ...receivers.endedSince(clockwork.now() - TURN_MS)];
    return told.some(
      ({ labels }) =>
        labels['alertname'] !== 'FloatLow' &&
        labels['account'] === account &&
        (labels['wallet_type'] === undefined || labels['wallet_type'] === walletType),
    );
  }

  function once(what: string): void {
    const kind = what.replace(/ for \d+ s/, '');
    if (!reported.has(kind)) violation(what);
    reported.add(kind);
  }
}

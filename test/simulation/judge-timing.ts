// Judges promises 4 and 6: who has been told, and when, while nothing stands in the way.
import type { Told } from './alertmanager.ts';
import { type Fault, wrongByMs } from './faults.ts';
import { isAtLeast } from './judge-told.ts';
import { RETRY_AFTER_MS, type Served, walletKeyOf } from './service.ts';
import { DEADLINE_MS, FOR_MS, staleMs, WALLETS } from './settings.ts';
import { settingsNow, type World } from './world.ts';

const MINUTE_MS = 60_000;
/** The time after a fault until a restarted process is at work. */
const RECOVERY_MS = 60_000;
const UNTOLD_MS = 60_000; // how much later than due a lack of knowledge may be told
/** From the end of an account's alert, whose result lacks a wallet, to the beginning of that wallet's own: a tick. */
const TURN_MS = 2_000;

/** Faults that may keep an alert from an Alertmanager, or may have changed what is asked for. */
const IN_THE_WAY = /^(?:service|wallet|alertmanager|replica|clock|reload_(?!same|refused))/;
/** The same for an alert that says that nothing is known: such an alert is about the faults of services. */
const IN_THE_WAY_OF_SILENCE = /^(?:alertmanager|replica|clock|reload_(?!same|refused))/;

export interface TimingOptions {
  readonly faults: readonly Fault[];
  /** How much later an alert may be told while replicas die all the time; `undefined`: their deaths may hinder it. */
  readonly boundOverKillsMs: number | undefined;
}

export function createTimingJudge(world: World, { faults, boundOverKillsMs }: TimingOptions) {
  const { clockwork, services, receivers, violation } = world;
  const begun = clockwork.now();
  const reported = new Set<string>();
  /** Alerts that are active at Alertmanager at this look. */
  let active: readonly Told[] = [];

  return {
    look(): void {
      const now = clockwork.now();
      active = [...receivers.active().values()];
      const lowFrom = clearFrom(IN_THE_WAY);
      const silentFrom = clearFrom(IN_THE_WAY_OF_SILENCE);
      for (const account of world.settings[0]!.settings.accounts) {
        const served = services.served.get(account) ?? [];
        for (const walletType of WALLETS) {
          const key = walletKeyOf({ currency: 'UGX', walletType });
          const name = `${account}/${key}`;
          if (lowFrom !== undefined) judgeLow({ name, account, walletType }, lowSince(served, key, lowFrom));
          if (silentFrom === undefined) continue;
          const seen = served.findLast(({ amounts }) => amounts.has(key))?.at ?? begun;
          const blindMs = now - Math.max(seen, silentFrom);
          if (blindMs > staleMs(settingsNow(world)) + UNTOLD_MS && !isTold(account, walletType)) {
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
      from = Math.max(from, at + lasts + waitsMs + storedLateMs(fault) + RECOVERY_MS);
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
    const { everyMinutes } = settingsNow(world);
    const boundMs = FOR_MS + everyMinutes * MINUTE_MS + DEADLINE_MS + 2_000 + (boundOverKillsMs ?? 0);
    const now = clockwork.now();
    if (since === undefined || now - since <= boundMs) return;
    const fires = active.some(
      ({ labels }) =>
        labels['alertname'] === 'FloatLow' &&
        labels['account'] === account &&
        labels['wallet_type'] === walletType,
    );
    if (!fires)
      once(`promise 4: ${name} is low for ${Math.round((now - since) / 1_000)} s, and nobody was told`);
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

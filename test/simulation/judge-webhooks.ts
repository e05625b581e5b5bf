// Judges promise 5: a receiver that can be reached is told of every alert that fires, also of one that a reload has added.
import type { Told } from './alertmanager.ts';
import type { Fault } from './faults.ts';
import { wakesAt } from './judge-quiet.ts';
import { isAtLeast } from './judge-told.ts';
import type { Message } from './receivers.ts';
import type { Served } from './service.ts';
import { clearAbove, webhooksOf } from './settings.ts';
import { settingsNow, type World } from './world.ts';

const MINUTE_MS = 60_000;
/** How long an alert may fire until a webhook knows: a group that grows is told of every five minutes. */
const UNTOLD_MS = 8 * MINUTE_MS;
/** The rule's `for`, less the time that a poll may be late in its slot. */
const LOW_FOR_MS = 4 * MINUTE_MS;
/** Faults that may keep a message from a webhook, or an end from the Alertmanager. */
const IN_THE_WAY = /^(?:webhook|alertmanager|replica|clock|disk|database|reload_(?!same|refused))/;

/**
 * Takes in what a webhook is told, by its name and the alert. An episode is known by its `startsAt`: news of an earlier
 * episode changes nothing about a later one, as one of two replicas may have dated the same beginning back.
 */
export function take(last: Map<string, Message>, message: Message): void {
  const name = `${message.webhook} ${message.identity}`;
  const before = last.get(name);
  if (before?.status !== 'firing' || message.startsAt >= before.startsAt) last.set(name, message);
}

export function createWebhookJudge(world: World, faults: readonly Fault[]) {
  const { clockwork, receivers, services, violation } = world;
  const begun = clockwork.now();
  const last = new Map<string, Message>();
  /** The last message about each episode. */
  const ofEpisode = new Map<string, Message>();
  /** Since when each alert has been active at Alertmanager and unknown to each webhook, without a break. */
  let untold = new Map<string, number>();
  let read = 0;

  return {
    look(): void {
      const now = clockwork.now();
      for (; read < receivers.messages.length; read++) {
        const message = receivers.messages[read]!;
        if (message.repeated) continue;
        take(last, message);
        ofEpisode.set(episodeName(message.webhook, message), message);
      }
      const clearSince = begun + Math.max(0, ...faults.map((fault) => endOf(fault, now - begun)));
      const missing = webhooksOf(settingsNow(world)).flatMap((webhook) =>
        [...receivers.confirmed()]
          .map(([identity, active]) => ({ name: `${webhook} ${identity}`, active }))
          .filter(({ name, active }) => {
            // A clock that was set since may have told last of another episode.
            const told = [last.get(name), ofEpisode.get(episodeName(webhook, active))];
            return !told.some((message) => isKnown(message, active));
          })
          .map(({ name, active: { labels } }) => ({
            name,
            wakes: wakesAt(world, { webhook, labels }, clearSince),
          })),
      );
      untold = new Map(missing.map(({ name, wakes }) => [name, Math.max(wakes, untold.get(name) ?? now)]));
      for (const [name, since] of untold) {
        if (now - since < UNTOLD_MS) continue;
        violation(
          `promise 5: for ${UNTOLD_MS / MINUTE_MS} minutes somebody is not told that an alert fires: ${name}`,
        );
      }
    },
  };

  /**
   * Whether the webhook knows that the alert fires, or that just this episode is over by what anybody saw. A replica that
   * hasn't seen that, as one that was told to wait, goes on to say that it fires.
   */
  function isKnown(message: Message | undefined, active: Told): boolean {
    if (message?.status !== 'resolved') return message !== undefined;
    if (message.startsAt < active.startsAt) return false;
    const { alertname } = message.labels;
    if (alertname === 'FloatLow') return wasClear(message);
    if (alertname === 'OptionInactive') return wasActive(message);
    return alertname === 'BalanceUnknown' && wasSeen(message);
  }

  /**
   * Whether anybody saw the value clear since it was last low for as long as the rule asks for. Values between threshold
   * and `clear_above` change nothing. A replica that saw it clear takes a later low value for another episode, which only
   * pends at first. A replica that had no turn in that slot, while Postgres was silent, goes on to say that the first
   * episode fires (seed 1103154: forty minutes in which nobody could ask the service).
   */
  function wasClear({ labels, startsAt, at }: Message): boolean {
    const key = `${labels['currency']}/${labels['wallet_type']}`;
    const settings = settingsNow(world);
    const served = services.served.get(labels['account'] ?? '');
    const isLow = ({ amounts }: Served) => !isAtLeast(amounts.get(key)!, settings.threshold);
    const isClear = ({ amounts }: Served) => isAtLeast(amounts.get(key)!, clearAbove(settings));
    const readings = (served ?? []).filter(
      (seen) => seen.at >= startsAt && (seen.amounts.get(key) ?? '') !== '',
    );
    const low = lastLow(readings, isLow) ?? startsAt;
    return readings.some((seen) => seen.at >= low && seen.at <= at && isClear(seen));
  }

  /** Whether the account has named the option as active since. */
  function wasActive({ labels, startsAt, at }: Message): boolean {
    const named = services.servedOptions.get(labels['account'] ?? '') ?? [];
    return named.some(
      (seen) => seen.at >= startsAt && seen.at <= at && seen.active.get(labels['provider_code'] ?? ''),
    );
  }

  /** Whether the account has answered since. */
  function wasSeen({ labels, startsAt, at }: Message): boolean {
    const served = services.served.get(labels['account'] ?? '') ?? [];
    return served.some((seen) => seen.at >= startsAt && seen.at <= at);
  }
}

/** When a value was last seen to be low, after it had been low for as long as the rule asks for; `undefined`: never. */
export function lastLow<T extends { readonly at: number }>(
  readings: readonly T[],
  isLow: (one: T) => boolean,
): number | undefined {
  let since: number | undefined;
  let last: number | undefined;
  for (const one of readings) {
    since = isLow(one) ? (since ?? one.at) : undefined;
    if (since !== undefined && one.at - since >= LOW_FOR_MS) last = one.at;
  }
  return last;
}

function episodeName(webhook: string, { identity, startsAt }: Pick<Told, 'identity' | 'startsAt'>): string {
  return `${webhook} ${identity} ${startsAt}`;
}

function endOf({ kind, at, lasts }: Fault, now: number): number {
  return IN_THE_WAY.test(kind) && at <= now ? at + lasts : 0;
}

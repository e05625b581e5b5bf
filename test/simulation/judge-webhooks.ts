// Promise 5: whoever can be reached is told of every alert that fires, also one that a reload has added.
import type { Fault } from './faults.ts';
import type { Message } from './receivers.ts';
import { settingsNow, type World } from './world.ts';

const MINUTE_MS = 60_000;
/** How long an alert may fire until a webhook knows: a group that grows is told of every five minutes. */
const UNTOLD_MS = 8 * MINUTE_MS;
/** What may keep a message from a webhook, or an end from the Alertmanager. */
const IN_THE_WAY = /^(?:webhook|alertmanager|replica|clock|disk|database|reload_(?!same|refused))/;

export function createWebhookJudge(world: World, faults: readonly Fault[]) {
  const { clockwork, receivers, violation } = world;
  const begun = clockwork.now();
  const last = new Map<string, Message>();
  /** Since when each alert has been active at Alertmanager and not known to each webhook, without a break. */
  let untold = new Map<string, number>();
  let read = 0;

  return {
    look(): void {
      const now = clockwork.now();
      for (; read < receivers.messages.length; read++) {
        const message = receivers.messages[read]!;
        if (!message.repeated) last.set(`${message.webhook} ${message.identity}`, message);
      }
      const confirmed = [...receivers.confirmed().keys()];
      const names = settingsNow(world).webhooks.flatMap((webhook) =>
        confirmed.map((identity) => `${webhook} ${identity}`),
      );
      const missing = names.filter((name) => last.get(name)?.status !== 'firing');
      untold = new Map(missing.map((name) => [name, untold.get(name) ?? now]));
      const clearSince = begun + Math.max(0, ...faults.map((fault) => endOf(fault, now - begun)));
      for (const [name, since] of untold) {
        if (now - Math.max(since, clearSince) < UNTOLD_MS) continue;
        violation(
          `promise 5: for ${UNTOLD_MS / MINUTE_MS} minutes somebody is not told that an alert fires: ${name}`,
        );
      }
    },
  };
}

function endOf({ kind, at, lasts }: Fault, now: number): number {
  return IN_THE_WAY.test(kind) && at <= now ? at + lasts : 0;
}

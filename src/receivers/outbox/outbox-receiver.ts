// A receiver that is told of each beginning and each end of an alert at least once, from an outbox. The receiver's own folder
// decides how.
import type { Alert } from '../../domain/alert.ts';
import type {
  ClaimedMessage,
  MessageQueue,
  NotificationKind,
  OutboxMessage,
  Settled,
} from '../../monitor/alerts/outbox.ts';
import { createHandOver } from '../delivery/hand-over.ts';
import type { Messenger } from '../delivery/messenger.ts';
import type { Receiver, ReceiverContext } from '../delivery/receiver.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';
import { afterMs, createWakeUp } from '../delivery/wake-up.ts';
import { createGroups } from '../groups/groups.ts';
import { createGivenUp } from '../local/given-up.ts';
import { putOffUnknown } from '../local/unknown-messages.ts';
import { isNews, messageOf, notificationOf } from '../notification/notification.ts';
import { gather, MAX_PER_CLAIM } from './gather.ts';
import { growthOf } from './growth.ts';
import { createHealth } from './health.ts';
import { createLeftOpen } from './left-open.ts';
import { createQuietTaker } from './quiet-hours.ts';
import { createRefused } from './refused.ts';
import { createRetryTimes } from './retry-times.ts';
import { sendTest } from './send-test.ts';
import { createSettling } from './settling.ts';
import { createStanding } from './standing.ts';
import { updatesOf } from './updates.ts';

const SEND_MS = 15_000; // longer than most requests
const LEASE_MS = 2 * SEND_MS; // of a claimed message, renewed before it ends; if this process dies, the message rests until then
const LOOKS_A_REST = 6; // while nothing for the receiver is here, and nobody wakes the loop
const STOP_GRACE_MS = 3_000;

/** Starts the loop of one receiver. */
export function createOutboxReceiver(messenger: Messenger, context: ReceiverContext): Receiver {
  const { name, outbox, local, clock, times = {} } = context;
  const { spacingMs = messenger.spacingMs ?? 0, lookEveryMs = context.looks.everyMs } = times;
  const { withinMs = SEND_MS, changesMessages, goesByEach } = messenger;
  const leaseMs = (times.leaseMs ?? LEASE_MS - SEND_MS + withinMs) + 2 * spacingMs;
  const onTold = (messageIds: readonly string[]) => groups.tellAnew(messageIds);
  const handOver = createHandOver({ ...context, leaseMs, lookEveryMs, onTold, changesMessages, goesByEach });
  const givenUp = createGivenUp({ receiver: name, local, outbox, clock, lookEveryMs });
  const health = createHealth({ receiver: name, outbox, clock, lookEveryMs });
  const wakeUp = createWakeUp();
  const unwatch = context.looks.watch(name, wakeUp.fromRest);
  const retry = createRetryTimes(context, times.firstRetryMs);
  const updates = updatesOf(messenger, context);
  const refused = createRefused(clock, times.firstRetryMs && times.firstRetryMs * 60);
  const quiet = createQuietTaker(context);
  const settledBy = createSettling({ ...context, retry, since: quiet.since });
  const growth = growthOf(messenger, times);
  const standing = createStanding(messenger, growth, context);
  const groups = createGroups({ ...context, handOver, growth, put: keep, changesMessages, goesByEach });
  /** Until then, by the monotonic clock, nothing is sent: the receiver asked for the pause. */
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let stopping = false;
  const allTold = () => [...context.alerts(), ...groups.told()];
  const leftOpen = createLeftOpen(messenger, { ...context, lookEveryMs, alerts: allTold, onSent: noteSent });
  const loop = run();

  return {
    name,
    tell(alerts) {
      const news = alerts.filter(wanted);
      updates?.told(news);
      // The receiver may have been told of these alerts before a reload.
      handOver.late(alerts.filter((alert) => isNews(alert) && alert.phase !== 'firing' && !wanted(alert)));
      put(handOver.fresh(news));
      wakeUp.now();
    },
    status: () => ({ failingSince: health.failingSince(), trouble: health.trouble(givenUp.count()) }),
    test: () => sendTest(messenger, clock, spacingMs),
    async stop(withinMs = STOP_GRACE_MS) {
      stopping = true;
      unwatch();
      wakeUp.now();
      await Promise.race([loop, afterMs(withinMs)]);
      await messenger.close();
    },
  };

  function wanted(alert: Alert): boolean {
    return isNews(alert) && (context.only.length === 0 || context.only.includes(alert.severity));
  }

  function put(alerts: readonly Alert[], kind?: NotificationKind): void {
    if (alerts.length === 0) return;
    const kindOf = ({ phase }: Alert) => kind ?? (phase === 'firing' ? 'fire' : 'resolve');
    keep(alerts.map((alert) => messageOf(alert, kindOf(alert), name, clock.now())));
  }

  function keep(messages: readonly OutboxMessage[]): void {
    if (messages.length === 0) return;
    try {
      local.put(messages);
    } catch (error) {
      context.onTrouble(name, error);
    }
    wakeUp.now();
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping) {
      put(updates?.due(() => context.alerts().filter(wanted)) ?? [], 'update');
      for (const kind of ['fire', 'update'] as const) put(refused.due(allTold, kind), kind);
      const shared = await handOver.bring();
      if (!shared) leftOpen.away();
      const drained = clock.monotonic() < pausedUntil ? 'idle' : await drainFirst(shared ? outbox : local);
      await groups.tellChanges(shared ? outbox : local).catch(() => {}); // tried again in the next round
      const endsMore = shared && clock.monotonic() >= pausedUntil && (await leftOpen.end());
      await givenUp.recount({ idle: drained === 'idle', shared });
      await health.askOthers();
      if (stopping) return;
      failures = drained === 'failed' ? failures + 1 : 0;
      if (drained === 'sent') continue;
      const rests = drained === 'idle' && shared && local.isEmpty(name) && !endsMore && !refused.any();
      const mostMs = rests ? LOOKS_A_REST * lookEveryMs : lookEveryMs;
      const groupsMs = Math.max(groups.untilLook(), lookEveryMs); // a look that failed is tried again
      const nextMs = Math.min(retry.untilNextDue(mostMs), groupsMs, updates?.untilLook() ?? mostMs);
      const wait = drained === 'failed' ? retry.after(failures) : nextMs;
      await wakeUp.after(Math.max(wait, Math.min(pausedUntil - clock.monotonic(), lookEveryMs)), rests);
    }
  }

  /** Sends from this machine when Postgres gives nothing. It may answer nevertheless: read-only, or slow. */
  async function drainFirst(from: MessageQueue): Promise<Drained> {
    const drained = await drain(from);
    if (drained === 'away') {
      leftOpen.away();
      return from === local ? 'idle' : await drainFirst(local);
    }
    // While Postgres gives messages, those that it has are not sent from here.
    if (from === outbox) local.noteShared(local.shared(name), leaseMs);
    return drained;
  }

  /** Sends what is due. Updates come last, and only until it is time to look for news again. */
  async function drain(from: MessageQueue): Promise<Drained | 'away'> {
    let leasedUntil = clock.monotonic() + leaseMs;
    const lookAt = clock.monotonic() + lookEveryMs;
    const claimed = await from.claim(name, MAX_PER_CLAIM, leaseMs).catch(() => undefined);
    if (!claimed) return 'away';
    if (claimed.length === 0) return 'idle';
    const alone = await arranged(from, claimed);
    if (!alone) return 'away'; // another replica may send them
    let down = false;
    for (const [i, message] of alone.entries()) {
      const isLate = i > 0 && message.kind === 'update' && clock.monotonic() >= lookAt;
      if (down || stopping || isLate) {
        await renew(from, alone.slice(i), 0); // not tried after all
        break;
      }
      if (clock.monotonic() > leasedUntil - withinMs - spacingMs) {
        leasedUntil = clock.monotonic() + leaseMs;
        if (!(await renew(from, alone.slice(i), leaseMs))) return 'away'; // another replica may send them
      }
      down = !(await deliver(from, message));
      if (spacingMs > 0) await afterMs(spacingMs);
    }
    return down ? 'failed' : 'sent';
  }

  /** The messages to send one by one. The others were put off, or are told in a group; `undefined` when the queue fails. */
  async function arranged(
    from: MessageQueue,
    claimed: readonly ClaimedMessage[],
  ): Promise<readonly ClaimedMessage[] | undefined> {
    const isLocal = changesMessages && from === local;
    const claim = () => from.claim(name, MAX_PER_CLAIM, leaseMs);
    const heard = async (some: readonly ClaimedMessage[]) =>
      await quiet.take(from, isLocal ? await putOffUnknown(local, some, leaseMs) : some);
    try {
      const all = await gather(claimed, { ...{ clock, leaseMs, claim, heard }, takes: groups.takes });
      const alone = await groups.take(from, all);
      if (alone.length > MAX_PER_CLAIM) await from.renew(alone.slice(MAX_PER_CLAIM), 0);
      return alone.slice(0, MAX_PER_CLAIM);
    } catch {
      return undefined;
    }
  }

  async function renew(
    from: MessageQueue,
    messages: readonly ClaimedMessage[],
    forMs: number,
  ): Promise<boolean> {
    return await from.renew(messages, forMs).then(
      () => true,
      () => false,
    );
  }

  /** Returns false when the receiver can't take anything now. */
  async function deliver(from: MessageQueue, message: ClaimedMessage): Promise<boolean> {
    const verdict = await attempt(from, message);
    const settled = settledBy(verdict, message);
    noteSent(verdict, settled.kind === 'retry');
    health.tried(verdict, settled);
    if (settled.kind === 'dead') {
      groups.refused(message);
      refused.note(message);
    }
    if (settled.kind === 'done') local.keepMessageId(message, settled.messageId);
    await settle(from, message, settled);
    if (settled.kind === 'retry') retry.expect(settled.afterMs);
    return verdict.kind !== 'temporary';
  }

  function noteSent(verdict: DeliveryVerdict, isAgain = verdict.kind === 'temporary'): void {
    if (verdict.kind === 'unsent') return;
    if (verdict.kind === 'done') context.onDelivery(name, 'delivered', null);
    else context.onDelivery(name, isAgain ? 'failed' : 'dropped', verdict.detail);
    if (verdict.kind === 'temporary' && verdict.afterMs !== undefined) {
      pausedUntil = Math.max(pausedUntil, clock.monotonic() + verdict.afterMs);
    }
  }

  async function attempt(from: MessageQueue, message: ClaimedMessage): Promise<DeliveryVerdict> {
    try {
      const messageId = message.messageId ?? local.messageId(message);
      const notification = standing({ ...notificationOf(message), messageId }, message);
      return await groups.send(from, notification, (one) => leftOpen.send(one, from === local));
    } catch (error) {
      // A notification that can't be written is our own mistake, and must not keep the others back.
      return { kind: 'permanent', detail: `it can not be written: ${(error as Error).message}` };
    }
  }

  async function settle(from: MessageQueue, message: ClaimedMessage, settled: Settled): Promise<void> {
    try {
      await from.settle(message, settled);
      if (from !== outbox) return;
      if (settled.kind === 'done') local.drop([message], 'sent');
      if (settled.kind === 'dead') local.drop([message]);
      if (settled.kind === 'retry') local.noteTried(message);
    } catch {
      // Postgres is away: this machine keeps the outcome and brings it later. On a full disk it is kept in memory.
      if (from !== outbox) return;
      leftOpen.away();
      await local.settle(message, settled);
    }
  }
}

/** `failed`: the receiver can't take the message now, and the rest has to wait. */
type Drained = 'idle' | 'sent' | 'failed';

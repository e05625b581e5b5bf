// Judges promise 5: an alert ends upon fresh evidence, or because the configuration no longer asks for it.
import type { Told } from './alertmanager.ts';
import { errorOf, type Process } from './clockwork.ts';
import { lastOf } from './judge-shown.ts';
import { ALERTMANAGER_URL, type Message, SECOND_ALERTMANAGER_URL } from './receivers.ts';
import { clearAbove, isAskedFor, receiversOf, type Settings } from './settings.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const FAILING_FOR_MS = 110_000; // it fires two minutes after the first failure, and the last success was before that

export function createToldJudge(world: World) {
  const { clockwork, services, receivers, violation } = world;
  const errors = new Map<Process, number>();
  /**
   * Since when each alert has been told to fire and not to be over: by anybody, and by each process (`null`: it is over).
   */
  const firing = new Map<string, number>();
  const firingBy = new Map<Process, Map<string, number | null>>();
  /** When each alert was first told to fire with that beginning, in true time. */
  const firstTold = new Map<string, number>();
  let judged = 0;

  return {
    look(): void {
      for (const { process } of world.replicas) {
        const wrong = Math.abs(errorOf(process, clockwork.now()));
        errors.set(process, Math.max(wrong, errors.get(process) ?? 0));
      }
      for (; judged < receivers.told.length; judged++) judge(receivers.told[judged]!);
    },
  };

  function judge(each: Told): void {
    const { at, by, labels } = each;
    const startsAt = follow(each);
    if (startsAt === undefined) return;
    const account = labels['account'] ?? '';
    const since = Math.min(startsAt, at) - (errors.get(by) ?? 0);
    const settings = settingsSince(since);
    const told = { ...each, startsAt };
    if (labels['alertname'] === 'FloatLow') judgeLow(told, settings, account);
    else if (labels['alertname'] === 'BalanceUnknown') judgeUnknown(told, settings, account);
    else if (labels['alertname'] === 'NotificationFailing') judgeFailing(told, settings);
  }

  /**
   * When the alert began that this message ends: one that was told to fire by this process, or by any before it.
   * `undefined`: the message ends nothing, or tells once more what is over.
   */
  function follow(told: Told): number | undefined {
    const { at, by, identity, startsAt, endsAt } = told;
    const own = firingBy.get(by) ?? new Map<string, number | null>();
    firingBy.set(by, own);
    const episode = `${identity} ${startsAt}`;
    if (!isOver(told)) {
      firing.set(identity, firing.get(identity) ?? at);
      own.set(identity, own.get(identity) ?? at);
      firstTold.set(episode, firstTold.get(episode) ?? at);
      return undefined;
    }
    const since = own.get(identity) === null ? undefined : (own.get(identity) ?? firing.get(identity));
    own.set(identity, null);
    if (since === undefined) return undefined;
    firing.delete(identity);
    // Dated by a clock that was ahead: it began before it was told. Until the clock is set, the message doesn't tell the
    // beginning, and names another instant each time.
    return Math.min(startsAt, startsAt === endsAt ? since : (firstTold.get(episode) ?? startsAt));
  }

  function judgeLow(
    { at, by, labels, identity, startsAt }: Told,
    settings: readonly Settings[],
    account: string,
  ): void {
    if (settings.some((each) => !isAskedFor(each, labels) || !each.accounts.includes(account))) return;
    const key = `${labels['currency']}/${labels['wallet_type']}`;
    const limit = Math.min(...settings.map(clearAbove));
    const since = Math.min(startsAt, at) - 10 * MINUTE_MS - (errors.get(by) ?? 0);
    const evidence = lastOf(services.served.get(account), since, ({ amounts }) => {
      const amount = amounts.get(key);
      return amount !== undefined && isAtLeast(amount, limit);
    });
    if (!evidence) violation(`promise 5: ${by.name} ended ${identity} without evidence`);
  }

  function judgeUnknown(
    { at, by, labels, identity, startsAt }: Told,
    settings: readonly Settings[],
    account: string,
  ): void {
    if (settings.some(({ accounts }) => !accounts.includes(account))) return;
    if (labels['wallet_type']?.startsWith('GUEST_')) return; // a person has it forgotten
    const since = Math.min(startsAt, at) - MINUTE_MS - (errors.get(by) ?? 0);
    const key = `${labels['currency']}/${labels['wallet_type']}`;
    const served = services.served.get(account);
    // A process that was never shown a wallet of the account takes an answer without any for a good one.
    const mayBeNone = (to: Process) =>
      !served?.some(({ by: asker, amounts }) => asker === to && amounts.size > 0);
    // Where one amount can't be read, the others are known, and WalletUnreadable says which one isn't.
    const evidence = lastOf(served, since, ({ by: asker, amounts, doubtful, trouble }) =>
      labels['wallet_type']
        ? amounts.has(key) || (trouble === 'unreadable' && doubtful.has(key))
        : amounts.size > 0 || (trouble === 'no_wallets' && mayBeNone(asker)),
    );
    if (!evidence) violation(`promise 5: ${by.name} ended ${identity} without a balance`);
  }

  /** A receiver that failed has taken something since, from any replica, or is no longer configured. */
  function judgeFailing({ at, by, labels, identity, startsAt }: Told, settings: readonly Settings[]): void {
    const { receiver = '' } = labels;
    // It may not have been configured for a while.
    if (settings.some((each) => !receiversOf(each).includes(receiver))) return;
    const since = Math.min(startsAt, at) - FAILING_FOR_MS - (errors.get(by) ?? 0);
    const { first, second, messages } = receivers;
    const told = { [ALERTMANAGER_URL]: first, [SECOND_ALERTMANAGER_URL]: second }[receiver]?.told;
    const isIts = (one: Message) => one.webhook === receiver && one.answered;
    const taken = told ? lastOf(told, since, () => true) : lastOf(messages, since, isIts);
    if (!taken) violation(`promise 5: ${by.name} ended ${identity}, and ${receiver} took nothing`);
  }

  /** The settings that were in force at some instant from then on. */
  function settingsSince(since: number): Settings[] {
    const { settings } = world;
    const first = Math.max(
      0,
      settings.findLastIndex(({ at }) => at <= since),
    );
    return settings.slice(first).map((each) => each.settings);
  }
}

/** Whether Alertmanager takes the alert for ended, by its own clock. */
function isOver({ at, endsAt }: Told): boolean {
  return endsAt <= at;
}

/** Compares as decimals with two digits, as this world writes them. */
export function isAtLeast(amount: string, limit: number): boolean {
  return BigInt(amount.replace('.', '')) >= BigInt(Math.round(limit * 100));
}

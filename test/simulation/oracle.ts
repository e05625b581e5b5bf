// Knows the truth of a simulated world, looks at what people would see of the monitor, and says which promise is broken.
import { succeeded } from '../../src/domain/observation.ts';
import { isBalances } from '../../src/domain/poll-result.ts';
import type { Process } from './clockwork.ts';
import type { Told } from './receivers.ts';
import { identityOf } from './receivers.ts';
import { type Served, walletKeyOf } from './service.ts';
import type { Replica, Simulated } from './simulation.ts';

const MINUTE_MS = 60_000;
const SLOT_MS = 5 * MINUTE_MS;
/** `stale_after` slots and 30 seconds; and how long a poll, and our own look, may take. */
const STALE_MS = 2 * SLOT_MS + 30_000;
const LOOK_MS = 20_000;
const FIELD =
  /^merchant_wallet_available_balance\{account="(\w+)",currency="(\w+)",wallet_type="(\w+)"\} (\S+)$/gm;

export interface Oracle {
  readonly violations: readonly string[];
  violation(what: string): void;
  /** Looks at every replica, as Prometheus would, and at what receivers were told since the last look. */
  look(): Promise<void>;
  /** After a calm hour: everything that was promised has come to pass. */
  judgeEnd(): void;
}

export function createOracle(world: Simulated): Oracle {
  const { clockwork, services, database, receivers, replicas } = world;
  const violations: string[] = [];
  const violation = (what: string) => {
    violations.push(`${new Date(clockwork.now()).toISOString()} ${what}`);
    world.trace(`BROKEN ${what}`);
  };
  const errors = new Map<Process, { readonly at: number; readonly wrong: number }>();
  let judged = 0;

  return {
    violations,
    violation,
    async look() {
      for (const replica of replicas) await lookAt(replica);
      for (; judged < receivers.told.length; judged++) judgeTold(receivers.told[judged]!);
    },
    judgeEnd() {
      judgeStored();
      judgeAlerts();
      judgeWebhook();
    },
  };

  /** Promises 3 and 7: what is shown was sent, digit for digit, and not long ago. */
  async function lookAt({ scrape, process, name }: Replica): Promise<void> {
    if (!scrape || !process.alive || process.paused) return;
    const since = clockwork.now() - STALE_MS - LOOK_MS - errorOf(process);
    const { pieces, release } = await clockwork.runAs(process, () => scrape(undefined, undefined));
    const text = Buffer.concat(pieces).toString();
    release?.();
    for (const [, account, currency, walletType, shown] of text.matchAll(FIELD)) {
      const key = `${currency}/${walletType}`;
      const last = servedSince(account!, since).findLast(({ amounts }) => amounts.get(key) === shown);
      if (!last) violation(`promise 3: ${name} shows ${account}/${key} ${shown}, which was not sent lately`);
    }
  }

  /**
   * By how much its clock was wrong in the last hour. Beyond a minute the alert ClockSkewed says so, and what is told
   * of times is as wrong as the clock.
   */
  function errorOf(process: Process): number {
    const wrong = Math.abs(process.offsetMs);
    if (wrong > 0) errors.set(process, { at: clockwork.now(), wrong });
    const last = errors.get(process);
    return last && last.at > clockwork.now() - 60 * MINUTE_MS ? last.wrong : 0;
  }

  function servedSince(account: string, since: number): Served[] {
    return services.served.filter((each) => each.account === account && each.at >= since);
  }

  /** Promise 5: an end needs fresh evidence, unless the configuration doesn't ask for the alert any more. */
  function judgeTold({ at, by, labels, startsAt, endsAt }: Told): void {
    if (labels['alertname'] !== 'FloatLow' || endsAt > at) return;
    const { account, currency, wallet_type: walletType } = labels;
    const since = Math.min(startsAt, at) - 2 * SLOT_MS - errorOf(by);
    const changed = world.settings.some((each) => each.at > 0 && each.at >= since);
    if (changed) return;
    const threshold = world.settings.at(-1)!.settings.threshold;
    const key = `${currency}/${walletType}`;
    const cleared = servedSince(account!, since).some(({ amounts }) => {
      const amount = amounts.get(key);
      return amount !== undefined && isAtLeast(amount, threshold * 1.2);
    });
    if (!cleared) violation(`promise 5: ${by.name} ended ${identityOf(labels)} without evidence`);
  }

  /** Promises 1, 2 and 7: what waited on a disk is in the database; nothing twice; the digits that were sent. */
  function judgeStored(): void {
    for (const [key, count] of database.fills) {
      if (count > 1) violation(`promise 2: ${key} was stored ${count} times`);
    }
    for (const { spool, name } of replicas) {
      if (spool.queue.size > 0)
        violation(`promise 1: ${name} still has ${spool.queue.size} results on its disk`);
    }
    for (const { result } of database.rows.values()) {
      if (result === null || result === 'lost' || !isBalances(result) || !succeeded(result.outcome)) continue;
      const sent = services.served.filter(({ account }) => account === result.account);
      const stored = result.wallets.map((wallet) => [walletKeyOf(wallet), wallet.available] as const);
      const same = sent.some(({ amounts }) =>
        stored.every(([key, amount]) => amount === null || amounts.get(key) === amount),
      );
      if (!same) violation(`promise 7: what is stored of ${result.account} was never sent so`);
    }
  }

  /** Promises 4 and 5: after a calm hour Alertmanager knows every wallet that is low, and no other. */
  function judgeAlerts(): void {
    const { threshold } = world.settings.at(-1)!.settings;
    const active = [...receivers.active().values()].filter(
      ({ labels }) => labels['alertname'] === 'FloatLow',
    );
    for (const wallet of services.wallets) {
      const amount = Number(wallet.available) / 100;
      const name = `${wallet.account}/${walletKeyOf(wallet)}`;
      const fires = active.some(
        ({ labels }) => labels['account'] === wallet.account && labels['wallet_type'] === wallet.walletType,
      );
      if (amount < threshold && !fires) violation(`promise 5: ${name} is low, and Alertmanager was not told`);
      if (amount >= threshold * 1.2 && fires)
        violation(`promise 5: ${name} is well, and its alert still fires`);
    }
  }

  /** Promise 5: the webhook's last word about an alert is how it stands at Alertmanager. */
  function judgeWebhook(): void {
    const active = receivers.active();
    const last = new Map(receivers.messages.map((message) => [identityOf(message.labels), message]));
    for (const [identity, { labels }] of active) {
      if (labels['alertname'] !== 'FloatLow') continue;
      if (last.get(identity)?.status !== 'firing')
        violation(`promise 5: the webhook was not told of ${identity}`);
    }
    for (const [identity, { status, labels }] of last) {
      if (labels['alertname'] !== 'FloatLow' || status !== 'firing' || active.has(identity)) continue;
      violation(`promise 5: the webhook was not told that ${identity} is over`);
    }
  }
}

/** Compared as decimals with two digits, as this world writes them. */
function isAtLeast(amount: string, limit: number): boolean {
  return BigInt(amount.replace('.', '')) >= BigInt(Math.round(limit * 100));
}

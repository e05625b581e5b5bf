// Judges promises 4, 5 and 6 after a calm hour: Alertmanager and webhooks know of every low wallet, and of nothing else.
import type { Told } from './alertmanager.ts';
import type { Fault } from './faults.ts';
import { take } from './judge-webhooks.ts';
import type { Message } from './receivers.ts';
import { walletKeyOf } from './service.ts';
import { clearAbove, isAskedFor, type Settings, webhooksOf } from './settings.ts';
import { asSeenBySecond, settingsNow, type World } from './world.ts';

/** Each replica may send a message by itself and once more through the database, and be killed before it knows. */
const MOST_TIMES = 6;

export function judgeAlerts(world: World, faults: readonly Fault[]): void {
  judgeAlertmanager(world);
  const second = asSeenBySecond(world);
  if (settingsNow(world).alertmanagers === 2) judgeAlertmanager(second);
  else if (second.receivers.confirmed().size > 0)
    world.violation('an Alertmanager that is out is told of alerts');
  for (const webhook of webhooksOf(settingsNow(world))) judgeWebhook(world, webhook);
  judgeRepetitions(world, faults);
}

function judgeAlertmanager(world: World): void {
  const { receivers, services, violation } = world;
  const settings = settingsNow(world);
  const active = [...receivers.active().values()];
  const confirmed = [...receivers.confirmed().values()];
  for (const wallet of services.wallets) {
    const amount = Number(wallet.available) / 100;
    const name = `${wallet.account}/${walletKeyOf(wallet)}`;
    const isIts = ({ labels }: Told) =>
      labels['alertname'] === 'FloatLow' &&
      labels['account'] === wallet.account &&
      labels['wallet_type'] === wallet.walletType;
    if (amount < settings.threshold && !active.some(isIts))
      violation(`promise 5: ${name} is low, and Alertmanager was not told`);
    if (amount >= clearAbove(settings) && confirmed.some(isIts))
      violation(`promise 5: ${name} is well, and its alert still fires`);
  }
  for (const { labels, identity } of confirmed) {
    if (labels['alertname'] !== 'FloatLow') violation(`promise 5: all is well, and ${identity} still fires`);
    else if (!isAskedFor(settings, labels))
      violation(`promise 5: nobody asks for ${identity}, and it still fires`);
  }
}

/** The webhook's last word about an alert must be how the alert stands at Alertmanager. */
function judgeWebhook(world: World, webhook: string): void {
  const { receivers, violation } = world;
  const active = receivers.active();
  const confirmed = receivers.confirmed();
  const mine = receivers.messages.filter((message) => message.webhook === webhook && !message.repeated);
  const last = new Map<string, Message>();
  for (const message of mine) take(last, message);
  for (const identity of confirmed.keys()) {
    if (last.get(`${webhook} ${identity}`)?.status !== 'firing')
      violation(`promise 5: the webhook ${webhook} was not told of ${identity}`);
  }
  for (const message of last.values()) {
    const { identity, status } = message;
    if (status === 'firing' && !active.has(identity) && !isLeftForADay(world, message.labels, message.at))
      violation(`promise 5: the webhook ${webhook} was not told that ${identity} is over`);
  }
}

/**
 * An alert that was told at `at` by a process whose configuration was replaced by one without the account, and that no rule
 * asks for when the account is back: it ends a day later (docs/alerts.md). An alert of several wallets has no label
 * `account`: it may be of any.
 */
export function isLeftForADay(
  { settings }: World,
  labels: Readonly<Record<string, string>>,
  at: number,
): boolean {
  if (labels['alertname'] !== 'FloatLow') return false;
  const next = settings.findIndex((each) => each.at > at);
  const later = next < 0 ? [] : settings.slice(Math.max(0, next - 1)); // whoever told it may not have had the newest yet
  const account = labels['account'] ?? '';
  const isIn = ({ accounts }: Settings) =>
    account === '' ? accounts.length === settings[0]!.settings.accounts.length : accounts.includes(account);
  const wasOut = later.some((each) => !isIn(each.settings));
  return wasOut && !isAskedFor(settings.at(-1)!.settings, labels);
}

/**
 * A replica that is reloaded or restarted while the database is away can't know what was told, and tells again what
 * fires.
 */
function judgeRepetitions({ receivers, replicas, violation }: World, faults: readonly Fault[]): void {
  const outages = faults.filter(({ kind }) => kind.startsWith('database')).length;
  const most = Math.max(MOST_TIMES, replicas.length * (1 + outages));
  const counts = new Map<string, { readonly message: Message; count: number }>();
  for (const message of receivers.messages) {
    if (!message.answered) continue;
    const key = `${message.webhook} ${message.key} ${message.identity}`; // a message may tell of several alerts
    const known = counts.get(key) ?? { message, count: 0 };
    known.count++;
    counts.set(key, known);
  }
  for (const { message, count } of counts.values()) {
    if (count > most) {
      violation(`${message.webhook} was told ${count} times that ${message.identity} is ${message.status}`);
    }
  }
}

// Makes one alert of many alerts of one rule that come together. Pure.
import type { Alert } from '../../domain/alert.ts';
import { formatAmount, parseAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { Members } from '../../monitor/alerts/outbox.ts';
import { type GroupIdentity, groupFingerprint, isGroupFingerprint, ruleOf } from './group-identity.ts';
import { worstFirst } from './worst-first.ts';

/** An alert that stands for many, and lists them. */
export interface GroupAlert extends Alert {
  readonly group: {
    /** `1,000 accounts`, `640 of 1,000 wallets` */
    readonly subject: string;
    /** Those that fire, then those whose ends this message tells; at most {@link MAX_ALERTS}. */
    readonly alerts: readonly Alert[];
    /** How many alerts had no room in that list. */
    readonly truncated: number;
    /** How many fire beside these: see {@link GroupMembers}. @default 0 */
    readonly elsewhere?: number;
  };
}

/** Alerts in one message. */
export const MAX_ALERTS = 1_000;
const MAX_LINES = 10;
const WALLET: ReadonlySet<string> = new Set(['account', 'currency', 'wallet_type']);
/** The last line of the last message before the group's end. */
export const LAST_NOTE = 'No more of these until all of them have ended.';

/** Whether an alert stands for many. */
export function isGroup(alert: Alert): alert is GroupAlert {
  return isGroupFingerprint(alert.fingerprint);
}

/** The members of a group among these alerts: those whose episodes last or have ended. */
export function membersAmong(
  alerts: readonly Alert[],
  identity: GroupIdentity,
  { lasting, ended, untold }: Omit<KnownMembers, 'ends'>,
): GroupMembers {
  const ofRule = alerts.filter((alert) => alert.firingAt !== null && ruleOf(alert) === ruleOf(identity));
  const firing = ofRule.filter((alert) => alert.phase === 'firing' && lasting.has(episodeOf(alert)));
  const over = ofRule.filter((alert) => alert.phase !== 'firing' && ended.has(episodeOf(alert)));
  const known = new Set(ofRule.map(episodeOf));
  const elsewhere = [...lasting].filter((episode) => !known.has(episode)).length;
  return { firing, ended: over, untold, elsewhere, total: firing.length + over.length + elsewhere };
}

/** Members by their episodes. */
export interface KnownMembers {
  readonly lasting: ReadonlySet<string>;
  readonly ended: ReadonlySet<string>;
  /** The newest known end of each alert. */
  readonly ends: readonly Alert[];
  /** Ends that have still to be told, the oldest first. */
  readonly untold: readonly Alert[];
}

/**
 * These alerts, with the ends of those that this process doesn't know to be over: it may never have seen them fire. An alert
 * that fires again isn't over.
 */
export function withEnds(alerts: readonly Alert[], ends: readonly Alert[]): readonly Alert[] {
  if (ends.length === 0) return alerts;
  const known = new Map(alerts.map((alert) => [alert.fingerprint, alert]));
  const others = ends.filter(({ fingerprint, firingAt }) => {
    const ours = known.get(fingerprint);
    return !ours || (ours.phase === 'firing') === (ours.firingAt === firingAt);
  });
  return [...alerts, ...others];
}

export interface GroupMembers {
  readonly firing: readonly Alert[];
  readonly ended: readonly Alert[];
  /** Those of `ended` whose ends have still to be told. */
  readonly untold: readonly Alert[];
  /**
   * How many others fire that this process doesn't know: another shard polls them, or another replica reports them.
   * @default 0
   */
  readonly elsewhere?: number;
  /** How many members there have been, or at least how many are known. */
  readonly total: number;
}

/** What a message tells of a group, apart from the ends of its members. */
export function stateOf({ group, ...alert }: GroupAlert): string {
  const alerts = group.alerts.filter(({ phase }) => phase === 'firing');
  return JSON.stringify({ ...alert, group: { ...group, alerts, truncated: 0 } });
}

/** The alert that is told: it fires as long as one of the members does, here or elsewhere. `note` is its last line. */
export function groupAlert(identity: GroupIdentity, members: GroupMembers, note = ''): GroupAlert {
  const { rule, severity, firingAt } = identity;
  const { firing, ended, untold, elsewhere = 0, total } = members;
  const count = firing.length + elsewhere;
  const lasting = count > 0;
  const worst = worstFirst(firing, MAX_ALERTS);
  const told = [...firing, ...ended];
  const common = (of: (alert: Alert) => string): string => {
    const value = told[0] ? of(told[0]) : '';
    return told.every((alert) => of(alert) === value) ? value : '';
  };
  const wallet = (of: (alert: Alert) => string) => (elsewhere > 0 ? '' : common(of)); // those elsewhere have others
  const runbook = common(({ annotations }) => annotations['runbook_url'] ?? '');
  const ending = ended[0]?.reason ?? 'cleared';
  const anew = new Set(firing.map(({ fingerprint }) => fingerprint));
  const news = untold.filter(({ fingerprint }) => !anew.has(fingerprint));
  const ends = news.slice(0, MAX_ALERTS); // these come first: ends that have no room are told with the next message
  const subject = subjectOf([...told, ...untold], lasting ? count : total, total);
  const shared = commonLabels(told, (name) => elsewhere === 0 || !WALLET.has(name));
  return {
    fingerprint: groupFingerprint(identity),
    rule,
    severity,
    account: wallet(({ account }) => account),
    currency: wallet(({ currency }) => currency),
    walletType: wallet(({ walletType }) => walletType),
    labels: { ...shared, alertname: rule, severity },
    annotations: {
      summary: [...summaryOf(subject, worst, count, shared), note].filter((line) => line !== '').join('\n'),
      ...(runbook !== '' && { runbook_url: runbook }),
    },
    phase: lasting ? 'firing' : 'inactive',
    held: false,
    reason: lasting ? 'fired' : ended.every(({ reason }) => reason === ending) ? ending : 'cleared',
    pendingAt: firingAt,
    firingAt,
    resolvedAt: lasting ? null : endOf(ended, firingAt),
    value: null,
    threshold: null,
    group: {
      subject,
      alerts: [...worst.slice(0, MAX_ALERTS - ends.length), ...ends],
      truncated: Math.max(0, firing.length + news.length - MAX_ALERTS),
      elsewhere,
    },
  };
}

/** The beginning of a group, as these alerts stand: without members that have ended since, unless all have. */
export function groupAsItStands(told: GroupAlert, alerts: readonly Alert[]): GroupAlert {
  const { group, firingAt } = told;
  const now = new Map(alerts.map((alert) => [alert.fingerprint, alert]));
  const { firing: begun = [], inactive: untold = [] } = Object.groupBy(group.alerts, ({ phase }) => phase);
  const firing = begun
    .map((alert) => now.get(alert.fingerprint) ?? alert)
    .filter((alert, i) => alert.phase === 'firing' && alert.firingAt === begun[i]!.firingAt);
  if (firing.length === 0 || group.truncated > 0) return told;
  const { elsewhere = 0 } = group;
  const members = { firing, ended: [], untold, elsewhere, total: begun.length + elsewhere };
  return groupAlert({ ...told, firingAt: firingAt! }, members);
}

/** A message about a group with more firing members than it was made with. */
export function withMore(
  told: GroupAlert,
  firing: readonly Alert[],
  { lasting, ended }: Pick<Members, 'lasting' | 'ended'>,
): GroupAlert {
  const untold = told.group.alerts.filter(({ phase }) => phase !== 'firing');
  const note = told.annotations['summary']?.endsWith(LAST_NOTE) ? LAST_NOTE : '';
  const known = new Set(firing.map(episodeOf));
  const elsewhere = lasting.filter((episode) => !known.has(episode)).length;
  const total = Math.max(lasting.length + ended.length, firing.length);
  const members = { firing, ended: [], untold, elsewhere, total };
  return groupAlert({ ...told, firingAt: told.firingAt! }, members, note);
}

/** A group that is over, when how its members ended isn't known. */
export function groupOver(told: GroupAlert): GroupAlert {
  const subject = told.group.subject.replace(/^\S+ of /, ''); // of all that there have been
  const group = { subject, alerts: [], truncated: 0 };
  return { ...told, annotations: { ...told.annotations, summary: overFor(subject) }, group };
}

/** An alert with as much of a group as says which one it is: not up to a thousand alerts. */
export function briefly(alert: Alert): Alert {
  return isGroup(alert)
    ? ({ ...alert, group: { ...alert.group, alerts: [], truncated: 0 } } as GroupAlert)
    : alert;
}

/** The latest end. The ends may be more than a call takes arguments. */
function endOf(ended: readonly Alert[], firingAt: Instant): Instant {
  return ended.reduce((latest, { resolvedAt }) => Math.max(latest, resolvedAt!), firingAt);
}

function subjectOf(alerts: readonly Alert[], count: number, total: number): string {
  const things = total === 1 ? thingsOf(alerts).slice(0, -1) : thingsOf(alerts);
  const [some, all] = [formatCount(count), formatCount(total)];
  return some === all ? `${all} ${things}` : `${some} of ${all} ${things}`;
}

function thingsOf(alerts: readonly Alert[]): string {
  if (alerts.every(({ account }) => account === '')) return 'alerts'; // reports of replicas
  if (alerts.every(({ currency }) => currency === '')) return 'accounts';
  return alerts.every(({ walletType }) => walletType === '') ? 'payment options' : 'wallets';
}

function overFor(subject: string): string {
  return `It is over for ${subject.startsWith('1 ') ? '' : 'all '}${subject}.`;
}

function summaryOf(
  subject: string,
  worst: readonly Alert[],
  firing: number,
  shared: Alert['labels'],
): string[] {
  if (firing === 0) return [overFor(subject)];
  if (worst.length === 0) return [`${subject}, which other shards or replicas watch.`];
  const lines = worst.slice(0, MAX_LINES).map((alert) => lineOf(alert, shared));
  const more = firing - lines.length;
  const said = worst[0]?.annotations['summary'] ?? '';
  return [
    firing === 1 ? `${subject}:` : `${subject} at once, the worst first:`,
    ...lines,
    more > 0 ? `and ${formatCount(more)} more` : '',
    said === '' ? '' : `The first says: ${said}`,
  ];
}

/** Says which alert it is: by its wallet, and by the labels that tell it from the others, such as a provider. */
function lineOf(alert: Alert, shared: Alert['labels']): string {
  const { account, currency, walletType, labels, value, threshold, held } = alert;
  const wallet = [account, currency, walletType].filter((part) => part !== '').join('/') || 'floatwatch';
  const others = Object.entries(labels).filter(([name, text]) => !WALLET.has(name) && shared[name] !== text);
  const name = [wallet, ...others.map(([, text]) => text)].join(' ');
  const known = value === null ? '' : `: ${amountText(value)}`;
  return `${name}${known}${threshold === null ? '' : ` (threshold ${amountText(threshold)})`}${held ? ', not seen now' : ''}`;
}

function commonLabels([first, ...rest]: readonly Alert[], isAsked: (name: string) => boolean) {
  const labels = Object.entries(first?.labels ?? {}).filter(
    ([name, value]) => isAsked(name) && rest.every((alert) => alert.labels[name] === value),
  );
  return Object.fromEntries(labels);
}

function amountText(text: string): string {
  const amount = parseAmount(text);
  return amount === undefined ? text : formatAmount(amount);
}

function formatCount(count: number): string {
  return amountText(String(count));
}

// Judges promise 5 after a calm hour: PagerDuty, or the chat, shows what fires, and nothing else as firing.
import type { Told } from './alertmanager.ts';
import type { Shown } from './desk.ts';
import type { Fault } from './faults.ts';
import { isLeftForADay } from './judge-alerts.ts';
import { DESK, webhooksOf } from './settings.ts';
import { settingsNow, type World } from './world.ts';

const SENDING_MS = 15_000;
const MINUTE_MS = 60_000;

/** `begun` is the true time of the world's beginning, from which faults are dated. */
export function judgeDesk(world: World, begun: number, faults: readonly Fault[]): void {
  const { receivers, violation } = world;
  const settings = settingsNow(world);
  if (!settings.told.includes(DESK) || webhooksOf(settings).includes(DESK)) return;
  const { incidents, messages } = receivers.desk;
  const { accounts } = world.settings[0]!.settings;
  // An alert of a process about itself isn't judged. If another process has told of it, and Postgres is away, it ends
  // with a separate message.
  const told = [...incidents.values(), ...messages.values()].filter(({ subject }) => subject !== '');
  const neverChanges = settings.desk === 'slack';
  const firing = (neverChanges ? lastWords(told, accounts) : told).filter((each) => each.firing);
  const dated = faults.map((fault) => ({ ...fault, at: begun + fault.at }));
  const active = [...receivers.active().values()];
  for (const shown of firing) {
    if (
      !active.some((alert) => isOf(shown, alert, accounts)) &&
      !isLeftForADay(world, labelsOf(shown, accounts), shown.toldAt) &&
      !isGhost(world, shown) &&
      !isForgotten(world, shown, dated) &&
      !(neverChanges && isInGroup(shown, told, { accounts, faults: dated }))
    )
      violation(`promise 5: ${settings.desk} shows ${shown.rule} of ${shown.subject}, which is over`);
  }
  const shown = neverChanges ? told.filter((each) => each.firing) : firing;
  for (const alert of receivers.confirmed().values()) {
    if (alert.labels['account'] === undefined) continue;
    if (!shown.some((each) => isOf(each, alert, accounts)))
      violation(`promise 5: ${settings.desk} does not show ${alert.identity}`);
  }
}

/** The last message about each alert, and about several of a rule, where no message is ever changed. */
function lastWords(told: readonly Shown[], accounts: readonly string[]): readonly Shown[] {
  const subjectOf = (each: Shown) => (isOne(each, accounts) ? each.subject : '');
  return [...new Map(told.map((each) => [`${each.rule} ${subjectOf(each)}`, each])).values()];
}

function isOne({ subject }: Shown, accounts: readonly string[]): boolean {
  return accounts.includes(subject.split('/')[0]!);
}

/**
 * Whether another replica may have told the alert in a group, since Postgres, which knows what others tell, was away or slow:
 * then the group's end stands for both. `faults` are in true time.
 */
function isInGroup(
  shown: Shown,
  told: readonly Shown[],
  { accounts, faults }: { readonly accounts: readonly string[]; readonly faults: readonly Fault[] },
): boolean {
  const { rule, toldAt } = shown;
  const isAway = ({ kind, at, lasts }: Fault) =>
    kind.startsWith('database') && at <= toldAt && toldAt <= at + lasts + MINUTE_MS;
  const isGroup = (one: Shown) =>
    one.rule === rule && !isOne(one, accounts) && one.toldAt > toldAt - MINUTE_MS;
  return isOne(shown, accounts) && faults.some(isAway) && told.some(isGroup);
}

/** Of several alerts only the rule is compared. */
function isOf({ rule, subject }: Shown, { labels }: Told, accounts: readonly string[]): boolean {
  if (labels['alertname'] !== rule) return false;
  const [account = '', , walletType] = subject.split('/');
  if (!accounts.includes(account)) return true;
  return labels['account'] === account && (walletType === undefined || labels['wallet_type'] === walletType);
}

/** The labels of the alert, as far as they are told. */
function labelsOf(
  { rule, subject, severity, team }: Shown,
  accounts: readonly string[],
): Readonly<Record<string, string>> {
  const account = subject.split('/')[0]!;
  return {
    alertname: rule,
    ...(accounts.includes(account) && { account }),
    ...(severity !== undefined && { severity }),
    ...(team !== undefined && { team }),
  };
}

/** Whether the process that made it died before it heard which number the chat gave it: then nobody can change it. */
function isGhost({ ends }: World, { by, at }: Shown): boolean {
  const end = ends.get(by);
  return end !== undefined && end >= at && end < at + SENDING_MS;
}

/**
 * Whether its process could write down nowhere which number the chat gave it, neither on its disk nor in Postgres, until it
 * ended: then nobody knows that message any more. `faults` are in true time.
 */
function isForgotten({ ends, replicas }: World, { by, at }: Shown, faults: readonly Fault[]): boolean {
  const end = ends.get(by);
  const machine = replicas.findIndex(({ name }) => name === by.name);
  const lasted = (what: string, isIts: (fault: Fault) => boolean) =>
    faults.some(
      (fault) =>
        fault.kind.startsWith(what) && fault.at <= at && end! <= fault.at + fault.lasts && isIts(fault),
    );
  return (
    end !== undefined &&
    lasted('database', () => true) &&
    lasted('disk', ({ whom }) => whom % replicas.length === machine)
  );
}

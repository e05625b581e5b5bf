// Names of a group: in its members, in messages about it, and among the groups of one receiver. Pure.
import type { Alert } from '../../domain/alert.ts';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { TOLD_TOGETHER } from '../../monitor/alerts/outbox.ts';

/** What makes a group: its rule and severity, and since when it fires. The same on every replica that sees it begin. */
export interface GroupIdentity {
  readonly rule: string;
  readonly severity: string;
  readonly firingAt: Instant;
}

/**
 * The mark that members keep in the place of a message's id. It says which group they are in, under whatever name that was
 * told.
 */
export function groupMark({ rule, severity, firingAt }: GroupIdentity): string {
  return `${TOLD_TOGETHER}${floorToMinute(firingAt)}/${severity}/${rule}`;
}

/** The group that a member's mark names; `undefined` for any other id of a message. */
export function groupOfMark(mark: string | null): GroupIdentity | undefined {
  const parts = mark?.match(/^group\/(\d+)\/([^/]*)\/(.*)$/s);
  return parts ? { rule: parts[3]!, severity: parts[2]!, firingAt: Number(parts[1]) } : undefined;
}

/** What a message about a group of this rule has in the place of an alert's fingerprint. */
export function groupFingerprint(alert: Pick<Alert, 'rule' | 'severity'>): string {
  return TOLD_TOGETHER + ruleOf(alert);
}

/** Whether a message is about a group, by the fingerprint of its alert. */
export function isGroupFingerprint(fingerprint: string): boolean {
  return fingerprint.startsWith(TOLD_TOGETHER);
}

/** The name of a rule's groups within one receiver. Severities of one rule have separate groups. */
export function ruleOf({ rule, severity }: Pick<Alert, 'rule' | 'severity'>): string {
  return `${severity}/${rule}`;
}

/** The identity of a group that begins with these. It counts by the minute: replicas that see the group begin name it alike. */
export function identityOf(firing: readonly Alert[]): GroupIdentity {
  const { rule, severity } = firing[0]!;
  const earliest = Math.min(...firing.map(({ firingAt }) => firingAt!));
  return { rule, severity, firingAt: floorToMinute(earliest) };
}

function floorToMinute(at: Instant): Instant {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

// What a group is called: in its members, in messages about it, and among the groups of one receiver. Pure.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { TOLD_TOGETHER } from '../../monitor/alerts/outbox.ts';

const MINUTE_MS = 60_000;

/** What makes a group: the rule, and since when. The same on every replica that sees it begin. */
export interface GroupIdentity {
  readonly rule: string;
  readonly severity: string;
  readonly firingAt: Instant;
}

/** What members keep in the place of a message's id: of which group they are, whatever it was told as. */
export function groupMark({ rule, severity, firingAt }: GroupIdentity): string {
  return `${TOLD_TOGETHER}${floorToMinute(firingAt)}/${severity}/${rule}`;
}

/** The group of a member's mark; `undefined` for any other id of a message. */
export function groupOfMark(mark: string | null): GroupIdentity | undefined {
  const [, firingAt, severity = '', rule = ''] = /^group\/(\d+)\/([^/]*)\/(.*)$/s.exec(mark ?? '') ?? [];
  return firingAt === undefined ? undefined : { rule, severity, firingAt: Number(firingAt) };
}

/** What a message about a group of this rule has in the place of an alert's fingerprint. */
export function groupFingerprint(alert: Pick<Alert, 'rule' | 'severity'>): string {
  return TOLD_TOGETHER + ruleOf(alert);
}

/** Whether a message is about a group, by the fingerprint of its alert. */
export function isGroupFingerprint(fingerprint: string): boolean {
  return fingerprint.startsWith(TOLD_TOGETHER);
}

/** A group's own name among those of one receiver; severities of one rule are told apart. */
export function ruleOf({ rule, severity }: Pick<Alert, 'rule' | 'severity'>): string {
  return `${severity}/${rule}`;
}

/** Of a group that begins with these, by the minute, so that replicas which see it begin together name it alike. */
export function identityOf(firing: readonly Alert[]): GroupIdentity {
  const { rule, severity } = firing[0]!;
  const earliest = Math.min(...firing.map(({ firingAt }) => firingAt ?? 0));
  return { rule, severity, firingAt: floorToMinute(earliest) };
}

function floorToMinute(at: Instant): Instant {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

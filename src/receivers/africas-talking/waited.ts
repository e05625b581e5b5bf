// Which SMS waited for money until their alerts were over: nobody needs them any more, and each is paid for. Pure.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { isGroup } from '../notification/group.ts';
import type { Notification } from '../notification/notification.ts';
import { isOver } from '../notification/still-true.ts';

/** For one number. */
export interface Waited {
  /** Takes in that an SMS could not be paid for. */
  unpaid(): void;
  /** Takes in that an SMS was accepted at that time. */
  paid(now: Instant): void;
  /**
   * Whether a beginning waited for money until its alert was over, as far as this process, which may be another shard, knows
   * that alert. Only once an SMS to this number has shown that there is money again. Not for groups.
   */
  isStale(notification: Notification, alerts: () => readonly Alert[]): boolean;
}

export function createWaited(): Waited {
  let waits = false;
  let until = Number.NEGATIVE_INFINITY; // SMS waited
  return {
    unpaid() {
      waits = true;
    },

    paid(now) {
      if (waits) until = now;
      waits = false;
    },

    isStale({ kind, alert }, alerts) {
      if (kind !== 'fire' || waits || alert.firingAt! > until || isGroup(alert)) return false;
      const now = alerts().find(({ fingerprint }) => fingerprint === alert.fingerprint);
      return isOver(alert, now) === true;
    },
  };
}

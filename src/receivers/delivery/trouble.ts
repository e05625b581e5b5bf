// What is wrong with delivery to a receiver, in words. Pure.
import type { Instant } from '../../domain/observation.ts';

/** How delivery to a receiver went. */
interface DeliveryState {
  readonly answered: boolean;
  readonly failingSince: Instant | null;
  readonly dead: number;
  readonly refusal: string;
}

/** What is wrong, for NotificationFailing; `null` while all is well, `undefined` as long as it hasn't answered. */
export function troubleOf({
  answered,
  failingSince,
  dead,
  refusal,
}: DeliveryState): string | null | undefined {
  if (failingSince !== null) return 'it can not be reached';
  if (dead === 0) return answered ? null : undefined;
  const what = dead === 1 ? '1 notification was' : `${dead} notifications were`;
  return `${what} given up within a day${refusal === '' ? '' : `, the last by ${refusal}`}`;
}

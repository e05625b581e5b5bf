// What the alerts of one account's payment options remember about polls; a reload passes it on. Kept by
// `payment-option-alerts.ts`.
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import type { NewestPoll } from '../board/order.ts';
import type { Schedule } from '../polling/schedule.ts';
import type { OptionAlerts } from './option-alerts.ts';
import type { PayoutMinima } from './payout-minima.ts';

/** What is known of an account's options, apart from its alerts' states. */
export interface PaymentOptionKnowledge {
  readonly options: Map<string, OptionAlerts>;
  /** Alerts of payout wallets, by currency. */
  readonly minima: PayoutMinima['byCurrency'];
  newest: NewestPoll;
  lastSucceeded: boolean;
  /** Whether the options have another schedule since their newest poll. */
  rescheduled: boolean;
  readonly schedule: Schedule;
  /** The newest good poll, and when it turns stale. */
  seen: OptionObservation | null;
  seenUntil: Instant;
  /** The newest poll of wallets. */
  wallets: NewestPoll;
  /** Whether the wallets have another schedule since that poll. */
  walletsRescheduled: boolean;
  readonly walletsSchedule: Schedule;
  /** The slot of the newest good poll of wallets, and when that turns stale. */
  walletsSeen: Instant;
  walletsUntil: Instant;
  /** The available balances of payout wallets in that poll, by currency. */
  available: Map<string, Amount | null>;
}

// What `alert-evaluator.ts` needs to know about an account. The app makes it from the configuration.
import type { Instant, Polled } from '../../domain/observation.ts';
import type { BoardAccount } from '../board/board-entry.ts';
import type { OptionAccount } from '../board/payment-option-entry.ts';
import { isAhead, staleFrom } from '../board/staleness.ts';

/** An account as its alerts need to know it. */
export interface EvaluatedAccount extends BoardAccount {
  /** How long money takes to arrive in its wallets, in milliseconds: what `top_up_lead_time` stands for. */
  readonly topUpLeadMs?: number;
  /** How long a poll may take, in milliseconds. @default 15 s */
  readonly deadlineMs?: number;
  /** The confidence of rules about runways that name none: from 0.5 to 0.99. */
  readonly confidence?: number;
  /** When its payment options are due; absent or `null` when they aren't polled. */
  readonly options?: OptionAccount | null;
}

/** Whether a poll is no longer fresh at `now`, or its slot lies in the future, or its account isn't among these. */
export function isStale(
  { account, slot }: Pick<Polled, 'account' | 'slot'>,
  accounts: readonly EvaluatedAccount[],
  now: Instant,
): boolean {
  const config = accounts.find(({ name }) => name === account);
  return !config || isAhead(slot, now) || now >= staleFrom(config, slot);
}

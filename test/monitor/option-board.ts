// A board of payment options, and what is lost of them, for the tests of that board.
import type { LostOption } from '../../src/domain/payment-option.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import type { OptionAccount } from '../../src/monitor/board/payment-option-entry.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { option } from '../support/options.ts';

export const NOON = Date.parse('2026-03-02T12:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const MANGO = option();
export const KIWI = option({ providerCode: 'KIWI_UG' });
export const LIME = option({ providerCode: 'LIME_UG' });
/** A record of MANGO that can't be believed. */
export const record = (of: Partial<typeof MANGO>) => ({ ...MANGO, ...of, reason: 'malformed' }) as const;

/** An account polled each minute whose options are stale after two missed slots. */
export function account(
  change: { name?: string; expression?: string; staleAfter?: number } = {},
): OptionAccount {
  const { expression = '* * * * *', name = 'acme-ug', staleAfter = 2 } = change;
  return { name, staleAfter, schedule: createSchedule(expression, 'UTC') };
}

/** A board, a second after noon. `states` are those of `acme-ug`, by provider. */
export function setUp(...accounts: OptionAccount[]) {
  const clock = handClock(NOON + 1_000);
  const board = createPaymentOptionBoard(accounts.length === 0 ? [account()] : accounts, clock);
  const states = () =>
    Object.fromEntries(
      board.account('acme-ug')!.options.map(({ option, state }) => [option.providerCode, state]),
    );
  return { board, clock, states };
}

/** An option as it is once it is lost. */
export const lost = (of: typeof MANGO, vanished: boolean, lastSeen = NOON - HOUR): LostOption => ({
  ...{ ...of, lastSeen, vanished },
});

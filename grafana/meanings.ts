// Numbers and names that stand for a state: the expression that gives them, the words that show them, their colours.
import type { Painted, Steps, Texts } from './colors.ts';
import { onceBy } from './queries.ts';

export const ALERT_STATES = {
  0: ['inactive', 'green'],
  1: ['pending', 'orange'],
  2: ['firing', 'red'],
} as const satisfies Texts;

export const WALLET_STATES = {
  0: ['never seen', 'orange'],
  1: ['fresh', 'green'],
  2: ['stale', 'orange'],
  3: ['missing', 'red'],
} as const satisfies Texts;

/** How polls end; everything else is a failure. */
export const OUTCOMES = { ok: 'green', partial: 'orange' } as const satisfies Painted;

/** Of how many days the money lasts. */
export const RUNWAY_STEPS = ['red', [1, 'orange'], [3, 'green']] as const satisfies Steps;

/** {@link WALLET_STATES} of each wallet; when replicas differ, what one of them knows freshly is known. */
export function walletState(selector: string): string {
  const state = (name: string) =>
    onceBy('account, currency, wallet_type', `merchant_wallet_state{${selector}, state="${name}"}`);
  return `${state('fresh')} == 1 or 2 * (${state('stale')} == 1) or 3 * (${state('missing')} == 1) or 0 * ${state('fresh')}`;
}

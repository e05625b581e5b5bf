// The conditions about payment options. A new one is a file beside this one and a line here. Used by all code that has a
// rule about options: configuration, evaluation, generated rules, pages.
import type { OptionKind, PayoutWalletKind } from './condition.ts';
import { inactiveFor } from './inactive-for.ts';
import { limitChanged } from './limit-changed.ts';
import { vanished } from './vanished.ts';
import { walletBelowMin } from './wallet-below-min.ts';

/** By the setting that has the condition's name, in the order in which documents show them. */
export const OPTION_CONDITIONS = {
  inactive_for: inactiveFor,
  vanished,
  limit_changed: limitChanged,
  wallet_below_min: walletBelowMin,
} as const;

export type OptionConditionName = keyof typeof OPTION_CONDITIONS;

/** What must be true of a payment option, so that its alert becomes pending. */
export type OptionCondition = ReturnType<(typeof OPTION_CONDITIONS)[OptionConditionName]['of']>;

// Each is registered under the `kind` of its conditions.
OPTION_CONDITIONS satisfies {
  readonly [Kind in OptionCondition['kind']]:
    | OptionKind<Extract<OptionCondition, { kind: Kind }>>
    | PayoutWalletKind<Extract<OptionCondition, { kind: Kind }>>;
};

/** The parts of this condition's kind. */
export function kindOfOptionCondition(
  condition: OptionCondition,
): OptionKind<OptionCondition> | PayoutWalletKind<OptionCondition> {
  return OPTION_CONDITIONS[condition.kind];
}

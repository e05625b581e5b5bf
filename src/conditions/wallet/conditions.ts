// The conditions about wallets. A new one is a file beside this one and a line here. Used by all code that has a rule about
// wallets: configuration, evaluation, generated rules, pages.
import { dropsBy, risesBy } from './change.ts';
import type { AccountSettings, WalletConditionKind } from './condition.ts';
import { differenceAbove } from './difference-above.ts';
import { missing } from './missing.ts';
import { runwayBelow } from './runway-below.ts';
import { above, below } from './threshold.ts';
import { unknownFor } from './unknown-for.ts';

/** By the setting that has the condition's name, in the order in which documents show them. */
export const WALLET_CONDITIONS = {
  below,
  above,
  drops_by: dropsBy,
  rises_by: risesBy,
  runway_below: runwayBelow,
  unknown_for: unknownFor,
  missing,
  difference_above: differenceAbove,
} as const;

export type WalletConditionName = keyof typeof WALLET_CONDITIONS;

/** What must be true of a wallet, so that its alert becomes pending. */
export type WalletCondition = ReturnType<(typeof WALLET_CONDITIONS)[WalletConditionName]['of']>;

// Each is registered under the `kind` of its conditions.
WALLET_CONDITIONS satisfies {
  readonly [Kind in WalletCondition['kind']]: WalletConditionKind<Extract<WalletCondition, { kind: Kind }>>;
};

/** The parts of this condition's kind. */
export function kindOfWalletCondition(condition: WalletCondition): WalletConditionKind<WalletCondition> {
  return WALLET_CONDITIONS[condition.kind];
}

/** The condition with the account's own settings filled in where it refers to them. */
export function forAccount(condition: WalletCondition, account: AccountSettings): WalletCondition {
  return kindOfWalletCondition(condition).forAccount?.(condition, account) ?? condition;
}

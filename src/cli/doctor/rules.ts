// Checks whether each rule watches something that is known. Names are open sets: so a rule with a typing error in a name is
// valid by itself, and silent for ever.
import type { Rule } from '../../conditions/rule.ts';
import { isGlob, matchesGlob, selectsOption, selectsWallet } from '../../conditions/selector.ts';
import type { PaymentOptionId } from '../../domain/payment-option.ts';
import type { WalletId } from '../../domain/wallet.ts';
import { readIds } from '../../store/queries/account-ids.ts';
import { type Judgement, ok, tableCheck, warn } from './check.ts';

type Owned<T> = T & { readonly account: string };

export interface RuleFacts {
  readonly rules: readonly Rule[];
  /** The wallets that were seen, and those that are expected. */
  readonly wallets: readonly Owned<WalletId>[];
  readonly options: readonly Owned<Omit<PaymentOptionId, 'transactionMethod'>>[];
}

export const rules = tableCheck(
  'rules',
  async ({ db, schema }, { config }): Promise<RuleFacts> => {
    const accounts = config.accounts.map(({ name }) => name);
    const ids = await readIds(db, schema, accounts);
    const seen = await db.query<Owned<WalletId>>(
      `SELECT a.name AS account, w.currency, w.wallet_type AS "walletType"
       FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id WHERE w.account_id = ANY($1::int[])`,
      [ids],
    );
    const options = await db.query<RuleFacts['options'][number]>(
      `SELECT account, currency, transaction_type AS "transactionType", provider_code AS "providerCode"
       FROM ${schema}.payment_options WHERE account_id = ANY($1::int[])`,
      [ids],
    );
    const expected = config.accounts.flatMap(({ name, expect }) =>
      expect.map((wallet) => ({ account: name, ...wallet })),
    );
    return { rules: config.alerts.rules, wallets: [...seen, ...expected], options };
  },
  judgeRules,
);

/** Judges each rule. While no wallet or payment option is known at all, it finds nothing. */
export function judgeRules({ rules, wallets, options }: RuleFacts): readonly Judgement[] {
  const [walletsOf, optionsOf] = [calledBy(wallets), calledBy(options)];
  const found = rules.flatMap((rule, i) => {
    const place = `alerts.rules[${i}] (${rule.name})`;
    const advice = (command: string) => `compare its names with what "${command}" prints, capitals too`;
    if ('options' in rule) {
      const watches = optionsOf(rule.options.account).some((one) =>
        selectsOption(rule.options, one.account, one),
      );
      if (watches || options.length === 0) return [];
      return [warn(`${place} watches no payment option that is known`, advice('floatwatch options'))];
    }
    const watches = walletsOf(rule.wallets.account).some((one) =>
      selectsWallet(rule.wallets, one.account, one),
    );
    if (watches || wallets.length === 0) return [];
    return [warn(`${place} watches no wallet that is known`, advice('floatwatch balances'))];
  });
  return found.length > 0 ? found : [ok(rules.length > 0 ? 'each watches something' : 'there are none')];
}

/**
 * Returns a function that finds what belongs to the accounts of a name or a glob: there may be a rule for each of ten
 * thousand.
 */
function calledBy<One extends Owned<object>>(all: readonly One[]): (said: string) => readonly One[] {
  const byAccount = Map.groupBy(all, ({ account }) => account);
  return (said) =>
    isGlob(said)
      ? [...byAccount].flatMap(([account, own]) => (matchesGlob(said, account) ? own : []))
      : (byAccount.get(said) ?? []);
}

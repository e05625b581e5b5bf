// Finds the rules of one account without a look at each rule: there may be one for each of ten thousand accounts. Used where
// many accounts and many rules meet.
import { ascending } from '../domain/order.ts';
import type { Rule } from './rule.ts';
import { isGlob, matchesGlob } from './selector.ts';

/** Makes a function that gives the rules about an account, by its name or by a glob, in their order. */
export function rulesByAccount<R extends Rule>(rules: readonly R[]): (account: string) => readonly R[] {
  const places = Map.groupBy(rules.keys(), (place) => accountOf(rules[place]!));
  const globs = [...places].filter(([said]) => isGlob(said));
  return (account) => {
    const byGlob = globs.flatMap(([glob, those]) => (matchesGlob(glob, account) ? those : []));
    const found = [...(places.get(account) ?? []), ...byGlob];
    if (found.length === rules.length) return rules; // one list for all accounts, where it can be
    return found.sort(ascending).map((place) => rules[place]!);
  };
}

function accountOf(rule: Rule): string {
  return ('wallets' in rule ? rule.wallets : rule.options).account;
}

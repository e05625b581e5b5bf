// Warns of rules that watch nothing: no account has the name, or no account asks for such wallets or options. checks.ts calls it.
import { isGlob, matchesGlob } from '../../conditions/selector.ts';
import { meantBy } from '../../domain/spelling.ts';
import type { Path } from '../problem.ts';
import type { accountSettings } from '../schema/schema-accounts.ts';
import { ruleSettings } from '../schema/schema-alerts.ts';
import { type Findings, type Valid, valid } from '../valid.ts';

type ValidAccount = Valid<typeof accountSettings>;

export function checkReach(
  rules: readonly unknown[],
  accounts: readonly ValidAccount[],
  path: Path,
  findings: Findings,
): void {
  if (accounts.length === 0 || accounts.some(({ name }) => name === undefined)) return; // reported already
  const called = byName(accounts);
  rules.forEach((rule, i) => {
    const flaw = flawOfReach(rule, called, () => accounts.map(({ name }) => name!));
    if (flaw) findings.warning([...path, i, flaw.setting], flaw.message);
  });
}

/** Returns a function that finds the accounts whose names match a glob. Names must be valid. */
export function byName(accounts: readonly ValidAccount[]): (glob: string) => readonly ValidAccount[] {
  // There may be a rule for each of ten thousand accounts: so plain names are looked up, not searched.
  const named = Map.groupBy(accounts, ({ name }) => name);
  return (glob) =>
    isGlob(glob) ? accounts.filter(({ name }) => matchesGlob(glob, name!)) : (named.get(glob) ?? []);
}

/** `called` returns the accounts whose names match. */
function flawOfReach(
  rule: unknown,
  called: (glob: string) => readonly ValidAccount[],
  names: () => readonly string[],
): { readonly setting: 'wallets' | 'options'; readonly message: string } | undefined {
  const { wallets, options } = valid(ruleSettings, rule);
  const subject = wallets ?? options;
  if (!subject) return undefined;
  const setting = wallets ? 'wallets' : 'options';
  const reached = called(subject.account);
  if (reached.length === 0) {
    const meant = meantBy(subject.account, names());
    const message = `no account has a name like ${JSON.stringify(subject.account)}`;
    return { setting, message: meant === undefined ? message : `${message}; did you mean ${meant}?` };
  }
  const some = (glob: string, names: readonly string[] | undefined) =>
    !names?.length || names.some((name) => matchesGlob(glob, name));
  if (wallets && !reached.some(({ currencies }) => some(wallets.currency, currencies))) {
    const currency = JSON.stringify(wallets.currency);
    return { setting, message: `no account that it watches is asked for the currency ${currency}` };
  }
  const asked = reached.flatMap(({ payment_options }) => payment_options ?? []);
  const asks = ({ currencies, transaction_types }: (typeof asked)[number]) =>
    options && some(options.currency, currencies) && some(options.transaction_type, transaction_types);
  return options && !asked.some(asks)
    ? { setting, message: 'no account that it watches is asked for such payment options' }
    : undefined;
}
